package recover

import (
	"math"
	"strings"

	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/table"
	"github.com/tallyproof/tallyproof/core/words"
)

// Study is a sheet with the weights that were found for its published totals.
type Study struct {
	Found
	Sheet  *table.Sheet
	Dims   []int // the columns of the dimensions
	Column int   // the column of the totals
	AsIs   bool  // whether the publisher takes marks from 0 to 100 as they are, not by the scale of the sheet
}

const mostDimensions = 64

// Totals finds the weights of a sheet's totals. Of several columns with totals, the first counts
// for which it finds weights.
func Totals(s *table.Sheet) (*Study, *op.Error) {
	dims := s.Dimensions()
	switch {
	case len(dims) == 0:
		return nil, op.Refuse("/columns", "no column is a dimension: want at least one")
	case len(dims) > mostDimensions:
		return nil, op.Refuse("/columns", "%d dimensions: want at most %d", len(dims), mostDimensions)
	}
	var best *Study
	for column := range s.Columns {
		if s.Columns[column].Role != table.RoleTotal {
			continue
		}
		if study := of(s, dims, column); best == nil || study.Offered() && !best.Offered() {
			best = study
		}
	}
	if best == nil {
		return nil, op.Refuse("/columns", "no column is a published total: want the role total for one of them")
	}
	return best, nil
}

// of finds the weights of one column with totals, on the sheet's scales or with marks as they
// are.
func of(s *table.Sheet, dims []int, column int) *Study {
	study := &Study{Sheet: s, Dims: dims, Column: column}
	study.Found = Find(study.table(false))
	if study.Offered() || !study.hasMarks() {
		return study
	}
	if found := Find(study.table(true)); found.Offered() {
		study.Found, study.AsIs = found, true
	}
	return study
}

// With returns what other weights give, with a rule for missing values.
func (s *Study) With(weights []float64, missing string) Found {
	t := s.table(s.AsIs)
	p := t.problem(s.Factor)
	f := &fit{k: p.k, w: weights}
	if s.Rounded {
		f.h = t.Rounding
	}
	return p.answer(f, missing)
}

// hasMarks reports whether the scale of the sheet changes a column of marks.
func (s *Study) hasMarks() bool {
	for _, k := range s.Dims {
		if c := &s.Sheet.Columns[k]; IsMarks(c) && !(c.From == 0 && c.To == 100) {
			return true
		}
	}
	return false
}

// IsMarks reports whether a column's numbers may be scores from 0 to 100.
func IsMarks(c *table.Column) bool {
	for i, x := range c.Values {
		if c.Has(i) && !(x >= 0 && x <= 100) {
			return false
		}
	}
	return c.Better == table.Higher
}

// table returns the numbers of the sheet.
func (s *Study) table(asIs bool) Table {
	totals := &s.Sheet.Columns[s.Column]
	t := Table{Totals: totals.Values, Decimals: s.decimals(totals), Scale: 100}
	for _, k := range s.Dims {
		c := &s.Sheet.Columns[k]
		from, to := c.From, c.To
		if asIs && IsMarks(c) {
			from, to = 0, 100
		}
		values, span := make([]float64, len(c.Values)), to-from
		for i, x := range c.Values {
			switch {
			case !c.Has(i):
				values[i] = math.NaN()
			case span == 0:
				values[i] = 100
			default:
				values[i] = min(max(float64(100*(x-from))/span, 0), 100)
			}
		}
		half := 0.0
		if span != 0 {
			half = float64(50*math.Pow10(-mostOf(s.decimals(c)))) / math.Abs(span)
		}
		t.Values, t.Rounding = append(t.Values, values), append(t.Rounding, half)
	}
	return t
}

// Decimals returns how many decimals the totals have.
func (s *Study) Decimals() int { return mostOf(s.decimals(&s.Sheet.Columns[s.Column])) }

// decimals returns how many decimals the numbers of a column were written with. Some programs
// leave out zeros at the end: if three of four numbers have as many as any, all do.
func (s *Study) decimals(c *table.Column) []int {
	list, numbers := make([]int, len(c.Values)), 0
	for i, x := range c.Values {
		if c.Has(i) {
			list[i], numbers = max(words.Decimals(x), s.written(c.Cells[i])), numbers+1
		}
	}
	most, full := mostOf(list), 0
	for i, d := range list {
		if c.Has(i) && d == most {
			full++
		}
	}
	for i := range list {
		if 4*full >= 3*numbers {
			list[i] = most
		}
	}
	return list
}

// written returns the number of digits behind the decimal sign of a cell, at most 12.
func (s *Study) written(cell string) int {
	sign := "."
	if s.Sheet.Numbers == "comma" {
		sign = ","
	}
	_, behind, _ := strings.Cut(cell, sign)
	digits := 0
	for digits < min(len(behind), 12) && behind[digits] >= '0' && behind[digits] <= '9' {
		digits++
	}
	return digits
}

func mostOf(list []int) int {
	most := 0
	for _, n := range list {
		most = max(most, n)
	}
	return most
}
