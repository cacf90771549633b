// Package ranking studies a ranking and its weights: how much the order
// depends on them, which changes overturn it, and which weights give another
// order.
package ranking

import (
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/ranking/live"
)

// Ops are this package's operations, in the order of the documentation.
var Ops = []op.Op{
	op.Define("score.sensitivity", "How much a ranking owes to its weights: what overturns it, how it fares under all "+
		"weightings, and what each dimension contributes.", Sensitivity).Bulk().Costs(sensitivityCost),
	op.Define("score.fit", "The nearest weights that give a wanted order, or the pairs that make it impossible.",
		Fit).Bulk(),
	op.Define("score.rebalance", "Weights that sum to 100 percent after one was edited: locked ones stay, the others "+
		"keep their proportions.", live.Rebalance),
}

// Microseconds of ranking one submission under one random weighting, and of drawing
// one weight: of any, or within bounds.
const (
	sampleCost = 0.045
	drawCost   = 0.07
	boundCost  = 0.3
)

// sensitivityCost estimates [Sensitivity]: every random weighting ranks every
// submission.
func sensitivityCost(req SensitivityRequest) op.Cost {
	rows := len(req.Submissions)
	samples, err := samplesFor(req.Samples, rows)
	if err != nil {
		return op.Cost{} // refused
	}
	draw, weights := drawCost, max(len(req.Weights), len(req.Submissions[0].Dimensions))
	if n := len(req.Least) + len(req.Most); n > 0 {
		draw, weights = boundCost, max(weights, n)
	}
	work := op.Product(float64(rows), op.Product(float64(samples), sampleCost)+20) +
		op.Product(op.Product(float64(samples), draw), float64(weights))
	return op.Cost{
		Work:  work,
		Field: "/samples",
		Fewer: "fewer samples or submissions",
	}
}
