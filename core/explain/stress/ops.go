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

// Microseconds of all checks of a table, beside reading it.
const (
	baseCost = 3000  // of the cases, and of the fixes, which are not computed for long tables
	cellCost = 0.1   // of a score
	pairCost = 0.002 // of a score, to compare its column with another
)

// cost estimates [Stress], which looks at every row several times and compares all columns.
func cost(req Request) op.Cost {
	c, rows, columns := weights.ReadCost(req.Text)
	cells := op.Product(rows, columns)
	c.Work += baseCost + op.Product(cells, cellCost) + op.Product(cells, columns, pairCost)
	c.Memory += op.Product(cells, 24)
	return c
}
