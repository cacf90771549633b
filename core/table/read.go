package table

import (
	"strings"

	"github.com/tallyproof/tallyproof/core/op"
)

// Read reads a table: its form, its cells, and what each column is. A refusal names the
// member of a request that it is about: /text, or the one that settles it.
func Read(text string, how Reading) (*Sheet, *op.Error) {
	g, refusal := gridOf(text, how.List, 0)
	if refusal != nil {
		return nil, refusal
	}
	r := &reader{grid: g, how: how}
	for _, step := range []func() *op.Error{r.look, r.choose, r.guess, r.decideSigns, r.readValues, r.settle, r.refuseCells} {
		if refusal := step(); refusal != nil {
			return nil, refusal
		}
	}
	return r.sheet()
}

// gridOf cuts a text into cells. From a line on it notes those of the rows.
func gridOf(text, list string, line int) (*grid, *op.Error) {
	text = strings.TrimPrefix(text, "\ufeff")
	if refusal := refuseKind(text); refusal != nil {
		return nil, refusal
	}
	trimmed := strings.TrimLeft(text, " \r\n\f\v\u00a0\ufeff")
	switch {
	case strings.TrimLeft(trimmed, "\t") == "":
		return nil, op.Refuse("/text", "the text is empty: paste a table")
	case trimmed[0] == '{' || trimmed[0] == '[':
		return jsonTable(trimmed, list)
	case list != "":
		return nil, op.Refuse("/list", "%s: want no pointer, as the text is no JSON", op.Quote(list))
	}
	at := max(markdownAt(trimmed), 0)
	if line > 0 {
		line += strings.Count(text[:len(text)-len(trimmed)+at], "\n")
	}
	if markdownAt(trimmed) >= 0 {
		return markdown(trimmed[at:], line)
	}
	return delimited(trimmed, line)
}

// reader makes a sheet of a grid.
type reader struct {
	*grid
	how     Reading
	columns []column
	sign    signs
}

// column is what is known of a column while it is read.
type column struct {
	Column
	head   head
	choice *Choice
	place  int    // of the choice in the request
	about  string // why it is about the agent by its header, "" if it is not
	lower  string // why its low values are better, "" for others

	filled, numbers, infinite, digits int
	point, comma, either              tally // cells by the decimal signs under which they read
	dates, clocks, links, answers     int
	decimals                          bool // whether a number of JSON has a point
	units                             []unitCount
	fractions, plain                  int
	unit                              string
	bad                               tally
	weighed                           int // the column of its weight, counted from 1; 0 for none
	nameless                          bool
	part                              bool // whether it says more of a member with a score of its own
}

// tally counts cells, and has the row of the first.
type tally struct{ n, row int }

func (t *tally) add(row int) {
	if t.n++; t.n == 1 {
		t.row = row
	}
}

type unitCount struct {
	unit string
	n    int
}

// look looks at all cells.
func (r *reader) look() *op.Error {
	weights, parts := r.inParts()
	r.columns = make([]column, len(r.heads))
	for k := range r.columns {
		c := &r.columns[k]
		c.Name, c.head, c.Cells = r.heads[k], headOf(r.heads[k]), r.cells[k]
		c.nameless = r.nameless.has(k)
		if weights != nil {
			c.weighed = weights[k]
		}
		c.part = parts != nil && parts[k]
		var typed bits
		if r.typed != nil {
			typed = r.typed[k]
		}
		for i, cell := range c.Cells {
			if !isMissing(cell) {
				c.see(i, cell, typed.has(i))
			}
		}
	}
	return nil
}

// see looks at a cell that is not empty.
func (c *column) see(row int, cell string, typed bool) {
	c.filled++
	if hasDigit(cell) {
		c.digits++
	}
	n, ok := readNumber(cell)
	if !ok {
		c.seeText(cell)
		return
	}
	fit, differ := signsOf(n.digits)
	if n.over != "" && fit != 0 {
		over, differs := signsOf(n.over)
		fit, differ = fit&over, differ || differs
	}
	switch {
	case typed:
		c.decimals = c.decimals || strings.IndexByte(cell, '.') >= 0
	case fit == 0:
		c.seeText(cell)
		return
	case differ:
		c.either.add(row)
	case fit == point:
		c.point.add(row)
	case fit == comma:
		c.comma.add(row)
	}
	c.numbers++
	if n.uncertainty != "" {
		c.Uncertainty = n.uncertainty
	}
	if n.over != "" {
		c.fractions++
		n.unit = "%"
	}
	c.countUnit(n.unit)
}

// mostUnits is the number of units that a column of numbers may have.
const mostUnits = 12

func (c *column) countUnit(unit string) {
	if unit == "" {
		c.plain++
		return
	}
	for i := range c.units {
		if c.units[i].unit == unit {
			c.units[i].n++
			return
		}
	}
	if len(c.units) < mostUnits {
		c.units = append(c.units, unitCount{unit, 1})
	}
}

// seeText looks at a cell that is no number.
func (c *column) seeText(cell string) {
	lower := strings.ToLower(cell[:min(len(cell), 8)])
	switch {
	case isInfinite(cell):
		c.infinite++
	case isClock(cell):
		c.clocks++
	case isDate(cell):
		c.dates++
	case strings.HasPrefix(lower, "http://") || strings.HasPrefix(lower, "https://"):
		c.links++
	case len(cell) == len(lower) && (lower == "true" || lower == "false" || lower == "yes" || lower == "no"):
		c.answers++
	}
}

// isDate reports whether a cell begins like 2026-01-02, 02.01.2026, 1/2/2026 or 12:30.
func isDate(cell string) bool {
	parts, digits := 0, 0
	for i := 0; i < len(cell) && i < 10; i++ {
		switch c := cell[i]; {
		case isDigit(c):
			digits++
		case (c == '-' || c == '.' || c == '/' || c == ':') && digits > 0 && digits <= 4:
			parts, digits = parts+1, 0
		default:
			return parts > 1 || parts == 1 && i > 3 && cell[min(2, i-1)] == ':'
		}
	}
	return digits > 0 && (parts > 1 || parts == 1 && strings.IndexByte(cell, ':') > 0)
}

// isNumeric reports whether a column is one of numbers: at least half of its cells are.
func (c *column) isNumeric() bool {
	n := c.numbers + c.infinite
	if c.isClock() {
		n += c.clocks
	}
	return n > 0 && 2*n >= c.filled
}

// isClock reports whether most cells are durations, written 1:23, by a header that says so.
func (c *column) isClock() bool { return 2*c.clocks > c.filled && c.head.lowerIs() == "a time" }

// isClock reports whether a cell is written like 1:23 or 0:01:23.
func isClock(cell string) bool {
	_, ok := readClock(cell, point)
	if !ok {
		_, ok = readClock(cell, comma)
	}
	return ok
}

// choose finds the columns of the reader's choices.
func (r *reader) choose() *op.Error {
	for i := range r.how.Columns {
		choice, found := &r.how.Columns[i], false
		for k := range r.columns {
			c := &r.columns[k]
			if c.Name != choice.Column {
				continue
			}
			if c.choice != nil {
				return op.Refuse(op.Pointer("columns", i, "column"), "%s is chosen twice: want each column once", op.Quote(c.Name))
			}
			c.choice, c.place, found = choice, i, true
		}
		if !found {
			return op.Refuse(op.Pointer("columns", i, "column"), "%s: the table has no such column", op.Quote(choice.Column))
		}
		if choice.From != nil && choice.To != nil && *choice.From == *choice.To {
			return op.Refuse(op.Pointer("columns", i, "to"), "%s is also worth 0: want another number", op.Show(*choice.To))
		}
	}
	return nil
}

// chosen returns the role that the reader chose, or "".
func (c *column) chosen() string {
	if c.choice == nil {
		return ""
	}
	return c.choice.Role
}
