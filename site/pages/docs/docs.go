// Package docs makes the documentation of the engine, and the files for other
// tools: JSON Schemas, OpenAPI and the keyring.
package docs

import (
	"fmt"
	"slices"
	"strings"

	"github.com/a-h/templ"

	"github.com/tallyproof/tallyproof/core/engine"
	"github.com/tallyproof/tallyproof/core/measure"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/site/build"
	"github.com/tallyproof/tallyproof/site/pages/frame"
	"github.com/tallyproof/tallyproof/site/pages/prose"
	"github.com/tallyproof/tallyproof/templates/docs"
	"github.com/tallyproof/tallyproof/templates/parts"
	markup "github.com/tallyproof/tallyproof/templates/prose"
)

// Pages returns the pages for those who call the engine from their own tools.
func Pages(f *frame.Frame) ([]build.Page, error) {
	all, err := operationExamples()
	if err != nil {
		return nil, err
	}
	d := &docsWriter{frame: f, examples: all}
	pages := []build.Page{d.index(), d.operations(), d.errors(), d.rulebook(), d.proofs(), d.keys(), d.storing()}
	for _, o := range engine.Catalogue {
		pages = append(pages, d.operation(o))
	}
	return pages, d.err
}

type docsWriter struct {
	frame    *frame.Frame
	examples map[string][]operationExample
	err      error
}

// page returns a page of the documentation, and its contents.
func (d *docsWriter) page(v markup.View, s *prose.Writer) build.Page {
	if d.err == nil && s.Err != nil {
		d.err = fmt.Errorf("%s: %w", v.Layout.Path, s.Err)
	}
	v.Sections = s.Sections
	return build.Page{Path: v.Layout.Path, Component: markup.Page(v)}
}

var docsHome = parts.LinkView{Href: "/docs/", Label: "Docs"}

// groups returns the catalogue's groups, in its order.
func groups() []string {
	var names []string
	for _, o := range engine.Catalogue {
		if name := frame.Group(o.Name); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// groupNames are the headings of groups of operations.
var groupNames = map[string]string{
	"rulebook":  "Rules",
	"score":     "Scores",
	"elo":       "Ratings",
	"standing":  "Tiers, badges and titles",
	"reward":    "Rewards",
	"proof":     "Proofs",
	"explain":   "Explanations",
	"audit":     "Audits",
	"import":    "Pasted results",
	"challenge": "Challenges",
}

func groupName(name string) string {
	if known := groupNames[frame.Group(name)]; known != "" {
		return known
	}
	return frame.Capital(frame.Group(name))
}

// operations returns the catalogue.
func (d *docsWriter) operations() build.Page {
	s := &prose.Writer{}
	for _, name := range groups() {
		s.Section(name, groupName(name))
		var entries []docs.EntryView
		for _, o := range engine.Catalogue {
			if frame.Group(o.Name) == name {
				entries = append(entries, docs.EntryView{Href: frame.OperationPath(o.Name), Name: o.Name, Doc: o.Doc})
			}
		}
		s.Put(docs.Entries(entries))
	}
	return d.page(markup.View{
		Layout: d.frame.Layout("/docs/operations/", "Operations",
			"Every operation of Tallyproof’s engine, with its request, its answer and worked examples."),
		Up: []parts.LinkView{docsHome},
		H1: "What can the engine compute?",
		Answer: fmt.Sprintf("%d operations, each a pure function from a JSON request to a JSON answer.",
			len(engine.Catalogue)),
		Contents: true,
	}, s)
}

// operation returns the page of one operation.
func (d *docsWriter) operation(o op.Op) build.Page {
	s := &prose.Writer{}
	s.Section("request", "Request")
	types := &typeWriter{Writer: s}
	types.root("request", o.Request())
	if o.Name == "rulebook.check" {
		s.Text("The format of a rulebook is also published as a [JSON Schema](%s), [for editors and other "+
			"tools](/docs/rulebook/#schema).", rulebookSchema)
	}
	if o.Limit > op.SmallLimit {
		s.Text("In process a request may have %d MiB, over HTTP 1 MiB.", o.Limit>>20)
	}
	s.Section("response", "Answer")
	types.root("response", o.Response())
	types.rest()
	d.worked(s, d.examples[o.Name])
	d.call(s, o)
	up := []parts.LinkView{docsHome, {Href: "/docs/operations/", Label: "Operations"}}
	return d.page(markup.View{
		Layout:   d.frame.Layout(frame.OperationPath(o.Name), o.Name, o.Doc),
		Up:       up,
		H1:       o.Name,
		Answer:   o.Doc,
		Contents: true,
	}, s)
}

// worked shows an operation's examples. An operation without examples still has
// a page while it is being written; the tests require examples.
func (d *docsWriter) worked(s *prose.Writer, examples []operationExample) {
	if len(examples) == 0 {
		return
	}
	s.Section("examples", "Examples")
	if len(examples) > 3 {
		s.Text("%s", strings.Join(frame.Each(examples, operationExample.link), "\n"))
	}
	for _, e := range examples {
		e.write(s)
	}
}

// call shows how to reach an operation, three ways.
func (d *docsWriter) call(s *prose.Writer, o op.Op) {
	s.Section("call", "How to call it")
	s.Put(markup.Code(markup.CodeView{Label: "Browser or Node", Text: `import { loadEngine } from "/engine/engine.mjs";
const engine = await loadEngine();
const answer = engine.call("` + o.Name + `", request);`}))
	s.Put(markup.Code(markup.CodeView{Label: "HTTP", Text: "curl -d @request.json http://127.0.0.1:8787" + engine.Prefix +
		"/" + o.Name}))
	s.Put(markup.Code(markup.CodeView{Label: "Natively", Text: "go run ./cmd/tallyproof call " + o.Name +
		" < request.json"}))
	s.Text("More about [calls](/docs/#call) and [errors](/docs/errors/).")
}

// rulebook documents the shape of a rulebook.
func (d *docsWriter) rulebook() build.Page {
	s := &prose.Writer{}
	s.Section("members", "Members")
	types := &typeWriter{Writer: s}
	types.object(op.SchemaOf[rulebook.Rulebook]())
	types.rest()
	schemaNote(s)
	s.Section("measures", "Measures")
	s.Text("A dimension names the measure that computes its score. The formulas, with tables of results, are on the " +
		"pages of the [rules](/rules/).")
	s.Put(d.measures(s))
	s.Section("example", "Example")
	for _, e := range d.examples["rulebook.check"] {
		if e.name == "custom" {
			e.write(s)
		}
	}
	return d.page(markup.View{
		Layout: d.frame.Layout("/docs/rulebook/", "Your own rulebook",
			"Every member of a Tallyproof rulebook: scale, dimensions, measures, thresholds, ratings, tiers and badges."),
		Up:     []parts.LinkView{docsHome},
		H1:     "How do I score by my own rules?",
		Answer: "Write them as one JSON object, and give it to any operation instead of the name of a rulebook.",
		Lede: templ.Raw(`<p><a href="` + frame.OperationPath("rulebook.check") +
			`"><code>rulebook.check</code></a> lists all errors of a rulebook, and <a href="` + frame.OperationPath(
			"rulebook.get") + `"><code>rulebook.get</code></a> returns a built-in rulebook to start with.</p>`),
		Contents: true,
	}, s)
}

// measures lists the kinds of measures.
func (d *docsWriter) measures(s *prose.Writer) templ.Component {
	t := markup.TableView{Caption: "Measures", Titled: true, Wide: true, Head: prose.Cells("Measure", "Reads",
		"What it does")}
	for _, m := range measure.All {
		words := m.Rule.Words
		if m.Rule.Dropped != "" {
			words += " By rules with `missing: drop`: " + m.Rule.Dropped
		}
		t.Rows = append(t.Rows, markup.RowView{ID: "measure-" + string(m.ID),
			Cells: []markup.CellView{{Inside: s.Span("`" + string(m.ID) + "`")}, {Inside: s.Span(m.Rule.Reads)},
				{Inside: s.Span(words)}}})
	}
	return markup.Table(t)
}
