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
// one weight: of any, within bounds, or of those that satisfy a few ratios; and of a step of a
// walk for two weights, or for a weight and a ratio.
const (
	sampleCost = 0.045
	drawCost   = 0.07
	boundCost  = 0.3
	ratioCost  = 0.3
	walkCost   = 0.12
	fewRatios  = 2
)

// DrawCost returns the microseconds of drawing so many weights that satisfy so many ratios.
func DrawCost(weights, ratios int) float64 {
	if ratios <= fewRatios {
		return op.Product(float64(weights), ratioCost)
	}
	return op.Product(float64(weights), walkCost, float64(weights+ratios))
}

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
	drawing := op.Product(draw, float64(weights))
	if n := len(req.Ratios); n > 0 {
		drawing = DrawCost(weights, n)
	}
	work := op.Product(float64(rows), op.Product(float64(samples), sampleCost)+20) + op.Product(float64(samples), drawing)
	return op.Cost{
		Work:  work,
		Field: "/samples",
		Fewer: "fewer samples or submissions",
	}
}
