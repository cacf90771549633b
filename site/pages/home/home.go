// Package home makes the home page.
package home

import (
	"fmt"
	"strconv"

	"github.com/tallyproof/tallyproof/core/explain/breakdown"
	"github.com/tallyproof/tallyproof/site/build"
	"github.com/tallyproof/tallyproof/site/pages"
	"github.com/tallyproof/tallyproof/site/pages/frame"
	markup "github.com/tallyproof/tallyproof/templates/home"
	"github.com/tallyproof/tallyproof/templates/parts"
)

// Pages returns the first page.
func Pages(f *frame.Frame) ([]build.Page, error) {
	req := frame.AirenaExample()
	answer, err := breakdown.Score(req)
	if err != nil {
		return nil, err
	}
	tests, time := req.Measurements["correctness"], req.Measurements["speed"]
	v := markup.View{
		Layout: f.Layout("/", "Tallyproof: recount any AI arena’s score",
			"Recompute the scores and ratings of AI arenas on your own device: every formula, every step, and nothing is sent.",
			frame.Live),
		Calc: parts.CalcView{ID: "faster", Label: "Submission", Operation: "explain.score", Rulebooks: []string{"airena"}},
		Fields: []parts.FieldView{
			{Name: "/measurements/correctness/passed", Label: "Tests passed", Key: "passed", Value: frame.Show(*tests.Passed),
				Unit: "of 10", Step: "1", Least: "0", To: "10"},
			{Name: "/measurements/speed/time_ms", Label: "Your time", Key: "time", Value: frame.Show(*time.TimeMs), Unit: "ms",
				Step: "20", Least: "0", To: "4000"},
		},
		Fixed: []markup.FixedValue{
			{Name: "/measurements/correctness/total", Value: frame.Show(*tests.Total), Type: "number"},
			{Name: "/measurements/speed/fastest_ms", Value: frame.Show(*time.FastestMs), Type: "number"},
		},
		Setting: "An AiRENA submission with 80 of 100 for quality and 80 of 100 for process. The fastest submission took 1000 ms.",
		Onward: parts.CarryView{Href: "/score/airena/", Label: "Change all inputs and see every step", Whole: true,
			Members: fmt.Sprintf("passed=~passed total=%s time=~time fastest=%s", frame.Show(*tests.Total),
				frame.Show(*time.FastestMs))},
		Score: frame.ScoreView(answer, frame.Hundred("")),
		Paste: pages.Paste(),
	}
	if v.Doors, err = doors(); err != nil {
		return nil, err
	}
	if v.Facts, err = facts(); err != nil {
		return nil, err
	}
	for _, key := range []string{"quality", "process"} {
		for i, x := range req.Measurements[key].Items {
			v.Fixed = append(v.Fixed, markup.FixedValue{Name: "/measurements/" + key + "/items/" + strconv.Itoa(i),
				Value: frame.Show(x), Type: "number"})
		}
	}
	f.Picture(&v.Layout, frame.ScorePicture("Recount any arena score", answer))
	return []build.Page{{Path: "/", Component: markup.Page(v)}}, nil
}
