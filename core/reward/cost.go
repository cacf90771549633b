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

// marginalCost estimates [Marginal], which solves the division three times by each strategy.
func marginalCost(req MarginalRequest) op.Cost {
	n := 0.0
	for _, c := range req.Division.Competitions {
		n += float64(len(c.Miners))
	}
	return op.Cost{Work: op.Product(n, 25), Field: "/division/competitions", Fewer: "fewer miners"}
}
