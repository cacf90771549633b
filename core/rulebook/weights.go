package rulebook

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/tallyproof/tallyproof/core/exact"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/words"
)

// Weighted is a dimension that counts, with its weight as a fraction.
type Weighted struct {
	Dimension
	W     exact.Num // the weight as the decimal it was written as
	Float float64   // the same weight for float64 arithmetic
}

// Weigh settles which dimensions count and with what weight, in display
// order; dimensions that only the request names follow, sorted by key. The
// given weights replace the rulebook's own when there are any. They are fractions that sum
// to 1 within 0.001, or percentages that sum to 100 within 0.1 and are
// divided. Any other sum is an error that names it: weights are never
// normalized in silence. Errors point into /weights.
func (rb *Rulebook) Weigh(weights map[string]float64) ([]Weighted, *op.Error) {
	if len(weights) == 0 {
		if weights = rb.OwnWeights(); len(weights) == 0 {
			return nil, op.Refuse("/weights",
				"missing: the rulebook %q has no weights of its own, every challenge chooses them", rb.ID)
		}
	}
	dims, err := rb.weighed(weights)
	if err != nil {
		return nil, err
	}
	if err := rb.countDimensions(dims); err != nil {
		return nil, err
	}
	sum := exact.Num{}
	for _, d := range dims {
		sum = sum.Add(d.W)
	}
	percent, err := UnitOf(sum)
	if err != nil {
		return nil, err
	}
	if percent {
		for i := range dims {
			dims[i].W = dims[i].W.Mul(exact.Of(0.01))
			dims[i].Float /= 100
		}
	}
	return dims, nil
}

// OwnWeights returns the weights of its dimensions, by their keys; empty if every challenge
// chooses its own.
func (rb *Rulebook) OwnWeights() map[string]float64 {
	own := map[string]float64{}
	for _, d := range rb.Dimensions {
		if d.Weight != nil {
			own[d.Key] = *d.Weight
		}
	}
	return own
}

// weighed pairs dimensions with the given weights.
func (rb *Rulebook) weighed(weights map[string]float64) ([]Weighted, *op.Error) {
	dims := make([]Weighted, 0, len(weights))
	odd := false // whether a weight is negative
	for i := range rb.Dimensions {
		d := &rb.Dimensions[i]
		if w, ok := weights[d.Key]; ok {
			dims = append(dims, Weighted{*d, exact.Of(w), w})
			odd = odd || w < 0
		}
	}
	if len(dims) == len(weights) && !odd {
		return dims, nil
	}
	if most := rb.Composite.MaxDimensions; rb.Composite.Open && most > 0 && len(weights) > most+len(rb.Extras()) {
		extra := 0 // too many to look at each
		for _, key := range rb.Extras() {
			if _, ok := weights[key]; ok {
				extra++
			}
		}
		return nil, rb.refuseCount(len(weights)-extra, extra)
	}
	for _, key := range slices.Sorted(maps.Keys(weights)) {
		w := weights[key]
		if w < 0 {
			return nil, op.Refuse(op.Pointer("weights", key), "%s: want a weight of at least 0", op.Show(w))
		}
		if _, known := rb.Dimension(key); known {
			continue
		}
		if !rb.Composite.Open {
			return nil, op.Refuse(op.Pointer("weights", key), "unknown dimension %s: want one of %s", op.Quote(key),
				strings.Join(rb.keys(), ", "))
		}
		if !validKey(key) {
			return nil, op.Refuse(op.Pointer("weights", key),
				"%s: want a dimension key of lower-case letters, digits and underscores, at most 60", op.Quote(key))
		}
		dims = append(dims, Weighted{Dimension{Key: key, Label: key, Measure: "direct"}, exact.Of(w), w})
	}
	return dims, nil
}

// countDimensions checks how many there are. Extra ones come on top.
func (rb *Rulebook) countDimensions(dims []Weighted) *op.Error {
	c, n := rb.Composite, 0
	for i := range dims {
		if !dims[i].Extra {
			n++
		}
	}
	if n >= c.MinDimensions && (c.MaxDimensions == 0 || n <= c.MaxDimensions) {
		return nil
	}
	return rb.refuseCount(n, len(dims)-n)
}

// refuseCount refuses so many dimensions and extra ones.
func (rb *Rulebook) refuseCount(n, extra int) *op.Error {
	text := words.Counted(n, "dimension", "dimensions")
	if extra > 0 {
		text = fmt.Sprintf("%s and %d on top", text, extra)
	}
	text = fmt.Sprintf("%s: want %s", text, rb.Composite.DimensionCount())
	if extras := rb.Extras(); len(extras) > 0 {
		text += ", besides " + strings.Join(extras, ", ")
	}
	return op.Refuse("/weights", "%s", text)
}

// DimensionCount returns the number of dimensions that a challenge may weigh, without
// extra ones: "2 to 6", "at least 2", "at most 6" or "4"; empty without a limit.
func (c *Composite) DimensionCount() string {
	switch {
	case c.MinDimensions == 0 && c.MaxDimensions == 0:
		return ""
	case c.MaxDimensions == 0:
		return fmt.Sprintf("at least %d", c.MinDimensions)
	case c.MinDimensions == 0:
		return fmt.Sprintf("at most %d", c.MaxDimensions)
	case c.MinDimensions == c.MaxDimensions:
		return fmt.Sprintf("%d", c.MinDimensions)
	}
	return fmt.Sprintf("%d to %d", c.MinDimensions, c.MaxDimensions)
}

// Extras returns the keys of the dimensions that come on top of the others.
func (rb *Rulebook) Extras() (keys []string) {
	for _, d := range rb.Dimensions {
		if d.Extra {
			keys = append(keys, d.Key)
		}
	}
	return keys
}

// UnitOf tells fractions from percentages by their exact sum, and refuses any other.
func UnitOf(sum exact.Num) (percent bool, err *op.Error) {
	switch {
	case near(sum, 1, 0.001):
		return false, nil
	case near(sum, 100, 0.1):
		return true, nil
	}
	return false, op.Refuse("/weights", "weights sum to %s: want 1 (or 100 in percent)", op.Show(sum.Float()))
}

func near(x exact.Num, want, within float64) bool {
	off := x.Sub(exact.Of(want))
	return off.Max(off.Neg()).Cmp(exact.Of(within)) <= 0
}

func (rb *Rulebook) keys() []string {
	var keys []string
	for _, d := range rb.Dimensions {
		keys = append(keys, d.Key)
	}
	return keys
}
