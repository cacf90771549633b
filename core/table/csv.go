package table

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/tallyproof/tallyproof/core/jcs"
	"github.com/tallyproof/tallyproof/core/op"
)

// documentColumns name the column of a table that holds whole documents.
var documentColumns = []string{"proof", "record", "document"}

func isDocumentColumn(name string) bool {
	return slices.Contains(documentColumns, strings.ToLower(name))
}

// separators of cells by their names, the likeliest first.
var separators = []string{"comma", ",", "semicolon", ";", "tab", "\t"}

// header reads the names of a table's columns, if the text begins with them.
// waits is true if that cannot be determined before more text is there.
func (r *Rows) header(kind Kind) (waits bool, refusal *op.Error) {
	for i := 0; i < len(separators); i += 2 {
		c := csvReader{text: r.text[r.at:], separator: separators[i+1][0]}
		names, ends := c.row()
		if !ends && r.more && len(c.text) <= maxRow {
			return true, nil
		}
		for i := range names {
			names[i] = strings.TrimSpace(names[i])
		}
		holds := kind.IsHeader(names)
		if document := slices.IndexFunc(names, isDocumentColumn); document >= 0 && !holds {
			first, ends := (&csvReader{text: c.text[c.at:], separator: c.separator}).row()
			if !ends && r.more && len(c.text) <= maxRow {
				return true, nil
			}
			holds = document >= len(first) || r.isDocument(names[document], first[document])
		}
		if c.open || c.problem != "" || !holds {
			continue
		}
		if refusal := refuseColumns(names); refusal != nil {
			return false, refusal
		}
		r.state.Format, r.state.Separator, r.state.Columns = CSV, separators[i], names
		r.at += c.at
		return false, nil
	}
	return false, nil
}

// isDocument reports whether a cell in a column of documents holds one. Other texts in a
// record or document, such as the name of a file, are cells like any other: they are too short
// for a signature and do not begin like a document.
func (r *Rows) isDocument(column, cell string) bool {
	trimmed := strings.TrimLeft(cell, blanks)
	return trimmed == "" || strings.EqualFold(column, documentColumns[0]) || len(cell) > mostPlain ||
		strings.IndexByte("{[<\"", trimmed[0]) >= 0 || strings.Contains(cell, "\n") || r.kind.IsLine(trimmed)
}

// mostPlain is the number of bytes that a cell without a document may have: 64 of a signature
// take 86 in base64.
const mostPlain = 80

// mostColumns is how many columns a table may have.
const mostColumns = 1000

// refuseColumns refuses too many columns, two of one name, and two of documents.
func refuseColumns(names []string) *op.Error {
	if len(names) > mostColumns {
		return op.Refuse("/text", "the table has %d columns: want at most %d", len(names), mostColumns)
	}
	seen := make(map[string]bool, len(names))
	document := ""
	for _, name := range names {
		if isDocumentColumn(name) {
			if document != "" {
				return op.Refuse("/text", "the columns %s and %s both hold documents: want one", op.Quote(document), op.Quote(name))
			}
			document = name
		}
		if name != "" && seen[name] {
			return op.Refuse("/text", "two columns are called %s: want each name once", op.Quote(name))
		}
		seen[name] = true
	}
	return nil
}

// cells reads a row of a table.
func (r *Rows) cells(rest string) (Row, bool) {
	c := csvReader{text: rest, separator: r.state.separator()}
	cells, ends := c.row()
	switch {
	case !ends && r.more && len(rest) <= maxRow:
		return Row{}, false
	case c.open:
		return r.last("expected the quotation mark that closes a cell, found none: what follows was not read"), true
	}
	r.at += c.at
	switch {
	case !ends && r.more:
		r.state.Skip = true
		return misplaced("expected " + tooLong("a row", len(rest))), true
	case c.problem != "":
		return misplaced(c.problem), true
	case len(cells) == 1 && cells[0] == "":
		return Row{}, true
	case len(cells) > len(r.state.Columns):
		return misplaced(fmt.Sprintf("expected at most %s cells, as in the header, found %s",
			strconv.Itoa(len(r.state.Columns)), strconv.Itoa(len(cells)))), true
	}
	for i, cell := range cells {
		if column := r.state.Columns[i]; isDocumentColumn(column) && r.isDocument(column, cell) {
			if cell == "" {
				cell = "{}"
			}
			return Row{Text: cell, Cells: cells}, true
		}
	}
	return Row{Text: r.record(cells)}, true
}

// record returns a row's document: an object with a member for each cell that is not empty.
func (r *Rows) record(cells []string) string {
	rec := []byte{'{'}
	for i, cell := range cells {
		if cell == "" || r.state.Columns[i] == "" {
			continue
		}
		if len(rec) > 1 {
			rec = append(rec, ", "...)
		}
		rec = append(jcs.AppendString(rec, r.state.Columns[i]), ": "...)
		rec = appendCell(rec, cell)
	}
	return string(append(rec, '}'))
}

// csvReader reads rows of RFC 4180, whose lines may end in LF alone.
type csvReader struct {
	text      string
	separator byte
	at        int
	problem   string // what is wrong with the row
	open      bool   // its last cell was never closed
}

// row reads one row and the end of its line; ends is false if the text ends
// before the line does.
func (c *csvReader) row() (cells []string, ends bool) {
	for {
		cells = append(cells, c.cell())
		if c.at == len(c.text) {
			return cells, false
		}
		c.at++
		if c.text[c.at-1] == '\n' {
			return cells, true
		}
	}
}

// cell reads up to the separator, the line's end or the text's.
func (c *csvReader) cell() string {
	var said string
	quoted := strings.HasPrefix(c.text[c.at:], `"`)
	if quoted {
		said = c.quoted()
	}
	start := c.at
	for c.at < len(c.text) && c.text[c.at] != c.separator && c.text[c.at] != '\n' {
		c.at++
	}
	rest := c.text[start:c.at]
	if c.at == len(c.text) || c.text[c.at] == '\n' {
		rest = strings.TrimSuffix(rest, "\r")
	}
	if quoted && rest != "" {
		c.problem = "expected the end of a cell after its closing quotation mark, found " + op.Quote(rest)
	}
	return said + rest
}

// quoted reads a cell in quotation marks, in which two stand for one.
func (c *csvReader) quoted() string {
	var said []byte
	for c.at++; ; {
		end := strings.IndexByte(c.text[c.at:], '"')
		if end < 0 {
			c.at, c.open = len(c.text), true
			return ""
		}
		said = append(said, c.text[c.at:c.at+end]...)
		c.at += end + 1
		if !strings.HasPrefix(c.text[c.at:], `"`) {
			return string(said)
		}
		said = append(said, '"')
		c.at++
	}
}
