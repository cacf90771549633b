// Package docs makes the documentation of the engine, and the files for other
// tools: JSON Schemas, OpenAPI and the keyring.
package docs

import (
	"fmt"
	"slices"
	"strconv"
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

func (d *docsWriter) index() build.Page {
	s := &prose.Writer{}
	s.Section("call", "How to call it")
	s.Text("The engine is a catalogue of named, pure operations: JSON in, JSON out. The same request gives the same " +
		"bytes of answer in a browser, in Node, over HTTP and natively. The [catalogue](/docs/operations/) has a page for " +
		"each operation.")
	d.calls(s)
	s.Section("pages-as-data", "Pages as Markdown")
	s.Text("Every page is also Markdown, with the same numbers in the same order: replace the slash at the end of its " +
		"address by `.md`, as in `/score/airena.md`; the home page is `/index.md`. [/llms.txt](/llms.txt) lists all of " +
		"them. A page’s own address answers with it too, if the `Accept` header of a request prefers `text/markdown` to " +
		"`text/html`; each answer names it in its `Link` header. A page of stored proofs is also JSON (`.json`, " +
		"`application/json`), and names both in its head. A host for plain files has only the addresses.")
	s.Section("promises", "What you can rely on")
	s.Text(strings.Join([]string{
		"- **Strict input.** Unknown, repeated or misspelled members, numbers out of range and trailing text are refused, " +
			"with a JSON Pointer to the place. Nothing is changed without notice: `warnings` lists every adjustment.",
		"- **The same bits everywhere.** Answers do not depend on the machine, the browser or the order of members.",
		"- **Change by addition.** Operations and members are added. The meaning of a name never changes. This is version " +
			"`" + engine.Version + "` of the contract. `engine.version` returns the version that you have.",
		"- **No state.** An operation uses only its request: no clock, no network, no state from earlier calls.",
	}, "\n"))
	s.Section("pages", "More")
	s.Text(strings.Join([]string{
		"- [Operations](/docs/operations/): every operation with its members and examples",
		"- [Errors and warnings](/docs/errors/): codes, HTTP status, and how to read them",
		"- [Your own rulebook](/docs/rulebook/): score, rate and rank by other rules",
		"- [Issue a score proof](/docs/proofs/): the formats, the meaning of verdicts, and programs in Go, Python and Node",
		"- [Keys](/docs/keys/): which keys are listed, and how to add an arena’s keys",
		"- [Store and embed a proof](/docs/storing/): a permanent address, leaderboards, and cards for other sites",
		"- [Types](/engine/engine.d.ts): TypeScript declarations of every operation",
		"- [OpenAPI](" + apiDocument + ") of the HTTP API, and JSON Schemas of [a rulebook](" + rulebookSchema +
			") and [a keyring](" + keysSchema + ")",
		"- [Rules](/rules/): the formulas behind the operations, with their sources",
	}, "\n"))
	return d.page(markup.View{
		Layout: d.frame.Layout("/docs/", "Docs",
			"How to call Tallyproof’s engine from a browser, from Node, over HTTP or natively, and what it guarantees."),
		H1:     "How do I use the engine in my own tools?",
		Answer: "Import one module, send one HTTP request, or pipe JSON through one command: the answers are the same.",
	}, s)
}

// calls shows the three ways with one small request.
func (d *docsWriter) calls(s *prose.Writer) {
	const name, request = "elo.expected", `{"rating":1050,"opponent":1200}`
	answer := string(engine.Call(name, []byte(request)))
	body := string(engine.HTTP(engine.Request{Method: "POST", Path: engine.Prefix + "/" + name,
		Body: []byte(request)}).Body)
	s.Part("javascript", "In a browser or in Node")
	s.Text("The module loads its WebAssembly file from the same folder and needs no bundler. For a page, copy the " +
		"folder `/engine/` to your own site, or import it from this site: every origin may use it.")
	s.Put(markup.Code(markup.CodeView{Text: `import { loadEngine } from "/engine/engine.mjs";

const engine = await loadEngine();
engine.call("` + name + `", { rating: 1050, opponent: 1200 });
// ` + body}))
	s.Text("`call` takes and returns objects, and throws `EngineError{code, field, message}`. `callJSON` takes and " +
		"returns text: the [envelope](/docs/errors/#envelope). `callBytes` does the same with UTF-8 bytes, so bulk " +
		"requests need no copies as strings.")
	s.Part("http", "Over HTTP")
	s.Text("If a host runs the API, `POST %s/{operation}` takes the request and returns the result. `GET %s` lists the "+
		"catalogue. [%s](%s) describes the whole API with schemas and examples (OpenAPI 3.1). Any origin may call it. On "+
		"your own machine:", engine.Prefix, engine.Prefix, apiDocument, apiDocument)
	s.Put(markup.Code(markup.CodeView{Text: "./scripts/build.sh serve\n# and in another terminal\ncurl -d '" + request +
		"' \\\n  http://127.0.0.1:8787" + engine.Prefix + "/" + name + "\n" + body}))
	limits := op.OverHTTP()
	s.Text("A body may have 1 MiB. In process, the bulk operations accept more. Over HTTP, a request is refused with "+
		"status 413 and an estimate if it would need more than about %s s of processor time, %d MiB of memory or an answer "+
		"of %d MiB. In process there is no such limit. A busy host returns 503 with `Retry-After`.",
		strconv.FormatFloat(limits.Work/1e6, 'f', -1, 64), int(limits.Memory)>>20, int(limits.Answer)>>20)
	s.Text("A copy of this site on a host for static files has no API. Use the module there.")
	s.Part("native", "Natively")
	s.Text("With Go, in a checkout:")
	s.Put(markup.Code(markup.CodeView{Text: "echo '" + request + "' | go run ./cmd/tallyproof call " + name + "\n" +
		answer}))
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
