// Package ratings explains ratings: the effect of a match, of a challenge or of a list of
// matches, the best next match, and how strong results look.
package ratings

import (
	"github.com/tallyproof/tallyproof/core/op"
)

// Ops are this package's operations, in the order of the documentation.
var Ops = []op.Op{
	op.Define("explain.rating", "Explain one match's effect on a rating. Takes the request of elo.update.", Rating),
	op.Define("explain.challenge", "Explain one challenge's effect on its entrants' ratings. Takes the request of "+
		"elo.pairwise.", Challenge).Costs(challengeCost),
	op.Define("explain.expected", "Explain an expected score: a curve of it against the opponent's rating. Takes the "+
		"request of elo.expected.", Odds),
	op.Define("explain.next", "Explain which next match is best: the effect of a win, a draw and a loss against each "+
		"difficulty, and the win rate at which it breaks even.", Next),
	op.Define("explain.performance", "Explain how strong a run of results looks, and what it does to a rating.",
		Performance),
	// a text of 1 MiB is longer in JSON
	op.Define("explain.replay",
		"Explain a pasted list of matches: the rating after each, and every claim that does not match.", Replay).Bulk(),
	op.Define("explain.entrant", "Explain what one more entrant would change for everybody in a challenge.",
		Entrant).Costs(entrantCost),
}
