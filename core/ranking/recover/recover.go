// Package recover finds the weights that made published totals.
//
// [Find] looks for weights, at least 0 and with the sum 1, under which the weighted sums of a
// table's values round to the totals that its publisher shows. If no weights give all totals, it
// takes those with the least absolute residuals, which a few wrong totals do not move, and
// counts how many totals they give.
package recover

import (
	"math"
	"slices"

	"github.com/tallyproof/tallyproof/core/table"
)

// Table is values and the totals that they may have made.
type Table struct {
	Values   [][]float64 // of each dimension, the value of each row; NaN if it is missing
	Totals   []float64   // of each row; NaN without a total
	Decimals []int       // of each total
	Rounding []float64   // of each dimension, half a last digit of its values; nil for exact values
	Scale    float64     // the value for full marks, the same in each dimension
}

// Found is weights and what they give.
type Found struct {
	Weights []float64 // of each dimension, with the sum 1; nil without totals
	Steps   int       // the weights are whole multiples of 1/Steps; 0 if they are not round
	Missing string    // the rule for missing values that fits
	Factor  float64   // a total times Factor is on the scale of the values
	Rounded bool      // whether it takes the rounding of the values to give the totals

	Fits, Of  int       // how many totals the weights give, and how many there are
	Computed  []float64 // of each row, on the scale of the totals; NaN without one
	Tolerance []float64 // of each row: how far from Computed a total may be
	Residual  float64   // Σ |total − computed| on the scale of the values, of the totals that have one

	Determined bool // whether few other weights could give the same totals

	// Free lists dimensions whose values follow from those of others in every row: they could share
	// their weights in other ways.
	Free []int
}

// Offered reports whether the weights give so many totals that they may be the publisher's.
func (f *Found) Offered() bool { return f.Of > 0 && 10*f.Fits >= 6*f.Of }

// Sums reports whether the totals are sums of the dimensions, not means.
func (f *Found) Sums() bool { return f.Factor < 1 && f.Factor != 0.1 }

// Few reports whether the totals are so few that nearly any values can give them.
func (f *Found) Few() bool { return f.Of <= fewTotals }

// Gives reports whether the weights give the total of row i.
func (f *Found) Gives(i int, total float64) bool {
	return math.Abs(total-f.Computed[i]) <= f.Tolerance[i]
}

const fewTotals = 5

// Find looks for the weights of a table's totals. It tries totals on the scale of the values, on
// a tenth, hundredth or ten times that, and sums of all dimensions.
func Find(t Table) Found {
	best := t.problem(1).nothing()
	for _, factor := range t.factors() {
		p := t.problem(factor)
		if !p.inside() {
			continue
		}
		if found := p.find(); best.Weights == nil || found.Offered() {
			best = found
		}
		if best.Offered() {
			break
		}
	}
	return best
}

// nothing is the answer for totals that are not between values.
func (p *problem) nothing() Found {
	found := Found{Missing: table.LeaveOut, Factor: 1, Of: len(p.complete) + len(p.partial)}
	found.Computed, found.Tolerance = slices.Repeat([]float64{math.NaN()}, len(p.Totals)), make([]float64, len(p.Totals))
	return found
}

func (t *Table) factors() []float64 {
	factors := []float64{1, 100, 10, 0.1}
	if sum := 1 / float64(len(t.Values)); !slices.Contains(factors, sum) {
		factors = append(factors, sum)
	}
	return factors
}

// problem is a table whose totals have a factor.
type problem struct {
	*Table
	factor, scale     float64
	k                 int
	complete, partial []int // rows with a total: with all values, and with some
}

func (t *Table) problem(factor float64) *problem {
	p := &problem{Table: t, factor: factor, scale: t.Scale, k: len(t.Values)}
	for _, values := range t.Values {
		for _, x := range values {
			if math.Abs(x) > p.scale {
				p.scale = math.Abs(x)
			}
		}
	}
	for i, total := range t.Totals {
		missing := slices.ContainsFunc(t.Values, func(x []float64) bool { return x[i] != x[i] })
		switch {
		case total != total:
		case missing:
			p.partial = append(p.partial, i)
		default:
			p.complete = append(p.complete, i)
		}
	}
	return p
}

// inside reports whether most totals are between the lowest and highest value of their row,
// as those of any weights are.
func (p *problem) inside() bool {
	inside, all := 0, append(slices.Clone(p.complete), p.partial...)
	for _, i := range all {
		low, high := p.hull(i)
		if y := float64(p.Totals[i] * p.factor); low <= y && y <= high {
			inside++
		}
	}
	return 10*inside >= 6*len(all) && inside > 0
}

// hull returns the lowest and the highest total of row i that any weights give. A missing value
// may be zero.
func (p *problem) hull(i int) (low, high float64) {
	low, high = math.Inf(1), math.Inf(-1)
	half := 0.0
	for k, values := range p.Values {
		x := values[i]
		if x != x {
			x = 0
		}
		low, high = min(low, x), max(high, x)
		if p.Rounding != nil {
			half = max(half, p.Rounding[k])
		}
	}
	half += p.room(i)
	return low - half, high + half
}

// room returns half a last digit of a total.
func (p *problem) room(i int) float64 {
	half := 0.5
	for range min(p.Decimals[i], 15) {
		half /= 10
	}
	return float64(half*p.factor) + float64(p.scale*slack)
}

// slack is what rounding of binary numbers may add, as a part of the scale.
const slack = 1e-11

// find fits weights to the rows with all values, and finds out which rule gives the totals of
// the others. If there are not enough, it tries the rules on all rows.
func (p *problem) find() Found {
	if len(p.partial) == 0 || len(p.complete) > p.k {
		f := p.fit(p.complete, nil)
		found := p.answer(f, table.LeaveOut)
		for _, rule := range []string{table.Zero, table.Worst} {
			if other := p.answer(f, rule); other.Fits > found.Fits {
				found = other
			}
		}
		return f.determined(found)
	}
	all := slices.Sorted(slices.Values(slices.Concat(p.complete, p.partial)))
	f, g := p.fit(all, p.fill(table.Zero)), p.fit(all, p.fill(table.Worst))
	found := p.answer(f, table.Zero)
	if other := p.answer(g, table.Worst); other.Fits > found.Fits {
		return g.determined(other)
	}
	return f.determined(found)
}

// fill returns the values that a rule puts in place of missing ones.
func (p *problem) fill(rule string) []float64 {
	fill := make([]float64, p.k)
	for k, values := range p.Values {
		if rule != table.Worst {
			continue
		}
		worst := math.Inf(1)
		for _, x := range values {
			if x < worst {
				worst = x
			}
		}
		if !math.IsInf(worst, 1) {
			fill[k] = worst
		}
	}
	return fill
}

// fit finds weights for some rows.
func (p *problem) fit(rows []int, fill []float64) *fit {
	n := len(rows)
	f := &fit{k: p.k, scale: p.scale, x: make([]float64, 0, n*p.k), y: make([]float64, n), room: make([]float64, n)}
	for at, i := range rows {
		for k, values := range p.Values {
			x := values[i]
			if x != x {
				x = fill[k]
			}
			f.x = append(f.x, x)
		}
		// No weights give a total outside of the hull, and it matters to none how far outside it is.
		low, high := p.hull(i)
		f.y[at], f.room[at] = min(max(float64(p.Totals[i]*p.factor), 2*low-high), 2*high-low), p.room(i)
	}
	if n > 0 {
		f.choose(p.Rounding)
	}
	return f
}

// determined tells whether the rows determine the weights.
func (f *fit) determined(found Found) Found {
	if len(f.y) > f.k { // else nearly all do
		found.Free = f.dependent()
		found.Determined = len(found.Free) == 0
	}
	return found
}

// answer applies weights and a rule for missing values to all rows.
func (p *problem) answer(f *fit, rule string) Found {
	found := Found{Weights: f.w, Steps: f.steps, Missing: rule, Factor: p.factor, Rounded: f.h != nil,
		Of:       len(p.complete) + len(p.partial),
		Computed: make([]float64, len(p.Totals)), Tolerance: make([]float64, len(p.Totals))}
	fill := p.fill(rule)
	for i, total := range p.Totals {
		found.Computed[i] = math.NaN()
		if total != total || f.w == nil {
			continue
		}
		sum := 0.0
		for k, values := range p.Values {
			x := values[i]
			if x != x {
				x = fill[k]
				if rule == table.LeaveOut {
					x = math.NaN()
				}
			}
			sum += float64(f.w[k] * x)
		}
		found.Computed[i], found.Tolerance[i] = sum/p.factor, (p.room(i)+f.allowed(f.w))/p.factor
		if sum == sum {
			found.Residual += math.Abs(sum - float64(total*p.factor))
		}
		if found.Gives(i, total) {
			found.Fits++
		}
	}
	return found
}
