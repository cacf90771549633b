package docs

import (
	"encoding/json"
	"strconv"
	"strings"

	"github.com/tallyproof/tallyproof/core/engine"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/site/build"
	"github.com/tallyproof/tallyproof/site/pages/frame"
	"github.com/tallyproof/tallyproof/site/pages/prose"
	"github.com/tallyproof/tallyproof/templates/docs"
)

// tried is an operation to try on the first page, and the operation whose answer says the
// number that is shown large.
type tried struct {
	Operation string `json:"operation"`
	Label     string `json:"-"`
	Request   string `json:"request"`
	Unit      string `json:"unit"`
	Says      says   `json:"says"`
}

// says is an operation that writes a number for readers. It takes the same request, or one
// in which "=name" stands for a member of it, as in the example of the rules; then another
// form of request has no number.
type says struct {
	Operation string `json:"operation"`
	Request   any    `json:"request,omitempty"`
	Member    string `json:"member"`
}

type object = map[string]any

var tries = []tried{
	{Operation: "elo.expected", Label: "Expected result", Request: `{"rating":1050,"opponent":1200}`, Unit: "expected",
		Says: says{Operation: "explain.expected", Member: "number"}},
	{Operation: "elo.update", Label: "Rating after a win",
		Request: `{"rulebook":"clawdiators-live","rating":1000,"matches":0,"opponent":1200,"outcome":"win"}`, Unit: "rating",
		Says: says{Operation: "explain.rating", Member: "answer"}},
	{Operation: "score.interval", Label: "Certainty of a pass rate",
		Request: `{"entrants":[{"id":"you","passed":73,"total":91}]}`, Unit: "true rate",
		Says: says{Operation: "explain.interval", Member: "brief", Request: object{"rulebook": "term",
			"measurements": object{"pass_rate": object{"passed": "=entrants/0/passed", "total": "=entrants/0/total"}}}}},
}

// ways returns the three ways to call an operation.
func ways(name string) []docs.WayView {
	return []docs.WayView{
		{ID: "javascript", Name: "Module", Where: "in a browser or Node",
			Before: "import { loadEngine } from \"/engine/engine.mjs\";\nconst e = await loadEngine();\ne.call(\"" + name + "\", ",
			After:  ")"},
		{ID: "http", Name: "HTTP", Where: "on a host that runs the API",
			Before: "./scripts/build.sh serve\ncurl -d '",
			After:  "' \\\n  http://127.0.0.1:8787" + engine.Prefix + "/" + name},
		{ID: "native", Name: "Command", Where: "in a checkout, with Go",
			Before: "go build ./cmd/tallyproof\necho '",
			After:  "' \\\n  | ./tallyproof call " + name},
	}
}

// index returns the first page: three ways, what callers can rely on, and the operations.
func (d *docsWriter) index() build.Page {
	s := &prose.Writer{}
	first := tries[0]
	answer := answerOf(s, first)
	type call struct {
		tried
		Ways []docs.WayView `json:"ways"`
	}
	var calls []call
	v := docs.View{
		Layout: d.frame.Layout("/docs/", "Docs",
			"How to call Tallyproof’s engine from a browser, from Node, over HTTP or natively, and what it guarantees.",
			"examples/docs.mjs"),
		Big:  bigOf(s, first),
		Ways: ways(first.Operation), Request: first.Request, Answer: answer, Unit: first.Unit, Count: len(engine.Catalogue),
		Facts: []docs.FactView{
			{Name: "Strict", Text: "Unknown or misspelled members are refused, with their place."},
			{Name: "Exact", Text: "The same bits on every machine, in every order."},
			{Name: "Stable", Text: "Names are added. A name’s meaning never changes."},
			{Name: "Pure", Text: "No clock, no network, no memory of earlier calls."},
		},
	}
	for _, t := range tries {
		answerOf(s, t)
		v.Choices = append(v.Choices, docs.ChoiceView{Operation: t.Operation, Label: t.Label})
		calls = append(calls, call{t, ways(t.Operation)})
	}
	text, err := json.Marshal(calls)
	s.Fail(err)
	v.Calls = string(text)
	for _, name := range groups() {
		v.Groups = append(v.Groups, groupView(name))
	}
	v.Folds = folds(s)
	if d.err == nil && s.Err != nil {
		d.err = s.Err
	}
	return build.Page{Path: v.Layout.Path, Component: docs.Index(v)}
}

// answerOf returns the answer of an operation, without its envelope.
func answerOf(s *prose.Writer, t tried) string {
	answer, refusal := mustFind(t.Operation).Answer([]byte(t.Request))
	if refusal != nil {
		s.Fail(refusal)
	}
	return string(answer)
}

// bigOf returns the number of an operation that takes the request of the tried one.
func bigOf(s *prose.Writer, t tried) string {
	var said map[string]any
	s.Fail(json.Unmarshal([]byte(answerOf(s, tried{Operation: t.Says.Operation, Request: t.Request})), &said))
	big, _ := said[t.Says.Member].(string)
	return big
}

func mustFind(name string) op.Op {
	o, found := engine.Find(name)
	if !found {
		panic("docs: no operation is called " + name)
	}
	return o
}

// long is from how many operations on a group is folded.
const long = 12

func groupView(name string) docs.GroupView {
	g := docs.GroupView{Name: groupName(name), Href: "/docs/operations/#" + name}
	for _, o := range engine.Catalogue {
		if frame.Group(o.Name) == name {
			g.List = append(g.List, docs.EntryView{Href: frame.OperationPath(o.Name), Name: o.Name})
		}
	}
	if len(g.List) >= long {
		var names []string
		for _, e := range g.List[:3] {
			names = append(names, strings.TrimPrefix(e.Name, name+"."))
		}
		g.Folded = strings.Join(names, ", ") + " … all " + strconv.Itoa(len(g.List))
	}
	return g
}

// folds are the rest of the page.
func folds(s *prose.Writer) []docs.FoldView {
	limits := op.OverHTTP()

	values := map[string]string{}
	fold := func(id, name, value string) {
		s.Section(id, name)
		values[id] = value
	}
	fold("ways", "Each way in detail", "types, limits, hosts")
	s.Text("**Module.** It loads its WebAssembly file from its own folder and needs no bundler. Copy `/engine/` to your " +
		"site, or import it from this site: every origin may use it. `call` takes and returns objects, and throws " +
		"`EngineError{code, field, message}`. `callJSON` takes and returns text: the [envelope](/docs/errors/#envelope). " +
		"`callBytes` does the same with UTF-8 bytes, so bulk requests need no copies as strings.")
	s.Text("**HTTP.** `POST %s/{operation}` takes the request and returns the result. `GET %s` lists the catalogue. "+
		"[%s](%s) describes the whole API (OpenAPI 3.1). Any origin may call it. A body may have 1 MiB. A request that would "+
		"need more than about %s s of processor time, %d MiB of memory or an answer of %d MiB is refused with status 413 and "+
		"an estimate. A busy host returns 503 with `Retry-After`. A host for static files has no API: use the module there.",
		engine.Prefix, engine.Prefix, apiDocument, apiDocument,
		strconv.FormatFloat(limits.Work/1e6, 'f', -1, 64), int(limits.Memory)>>20, int(limits.Answer)>>20)
	s.Text("**Command.** `tallyproof call` reads one request and writes one answer. In process, and by the command, bulk " +
		"operations take more than 1 MiB, and no request is too much work.")
	fold("pages-as-data", "Every page as data", ".md and .json")
	s.Text("Every page is also Markdown, with the same numbers in the same order: replace the slash at the end of its " +
		"address by `.md`, as in `/score/airena.md`; the home page is `/index.md`. [/llms.txt](/llms.txt) lists all of " +
		"them. A page’s own address answers with it too, if the `Accept` header of a request prefers `text/markdown` to " +
		"`text/html`; each answer names it in its `Link` header. A page of stored proofs is also JSON (`.json`, " +
		"`application/json`), and names both in its head. A host for plain files has only the addresses.")
	fold("errors", "Errors and warnings", "codes, places, status")
	s.Text("A refusal has a code, a message, and a JSON Pointer to the place. `warnings` lists every adjustment: nothing " +
		"is changed without notice. [Codes, HTTP status, and how to read them](/docs/errors/)")
	fold("own-rules", "Your own rulebook", "one JSON object")
	s.Text("Give it instead of a rulebook’s name, and score, rate and rank by other rules. [Its " +
		"members](/docs/rulebook/). [The formulas of the arenas, with their sources](/rules/)")
	fold("proofs", "Issue a score proof", "Go, Python, Node")
	s.Text("[The formats, the meaning of verdicts, and programs that sign](/docs/proofs/)")
	fold("keys", "Keys, storing, embedding", "addresses and cards")
	s.Text(strings.Join([]string{
		"- [Keys](/docs/keys/): which keys are listed, and how to add an arena’s keys",
		"- [Store and embed a proof](/docs/storing/): a permanent address, leaderboards, and cards for other sites",
	}, "\n"))
	fold("schemas", "Schemas and types", "TypeScript, OpenAPI 3.1")
	s.Text("[TypeScript declarations](/engine/engine.d.ts) of every operation, [OpenAPI](" + apiDocument + ") of the " +
		"HTTP API, and JSON Schemas of [a rulebook](" + rulebookSchema + ") and [a keyring](" + keysSchema + "). This is " +
		"version `" + engine.Version + "` of the contract; `engine.version` returns the version that you have.")
	var all []docs.FoldView
	for _, section := range s.Sections {
		all = append(all, docs.FoldView{ID: section.ID, Name: section.Title, Value: values[section.ID], Blocks: section.Blocks})
	}
	return all
}
