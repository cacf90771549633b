package score

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/core/internal/vectors"
	"github.com/tallyproof/tallyproof/core/measure"
	"github.com/tallyproof/tallyproof/core/rulebook"
)

func liveRules(t *testing.T) *rulebook.Rulebook {
	t.Helper()
	rb, err := rulebook.ID("clawdiators-live").Resolve()
	if err != nil {
		t.Fatal(err)
	}
	return rb
}

type dimension struct {
	Key    string
	Weight float64
}

// weighed pairs the case's dimensions with the rulebook's measures, keeping
// the case's own weights, whatever they sum to: the deployed function does not
// check them.
func weighed(rb *rulebook.Rulebook, dims []dimension) []rulebook.Weighted {
	var list []rulebook.Weighted
	for _, d := range dims {
		known, ok := rb.Dimension(d.Key)
		if !ok {
			known = rulebook.Dimension{Key: d.Key, Measure: "direct"}
		}
		list = append(list, rulebook.Weighted{Dimension: known, Float: d.Weight})
	}
	return list
}

// weighted_total.json: what the deployed computeWeightedTotal answered. Every
// case runs against the composite; those whose weights and scores a request
// may carry run through score.compute too.
func TestWeightedTotal(t *testing.T) {
	rb := liveRules(t)
	cases := vectors.Load[struct {
		RawScores  map[string]float64 `json:"raw_scores"`
		Dimensions []dimension
		Tag        string
		Expected   struct{ Breakdown map[string]float64 }
	}](t, "clawdiators/weighted_total.json")
	whole, outOfScope := 0, map[string]string{}
	for i, c := range cases {
		if slices.ContainsFunc(c.Dimensions, func(d dimension) bool { return d.Key == "total" }) {
			outOfScope[c.Tag] = "a dimension named total overwrites the total in the deployed breakdown: a naming accident, not a rule"
			continue
		}
		dims := weighed(rb, c.Dimensions)
		scores := make([]measure.Score, len(dims))
		for n, d := range dims {
			scores[n] = measure.Score{Float: c.RawScores[d.Key], Fraction: math.NaN()}
		}
		parts := make(Breakdown, len(dims))
		total := composite(rb, dims, scores, parts).Float()
		if want := c.Expected.Breakdown["total"]; total != want {
			t.Errorf("case %d (%s): total %v, want %v", i, c.Tag, total, want)
		}
		for _, p := range parts {
			if want := c.Expected.Breakdown[p.Key]; p.Weighted != want {
				t.Errorf("case %d (%s): %s %v, want %v", i, c.Tag, p.Key, p.Weighted, want)
			}
		}
		if computeWhole(t, i, c.Dimensions, c.RawScores, c.Expected.Breakdown["total"]) {
			whole++
		}
	}
	if whole < len(cases)/2 {
		t.Errorf("only %d of %d cases ran through score.compute", whole, len(cases))
	}
	for _, tag := range slices.Sorted(maps.Keys(outOfScope)) {
		t.Logf("out of scope: %s: %s", tag, outOfScope[tag])
	}
}

// computeWhole runs a case through the operation when a request may carry it.
func computeWhole(t *testing.T, i int, dims []dimension, scores map[string]float64, want float64) bool {
	weights, given := map[string]float64{}, map[string]measure.Measurement{}
	sum := 0.0
	for _, d := range dims {
		weights[d.Key] = d.Weight
		sum += d.Weight
		if x, ok := scores[d.Key]; ok {
			if x < 0 || x > 1000 {
				return false // a score off the scale is refused
			}
			given[d.Key] = measure.Measurement{Score: &x}
		}
	}
	if len(weights) < 2 || len(weights) > 6 || math.Abs(sum-1) > 0.0005 {
		return false // weights that a challenge may not have are refused
	}
	res, err := Compute(ComputeRequest{Rulebook: rulebook.ID("clawdiators-live"), Weights: weights, Measurements: given})
	if err != nil {
		t.Errorf("case %d: %v", i, err)
	} else if res.Score != want {
		t.Errorf("case %d: score.compute %v, want %v", i, res.Score, want)
	}
	return true
}

// efficiency_overlay.json: the deployed evaluator's efficiency dimensions.
func TestEfficiencyOverlay(t *testing.T) {
	rb := liveRules(t)
	cases := vectors.Load[struct {
		Dimensions  []dimension
		Scorer      map[string]float64 `json:"scorer_breakdown"`
		Verified    bool
		Constraints *struct {
			TokenBudget *float64
			MaxLlmCalls *float64
		}
		Trajectory *struct {
			In    float64 `json:"total_input_tokens"`
			Out   float64 `json:"total_output_tokens"`
			Calls float64 `json:"total_llm_calls"`
		}
		Tag      string
		Expected struct{ Breakdown map[string]float64 }
	}](t, "clawdiators/efficiency_overlay.json")
	ran := 0
	for i, c := range cases {
		if c.Constraints == nil {
			continue // without constraints the scorer's own values stand: nothing is computed
		}
		sc := &scorer{rb: rb, verified: c.Verified && c.Trajectory != nil}
		for _, d := range weighed(rb, c.Dimensions) {
			if d.Measure != "budget" {
				continue
			}
			m := measure.Measurement{Used: new(float64)}
			if d.Key == "token_efficiency" {
				m.Limit = c.Constraints.TokenBudget
			} else {
				m.Limit = c.Constraints.MaxLlmCalls
			}
			if c.Trajectory != nil {
				*m.Used = c.Trajectory.Calls
				if d.Key == "token_efficiency" {
					*m.Used = c.Trajectory.In + c.Trajectory.Out
				}
			}
			s, refusal := sc.measure(&d.Dimension, m)
			if refusal != nil {
				t.Fatalf("case %d (%s): %v", i, c.Tag, refusal)
			}
			parts := make(Breakdown, 1)
			composite(rb, []rulebook.Weighted{d}, []measure.Score{s}, parts)
			if want := c.Expected.Breakdown[d.Key]; parts[0].Weighted != want {
				t.Errorf("case %d (%s): %s %v, want %v", i, c.Tag, d.Key, parts[0].Weighted, want)
			}
			ran++
		}
	}
	if ran < 100 {
		t.Errorf("only %d efficiency dimensions were checked", ran)
	}
}

// score_to_result.json: the deployed thresholds, without rounding.
func TestScoreToResult(t *testing.T) {
	cases := vectors.Load[struct {
		Score    float64
		Expected struct{ Result string }
	}](t, "clawdiators/score_to_result.json")
	for _, id := range []string{"clawdiators", "clawdiators-live"} {
		rb, err := rulebook.ID(id).Resolve()
		if err != nil {
			t.Fatal(err)
		}
		for i, c := range cases {
			if got := rb.ResultOf(c.Score); got != c.Expected.Result {
				t.Errorf("%s, case %d: %v is %q, want %q", id, i, c.Score, got, c.Expected.Result)
			}
		}
	}
}

// The measures at their edges, by seed.
func TestMeasures(t *testing.T) {
	f := func(x float64) *float64 { return &x }
	n := func(x int) *int { return &x }
	yes := true
	tests := []struct {
		name     string
		rulebook string
		measure  measure.ID
		m        measure.Measurement
		want     float64
		err      string // or the start of the refusal
	}{
		{"000: every test passes", "airena", "pass-ratio", measure.Measurement{Passed: n(7), Total: n(7)}, 100, ""},
		{"000: none passes", "airena", "pass-ratio", measure.Measurement{Passed: n(0), Total: n(7)}, 0, ""},
		{"000: a third", "airena", "pass-ratio", measure.Measurement{Passed: n(1), Total: n(3)}, 100.0 / 3, ""},
		{"more passed than there are", "airena", "pass-ratio", measure.Measurement{Passed: n(8), Total: n(7)}, 0, "/measurements/d/passed: 8 passed: want at most total, 7"},
		{"total is missing", "airena", "pass-ratio", measure.Measurement{Passed: n(8)}, 0, "/measurements/d/total: missing"},
		{"an input of another measure", "airena", "pass-ratio", measure.Measurement{Passed: n(1), Total: n(2), Used: f(1)}, 0, `/measurements/d/used: the measure "pass-ratio" does not read it`},
		{"score beside inputs", "airena", "pass-ratio", measure.Measurement{Passed: n(1), Total: n(2), Score: f(1)}, 0, "/measurements/d/score: the measure"},
		{"nothing at all", "airena", "direct", measure.Measurement{}, 0, "/measurements/d/score: missing"},
		{"003: all pass", "airena", "all-or-nothing", measure.Measurement{Passed: n(3), Total: n(3)}, 100, ""},
		{"003: one fails", "airena", "all-or-nothing", measure.Measurement{Passed: n(2), Total: n(3)}, 0, ""},
		{"003: timeout", "airena", "all-or-nothing", measure.Measurement{Passed: n(3), Total: n(3), TimedOut: &yes}, 0, ""},
		{"003: exit codes, two of four are 0", "airena", "exit-codes", measure.Measurement{ExitCodes: []int{0, 1, 124, 0}}, 50, ""},
		{"003: a task without an exit code", "airena", "exit-codes", measure.Measurement{ExitCodes: []int{0, 0, 137}, Total: n(4)}, 50, ""},
		{"003: every exit code is 0", "airena", "exit-codes", measure.Measurement{ExitCodes: []int{0}}, 100, ""},
		{"more exit codes than tasks", "airena", "exit-codes", measure.Measurement{ExitCodes: []int{0, 0}, Total: n(1)}, 0, "/measurements/d/total: 1: want at least the number of exit codes, 2"},
		{"no exit code", "airena", "exit-codes", measure.Measurement{Total: n(1)}, 0, "/measurements/d/exit_codes: missing"},
		{"exit codes and passed", "airena", "exit-codes", measure.Measurement{ExitCodes: []int{0}, Passed: n(1)}, 0, `/measurements/d/passed: the measure "exit-codes" does not read it`},
		{"000: the fastest", "airena", "relative-time", measure.Measurement{TimeMs: f(250), FastestMs: f(250)}, 100, ""},
		{"000: 1.8 times", "airena", "relative-time", measure.Measurement{TimeMs: f(1800), FastestMs: f(1000)}, 60, ""},
		{"000: three times is zero", "airena", "relative-time", measure.Measurement{TimeMs: f(3), FastestMs: f(1)}, 0, ""},
		{"000: slower than that is zero", "airena", "relative-time", measure.Measurement{TimeMs: f(300), FastestMs: f(1)}, 0, ""},
		{"000: below the fastest is the fastest", "airena", "relative-time", measure.Measurement{TimeMs: f(1), FastestMs: f(2)}, 100, ""},
		{"no fastest time", "airena", "relative-time", measure.Measurement{TimeMs: f(1), FastestMs: f(0)}, 0, "/measurements/d/fastest_ms: 0: want a time above 0"},
		{"000: rubric", "airena", "rubric", measure.Measurement{Items: []float64{20, 20, 20, 20, 20}}, 100, ""},
		{"000: rubric with tenths", "airena", "rubric", measure.Measurement{Items: []float64{0.1, 0.1, 0.1, 0, 0}}, 0.3, ""},
		{"001: at 90 % of the limit", "clawdiators", "time-budget", measure.Measurement{Used: f(540), Limit: f(600)}, 100, ""},
		{"001: at the limit", "clawdiators", "time-budget", measure.Measurement{Used: f(600), Limit: f(600)}, 0, ""},
		{"001: after the limit", "clawdiators", "time-budget", measure.Measurement{Used: f(600.5), Limit: f(600)}, 0, "/measurements/d/used: 600.5 used of 600: the submission has expired"},
		{"no limit", "clawdiators", "time-budget", measure.Measurement{Used: f(0), Limit: f(0)}, 0, "/measurements/d/limit: 0: want a time limit above 0"},
		{"live: half the time left", "clawdiators-live", "time-curve", measure.Measurement{Used: f(300), Limit: f(600)}, 354, ""}, // round(1000·0.5^1.5) = round(353.55)
		{"live: a quarter left", "clawdiators-live", "time-curve", measure.Measurement{Used: f(450), Limit: f(600)}, 125, ""},     // 1000·0.25^1.5 = 125
		{"001: unverified efficiency", "clawdiators", "budget", measure.Measurement{Used: f(1), Limit: f(10)}, 0, ""},
		{"off the scale", "clawdiators", "direct", measure.Measurement{Score: f(1000.5)}, 0, "/measurements/d/score: 1000.5: want a score from 0 to 1000"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			rb, err := rulebook.ID(tt.rulebook).Resolve()
			if err != nil {
				t.Fatal(err)
			}
			sc := &scorer{rb: rb}
			got, refusal := sc.measure(&rulebook.Dimension{Key: "d", Label: "D", Measure: tt.measure}, tt.m)
			if tt.err != "" {
				if refusal == nil || !strings.HasPrefix(refusal.Error(), tt.err) {
					t.Errorf("refusal %v, want %q", refusal, tt.err)
				}
				return
			}
			if refusal != nil {
				t.Fatal(refusal)
			}
			if got.Float != tt.want || got.Exact.Float() != tt.want {
				t.Errorf("score %v (exact %v), want %v", got.Float, got.Exact, tt.want)
			}
		})
	}
}

// Ranking does not depend on the order of input, and the ranks are "1224".
func TestRankOrderIndependence(t *testing.T) {
	var subs []Submission
	for i := range 60 {
		subs = append(subs, Submission{
			ID:         fmt.Sprintf("s%02d", i),
			Dimensions: map[string]float64{"correctness": float64(i * 7 % 10), "speed": 50, "quality": 50, "process": 50},
		})
	}
	first, err := Rank(RankRequest{Rulebook: rulebook.ID("airena"), Submissions: subs})
	if err != nil {
		t.Fatal(err)
	}
	slices.Reverse(subs)
	second, err := Rank(RankRequest{Rulebook: rulebook.ID("airena"), Submissions: subs})
	if err != nil {
		t.Fatal(err)
	}
	for i := range first.Standings {
		if a, b := first.Standings[i], second.Standings[i]; a.ID != b.ID || a.Rank != b.Rank {
			t.Fatalf("place %d: %s rank %d, reversed %s rank %d", i, a.ID, a.Rank, b.ID, b.Rank)
		}
	}
	if len(first.Ties) != 10 || first.Standings[6].Rank != 7 {
		t.Errorf("%d groups of ties, seventh rank %d: want 10 groups of 6 and rank 7", len(first.Ties), first.Standings[6].Rank)
	}
}

// The example of the documents, 450 + 156 + 103.5 + 114, with a dimension that the
// challenge does not weigh: measured, but not counted, and the answer says so.
func TestUnweighted(t *testing.T) {
	req := ComputeRequest{Rulebook: rulebook.ID("clawdiators"), Weights: map[string]float64{"correctness": 0.5, "speed": 0.2, "methodology": 0.15, "completeness": 0.15}, Measurements: map[string]measure.Measurement{}}
	for key, x := range map[string]float64{"correctness": 900, "speed": 780, "methodology": 690, "completeness": 760, "analysis": 1000} {
		req.Measurements[key] = measure.Measurement{Score: &x}
	}
	got, err := Compute(req)
	if err != nil || got.Score != 823 || len(got.Warnings) != 1 || got.Warnings[0].Code != "unweighted" || got.Warnings[0].Field != "/measurements/analysis" {
		t.Errorf("%+v, %v: want 823 and a warning", got, err)
	}
}

// By the rules weights may sum to a little more than 1, and nothing caps the total.
func TestAboveMax(t *testing.T) {
	full := 100.0
	m := measure.Measurement{Score: &full}
	got, err := Compute(ComputeRequest{Rulebook: rulebook.ID("airena"), Weights: map[string]float64{"correctness": 0.3336, "speed": 0.3336, "quality": 0.3336}, Measurements: map[string]measure.Measurement{"correctness": m, "speed": m, "quality": m}})
	if err != nil || got.Score != 100.08 || len(got.Warnings) != 1 || got.Warnings[0].Code != "above-max" {
		t.Errorf("%+v, %v: want 100.08 and a warning", got, err)
	}
}
