package ratings

import (
	"fmt"
	"math"

	"github.com/tallyproof/tallyproof/core/chart"
	"github.com/tallyproof/tallyproof/core/explain"
	"github.com/tallyproof/tallyproof/core/rating"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/words"
)

// MatchRuler is the change of a match on a ruler of ratings. Places are in percent.
type MatchRuler struct {
	Ticks    []explain.FanMark `json:"ticks" doc:"Ratings at the ruler, with a label where there is room."`
	Start    explain.FanMark   `json:"start" doc:"The rating before."`
	End      explain.FanMark   `json:"end" doc:"The rating after."`
	Pieces   []RulerPiece      `json:"pieces" doc:"What the change consists of, in order."`
	Outcomes []RulerOutcome    `json:"outcomes" doc:"Where each result leads, from loss to win."`
}

// RulerPiece is a part of a change.
type RulerPiece struct {
	Kind  string  `json:"kind" op:"enum=gain|loss|bonus" doc:"What it is."`
	At    float64 `json:"at" doc:"Where it begins."`
	Width float64 `json:"width" doc:"How long it is."`
	Mid   float64 `json:"mid" doc:"Its middle."`
	Says  string  `json:"says" doc:"How it is computed."`
	Label string  `json:"label" doc:"The change; empty if it is too short for it."`
}

// RulerOutcome is where a result leads.
type RulerOutcome struct {
	ID     string  `json:"id" doc:"win, draw or loss."`
	At     float64 `json:"at" doc:"Where it leads."`
	Label  string  `json:"label" doc:"The result and its change."`
	Chosen bool    `json:"chosen" doc:"Whether it is the result of the match."`
}

const (
	rulerMargin = 4.5 // points on either side
	rulerNear   = 3.4 // percent, in which labels would touch
	rulerLabel  = 6.0 // percent, that a label needs
)

func why(req rating.UpdateRequest, got rating.UpdateResponse) string {
	verb := map[string]string{"win": "for beating", "draw": "for a draw with", "loss": "for losing to"}[got.Outcome]
	who := explain.Article(got.Opponent) + " " + words.Number(got.Opponent)
	if req.Difficulty != "" {
		who = "a " + words.Capital(req.Difficulty) + ", " + words.Number(got.Opponent)
	}
	return verb + " " + who
}

func rulerOf(rb *rulebook.Rulebook, req rating.UpdateRequest, got, base rating.UpdateResponse) MatchRuler {
	m := MatchRuler{Ticks: []explain.FanMark{}, Pieces: []RulerPiece{}, Outcomes: []RulerOutcome{}}
	ends := map[string]float64{}
	low, high := req.Rating, req.Rating
	for _, outcome := range []string{"loss", "draw", "win"} {
		try := req
		try.Outcome, try.Score = outcome, nil
		if res, err := rating.Update(try); err == nil {
			ends[outcome] = res.Rating
			low, high = min(low, res.Rating), max(high, res.Rating)
		}
	}
	low, high = low-rulerMargin, high+rulerMargin
	at := func(x float64) float64 { return chart.Hundredth(100 * (x - low) / (high - low)) }
	m.Start = explain.FanMark{At: at(req.Rating), Label: words.Short(req.Rating)}
	m.End = explain.FanMark{At: at(got.Rating), Label: words.Short(got.Rating)}
	taken := []float64{m.Start.At}
	for _, outcome := range []string{"loss", "draw", "win"} {
		m.Outcomes = append(m.Outcomes, RulerOutcome{ID: outcome, At: at(ends[outcome]), Chosen: outcome == got.Outcome,
			Label: words.Capital(outcome) + " " + words.Signed(ends[outcome]-req.Rating)})
		taken = append(taken, at(ends[outcome]))
	}
	for _, tick := range chart.Ticks(low, high, 7) {
		mark := explain.FanMark{At: at(tick.At), Label: tick.Text}
		for _, other := range taken {
			if math.Abs(other-mark.At) < rulerNear {
				mark.Label = ""
			}
		}
		m.Ticks = append(m.Ticks, mark)
	}
	m.Pieces = pieces(rb.Rating, req, got, base, at)
	return m
}

// pieces are the change by the formula and what the bonus adds to it.
func pieces(r *rulebook.Rating, req rating.UpdateRequest, got, base rating.UpdateResponse,
	at func(float64) float64) []RulerPiece {
	list := []RulerPiece{}
	add := func(kind, says string, from, to float64) {
		p := RulerPiece{Kind: kind, At: at(min(from, to)), Width: chart.Hundredth(math.Abs(at(to) - at(from))), Says: says,
			Mid: chart.Hundredth(float64((at(from) + at(to)) / 2))}
		if p.Width > rulerLabel {
			p.Label = words.Signed(to - from)
		}
		list = append(list, p)
	}
	kind := "gain"
	if got.Actual < got.Expected {
		kind = "loss"
	}
	middle := req.Rating + base.Moves()
	formula := fmt.Sprintf("%s × (%s − %s)", words.Number(got.K), words.Number(got.Actual), words.Fixed(got.Expected, 4))
	if r.Rounding == rulebook.RatingSteps || got.Bonus == 1 && r.Rounding != rulebook.RatingReal {
		formula += ", rounded"
	}
	add(kind, formula, req.Rating, middle)
	if got.Bonus != 1 {
		add("bonus", "× "+words.Number(got.Bonus), middle, got.Rating)
	}
	return list
}
