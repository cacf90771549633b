// Package rating moves Elo ratings: expected scores, an agent against a rated
// challenge, and every pair of a challenge's entrants.
package rating

import "github.com/tallyproof/tallyproof/core/op"

// Ops are this package's operations, in the order of the documentation.
var Ops = []op.Op{
	op.Define("elo.expected", "Expected score of one player against another.", Expected),
	op.Define("elo.update", "One match's effect on a rating: expected score, K-factor, bonus, change, new rating.", Update),
	op.Define("elo.pairwise", "One challenge's effect on the ratings of all its entrants, compared pair by pair.", PairwiseElo).Costs(PairwiseCost),
	op.Define("elo.replay", "Replay a history of matches by the rules; check every claimed rating and explain each difference.", Replay).Bulk().Costs(replayCost),
	op.Define("elo.next", "What a win, a draw and a loss against each difficulty would do to a rating, and the win rate from which it pays.", Next),
	op.Define("elo.performance", "The rating at which a run of results is just what was expected.", Performance),
	op.Define("elo.project", "The distribution of a rating after every match of a plan, computed exactly, with the odds of reaching targets.", Project).Costs(ProjectCost),
}
