package detect

import "github.com/tallyproof/tallyproof/core/op"

// Ops are this package's operations.
var Ops = []op.Op{
	// a text of MostText bytes is longer in JSON
	op.Define("import.detect", "Recognise a pasted document, make a request from it, and list every difference from the "+
		"rules.", Detect).Bulk().Costs(cost),
}

// cost estimates [Detect], which reads a document once more as a request.
func cost(req DetectRequest) op.Cost {
	c := op.Reading(len(req.Text), op.Values(req.Text))
	c.Work, c.Memory = op.Product(c.Work, 2), 0
	return c
}
