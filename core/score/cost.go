package score

import "github.com/tallyproof/tallyproof/core/op"

// taskCost is a task of one of two neighbours, in microseconds.
const taskCost = 0.015

// IntervalsCost estimates [Intervals], which adds up a term for every task.
func IntervalsCost(req IntervalRequest) op.Cost {
	cost := op.Cost{Field: "/entrants", Fewer: "fewer entrants or tasks"}
	for _, p := range req.Entrants {
		cost.Work += op.Product(float64(p.Total), taskCost)
	}
	return cost
}
