package reward

import (
	"math"

	"github.com/tallyproof/tallyproof/core/reward/input"
	"github.com/tallyproof/tallyproof/core/reward/number"
)

// spread describes a set of scores by its median and its median absolute
// deviation (Scoring System, Outlier Detection):
//
//	median = Med{x₁ … xₙ}
//	MAD    = Med{|x₁ − median| … |xₙ − median|}
type spread struct {
	median, mad number.Number
	n           int
}

func spreadOf(scores []number.Number) spread {
	s := spread{median: median(scores), n: len(scores)}
	off := make([]number.Number, len(scores))
	for i, x := range scores {
		off[i] = x.Sub(s.median).Abs()
	}
	s.mad = median(off)
	return s
}

// median returns the middle of the sorted values, and of an even number of them the
// mean of the middle two. There must be at least one.
func median(xs []number.Number) number.Number {
	order := input.Sorted(len(xs), func(i, j int) int { return xs[i].Cmp(xs[j]) })
	mid := len(xs) / 2
	if len(xs)%2 == 1 {
		return xs[order[mid]]
	}
	return xs[order[mid-1]].Add(xs[order[mid]]).Quo(number.Two)
}

// minSample is the fewest scores among which one can be called an outlier.
const minSample = 3

// defined reports whether the outlier test can be made. At MAD 0 every deviation
// is infinitely many MADs; the document does not say what then, and the
// published code flags nobody, below its floor either.
func (s spread) defined(floor number.Number) bool {
	return s.n >= minSample && s.mad.Sign() > 0 && s.mad.Cmp(floor) >= 0
}

// consistency makes MAD comparable with a standard deviation (Scoring System).
var consistency = number.Fraction(6745, 10000)

// z returns the modified z-score, M = 0.6745 · (x − median) / MAD (Scoring System).
// The test must be defined.
func (s spread) z(x number.Number) number.Number {
	return consistency.Mul(x.Sub(s.median)).Quo(s.mad)
}

// finite returns the float64 nearest to a z-score that a tiny MAD may put beyond all
// of them.
func finite(z number.Number) float64 {
	return max(-math.MaxFloat64, min(math.MaxFloat64, z.Float()))
}

// flagged is |M| > θ, strictly (Scoring System).
func flagged(z, threshold number.Number) bool { return z.Abs().Cmp(threshold) > 0 }
