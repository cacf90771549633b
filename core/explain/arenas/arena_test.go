package arenas

import (
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/core/measure"
	"github.com/tallyproof/tallyproof/core/rulebook"
)

func book(change func(*rulebook.Rulebook)) rulebook.Ref {
	half, floor := 0.5, 100.0
	rb := rulebook.Rulebook{ID: "own", Name: "Own", Source: "made up", Arithmetic: rulebook.Float64, Scale: 100,
		Dimensions: []rulebook.Dimension{{Key: "a", Label: "A", Weight: &half, Measure: "direct"},
			{Key: "b", Label: "B", Weight: &half, Measure: "direct"}},
		Composite: rulebook.Composite{Rounding: rulebook.RoundNone},
		Results:   []rulebook.Result{{ID: "win", Min: 70}, {ID: "draw", Min: 40}, {ID: "loss", Min: 0}},
		Rating: &rulebook.Rating{Scheme: rulebook.Solo, Start: 1000, Scale: 400, K: []rulebook.KFactor{{From: 0, K: 32}},
			Floor: &floor, Rounding: rulebook.RatingFinal},
		Titles: []rulebook.Tier{{ID: "high", Name: "High", Needs: []rulebook.Need{{Stat: rulebook.RatingStat, Min: 1040}}}},
	}
	change(&rb)
	return rulebook.Custom(rb)
}

func run(values ...float64) (list []Reached) {
	for _, x := range values {
		list = append(list, Reached{Value: &x})
	}
	return list
}

func same(*rulebook.Rulebook) {}

func TestArena(t *testing.T) {
	tests := []struct {
		name                      string
		req                       ArenaRequest
		score, result, next, step string
	}{
		// 1000 against an equal: 32·(1 − 0.5) = 16, then 32·(1 − E) from 1016 on: 1032, 1048.
		{"a win against an equal", ArenaRequest{Rulebook: book(same), Rating: 1000, Run: run(80, 70)},
			"75.00", "Win, 1000 → 1016 ▲ 16", "3 such runs reach High.", "32 × (1 − 0.500)"},
		{"a draw moves nothing", ArenaRequest{Rulebook: book(same), Rating: 1000, Run: run(50, 50)},
			"50.00", "Draw, 1000 → 1000 = 0", "Runs like this never reach High.", "worth 0.5"},
		// 32·(⅓ − 0.5) = −5.33.
		{"a draw worth a third, by its own name", ArenaRequest{Rulebook: book(func(rb *rulebook.Rulebook) {
			third := 1 / 3.0
			rb.Results[1] = rulebook.Result{ID: "draw", Min: 40, Name: "bronze", Worth: &third}
		}), Rating: 1000, Run: run(50, 50)}, "50.00", "Bronze, 1000 → 995 ▼ 5.33", "Runs like this never reach High.", "worth 0.333"},
		{"the floor holds a rating", ArenaRequest{Rulebook: book(same), Rating: 100, Run: run(0, 0)},
			"0.00", "Loss, 100 → 100 = 0", "Runs like this never reach High.", "Floor"},
		{"more than the most is the most", ArenaRequest{Rulebook: book(same), Rating: 1030, Run: run(900, 100)},
			"100.00", "Win, 1030 → 1046 ▲ 16", "1 such run reaches High.", "100.00 × 50 %"},
		{"without a run, four fifths of the most", ArenaRequest{Rulebook: book(same), Rating: 2000},
			"80.00", "Win, 2000 → 2016 ▲ 16", "No title is higher.", "80.00 × 50 %"},
		{"rules without ratings", ArenaRequest{Rulebook: book(func(rb *rulebook.Rulebook) { rb.Rating = nil }), Rating: 1000},
			"80.00", "Win,", "", "from 70"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := Arena(tt.req)
			if err != nil {
				t.Fatal(err)
			}
			result := strings.TrimSpace(got.Result + ", " + got.Before + " " + got.After + " " + got.Change)
			if got.Score != tt.score || result != tt.result || got.Next != tt.next {
				t.Errorf("%s; %s; %s, want %s; %s; %s", got.Score, result, got.Next, tt.score, tt.result, tt.next)
			}
			var steps strings.Builder
			for _, s := range got.Steps {
				steps.WriteString(s.Label + " " + s.Formula + " " + s.Value + "\n")
			}
			if !strings.Contains(steps.String(), tt.step) {
				t.Errorf("steps lack %s:\n%s", tt.step, steps.String())
			}
		})
	}
}

func TestEveryMeasureHasARun(t *testing.T) {
	for _, id := range measure.ID("").OpEnum() {
		for _, x := range []float64{0, 3, 20, 1000} {
			ref := book(func(rb *rulebook.Rulebook) { rb.Dimensions[0].Measure = measure.ID(id) })
			for _, how := range []string{"", Verified, First} {
				if _, err := Arena(ArenaRequest{Rulebook: ref, Rating: 1000, How: how, Run: run(x, 50)}); err != nil {
					t.Errorf("%s with %g, %q: %v", id, x, how, err)
				}
			}
		}
	}
}
