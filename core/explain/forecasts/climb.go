package forecasts

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/tallyproof/tallyproof/core/rating"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/words"
)

// ascent is how fast a rating can rise: the highest one after each number of matches.
type ascent struct {
	scheme  *rulebook.Rating
	hardest rulebook.Opponent
	highest []float64        // after so many matches, from 0 on
	won     []float64        // the same by wins against the hardest opponent alone
	ends    bool             // whether no more matches bring it higher
	to      map[float64]bool // of after
}

const (
	mostClimbed = 5000 // matches
	climbWindow = 32   // points below the highest rating that may overtake it: bonuses are rounded
)

// climbTo follows the highest rating up to a target, match by match, or until matches bring it no higher. It
// returns nil if the rules have no difficulties, or move ratings so far that a lower one may overtake.
func climbTo(r *rulebook.Rating, from float64, matches int, bonus, target float64) *ascent {
	if r.Scheme == rulebook.Pairwise || len(r.Opponents) == 0 {
		return nil
	}
	for _, k := range r.K {
		if float64(float64(k.K*max(bonus, 1))*math.Ln10) >= float64(4*r.Scale) {
			return nil
		}
	}
	c := &ascent{scheme: r, hardest: r.Opponents[0], highest: []float64{from}, won: []float64{from}, to: map[float64]bool{}}
	for _, o := range r.Opponents {
		if o.Rating > c.hardest.Rating {
			c.hardest = o
		}
	}
	last := r.K[len(r.K)-1].From
	near := []float64{from}
	for n := 0; n < mostClimbed && c.highest[n] < target; n++ {
		next := c.after(near, matches+n, bonus)
		c.highest = append(c.highest, slices.Max(next))
		c.won = append(c.won, rating.Step(r, c.won[n], c.hardest.Rating, matches+n, "win", bonus).Rating)
		if matches+n >= last && c.highest[n+1] <= c.highest[n] && slices.Equal(next, near) {
			c.ends = true
			break
		}
		near = next
	}
	return c
}

// after returns the ratings that a match may lead to, in order: those near the highest.
func (c *ascent) after(near []float64, matches int, bonus float64) []float64 {
	if c.scheme.Rounding != rulebook.RatingFinal && c.scheme.Rounding != rulebook.RatingSteps { // the higher one stays higher
		return []float64{rating.Step(c.scheme, near[len(near)-1], c.hardest.Rating, matches, "win", bonus).Rating}
	}
	highest := math.Inf(-1)
	clear(c.to)
	for _, x := range near {
		for _, o := range c.scheme.Opponents {
			win, draw, loss, _ := rating.Outcomes(c.scheme, x, o.Rating, matches, bonus)
			for _, y := range [3]float64{win, draw, loss} {
				c.to[y], highest = true, max(highest, y)
			}
		}
	}
	maps.DeleteFunc(c.to, func(y float64, _ bool) bool { return y < highest-climbWindow })
	return slices.Sorted(maps.Keys(c.to))
}

// fewest returns after how many matches a rating can be reached, and whether it can.
func (c *ascent) fewest(target float64) (matches int, reached bool) {
	for n, x := range c.highest {
		if x >= target {
			return n, true
		}
	}
	return 0, false
}

// way says how a rating is reached.
func (c *ascent) way(target float64) string {
	n, reached := c.fewest(target)
	switch {
	case !reached && c.ends:
		return fmt.Sprintf("out of reach: from %s on, wins add nothing", words.Number(slices.Max(c.highest)))
	case !reached:
		return fmt.Sprintf("more than %s matches", words.Grouped(mostClimbed))
	case c.won[n] < target:
		return fmt.Sprintf("%s at best", words.Counted(n, "match", "matches"))
	case n == 1:
		return "one win against " + c.hardest.Difficulty
	}
	return fmt.Sprintf("%s wins in a row against %s", words.Grouped(int64(n)), c.hardest.Difficulty)
}
