package table

import (
	"strconv"

	"github.com/tallyproof/tallyproof/core/op"
)

// grid is the cells of a text, column by column, before anything is made of them.
type grid struct {
	form  string
	heads []string // "" for a column without a header
	cells [][]string
	typed []bits // cells that are numbers of JSON, by column; nil if there are none
	rows  int
	bytes int
	notes []Problem // about the text itself

	nameless bits  // columns without a header, that have one now
	lines    []int // of each row, from 1; nil unless asked for
	line     int   // of what is read, if it is asked for
}

// Limits of a table.
const (
	mostRows  = 100_000
	freeCells = 250_000 // of a small text, also if most of them are empty
)

// bits is a set of rows.
type bits []uint64

func (b bits) has(i int) bool { return i>>6 < len(b) && b[i>>6]&(1<<(i&63)) != 0 }

func (b *bits) add(i int) {
	for i>>6 >= len(*b) {
		*b = append(*b, 0)
	}
	(*b)[i>>6] |= 1 << (i & 63)
}

// column adds a column.
func (g *grid) column(name string) *op.Error {
	if len(g.heads) == mostColumns {
		return op.Refuse("/text", "the table has more than %d columns: want at most that many", mostColumns)
	}
	g.heads, g.cells = append(g.heads, name), append(g.cells, nil)
	return nil
}

// put writes a cell of the last row. Rows that a column lacks before it are empty.
func (g *grid) put(column int, cell string) {
	if cell == "" {
		return
	}
	cells := g.cells[column]
	if len(cells) == cap(cells) && len(cells) < g.rows { // as for the longest column: few tables have empty ones
		more := make([]string, len(cells), max(2*len(cells), cap(g.cells[0]), 16))
		copy(more, cells)
		cells = more
	}
	for len(cells) < g.rows-1 {
		cells = append(cells, "")
	}
	if len(cells) == g.rows { // a second cell, of an object whose key is its name
		cells[g.rows-1] = cell
		return
	}
	g.cells[column] = append(cells, cell)
}

// begin adds an empty row.
func (g *grid) begin() *op.Error {
	g.rows++
	if g.line > 0 {
		g.lines = append(g.lines, g.line)
	}
	if g.rows > mostRows {
		return op.Refuse("/text", "row %d: want at most %d rows", g.rows, mostRows)
	}
	if g.rows*len(g.heads) > freeCells+g.bytes {
		return op.Refuse("/text", "row %d: most cells of the %d columns are empty: want fewer columns or fewer rows", g.rows,
			len(g.heads))
	}
	return nil
}

// finish leaves out columns without a header and a cell, refuses equal headers and names
// columns without one.
func (g *grid) finish() *op.Error {
	kept := 0
	for k, name := range g.heads {
		if name == "" && len(g.cells[k]) == 0 {
			continue
		}
		for len(g.cells[k]) < g.rows {
			g.cells[k] = append(g.cells[k], "")
		}
		if name == "" {
			name = "column " + strconv.Itoa(k+1)
			g.nameless.add(kept)
		}
		g.heads[kept], g.cells[kept] = name, g.cells[k]
		if g.typed != nil {
			g.typed[kept] = g.typed[k]
		}
		kept++
	}
	g.heads, g.cells = g.heads[:kept], g.cells[:kept]
	seen := make(map[string]int, kept)
	for k, name := range g.heads {
		if first, twice := seen[name]; twice {
			return op.Refuse("/text", "columns %d and %d are both %s: rename one", first+1, k+1, op.Quote(name))
		}
		seen[name] = k
	}
	return nil
}
