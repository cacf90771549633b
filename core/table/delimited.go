package table

import (
	"slices"
	"strings"

	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/words"
)

// forms of text in which a character separates the cells, the likeliest last.
var delimiters = []struct {
	form string
	mark byte
}{{"tabs", '\t'}, {"semicolons", ';'}, {"pipes", '|'}, {"csv", ','}}

// delimited reads a text in which a character separates cells.
func delimited(text string, line int) (*grid, *op.Error) {
	g := &grid{bytes: len(text), line: line}
	whole := text
	mark, text := separatorLine(text)
	text = withoutComments(text, mark)
	if mark == 0 {
		mark = separatorOf(text)
	}
	for _, d := range delimiters {
		if d.mark == mark {
			g.form = d.form
		}
	}
	c := cutter{text: text, mark: mark}
	if refusal := g.header(&c); refusal != nil {
		return nil, refusal
	}
	g.pass(whole[:len(whole)-len(text)+c.at])
	if refusal := g.body(&c); refusal != nil {
		return nil, refusal
	}
	return g, g.finish()
}

// header reads the names of the columns.
func (g *grid) header(c *cutter) *op.Error {
	var names []string
	for names == nil && c.at < len(c.text) && c.problem == "" {
		if row := c.row(); slices.ContainsFunc(row, func(cell string) bool { return cell != "" }) {
			names = slices.Clone(row)
		}
	}
	switch {
	case c.problem != "":
		return op.Refuse("/text", "the header: %s", c.problem)
	case names == nil:
		return op.Refuse("/text", "the text is empty: paste a table")
	}
	for _, name := range names {
		if refusal := g.column(name); refusal != nil {
			return refusal
		}
	}
	if number := withoutHeader(names); number != "" {
		return op.Refuse("/text", "the header has the number %s: want names of columns, such as agent,speed,quality",
			op.Quote(number))
	}
	return nil
}

// withoutHeader returns a number of a header that looks like an agent with its scores: all
// names of columns but one are numbers, and that one is no name of a column of agents. It
// is "" for any other header.
func withoutHeader(names []string) string {
	number, texts := "", 0
	for _, name := range names {
		if _, ok := words.Read(name); ok {
			number = name
		} else if name != "" {
			texts++
			if h := headOf(name); h.allOf(nameWords, nameNeutral) || h.ends(idWords) {
				return ""
			}
		}
	}
	if texts > 1 {
		return ""
	}
	return number
}

// body reads the rows below the header.
func (g *grid) body(c *cutter) *op.Error {
	rows := min(1+strings.Count(c.text[c.at:], "\n"), mostRows)
	if rows*len(g.heads) <= len(c.text) {
		for k := range g.cells {
			g.cells[k] = make([]string, 0, rows)
		}
	}
	begun, over, at := false, "", 0
	var refusal *op.Error
	put := func(k int, cell string) {
		if cell == "" || refusal != nil {
			return
		}
		if !begun {
			begun = true
			refusal = g.begin()
		}
		if k >= len(g.heads) {
			if over == "" {
				over, at = cell, k
			}
			return
		}
		g.put(k, cell)
	}
	for c.at < len(c.text) {
		begun = false
		from := c.at
		c.each(put)
		g.pass(c.text[from:c.at])
		switch {
		case refusal != nil:
			return refusal
		case c.problem != "":
			return op.Refuse("/text", "row %d: %s", g.rows, c.problem)
		case over != "":
			return op.Refuse("/text", "row %d: %s is cell %d, and the header has %d: put a cell with %q inside in quotation marks",
				g.rows, op.Quote(over), at+1, len(g.heads), string(c.mark))
		}
	}
	if g.rows == 0 {
		return op.Refuse("/text", "the table has no row: add a row below the header")
	}
	return nil
}

// pass counts the lines of a text that was read.
func (g *grid) pass(text string) {
	if g.line > 0 {
		g.line += max(strings.Count(text, "\n"), strings.Count(text, "\r"))
	}
}

// separatorLine reads the line sep=; that Excel takes.
func separatorLine(text string) (mark byte, rest string) {
	if len(text) > 5 && strings.EqualFold(text[:4], "sep=") && (text[5] == '\n' || text[5] == '\r') {
		return text[4], text[6:]
	}
	return 0, text
}

// withoutComments returns a text behind the lines before its header that begin with #. A
// header may begin with # too: it has as many cells as the row below it, in which are
// numbers, or its first cell is #.
func withoutComments(text string, mark byte) string {
	for strings.HasPrefix(text, "#") {
		separator := mark
		if separator == 0 {
			separator = separatorOf(text)
		}
		if len(text) > 1 && text[1] == separator {
			return text
		}
		line, rest, found := cutLine(text)
		if !found {
			return text
		}
		c, below := cutter{text: line, mark: separator}, cutter{text: rest, mark: separator}
		names, cells := c.row(), below.row()
		if !strings.HasPrefix(rest, "#") && len(names) > 1 && len(names) == len(cells) && anyNumber(cells) && !anyNumber(names) {
			return strings.TrimLeft(text, "# ")
		}
		text = strings.TrimLeft(rest, "\r\n")
	}
	return text
}

func anyNumber(cells []string) bool {
	for _, cell := range cells {
		if _, ok := readNumber(cell); ok {
			return true
		}
	}
	return false
}

// cutLine cuts a text behind its first line.
func cutLine(text string) (line, rest string, found bool) {
	at := strings.IndexAny(text, "\r\n")
	if at < 0 {
		return text, "", false
	}
	end := at + 1
	if text[at] == '\r' && end < len(text) && text[end] == '\n' {
		end++
	}
	return text[:at], text[end:], true
}

const sampleRows = 24

// separatorOf guesses the character between cells: the one with which a header has the
// most cells, and the rows below it as many.
func separatorOf(text string) byte {
	best, most := byte(','), 0.0
	for _, d := range delimiters {
		c := cutter{text: text, mark: d.mark}
		header, rows, same := 0, 0, 0
		for rows < sampleRows && c.at < len(c.text) && c.at < 1<<20 {
			cells := c.row()
			if c.problem != "" || len(cells) == 1 && cells[0] == "" {
				continue
			}
			if header == 0 {
				header = len(cells)
				continue
			}
			rows++
			if len(cells) == header {
				same++
			}
		}
		if header < 2 {
			continue
		}
		fit := float64(header - 1)
		if rows > 0 {
			fit += float64(float64(header-1) * 9 * float64(same) / float64(rows))
		}
		if fit > most {
			best, most = d.mark, fit
		}
	}
	return best
}

// cutter cuts a text into rows of cells: RFC 4180, whose lines may end in LF or CR alone
// and whose cells may have spaces around them.
type cutter struct {
	text    string
	mark    byte
	at      int
	problem string // what is wrong with the row
	cells   []string
}

// each reads a row and the end of its line, and gives its cells to put.
func (c *cutter) each(put func(k int, cell string)) {
	c.problem = ""
	for k, more := 0, true; more; k++ {
		var cell string
		cell, more = c.cell()
		put(k, cell)
	}
}

// row returns the cells of a row, until the next call.
func (c *cutter) row() []string {
	c.cells = c.cells[:0]
	c.each(func(_ int, cell string) { c.cells = append(c.cells, cell) })
	return c.cells
}

// cell reads up to the separator, the line's end or the text's.
func (c *cutter) cell() (cell string, more bool) {
	start := c.at
	for start < len(c.text) && c.text[start] == ' ' {
		start++
	}
	said, quoted := "", start < len(c.text) && c.text[start] == '"'
	if quoted {
		c.at = start
		said = c.quoted()
	}
	start = c.at
	i := start
	for i < len(c.text) && c.text[i] != c.mark && c.text[i] != '\n' && c.text[i] != '\r' {
		i++
	}
	rest := trimSpace(c.text[start:i])
	if i < len(c.text) {
		more = c.text[i] == c.mark
		if c.text[i] == '\r' && i+1 < len(c.text) && c.text[i+1] == '\n' {
			i++
		}
		i++
	}
	c.at = i
	if quoted && rest != "" && c.problem == "" {
		c.problem = "expected the end of a cell after its closing quotation mark, found " + op.Quote(rest)
	}
	if quoted {
		return unmarked(trimSpace(said)), more
	}
	return unmarked(rest), more
}

// unmarked returns a cell without the apostrophe that keeps spreadsheets from taking it
// for a formula.
func unmarked(cell string) string {
	if len(cell) > 1 && cell[0] == '\'' && strings.IndexByte("=+-@", cell[1]) >= 0 {
		return cell[1:]
	}
	return cell
}

// quoted reads a cell in quotation marks, in which two stand for one.
func (c *cutter) quoted() string {
	var said []byte
	for c.at++; ; {
		end := strings.IndexByte(c.text[c.at:], '"')
		if end < 0 {
			c.at, c.problem = len(c.text), "expected the quotation mark that closes a cell, found none"
			return ""
		}
		part := c.text[c.at : c.at+end]
		c.at += end + 1
		if !strings.HasPrefix(c.text[c.at:], `"`) {
			if said == nil {
				return part
			}
			return string(append(said, part...))
		}
		said = append(append(said, part...), '"')
		c.at++
	}
}
