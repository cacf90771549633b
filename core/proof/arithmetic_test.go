package proof

import (
	"fmt"
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/core/internal/prooftest"
	"github.com/tallyproof/tallyproof/core/op"
)

// A total so small that it is shown with an exponent is not rounded to a whole number.
func TestTinyTotals(t *testing.T) {
	public, private := prooftest.TestKey('v')
	const parts = `"agent_id": "nova", "correctness": 0, "speed": 0, "quality": 0, "process": 2`
	for _, c := range []struct{ name, total, verdict string }{
		{"the total", "0.4", authentic},
		{"rounded to a whole number", "0", authentic},
		{"seven decimals", "1e-7", qualified},
		{"eight decimals", "1.5e-7", qualified},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := verified(t, VerifyRequest{Text: declaredRecord(private, parts+`, "final_score": `+c.total+weighed), Keys: pin(public, "")})
			if got.Verdict != c.verdict || got.Recomputed == nil || got.Recomputed.Agrees != (c.verdict == authentic) {
				t.Errorf("%s, %+v, %q", got.Verdict, got.Recomputed, messages(got.Checks))
			}
		})
	}
}

// Weights sum to the whole by the rule of score.compute: to 1 within 0.001 or to 100
// within 0.1, as decimals and with both bounds.
func TestSumsOfWeights(t *testing.T) {
	public, private := prooftest.TestKey('v')
	many := map[string]float64{}
	for i := range mostWeights + 1 {
		many[fmt.Sprint(i)] = 0
	}
	for _, c := range []struct {
		name    string
		process string // beside weights that sum to 0.75 or 75
		whole   float64
		want    string // of the message, if it is refused
	}{
		{"fractions, the lower bound", "0.249", 1, ""},
		{"fractions, below it", "0.2489999", 1, "The weights sum to 0.9989999, not to 1 or 100 %."},
		{"fractions, the upper bound", "0.251", 1, ""},
		{"fractions, above it", "0.2510001", 1, "The weights sum to 1.0010001, not to 1 or 100 %."},
		{"percentages, the lower bound", "24.9", 100, ""},
		{"percentages, below it", "24.899999", 100, "The weights sum to 99.899999, not to 1 or 100 %."},
		{"percentages, the upper bound", "25.1", 100, ""},
		{"percentages, above it", "25.100001", 100, "The weights sum to 100.100001, not to 1 or 100 %."},
		{"neither", "0.25", 60, "The weights sum to 45.25, not to 1 or 100 %."},
	} {
		t.Run(c.name, func(t *testing.T) {
			quarter := op.Show(c.whole / 4)
			weights := fmt.Sprintf(`, "scoring_weights": {"correctness": %s, "speed": %s, "quality": %s, "process": %s}`, quarter, quarter, quarter, c.process)
			got := verified(t, VerifyRequest{Text: declaredRecord(private, journey+weights), Keys: pin(public, "")})
			status := pass
			if c.want != "" {
				status = fail
			}
			if check := checkOf(got, "weights"); check.Status != status || !strings.Contains(check.Message, c.want) {
				t.Errorf("%+v: want %s, %q", check, status, c.want)
			}
			if refused := got.Recomputed == nil; refused != (c.want != "") {
				t.Errorf("score.compute answers %+v", got.Recomputed)
			}
		})
	}
	for _, c := range []struct {
		name           string
		record, given  float64 // of the weight of process
		status, unlike string
	}{
		{"percentages in the record, fractions given", 24.9, 0.249, pass, ""},
		{"fractions in the record, percentages given", 0.251, 25.1, pass, ""},
		{"another one is given", 0.251, 25, fail, "are not those"},
	} {
		t.Run(c.name, func(t *testing.T) {
			quarter := func(x float64) float64 {
				if x > 1 {
					return 25
				}
				return 0.25
			}
			of, q := quarter(c.record), quarter(c.given)
			weights := fmt.Sprintf(`, "scoring_weights": {"correctness": %v, "speed": %v, "quality": %v, "process": %v}`, of, of, of, c.record)
			got := verified(t, VerifyRequest{Text: declaredRecord(private, journey+weights), Keys: pin(public, ""), Weights: map[string]float64{"correctness": q, "speed": q, "quality": q, "process": c.given}})
			if check := checkOf(got, "weights"); check.Status != c.status || !strings.Contains(check.Message, c.unlike) {
				t.Errorf("%+v: want %s, %q", check, c.status, c.unlike)
			}
		})
	}
	got := verified(t, VerifyRequest{Text: declaredRecord(private, journey), Keys: pin(public, ""), Weights: many})
	if check := checkOf(got, "weights"); check.Status != fail || check.Message != "There are 1001 weights: want at most 1000." {
		t.Errorf("%+v", check)
	}
}
