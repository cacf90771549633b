package detect

import (
	"strings"

	"github.com/tallyproof/tallyproof/core/op"
)

// Ops are this package's operations.
var Ops = []op.Op{
	// a text of MostText bytes is longer in JSON
	op.Define("import.detect", "Recognise a pasted document, make a request from it, and list every difference from the "+
		"rules.", Detect).Bulk().Costs(cost),
}

// cost estimates [Detect], which reads a document once more as a request, and as a proof
// before the first reading is forgotten. A table has no document.
func cost(req DetectRequest) op.Cost {
	c := op.Reading(len(req.Text), op.Read(req.Text)+op.Encoded(req.Text))
	c.Work = op.Product(c.Work, 2)
	if text := strings.TrimLeft(req.Text, " \t\r\n\ufeff"); text == "" || text[0] != '{' && text[0] != '[' {
		c.Memory = 0
	}
	return c
}
