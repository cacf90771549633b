package ranking

import (
	"math"

	"github.com/tallyproof/tallyproof/core/exact"
	"github.com/tallyproof/tallyproof/core/ranking/nearest"
)

// sums are Σ w·x of every row of a table: in float64 at once, and exactly for
// the rows if that is asked.
type sums struct {
	w     weighting
	t     *table
	float []float64
	exact []exact.Num
	known []bool // of exact
	whole *sums  // the same weights with one more, that of column less, if not nil
	less  int
}

func (t *table) sums(w weighting) *sums {
	s := &sums{w: w, t: t, float: make([]float64, len(t.ids))}
	for i := range s.float {
		s.float[i] = nearest.Dot(w.float, t.row(i))
	}
	return s
}

// of is row i's sum, with the weights as they were written.
func (s *sums) of(i int) exact.Num {
	if s.known == nil {
		s.exact, s.known = make([]exact.Num, len(s.float)), make([]bool, len(s.float))
	}
	if !s.known[i] {
		s.exact[i], s.known[i] = s.add(i), true
	}
	return s.exact[i]
}

// add adds row i up.
func (s *sums) add(i int) (sum exact.Num) {
	row := s.t.row(i)
	if s.whole != nil {
		return s.whole.of(i).Sub(s.whole.w.exact[s.less].Mul(exact.Of(row[s.less])))
	}
	for k, x := range row {
		sum = sum.Add(s.w.exact[k].Mul(exact.Of(x)))
	}
	return sum
}

// gap returns the exact lead of row i over row j, with the weights as written.
func (s *sums) gap(i, j int) exact.Num { return s.of(i).Sub(s.of(j)) }

// ahead returns the sign of that gap: from float64 if it is certain.
func (s *sums) ahead(i, j int) int {
	switch d := s.float[i] - s.float[j]; {
	case d > s.t.slack():
		return +1
	case d < -s.t.slack():
		return -1
	}
	return s.of(i).Cmp(s.of(j))
}

// lead returns the lead of row i over row j to a relative 10^-12. Its sign is exact, and
// so is 0.
func (s *sums) lead(i, j int) float64 {
	if d := s.float[i] - s.float[j]; math.Abs(d) > float64(s.t.scale*1e-3) {
		return d
	}
	gap := s.gap(i, j)
	if d := gap.Float() / s.w.sum.Float(); d != 0 {
		return d
	}
	return float64(float64(gap.Sign()) * math.SmallestNonzeroFloat64) // if it underflowed
}
