package ratings

import (
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/rating/forecast"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/words"
)

// ForecastRow are the odds of a match in a row of the plan, as text.
type ForecastRow struct {
	Opponent string `json:"opponent" doc:"The opponent's rating."`
	Win      string `json:"win" doc:"Probability of a win."`
	Draw     string `json:"draw" doc:"Probability of a draw."`
	Loss     string `json:"loss" doc:"Probability of a loss."`
}

// schedule turns the schedule of a request into its plan.
func (req *ForecastRequest) schedule(tiers []rulebook.Opponent) *op.Error {
	round, length, refusal := req.round(tiers)
	if refusal == nil && round != nil {
		req.Plan = make([]forecast.PlanEntry, length)
		for i := range req.Plan {
			req.Plan[i] = round[i%len(round)]
		}
	}
	return refusal
}

// round returns the matches that a schedule plays in turn, and how many are played: the
// tiers, or the one nearest to the rating, of two the easier. Without tiers it is an
// opponent of that rating. It is nil for a plan of one's own.
func (req *ForecastRequest) round(tiers []rulebook.Opponent) (round []forecast.PlanEntry, length int, refusal *op.Error) {
	ready, length := req.Schedule != "", 1
	if req.Length != nil {
		length = *req.Length
	}
	switch {
	case ready == (len(req.Plan) > 0), ready && req.Repeat != nil, !ready && req.Length != nil:
		return nil, 0, op.Refuse("/plan", "want either a plan, or a schedule with its length")
	case !ready:
		return nil, 0, nil
	case req.Strength == nil:
		return nil, 0, op.Refuse("/strength", "missing: want it with a schedule")
	case req.Schedule == "level":
		tiers = nearest(tiers, req.Rating)
	case len(tiers) == 0:
		return nil, 0, op.Refuse("/schedule", "even: these rules have no difficulty tiers, want level")
	}
	for _, tier := range tiers {
		round = append(round, forecast.PlanEntry{Difficulty: tier.Difficulty})
	}
	if len(tiers) == 0 {
		round = []forecast.PlanEntry{{Opponent: &req.Rating}}
	}
	return round, length, nil
}

// nearest returns the tier nearest to a rating, if there are tiers.
func nearest(tiers []rulebook.Opponent, rating float64) []rulebook.Opponent {
	for len(tiers) > 1 {
		if distance(tiers[1].Rating, rating) >= distance(tiers[0].Rating, rating) {
			return tiers[:1]
		}
		tiers = tiers[1:]
	}
	return tiers
}

// plan returns the odds that the rows of the plan came to.
func (f *outlook) plan() []ForecastRow {
	list := []ForecastRow{}
	for i, e := range f.got.Plan {
		if f.req.Schedule != "" && i > 0 && e.Opponent == f.got.Plan[0].Opponent {
			break // the tiers again
		}
		list = append(list, ForecastRow{Opponent: words.Number(e.Opponent), Win: chance(e.Win), Draw: chance(e.Draw),
			Loss: chance(e.Loss)})
	}
	return list
}
