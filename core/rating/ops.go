// Package rating moves Elo ratings: expected scores, an agent against a rated
// challenge, and every pair of a challenge's entrants.
package rating

import "github.com/tallyproof/tallyproof/core/op"

// Ops are this package's operations, in the order of the documentation.
var Ops = []op.Op{
	op.Define("elo.expected", "Expected score of one player against another.", Expected),
	op.Define("elo.update", "One match's effect on a rating: expected score, K-factor, bonus, change, new rating.",
		Update),
	op.Define("elo.pairwise", "One challenge's effect on the ratings of all its entrants, compared pair by pair.",
		PairwiseElo).Costs(PairwiseCost),
}
