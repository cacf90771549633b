package weights

import "github.com/tallyproof/tallyproof/core/op"

// Ops are this package's operations, in the order of the documentation.
var Ops = []op.Op{
	op.Define("explain.weights", "Rank agents from a pasted table by weights, and explain who leads.", Weights).Bulk(),
	op.Define("explain.sure", "Explain how far a ranking can be trusted: under which other weights it stays, what overturns it, and what each dimension decides.", Sure).Bulk(),
	op.Define("explain.export", "Write weights as code or data.", Export).Bulk(),
}
