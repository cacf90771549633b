package reward

import "github.com/tallyproof/tallyproof/core/op"

// weightsCost estimates [Weights], which answers more of a miner than it is
// told.
func weightsCost(req WeightsRequest) op.Cost {
	n, cost := 0.0, op.Cost{Field: "/competitions", Fewer: "fewer miners"}
	for _, c := range req.Competitions {
		n += float64(len(c.Miners))
		for _, m := range c.Miners {
			cost.Answer += 230 + float64(len(m.Miner))
		}
	}
	cost.Work = op.Product(n, 70) // a third of what wasm takes
	return cost
}

// marginalCost estimates [Marginal], which solves the division three times by each strategy.
func marginalCost(req MarginalRequest) op.Cost {
	n := 0.0
	for _, c := range req.Division.Competitions {
		n += float64(len(c.Miners))
	}
	return op.Cost{Work: op.Product(n, 40), Field: "/division/competitions", Fewer: "fewer miners"}
}
