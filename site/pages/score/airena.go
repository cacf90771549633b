// Package score makes the pages of scores: a request as the worked example, the
// engine's answer to it, and both in a form that asks again.
package score

import (
	"strconv"

	"github.com/tallyproof/tallyproof/core/explain/breakdown"
	"github.com/tallyproof/tallyproof/core/measure"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/site/build"
	"github.com/tallyproof/tallyproof/site/pages"
	"github.com/tallyproof/tallyproof/site/pages/frame"
	"github.com/tallyproof/tallyproof/templates/parts"
	markup "github.com/tallyproof/tallyproof/templates/score"
)

// The rubric items of AiRENA docs, Scoring System, in their order.
var rubrics = map[string][]string{
	"quality": {"Clarity, readability", "Data structures", "Error handling", "Organization", "Idiomatic Python"},
	"process": {"Understanding", "Algorithm choice", "Edge cases", "Optimization", "Completeness"},
}

// Airena returns the page of AiRENA scores.
func Airena(f *frame.Frame) ([]build.Page, error) {
	req := frame.AirenaExample()
	answer, err := breakdown.Score(req)
	if err != nil {
		return nil, err
	}
	v := markup.AirenaView{
		Page: airenaPage(f),
		Calc: parts.CalcView{ID: "score", Label: "Submission", Operation: "explain.score", Takes: "score.compute",
			OwnRules: true, Rulebooks: []string{"airena"}},
		Score: frame.ScoreView(answer, frame.Hundred("")),
		Onward: parts.CarryView{Href: "/rating/airena/", Label: "Rate a challenge with this score", Format: "2",
			Members: "scores=@result/score,80,80"},
		Source:   airenaSource,
		Weighted: parts.GroupView{Label: "Weights", Now: []parts.Live{{Member: "weights", Value: answer.Weights}}},
	}
	points := pointsByKey(answer)
	for _, d := range frame.Resolve("airena").Dimensions {
		inputs := airenaInputs(d, req.Measurements[d.Key])
		inputs.Now = points[d.Key]
		v.Dimensions = append(v.Dimensions, inputs)
		v.Weights = append(v.Weights, airenaWeight(d, req.Weights[d.Key]))
	}
	if v.Target, err = target(req, 90, "of 100", "100", "1"); err != nil {
		return nil, err
	}
	if v.Beside, err = bystander(req); err != nil {
		return nil, err
	}
	if v.Levers, err = levers(req); err != nil {
		return nil, err
	}
	v.Strip = append(dials(answer, v.Target, v.Levers, v.Beside), parts.Dial{
		Of: v.Beside.Calc.ID, Label: "If someone posts that time", Member: "then", Value: v.Beside.Answer.Then,
	})
	f.Picture(&v.Page.Layout, frame.ScorePicture(v.Page.H1, answer))
	return []build.Page{{Path: v.Page.Layout.Path, Component: markup.Airena(v)}}, nil
}

// airenaPage returns the head of the page.
func airenaPage(f *frame.Frame) parts.PageView {
	return parts.PageView{
		Layout: f.Layout("/score/airena/", "What does this AiRENA submission score?",
			"Recompute an AiRENA score from tests passed, execution time and rubric items, with every step and the effect of "+
				"relative speed.", frame.Live),
		Arenas: pages.Arenas("score", "airena"),
		H1:     "What does this submission score?",
		Lede:   "AiRENA combines correctness, speed, quality and process, each with a weight, to a score from 0 to 100.",
	}
}

// airenaSource states where the rules of AiRENA scores come from, and what the page does not show.
var airenaSource = parts.SourceView{
	Text: "AiRENA’s documentation, section Scoring System. Nothing is rounded before the total; the page shows two decimals.",
	Links: []parts.LinkView{
		{Href: "/rules/airena/", Label: "Every formula of AiRENA, with its source"},
	},
	Not: []string{
		"Whether the hidden tests, the timing or the judge were fair.",
		"Whether the fastest time will stay the fastest: speed is relative to it.",
		"Who submitted the code: recomputing a score does not check its signature.",
	},
}

// airenaWeight returns the control of one dimension's weight, in percent.
func airenaWeight(d rulebook.Dimension, weight float64) parts.FieldView {
	return parts.FieldView{
		Name: "/weights/" + d.Key, Label: d.Label, Key: "weights", Value: frame.Show(weight),
		Step: "1", Least: "0", To: "100", Absent: frame.Show(weight),
	}
}

// airenaInputs returns the controls of one dimension: what its measure reads, or
// the score alone.
func airenaInputs(d rulebook.Dimension, m measure.Measurement) parts.MeasuredView {
	at := "/measurements/" + d.Key
	v := parts.MeasuredView{
		Key: d.Key, Label: d.Label, By: d.Key + "-by",
		Score: parts.FieldView{Name: at + "/score", Label: "Score", Key: d.Key + "-score", Value: "80", Unit: "of 100",
			Step: "1", Least: "0", To: "100"},
	}
	switch d.Measure {
	case "pass-ratio":
		v.Modes = modes("Tests")
		v.Inputs = []parts.FieldView{
			{Name: at + "/passed", Label: "Tests passed", Key: "passed", Value: frame.Show(*m.Passed), Unit: "tests", Step: "1",
				Least: "0", To: frame.Show(*m.Total), ToOf: at + "/total"},
			{Name: at + "/total", Label: "All tests", Key: "total", Value: frame.Show(*m.Total), Unit: "tests", Step: "1",
				Least: "1"},
		}
	case "relative-time":
		v.Modes = modes("Time")
		v.Inputs = []parts.FieldView{
			{Name: at + "/time_ms", Label: "Your time", Key: "time", Value: frame.Show(*m.TimeMs), Unit: "ms", Step: "20",
				Least: "0", To: "5000"},
			{Name: at + "/fastest_ms", Label: "Fastest time", Key: "fastest", Value: frame.Show(*m.FastestMs), Unit: "ms",
				Step: "20", Least: "0", To: "5000"},
		}
	case "rubric":
		v.Modes = modes("Items")
		for i, label := range rubrics[d.Key] {
			v.Inputs = append(v.Inputs, parts.FieldView{
				Name: at + "/items/" + strconv.Itoa(i), Label: label, Key: d.Key, Value: frame.Show(m.Items[i]), Unit: "of 20",
				Step: "1", Least: "0", To: "20",
			})
		}
	}
	return v
}

// modes returns the two ways to give a dimension: measured, or as a score.
func modes(measured string) []parts.ChoiceView {
	return []parts.ChoiceView{{Value: "measured", Label: measured, Checked: true}, {Value: "score", Label: "Score"}}
}
