package forecasts

import (
	"math"
	"testing"

	"github.com/tallyproof/tallyproof/core/rating"
	"github.com/tallyproof/tallyproof/core/rulebook"
)

// The fewest matches to a rating are those of a search through all opponents and results, and a rating that is out
// of reach is reached by none of them.
func TestClimbAgainstSearch(t *testing.T) {
	const deepest = 4
	longer := 0
	for _, id := range []string{"clawdiators", "clawdiators-live"} {
		r := mustResolve(t, id).Rating
		for _, bonus := range []float64{1, 1.1, 1.2} {
			for _, matches := range []int{0, 27, 29, 500} {
				for _, from := range []float64{100, 990, 1167, 1395, 1583, 1790, 1990, 1996} {
					best := make([]float64, deepest+1)
					for i := range best {
						best[i] = math.Inf(-1)
					}
					var play func(x float64, n int)
					play = func(x float64, n int) {
						best[n] = max(best[n], x)
						if n == deepest {
							return
						}
						for _, o := range r.Opponents {
							for _, outcome := range []string{"win", "draw", "loss"} {
								play(rating.Step(r, x, o.Rating, matches+n, outcome, bonus).Rating, n+1)
							}
						}
					}
					play(from, 0)
					c := climbTo(r, from, matches, bonus, math.Inf(1))
					for n := range best {
						if n < len(c.highest) && c.highest[n] != best[n] || n >= len(c.highest) && best[n] > best[len(c.highest)-1] {
							t.Errorf("%s, from %v after %d, × %v: %v after %d matches, a search %v", id, from, matches, bonus, c.highest, n, best)
						}
					}
					for target := from + 1; target <= best[deepest]; target++ {
						want := 0
						for best[want] < target {
							want++
						}
						if n, ok := c.fewest(target); !ok || n != want {
							t.Errorf("%s, from %v: %d matches to %v, a search %d", id, from, n, target, want)
						}
						if c.won[want] < target {
							longer++
						}
					}
				}
			}
		}
	}
	t.Logf("wins alone took longer %d times", longer)
}

// No rating above the end of a climb is reached from any rating up to it.
func TestEndOfClimb(t *testing.T) {
	for _, id := range []string{"clawdiators", "clawdiators-live"} {
		r := mustResolve(t, id).Rating
		for _, bonus := range []float64{1, 1.1, 1.2} {
			c := climbTo(r, 1000, 30, bonus, math.Inf(1))
			if !c.ends {
				t.Fatalf("%s, × %v: the climb does not end", id, bonus)
			}
			end := c.highest[len(c.highest)-1]
			for x := *r.Floor; x <= end; x++ {
				for _, o := range r.Opponents {
					if y := rating.Step(r, x, o.Rating, 30, "win", bonus).Rating; y > end {
						t.Errorf("%s, × %v: %v leads to %v, above %v", id, bonus, x, y, end)
					}
				}
			}
			if id == "clawdiators-live" && bonus == 1 && (end != 1997 || c.way(2000) != "out of reach: from 1997 on, wins add nothing") {
				t.Errorf("the deployed code ends at %v: %s", end, c.way(2000))
			}
		}
	}
	if climbTo(mustResolve(t, "airena").Rating, 1200, 0, 1, 1300) != nil {
		t.Error("AiRENA has no difficulties to climb")
	}
}

func mustResolve(t *testing.T, id string) *rulebook.Rulebook {
	t.Helper()
	rb, err := rulebook.ID(id).Resolve()
	if err != nil {
		t.Fatal(err)
	}
	return rb
}
