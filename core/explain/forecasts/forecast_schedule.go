package forecasts

import (
	"math"
	"slices"
	"strings"

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
	case (req.Cells != "") != (req.Schedule == "painted"):
		return nil, 0, op.Refuse("/cells", "want cells with the schedule painted, and only with it")
	case !ready:
		return nil, 0, nil
	case req.Strength == nil:
		return nil, 0, op.Refuse("/strength", "missing: want it with a schedule")
	case req.Schedule == "level":
		return level(tiers, &req.Rating), length, nil
	case len(tiers) == 0 && req.Schedule == "even":
		return nil, 0, op.Refuse("/schedule", "even: these rules have no difficulty tiers, want level, climb or painted")
	case req.Schedule == "climb":
		return climb(tiers, req.Rating, length), length, nil
	case req.Schedule == "painted":
		if round, refusal = painted(tiers, &req.Rating, req.Cells); req.Length == nil {
			length = len(round)
		}
		return round, length, refusal
	}
	for _, tier := range tiers {
		round = append(round, forecast.PlanEntry{Difficulty: tier.Difficulty})
	}
	return round, length, nil
}

// level plays the tier nearest to a rating, or an opponent of that rating.
func level(tiers []rulebook.Opponent, rating *float64) []forecast.PlanEntry {
	if tiers = nearest(tiers, *rating); len(tiers) == 0 {
		return []forecast.PlanEntry{{Opponent: rating}}
	}
	return []forecast.PlanEntry{{Difficulty: tiers[0].Difficulty}}
}

// climb plays the tiers one after the other, all about as often; without tiers, opponents that are
// one step higher in each quarter.
func climb(tiers []rulebook.Opponent, rating float64, length int) []forecast.PlanEntry {
	round := make([]forecast.PlanEntry, length)
	for i := range round {
		if len(tiers) == 0 {
			opponent := rating + float64(cellStep*(4*i/length))
			round[i].Opponent = &opponent
			continue
		}
		round[i].Difficulty = tiers[i*len(tiers)/length].Difficulty
	}
	return round
}

// Cells of a plan without tiers: a letter for a rating, and a point for the agent's own.
const (
	cellStep    = 50 // rating points between two letters
	cellLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
	cellLevel   = '.'
)

// letter returns the letter of an opponent's rating, the nearest one if it has none; 0 beyond them.
func letter(rating float64) (letter byte, exact bool) {
	at := math.Floor(rating/cellStep + 0.5)
	if at < 0 || at >= float64(len(cellLetters)) {
		return 0, false
	}
	return cellLetters[int(at)], float64(at*cellStep) == rating
}

// painted plays the tiers that the digits of a text number; without tiers, the ratings that its
// letters are.
func painted(tiers []rulebook.Opponent, rating *float64, cells string) ([]forecast.PlanEntry, *op.Error) {
	round := make([]forecast.PlanEntry, len(cells))
	for i := range round {
		if len(tiers) == 0 {
			at := strings.IndexByte(cellLetters, cells[i])
			switch opponent := float64(cellStep * at); {
			case cells[i] == cellLevel:
				round[i].Opponent = rating
			case at < 0:
				return nil, op.Refuse("/cells", "match %d: want a letter from A to Z or a to z, or a point", i+1)
			default:
				round[i].Opponent = &opponent
			}
			continue
		}
		tier := int(cells[i]) - '1'
		if tier < 0 || tier >= min(len(tiers), 9) {
			return nil, op.Refuse("/cells", "match %d: want a digit from 1 to %d", i+1, min(len(tiers), 9))
		}
		round[i].Difficulty = tiers[tier].Difficulty
	}
	return round, nil
}

// part cuts the plan to its first matches, if only those are asked for. It returns the whole
// plan, played once, and how many matches it has with its repeats.
func (req *ForecastRequest) part() (whole []forecast.PlanEntry, matches int) {
	whole = req.Plan
	for _, e := range whole {
		matches += countOf(e)
	}
	if req.Repeat != nil {
		matches *= *req.Repeat
	}
	if req.First == nil || *req.First >= matches || matches > mostPlanned {
		return whole, matches // a plan that is too long is refused whole
	}
	req.Plan, req.Repeat = nil, nil
	for left := *req.First; left > 0; {
		for _, e := range whole {
			count := min(countOf(e), left)
			if left -= count; count > 0 {
				e.Count = &count
				req.Plan = append(req.Plan, e)
			}
		}
	}
	return whole, matches
}

// countOf returns the matches of a row.
func countOf(e forecast.PlanEntry) int {
	if e.Count == nil {
		return 1
	}
	return *e.Count
}

// nearest returns the tier nearest to a rating, if there are tiers.
func nearest(tiers []rulebook.Opponent, rating float64) []rulebook.Opponent {
	for len(tiers) > 1 {
		if math.Abs(tiers[1].Rating-rating) >= math.Abs(tiers[0].Rating-rating) {
			return tiers[:1]
		}
		tiers = tiers[1:]
	}
	return tiers
}

// plan returns the odds that the rows of the plan came to; of a schedule, each tier once.
func (f *outlook) plan() []ForecastRow {
	list := []ForecastRow{}
	var seen []float64
	for _, e := range f.got.Plan {
		if f.req.Schedule != "" {
			if slices.Contains(seen, e.Opponent) {
				continue
			}
			seen = append(seen, e.Opponent)
		}
		list = append(list, ForecastRow{Opponent: words.Number(e.Opponent), Win: chance(e.Win), Draw: chance(e.Draw),
			Loss: chance(e.Loss)})
	}
	return list
}
