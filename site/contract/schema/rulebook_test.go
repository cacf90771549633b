package schema

import (
	"encoding/json"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/tallyproof/tallyproof/core/engine"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/site/contract/internal/schematest"
)

func rulebookSchema(t testing.TB) *jsonschema.Schema {
	t.Helper()
	text, err := Document(engine.Catalogue, "Rulebook", Head{ID: "/schema/rulebook.json"})
	if err != nil {
		t.Fatal(err)
	}
	return schematest.NewValidator(t, "http://tallyproof.test/schema/rulebook.json", text).At(t, "")
}

// builtIn are the built-in rulebooks, by id.
func builtIn(t testing.TB) map[string][]byte {
	t.Helper()
	all := map[string][]byte{}
	for _, rb := range rulebook.BuiltIn() {
		res := engine.HTTP(engine.Request{Method: "POST", Path: engine.Prefix + "/rulebook.get", Body: []byte(`{"id":"` + rb.ID + `"}`)})
		if res.Status != 200 {
			t.Fatalf("%s: %s", rb.ID, res.Body)
		}
		all[rb.ID] = res.Body
	}
	if len(all) == 0 {
		t.Fatal("no rulebook is built in")
	}
	return all
}

// check is what rulebook.check answers.
func check(t testing.TB, rb []byte) (answer struct {
	OK       bool
	Problems []rulebook.Problem
}) {
	t.Helper()
	res := engine.HTTP(engine.Request{Method: "POST", Path: engine.Prefix + "/rulebook.check", Body: slices.Concat([]byte(`{"rulebook":`), rb, []byte(`}`))})
	if res.Status != 200 {
		t.Fatalf("rulebook.check: %s", res.Body)
	}
	if err := json.Unmarshal(res.Body, &answer); err != nil {
		t.Fatal(err)
	}
	return answer
}

func TestBuiltInRulebooks(t *testing.T) {
	s := rulebookSchema(t)
	for id, rb := range builtIn(t) {
		if err := s.Validate(schematest.Value(t, rb)); err != nil {
			t.Errorf("%s: %v", id, err)
		}
	}
}

// custom are the rulebooks that stand whole in the examples of operations.
func custom(t testing.TB) map[string][]byte {
	t.Helper()
	all := map[string][]byte{}
	for name, list := range schematest.Examples(t) {
		for _, e := range list {
			var request struct{ Rulebook json.RawMessage }
			if json.Unmarshal([]byte(e.Request), &request) == nil && strings.HasPrefix(string(request.Rulebook), "{") {
				all[name+"/"+e.Name] = request.Rulebook
			}
		}
	}
	return all
}

func TestCustomRulebooks(t *testing.T) {
	s := rulebookSchema(t)
	accepted, refused := 0, 0
	for name, rb := range custom(t) {
		ok := check(t, rb).OK
		err := s.Validate(schematest.Value(t, rb))
		if ok && err != nil {
			t.Errorf("%s: the engine accepts it, the schema does not: %v", name, err)
		}
		if ok {
			accepted++
		} else {
			refused++
		}
	}
	if accepted == 0 || refused == 0 {
		t.Errorf("%d rulebooks that hold and %d that do not: want some of both", accepted, refused)
	}
}

// valid is testdata/ops/rulebook.check/custom.txtar with more members.
const valid = `{"id": "my-arena", "name": "My arena", "source": "me", "arithmetic": "exact", "scale": 10,
	"dimensions": [{"key": "tests", "label": "Tests", "weight": 0.75, "measure": "pass-ratio"}, {"key": "style", "label": "Style", "weight": 0.25, "measure": "rubric"}],
	"composite": {"rounding": "none", "min_dimensions": 1},
	"results": [{"id": "win", "min": 7}, {"id": "loss", "min": 0}],
	"rating": {"scheme": "solo", "start": 1500, "scale": 400, "k": [{"from": 0, "k": 24}], "rounding": "none", "floor": 100, "bonuses": [{"id": "safe", "factor": 1.1, "needs": ["verified"]}], "category": {"start": 1000}},
	"tiers": [{"id": "new", "name": "New"}, {"id": "old", "name": "Old", "needs": [{"stat": "challenges", "min": 3}]}],
	"badges": [{"id": "streak", "name": "Streak", "need": {"stat": "score_streak", "min": 3, "above": 5}}]}`

func TestBrokenRulebooks(t *testing.T) {
	s := rulebookSchema(t)
	if got := check(t, []byte(valid)); !got.OK || s.Validate(schematest.Value(t, []byte(valid))) != nil {
		t.Fatalf("the rulebook to break does not hold: %v, %v", got.Problems, s.Validate(schematest.Value(t, []byte(valid))))
	}
	for _, row := range []struct{ name, old, new, field string }{
		{"unknown member", `"source"`, `"note": "", "source"`, "/note"},
		{"misspelled member", `"id": "my-arena"`, `"ID": "my-arena"`, "/ID"},
		{"a name to escape", `"source"`, `"a/~b": "", "source"`, "/a~1~0b"},
		{"missing id", `"id": "my-arena", `, "", "/id"},
		{"missing in a list", `"label": "Style", `, "", "/dimensions/1/label"},
		{"missing below", `"scheme": "solo", `, "", "/rating/scheme"},
		{"text for a number", `"scale": 10`, `"scale": "10"`, "/scale"},
		{"number for a text", `"source": "me"`, `"source": 1`, "/source"},
		{"null for a text", `"source": "me"`, `"source": null`, "/source"},
		{"null for what may be absent", `"floor": 100`, `"floor": null`, "/rating/floor"},
		{"object for a list", `"results": [{"id": "win", "min": 7}, {"id": "loss", "min": 0}]`, `"results": {}`, "/results"},
		{"list for an object", `"composite": {"rounding": "none", "min_dimensions": 1}`, `"composite": []`, "/composite"},
		{"weight below its range", `"weight": 0.25`, `"weight": -0.25`, "/dimensions/1/weight"},
		{"weight above its range", `"weight": 0.75`, `"weight": 100.5`, "/dimensions/0/weight"},
		{"scale of 0", `"scale": 10`, `"scale": 0`, "/scale"},
		{"fraction for a whole number", `"min_dimensions": 1`, `"min_dimensions": 1.5`, "/composite/min_dimensions"},
		{"unknown arithmetic", `"exact"`, `"decimal"`, "/arithmetic"},
		{"unknown measure", `"rubric"`, `"taste"`, "/dimensions/1/measure"},
		{"unknown condition in a list", `["verified"]`, `["verified", "signed"]`, "/rating/bonuses/0/needs/1"},
		{"too few items", `["verified"]`, `[]`, "/rating/bonuses/0/needs"},
		{"too many items", `["verified"]`, `["verified", "verified", "verified", "verified"]`, "/rating/bonuses/0/needs"},
		{"more titles than fit", `"results"`, `"titles": [` + strings.Repeat(`{"id": "a", "name": "A"},`, 64) + `{"id": "b", "name": "B"}], "results"`, "/titles"},
		{"text too long", `"my-arena"`, `"` + strings.Repeat("a", 61) + `"`, "/id"},
	} {
		t.Run(row.name, func(t *testing.T) {
			rb := strings.Replace(valid, row.old, row.new, 1)
			if rb == valid {
				t.Fatalf("there is no %s to replace", row.old)
			}
			if got := schematest.Pointers(s.Validate(schematest.Value(t, []byte(rb)))); !slices.Contains(got, row.field) {
				t.Errorf("the schema refuses at %q, want %q", got, row.field)
			}
			if got := check(t, []byte(rb)); got.OK || len(got.Problems) != 1 || got.Problems[0].Field != row.field {
				t.Errorf("rulebook.check finds %v, want a problem at %q", got.Problems, row.field)
			}
		})
	}
}

// TestRulebookSchemaIsSound breaks rulebooks at random. What the schema refuses
// rulebook.check refuses; and the schema refuses each wrong shape, at the place
// that decoding names, unless it is a text with more bytes than characters.
func TestRulebookSchemaIsSound(t *testing.T) {
	const seed, rounds = 20261121, 2_000
	r := rand.New(rand.NewPCG(seed, 0))
	s, shape := rulebookSchema(t), op.SchemaOf[rulebook.Rulebook]()
	all := maps.Clone(builtIn(t))
	all["valid"] = []byte(valid)
	ids := slices.Sorted(maps.Keys(all))
	accepted, refused := 0, 0
	for range rounds {
		rb := schematest.Mutant(r, all[ids[r.IntN(len(ids))]])
		refusal := s.Validate(schematest.Value(t, rb))
		wrong := shape.Decode(rb, new(rulebook.Rulebook))
		switch {
		case refusal != nil && (wrong == nil || check(t, rb).OK):
			t.Fatalf("the schema refuses what the engine accepts: %v\n%s", refusal, rb)
		case wrong != nil && strings.Contains(wrong.Message, "bytes of text"):
		case refusal == nil && wrong != nil:
			t.Fatalf("the schema accepts what has the wrong shape: %v\n%s", wrong, rb)
		case wrong != nil && !slices.Contains(schematest.Pointers(refusal), wrong.Field):
			t.Fatalf("decoding refuses at %q, the schema at %q\n%s", wrong.Field, schematest.Pointers(refusal), rb)
		case refusal != nil:
			refused++
		default:
			accepted++
		}
	}
	if accepted < rounds/20 || refused < rounds/20 {
		t.Errorf("%d accepted and %d refused of %d: want some of both", accepted, refused, rounds)
	}
}
