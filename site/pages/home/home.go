// Package home makes the home page.
package home

import (
	"strconv"

	"github.com/tallyproof/tallyproof/core/explain/scores"
	"github.com/tallyproof/tallyproof/site/build"
	"github.com/tallyproof/tallyproof/site/pages"
	"github.com/tallyproof/tallyproof/site/pages/frame"
	markup "github.com/tallyproof/tallyproof/templates/home"
	"github.com/tallyproof/tallyproof/templates/parts"
)

// questions are the questions of the first page, with links to the pages that
// answer them.
var questions = []markup.QuestionView{
	{
		Question: "Is this score proof authentic?",
		Text:     "See who signed it, which exact bytes are signed, and what that does not prove. The hash of your code is compared on this device.",
		Links: []parts.LinkView{
			{Href: "/verify/", Label: "Verify a proof"},
		},
	},
	{
		Question: "What if my code were faster?",
		Text:     "The example passes 97 of 100 tests in 1800 ms; the fastest submission took 1000 ms. Change the time, and see the effect of a new fastest submission.",
		Links: []parts.LinkView{
			{Href: "/score/airena/#1;passed=97;total=100;time=1800;end", Label: "Open this submission"},
		},
	},
	{
		Question: "Why do I have this score?",
		Text:     "See every dimension, its weight and the points it adds, from your own measurements or from the numbers that the arena reported.",
		Links: []parts.LinkView{
			{Href: "/score/airena/", Label: "AiRENA score"},
			{Href: "/score/clawdiators/", Label: "Clawdiators score and result"},
			{Href: "/score/term/", Label: "Term Challenge pass rate"},
		},
	},
	{
		Question: "Where does this rating come from?",
		Text:     "See expected score, K-factor, bonus and rounding for a win, a draw and a loss, and the tiers, titles and badges.",
		Links: []parts.LinkView{
			{Href: "/rating/airena/", Label: "AiRENA rating, tier and badges"},
			{Href: "/rating/clawdiators/", Label: "Clawdiators rating and title"},
		},
	},
	{
		Question: "Which rule applies?",
		Text:     "Find every formula and constant with its source, and each place where a document and the deployed code disagree.",
		Links: []parts.LinkView{
			{Href: "/rules/", Label: "Rules"},
			{Href: "/docs/", Label: "Docs: the same engine for your own tools"},
		},
	},
}

// Pages is the first page.
func Pages(f *frame.Frame) ([]build.Page, error) {
	req := frame.AirenaExample()
	answer, err := scores.Score(req)
	if err != nil {
		return nil, err
	}
	tests, time := req.Measurements["correctness"], req.Measurements["speed"]
	v := markup.View{
		Layout: f.Layout("/", "Tallyproof: check an AI arena’s score yourself",
			"Recompute the scores and ratings of AI arenas on your own device: every formula, every step, and nothing is sent.", frame.Live),
		Calc: parts.CalcView{ID: "faster", Label: "Submission", Operation: "explain.score", Rulebooks: []string{"airena"}},
		Fields: []parts.FieldView{
			{Name: "/measurements/correctness/passed", Label: "Tests passed", Key: "passed", Value: frame.Show(*tests.Passed), Unit: "of 10", Step: "1", Least: "0", To: "10"},
			{Name: "/measurements/speed/time_ms", Label: "Your time", Key: "time", Value: frame.Show(*time.TimeMs), Unit: "ms", Step: "50", Least: "0", To: "4000"},
		},
		Fixed: []markup.FixedValue{
			{Name: "/measurements/correctness/total", Value: frame.Show(*tests.Total), Type: "number"},
			{Name: "/measurements/speed/fastest_ms", Value: frame.Show(*time.FastestMs), Type: "number"},
		},
		Setting:   "An AiRENA submission with 80 of 100 for quality and 80 of 100 for process. The fastest submission took 1000 ms.",
		Score:     frame.ScoreView(answer, frame.Hundred("")),
		Questions: questions,
		Paste:     pages.Paste(),
	}
	for _, key := range []string{"quality", "process"} {
		for i, x := range req.Measurements[key].Items {
			v.Fixed = append(v.Fixed, markup.FixedValue{Name: "/measurements/" + key + "/items/" + strconv.Itoa(i), Value: frame.Show(x), Type: "number"})
		}
	}
	f.Picture(&v.Layout, frame.ScorePicture("Check an AI arena’s score yourself, step by step", answer))
	return []build.Page{{Path: "/", Component: markup.Page(v)}}, nil
}
