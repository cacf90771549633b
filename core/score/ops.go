// Package score turns measurements into dimension scores, dimension scores
// into a composite, and composites into a ranking.
package score

import "github.com/tallyproof/tallyproof/core/op"

// Ops are this package's operations, in the order of the documentation.
var Ops = []op.Op{
	op.Define("score.compute", "Score one submission: every dimension by its measure, then the weighted sum.", Compute),
	op.Define("score.marginal", "Where a score's points come from, what one more step of each measurement is worth, and "+
		"the cliffs near it.", MarginalValue),
	op.Define("score.solve",
		"The smallest changes of measurements that reach a target score, or the most that can be reached.", Solve),
	op.Define("score.rank", "Rank submissions by score, then by earlier submission; equal ones share a rank.",
		Rank).Bulk(),
	op.Define("score.interval", "How far pass rates, and ranks by them, can be trusted with so many tasks.",
		Intervals).Costs(IntervalsCost),
	op.Define("score.separate", "From how many tasks the lead of one pass rate over another is sure.", Separate),
}
