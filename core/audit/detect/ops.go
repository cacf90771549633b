package detect

import "github.com/tallyproof/tallyproof/core/op"

// Ops are this package's operations.
var Ops = []op.Op{
	op.Define("import.detect", "Recognise a pasted document, make a request from it, and list every difference from the rules.", Detect).Bulk(), // a text of MostText bytes is longer in JSON
}
