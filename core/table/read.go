package table

import (
	"math"
	"strings"

	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/words"
)

// Read reads a table.
func Read(text string, how Reading) (*Sheet, *op.Error) {
	state, rest, refusal := Header(strings.TrimPrefix(text, "\ufeff"), "want CSV with a header")
	if refusal != nil {
		return nil, refusal
	}
	s := &Sheet{Form: "csv", Numbers: "point", Missing: how.Missing}
	if s.Missing == "" {
		s.Missing = LeaveOut
	}
	for k, name := range state.Columns {
		c := Column{Name: name, Key: strings.ToLower(name), Label: words.Capital(name), Role: RoleDimension, Better: Higher,
			Scale: AsIs, To: 100}
		if k == 0 {
			c.Role = RoleName
		}
		s.Columns = append(s.Columns, c)
	}
	for rest != "" {
		var cells []string
		cells, rest, _ = Cells(rest, state.separator())
		for k := range s.Columns {
			cell, x := "", math.NaN()
			if k < len(cells) {
				cell = strings.TrimSpace(cells[k])
			}
			if read, ok := words.Read(cell); ok {
				x = read
			} else {
				s.Columns[k].Missing++
			}
			s.Columns[k].Cells, s.Columns[k].Values = append(s.Columns[k].Cells, cell), append(s.Columns[k].Values, x)
		}
		s.Names, s.IDs = append(s.Names, cells[0]), append(s.IDs, cells[0])
		s.Rows = append(s.Rows, len(s.Rows)+1)
	}
	return s, nil
}
