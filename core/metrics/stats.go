package metrics

import (
	"slices"

	"github.com/tallyproof/tallyproof/core/exact"
	"github.com/tallyproof/tallyproof/core/fmath"
)

// rounded is x half up to so many decimals, as the deployed code rounds.
func rounded(x, tens float64) float64 { return fmath.RoundHalfUp(float64(x*tens)) / tens }

// rate is part/whole to three decimals, 0 of nothing.
func rate(part, whole int) float64 {
	if whole == 0 {
		return 0
	}
	return rounded(float64(part)/float64(whole), 1000)
}

// figures calculates by a rulebook: in float64 arithmetic with the
// deployed arena's rounding, or exactly and unrounded.
type figures struct{ live bool }

// rate is part/whole, 0 of nothing.
func (f figures) rate(part, whole int) float64 {
	if f.live || whole == 0 {
		return rate(part, whole)
	}
	return float64(part) / float64(whole)
}

// mean returns the mean of x, which is not empty, in units; live to one decimal.
func (f figures) mean(x []float64, unit float64) float64 {
	if f.live {
		return rounded(fmath.SumInOrder(x)/float64(len(x))/unit, 10)
	}
	var sum exact.Total
	for _, v := range x {
		sum.Add(v)
	}
	return sum.Num().Quo(exact.Int(int64(len(x)))).Quo(exact.Of(unit)).Float()
}

// median of ascending numbers, at least one. Of an even count it is the mean
// of the middle two, live rounded to a whole number whatever is measured.
func (f figures) median(x []float64) float64 {
	n := len(x)
	if n%2 == 1 {
		return x[n/2]
	}
	if f.live {
		return fmath.RoundHalfUp((x[n/2-1] + x[n/2]) / 2)
	}
	return exact.Of(x[n/2-1]).Add(exact.Of(x[n/2])).Mul(exact.Of(0.5)).Float()
}

// percentile returns the nearest rank: of n ascending numbers, at least one, the
// one at ⌈p·n/100⌉, counted from 1.
func percentile(x []float64, p int) float64 {
	return x[max(0, (p*len(x)+99)/100-1)]
}

// sorted returns a copy of x in ascending order.
func sorted(x []float64) []float64 {
	up := slices.Clone(x)
	slices.Sort(up)
	return up
}
