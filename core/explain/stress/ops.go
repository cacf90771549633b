package stress

import (
	"github.com/tallyproof/tallyproof/core/explain/weights"
	"github.com/tallyproof/tallyproof/core/op"
)

// Ops are this package's operations, in the order of the documentation.
var Ops = []op.Op{
	op.Define("explain.stress", "Check a scoring for what is unfair: ranks that others decide, weights that decide "+
		"nothing, answers that win without being good, and leads that hang on one test.", Stress).Bulk().Costs(cost),
}

// cost estimates [Stress], which looks at every row several times.
func cost(req Request) op.Cost { return weights.ReadCost(req.Text) }
