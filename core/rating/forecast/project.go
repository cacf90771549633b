package forecast

import (
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/rulebook"
)

// Limits of a projection. A plan beyond them is refused, never shortened.
const (
	maxProjected = 100_000     // matches of a plan, repeats included
	maxCells     = 1 << 20     // ratings kept apart at any one time
	maxWork      = 500_000_000 // ratings × matches, over the plan and its targets
	tableWork    = 40          // of one cell of a table, in the same unit
	maxSampled   = 1_000_000   // matches of all sample careers together
)

// ProjectRequest is an agent's rating and the matches it plans to play.
type ProjectRequest struct {
	Rulebook            rulebook.Ref `json:"rulebook" doc:"Id of a built-in rulebook, or a whole rulebook."`
	Rating              float64      `json:"rating" op:"min=-100000 max=100000" doc:"Rating before the plan, in Elo points; whole if the rulebook rounds ratings."`
	Matches             int          `json:"matches" op:"min=0 max=1000000000" doc:"Matches played before the plan; they choose the K-factor."`
	Strength            *float64     `json:"strength,omitempty" op:"min=-100000 max=100000" doc:"True strength, in Elo points: the odds of every entry without odds of its own follow from it."`
	Draw                *float64     `json:"draw,omitempty" op:"min=0 max=1" doc:"Probability of a draw that goes with strength; 0 by default."`
	Plan                []PlanEntry  `json:"plan" op:"min=1 max=10000" doc:"The matches, in order."`
	Repeat              *int         `json:"repeat,omitempty" op:"min=1 max=100000" doc:"How many times the whole plan is played; once by default."`
	Verified            bool         `json:"verified,omitempty" doc:"Whether every match carries a valid trajectory."`
	Memoryless          bool         `json:"memoryless,omitempty" doc:"Whether every match is played without memory of earlier attempts."`
	FirstAttempt        bool         `json:"first_attempt,omitempty" doc:"Whether every match is a first attempt at its challenge."`
	Targets             []float64    `json:"targets,omitempty" op:"max=16; min=-100000 max=100000" doc:"Ratings to reach, from below or from above."`
	TouchCurve          bool         `json:"touch_curve,omitempty" doc:"Adds to every target the probability of having reached it after each match."`
	SampleCareers       int          `json:"sample_careers,omitempty" op:"min=0 max=100" doc:"How many sample careers to add."`
	Seed                int64        `json:"seed,omitempty" op:"min=0 max=9007199254740991" doc:"Seed of the sample careers; the same seed gives the same careers."`
	LongestLosingStreak bool         `json:"longest_losing_streak,omitempty" doc:"Adds the odds of losing streaks."`
}

// PlanEntry is a stretch of equal matches. Their odds are given as win, draw
// and loss, or follow from a strength: the entry's, else the request's.
type PlanEntry struct {
	Difficulty string   `json:"difficulty,omitempty" doc:"The challenges' difficulty tier, which has a rating; or give opponent."`
	Opponent   *float64 `json:"opponent,omitempty" op:"min=-100000 max=100000" doc:"The opponent's rating; under pairwise rules, of one representative opponent."`
	Count      *int     `json:"count,omitempty" op:"min=1 max=100000" doc:"How many matches; 1 by default."`
	Win        *float64 `json:"win,omitempty" op:"min=0 max=1" doc:"Probability of a win."`
	Draw       *float64 `json:"draw,omitempty" op:"min=0 max=1" doc:"Probability of a draw; 0 by default, the request's with a strength."`
	Loss       *float64 `json:"loss,omitempty" op:"min=0 max=1" doc:"Probability of a loss."`
	Strength   *float64 `json:"strength,omitempty" op:"min=-100000 max=100000" doc:"True strength in these matches, in Elo points."`
}

// ProjectResponse is the distribution of the rating after every match.
type ProjectResponse struct {
	Exact               bool            `json:"exact" doc:"Whether every probability is exact except for float64 rounding: true if ratings are whole numbers."`
	Grid                float64         `json:"grid,omitempty" doc:"If not exact: the smallest distance between two different ratings, in Elo points."`
	ErrorBound          float64         `json:"error_bound,omitempty" doc:"If not exact: no mean, sd or quantile here is further than this from the true value, in Elo points, except for one career in 10^12."`
	Plan                []PlannedEntry  `json:"plan" doc:"The plan's entries with the odds that were used."`
	Steps               []ProjectStep   `json:"steps" doc:"The rating after every match, in order."`
	Final               ProjectFinal    `json:"final" doc:"The rating after the last match."`
	Targets             []ProjectTarget `json:"targets" doc:"The targets, in the order given."`
	SampleCareers       [][]float64     `json:"sample_careers,omitempty" doc:"Sample careers: each the rating after every match."`
	LongestLosingStreak []StreakOdds    `json:"longest_losing_streak,omitempty" doc:"Odds of losing streaks, by length from 1 to 100, down to one in a million."`
	Warnings            []op.Warning    `json:"warnings" doc:"What was adjusted or is worth knowing."`
}

// PlannedEntry is an entry as it was played.
type PlannedEntry struct {
	Opponent float64 `json:"opponent" doc:"The opponent's rating, in Elo points."`
	Count    int     `json:"count" doc:"How many matches, each time the plan is played."`
	Win      float64 `json:"win" doc:"Probability of a win."`
	Draw     float64 `json:"draw" doc:"Probability of a draw."`
	Loss     float64 `json:"loss" doc:"Probability of a loss."`
}

// ProjectStep is the distribution after one match, in short. A quantile is the
// smallest rating whose cumulative probability reaches the level.
type ProjectStep struct {
	Match int     `json:"match" doc:"Matches of the plan played so far."`
	Mean  float64 `json:"mean" doc:"Mean rating."`
	P05   float64 `json:"p05" doc:"5 % of careers are at or below this rating."`
	P25   float64 `json:"p25" doc:"25 % of careers are at or below this rating."`
	P50   float64 `json:"p50" doc:"The median."`
	P75   float64 `json:"p75" doc:"75 % of careers are at or below this rating."`
	P95   float64 `json:"p95" doc:"95 % of careers are at or below this rating."`
}

// ProjectFinal is the distribution after the last match.
type ProjectFinal struct {
	Mean         float64      `json:"mean" doc:"Mean rating."`
	SD           float64      `json:"sd" doc:"Standard deviation."`
	Distribution []RatingOdds `json:"distribution" doc:"Every possible rating, ascending; if not exact, grouped at whole points."`
}

// RatingOdds is a rating and its probability.
type RatingOdds struct {
	Rating      float64 `json:"rating" doc:"Rating, in Elo points."`
	Probability float64 `json:"probability" doc:"Its probability."`
}

// ProjectTarget is a rating to reach. From below it is touched by a rating of
// at least the target, from above by one of at most the target; a career that
// starts on it has touched it before the first match.
type ProjectTarget struct {
	Rating          float64   `json:"rating" doc:"The target."`
	Direction       string    `json:"direction" doc:"up: reached from below; down: from above; start: the rating is already there."`
	Probability     float64   `json:"probability" doc:"Probability of reaching it at least once within the plan; 0 only if that is impossible, 1 only if it is certain."`
	Low             *float64  `json:"low,omitempty" doc:"If not exact: the true probability is at least this."`
	High            *float64  `json:"high,omitempty" doc:"If not exact: the true probability is at most this."`
	ExpectedMatches *float64  `json:"expected_matches,omitempty" doc:"Mean number of matches until it is reached, over the careers that reach it; absent if none does."`
	MedianMatches   *int      `json:"median_matches,omitempty" doc:"Matches after which half of all careers have reached it; absent if fewer than half ever do."`
	Curve           []float64 `json:"curve,omitempty" doc:"Probability of having reached it after each match."`
}

// Project returns the distribution of an agent's rating after every match of a
// plan, computed and not sampled. If the rulebook rounds ratings to whole
// numbers the state of an agent is its rating and the number of matches
// played, so the distribution is a dynamic program over whole numbers and
// exact. Real ratings go onto a grid, with a bound of the error
// (grid.go).
//
// Nothing is pruned and nothing renormalized. Only what is less likely than
// float64 can say, 5e-324, is lost.
func Project(req ProjectRequest) (ProjectResponse, error) {
	rb, err := req.Rulebook.Rated()
	if err != nil {
		return ProjectResponse{}, err
	}
	p, refusal := planOf(rb.Rating, req)
	if refusal != nil {
		return ProjectResponse{}, refusal
	}
	if refusal := wholeRatings(rb.Rating, req.Rating); refusal != nil {
		return ProjectResponse{}, refusal
	}
	w, refusal := walked(rb.Rating, p, req)
	if refusal != nil {
		return ProjectResponse{}, refusal
	}
	res := w.answer()
	if res.SampleCareers, refusal = sampleCareers(rb.Rating, p, req); refusal != nil {
		return ProjectResponse{}, refusal
	}
	if req.LongestLosingStreak {
		res.LongestLosingStreak = losingStreaks(p)
		res.Warnings = append(res.Warnings, streaksWarning(res.LongestLosingStreak, p.matches)...)
	}
	return res, nil
}

// walked plays the plan with all careers at once.
func walked(r *rulebook.Rating, p *plan, req ProjectRequest) (*walk, *op.Error) {
	if r.Rounding == rulebook.RatingReal {
		return gridded(r, p, req)
	}
	w := newWalk(r, p, req, 1)
	return w, w.run()
}

// wholeRatings refuses a start or a floor between two whole numbers if the
// rulebook rounds ratings: no career could be there.
func wholeRatings(r *rulebook.Rating, start float64) *op.Error {
	if r.Rounding == rulebook.RatingReal {
		return nil
	}
	if !whole(start) {
		return op.Refuse("/rating", "%s: want a whole number, as these rules round ratings", op.Show(start))
	}
	if r.Floor != nil && !whole(*r.Floor) {
		return op.Refuse("/rulebook/rating/floor", "%s: want a whole number, as these rules round ratings", op.Show(*r.Floor))
	}
	return nil
}
