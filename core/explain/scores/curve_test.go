package scores

import (
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/core/measure"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/rulebook"
)

// The curve follows the one input that moves a score, from where it gives all to where it
// gives nothing; what several inputs make has none.
func TestMeasureReach(t *testing.T) {
	x := func(v float64) *float64 { return &v }
	n := func(v int) *int { return &v }
	tests := []struct {
		name, rulebook, dimension string
		got                       measure.Measurement
		answer, field             string
		least, most               float64
	}{
		{"a time", "airena", "speed", measure.Measurement{TimeMs: x(1500), FastestMs: x(1000)}, "75.00", "time_ms", 1000, 3300},
		{"a time below the fastest", "airena", "speed", measure.Measurement{TimeMs: x(500), FastestMs: x(1000)}, "100.00", "time_ms", 500, 3300},
		{"a time far beyond", "airena", "speed", measure.Measurement{TimeMs: x(9000), FastestMs: x(1000)}, "0.00", "time_ms", 1000, 9000},
		{"a budget of time", "clawdiators", "speed", measure.Measurement{Used: x(150), Limit: x(600)}, "750", "used", 0, 600},
		{"a curve of time", "clawdiators-live", "speed", measure.Measurement{Used: x(300), Limit: x(600)}, "354", "used", 0, 600},
		{"tests", "airena", "correctness", measure.Measurement{Passed: n(97), Total: n(100)}, "97.00", "passed", 0, 100},
		{"a given score", "airena", "quality", measure.Measurement{Score: x(80)}, "80.00", "score", 0, 100},
		{"five items", "airena", "quality", measure.Measurement{Items: []float64{16, 16, 16, 16, 16}}, "80.00", "", 0, 0},
		{"a time that no picture holds", "airena", "speed", measure.Measurement{TimeMs: x(1e16), FastestMs: x(1000)}, "0.00", "", 0, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := Measure(MeasureRequest{Rulebook: rulebook.ID(tt.rulebook), Dimension: tt.dimension,
				Measurements: map[string]measure.Measurement{tt.dimension: tt.got}})
			if err != nil {
				t.Fatal(err)
			}
			if got.Answer != tt.answer || got.Field != tt.field || got.Least != tt.least || got.Most != tt.most {
				t.Errorf("got %s by %q from %v to %v, want %s by %q from %v to %v", got.Answer, got.Field, got.Least, got.Most,
					tt.answer, tt.field, tt.least, tt.most)
			}
			if (got.Curve == "") != (tt.field == "") {
				t.Errorf("a curve of %q: %t", tt.field, got.Curve != "")
			}
		})
	}
}

func TestMeasureRefusals(t *testing.T) {
	some := map[string]measure.Measurement{"correctness": {}}
	for _, tt := range []struct{ dimension, field string }{
		{"grace", "/dimension"}, {"speed", "/measurements/speed"}, {"correctness", "/measurements/correctness/passed"},
	} {
		_, err := Measure(MeasureRequest{Rulebook: rulebook.ID("airena"), Dimension: tt.dimension, Measurements: some})
		refusal, ok := err.(*op.Error)
		if !ok || refusal.Field != tt.field || !strings.Contains(refusal.Message, "want ") {
			t.Errorf("%s: %v, want a refusal of %s", tt.dimension, err, tt.field)
		}
	}
}
