package forecast

import (
	"bytes"
	"math"
	"testing"

	"github.com/tallyproof/tallyproof/core/internal/eras"
	"github.com/tallyproof/tallyproof/core/internal/optest"
	"github.com/tallyproof/tallyproof/core/rulebook"
)

// What was adjusted is said.
func TestProjectWarnings(t *testing.T) {
	entry := PlanEntry{Difficulty: "contender", Win: ptr[float64](0.3333333333), Draw: ptr[float64](0.3333333333), Loss: ptr[float64](0.3333333333)}
	tests := []struct {
		name string
		req  ProjectRequest
		want string
	}{
		{"odds that leave a rest", ProjectRequest{Plan: []PlanEntry{entry}}, "odds-adjusted /plan/0: win, draw and loss sum to 0.9999999999: the rest went to the likeliest outcome"},
		{"more draws than fit", ProjectRequest{Strength: ptr[float64](1000), Draw: ptr[float64](0.5), Plan: []PlanEntry{{Difficulty: "legendary"}}}, "draw-limited /plan/0: draws of 50 % are more than an expected score of 9.09 % allows: 18.18 % were used"},
		{"a strength nobody needs", ProjectRequest{Strength: ptr[float64](1000), Plan: []PlanEntry{{Difficulty: "veteran", Win: ptr[float64](1), Loss: ptr[float64](0)}}}, "unused /strength: every entry has odds or a strength of its own: this strength was not used"},
		{"draws nobody needs", ProjectRequest{Draw: ptr[float64](0.1), Plan: []PlanEntry{{Difficulty: "veteran", Win: ptr[float64](1), Loss: ptr[float64](0)}}}, "unused /draw: every entry has draws of its own: this probability was not used"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tt.req.Rulebook, tt.req.Rating = rulebook.ID("clawdiators"), 1000
			res := mustProject(t, tt.req)
			if len(res.Warnings) != 1 {
				t.Fatalf("%+v, want one warning", res.Warnings)
			}
			if w := res.Warnings[0]; w.Code+" "+w.Field+": "+w.Message != tt.want {
				t.Errorf("got %s %s: %s\nwant %s", w.Code, w.Field, w.Message, tt.want)
			}
			var sum tally
			for _, d := range res.Final.Distribution {
				sum.add(d.Probability)
			}
			if math.Abs(sum.value()-1) > 1e-12 {
				t.Errorf("probabilities sum to %v", sum.value())
			}
		})
	}
}

// Refusals of elo.project, through JSON, with their pointers.
func TestProjectErrors(t *testing.T) {
	plan := func(rest string) string {
		return `{"rulebook": "clawdiators", "rating": 1000, "matches": 0, "plan": [{"difficulty": "veteran", "win": 1, "loss": 0}` + rest
	}
	tests := []struct{ name, request, field, message string }{
		{"no scheme", `{"rulebook": "term", "rating": 1, "matches": 0, "plan": [{"opponent": 1, "win": 1, "loss": 0}]}`, "/rulebook", `"term" does not rate agents: want a rulebook with a rating scheme`},
		{"no plan", `{"rulebook": "clawdiators", "rating": 1000, "matches": 0, "plan": []}`, "/plan", ""},
		{"a fraction", `{"rulebook": "clawdiators", "rating": 1000.5, "matches": 0, "plan": [{"opponent": 1, "win": 1, "loss": 0}]}`, "/rating", "1000.5: want a whole number, as these rules round ratings"},
		{"no opponent", plan(`, {"win": 1, "loss": 0}]}`), "/plan/1/difficulty", "missing: want one of newcomer (800), contender (1000), veteran (1200), legendary (1400), or an opponent's rating in opponent"},
		{"unknown difficulty", plan(`, {"difficulty": "hard", "win": 1, "loss": 0}]}`), "/plan/1/difficulty", `unknown difficulty "hard": want one of newcomer (800), contender (1000), veteran (1200), legendary (1400)`},
		{"no odds", plan(`, {"difficulty": "veteran"}]}`), "/plan/1/win", "missing: want win, draw and loss, or a strength here or for the whole plan"},
		{"a win alone", plan(`, {"difficulty": "veteran", "win": 1}]}`), "/plan/1/loss", "missing: want the probability of a loss beside that of a win"},
		{"a loss alone", plan(`, {"difficulty": "veteran", "loss": 1}]}`), "/plan/1/win", "missing: want the probability of a win beside that of a loss"},
		{"odds and strength", plan(`, {"difficulty": "veteran", "win": 1, "loss": 0, "strength": 1000}]}`), "/plan/1/strength", "give either strength or win and loss, not both"},
		{"odds over 1", plan(`, {"difficulty": "veteran", "win": 0.5, "draw": 0.2, "loss": 0.4}]}`), "/plan/1", "win, draw and loss sum to 1.1: want 1"},
		{"too many matches", plan(`], "repeat": 100000, "targets": [1000]}`), "", ""}, // exactly the limit: accepted
		{"one match too many", `{"rulebook": "clawdiators", "rating": 1000, "matches": 0, "plan": [{"difficulty": "veteran", "count": 100000, "win": 1, "loss": 0}, {"difficulty": "veteran", "win": 1, "loss": 0}]}`, "/plan", "a plan of 100001 matches: want at most 100000"},
		{"repeated too often", plan(`, {"difficulty": "veteran", "win": 1, "loss": 0}], "repeat": 50001}`), "/repeat", "a plan of 100002 matches: want at most 100000"},
		{"too many careers", plan(`], "repeat": 20000, "sample_careers": 51}`), "/sample_careers", "51 careers of 20000 matches: want at most 1000000 matches in all"},
		{"a target out of range", plan(`], "targets": [1000, 1000000]}`), "/targets/1", ""},
		{"an unknown member", plan(`], "target": 1}`), "/target", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if tt.field == "" {
				if got := optest.Call(t, Ops, "elo.project", tt.request); !bytes.HasPrefix(got, []byte(`{"ok":`)) {
					t.Errorf("%s", got)
				}
				return
			}
			optest.Refused(t, Ops, "elo.project", tt.request, tt.field, tt.message)
		})
	}
}

// Rulebooks of one's own that a projection cannot carry.
func TestProjectRulebookLimits(t *testing.T) {
	tests := []struct {
		name   string
		change func(r *rulebook.Rating)
		want   string
	}{
		{"a floor between whole numbers", func(r *rulebook.Rating) { r.Floor = ptr[float64](100.5) }, "/rulebook/rating/floor: 100.5: want a whole number, as these rules round ratings"},
		{"overshooting", func(r *rulebook.Rating) { r.Rounding, r.K = rulebook.RatingReal, []rulebook.KFactor{{K: 1500}} }, "/rulebook/rating/k/0/k: 1500: want at most 1389 for a forecast at this scale, as ratings would overshoot without end"},
		{"ratings without number", func(r *rulebook.Rating) {
			r.Scale, r.K, r.Floor = 100_000, []rulebook.KFactor{{K: 10_000}}, ptr[float64](-100_000)
		}, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			rb := *eras.Resolve(t, "clawdiators")
			r := *rb.Rating
			tt.change(&r)
			rb.Rating = &r
			_, err := Project(ProjectRequest{Rulebook: rulebook.Custom(rb), Rating: 1000, Strength: ptr[float64](1000), Repeat: ptr(50), Plan: []PlanEntry{{Opponent: ptr[float64](1000)}}})
			if tt.want == "" && err != nil || tt.want != "" && (err == nil || err.Error() != tt.want) {
				t.Errorf("%v, want %s", err, tt.want)
			}
		})
	}
}

// The work of a plan is bounded, and the message says by what.
func TestProjectWorkLimit(t *testing.T) {
	req := ladder("clawdiators", 1000, maxProjected/4)
	for i := range 8 {
		req.Targets = append(req.Targets, float64(3000+i)) // never touched, so followed to the end
	}
	_, err := Project(req)
	if err == nil || !bytes.HasPrefix([]byte(err.Error()), []byte("/plan: the work, ratings times matches over the plan and its targets, passes 500000000 at match ")) {
		t.Errorf("%v", err)
	}
}
