package forecast

import (
	"math"

	"github.com/tallyproof/tallyproof/core/fmath"
)

// cloud is a distribution over neighbouring cells: p[i] is the probability of
// cell lo+i. Its first and last are positive.
type cloud struct {
	lo    int
	p     []float64
	pages pages
}

// move plays one match. Probabilities arrive in the order of the cells they
// come from, so the sums are the same on every machine.
func (c *cloud) move(t *table, o odds) {
	if len(c.p) == 0 {
		return
	}
	down, up := t.reach(c.lo, len(c.p))
	out := c.pages.next(len(c.p) + down + up)
	moves := t.at(c.lo)
	for i, p := range c.p {
		if p == 0 {
			continue
		}
		m, at := &moves[i], i+down
		out[at+int(m.win)] += float64(p * o.win)
		out[at+int(m.draw)] += float64(p * o.draw)
		out[at+int(m.loss)] += float64(p * o.loss)
	}
	c.lo, c.p = c.lo-down, out
	c.trim()
}

// trim drops cells without probability from both ends.
func (c *cloud) trim() {
	lo, hi := 0, len(c.p)
	for lo < hi && c.p[lo] == 0 {
		lo++
	}
	for hi > lo && c.p[hi-1] == 0 {
		hi--
	}
	c.lo, c.p = c.lo+lo, c.p[lo:hi]
}

// pages are two pieces of memory in turns: one holds a state, the next takes
// what becomes of it.
type pages struct {
	memory [2][]float64
	turn   int
}

// next is n zeros that do not touch the previous ones.
func (g *pages) next(n int) []float64 {
	g.turn = 1 - g.turn
	m := &g.memory[g.turn]
	if cap(*m) < n {
		*m = make([]float64, n+n/2)
	}
	*m = (*m)[:n]
	clear(*m)
	return *m
}

// levels of the quantiles in a step.
var levels = [5]float64{0.05, 0.25, 0.5, 0.75, 0.95}

// reached is the tolerance for sums of probabilities: 0.35 + 0.6 reaches 0.95, as on
// paper.
const reached = 1e-12

// step returns the distribution in short, and how far its numbers may be from the
// truth, in points: 0 when exact.
func (c *cloud) step(l lattice, d *drift) (ProjectStep, float64) {
	var sum, mean tally
	var at [5]int
	next := 0
	for i, p := range c.p {
		sum.add(p)
		mean.add(float64(p * float64(c.lo+i)))
		for next < len(levels) && sum.value() >= levels[next]-reached {
			at[next] = c.lo + i
			next++
		}
	}
	off := 0.0
	if d != nil {
		off = d.bound(c, at, l)
	}
	return ProjectStep{
		Mean: l.origin + float64(l.width*mean.value()),
		P05:  l.rating(at[0]), P25: l.rating(at[1]), P50: l.rating(at[2]), P75: l.rating(at[3]), P95: l.rating(at[4]),
	}, off
}

// final returns the whole distribution with mean and standard deviation. On a grid
// the cells are gathered at the nearest whole points.
func (c *cloud) final(l lattice) ProjectFinal {
	var mean, square tally
	for i, p := range c.p {
		mean.add(float64(p * float64(c.lo+i)))
	}
	for i, p := range c.p {
		off := float64(c.lo+i) - mean.value()
		square.add(float64(p * float64(off*off)))
	}
	return ProjectFinal{
		Mean:         l.origin + float64(l.width*mean.value()),
		SD:           float64(l.width * math.Sqrt(square.value())),
		Distribution: c.points(l),
	}
}

// points adds up the cells nearest to each whole point; whole ratings are
// points themselves.
func (c *cloud) points(l lattice) []RatingOdds {
	list := make([]RatingOdds, 0, len(c.p))
	var sum tally
	for i, p := range c.p {
		if p == 0 {
			continue
		}
		point := fmath.RoundHalfUp(l.rating(c.lo + i))
		if n := len(list); n == 0 || list[n-1].Rating != point {
			list, sum = append(list, RatingOdds{Rating: point}), tally{}
		}
		sum.add(p)
		list[len(list)-1].Probability = sum.value()
	}
	return list
}
