package replay

import (
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/rating"
)

// replayCost estimates [Replay]: every match answers a step, every claim that
// differs a sentence, and the entrants of one challenge are compared in pairs.
func replayCost(req ReplayRequest) op.Cost {
	cost := op.Cost{Field: "/matches", Fewer: "fewer matches"}
	run := 0.0
	for i, m := range req.Matches {
		if m.Challenge == "" || i > 0 && m.Challenge != req.Matches[i-1].Challenge {
			run = 0
		}
		run++
		cost.Work += 2 + op.Product(2, run, rating.PairCost)
		cost.Answer += 180 + float64(len(m.Agent))
		if m.Difficulty == "" && m.Opponent == nil { // every difficulty is tried
			cost.Work += 10
			cost.Answer += 130
		}
		for _, claim := range []bool{m.EloBefore != nil, m.EloAfter != nil, m.EloChange != nil, m.Attempt != nil, m.Outcome != "" && m.Score != nil} {
			if claim {
				cost.Answer += 150
			}
		}
	}
	return cost
}
