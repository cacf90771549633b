package decay

import (
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/reward/input"
)

// DecayCost estimates [Decay]: its answer has a row for every epoch, however
// short the request is.
func DecayCost(req DecayRequest) op.Cost {
	rules, err := req.Rulebook.Reward()
	if err != nil {
		return op.Cost{}
	}
	cost := op.Cost{Field: "/to", Fewer: "fewer epochs"}
	rows, row, work := span(req), 125.0, 3.0
	if h := req.History; len(h) > 0 {
		rows, row, work = rowsOf(h, req.To, rules.Decay.Processed), 300, 12
		for _, score := range h {
			row = max(row, 300+float64(len(score.Agent)))
		}
	}
	if rows > maxEpochs {
		return op.Cost{} // refused
	}
	cost.Answer, cost.Memory, cost.Work = float64(rows)*row, float64(rows)*250, float64(rows)*work
	return cost
}

// span is the number of epochs that a request without a history asks for.
func span(req DecayRequest) int64 {
	from, to, every := int64(0), int64(-1), int64(1)
	input.Override(&from, req.LastImprovement)
	input.Override(&from, req.From)
	input.Override(&to, req.To)
	input.Override(&every, req.Every)
	return max(0, (to-from)/every+1)
}
