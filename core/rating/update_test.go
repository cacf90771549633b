package rating

import (
	"math"
	"testing"

	"github.com/tallyproof/tallyproof/core/rulebook"
)

// Only a rating that rises has its bonus: a draw of equals moves nothing, and its factor
// of the bonus is 1.
func TestBonusOfAChange(t *testing.T) {
	for _, c := range []struct {
		name               string
		change, after, had float64
	}{
		{"a rise", 20, 1022, 1.1},
		{"no change", 0, 1000, 1},
		{"a fall", -20, 980, 1},
	} {
		for _, id := range []string{"clawdiators", "clawdiators-live"} {
			t.Run(c.name+"/"+id, func(t *testing.T) {
				ref := rulebook.ID(id)
				rb, err := ref.Resolve()
				if err != nil {
					t.Fatal(err)
				}
				if m := moved(rb.Rating, 1000, c.change, 1.1); m.after != c.after || m.bonus != c.had {
					t.Errorf("%v with the factor %v, want %v with %v", m.after, m.bonus, c.after, c.had)
				}
			})
		}
	}
}

// Clawdiators docs, Elo, by hand: against an equal opponent a loss is −16, and a rating
// cannot drop below 100. The change stays that of the formula; moved is what the rating did.
func TestFloorBinds(t *testing.T) {
	for _, c := range []struct {
		rulebook         string
		before, opponent float64
		outcome          string
		after            float64
		floored          bool
	}{
		{"clawdiators", 101, 101, "loss", 100, true},
		{"clawdiators", 100, 100, "loss", 100, true},
		{"clawdiators", 116, 116, "loss", 100, false}, // exactly the floor
		{"clawdiators", 117, 117, "loss", 101, false},
		{"clawdiators", 50, 50, "loss", 100, true},
		{"clawdiators", 50, 50, "win", 100, true}, // 66 is below it, too
		{"clawdiators", 90, 90, "win", 106, false},
		{"clawdiators-live", 101, 101, "loss", 100, true},
		{"clawdiators-live", 50, 50, "loss", 100, true},
		{"clawdiators-live", 116, 116, "loss", 100, false},
	} {
		t.Run(c.rulebook+" "+c.outcome, func(t *testing.T) {
			got, err := Update(UpdateRequest{Rulebook: rulebook.ID(c.rulebook), Rating: c.before, Opponent: &c.opponent, Outcome: c.outcome})
			if err != nil || got.Rating != c.after || got.Floored != c.floored || (got.Moved != nil) != c.floored {
				t.Fatalf("%+v, %v: want %v, floored %t", got, err, c.after, c.floored)
			}
			if want := float64(got.K * (got.Actual - got.Expected)); c.rulebook == "clawdiators" && got.Change != want {
				t.Errorf("change %v, want %v", got.Change, want)
			}
			if got.Moves() != c.after-c.before {
				t.Errorf("moved %v, want %v", got.Moves(), c.after-c.before)
			}
		})
	}
}

// TestNoRatingBelowTheFloor tries every rating up to 160 against many opponents: whatever the
// result, the rating ends at 100 or more, and floored says where the formula alone ends below.
func TestNoRatingBelowTheFloor(t *testing.T) {
	floored := 0
	for _, id := range []string{"clawdiators", "clawdiators-live"} {
		for before := 1.0; before <= 160; before++ {
			for opponent := 50.0; opponent <= 450; opponent += 50 {
				for _, outcome := range []string{"win", "draw", "loss"} {
					got, err := Update(UpdateRequest{Rulebook: rulebook.ID(id), Rating: before, Opponent: &opponent, Outcome: outcome})
					if err != nil {
						t.Fatal(err)
					}
					alone := math.Round(before + float64(got.K*(got.Actual-got.Expected)))
					if got.Rating < 100 || got.Rating != max(alone, 100) || got.Floored != (alone < 100) {
						t.Errorf("%s: %v %s against %v: %+v", id, before, outcome, opponent, got)
					}
					if got.Floored {
						floored++
					}
				}
			}
		}
	}
	if floored < 1000 {
		t.Errorf("the floor binds %d times: want at least 1000", floored)
	}
}
