// Package openapi writes the OpenAPI 3.1 document of the HTTP API: the operations
// of a catalogue, and the stored proofs.
package openapi

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/tallyproof/tallyproof/core/engine"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/site/contract/examples"
	"github.com/tallyproof/tallyproof/site/contract/names"
	"github.com/tallyproof/tallyproof/site/contract/schema"
	"github.com/tallyproof/tallyproof/site/web"
)

// API returns the OpenAPI 3.1 document of the HTTP API that serves a catalogue.
// Examples are listed by operation. Examples of refusals are listed with their
// status, without their requests, which may violate the schema.
func API(catalogue []op.Op, examples map[string][]examples.Example) ([]byte, error) {
	a := &api{Types: schema.NewTypes(catalogue, schemaRef)}
	paths := schema.Members{{engine.Prefix, schema.Members{{"get", listing()}}}}
	for _, o := range catalogue {
		paths.Add(engine.Prefix+"/"+o.Name, schema.Members{{"post", a.operation(o, examples[o.Name])}})
	}
	paths = append(paths, stored()...)
	text, err := schema.Encode(schema.Members{
		{"openapi", "3.1.0"},
		{"info", schema.Members{
			{"title", "Tallyproof"},
			{"version", engine.Version},
			{"description", about},
		}},
		{"jsonSchemaDialect", schema.Dialect},
		{"servers", []schema.Members{{{"url", "/"}}}},
		{"paths", paths},
		{"components", schema.Members{{"schemas", a.schemas()}, {"responses", a.refusals()}}},
	})
	if err == nil {
		err = a.err
	}
	return append(text, '\n'), err
}

const about = "Recompute and explain scores, ratings, standings and rewards of AI arenas. " +
	"Every operation is a pure function: the same request gives the same bytes of answer, and nothing is stored. Hosts " +
	"with a database also store proofs and show them. " +
	"A request may have 1 MiB. It is read as JSON, whatever its Content-Type. Invalid input is refused, never repaired: " +
	"a problem has a code, a JSON Pointer to the place and a sentence. " +
	"maxLength counts characters; the engine counts bytes of UTF-8. " +
	"Operations and members are added. The meaning of a name never changes."

func schemaRef(name string) string { return "#/components/schemas/" + name }

// api writes the parts of the document. The first error stays.
type api struct {
	*schema.Types
	err error
}

// problemName is the name that RFC 9457 gives its document; no Go type of the
// catalogue has it.
const problemName = "ProblemDetails"

func (a *api) schemas() schema.Members {
	all := schema.Members{
		{problemName, schema.Whole(op.SchemaOf[engine.Problem]())},
		{storedProblem, schema.Whole(op.SchemaOf[web.Problem]())},
	}
	for _, d := range a.Names.Declared {
		all.Add(d.Name, a.Definition(d))
	}
	return all
}

func (a *api) operation(o op.Op, examples []examples.Example) schema.Members {
	group, _, _ := strings.Cut(o.Name, ".")
	return schema.Members{
		{"operationId", o.Name},
		{"summary", o.Doc},
		{"tags", []string{group}},
		{"requestBody", schema.Members{
			{"required", true},
			{"content", content("application/json", names.Request(o), a.requests(examples))},
		}},
		{"responses", a.responses(o, examples)},
	}
}

// responses returns the answer and every refusal: by reference, or in full if there
// are examples of it.
func (a *api) responses(o op.Op, examples []examples.Example) schema.Members {
	all := schema.Members{{"200", schema.Members{
		{"description", "The answer."},
		{"content", content("application/json", names.Response(o), a.answers(examples, 200))},
	}}}
	known := map[int]bool{200: true}
	for _, r := range refusals {
		known[r.status] = true
		if found := a.answers(examples, r.status); found != nil {
			all.Add(strconv.Itoa(r.status), r.response(found))
		} else {
			all.Add(strconv.Itoa(r.status), schema.Members{{"$ref", "#/components/responses/" + r.name}})
		}
	}
	for _, e := range examples {
		if !known[e.Status] {
			a.fail(fmt.Errorf("schema: example %q of %s has status %d: want one that the API has", e.Name, o.Name, e.Status))
		}
	}
	return all
}

// content returns a body of one media type. Its schema is a component.
func content(media, name string, examples schema.Members) schema.Members {
	body := schema.Members{{"schema", schema.Node{Ref: schemaRef(name)}}}
	if examples != nil {
		body.Add("examples", examples)
	}
	return schema.Members{{media, body}}
}

// requests returns the requests of the examples with an answer; nil if there are
// none.
func (a *api) requests(examples []examples.Example) (all schema.Members) {
	for _, e := range examples {
		if e.Status == 200 {
			a.example(&all, e, e.Request)
		}
	}
	return all
}

// answers returns the answers with a status, or nil.
func (a *api) answers(examples []examples.Example, status int) (all schema.Members) {
	for _, e := range examples {
		if e.Status == status {
			a.example(&all, e, e.Answer)
		}
	}
	return all
}

func (a *api) example(all *schema.Members, e examples.Example, value string) {
	if !json.Valid([]byte(value)) {
		a.fail(fmt.Errorf("schema: example %q: want JSON, not %s", e.Name, op.Quote(value)))
		return
	}
	all.Add(e.Name, schema.Members{{"summary", e.Title}, {"description", e.Source}, {"value", json.RawMessage(value)}})
}

func (a *api) fail(err error) {
	if a.err == nil {
		a.err = err
	}
}

// listing is GET /api/v1.
func listing() schema.Members {
	return schema.Members{
		{"operationId", "catalogue"},
		{"summary", "List the operations."},
		{"responses", schema.Members{
			{"200", schema.Members{
				{"description", "The catalogue."},
				{"headers", schema.Members{{"ETag", schema.Members{
					{"description", "A strong validator, for If-None-Match."},
					{"schema", schema.Node{Type: "string"}},
				}}}},
				{"content", schema.Members{{"application/json",
					schema.Members{{"schema", schema.Whole(op.SchemaOf[engine.Listing]())}}}}},
			}},
			{"304", schema.Members{{"description", "The catalogue has not changed: its ETag is in If-None-Match."}}},
			{"405", schema.Members{{"$ref", "#/components/responses/MethodNotAllowed"}}},
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
	{engine.StatusOf(engine.WrongMethod), "MethodNotAllowed", "The path does not support the method."},
	{engine.StatusOf(op.TooLarge), "TooLarge", "The body is over 1 MiB, or the work, the memory or the answer would be " +
		"over the limits. The detail has the estimate."},
	{engine.StatusOf(op.Invalid), "Invalid",
		"The request does not match the operation, or a submission came after its time limit."},
	{engine.StatusOf(op.Internal), "Internal", "An error in the engine. The engine continues to work."},
	{engine.StatusOf(engine.Busy), "Busy", "The host is busy. It has not read the request."},
}

// response returns a problem (RFC 9457).
func (r refusal) response(examples schema.Members) schema.Members {
	m := schema.Members{{"description", r.description}}
	header := func(name, description string) {
		m.Add("headers", schema.Members{{name, schema.Members{{"description", description},
			{"schema", schema.Node{Type: "string"}}}}})
	}
	switch r.status {
	case engine.StatusOf(engine.WrongMethod):
		header("Allow", "The methods that the path supports.")
	case engine.StatusOf(engine.Busy):
		header("Retry-After", "Seconds to wait before the request is sent again.")
	}
	m.Add("content", content("application/problem+json", problemName, examples))
	return m
}

func (a *api) refusals() schema.Members {
	var all schema.Members
	for _, r := range refusals {
		all.Add(r.name, r.response(nil))
	}
	return all
}
