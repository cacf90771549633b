package detect

import (
	"strings"

	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/proof"
)

// Ops are this package's operations.
var Ops = []op.Op{
	// a text of MostText bytes is longer in JSON
	op.Define("import.detect", "Recognise a pasted document, make a request from it, and list every difference from the "+
		"rules.", Detect).Bulk().Costs(cost),
}

// Microseconds and bytes of a row and of a cell of a table, beside its text.
const (
	rowCost    = 0.7
	rowMemory  = 200
	cellMemory = 30
)

// cost estimates [Detect], which reads a document several times more: to tell what it is, as a
// request, and as a proof before the first reading is forgotten. A table has rows and cells.
func cost(req DetectRequest) op.Cost {
	text := strings.TrimLeft(body(req.Text), " \t\r\n")
	more := proof.RecognizeCost(text)
	if text != "" && (text[0] == '{' || text[0] == '[') { // what its strings hold is not read
		bytes, values := op.Reading(len(text), 0), op.Reading(0, op.Outer([]byte(text)))
		return op.Cost{
			Work:   op.Product(bytes.Work, 2) + op.Product(values.Work+more.Work, 7),
			Memory: op.Product(bytes.Memory, 0.5) + values.Memory + more.Memory,
		}
	}
	c := op.Reading(len(text), op.Read(text))
	c.Work += more.Work
	rows := float64(1 + strings.Count(text, "\n"))
	c.Work = op.Product(c.Work, 2) + op.Product(rows, rowCost)
	c.Memory = op.Product(rows, rowMemory) + op.Product(float64(op.Read(text)), cellMemory)
	return c
}
