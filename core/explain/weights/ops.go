package weights

import (
	"strings"

	"github.com/tallyproof/tallyproof/core/op"
)

// Ops are this package's operations, in the order of the documentation.
var Ops = []op.Op{
	op.Define("explain.weights", "Rank agents from a pasted table by weights, and explain who leads.", Weights).Bulk().Costs(weightsCost),
	op.Define("explain.sure", "Explain how far a ranking can be trusted: under which other weights it stays, what overturns it, and what each dimension decides.", Sure).Bulk().Costs(sureCost),
	op.Define("explain.export", "Write weights as code or data.", Export).Bulk(),
}

// Microseconds of reading and ranking a row, of one row under one random weighting,
// and of sweeping one weight for each column.
const (
	rowCost    = 40
	sampleCost = 0.04
	sweepCost  = 1500
)

// sizeOf is at least how many rows and columns a text has.
func sizeOf(text string) (rows, columns float64) {
	first, _, _ := strings.Cut(text[:min(len(text), 8192)], "\n")
	for _, mark := range []string{",", ";", "\t", ":"} {
		columns += float64(strings.Count(first, mark))
	}
	return float64(1 + strings.Count(text, "\n") + strings.Count(text, "{")), min(mostColumns, 1+columns)
}

func weightsCost(req Request) op.Cost {
	rows, _ := sizeOf(req.Text)
	return op.Cost{Work: op.Product(rows, rowCost), Field: "/text", Fewer: "fewer agents"}
}

// sureCost estimates [Sure]: rows are ranked under at least 100 random weightings, and
// each weight is swept.
func sureCost(req Request) op.Cost {
	rows, columns := sizeOf(req.Text)
	samples := max(100, min(10_000, 2_500_000/rows))
	work := op.Product(rows, op.Product(samples, sampleCost)+rowCost) + op.Product(columns, op.Product(columns, sweepCost))
	return op.Cost{Work: work, Field: "/text", Fewer: "fewer agents or dimensions"}
}
