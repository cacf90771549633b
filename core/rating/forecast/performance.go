package forecast

import (
	"math"

	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/rating"
	"github.com/tallyproof/tallyproof/core/rulebook"
)

// PerformanceRequest is a run of results.
type PerformanceRequest struct {
	Rulebook rulebook.Ref `json:"rulebook" doc:"Id of a built-in rulebook, or a whole rulebook, with a rating scheme."`
	Results  []Played     `json:"results" op:"min=1 max=10000" doc:"The results, in any order. The entrants of a challenge count as one opponent each."`
}

// Played is one result against one opponent.
type Played struct {
	Opponent   *float64 `json:"opponent,omitempty" op:"min=-100000 max=100000" doc:"The opponent's rating, in Elo points; or give difficulty."`
	Difficulty string   `json:"difficulty,omitempty" doc:"The challenge's difficulty tier, which has a rating; or give opponent."`
	Outcome    string   `json:"outcome" op:"enum=win|draw|loss" doc:"win, draw or loss."`
}

// PerformanceResponse is how strong the results look.
type PerformanceResponse struct {
	Games       int      `json:"games" doc:"How many results there are."`
	Actual      float64  `json:"actual" doc:"Points made: 1 for a win, ½ for a draw."`
	Average     float64  `json:"average" doc:"Average rating of the opponents, in Elo points."`
	Performance *float64 `json:"performance,omitempty" doc:"The rating whose expected points equal the points made, in Elo points; absent if all were won or all lost."`
	Above       *float64 `json:"above,omitempty" doc:"If all were won: the rating that expects all points except half a point. No higher rating can be excluded."`
	Below       *float64 `json:"below,omitempty" doc:"If all were lost: the rating that expects half a point."`
}

// Performance returns the performance rating: R such that Σ E(R, opponent) = Σ S. At that
// rating the results move nothing. It is found by halving, to the last bit. If every game
// was won, or every one lost, no rating fits; the answer is then the rating half a point
// away.
//
// Errors: a rulebook without ratings, and an opponent that is not given.
func Performance(req PerformanceRequest) (PerformanceResponse, error) {
	rb, err := req.Rulebook.Rated()
	if err != nil {
		return PerformanceResponse{}, err
	}
	r := rb.Rating
	res := PerformanceResponse{Games: len(req.Results)}
	opponents := make([]float64, len(req.Results))
	sum := 0.0
	for i, p := range req.Results {
		opponent, refusal := rating.OpponentOf(r, rating.UpdateRequest{Opponent: p.Opponent, Difficulty: p.Difficulty})
		if refusal != nil {
			refusal.Field = op.Pointer("results", i) + refusal.Field
			return PerformanceResponse{}, refusal
		}
		opponents[i] = opponent
		sum += opponent
		res.Actual += r.Actual(p.Outcome)
	}
	n := float64(res.Games)
	res.Average = sum / n
	rating := func(points float64) *float64 { x := ratingFor(opponents, points, r.Scale); return &x }
	switch res.Actual {
	case n:
		res.Above = rating(n - 0.5)
	case 0:
		res.Below = rating(0.5)
	default:
		res.Performance = rating(res.Actual)
	}
	return res, nil
}

// ratingFor returns the least rating that expects points against the opponents. points is
// strictly between 0 and their number.
func ratingFor(opponents []float64, points, scale float64) float64 {
	low, high := math.Inf(1), math.Inf(-1)
	for _, o := range opponents {
		low, high = min(low, o), max(high, o)
	}
	// Within 20 scales of the extremes: E is then 1 − 10⁻²⁰ for every one.
	low, high = low-float64(20*scale), high+float64(20*scale)
	for {
		middle := low + float64((high-low)/2)
		if middle <= low || middle >= high {
			return high
		}
		sum := 0.0
		for _, o := range opponents {
			sum += rating.ExpectedScore(middle, o, scale)
		}
		if sum >= points {
			high = middle
		} else {
			low = middle
		}
	}
}
