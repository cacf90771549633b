package main

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/tallyproof/tallyproof/core/words"
)

// mostSummary is how many proofs a summary lists; the others it counts.
const mostSummary = 200

// summary collects what was verified, for a report in Markdown such as the one of
// a CI run.
type summary struct {
	file   string // "" for none
	rows   []listed
	more   int      // rows that are left out
	counts []string // of lists
}

// add adds a proof. Of too many, those that are authentic make room for the others.
func (s *summary) add(l listed) {
	if s.file == "" {
		return
	}
	if len(s.rows) == mostSummary {
		s.more++
		last := len(s.rows) - 1
		for last >= 0 && (l.Verdict == "authentic" || s.rows[last].Verdict != "authentic") {
			last--
		}
		if last < 0 {
			return
		}
		s.rows = slices.Delete(s.rows, last, last+1)
	}
	s.rows = append(s.rows, l)
}

// count adds how many proofs of a list have each verdict.
func (s *summary) count(name, sentence string) {
	if s.file != "" {
		s.counts = append(s.counts, inCode(name)+": "+sentence)
	}
}

// write appends the report to its file.
func (s *summary) write() error {
	if s.file == "" {
		return nil
	}
	var b strings.Builder
	b.WriteString("### Score proofs\n\n")
	for _, count := range s.counts {
		b.WriteString("- " + count + "\n")
	}
	if len(s.counts) > 0 {
		b.WriteString("\n")
	}
	if len(s.rows) > 0 {
		b.WriteString("| proof | verdict | reason |\n|---|---|---|\n")
	}
	for _, l := range s.rows {
		place := l.File
		if l.Index != nil {
			place += fmt.Sprintf("[%d]", *l.Index)
		}
		fmt.Fprintf(&b, "| %s | %s %s | %s |\n", inCode(place), mark(l.Verdict), l.Verdict, inCode(l.Reason))
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

// mark is a verdict as a sign.
func mark(verdict string) string {
	if verdict == "authentic" {
		return "✅"
	}
	return "❌"
}

// inCode shows a text of a stranger in Markdown as code, in which nothing is a link,
// an image, markup or the end of a table's cell.
func inCode(text string) string {
	text = strings.NewReplacer("`", "'", "|", `\|`, "\n", " ", "\r", " ").Replace(words.Plain(text))
	if strings.TrimSpace(text) == "" {
		return "–"
	}
	return "`" + text + "`"
}
