package score

import (
	"reflect"
	"testing"

	"github.com/tallyproof/tallyproof/core/explain/breakdown"
	"github.com/tallyproof/tallyproof/core/explain/scores"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/site/pages/frame"
	"github.com/tallyproof/tallyproof/templates/parts"
)

func TestAirenaInputs(t *testing.T) {
	req := airenaExample()
	for _, tt := range []struct {
		key      string
		inputs   int
		first    string
		measured bool
	}{
		{"correctness", 2, "/measurements/correctness/passed", true},
		{"speed", 2, "/measurements/speed/time_ms", true},
		{"quality", 5, "/measurements/quality/items/0", false},
		{"process", 5, "/measurements/process/items/0", false},
	} {
		d, _ := frame.Resolve("airena").Dimension(tt.key)
		v := airenaInputs(d, req.Measurements[tt.key])
		if len(v.Inputs) != tt.inputs || v.Inputs[0].Name != tt.first || len(v.Modes) != 2 || v.Modes[0].Checked != tt.measured {
			t.Errorf("%s: %+v", tt.key, v)
		}
	}
}

func TestClawdiatorsInputs(t *testing.T) {
	req := clawdiatorsExample()
	for _, tt := range []struct {
		d          rulebook.Dimension
		on         bool
		weight     string
		score      string
		measurable bool
	}{
		{rulebook.Dimension{Key: "correctness"}, true, "50", "900", false},
		{rulebook.Dimension{Key: "speed"}, true, "20", "780", true},
		{rulebook.Dimension{Key: "precision"}, false, "10", "700", false},
		{rulebook.Dimension{Key: "call_efficiency"}, false, "10", "700", true},
	} {
		v := clawdiatorsRow(tt.d, req, breakdown.ScoreResponse{}, scores.LeversResponse{})
		if v.On != tt.on || v.Weight.Value != tt.weight || v.Run.Score.Value != tt.score || (v.Limit != nil) != tt.measurable {
			t.Errorf("%s: %+v", tt.d.Key, v)
		}
	}
}

func TestRulers(t *testing.T) {
	want := []parts.TickView{{At: 0, Label: "0"}, {At: 70, Label: "700"}, {At: 40, Label: "400"}, {At: 100, Label: "1000"}}
	if got := results(); !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v: want %+v", got, want)
	}
}
