// Package audit recognises documents of the arenas and recomputes what they
// report.
package audit

import "github.com/tallyproof/tallyproof/core/op"

// Ops are this package's operations, in the order of the documentation.
var Ops = []op.Op{
	op.Define("import.detect", "Recognise a pasted document, make a request from it, and list every difference from the rules.", Detect).Bulk(), // a text of MostText bytes is longer in JSON
	op.Define("audit.challenge", "Recompute everything a challenge's report claims, and list every difference with the rule that explains it.", Challenge).Bulk(),
}
