package ranking

import (
	"github.com/tallyproof/tallyproof/core/exact"
	"github.com/tallyproof/tallyproof/core/ranking/limits"
)

// Sweep describes the changes that a single weight can make.
type Sweep struct {
	Dimension      string     `json:"dimension" doc:"Key of the dimension."`
	Weight         float64    `json:"weight" doc:"Its present weight as a fraction."`
	WinnerInterval []float64  `json:"winner_interval" op:"min=2 max=2" doc:"Lowest and highest weight at which nobody is strictly ahead of the present winner."`
	TopInterval    []float64  `json:"top_interval" op:"min=2 max=2" doc:"Lowest and highest weight at which nobody outside the present top is strictly ahead of anyone in it."`
	Crossings      []Crossing `json:"crossings" doc:"Weights at which the top places change, ascending; the 100 nearest to the present weight."`
}

// sweep moves one weight t from 0 to 1 while the others keep their proportions: the
// weights are t on column k and (1 − t)·u on the others, Σu = 1. If the others are all 0
// they share equally; without other columns nothing can move. A row's composite is then a
// straight line,
//
//	s(t) = (1 − t)·rest + t·x,   rest = Σ u·(its other scores), x its score in k,
//
// and two rows of which one leads by a in rest and by b in x are level at
//
//	(1 − t)·a + t·b = 0   ⇔   t = a/(a − b),
//
// inside (0, 1) exactly if a and b have opposite signs. Candidates are
// found in float64 with a and b good to 10^-12 of themselves, so that t is too;
// what is answered is then the float64 nearest to the exact t.
type sweep struct {
	t        *table
	k        int
	rest     *sums   // of weights u, 0 in column k
	from, to float64 // where the weights satisfy the conditions
}

// sweepOf answers for column k, within limits if there are any. cut tells that crossings were
// left out.
func (t *table) sweepOf(k int, now *ranking, top int, l *limits.Limits) (res Sweep, cut bool) {
	res = Sweep{Dimension: t.dims[k].Key, Weight: now.w.float[k], WinnerInterval: []float64{1, 1},
		TopInterval: []float64{1, 1}, Crossings: []Crossing{}}
	if t.weighed == 1 {
		return res, false
	}
	s := newSweep(t, k, now.sums)
	s.limit(l, now.w.float[k])
	res.WinnerInterval = s.interval(now.order[:1], now.order[1:])
	top = min(top, len(now.order))
	res.TopInterval = s.interval(now.order[:top], now.order[top:])
	res.Crossings, cut = s.crossings(now, top)
	return res, cut
}

func newSweep(t *table, k int, now *sums) *sweep {
	others := append([]exact.Num{}, now.w.exact...) // slices.Clone would keep math/big's methods, as in weighs
	alone := now.w.sum.Cmp(others[k]) == 0
	if alone {
		for i := range others[:t.weighed] {
			others[i] = exact.Int(1)
		}
	}
	others[k] = exact.Num{}
	rest := t.sums(weightingOf(others))
	if !alone {
		rest.whole, rest.less = now, k
	}
	return &sweep{t, k, rest, 0, 1}
}

// limit keeps to limits, which the present weights satisfy.
func (s *sweep) limit(l *limits.Limits, now float64) {
	if l == nil {
		return
	}
	d := make([]float64, s.t.weighed)
	for k := range d {
		d[k] = -s.rest.w.float[k]
	}
	d[s.k]++
	s.from, s.to = l.Along(s.rest.w.float[:s.t.weighed], d, 0, 1)
	s.from, s.to = min(s.from, now), max(s.to, now)
}

// score is row i's score in column k.
func (s *sweep) score(i int) float64 { return s.t.x[i*len(s.t.dims)+s.k] }

// lead is by how much row i leads row j in rest and in column k, good to 10^-12
// of themselves. The signs are exact, and so are zeros.
func (s *sweep) lead(i, j int) (a, b float64) {
	return s.rest.lead(i, j), s.t.lead(s.k, i, j)
}

// meet returns the exact t at which rows i and j are level. It multiplies a and b by the
// sum of the weights u as written.
func (s *sweep) meet(i, j int) exact.Num {
	a := s.rest.gap(i, j)
	b := exact.Of(s.score(i)).Sub(exact.Of(s.score(j))).Mul(s.rest.w.sum)
	return a.Quo(a.Sub(b))
}

// interval returns the weights at which every row of in is level with or ahead of every
// row of out. The present weight is among them, so they form an interval, and a pair
// bounds it below when the insider leads in column k only, above when it leads in rest
// only.
func (s *sweep) interval(in, out []int) []float64 {
	low, high := edge{t: s.from, side: +1}, edge{t: s.to, side: -1}
	for _, i := range in {
		for _, j := range out {
			switch a, b := s.lead(i, j); {
			case a < 0 && b >= 0:
				low.add(a/(a-b), i, j)
			case a >= 0 && b < 0:
				high.add(a/(a-b), i, j)
			}
		}
	}
	return []float64{max(s.from, low.exact(s)), min(s.to, high.exact(s))}
}

// edge is the highest (side +1) or lowest (−1) of the weights added, with all
// pairs that come so near to it that float64 cannot tell.
type edge struct {
	t     float64
	side  float64
	pairs [][2]int
	last  float64
}

func (e *edge) add(t float64, i, j int) {
	const near = 1e-9
	beyond := float64((t - e.t) * e.side)
	switch {
	case beyond > near || len(e.pairs) == 0 && beyond >= 0:
		e.pairs = e.pairs[:0]
	case beyond < -near || len(e.pairs) > 0 && t == e.last:
		return
	}
	e.pairs, e.last = append(e.pairs, [2]int{i, j}), t
	if beyond > 0 {
		e.t = t
	}
}

// exact returns the float64 nearest to the outermost of the pairs' exact weights.
func (e *edge) exact(s *sweep) float64 {
	if len(e.pairs) == 0 {
		return e.t
	}
	best := s.meet(e.pairs[0][0], e.pairs[0][1])
	for _, p := range e.pairs[1:] {
		if t := s.meet(p[0], p[1]); float64(t.Cmp(best))*e.side > 0 {
			best = t
		}
	}
	return best.Float()
}
