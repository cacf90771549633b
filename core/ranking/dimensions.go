package ranking

import (
	"cmp"
	"math"
	"slices"

	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/ranking/nearest"
	"github.com/tallyproof/tallyproof/core/score"
)

// DimensionStats describes the contribution of a dimension.
type DimensionStats struct {
	Dimension       string             `json:"dimension" doc:"Key of the dimension."`
	Mean            float64            `json:"mean" doc:"Mean score."`
	SD              float64            `json:"sd" doc:"Standard deviation of the scores, of these submissions themselves (divided by n)."`
	Discrimination  float64            `json:"discrimination" doc:"Share of the pairs of submissions with different scores in it, 0 to 1; 0 for a single submission."`
	EffectiveWeight float64            `json:"effective_weight" doc:"Share of the composite's variance that comes from it, weight · cov(scores, composite) / var(composite). Over all dimensions they sum to 1; a share is negative if the dimension works against the composite, 0 if it is constant. All are 0 if the composite is constant."`
	Correlation     map[string]float64 `json:"correlation" doc:"Pearson's correlation with each other dimension, −1 to 1; absent if one of the two is constant."`
}

// column is a dimension's scores as deviations from their mean, in units of the
// largest one; off is nil if all scores are equal, so that rounding cannot
// pass for variation.
type column struct {
	mean, sd float64
	unit     float64
	off      []float64
}

func newColumn(x []float64) column {
	if low := slices.Min(x); low == slices.Max(x) {
		return column{mean: low}
	}
	n := float64(len(x))
	c := column{mean: nearest.Sum(x) / n, off: make([]float64, len(x))}
	for i := range x {
		c.off[i] = x[i] - c.mean
		c.unit = max(c.unit, math.Abs(c.off[i]))
	}
	for i := range c.off {
		c.off[i] /= c.unit
	}
	c.sd = float64(c.unit * math.Sqrt(nearest.Dot(c.off, c.off)/n))
	return c
}

// statistics describes the weighed columns.
func (t *table) statistics(now *ranking) []DimensionStats {
	columns, x := make([]column, t.weighed), make([]float64, len(t.ids))
	list := make([]DimensionStats, t.weighed)
	for k := range columns {
		for i := range x {
			x[i] = t.row(i)[k]
		}
		c := newColumn(x)
		columns[k] = c
		list[k] = DimensionStats{Dimension: t.dims[k].Key, Mean: c.mean, SD: c.sd, Discrimination: discrimination(x)}
	}
	shares(list, columns, now)
	correlate(list, columns)
	return list
}

// correlate fills in the correlations.
func correlate(list []DimensionStats, columns []column) {
	for k := range list {
		list[k].Correlation = map[string]float64{}
		for l := range list[:k] {
			if columns[k].off != nil && columns[l].off != nil {
				r := pearson(columns[k].off, columns[l].off)
				list[k].Correlation[list[l].Dimension], list[l].Correlation[list[k].Dimension] = r, r
			}
		}
	}
}

// alike reports whether scores of n rows that correlate at r measure nearly the same: a
// copy from 3 rows on, a correlation of 0.95 from 10 on, as among fewer chance makes many.
func alike(r float64, n int) bool { return r >= 1-1e-12 && n >= 3 || r >= 0.95 && n >= 10 }

// Pair is two columns that measure nearly the same, the earlier one first.
type Pair struct {
	First, Second int
	Correlation   float64
}

// Pairs returns the columns of scores that measure nearly the same.
func Pairs(scores [][]float64) (pairs []Pair) {
	columns, squares := make([]column, len(scores)), make([]float64, len(scores))
	for k, x := range scores {
		columns[k] = newColumn(x)
		if columns[k].off == nil {
			continue
		}
		squares[k] = nearest.Dot(columns[k].off, columns[k].off)
		for l, other := range columns[:k] {
			if other.off == nil {
				continue
			}
			if r := correlation(nearest.Dot(columns[k].off, other.off), squares[k], squares[l]); alike(r, len(x)) {
				pairs = append(pairs, Pair{l, k, r})
			}
		}
	}
	return pairs
}

// AtMost returns a correlation with three decimals, rounded down.
func (p Pair) AtMost() string { return op.Show(math.Floor(float64(p.Correlation*1000)) / 1000) }

// remarks warns of dimensions that decide nothing and of pairs that measure the same.
func (t *table) remarks(list []DimensionStats, now *ranking) (warnings []op.Warning) {
	n := len(t.ids)
	for k, d := range list {
		if d.Discrimination == 0 && n > 1 && now.w.float[k] > 0 {
			warnings = append(warnings, op.Warnf("constant", "/submissions",
				"%s is the same for every submission: its weight decides nothing", d.Dimension))
		}
		for _, other := range list[:k] {
			if r := d.Correlation[other.Dimension]; alike(r, n) {
				warnings = append(warnings, op.Warnf("redundant", "/submissions",
					"%s and %s measure nearly the same here: their scores correlate at %s", other.Dimension, d.Dimension,
					Pair{Correlation: r}.AtMost()))
			}
		}
	}
	return warnings
}

// shares fills in the effective weights. From composite = Σ w·x follows
// var(composite) = Σ w·cov(x, composite); each part is divided by their sum. A
// composite that varies by no more than its rounding is constant, and so is one
// that varies by so little that the parts, which then nearly cancel, miss its
// variance by more than a hundredth.
func shares(list []DimensionStats, columns []column, now *ranking) {
	composite := newColumn(now.float)
	if composite.sd <= now.t.slack() {
		return
	}
	parts, variance := make([]float64, len(list)), 0.0
	for k, c := range columns {
		if c.off != nil {
			parts[k] = float64(float64(now.w.float[k]*c.unit) * nearest.Dot(c.off, composite.off))
			variance += parts[k]
		}
	}
	own := float64(composite.unit * nearest.Dot(composite.off, composite.off))
	if math.Abs(variance-own) > own/100 {
		return
	}
	for k := range list {
		list[k].EffectiveWeight = parts[k] / variance
	}
}

func pearson(x, y []float64) float64 {
	return correlation(nearest.Dot(x, y), nearest.Dot(x, x), nearest.Dot(y, y))
}

// correlation is the sum of products of deviations over the mean of the sums of their squares.
func correlation(products, xx, yy float64) float64 {
	return min(1, max(-1, products/math.Sqrt(float64(xx*yy))))
}

// discrimination returns the share of pairs with different values.
func discrimination(x []float64) float64 {
	all := pairs(len(x))
	if all == 0 {
		return 0
	}
	order := score.Order(len(x), func(a, b int) int { return cmp.Compare(x[a], x[b]) })
	same := tied(order, func(a, b int) bool { return x[a] == x[b] })
	return float64(all-same) / float64(all)
}
