package scores

import (
	"fmt"
	"math"
	"strings"

	"github.com/tallyproof/tallyproof/core/explain"
	"github.com/tallyproof/tallyproof/core/measure"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/rating"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/score"
	"github.com/tallyproof/tallyproof/core/words"
)

// CliffRequest is a submission and the match it is for.
type CliffRequest struct {
	Rulebook     rulebook.Ref                   `json:"rulebook" doc:"Id of a built-in rulebook, or a whole rulebook."`
	Weights      map[string]float64             `json:"weights,omitempty" doc:"Weights by dimension, as in score.compute."`
	Verified     bool                           `json:"verified,omitempty" doc:"Whether the match carries a valid trajectory."`
	Measurements map[string]measure.Measurement `json:"measurements" doc:"What was observed, by dimension, as in score.compute."`
	Warnings     []score.SubmissionWarning      `json:"submission_warnings,omitempty" op:"max=1000" doc:"Format problems the arena reported."`
	Rating       float64                        `json:"rating" op:"min=-100000 max=100000" doc:"Rating before the match, in Elo points."`
	Matches      int                            `json:"matches" op:"min=0 max=1000000000" doc:"Matches played before this one; they choose the K-factor."`
	Opponent     *float64                       `json:"opponent,omitempty" op:"min=-100000 max=100000" doc:"Opponent's rating; or give difficulty."`
	Difficulty   string                         `json:"difficulty,omitempty" doc:"The challenge's difficulty tier, which has a rating; or give opponent."`
}

// CliffResponse explains where one more point of a score moves a rating.
type CliffResponse struct {
	Key      string      `json:"key" doc:"The words of the sentence that matter most, letter for letter."`
	Brief    string      `json:"brief" doc:"How far the nearest cliff is: 10 below."`
	Sentence string      `json:"sentence" doc:"The nearest cliff, and how far it is."`
	Heard    string      `json:"heard" doc:"What this result does to the rating; every score with this result does the same."`
	Moves    string      `json:"moves" doc:"Which thresholds move the rating: Only crossing 400 or 700 moves your rating."`
	MovesKey string      `json:"moves_key" doc:"The words of that sentence that matter most, letter for letter."`
	Match    string      `json:"match" doc:"The match in short: 1000 against 1000, K 32."`
	At       float64     `json:"at" doc:"Where the score is, in percent of the scale."`
	Score    string      `json:"score" doc:"The score, for readers."`
	Bands    []CliffBand `json:"bands" doc:"The scores of each result, lowest first."`
	Rows     []CliffRow  `json:"rows" doc:"The score, and those on both sides of every threshold, lowest first."`
}

// CliffBand is the scores with one result.
type CliffBand struct {
	Key    string  `json:"key" doc:"win, draw or loss; of tasks below, above or resets."`
	Label  string  `json:"label" doc:"Its result and the change of the rating: win +16; of tasks what it is worth."`
	Start  float64 `json:"start" doc:"Where it begins, in percent of the scale."`
	Width  float64 `json:"width" doc:"Its width, in percent of the scale."`
	Middle float64 `json:"middle" doc:"Its middle, in percent of the scale."`
	Yours  bool    `json:"yours" doc:"Whether the score is among them."`
	Change string  `json:"change,omitempty" doc:"Signed change of the rating as it is stored."`
	Rating string  `json:"rating,omitempty" doc:"The rating before and after: 1000 → 1016."`
}

// CliffRow is a score with its effect on the rating.
type CliffRow struct {
	Score  string `json:"score" doc:"The score, for readers."`
	Result string `json:"result" doc:"Its result."`
	Change string `json:"change" doc:"Signed change of the rating as it is stored."`
	Rating string `json:"rating" doc:"Rating after it."`
	Yours  bool   `json:"yours" doc:"Whether it is the submission's own."`
}

// Cliff explains the thresholds of a score's result. It refuses what
// score.compute and elo.update refuse, and rules without results.
func Cliff(req CliffRequest) (CliffResponse, error) {
	got, err := score.Compute(score.ComputeRequest{Rulebook: req.Rulebook, Weights: req.Weights, Verified: req.Verified,
		Measurements: req.Measurements, Warnings: req.Warnings})
	if err != nil {
		return CliffResponse{}, err
	}
	rb, err := req.Rulebook.Resolve()
	if err != nil {
		return CliffResponse{}, err
	}
	if len(rb.Results) < 2 {
		return CliffResponse{}, op.Refuse("/rulebook", "%q does not map scores to results: want rules with a win and a loss",
			rb.ID)
	}
	c := cliffs{rb: rb, req: req, after: map[string]rating.UpdateResponse{}}
	for _, r := range rb.Results {
		c.after[r.ID], err = rating.Update(rating.UpdateRequest{
			Rulebook: req.Rulebook, Rating: req.Rating, Matches: req.Matches, Opponent: req.Opponent,
			Difficulty: req.Difficulty, Outcome: r.ID, Verified: req.Verified,
		})
		if err != nil {
			return CliffResponse{}, err
		}
	}
	own := c.after[got.Result]
	sentence, key, where := c.sentence(got.Score)
	moves, thresholds := c.moves()
	return CliffResponse{
		Moves:    moves,
		MovesKey: thresholds,
		Match: fmt.Sprintf("%s against %s, K %s", words.Short(req.Rating), words.Short(own.Opponent),
			words.Number(own.K)),
		Key:      key,
		Brief:    where,
		Sentence: sentence,
		Heard: words.Capital(fmt.Sprintf("%s: %s → %s (%s).", explain.AResult(rb, got.Result), words.Short(req.Rating),
			words.Short(own.Rating), words.Signed(c.change(got.Result)))),
		At:    100 * got.Score / rb.Scale,
		Score: explain.Total(rb, got.Score),
		Bands: c.bands(got.Result),
		Rows:  c.rows(got.Score),
	}, nil
}

// cliffs are the results of one match.
type cliffs struct {
	rb    *rulebook.Rulebook
	req   CliffRequest
	after map[string]rating.UpdateResponse // by result
}

// change returns the effect of a result on the stored rating.
func (c *cliffs) change(result string) float64 { return c.after[result].Rating - c.req.Rating }

// below returns the highest score under a threshold that is shown as another.
func (c *cliffs) below(threshold float64) float64 {
	least := 1.0 // arenas that round deal in whole points
	switch {
	case c.rb.Composite.Rounding != rulebook.RoundNone:
	case c.rb.Scale == 1:
		least = 0.001
	default:
		least = 0.01
	}
	return max(0, threshold-least)
}

// sentence describes the cliff nearest to a score; key names its effect, and where its
// distance.
func (c *cliffs) sentence(x float64) (sentence, key, where string) {
	nearest, far := 0, 0.0
	for i, r := range c.rb.Results[:len(c.rb.Results)-1] {
		if away := math.Abs(r.Min - x); i == 0 || away < far {
			nearest, far = i, away
		}
	}
	at, under := c.rb.Results[nearest], c.rb.Results[nearest+1]
	where = explain.AsPoints(explain.Points(c.rb, far)) + " above"
	switch {
	case far == 0:
		where = "at the threshold"
	case x < at.Min:
		where = explain.AsPoints(explain.Points(c.rb, far)) + " below"
	}
	key = words.Change(c.change(at.ID)-c.change(under.ID), "rating point")
	return fmt.Sprintf("%s → %s = %s at K %s. Yours, %s, is %s.", explain.Points(c.rb, c.below(at.Min)),
		explain.Points(c.rb, at.Min),
		key, words.Number(c.after[at.ID].K), explain.Total(c.rb, x), where), key, where
}

// moves says which thresholds change the rating; key names them.
func (c *cliffs) moves() (sentence, key string) {
	var list []string
	for i := len(c.rb.Results) - 2; i >= 0; i-- {
		if c.change(c.rb.Results[i].ID) != c.change(c.rb.Results[i+1].ID) {
			list = append(list, words.Number(c.rb.Results[i].Min))
		}
	}
	if len(list) == 0 {
		return "No result changes this rating.", "No result"
	}
	key = strings.Join(list, " or ")
	return fmt.Sprintf("Only crossing %s moves your rating.", key), key
}

func (c *cliffs) bands(yours string) []CliffBand {
	bands, end := []CliffBand{}, c.rb.Scale
	for i, r := range c.rb.Results {
		if i == len(c.rb.Results)-1 {
			r.Min = 0 // what is below every threshold has the lowest result, too
		}
		from, to := 100*r.Min/c.rb.Scale, 100*end/c.rb.Scale
		band := CliffBand{Key: r.ID, Label: explain.ResultName(c.rb, r.ID) + " " + words.Signed(c.change(r.ID)), Start: from, Width: to - from,
			Middle: (from + to) / 2, Yours: r.ID == yours, Change: words.Signed(c.change(r.ID)),
			Rating: words.Short(c.req.Rating) + " → " + words.Short(c.after[r.ID].Rating)}
		bands = append([]CliffBand{band}, bands...)
		end = r.Min
	}
	return bands
}

// rows returns both sides of every threshold, and the score itself if it fits.
func (c *cliffs) rows(own float64) []CliffRow {
	var scores []float64
	for i := len(c.rb.Results) - 2; i >= 0; i-- {
		at := c.rb.Results[i].Min
		scores = append(scores, c.below(at), at)
	}
	rows, placed := []CliffRow{}, false
	for _, x := range scores {
		if !placed && own < x {
			rows = append(rows, c.row(own, true))
		}
		placed = placed || own <= x
		rows = append(rows, c.row(x, x == own))
	}
	if !placed {
		rows = append(rows, c.row(own, true))
	}
	return rows
}

func (c *cliffs) row(x float64, yours bool) CliffRow {
	result := c.rb.ResultOf(x)
	return CliffRow{Score: explain.Total(c.rb, x), Result: explain.ResultName(c.rb, result), Change: words.Signed(c.change(result)),
		Rating: words.Short(c.after[result].Rating), Yours: yours}
}
