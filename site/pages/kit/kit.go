// Package kit makes the page of all parts in every state, for the tests of the look.
package kit

import (
	"github.com/a-h/templ"
	"github.com/tallyproof/tallyproof/core/explain/breakdown"
	"github.com/tallyproof/tallyproof/core/measure"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/score"
	"github.com/tallyproof/tallyproof/site/build"
	"github.com/tallyproof/tallyproof/site/pages"
	"github.com/tallyproof/tallyproof/site/pages/frame"
	markup "github.com/tallyproof/tallyproof/templates/kit"
	"github.com/tallyproof/tallyproof/templates/parts"
	"github.com/tallyproof/tallyproof/templates/verify"
)

// Pages is the page of all parts.
func Pages(f *frame.Frame) ([]build.Page, error) {
	v := markup.View{
		Layout: f.Layout("/parts/", "All parts in every state", "Every part of the pages in every state. Nothing links to this page."),
		Fields: fields, Choices: choices, Options: options, Said: said, Notes: notes, Readings: readings, Steps: steps, Checks: checks, Source: source,
		Charts: charts, Dials: dials, Paste: pages.Paste(),
	}
	v.Layout.Hidden = true
	for _, w := range verdicts {
		v.Verdicts = append(v.Verdicts, verify.FrameView{State: w[0], Heading: text(w[1]), Meaning: text(w[2])})
	}
	for _, s := range []struct {
		id, title, rules string
		dims             []string
		score            float64
	}{
		{"four", "Points of four dimensions, of 100", "airena", []string{"correctness", "speed", "quality", "process"}, 88},
		{"six", "Points of six dimensions, of 1000", "clawdiators", []string{"correctness", "completeness", "precision", "methodology", "speed", "code_quality"}, 800},
		{"none", "No points", "airena", []string{"correctness", "speed", "quality", "process"}, 0},
	} {
		view, err := scoreOf(s.rules, s.dims, s.score)
		if err != nil {
			return nil, err
		}
		v.Scores = append(v.Scores, markup.NamedScore{ID: s.id, Title: s.title, Score: view})
	}
	bar := v.Scores[0].Score
	v.Slips = slips(bar)
	v.Board = board(bar.Parts)
	return []build.Page{{Path: v.Layout.Path, Component: markup.Page(v)}}, nil
}

func text(s string) templ.Component { return templ.Raw(templ.EscapeString(s)) }

// scoreOf is a submission with the same score in each of some dimensions, which
// have equal weights unless the rules give them.
func scoreOf(rules string, dims []string, x float64) (parts.ScoreView, error) {
	req := score.ComputeRequest{Rulebook: rulebook.ID(rules), Measurements: map[string]measure.Measurement{}}
	if rules == "clawdiators" {
		req.Weights = map[string]float64{}
	}
	for i, d := range dims {
		req.Measurements[d] = measure.Measurement{Score: &x}
		if req.Weights != nil {
			req.Weights[d] = []float64{0.2, 0.18, 0.17, 0.16, 0.15, 0.14}[i]
		}
	}
	answer, err := breakdown.Score(req)
	return frame.ScoreView(answer, frame.Hundred("")), err
}
