package reward

import (
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/words"
)

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
	cost.Work = op.Product(n, ofMiner(req))
	return cost
}

// ofMiner estimates the microseconds that a miner takes, a third of what wasm takes. Fractions
// of many digits, which a machine's words do not hold, take most of it.
func ofMiner(req WeightsRequest) float64 {
	rules, err := req.Rulebook.Reward()
	if err != nil || rules.Arithmetic == rulebook.Float64 {
		return 6
	}
	strategy := rules.Weights.Strategy
	if req.Strategy != "" {
		strategy = req.Strategy
	}
	n := digits(req.Competitions)
	switch {
	case strategy == softmaxStrategy:
		return 90
	case strategy == rankedStrategy || strategy == winnerTakesAll:
		if n >= 10 {
			return 30
		}
		return 12
	case strategy == quadratic && n >= 10:
		return 120
	case strategy == quadratic && n >= 7:
		return 60
	case n >= 10:
		return 100
	case n >= 7:
		return 25
	}
	return 15
}

// digits returns how many digits the common denominator of all scores has, about, up to 16.
func digits(list []Competition) int {
	const most = 16
	decimals, whole := 0, 1
	for _, c := range list {
		decimals = max(decimals, words.Decimals(c.Alpha))
		for _, m := range c.Miners {
			switch {
			case m.Score != nil:
				decimals = max(decimals, words.Decimals(*m.Score))
			case m.Total != nil && m.Results != nil && *m.Results > 0:
				whole = common(whole, *m.Results)
			case m.Total != nil:
				whole = common(whole, *m.Total)
			}
			if whole > 1e9 {
				return most
			}
		}
	}
	for ; whole >= 10; whole /= 10 {
		decimals++
	}
	return min(decimals, most)
}

// common returns the least common multiple of two numbers from 1 to 10⁹.
func common(a, b int) int {
	x, y := a, b
	for y != 0 {
		x, y = y, x%y
	}
	return a / x * b
}

// marginalCost estimates [Marginal], which solves the division three times by each strategy.
func marginalCost(req MarginalRequest) op.Cost {
	n := 0.0
	for _, c := range req.Division.Competitions {
		n += float64(len(c.Miners))
	}
	return op.Cost{Work: op.Product(n, 30), Field: "/division/competitions", Fewer: "fewer miners"}
}
