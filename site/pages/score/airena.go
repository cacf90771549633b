// Package score makes the pages of scores: a request as the worked example, the
// engine's answer to it, and both in a form that asks again.
package score

import (
	"strconv"

	"github.com/tallyproof/tallyproof/core/explain/breakdown"
	"github.com/tallyproof/tallyproof/core/measure"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/score"
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

// airenaExample returns a run that scores 38.80 + 17.20 + 16 + 16 = 88.
func airenaExample() score.ComputeRequest {
	return score.ComputeRequest{
		Rulebook: rulebook.ID("airena"),
		Weights:  map[string]float64{"correctness": 40, "speed": 20, "quality": 20, "process": 20},
		Measurements: map[string]measure.Measurement{
			"correctness": {Passed: frame.Ptr(97), Total: frame.Ptr(100)},
			"speed":       {TimeMs: frame.Ptr(1280.0), FastestMs: frame.Ptr(1000.0)},
			"quality":     given(80),
			"process":     given(80),
		},
	}
}

// Airena returns the page of AiRENA scores.
func Airena(f *frame.Frame) ([]build.Page, error) {
	req := airenaExample()
	answer, err := breakdown.Score(req)
	if err != nil {
		return nil, err
	}
	v := markup.AirenaView{
		Page: airenaPage(f),
		Calc: parts.CalcView{ID: "score", Label: "Submission", Operation: "explain.score", Takes: "score.compute",
			OwnRules: true, Rulebooks: []string{"airena"}},
		Score: frame.ScoreView(answer, frame.Hundred("")),
		Onward: parts.CarryView{Href: "/rating/airena/", Label: "Rate a challenge with this score", Format: "3",
			Members: "scores=@result/score,94.5,94.25,90.45,84.9,73.55,56.5,38"},
		Source: airenaSource,
	}
	if v.Target, err = target(req, 90, "of 100", "100", "1"); err != nil {
		return nil, err
	}
	if v.Beside, err = otherRuns(req); err != nil {
		return nil, err
	}
	if v.Levers, err = levers(req); err != nil {
		return nil, err
	}
	for i, d := range frame.Resolve("airena").Dimensions {
		inputs, weight := airenaInputs(d, req.Measurements[d.Key]), req.Weights[d.Key]
		lever, part := v.Levers.Answer.Rows[i], answer.Parts[i]
		row := markup.RunRow{Key: d.Key, Label: d.Label, By: inputs.By, Modes: inputs.Modes, Score: inputs.Score,
			Step: lever.Step, Gain: lever.Gain, Left: part.Left, Points: part.Score}
		if d.Measure == "rubric" {
			v.Rubrics = append(v.Rubrics, markup.RubricView{Row: row, Items: inputs.Inputs})
		} else {
			row.Measured = &inputs.Inputs[0]
		}
		switch d.Measure {
		case "pass-ratio":
			v.Tests = inputs.Inputs[1]
		case "relative-time":
			v.Fastest = inputs.Inputs[1]
		}
		v.Rows = append(v.Rows, row)
		v.Weights = append(v.Weights, airenaWeight(d, weight))
	}
	f.Picture(&v.Page.Layout, frame.ScorePicture(v.Page.H1, answer))
	return []build.Page{{Path: v.Page.Layout.Path, Component: markup.Airena(v)}}, nil
}

// airenaPage returns the head of the page.
func airenaPage(f *frame.Frame) parts.PageView {
	return parts.PageView{
		Layout: f.Layout("/score/airena/", "What does this AiRENA run score?",
			"Recompute an AiRENA score from tests passed, execution time and rubric items, with every step and the effect of "+
				"relative speed.", frame.Live),
		Tabs: pages.Tabs("/score/airena/"),
		H1:   "What does this run score?",
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

// rubricItems is the example of a rubric.
var rubricItems = []float64{16, 16, 16, 16, 16}

// airenaInputs returns the controls of one dimension: what its measure reads, or
// the score alone.
func airenaInputs(d rulebook.Dimension, m measure.Measurement) parts.MeasuredView {
	at := "/measurements/" + d.Key
	v := parts.MeasuredView{
		Key: d.Key, Label: d.Label, By: d.Key + "-by",
		Score: parts.FieldView{Name: at + "/score", Label: d.Label, Key: d.Key + "-score", Value: "80", Unit: "/ 100",
			Step: "1", Least: "0", To: "100"},
	}
	switch d.Measure {
	case "pass-ratio":
		v.Modes = modes("Tests", true)
		v.Inputs = []parts.FieldView{
			{Name: at + "/passed", Label: "Tests passed", Key: "passed", Value: frame.Show(*m.Passed), Unit: "/", Step: "1",
				Least: "0", To: frame.Show(*m.Total), ToOf: at + "/total"},
			{Name: at + "/total", Label: "All tests", Key: "total", Value: frame.Show(*m.Total), Unit: "tests", Step: "1",
				Least: "1"},
		}
	case "relative-time":
		v.Modes = modes("Time", true)
		v.Inputs = []parts.FieldView{
			{Name: at + "/time_ms", Label: "Run time", Key: "time", Value: frame.Show(*m.TimeMs), Unit: "ms", Step: "20",
				Least: "0", To: "5000"},
			{Name: at + "/fastest_ms", Label: "Fastest run", Key: "fastest", Value: frame.Show(*m.FastestMs), Unit: "ms",
				Step: "20", Least: "0", To: "5000"},
		}
	case "rubric":
		v.Modes = modes("Five items", false)
		for i, label := range rubrics[d.Key] {
			v.Inputs = append(v.Inputs, parts.FieldView{
				Name: at + "/items/" + strconv.Itoa(i), Label: label, Key: d.Key, Value: frame.Show(rubricItems[i]),
				Unit: "of 20", Step: "1", Least: "0", To: "20",
			})
		}
	}
	return v
}

// modes returns the two ways to give a dimension: measured, or as a score.
func modes(measured string, chosen bool) []parts.ChoiceView {
	return []parts.ChoiceView{{Value: "measured", Label: measured, Checked: chosen},
		{Value: "score", Label: "Score", Checked: !chosen}}
}
