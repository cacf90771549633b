package openapi

import (
	"bytes"
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/core/engine"
	"github.com/tallyproof/tallyproof/core/jcs"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/site/contract/examples"
	"github.com/tallyproof/tallyproof/site/contract/internal/schematest"
	"github.com/tallyproof/tallyproof/site/contract/names"
)

// tree is a type that no operation of the catalogue has.
type tree struct {
	Children []tree `json:"children,omitempty"`
}

func apiText(t testing.TB) []byte {
	t.Helper()
	text, err := API(engine.Catalogue, schematest.Examples(t))
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// get follows the names of members.
func get(t testing.TB, v any, names ...string) any {
	t.Helper()
	for _, name := range names {
		m, ok := v.(map[string]any)
		if !ok || m[name] == nil {
			t.Fatalf("there is no %q of %q", name, names)
		}
		v = m[name]
	}
	return v
}

// Every operation is there once with its two types, every status of the API
// with its problem, and every reference leads somewhere.
func TestAPI(t *testing.T) {
	text := apiText(t)
	if _, err := jcs.Parse(text); err != nil { // also refuses two members of one name
		t.Fatal(err)
	}
	v := schematest.Value(t, text)
	paths := get(t, v, "paths").(map[string]any)
	if len(paths) != len(engine.Catalogue)+1+len(stored()) {
		t.Errorf("%d paths: want one for each operation, the catalogue, and those of stored proofs", len(paths))
	}
	for _, o := range engine.Catalogue {
		post := get(t, paths, engine.Prefix+"/"+o.Name, "post")
		if got := get(t, post, "operationId"); got != o.Name {
			t.Errorf("%s has the id %q", o.Name, got)
		}
		for want, at := range map[string][]string{
			schemaRef(names.Request(o)):  {"requestBody", "content", "application/json", "schema", "$ref"},
			schemaRef(names.Response(o)): {"responses", "200", "content", "application/json", "schema", "$ref"},
		} {
			if got := get(t, post, at...); got != want {
				t.Errorf("%s: %q is %q, want %q", o.Name, at, got, want)
			}
		}
		if got := slices.Sorted(maps.Keys(get(t, post, "responses").(map[string]any))); !slices.Equal(got, []string{"200", "400", "404", "405", "413", "422", "500", "503"}) {
			t.Errorf("%s answers with %q", o.Name, got)
		}
	}
	refs := 0
	for ref := range references(v) {
		refs++
		at, ok := strings.CutPrefix(ref, "#/")
		if !ok {
			t.Errorf("%q leads out of the document", ref)
			continue
		}
		get(t, v, strings.Split(at, "/")...)
	}
	if refs == 0 {
		t.Error("there are no references")
	}
}

// references are the values of every $ref.
func references(v any) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		var walk func(v any) bool
		walk = func(v any) bool {
			switch v := v.(type) {
			case map[string]any:
				for name, below := range v {
					if ref, ok := below.(string); ok && name == "$ref" && !yield(ref) || !walk(below) {
						return false
					}
				}
			case []any:
				for _, below := range v {
					if !walk(below) {
						return false
					}
				}
			}
			return true
		}
		walk(v)
	}
}

// Each code of a problem has a status that is described, and each is described
// for some code.
func TestRefusals(t *testing.T) {
	described := map[int]bool{}
	for _, r := range refusals {
		if described[r.status] {
			t.Errorf("%d is there twice", r.status)
		}
		described[r.status] = true
	}
	codes := 0
	for _, f := range op.SchemaOf[engine.Problem]().Fields {
		if f.Name != "code" {
			continue
		}
		for _, code := range f.Schema.Enum {
			codes++
			if !described[engine.StatusOf(code)] {
				t.Errorf("%s: its status %d is not described", code, engine.StatusOf(code))
			}
		}
	}
	if codes < len(refusals) {
		t.Errorf("%d codes for %d refusals", codes, len(refusals))
	}
}

// What the engine takes and answers has the published shapes: the examples, and
// requests that are examples broken at random.
func TestAPIIsSound(t *testing.T) {
	const seed, rounds = 20261121, 15
	v := schematest.NewValidator(t, "http://tallyproof.test/api/openapi.json", apiText(t))
	problem := v.At(t, "/components/schemas/"+problemName)
	listing := v.At(t, schematest.Pointer([]string{"paths", engine.Prefix, "get", "responses", "200", "content", "application/json", "schema"}))
	if err := listing.Validate(schematest.Value(t, engine.HTTP(engine.Request{Method: "GET", Path: engine.Prefix}).Body)); err != nil {
		t.Error(err)
	}
	if err := problem.Validate(schematest.Value(t, engine.HTTP(engine.Request{Method: "PUT", Path: engine.Prefix}).Body)); err != nil {
		t.Error(err)
	}
	all := schematest.Examples(t)
	for _, o := range engine.Catalogue {
		t.Run(o.Name, func(t *testing.T) {
			request, response := v.At(t, "/components/schemas/"+names.Request(o)), v.At(t, "/components/schemas/"+names.Response(o))
			try := func(text []byte) {
				res := engine.HTTP(engine.Request{Method: "POST", Path: engine.Prefix + "/" + o.Name, Body: text})
				if res.Status != 200 {
					if err := problem.Validate(schematest.Value(t, res.Body)); err != nil {
						t.Errorf("the problem: %v\n%s", err, res.Body)
					}
					return
				}
				if err := request.Validate(schematest.Value(t, text)); err != nil {
					t.Errorf("the schema refuses what the engine accepts: %v\n%s", err, text)
				}
				if err := response.Validate(schematest.Value(t, res.Body)); err != nil {
					t.Errorf("the answer: %v\nto %s\nis %s", err, text, res.Body)
				}
			}
			r := rand.New(rand.NewPCG(seed, 1))
			for _, e := range all[o.Name] {
				try([]byte(e.Request))
				for range rounds {
					if e.Status == 200 && len(e.Answer) < 50_000 {
						try(schematest.Mutant(r, []byte(e.Request)))
					}
				}
			}
		})
	}
}

// Every example of testdata/ops is in the document: the request and the answer,
// or the problem beside its status.
func TestAPIExamples(t *testing.T) {
	document := schematest.Value(t, apiText(t))
	answered, refused := 0, 0
	for name, list := range schematest.Examples(t) {
		post := get(t, document, "paths", engine.Prefix+"/"+name, "post")
		for _, e := range list {
			media := "application/json"
			if e.Status != 200 {
				media = "application/problem+json"
				refused++
			} else if answered++; !reflect.DeepEqual(get(t, post, "requestBody", "content", media, "examples", e.Name, "value"), schematest.Value(t, []byte(e.Request))) {
				t.Errorf("%s/%s: the request is another", name, e.Name)
			}
			if !reflect.DeepEqual(get(t, post, "responses", strconv.Itoa(e.Status), "content", media, "examples", e.Name, "value"), schematest.Value(t, []byte(e.Answer))) {
				t.Errorf("%s/%s: the answer is another", name, e.Name)
			}
		}
	}
	if answered == 0 || refused == 0 {
		t.Errorf("%d examples answered and %d refused: want some of both", answered, refused)
	}
}

func TestAPIErrors(t *testing.T) {
	catalogue := []op.Op{schematest.Define[tree, tree]("plain.one")}
	for _, row := range []struct {
		name    string
		example examples.Example
		want    string
	}{
		{"status of no refusal", examples.Example{Name: "a", Request: "{}", Answer: "{}", Status: 418}, `schema: example "a" of plain.one has status 418: want one that the API has`},
		{"answer that is not JSON", examples.Example{Name: "a", Request: "{}", Answer: "{", Status: 200}, `schema: example "a": want JSON, not "{"`},
		{"refused request that is not JSON", examples.Example{Name: "a", Request: "{", Answer: "{}", Status: 400}, ""},
	} {
		t.Run(row.name, func(t *testing.T) {
			got := ""
			if _, err := API(catalogue, map[string][]examples.Example{"plain.one": {row.example}}); err != nil {
				got = err.Error()
			}
			if got != row.want {
				t.Errorf("got %q, want %q", got, row.want)
			}
		})
	}
}

func TestDeterministic(t *testing.T) {
	all := schematest.Examples(t)
	first := apiText(t)
	for range 5 {
		if again, err := API(engine.Catalogue, all); err != nil || !bytes.Equal(first, again) {
			t.Fatalf("two runs differ, or %v", err)
		}
	}
}
