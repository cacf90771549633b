package table

import (
	"math"
	"slices"
	"strings"

	"github.com/tallyproof/tallyproof/core/exact"
	"github.com/tallyproof/tallyproof/core/op"
)

// decideSigns decides the decimal sign of the whole text: as the reader says, or as cells
// show that read under one sign only. Columns that are scored go before others.
func (r *reader) decideSigns() *op.Error {
	if r.how.Numbers != "" {
		r.sign = point
		if r.how.Numbers == "comma" {
			r.sign = comma
		}
		return nil
	}
	var points, commas, either, other *column
	typed := false
	for k := range r.columns {
		c := &r.columns[k]
		if !c.isNumeric() {
			continue
		}
		if !c.counts() {
			if c.point.n+c.comma.n > 0 && other == nil {
				other = c
			}
			continue
		}
		points, commas, either = first(points, c, &c.point), first(commas, c, &c.comma), first(either, c, &c.either)
		typed = typed || c.decimals
	}
	switch {
	case points != nil && commas != nil:
		return r.refuseSigns(points, commas)
	case commas != nil:
		r.sign = comma
	case points != nil:
		r.sign = point
	case other != nil && (other.point.n == 0) != (other.comma.n == 0):
		r.sign = point
		if other.point.n == 0 {
			r.sign = comma
		}
	case either == nil || typed || r.form == "csv" && !strings.Contains(either.Cells[either.either.row], ","):
		r.sign = point
	default:
		return r.refuseEither(either)
	}
	return nil
}

// first returns the column found before, or the next one if it has such cells.
func first(found, next *column, cells *tally) *column {
	if found == nil && cells.n > 0 {
		return next
	}
	return found
}

// counts reports whether the numbers of a column are compared.
func (c *column) counts() bool {
	role := c.Role
	return role == RoleDimension || role == RoleTotal || role == ""
}

// refuseSigns refuses a text with both decimal signs.
func (r *reader) refuseSigns(points, commas *column) *op.Error {
	one, other := points.point.row, commas.comma.row
	return op.Refuse("/numbers", "row %d, column %s: %s has a decimal point, and %s in row %d of %s a decimal comma: "+
		"write all numbers with one of them", one+1, op.Quote(points.Name), op.Quote(points.Cells[one]),
		op.Quote(commas.Cells[other]), other+1, op.Quote(commas.Name))
}

// refuseEither refuses a text whose numbers can be read in two ways, and offers both.
func (r *reader) refuseEither(c *column) *op.Error {
	cell := c.Cells[c.either.row]
	n, _ := readNumber(cell)
	one, other := op.Show(n.value(point)), op.Show(n.value(comma))
	type numbers struct {
		Numbers string `json:"numbers"`
	}
	return op.Refuse("/numbers", "row %d, column %s: %s is %s or %s: choose a decimal point or a decimal comma", c.either.row+1,
		op.Quote(c.Name), op.Quote(cell), one, other).Offering(one, numbers{"point"}).Offering(other, numbers{"comma"})
}

// readValues reads the numbers of columns that have some.
func (r *reader) readValues() *op.Error {
	for k := range r.columns {
		c := &r.columns[k]
		forced := c.chosen() == RoleDimension || c.chosen() == RoleTotal || c.chosen() == RoleRank
		if !forced && !c.isNumeric() {
			continue
		}
		c.chooseUnit()
		var typed bits
		if r.typed != nil {
			typed = r.typed[k]
		}
		c.readCells(r.sign, typed)
		if 2*c.bad.n > c.filled && c.plain > 0 && c.unit != "" {
			c.unit, c.bad = "", tally{}
			c.readCells(r.sign, typed)
		}
		if !forced && (2*c.bad.n > c.filled || c.bad.n > 0 && (c.Role == RoleName || c.Role == RoleAbout)) {
			c.Values, c.bad = nil, tally{} // words after all
			if c.Role == RoleTotal || c.Role == RoleRank {
				c.Role = ""
			}
		}
	}
	return nil
}

// readCells reads the cells of a column.
func (c *column) readCells(sign signs, typed bits) {
	c.Values = make([]float64, len(c.Cells))
	for i, cell := range c.Cells {
		c.Values[i] = math.NaN()
		if isMissing(cell) {
			continue
		}
		n, ok := readNumber(cell)
		own := sign
		if typed.has(i) {
			own = point
		}
		if ok {
			ok = c.readCell(i, &n, own)
		} else if c.isClock() {
			c.Values[i], ok = readClock(cell, sign)
		}
		if !ok {
			c.bad.add(i)
		}
	}
}

// readCell reads a cell that looks like a number.
func (c *column) readCell(i int, n *number, sign signs) bool {
	if fit, _ := signsOf(n.digits); fit&sign == 0 {
		return false
	}
	if fit, _ := signsOf(n.over); n.over != "" && fit&sign == 0 {
		return false
	}
	if n.over != "" {
		n.unit = "%"
	}
	x := n.value(sign)
	if n.unit != "" && n.unit != c.unit {
		own, all := secondsOf(n.unit), secondsOf(c.unit)
		if own == (exact.Num{}) || all == (exact.Num{}) || math.IsNaN(x) {
			return false
		}
		x = exact.Of(x).Mul(own).Quo(all).Float()
	}
	if math.IsNaN(x) || math.IsInf(x, 0) || n.unit == "" && c.unit == "%" && c.mixed(x) {
		return false
	}
	c.Values[i] = x
	return true
}

// mixed reports whether a number without % in a column of percentages may be a fraction.
func (c *column) mixed(x float64) bool { return x > 0 && x < 1 }

// chooseUnit chooses the unit of a column: the smallest if all are units of time, else the
// most frequent.
func (c *column) chooseUnit() {
	if c.isClock() {
		c.unit = "s"
		return
	}
	slices.SortFunc(c.units, func(a, b unitCount) int {
		if a.n != b.n {
			return b.n - a.n
		}
		return strings.Compare(a.unit, b.unit)
	})
	if len(c.units) == 0 {
		return
	}
	c.unit = c.units[0].unit
	for _, u := range c.units {
		own, all := secondsOf(u.unit), secondsOf(c.unit)
		if own != (exact.Num{}) && all != (exact.Num{}) && own.Cmp(all) < 0 {
			c.unit = u.unit
		}
	}
}

// secondsOf returns a unit of time in milliseconds, 0 for other units.
func secondsOf(unit string) exact.Num {
	switch strings.ToLower(unit) {
	case "µs", "μs", "us":
		return exact.Frac(1, 1000)
	case "ms", "msec":
		return exact.Int(1)
	case "s", "sec", "secs", "second", "seconds":
		return exact.Int(1000)
	case "min", "mins", "minute", "minutes":
		return exact.Int(60_000)
	case "h", "hr", "hrs", "hour", "hours":
		return exact.Int(3_600_000)
	}
	return exact.Num{}
}

// refuseCells refuses a column of numbers in which cells do not read.
func (r *reader) refuseCells() *op.Error {
	for k := range r.columns {
		c := &r.columns[k]
		if c.bad.n == 0 || c.Role != RoleDimension && c.Role != RoleTotal && c.Role != RoleRank {
			continue
		}
		if refusal := r.refuseCell(c); refusal != nil {
			return refusal
		}
	}
	return nil
}

// refuseCell names the first cell that does not read, and how many there are.
func (r *reader) refuseCell(c *column) *op.Error {
	cell := c.Cells[c.bad.row]
	want := "correct it, leave it blank, or ignore the column"
	what := " is no number: "
	n, ok := readNumber(cell)
	switch {
	case isInfinite(cell):
		want = "leave it blank"
	case ok && n.over == "" && n.unit == "" && c.unit == "%":
		what = " has no %, and other cells of the column do: "
	case ok && n.unit != "" && n.unit != c.unit && n.over == "":
		what = " is in " + n.unit + ", and other cells of the column are not: "
		if c.unit != "" {
			what = " is in " + n.unit + ", and other cells of the column in " + c.unit + ": "
		}
	case ok:
		what = " is no number with a decimal " + r.sign.String() + ": "
	}
	refusal := op.Refuse("/text", "row %d, column %s: %s%s%s", c.bad.row+1, op.Quote(c.Name), op.Quote(cell), what, want)
	if c.bad.n > 1 {
		refusal.Message += "; " + cellCount(c.bad.n) + " of the column do not read"
	}
	return refusal.Offering("Ignore "+c.Name, r.ignoring(c.Name))
}

// ignoring returns the reader's choices, and one more that ignores a column.
func (r *reader) ignoring(name string) any {
	choices := []Choice{}
	for _, choice := range r.how.Columns {
		if choice.Column != name {
			choices = append(choices, choice)
		}
	}
	return struct {
		Columns []Choice `json:"columns"`
	}{append(choices, Choice{Column: name, Role: RoleIgnored})}
}
