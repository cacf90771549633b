package main

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/tallyproof/tallyproof/core/proof/many"
	"github.com/tallyproof/tallyproof/core/words"
)

// mostSummary is the number of proofs, and of lists, that a summary names; it counts the
// others.
const mostSummary = 200

// mostInCode is the number of characters of a name or reason in a summary. With
// mostSummary it keeps the summary below 1 MiB, the limit of GitHub.
const mostInCode = 300

// summary collects results for a report in Markdown, for example of a CI run.
type summary struct {
	file      string // "" for none
	rows      []listed
	more      int // rows that are left out
	lists     []listSummary
	moreLists int // lists that are left out
}

// listSummary counts a list's proofs by verdict.
type listSummary struct {
	file, sentence string
	authentic      bool // all of them
}

// add adds a proof.
func (s *summary) add(l listed) {
	if s.file != "" {
		s.rows = withNext(s.rows, l, &s.more, func(l listed) bool { return l.Verdict == "authentic" })
	}
}

// count adds how many proofs of a list have each verdict.
func (s *summary) count(name string, of *many.Summary) {
	if s.file != "" {
		next := listSummary{name, of.Sentence(), of.Authentic > 0 && *of == many.Summary{Authentic: of.Authentic}}
		s.lists = withNext(s.lists, next, &s.moreLists, func(l listSummary) bool { return l.authentic })
	}
}

// withNext appends the next one. Of too many, those that are authentic make room for the
// others; more counts what is left out.
func withNext[T any](all []T, next T, more *int, authentic func(T) bool) []T {
	if len(all) == mostSummary {
		*more++
		last := len(all) - 1
		for last >= 0 && (authentic(next) || !authentic(all[last])) {
			last--
		}
		if last < 0 {
			return all
		}
		all = slices.Delete(all, last, last+1)
	}
	return append(all, next)
}

// write appends the report to its file.
func (s *summary) write() error {
	if s.file == "" {
		return nil
	}
	var b strings.Builder
	b.WriteString("### Score proofs\n\n")
	for _, l := range s.lists {
		b.WriteString("- " + inCode(endOf(l.file)) + ": " + l.sentence + "\n")
	}
	if s.moreLists > 0 {
		fmt.Fprintf(&b, "- %d more lists\n", s.moreLists)
	}
	if len(s.lists) > 0 {
		b.WriteString("\n")
	}
	if len(s.rows) > 0 {
		b.WriteString("| proof | verdict | reason |\n|---|---|---|\n")
	}
	for _, l := range s.rows {
		fmt.Fprintf(&b, "| %s | %s %s | %s |\n", inCode(l.place(endOf(l.File))), mark(l.Verdict), l.Verdict, inCode(l.Reason))
	}
	if s.more > 0 {
		fmt.Fprintf(&b, "\n%d more are not listed.\n", s.more)
	}
	b.WriteString("\n")
	f, err := os.OpenFile(s.file, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o644)
	if err != nil {
		return err
	}
	if _, err := f.WriteString(b.String()); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}

// mark returns a verdict as a sign.
func mark(verdict string) string {
	if verdict == "authentic" {
		return "✅"
	}
	return "❌"
}

// endOf returns the end of a file's name, which tells it from others in its folder.
func endOf(name string) string {
	if all := []rune(words.Plain(name)); len(all) > mostInCode-20 {
		return "…" + string(all[len(all)-(mostInCode-20):]) // with room for a row's index
	}
	return name
}

// inCode shows a text of a stranger in Markdown as code, in which nothing is a link,
// an image, markup or the end of a table's cell.
func inCode(text string) string {
	if all := []rune(words.Plain(text)); len(all) > mostInCode {
		text = string(all[:mostInCode]) + "…"
	}
	text = strings.NewReplacer("`", "'", "|", `\|`, "\n", " ", "\r", " ").Replace(words.Plain(text))
	if strings.TrimSpace(text) == "" {
		return "–"
	}
	return "`" + text + "`"
}
