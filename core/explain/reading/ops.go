package reading

import (
	"strings"

	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/table"
)

// Ops are this package's operations, in the order of the documentation.
var Ops = []op.Op{
	op.Define("explain.reading", "Explain how a pasted table was read: the role, the direction and the scale of every "+
		"column, what is missing, and which choices there are.", Reading).Bulk().Costs(cost),
}

// Microseconds of looking at a row again, and bytes of the answer about a column.
const (
	rowCost      = 0.5
	columnAnswer = 2000
	mostColumns  = 400
)

// cost estimates [Reading]: a table is read, and the values of each column are drawn.
func cost(req Request) op.Cost {
	c := table.Cost(req.Text)
	rows := float64(1 + max(strings.Count(req.Text, "\n"), strings.Count(req.Text, "{")))
	c.Work += op.Product(rows, rowCost)
	first, _, _ := strings.Cut(req.Text[:min(len(req.Text), 8192)], "\n")
	columns := float64(min(mostColumns, 1+strings.Count(first, ",")))
	c.Answer, c.Fewer = op.Product(columns, columnAnswer), "fewer agents or dimensions"
	switch start := strings.TrimLeft(req.Text, " \t\r\n\ufeff"); {
	case req.Submissions && req.List == "" && isList(start):
		c.Answer = columnAnswer // they are counted one by one, and have no columns
		c.Work, c.Memory = op.Product(c.Work, 0.5), op.Product(c.Memory, 0.5)
	case start != "" && (start[0] == '{' || start[0] == '['):
		if req.Submissions { // they are read as documents first
			c.Work = op.Product(c.Work, 2)
		}
		inside := 1 // values within others: documents in lines are read one by one
		for _, mark := range []string{":", ",", "["} {
			inside += strings.Count(req.Text, mark)
		}
		values := op.Reading(0, min(inside, op.Read(req.Text)))
		c.Work += values.Work
		c.Memory += values.Memory
	}
	return c
}

// isList reports whether a text begins as a list of objects in JSON does.
func isList(text string) bool {
	rest, found := strings.CutPrefix(text, "[")
	return found && !strings.HasPrefix(strings.TrimLeft(rest, " \t\r\n"), "[")
}
