// Package prose makes pages of text: [Read] reads a whole page in Markdown, a
// [Writer] writes one in Go.
package prose

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/a-h/templ"

	markup "github.com/tallyproof/tallyproof/templates/prose"
)

// Writer writes the sections of a page of text, one after the other. It records
// the first error, so that a page need not handle errors.
type Writer struct {
	Sections []markup.SectionView
	Err      error
}

// Section begins a section.
func (s *Writer) Section(id, title string) {
	s.Sections = append(s.Sections, markup.SectionView{ID: id, Title: title})
}

// Part begins a part of the section.
func (s *Writer) Part(id, title string) {
	s.Begin(markup.SectionView{ID: id, Title: title})
}

// Begin adds a part to the section that was begun last.
func (s *Writer) Begin(part markup.SectionView) {
	section := &s.Sections[len(s.Sections)-1]
	section.Parts = append(section.Parts, part)
}

// Put adds a block to the part, or the section, that was begun last.
func (s *Writer) Put(block templ.Component) {
	at := &s.Sections[len(s.Sections)-1]
	if n := len(at.Parts); n > 0 {
		at = &at.Parts[n-1]
	}
	at.Blocks = append(at.Blocks, block)
}

// Text adds paragraphs and lists, in Markdown.
func (s *Writer) Text(format string, args ...any) { s.Put(s.inline(fill(format, args))) }

// fill leaves a text without arguments as it is: percent signs need no care.
func fill(format string, args []any) string {
	if len(args) == 0 {
		return format
	}
	return fmt.Sprintf(format, args...)
}

func (s *Writer) inline(text string) templ.Component {
	html, err := HTML(text)
	s.Fail(err)
	return templ.Raw(html)
}

// Span is text inside a block, in Markdown.
func (s *Writer) Span(text string) templ.Component {
	html, err := InlineHTML(text)
	s.Fail(err)
	return templ.Raw(html)
}

// Table adds a table.
func (s *Writer) Table(t markup.TableView) { s.Put(markup.Table(t)) }

// Fail notes an error, if it is the first.
func (s *Writer) Fail(err error) {
	if s.Err == nil {
		s.Err = err
	}
}

// Cells returns a row of texts.
func Cells(texts ...string) []markup.CellView {
	row := make([]markup.CellView, len(texts))
	for i, text := range texts {
		row[i].Text = text
	}
	return row
}

// Numeric returns a cell with a number.
func Numeric(text string) markup.CellView { return markup.CellView{Text: text, Num: true} }

// Brief shows a number with two decimals at most and a real minus sign.
func Brief(x float64) string {
	text := strconv.FormatFloat(x, 'f', 2, 64)
	text = strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
	if text == "-0" {
		return "0"
	}
	return strings.Replace(text, "-", "−", 1)
}

// Gained shows a change with its sign.
func Gained(x float64) string {
	if x > 0 {
		return "+" + Brief(x)
	}
	return Brief(x)
}

// Listed joins texts: a, b and c.
func Listed(texts []string) string {
	if len(texts) < 2 {
		return strings.Join(texts, "")
	}
	return strings.Join(texts[:len(texts)-1], ", ") + " and " + texts[len(texts)-1]
}
