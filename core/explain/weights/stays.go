package weights

import (
	"math"

	"github.com/tallyproof/tallyproof/core/ranking/live"
)

// stays is from where to where, in basis points, the weight of column k can move while
// nobody is ahead of the first row. Locked weights stay, the others share what is left
// in exact proportion. If the first one is ahead of another row by d in a column, then
// by d_k·t + u·d·(free − t) + l·d altogether, with l the locked weights, u the
// proportions of the others and free what the locked ones leave: a straight line.
func (f *field) stays(k int) (low, high int32) {
	others, sum, free := f.proportions(k)
	from, to := 0.0, free
	if sum == 0 { // nothing gives way
		from, to = f.hundredths(k), f.hundredths(k)
	}
	for i := 1; i < len(f.rows) && sum > 0; i++ {
		at0, slope := 0.0, f.rows[0][k]-f.rows[i][k]
		for c, w := range others {
			d := f.rows[0][c] - f.rows[i][c]
			if f.list[c].Locked && c != k {
				at0 += float64(w * d)
				continue
			}
			at0 += float64(float64(w*d)*free) / sum
			slope -= float64(w*d) / sum
		}
		switch zero := -at0 / slope; {
		case slope > 0:
			from = max(from, zero)
		case slope < 0:
			to = min(to, zero)
		}
	}
	if least, most, ok := f.straightWay(k); ok {
		from, to = max(from, least), min(to, most)
	}
	const rounding = 1e-6 // of a basis point
	now := f.basis[k]
	return min(now, int32(math.Ceil(from-rounding))), max(now, int32(math.Floor(to+rounding)))
}

// straightWay returns from where to where, in basis points, the weight of column k can move
// within the conditions while the others keep their exact proportions; ok is false without
// conditions, or if the present weights do not satisfy them.
func (f *field) straightWay(k int) (from, to float64, ok bool) {
	others, sum, free := f.proportions(k)
	if f.limits == nil || sum == 0 || !f.inside() {
		return 0, 0, false
	}
	at0, d := make([]float64, len(others)), make([]float64, len(others))
	for c, w := range others {
		switch {
		case c == k:
			d[c] = 1
		case f.list[c].Locked:
			at0[c] = w / live.Whole
		default:
			at0[c], d[c] = float64(w*free)/sum/live.Whole, -w/sum
		}
	}
	now := f.hundredths(k)
	from, to = f.limits.Along(at0, d, 0, free/live.Whole)
	return min(now, float64(from*live.Whole)), max(now, float64(to*live.Whole)), true
}

// proportions returns the basis points of the columns other than k, by which unlocked
// columns share; 1 for each if all are 0. sum adds these up, free is the rest that locked
// columns leave.
func (f *field) proportions(k int) (others []float64, sum, free float64) {
	others, free = make([]float64, len(f.basis)), live.Whole
	equal := 0.0
	for c, w := range f.basis {
		switch {
		case c == k:
		case f.list[c].Locked:
			free -= float64(w)
			others[c] = float64(w)
		default:
			others[c] = float64(w)
			sum += float64(w)
			equal++
		}
	}
	if sum > 0 {
		return others, sum, free
	}
	for c := range others {
		if c != k && !f.list[c].Locked {
			others[c] = 1
		}
	}
	return others, equal, free
}
