package rating

import "github.com/tallyproof/tallyproof/core/op"

// PairCost is comparing two entrants, in microseconds.
const PairCost = 0.02

// PairwiseCost estimates [PairwiseElo].
func PairwiseCost(req PairwiseRequest) op.Cost { return pairs(len(req.Entrants)) }

func pairs(entrants int) op.Cost {
	n := float64(entrants)
	return op.Cost{Work: n * n * PairCost, Answer: n * 400, Field: "/entrants", Fewer: "fewer entrants"}
}
