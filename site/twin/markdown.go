package twin

import (
	"fmt"
	"strings"

	"github.com/tallyproof/tallyproof/site/markdown"
)

// Markdown returns the page as CommonMark with the tables of GitHub. Its texts are
// escaped, so that no text of a page becomes markup.
func (p *Page) Markdown() []byte {
	var parts []string
	for i, s := range p.Sections {
		if s.Level > 0 {
			parts = append(parts, strings.Repeat("#", s.Level)+" "+markdown.Escape(s.Heading))
		}
		if i == 0 {
			parts = append(parts, p.addresses())
		}
		if text := written(s.Blocks); text != "" {
			parts = append(parts, text)
		}
	}
	return []byte(strings.Join(parts, "\n\n") + "\n")
}

func (p *Page) addresses() string {
	text := "Page: " + link(p.Path+p.Query)
	if p.InJSON != "" {
		text += " · as JSON: " + link(p.InJSON+p.Query)
	}
	return text
}

func link(address string) string { return "[" + markdown.Escape(address) + "](" + address + ")" }

// written are blocks with an empty line between them, and a comment between two
// lists, which would be one otherwise.
func written(list []Block) string {
	var parts []string
	for i, b := range list {
		if i > 0 && b.isList() && list[i-1].isList() {
			parts = append(parts, "<!-- -->")
		}
		parts = append(parts, b.markdown())
	}
	return strings.Join(parts, "\n\n")
}

func (b Block) isList() bool { return len(b.List)+len(b.Inputs) > 0 }

func (b Block) markdown() string {
	switch {
	case len(b.List) > 0:
		return b.items()
	case len(b.Inputs) > 0:
		return inputs(b.Inputs)
	case b.Table != nil:
		return b.Table.markdown()
	case b.Code != "":
		return fenced(b.Code)
	case len(b.Quote) > 0:
		return indented("> ", "> ", written(b.Quote))
	}
	return b.Text.markdown(false)
}

func (b Block) items() string {
	var lines []string
	for i, item := range b.List {
		mark := "- "
		if b.Ordered {
			mark = fmt.Sprintf("%d. ", i+1)
		}
		lines = append(lines, indented(mark, strings.Repeat(" ", len(mark)), written(item)))
	}
	return strings.Join(lines, "\n")
}

// indented puts a mark before the first line of a text, and rest before the others.
func indented(mark, rest, text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		before := rest
		if i == 0 {
			before = mark
		}
		lines[i] = strings.TrimRight(before+line, " ")
	}
	return strings.Join(lines, "\n")
}

// longValue is the length above which the value of an input is a block of code.
const longValue = 200

func inputs(list []Input) string {
	var lines []string
	for _, in := range list {
		label := Text{{Text: in.Label + ":"}}
		item := Item{{Text: append(label, Run{Text: strings.TrimRight(" "+strings.TrimSpace(in.Value+" "+in.Unit), " ")})}}
		if strings.Contains(in.Value, "\n") || len(in.Value) > longValue {
			item = Item{{Text: label}, {Code: in.Value}}
		}
		lines = append(lines, indented("- ", "  ", written(item)))
	}
	return strings.Join(lines, "\n")
}

func (t *Table) markdown() string {
	lines := []string{row(t.Columns), "|" + strings.Repeat(" --- |", len(t.Columns))}
	if t.Caption != "" {
		lines = append([]string{Text{{Text: t.Caption, Bold: true}}.markdown(false), ""}, lines...)
	}
	for _, cells := range t.Rows {
		lines = append(lines, row(cells))
	}
	return strings.Join(lines, "\n")
}

func row(cells []Text) string {
	var b strings.Builder
	b.WriteString("|")
	for _, cell := range cells {
		b.WriteString(" " + cell.markdown(true) + " |")
	}
	return b.String()
}

// fenced returns a block of code with a fence that does not occur in it.
func fenced(code string) string {
	fence := strings.Repeat("`", max(3, longest(code, '`')+1))
	return fence + "\n" + strings.Trim(code, "\n") + "\n" + fence
}

// longest returns the length of the longest run of a character.
func longest(s string, of rune) (most int) {
	run := 0
	for _, c := range s {
		if c != of {
			run = 0
			continue
		}
		run++
		most = max(most, run)
	}
	return most
}
