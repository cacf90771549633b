package reading

import (
	"strings"

	"github.com/tallyproof/tallyproof/core/op"
)

// Ops are this package's operations, in the order of the documentation.
var Ops = []op.Op{
	op.Define("explain.reading", "Explain how a pasted table was read: the role, the direction and the scale of every "+
		"column, what is missing, and which choices there are.", Reading).Bulk().Costs(cost),
}

// Microseconds and bytes of reading a table and drawing its values.
const (
	rowCost    = 4
	rowMemory  = 900
	cellCost   = 1.2
	textMemory = 8 // of a byte of the text
)

// cost estimates [Reading]: a table is read, and each of its values is drawn.
func cost(req Request) op.Cost {
	marks := 0
	for _, mark := range []string{",", ";", "\t", "|", ":"} {
		marks = max(marks, strings.Count(req.Text, mark))
	}
	rows := float64(1 + strings.Count(req.Text, "\n") + strings.Count(req.Text, "{"))
	return op.Cost{
		Work:   op.Product(rows, rowCost) + op.Product(rows+float64(marks), cellCost),
		Memory: op.Product(rows, rowMemory) + op.Product(float64(len(req.Text)), textMemory),
		Field:  "/text", Fewer: "fewer agents or dimensions",
	}
}
