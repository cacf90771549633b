package schema

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/tallyproof/tallyproof/core/engine"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/site/names"
	"github.com/tallyproof/tallyproof/site/web"
)

// Example is a worked example of an operation.
type Example struct {
	Name    string // unique among those of the operation
	Title   string // for readers
	Source  string // where its numbers come from
	Request string // JSON, unless it is refused as malformed
	Answer  string // JSON: the answer, or the problem
	Status  int    // over HTTP
}

// API is the OpenAPI 3.1 document of the HTTP API that serves a catalogue.
// Examples are by operation; those of refusals stand beside their status, and
// without their requests, which need not fit the schema.
func API(catalogue []op.Op, examples map[string][]Example) ([]byte, error) {
	a := &api{types: newTypes(catalogue, schemaRef)}
	paths := members{{engine.Prefix, members{{"get", listing()}}}}
	for _, o := range catalogue {
		paths.add(engine.Prefix+"/"+o.Name, members{{"post", a.operation(o, examples[o.Name])}})
	}
	paths = append(paths, stored()...)
	text, err := encode(members{
		{"openapi", "3.1.0"},
		{"info", members{
			{"title", "Tallyproof"},
			{"version", engine.Version},
			{"description", about},
		}},
		{"jsonSchemaDialect", dialect},
		{"servers", []members{{{"url", "/"}}}},
		{"paths", paths},
		{"components", members{{"schemas", a.schemas()}, {"responses", a.refusals()}}},
	})
	if err == nil {
		err = a.err
	}
	return append(text, '\n'), err
}

const about = "Recompute and explain scores, ratings, standings and rewards of AI arenas. " +
	"Every operation is a pure function: the same request gives the same bytes of answer, and nothing is kept. Hosts with a database also store proofs and show them. " +
	"A request may have 1 MiB, and is read as JSON whatever its Content-Type says. Input is refused, never repaired: a problem has a code, a JSON Pointer to the place and a sentence. " +
	"maxLength counts characters; the engine counts bytes of UTF-8. " +
	"Operations and members are added, and what a name means never changes."

func schemaRef(name string) string { return "#/components/schemas/" + name }

// api writes the parts of the document. The first error stays.
type api struct {
	*types
	err error
}

// apart writes types of HTTP, which no operation has: whole, where they stand.
var apart = shaper{&types{names: names.Of(nil)}, false}

// problemName is the name that RFC 9457 gives its document; no Go type of the
// catalogue has it.
const problemName = "ProblemDetails"

func (a *api) schemas() members {
	all := members{
		{problemName, apart.shape(op.SchemaOf[engine.Problem]())},
		{storedProblem, apart.shape(op.SchemaOf[web.Problem]())},
	}
	for _, d := range a.names.Declared {
		all.add(d.Name, a.definition(d))
	}
	return all
}

func (a *api) operation(o op.Op, examples []Example) members {
	group, _, _ := strings.Cut(o.Name, ".")
	return members{
		{"operationId", o.Name},
		{"summary", o.Doc},
		{"tags", []string{group}},
		{"requestBody", members{
			{"required", true},
			{"content", content("application/json", names.Request(o), a.requests(examples))},
		}},
		{"responses", a.responses(o, examples)},
	}
}

// responses are the answer and every refusal: by reference, or whole where
// there are examples of it.
func (a *api) responses(o op.Op, examples []Example) members {
	all := members{{"200", members{
		{"description", "The answer."},
		{"content", content("application/json", names.Response(o), a.answers(examples, 200))},
	}}}
	known := map[int]bool{200: true}
	for _, r := range refusals {
		known[r.status] = true
		if found := a.answers(examples, r.status); found != nil {
			all.add(strconv.Itoa(r.status), r.response(found))
		} else {
			all.add(strconv.Itoa(r.status), members{{"$ref", "#/components/responses/" + r.name}})
		}
	}
	for _, e := range examples {
		if !known[e.Status] {
			a.fail(fmt.Errorf("schema: example %q of %s has status %d: want one that the API has", e.Name, o.Name, e.Status))
		}
	}
	return all
}

// content is a body of one media type. Its schema is a component.
func content(media, name string, examples members) members {
	body := members{{"schema", node{Ref: schemaRef(name)}}}
	if examples != nil {
		body.add("examples", examples)
	}
	return members{{media, body}}
}

// requests are those of the examples that are answered, nil if none is.
func (a *api) requests(examples []Example) (all members) {
	for _, e := range examples {
		if e.Status == 200 {
			a.example(&all, e, e.Request)
		}
	}
	return all
}

// answers are those with one status, nil if there is none.
func (a *api) answers(examples []Example, status int) (all members) {
	for _, e := range examples {
		if e.Status == status {
			a.example(&all, e, e.Answer)
		}
	}
	return all
}

func (a *api) example(all *members, e Example, value string) {
	if !json.Valid([]byte(value)) {
		a.fail(fmt.Errorf("schema: example %q: want JSON, not %s", e.Name, op.Quote(value)))
		return
	}
	all.add(e.Name, members{{"summary", e.Title}, {"description", e.Source}, {"value", json.RawMessage(value)}})
}

func (a *api) fail(err error) {
	if a.err == nil {
		a.err = err
	}
}

// listing is GET /api/v1.
func listing() members {
	return members{
		{"operationId", "catalogue"},
		{"summary", "List the operations."},
		{"responses", members{
			{"200", members{
				{"description", "The catalogue."},
				{"headers", members{{"ETag", members{
					{"description", "A strong validator, for If-None-Match."},
					{"schema", node{Type: "string"}},
				}}}},
				{"content", members{{"application/json", members{{"schema", apart.shape(op.SchemaOf[engine.Listing]())}}}}},
			}},
			{"304", members{{"description", "The catalogue is the one that If-None-Match names."}}},
			{"405", members{{"$ref", "#/components/responses/MethodNotAllowed"}}},
		}},
	}
}

// refusal is a status that the API refuses with.
type refusal struct {
	status            int
	name, description string
}

var refusals = []refusal{
	{engine.StatusOf(op.Malformed), "Malformed", "The body is not strict JSON."},
	{engine.StatusOf(op.Unknown), "UnknownOperation", "The host has no such operation."},
	{engine.StatusOf(engine.WrongMethod), "MethodNotAllowed", "The method is not one that the path answers."},
	{engine.StatusOf(op.TooLarge), "TooLarge", "The body is over 1 MiB, or the work, the memory or the answer would be over the limits: the detail has the estimate."},
	{engine.StatusOf(op.Invalid), "Invalid", "The request does not fit the operation, or a submission came after its time limit."},
	{engine.StatusOf(op.Internal), "Internal", "A fault of the engine. It keeps working."},
	{engine.StatusOf(engine.Busy), "Busy", "The host has as much work as it takes, and has not looked at the request."},
}

// response is a problem (RFC 9457).
func (r refusal) response(examples members) members {
	m := members{{"description", r.description}}
	header := func(name, description string) {
		m.add("headers", members{{name, members{{"description", description}, {"schema", node{Type: "string"}}}}})
	}
	switch r.status {
	case engine.StatusOf(engine.WrongMethod):
		header("Allow", "The methods that the path answers.")
	case engine.StatusOf(engine.Busy):
		header("Retry-After", "Seconds to wait before the request is sent again.")
	}
	m.add("content", content("application/problem+json", problemName, examples))
	return m
}

func (a *api) refusals() members {
	var all members
	for _, r := range refusals {
		all.add(r.name, r.response(nil))
	}
	return all
}
