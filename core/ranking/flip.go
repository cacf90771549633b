package ranking

import (
	"math"
	"slices"

	"github.com/tallyproof/tallyproof/core/exact"
	"github.com/tallyproof/tallyproof/core/ranking/limits"
	"github.com/tallyproof/tallyproof/core/ranking/nearest"
)

// Flip is the nearest change of weights that dethrones the winner. At the nearest point of
// equal scores nobody is ahead yet: the distance is to that point, and the weights are just
// beyond it.
type Flip struct {
	Pair     []string           `json:"pair" op:"min=2 max=2" doc:"Ids of the winner and of the submission that overtakes it."`
	Weights  map[string]float64 `json:"weights" doc:"The nearest weights, of those that satisfy the conditions, under which that submission is ahead: just beyond the point of equal scores, by at most a billionth of their largest difference in a dimension."`
	Distance float64            `json:"distance" doc:"Least-squares distance √Σ(change)² from the present weights to the nearest point of equal scores. The weights here lie just beyond that point. 0 if the scores are equal now."`
}

// nearestFlip looks for the weights nearest to the present ones at which
// another row is strictly ahead of the winner. A row that is nowhere better
// than the winner can be level at most, and dethrones nobody: that it may rank
// first there for having come earlier is no merit of the weights.
//
// Moving w along the simplex changes the rival's lead by at most the distance
// times |d − mean d|, so −w·d/|d − mean d| is a lower bound that spares most
// rivals the projection.
func (t *table) nearestFlip(now *ranking, l *limits.Limits) *Flip {
	w := now.w.float[:t.weighed]
	winner, rival, shortest := now.order[0], -1, math.Inf(1)
	for _, i := range now.order[1:] {
		d, unit := t.direction(i, winner)
		behind := now.lead(winner, i) / unit
		if unit == 0 || slices.Max(d) <= 0 || behind >= float64(shortest*spread(d)) {
			continue
		}
		v, ok := toward(w, d, behind, 0, l)
		if !ok || l != nil && t.beyond(w, now, winner, i, l) == nil {
			continue
		}
		if far := nearest.Distance(w, v); far < shortest {
			rival, shortest = i, far
		}
	}
	if rival < 0 {
		return nil
	}
	v := t.beyond(w, now, winner, rival, l)
	names := make(map[string]float64, len(v))
	for k, x := range v {
		names[t.dims[k].Key] = x
	}
	return &Flip{[]string{t.ids[winner], t.ids[rival]}, names, shortest}
}

// toward returns the weights nearest to w, within limits if there are any, at which a row is
// ahead by margin that is behind now and leads by d.
func toward(w, d []float64, behind, margin float64, l *limits.Limits) (v []float64, ok bool) {
	if l == nil {
		return nearest.Toward(w, d, -behind, margin), true
	}
	return l.Nearest(w, nearest.Wall{N: d, Least: nearest.Dot(d, w) + behind + margin})
}

// difference is row a less row b in the weighed columns.
func (t *table) difference(a, b int) []float64 {
	d := make([]float64, t.weighed)
	for k := range d {
		d[k] = t.lead(k, a, b)
	}
	return d
}

// direction is that difference in units of its largest part, so that its
// squares neither overflow nor vanish; unit is 0 where the rows are the same.
func (t *table) direction(a, b int) (d []float64, unit float64) {
	d = t.difference(a, b)
	for _, x := range d {
		unit = max(unit, math.Abs(x))
	}
	for k := range d {
		if unit > 0 {
			d[k] /= unit
		}
	}
	return d, unit
}

// spread is |d − mean d|.
func spread(d []float64) float64 {
	mean := nearest.Sum(d) / float64(len(d))
	sq := 0.0
	for _, x := range d {
		sq += float64((x - mean) * (x - mean))
	}
	return math.Sqrt(sq)
}

// beyond returns the weights a little further than where rival is level with winner,
// so that it is ahead in the very numbers that are answered. How much further
// is a thousandth of the way if that is little, and a billionth of the
// largest difference at most; it grows in the rare case that rounding ate it.
// If the rival leads by next to nothing, weights that only rounding kept
// from 0 may be in its way; and all weight on its best dimension always does, unless there are
// limits: then there may be none.
func (t *table) beyond(w []float64, now *ranking, winner, rival int, l *limits.Limits) []float64 {
	d, unit := t.direction(rival, winner)
	behind := now.lead(winner, rival) / unit
	best := slices.Index(d, slices.Max(d))
	margin := min(max(float64(behind*1e-3), 1e-14), 1e-9, d[best]/2)
	for ; margin > 0 && margin < d[best]; margin *= 8 { // 0 if it underflowed
		v, ok := toward(w, d, behind, margin, l)
		if !ok {
			return nil
		}
		for _, v := range [][]float64{v, snapped(v)} {
			if t.gap(written(v), rival, winner).Sign() > 0 && (l == nil || l.Hold(v)) {
				return v
			}
		}
	}
	if l != nil {
		return nil
	}
	v := make([]float64, len(w))
	v[best] = 1
	return v
}

// snapped is weights without those that are 0 but for rounding.
func snapped(v []float64) []float64 {
	v = slices.Clone(v)
	for k, x := range v {
		if x < 1e-12 {
			v[k] = 0
		}
	}
	total := nearest.Sum(v)
	for k := range v {
		v[k] /= total
	}
	return v
}

// gap returns the exact lead of row a over row b, Σ w·(a − b), with the weights as
// written.
func (t *table) gap(w []exact.Num, a, b int) exact.Num {
	sum := exact.Num{}
	x, y := t.row(a), t.row(b)
	for k := range w {
		if x[k] != y[k] {
			sum = sum.Add(w[k].Mul(exact.Of(x[k]).Sub(exact.Of(y[k]))))
		}
	}
	return sum
}

// written is weights as the decimals they are written as.
func written(v []float64) []exact.Num {
	w := make([]exact.Num, len(v))
	for k, x := range v {
		w[k] = exact.Of(x)
	}
	return w
}
