package measure

import (
	"encoding/json"
	"slices"
	"testing"
)

// filled has a value for every member of a measurement. A new input needs one here.
const filled = `{"score": 50, "passed": 6, "total": 10, "exit_codes": [0, 1], "timed_out": false, "time_ms": 300,
	"fastest_ms": 200, "used": 30, "limit": 100, "value": 40, "items": [10, 10, 10, 10, 10]}`

// of returns a measurement with some of the members in filled.
func of(t *testing.T, names ...string) *Measurement {
	t.Helper()
	var all, some = map[string]json.RawMessage{}, map[string]json.RawMessage{}
	if err := json.Unmarshal([]byte(filled), &all); err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		if all[name] == nil {
			t.Fatalf("no value for %s: add one to filled", name)
		}
		some[name] = all[name]
	}
	text, err := json.Marshal(some)
	if err != nil {
		t.Fatal(err)
	}
	var m Measurement
	if err := json.Unmarshal(text, &m); err != nil {
		t.Fatal(err)
	}
	return &m
}

// A measure gets a score of its inputs, names each that is missing, and refuses what it
// does not read.
func TestInputsReachTheirMeasure(t *testing.T) {
	for _, m := range All {
		var names []string
		for _, input := range m.Inputs {
			names = append(names, input.Name)
		}
		if _, refusal := m.Score(&Case{Measurement: of(t, names...), Scale: 100, Verified: true}); refusal != nil {
			t.Errorf("%s of %v: %v", m.ID, names, refusal)
		}
		for i, input := range m.Inputs {
			without := of(t, slices.Concat(names[:i], names[i+1:])...)
			_, refusal := m.Score(&Case{Measurement: without, Scale: 100, Verified: true, Key: "d"})
			if missing := refusal != nil && refusal.Field == "/measurements/d/"+input.Name; missing == input.Optional {
				t.Errorf("%s without %s: %v", m.ID, input.Name, refusal)
			}
		}
		for _, other := range members {
			if m.reads(other.name) || other.name == "score" {
				continue
			}
			more := of(t, append(slices.Clone(names), other.name)...)
			_, refusal := m.Score(&Case{Measurement: more, Scale: 100, Verified: true, Key: "d"})
			if refusal == nil || refusal.Field != "/measurements/d/"+other.name {
				t.Errorf("%s with %s: %v", m.ID, other.name, refusal)
			}
		}
	}
}

// A lever that was put at its best stands there.
func TestLeversMove(t *testing.T) {
	for _, m := range All {
		var names []string
		for _, input := range m.Inputs {
			names = append(names, input.Name)
		}
		before := of(t, names...)
		lever := m.Lever(before, Shape{}, 100, 1)
		if lever == nil || lever.From == lever.Best {
			t.Fatalf("%s: the lever %+v does not move", m.ID, lever)
		}
		after := lever.Put(*before, lever.Best)
		if now := m.Lever(&after, Shape{}, 100, 1); now.From != lever.Best {
			t.Errorf("%s: %s stands at %v after it was put at %v", m.ID, lever.Field, now.From, lever.Best)
		}
	}
}
