package reward

import (
	"github.com/tallyproof/tallyproof/core/reward/input"
	"github.com/tallyproof/tallyproof/core/reward/number"
)

// Cap modes.
const (
	capTruncate     = "truncate"
	capRedistribute = "redistribute"
	capIterative    = "iterative"
	capNone         = "none"
)

// capped is weights after a cap.
type capped struct {
	weights  []number.Number
	total    number.Number // what the weights are shares of
	cut      []bool        // who was over the cap
	feasible bool          // whether shares of the total can all be within the cap
}

// limitWeights applies the cap of 50 % (Scoring System, Weight Cap):
//
//	truncate      W' = min(W, α · ΣW), as written. What is cut off is gone, so
//	              after normalization the top share is above α
//	redistribute  the excess goes to those strictly below the cap in
//	              proportion to their weight, once; that may lift one of them
//	              over the cap
//	iterative     again until nobody is over: the reading that keeps the
//	              promise of Scoring & Rewards: at most 50 % of the total for anyone
func limitWeights(weights []number.Number, total, alpha number.Number, mode string) capped {
	limit := alpha.Mul(total)
	c := capped{weights: number.Clone(weights), total: total, cut: make([]bool, len(weights))}
	c.feasible = feasible(weights, total, limit)
	switch mode {
	case capTruncate:
		c.truncate(limit)
	case capRedistribute:
		c.redistribute(limit)
	case capIterative:
		if c.feasible {
			c.fill(limit)
		}
	}
	return c
}

// feasible is whether those with any weight can hold all of it: α · n ≥ 1.
func feasible(weights []number.Number, total, limit number.Number) bool {
	holders := int64(0)
	for _, w := range weights {
		if w.Sign() > 0 {
			holders++
		}
	}
	return limit.Mul(number.Integer(holders)).Cmp(total) >= 0
}

// truncate is min(W, limit).
func (c *capped) truncate(limit number.Number) {
	for i, w := range c.weights {
		if w.Cmp(limit) > 0 {
			c.weights[i], c.cut[i] = limit, true
		}
	}
}

// redistribute is the published code's single pass. Where nobody is left to
// take the excess, the total is what remains.
func (c *capped) redistribute(limit number.Number) {
	excess, others := number.Zero, number.Zero
	for i, w := range c.weights {
		switch w.Cmp(limit) {
		case 1:
			excess = excess.Add(w.Sub(limit))
			c.weights[i], c.cut[i] = limit, true
		case -1:
			others = others.Add(w)
		}
	}
	if excess.Sign() > 0 && others.Sign() > 0 {
		for i, w := range c.weights {
			if w.Cmp(limit) < 0 {
				c.weights[i] = w.Add(w.Quo(others).Mul(excess))
			}
		}
	}
	c.total = number.Sum(c.weights)
}

// fill is water-filling. With the weights sorted, the k largest are cut to the
// limit L and the others grow by one factor, (T − kL) / Σ others; k is the
// smallest for which nobody passes the limit. The cap must be feasible.
func (c *capped) fill(limit number.Number) {
	order := input.Sorted(len(c.weights), func(i, j int) int { return c.weights[j].Cmp(c.weights[i]) })
	others := make([]number.Number, len(order)+1) // others[k] is what all but the k largest have
	for k := len(order) - 1; k >= 0; k-- {
		others[k] = others[k+1].Add(c.weights[order[k]])
	}
	left := c.total
	for k, i := range order {
		if others[k].Sign() == 0 {
			return
		}
		if c.weights[i].Quo(others[k]).Mul(left).Cmp(limit) <= 0 {
			for _, i := range order[k:] {
				c.weights[i] = c.weights[i].Quo(others[k]).Mul(left)
			}
			return
		}
		c.weights[i], c.cut[i] = limit, true
		left = left.Sub(limit)
	}
}

// topShare returns the largest weight as a share of all of it, 0 when there is none.
func topShare(weights []number.Number) number.Number {
	total := number.Sum(weights)
	if total.Sign() <= 0 {
		return number.Zero
	}
	return number.Largest(weights).Quo(total)
}
