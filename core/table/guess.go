package table

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/tallyproof/tallyproof/core/op"
)

// guess guesses roles by the headers, and by texts in the cells. Columns of numbers that
// may be dimensions have no role yet.
func (r *reader) guess() *op.Error {
	named := 0
	for k := range r.columns {
		c := &r.columns[k]
		c.about, c.lower = c.head.aboutIs(), c.head.lowerIs()
		switch {
		case c.part:
			c.about = "a part of a score"
		case c.Uncertainty != "" && c.head.has(spreadWords) && !c.head.allOf(spreadWords, "%"): // accuracy ± std
			c.about = ""
		}
		c.Role = c.chosen()
		if c.Role == RoleName {
			if named++; named > 1 {
				return op.Refuse(op.Pointer("columns", c.place, "role"), "%s is a second column of names: want one", op.Quote(c.Name))
			}
		}
	}
	if named == 0 {
		r.guessName()
	}
	for k := range r.columns {
		if c := &r.columns[k]; c.Role == "" {
			c.guessRole()
		} else if c.Reason == "" {
			c.Reason = "your choice"
		}
	}
	return nil
}

// guessName finds the column of names: by its header, or the first column of texts that
// differ in every row, or an id.
func (r *reader) guessName() {
	for _, fits := range []func(c *column) (string, bool){
		func(c *column) (string, bool) {
			return "all different", c.isNamed() && c.allDiffer()
		},
		func(c *column) (string, bool) { return "a name", c.isNamed() },
		func(c *column) (string, bool) {
			return "all different", c.head.isOne("uid|uuid|miner|hotkey|coldkey") && c.allDiffer()
		},
		func(c *column) (string, bool) {
			return "first words, all different", !c.isNumeric() && c.about == "" && c.dates+c.clocks+c.links+c.answers == 0 &&
				c.filled > 0 && c.allDiffer()
		},
		func(c *column) (string, bool) {
			return "all different", c.about == "an id" && c.filled > 0 && c.allDiffer()
		},
	} {
		for k := range r.columns {
			c := &r.columns[k]
			if reason, ok := fits(c); ok && c.Role == "" {
				c.Role, c.Reason = RoleName, reason
				return
			}
		}
	}
}

// isNamed reports whether a header says that the column has names.
func (c *column) isNamed() bool {
	return c.filled > 0 && !c.head.ends(idWords) && c.head.allOf(nameWords, nameNeutral)
}

// allDiffer reports whether no cell is like another.
func (c *column) allDiffer() bool {
	seen := make(map[string]struct{}, len(c.Cells))
	for _, cell := range c.Cells {
		if _, twice := seen[cell]; twice {
			return false
		}
		seen[cell] = struct{}{}
	}
	return true
}

// guessRole guesses the role of a column by its header, and by its cells if they are texts.
func (c *column) guessRole() {
	numeric := c.isNumeric()
	switch {
	case c.filled == 0:
		c.Role, c.Reason = RoleAbout, "empty"
	case numeric && (c.head.allOf(rankWords, rankNeutral) || (c.head.starts(placeWords) || c.head.ends(placeWords)) && c.arePlaces()):
		c.Role, c.Reason = RoleRank, "a place"
	case c.about != "":
		c.Role, c.Reason = RoleAbout, c.about
	case c.head.allOf(nameWords, nameNeutral):
		c.Role, c.Reason = RoleAbout, "another name"
	case !numeric:
		c.Role, c.Reason = RoleAbout, c.wordsReason()
	case c.head.allOf(totalWords, totalNeutral):
		c.Role, c.Reason = RoleTotal, "a total"
	}
}

// arePlaces reports whether all numbers are whole and positive.
func (c *column) arePlaces() bool {
	for _, cell := range c.Cells {
		if n, ok := readNumber(cell); ok && (strings.Trim(n.digits, "0123456789") != "" || n.minus || strings.Trim(n.digits, "0") == "") {
			return false
		}
	}
	return true
}

// wordsReason says why a column of texts is no dimension.
func (c *column) wordsReason() string {
	switch {
	case 2*c.clocks > c.filled:
		return "a time of day"
	case 2*c.dates > c.filled:
		return "a date"
	case 2*c.links > c.filled:
		return "a link"
	case 2*c.answers > c.filled:
		return "yes or no"
	case c.isNumeric():
		return "its units differ"
	case 2*c.digits > c.filled:
		for i, cell := range c.Cells {
			n, ok := readNumber(cell)
			if fit, _ := signsOf(n.digits); hasDigit(cell) && (!ok || fit == 0) {
				return "row " + strconv.Itoa(i+1) + ": " + op.Quote(cell) + " is no number"
			}
		}
		return "its cells are no numbers"
	}
	return "words"
}

// settle gives the other columns of numbers their roles, by their values. If no dimension
// is left, the first total is the dimension, or else another column of numbers.
func (r *reader) settle() *op.Error {
	dimensions := 0
	for k := range r.columns {
		c := &r.columns[k]
		if c.Values != nil && c.lower == "" {
			c.lower = c.lowerByUnit()
		}
		if c.Role == "" {
			c.settleRole()
		}
		if c.Role == RoleDimension {
			dimensions++
		}
	}
	for _, instead := range []func(c *column) bool{
		func(c *column) bool { return c.Role == RoleTotal },
		func(c *column) bool { return c.Reason == sameReason || c.Reason == risesReason },
		func(c *column) bool { return c.Role == RoleAbout && c.about == "a count" },
		func(c *column) bool { return c.Role == RoleRank },
	} {
		for k := range r.columns {
			if c := &r.columns[k]; dimensions == 0 && c.chosen() == "" && c.Values != nil && instead(c) {
				c.Role, c.Reason = RoleDimension, "the only result"
				dimensions++
			}
		}
	}
	for k := range r.columns {
		r.columns[k].describe()
	}
	if dimensions == 0 && !slices.ContainsFunc(r.columns, func(c column) bool { return c.choice != nil }) {
		return op.Refuse("/text", "no column of numbers here: want the scores of agents")
	}
	return nil
}

const (
	sameReason  = "the same in every row"
	risesReason = "numbers its rows"
)

// settleRole decides about a column whose header says nothing.
func (c *column) settleRole() {
	c.Role = RoleDimension
	switch {
	case c.Values == nil:
		c.Role, c.Reason = RoleAbout, c.wordsReason()
	case c.isSame() && !c.head.isOne(knownWords):
		c.Role, c.Reason = RoleAbout, sameReason
	case c.rises() && (len(c.Values) >= fewRows && c.lower == "" && !c.head.isKnown() || c.nameless):
		c.Role, c.Reason = RoleAbout, risesReason
	case c.lower != "":
		c.Reason = c.lower
	case c.Uncertainty == "±":
		c.Reason = "± behind"
	case c.Uncertainty != "":
		c.Reason = "± in brackets"
	case c.fractions > 0:
		c.Reason = "a fraction"
	case c.unit == "%":
		c.Reason = "a percentage"
	default:
		c.Reason = "a number"
	}
}

// fewRows is the number of rows from which equal or rising values are no chance.
const fewRows = 3

// isSame reports whether all rows have the same number.
func (c *column) isSame() bool {
	for _, x := range c.Values {
		if x != c.Values[0] {
			return false
		}
	}
	return len(c.Values) >= fewRows
}

// rises reports whether the numbers are consecutive whole ones, in any order.
func (c *column) rises() bool {
	n := len(c.Values)
	if c.unit != "" && c.unit != "#" || c.Uncertainty != "" {
		return false
	}
	low := math.Inf(1)
	for _, x := range c.Values {
		if x != math.Trunc(x) {
			return false
		}
		low = min(low, x)
	}
	var seen bits
	for _, x := range c.Values {
		at := x - low
		if !(at < float64(n)) || seen.has(int(at)) {
			return false
		}
		seen.add(int(at))
	}
	return true
}

// describe says how the cells were read, and which numbers are better.
func (c *column) describe() {
	unit := c.unit
	switch {
	case c.filled == 0:
		c.Read = "empty"
	case c.Values == nil && 2*(c.dates+c.clocks) > c.filled:
		c.Read = "date"
	case c.Values == nil && 2*c.links > c.filled:
		c.Read = "link"
	case c.Values == nil:
		c.Read = "text"
	case c.isClock():
		c.Read = "duration"
	case c.fractions > 0:
		c.Read = "fraction"
	case unit == "%":
		c.Read = "percent"
	case isCurrency(unit):
		c.Read = "currency"
	case unit != "" && unit != "#":
		c.Read = "number in " + unit
	default:
		c.Read = "number"
	}
	if c.Values == nil {
		c.Uncertainty = ""
		return
	}
	c.Unit, c.Better = unit, Higher
	if c.Role == RoleRank || c.lower != "" && c.Role != RoleTotal {
		c.Better = Lower
	}
	if c.choice != nil && c.choice.Better != "" {
		c.Better = c.choice.Better
	}
}

// lowerByUnit returns why low values are better for the unit behind them, "" if they are not.
func (c *column) lowerByUnit() string {
	switch {
	case c.head.has(rateWords):
		return ""
	case isCurrency(c.unit) && !c.head.has(gainWords):
		return "a cost"
	case secondsOf(c.unit).Sign() > 0:
		return "a time"
	}
	return headOf(c.unit).lowerIs()
}
