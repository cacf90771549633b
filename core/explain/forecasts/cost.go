package forecasts

import (
	"github.com/tallyproof/tallyproof/core/explain"
	"github.com/tallyproof/tallyproof/core/op"
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
	rows := length
	if round != nil { // a long schedule is estimated before it is written
		if req.First != nil {
			rows = min(rows, *req.First)
		}
		plan, times := repeated(round, rows)
		req.Plan, req.Repeat = plan, &times
	} else {
		req.part()
		rows = len(req.Plan)
	}
	cost := forecast.ProjectCost(projection(req))
	if cost.Work > 0 { // else the plan is too long in any case
		cost.Answer = op.Product(float64(rows), 200) + 500_000
	}
	times := 1.0
	for _, other := range explain.Siblings(rb) {
		if !req.Brief && req.First == nil && (other.ID != rb.ID || explain.Whole(req.Rulebook)) {
			times++
		}
	}
	cost.Work *= times
	return cost
}

// repeated returns the rows of a schedule and how often they are played for a length, or for
// nearly that many matches if more could not be planned.
func repeated(round []forecast.PlanEntry, length int) (rows []forecast.PlanEntry, times int) {
	times = (length + len(round) - 1) / len(round)
	if times*len(round) <= mostPlanned {
		return round, times
	}
	if short := round[:mostPlanned/times]; len(short)*times > len(round)*(times-1) {
		return short, times
	}
	return round, times - 1
}

// titlesCost estimates [Titles].
func titlesCost(req TitlesRequest) op.Cost {
	rb, err := req.Rulebook.Resolve()
	if err != nil {
		return op.Cost{}
	}
	cost := forecastCost(req.forecast(titlesOf(rb)))
	if highest := highestNeed(titlesOf(rb)); rb.Rating != nil && highest > req.Rating { // the climb to it, a point a match at least
		climb := op.Product(min(highest-req.Rating, mostClimbed), float64(len(rb.Rating.Opponents)))
		cost.Work += op.Product(climb, 5)
		cost.Memory += min(op.Product(climb, 600), 4_000_000) // what each match leaves, until it is collected
	}
	cost.Answer = min(cost.Answer, 20_000)
	return cost
}
