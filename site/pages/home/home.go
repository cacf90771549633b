// Package home makes the home page.
package home

import (
	"encoding/json"
	"fmt"
	"time"

	"github.com/tallyproof/tallyproof/core/explain/breakdown"
	"github.com/tallyproof/tallyproof/core/measure"
	"github.com/tallyproof/tallyproof/core/proof"
	meaning "github.com/tallyproof/tallyproof/core/proof/record"
	"github.com/tallyproof/tallyproof/core/words"
	"github.com/tallyproof/tallyproof/site/build"
	"github.com/tallyproof/tallyproof/site/demo"
	"github.com/tallyproof/tallyproof/site/keys"
	"github.com/tallyproof/tallyproof/site/pages"
	"github.com/tallyproof/tallyproof/site/pages/frame"
	markup "github.com/tallyproof/tallyproof/templates/home"
	"github.com/tallyproof/tallyproof/templates/parts"
)

// Pages returns the first page.
func Pages(f *frame.Frame) ([]build.Page, error) {
	slip, answer, err := signed()
	if err != nil {
		return nil, err
	}
	v := markup.View{
		Layout: f.Layout("/", "Tallyproof: recount any AI arena’s score",
			"Check a signed score, see what would change it, forecast a rating: on your own device, and nothing is sent.",
			frame.Live),
		Slip:  slip,
		Paste: pages.Paste(),
	}
	if v.Doors, err = doors(); err != nil {
		return nil, err
	}
	if v.Facts, err = facts(); err != nil {
		return nil, err
	}
	f.Picture(&v.Layout, frame.ScorePicture("Recount any arena score", answer))
	return []build.Page{{Path: "/", Component: markup.Page(v)}}, nil
}

// signed is the record of the page as a form, and its score by the rules.
func signed() (slip markup.SlipView, answer breakdown.ScoreResponse, err error) {
	text := demo.Flat("nova")
	got, err := proof.Verify(proof.VerifyRequest{Text: text, Keys: keys.JSON})
	if err != nil {
		return slip, answer, err
	}
	var r struct {
		Passed    int       `json:"passed_tests"`
		Total     int       `json:"total_tests"`
		Time      float64   `json:"execution_time_ms"`
		Fastest   float64   `json:"fastest_time_ms"`
		Quality   float64   `json:"quality"`
		Process   float64   `json:"process"`
		Entrants  int       `json:"entrants"`
		Rank      int       `json:"rank"`
		Evaluator string    `json:"evaluator"`
		Evaluated time.Time `json:"evaluated_at"`
	}
	if err := json.Unmarshal([]byte(text), &r); err != nil {
		return slip, answer, err
	}
	req := frame.AirenaExample()
	req.Measurements["correctness"] = measure.Measurement{Passed: &r.Passed, Total: &r.Total}
	req.Measurements["speed"] = measure.Measurement{TimeMs: &r.Time, FastestMs: &r.Fastest}
	req.Measurements["quality"] = measure.Measurement{Score: &r.Quality}
	req.Measurements["process"] = measure.Measurement{Score: &r.Process}
	if answer, err = breakdown.Score(req); err != nil {
		return slip, answer, err
	}
	record := got.Signed()
	_, name := record.Text(meaning.MeansName)
	_, title := record.Text(meaning.MeansTitle)
	number := func(member string, x float64) markup.FixedValue {
		return markup.FixedValue{Name: "/measurements/" + member, Value: frame.Show(x), Type: "number"}
	}
	return markup.SlipView{
		Calc: parts.CalcView{ID: "signed", Label: "Signed numbers", Operation: "explain.score",
			Rulebooks: []string{"airena"}},
		Name: name, About: fmt.Sprintf("%s · %s of %d", title, words.Ordinal(r.Rank), r.Entrants),
		Signed: answer.Answer, Evaluator: r.Evaluator, On: r.Evaluated.UTC().Format("2 Jan 2006"), Record: text,
		Fields: []parts.FieldView{
			{Name: "/measurements/correctness/passed", Label: "Tests passed", Key: "passed", Value: frame.Show(r.Passed),
				Unit: fmt.Sprintf("of %d", r.Total), Step: "1", Least: "0", To: frame.Show(r.Total)},
			{Name: "/measurements/speed/time_ms", Label: "Run time", Key: "time", Value: frame.Show(r.Time), Unit: "ms",
				Step: "20", Least: frame.Show(r.Fastest), To: "2400"},
		},
		Fixed: []markup.FixedValue{number("correctness/total", float64(r.Total)), number("speed/fastest_ms", r.Fastest),
			number("quality/score", r.Quality), number("process/score", r.Process)},
		Score: frame.ScoreView(answer, frame.Hundred("")),
		Onward: parts.CarryView{Href: "/score/airena/", Label: "Raise a score", Format: "2", Whole: true, Button: true,
			Members: fmt.Sprintf("passed=~passed total=%d time=~time fastest=%s "+
				"quality-by=score quality-score=%s process-by=score process-score=%s",
				r.Total, frame.Show(r.Fastest), frame.Show(r.Quality), frame.Show(r.Process))},
	}, answer, nil
}
