package table

import "github.com/tallyproof/tallyproof/core/op"

// Cut is a table that is no JSON, for a reader who knows what its columns are.
type Cut struct {
	Heads []string // as given; "column 3" without one
	Lines []int    // of each row in the text, from 1

	reader *reader
}

// CutText cuts a text into cells, and decides the decimal sign of its numbers.
func CutText(text string) (*Cut, *op.Error) {
	g, refusal := gridOf(text, "", 1)
	if refusal != nil {
		return nil, refusal
	}
	r := &reader{grid: g}
	for _, step := range []func() *op.Error{r.look, r.guess, r.decideSigns} {
		if refusal := step(); refusal != nil {
			return nil, &op.Error{Code: refusal.Code, Field: "/text", Message: refusal.Message}
		}
	}
	return &Cut{Heads: g.heads, Lines: g.lines, reader: r}, nil
}

// Text returns a cell as it stands in the text.
func (c *Cut) Text(column, row int) string { return c.reader.cells[column][row] }

// Decimal returns a cell of a column of numbers: a number with a decimal point, "" for a
// missing value, and else the text.
func (c *Cut) Decimal(column, row int) string {
	cell := c.reader.cells[column][row]
	if isMissing(cell) {
		return ""
	}
	n, ok := readNumber(cell)
	if fit, _ := signsOf(n.digits); !ok || fit&c.reader.sign == 0 || n.unit != "" || n.over != "" || n.tens > 0 {
		return cell
	}
	x := n.value(c.reader.sign)
	if x-x != 0 {
		return cell
	}
	return op.Show(x)
}
