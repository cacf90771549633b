// Package audit recomputes everything that a challenge's report claims. Below it,
// detect does so for documents that someone pasted.
package audit

import "github.com/tallyproof/tallyproof/core/op"

// Ops are this package's operations, in the order of the documentation.
var Ops = []op.Op{
	op.Define("audit.challenge", "Recompute everything a challenge's report claims, and list every difference with the rule that explains it.", Challenge).Bulk(),
}
