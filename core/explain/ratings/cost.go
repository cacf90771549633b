package ratings

import (
	"github.com/tallyproof/tallyproof/core/explain"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/rating"
	"github.com/tallyproof/tallyproof/core/rating/forecast"
)

// forecastCost estimates [Forecast]: a forecast under each reading of the
// arena's rules, of which only the charts are answered.
func forecastCost(req ForecastRequest) op.Cost {
	rb, err := req.Rulebook.Resolve()
	if err != nil {
		return op.Cost{}
	}
	if rb.Rating == nil {
		return op.Cost{} // refused
	}
	round, length, refusal := req.round(rb.Rating.Opponents)
	if refusal != nil {
		return op.Cost{}
	}
	rows := len(req.Plan)
	if round != nil { // a long schedule is estimated before it is written
		rows, length = length, (length+len(round)-1)/len(round)
		req.Plan, req.Repeat = round, &length
	}
	cost := forecast.ProjectCost(projection(req))
	if cost.Work > 0 { // else the plan is too long in any case
		cost.Answer = op.Product(float64(rows), 200) + 500_000
	}
	times := 1.0
	for _, other := range explain.Siblings(rb) {
		if other.ID != rb.ID || explain.Whole(req.Rulebook) {
			times++
		}
	}
	cost.Work *= times
	return cost
}

// titlesCost estimates [Titles], which plays at most the first matches, with a target for every
// title.
func titlesCost(req TitlesRequest) op.Cost {
	cost := forecastCost(ForecastRequest{Rulebook: req.Rulebook, Rating: req.Rating, Matches: req.Matches,
		Strength: req.Strength, Draws: req.Draws, Schedule: req.Schedule, Cells: req.Cells, Length: req.Length,
		Plan: req.Plan, Repeat: req.Repeat, Targets: make([]float64, 8)})
	cost.Answer = min(cost.Answer, 20_000)
	return cost
}

// challengeCost estimates [Challenge], which adds the pairs up in each mode.
func challengeCost(req rating.PairwiseRequest) op.Cost { return pairings(req, 2) }

// entrantCost estimates [Entrant], which adds the pairs up without and with the
// other entrant.
func entrantCost(req EntrantRequest) op.Cost {
	return pairings(rating.PairwiseRequest{Entrants: req.Entrants}, 2)
}

func pairings(req rating.PairwiseRequest, times float64) op.Cost {
	cost := rating.PairwiseCost(req)
	cost.Work *= times
	return cost
}
