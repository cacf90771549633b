// Package standing finds the tier, badges and titles of a record, and what is
// missing for the next ones.
package standing

import "github.com/tallyproof/tallyproof/core/op"

// Ops are this package's operations, in the order of the documentation.
var Ops = []op.Op{
	op.Define("standing.evaluate", "Tier, badges and titles of a record, with what is missing for the next.", Evaluate),
	op.Define("standing.plan", "Fewest further challenges to a tier or title, and the average and wins they need.", Plan),
	op.Define("standing.tracks", "Standing in every track: best scores of its challenges, added up.", Tracks),
}
