// Package forecast derives expectations from a rating: for the next match and
// for a plan of matches. In the other direction, it derives a rating from
// results.
package forecast

import "github.com/tallyproof/tallyproof/core/op"

// Ops are this package's operations, in the order of the documentation.
var Ops = []op.Op{
	op.Define("elo.next", "What a win, a draw and a loss against each difficulty would do to a rating, and the win rate "+
		"from which it pays.", Next),
	op.Define("elo.performance", "The rating at which a run of results is just what was expected.", Performance),
	op.Define("elo.project", "The distribution of a rating after every match of a plan, computed exactly, with the odds "+
		"of reaching targets.", Project).Costs(ProjectCost),
}
