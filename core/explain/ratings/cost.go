package ratings

import (
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/rating"
)

// challengeCost estimates [Challenge], which adds the pairs up in each mode, and for each reading.
func challengeCost(req ChallengeRequest) op.Cost { return pairings(len(req.Entrants), 3) }

// entrantCost estimates [Entrant], which adds the pairs up without and with the
// other entrant.
func entrantCost(req EntrantRequest) op.Cost { return pairings(len(req.Entrants), 2) }

func pairings(entrants int, times float64) op.Cost {
	cost := rating.PairwiseCost(rating.PairwiseRequest{Entrants: make([]rating.Entrant, entrants)})
	cost.Work *= times
	return cost
}
