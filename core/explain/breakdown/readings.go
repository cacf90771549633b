package breakdown

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tallyproof/tallyproof/core/explain"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/score"
	"github.com/tallyproof/tallyproof/core/words"
)

// ScoreView is a score under one reading of an arena's rules, for a switch between them.
type ScoreView struct {
	Rulebook string `json:"rulebook" doc:"Id of the rulebook."`
	Label    string `json:"label" doc:"docs or live code."`
	Answer   string `json:"answer" doc:"The score, for readers; empty if it has none."`
	Chosen   bool   `json:"chosen" doc:"Whether it is the rulebook asked for."`
	Differs  bool   `json:"differs" doc:"Whether its score is another."`
}

// reading is a submission scored under one reading of an arena's rules.
type reading struct {
	rb     *rulebook.Rulebook
	res    score.ComputeResponse
	err    error
	chosen bool // whether it is the rulebook asked for
	differ bool // whether its score is another
}

// otherReadings scores a submission under every reading of the arena; got is its score by rb.
func otherReadings(rb *rulebook.Rulebook, req score.ComputeRequest, got score.ComputeResponse) []reading {
	var list []reading
	for _, other := range explain.Siblings(rb) {
		r := reading{rb: other, chosen: other.ID == rb.ID}
		req.Rulebook = rulebook.ID(other.ID)
		r.res, r.err = score.Compute(req)
		r.differ = r.err != nil || r.res.Score != got.Score
		list = append(list, r)
	}
	return list
}

// scoreReadings explains a score under every reading of the arena.
func scoreReadings(rb *rulebook.Rulebook, req score.ComputeRequest, all []reading) []explain.Reading {
	list := []explain.Reading{}
	for _, other := range all {
		r := explain.Reading{Rulebook: other.rb.ID, Name: other.rb.Name, Differs: other.differ}
		if other.err != nil {
			r.Answer = other.err.Error()
		} else {
			r.Answer = explain.Total(other.rb, other.res.Score) + trailing(explain.Unit(other.rb))
			if other.res.Result != "" {
				r.Answer += ", " + explain.AResult(other.rb, other.res.Result)
			}
		}
		if r.Why = scoreRule(rb, req); !other.chosen {
			r.Why = scoreRule(other.rb, req)
		}
		list = append(list, r)
	}
	return list
}

// views returns the readings in short.
func views(all []reading) []ScoreView {
	list := []ScoreView{}
	for _, r := range all {
		v := ScoreView{Rulebook: r.rb.ID, Label: "docs", Chosen: r.chosen, Differs: r.differ}
		if strings.HasSuffix(r.rb.Name, "(live code)") {
			v.Label = "live code"
		}
		if r.err == nil {
			v.Answer = explain.Total(r.rb, r.res.Score)
		}
		list = append(list, v)
	}
	return list
}

// markDiffering marks the parts to which another reading gives other points.
func (res *ScoreResponse) markDiffering(all []reading) {
	for i := range res.Parts {
		p := &res.Parts[i]
		for _, r := range all {
			k := slices.IndexFunc(r.res.Breakdown, func(other score.NamedPart) bool { return other.Key == p.Key })
			if k >= 0 && r.res.Breakdown[k].Weighted != res.Result.Breakdown[i].Weighted {
				p.Differs = true
			}
		}
	}
}

// margin says how far a score is from the threshold of its result, or of the better one.
func margin(rb *rulebook.Rulebook, got score.ComputeResponse) string {
	for i, r := range rb.Results {
		if r.ID != got.Result {
			continue
		}
		side, far := "above", float64(got.Score-r.Min)
		if i > 0 { // a better result is what one plays for
			r = rb.Results[i-1]
			side, far = "below", float64(r.Min-got.Score)
		}
		return fmt.Sprintf("%s %s %s", explain.AsPoints(explain.Points(rb, words.Shown(far, 9))), side, explain.AResult(rb, r.ID))
	}
	return ""
}

// cliff describes how far the next better result is.
func cliff(rb *rulebook.Rulebook, got score.ComputeResponse) []explain.Note {
	for i := len(rb.Results) - 1; i > 0; i-- {
		if rb.Results[i].ID != got.Result {
			continue
		}
		next := rb.Results[i-1]
		left := float64(next.Min - got.Score)
		more, points := words.Within(left, words.Apart(left, rb.Scale, 2)), "more points make"
		if rb.Scale == 1 {
			more = strings.TrimSuffix(explain.Points(rb, left), " %")
		}
		if more == "1" {
			points = "more point makes"
		}
		text := fmt.Sprintf("%s %s it %s, which begins at %s.", more, points, explain.AResult(rb, next.ID), threshold(rb, next.Min))
		if rb.Rating != nil && rb.Rating.Scheme == rulebook.Solo {
			text += " Only the result moves the rating, not the points."
		}
		return []explain.Note{{Kind: "limit", Field: "", Text: text}}
	}
	return nil
}
