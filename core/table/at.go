package table

import (
	"slices"
	"strconv"
	"strings"
)

// Place is where a cell stands in a text, without the blanks around it.
type Place struct {
	Start, End int
	Mark       byte // the character between cells
}

// CellAt returns the place of a cell in a text, by its header and by its row, from 1, without the
// header and empty rows. ok is false if there is no cell, and for a table in JSON.
func CellAt(text string, row int, column string) (at Place, ok bool) {
	inside := strings.TrimLeft(strings.TrimPrefix(text, "\ufeff"), " \r\n\f\v\u00a0\ufeff")
	if strings.Trim(inside, "\t") == "" || inside[0] == '{' || inside[0] == '[' {
		return at, false
	}
	if begin := markdownAt(inside); begin >= 0 {
		return barCellAt(text, len(text)-len(inside)+begin, row, column)
	}
	mark, inside := separatorLine(inside)
	inside = withoutComments(inside, mark)
	if mark == 0 {
		mark = separatorOf(inside)
	}
	c := cutter{text: inside, mark: mark}
	var names []string
	for names == nil && c.at < len(inside) && c.problem == "" {
		if cells := c.row(); hasText(cells) {
			names = slices.Clone(cells)
		}
	}
	for k := placeOf(names, column); row > 0 && c.at < len(inside) && c.problem == ""; {
		if at, ok, row = c.find(k, row); ok {
			at.Start += len(text) - len(inside)
			at.End += len(text) - len(inside)
			at.Mark = mark
		}
	}
	return at, ok && row == 0
}

// find reads a row, and returns the place of a cell in it, and how many rows are left.
func (c *cutter) find(cell, rows int) (at Place, ok bool, left int) {
	some := false
	for k, more := 0, true; more; k++ {
		from := c.at
		var text string
		text, more = c.cell()
		some = some || text != ""
		if k == cell {
			raw := c.text[from:c.at]
			if more {
				raw = raw[:len(raw)-1]
			}
			raw = strings.TrimRight(raw, "\r\n ")
			at, ok = Place{Start: from + len(raw) - len(strings.TrimLeft(raw, " ")), End: from + len(raw)}, true
		}
	}
	if some {
		rows--
	}
	return at, ok, rows
}

// barCellAt is [CellAt] of a table in Markdown.
func barCellAt(text string, begin, row int, column string) (at Place, ok bool) {
	header, rest, _ := cutLine(text[begin:])
	k := placeOf(barCells(header), column)
	_, rest, _ = cutLine(rest)
	for rest != "" {
		from := len(text) - len(rest)
		var line string
		line, rest, _ = cutLine(rest)
		if !strings.Contains(line, "|") {
			break
		}
		if hasText(barCells(line)) {
			row--
		}
		if row == 0 {
			start, end, ok := barAt(line, k)
			return Place{Start: from + start, End: from + end, Mark: '|'}, ok
		}
	}
	return at, false
}

// barAt returns where a cell stands in a line of a table in Markdown.
func barAt(line string, cell int) (start, end int, ok bool) {
	inside := strings.TrimLeft(line, " \t")
	inside = strings.TrimPrefix(inside, "|")
	start = len(line) - len(inside)
	for i := start; i <= len(line); i++ {
		switch {
		case i == len(line) || line[i] == '|':
			if cell == 0 {
				said := line[start:i]
				return start + len(said) - len(strings.TrimLeft(said, " \t")), start + len(strings.TrimRight(said, " \t")), trimSpace(said) != ""
			}
			cell--
			start = i + 1
		case line[i] == '\\':
			i++
		}
	}
	return 0, 0, false
}

// placeOf returns the place of a header, or -1. A column without one is called by its place.
func placeOf(names []string, column string) int {
	for k, name := range names {
		if name == column || name == "" && column == "column "+strconv.Itoa(k+1) {
			return k
		}
	}
	return -1
}

func hasText(cells []string) bool {
	return slices.ContainsFunc(cells, func(cell string) bool { return cell != "" })
}
