package table

import (
	"math"
	"strings"

	"github.com/tallyproof/tallyproof/core/exact"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/words"
)

// Rules for rows of an agent that stands in several, beside Best for the best.
const (
	All     = "all"
	BestRow = "best"
	LastRow = "last"
	Mean    = "mean"
)

// scale gives dimensions their scales: as they are if all are better when higher and lie
// between 0 and 1, 100 or 1000; else from the worst number to the best.
func (r *reader) scale(s *Sheet) *op.Error {
	most, plain := 0.0, true
	for _, k := range s.Dimensions() {
		c := &s.Columns[k]
		low, high := c.Range()
		plain = plain && c.Better == Higher && low >= 0
		most = max(most, high)
	}
	limit := limitOf(most)
	plain = plain && limit <= 1000
	for _, k := range s.Dimensions() {
		c := &s.Columns[k]
		c.Scale = MinMax
		if plain {
			c.Scale = AsIs
		}
		choice := r.columns[k].choice
		if choice != nil && (choice.From != nil || choice.To != nil) {
			c.Scale = FullMarks
		}
		if choice != nil && choice.Scale != "" {
			c.Scale = choice.Scale
		}
		own := limit
		if !plain {
			_, high := c.Range()
			own = limitOf(high)
		}
		c.ends(own)
		if refusal := c.choose(choice, r.columns[k].place); refusal != nil {
			return refusal
		}
	}
	return nil
}

// limitOf returns the highest number of a scale: 1, 100, 1000 or the next power of ten.
func limitOf(most float64) float64 {
	limit := 1.0
	if most > 1 {
		limit = 100
	}
	for limit < most {
		limit = float64(limit * 10)
	}
	return limit
}

// Range returns the lowest and highest number of the column, 0 and 0 without any.
func (c *Column) Range() (low, high float64) {
	low, high = math.Inf(1), math.Inf(-1)
	for _, x := range c.Values {
		if x == x {
			low, high = min(low, x), max(high, x)
		}
	}
	if low > high {
		return 0, 0
	}
	return low, high
}

// ends sets the numbers worth 0 and 100.
func (c *Column) ends(limit float64) {
	low, high := c.Range()
	lower := c.Better == Lower
	switch c.Scale {
	case AsIs:
		c.From, c.To = 0, limit
		if lower {
			c.From, c.To = limit, 0
		}
	case MinMax:
		c.From, c.To = low, high
		if lower {
			c.From, c.To = high, low
		}
	case Best, FullMarks:
		c.From, c.To = 0, high
		switch {
		case lower && (c.Scale == FullMarks || low <= 0):
			c.From, c.To = high, low
		case lower:
			c.From, c.To = exact.Of(low).Mul(exact.Int(2)).Float(), low
		case high <= 0:
			c.From = low
		}
	}
}

// choose sets the ends that a reader chose. They decide which numbers are better.
func (c *Column) choose(choice *Choice, place int) *op.Error {
	if choice == nil || choice.From == nil && choice.To == nil {
		return nil
	}
	if choice.From != nil {
		c.From = *choice.From
	}
	if choice.To != nil {
		c.To = *choice.To
	}
	if c.From == c.To {
		member := "to"
		if choice.To == nil {
			member = "from"
		}
		return op.Refuse(op.Pointer("columns", place, member), "%s is worth both 0 and 100 in %s: want two numbers", op.Show(c.To),
			op.Quote(c.Name))
	}
	c.Better = Higher
	if c.From > c.To {
		c.Better = Lower
	}
	return nil
}

// Says says the direction and the scale of a dimension in one line.
func (c *Column) Says() string {
	text := c.Better + " is better, "
	if c.Scale == AsIs && c.From == 0 && c.To == 100 {
		return text + "as it is"
	}
	if c.From == c.To {
		return text + "all equal: " + words.Number(c.To) + " → 100"
	}
	return text + words.Number(c.To) + " → 100, " + words.Number(c.From) + " → 0"
}

// remark notes numbers outside their scales, and dimensions that decide much more than
// others if they are left as they are.
func (s *Sheet) remark() {
	for _, k := range s.Dimensions() {
		c := &s.Columns[k]
		low, _ := c.Range()
		for i := range c.Values {
			if !c.Has(i) {
				continue
			}
			x := c.Values[i]
			below, above := x < min(c.From, c.To), x > max(c.From, c.To)
			switch {
			case below || above:
				counts := "100"
				if c.Scaled(i).Sign() == 0 {
					counts = "0"
				}
				s.problem(k, i, "it lies outside the scale from "+op.Show(c.From)+" to "+op.Show(c.To)+" and counts as "+counts)
			case low < 0 && x == low:
				s.problem(k, i, "it is below 0: the scale begins at "+op.Show(min(c.From, c.To)))
			default:
				continue
			}
			break
		}
	}
	s.compareRanges()
}

func (s *Sheet) problem(column, agent int, message string) {
	s.Problems = append(s.Problems, Problem{s.Rows[agent], s.Columns[column].Name, s.Columns[column].Cells[agent], message})
}

// compareRanges warns if a dimension that is left as it is decides ten times as much as
// another one.
func (s *Sheet) compareRanges() {
	var names []string
	var ranges []float64
	sum, least, most, asIs := 0.0, math.Inf(1), 0.0, false
	for _, k := range s.Dimensions() {
		c := &s.Columns[k]
		low, high := c.Range()
		if c.From == c.To {
			continue
		}
		size := float64((high - low) / math.Abs(c.To-c.From) * 100)
		asIs = asIs || c.Scale == AsIs
		names, ranges = append(names, c.Label), append(ranges, size)
		sum, least, most = sum+size, min(least, size), max(most, size)
	}
	if !asIs || len(ranges) < 2 || least <= 0 || most < 10*least {
		return
	}
	parts := make([]string, len(names))
	for i := range names {
		parts[i] = names[i] + " " + words.Percent(ranges[i]/sum)
	}
	s.Warnings = append(s.Warnings, op.Warnf("ranges", "/columns",
		"with equal weights, the dimensions as they are decide by the widths of their ranges: %s; min to max evens them out",
		strings.Join(parts, ", ")))
}
