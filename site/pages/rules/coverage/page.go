package coverage

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"github.com/tallyproof/tallyproof/site/build"
	"github.com/tallyproof/tallyproof/site/content"
	"github.com/tallyproof/tallyproof/site/markdown"
	"github.com/tallyproof/tallyproof/site/pages/frame"
	"github.com/tallyproof/tallyproof/site/pages/prose"
	"github.com/tallyproof/tallyproof/templates/parts"
	markup "github.com/tallyproof/tallyproof/templates/prose"
)

// Pages is the page on what of the documents is computed.
func Pages(f *frame.Frame) ([]build.Page, error) {
	docs, err := read(content.Coverage)
	if err != nil {
		return nil, fmt.Errorf("site/content/coverage.tsv: %w", err)
	}
	w := &writer{docs: docs}
	w.summary()
	for _, doc := range docs {
		w.document(doc)
	}
	all, computed := count(docs...)
	lede, err := prose.HTML("A row is a sentence, a formula or a row of a table in a document, with its line in the text that we read. It names the operation that computes the rule, an example to try, and a test. The build fails if one of them does not exist. If no operation computes a rule, the row has the reason.")
	w.Fail(err)
	v := markup.View{
		Layout: f.Layout("/rules/coverage/", "Coverage of the rules",
			"Every quantitative sentence in the arenas’ documents, with the operation that computes it, an example and a test, or the reason why it cannot be computed."),
		Up:       []parts.LinkView{{Href: "/rules/", Label: "Rules"}},
		H1:       "Is every rule of the documents covered?",
		Answer:   fmt.Sprintf("%d rules: %d computed, %d not, and why.", all, computed, all-computed),
		Lede:     templ.Raw(lede),
		Contents: true,
		Sections: w.Sections,
	}
	return []build.Page{{Path: v.Layout.Path, Component: markup.Page(v)}}, w.Err
}

type writer struct {
	prose.Writer
	docs []document
}

// count counts the rules of documents, and those that an operation computes.
func count(docs ...document) (all, computed int) {
	for _, doc := range docs {
		for _, r := range doc.rules {
			all++
			if r.operation != "" {
				computed++
			}
		}
	}
	return all, computed
}

// summary counts by document, and lists what is not computed.
func (w *writer) summary() {
	w.Section("summary", "Summary")
	t := markup.TableView{Caption: "Rules by document", Titled: true, Head: []markup.CellView{{Text: "Document"}, prose.Numeric("Rules"), prose.Numeric("Computed"), prose.Numeric("Not computed")}}
	var rest []string
	for _, doc := range w.docs {
		all, computed := count(doc)
		t.Rows = append(t.Rows, markup.RowView{Cells: []markup.CellView{
			{Text: doc.name, Href: "#" + doc.id}, prose.Numeric(strconv.Itoa(all)), prose.Numeric(strconv.Itoa(computed)), prose.Numeric(strconv.Itoa(all - computed)),
		}})
		for _, r := range doc.rules {
			if r.operation == "" {
				rest = append(rest, fmt.Sprintf("- [%s](#%s)", markdown.Escape(r.quote), r.id))
			}
		}
	}
	w.Table(t)
	w.Part("not-computed", "Not computed")
	w.Text("%s", strings.Join(rest, "\n"))
}

// document is the table of a document's rules.
func (w *writer) document(doc document) {
	w.Section(doc.id, doc.name)
	w.Text("[Address and text that we read](%s)", doc.href)
	t := markup.TableView{Caption: "Rules of " + doc.name, Titled: true, Stacked: true, Head: prose.Cells("Rule", "Computed by", "Test")}
	for _, r := range doc.rules {
		t.Rows = append(t.Rows, markup.RowView{ID: r.id, Cells: []markup.CellView{
			{Text: r.quote, Small: fmt.Sprintf("Rule %d, %s", r.number, place(r.lines))},
			{Inside: w.Span(w.computedBy(r))},
			{Inside: w.Span(testedBy(r)), Quiet: true},
		}})
	}
	w.Table(t)
}

// place names lines: line 9, lines 12–13, lines 24, 32.
func place(lines string) string {
	if strings.ContainsAny(lines, "-,") {
		return "lines " + strings.ReplaceAll(lines, "-", "–")
	}
	return "line " + lines
}

// computedBy is the operation with an example, and the note, in Markdown.
func (w *writer) computedBy(r rule) string {
	if r.operation == "" {
		return "Not computed. " + r.note
	}
	label, href, err := r.link()
	w.Fail(err)
	text := fmt.Sprintf("[`%s`](%s), [%s](%s)", r.operation, frame.OperationPath(r.operation), label, href)
	if r.note != "" {
		text += ". " + r.note
	}
	return text
}

func testedBy(r rule) string {
	if r.test == "" {
		return "–"
	}
	return "`" + strings.Replace(r.test, ":", ":` `", 1) + "`" // so that lines break between file and test
}
