package pages

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"github.com/tallyproof/tallyproof/core/explain"
	markup "github.com/tallyproof/tallyproof/templates/prose"
)

// scribe writes the sections of a page of text, one after the other. It notes
// the first error, so that a page need not look after it.
type scribe struct {
	sections []markup.SectionView
	err      error
}

// source is a document or a program that says something, and where a page
// names it.
type source struct{ name, href string }

// section begins a section.
func (s *scribe) section(id, title string) {
	s.sections = append(s.sections, markup.SectionView{ID: id, Title: title})
}

// part begins a part of the section.
func (s *scribe) part(id, title string) {
	s.begin(markup.SectionView{ID: id, Title: title})
}

func (s *scribe) begin(part markup.SectionView) {
	section := &s.sections[len(s.sections)-1]
	section.Parts = append(section.Parts, part)
}

// put adds a block to the part, or the section, that was begun last.
func (s *scribe) put(block templ.Component) {
	at := &s.sections[len(s.sections)-1]
	if n := len(at.Parts); n > 0 {
		at = &at.Parts[n-1]
	}
	at.Blocks = append(at.Blocks, block)
}

// text adds paragraphs and lists, in Markdown.
func (s *scribe) text(format string, args ...any) { s.put(s.inline(fill(format, args))) }

// note adds a trap, warning, source or limit.
func (s *scribe) note(kind, format string, args ...any) {
	s.put(markup.Aside(kind, s.inline(fill(format, args))))
}

// fill leaves a text without arguments as it is: percent signs need no care.
func fill(format string, args []any) string {
	if len(args) == 0 {
		return format
	}
	return fmt.Sprintf(format, args...)
}

func (s *scribe) inline(text string) templ.Component {
	html, err := prose(text)
	s.fail(err)
	return templ.Raw(html)
}

// span is text inside a block, in Markdown.
func (s *scribe) span(text string) templ.Component {
	html, err := spans(text)
	s.fail(err)
	return templ.Raw(html)
}

func (s *scribe) formula(format string, args ...any) {
	f, err := formula(fill(format, args))
	s.fail(err)
	s.put(markup.Formula(f))
}

func (s *scribe) quote(from source, lines ...string) {
	s.put(markup.Quote(markup.QuoteView{Lines: lines, Source: from.name, Href: from.href}))
}

// code quotes a formula as it stands in its source.
func (s *scribe) code(from source, lines ...string) {
	s.put(markup.Quote(markup.QuoteView{Lines: lines, Code: true, Source: from.name, Href: from.href}))
}

func (s *scribe) table(t markup.TableView) { s.put(markup.Table(t)) }

func (s *scribe) steps(steps []explain.Step) { s.put(markup.Working(each(steps, stepView))) }

func (s *scribe) fail(err error) {
	if s.err == nil {
		s.err = err
	}
}

// cells are a row of texts.
func cells(texts ...string) []markup.CellView {
	row := make([]markup.CellView, len(texts))
	for i, text := range texts {
		row[i].Text = text
	}
	return row
}

func numeric(text string) markup.CellView { return markup.CellView{Text: text, Num: true} }

// brief shows a number with two decimals at most and a real minus sign.
func brief(x float64) string {
	text := strconv.FormatFloat(x, 'f', 2, 64)
	text = strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
	if text == "-0" {
		return "0"
	}
	return strings.Replace(text, "-", "−", 1)
}

// gained shows a change with its sign.
func gained(x float64) string {
	if x > 0 {
		return "+" + brief(x)
	}
	return brief(x)
}

// listed joins texts: a, b and c.
func listed(texts []string) string {
	if len(texts) < 2 {
		return strings.Join(texts, "")
	}
	return strings.Join(texts[:len(texts)-1], ", ") + " and " + texts[len(texts)-1]
}
