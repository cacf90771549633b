package reward

import "github.com/tallyproof/tallyproof/core/op"

// weightsCost estimates [Weights], which answers more of a miner than it is
// told.
func weightsCost(req WeightsRequest) op.Cost {
	cost := op.Cost{Field: "/competitions", Fewer: "fewer miners"}
	for _, c := range req.Competitions {
		for _, m := range c.Miners {
			cost.Answer += 230 + float64(len(m.Miner))
		}
	}
	return cost
}
