package home

import (
	"strings"

	"github.com/tallyproof/tallyproof/core/chart"
	"github.com/tallyproof/tallyproof/core/explain/forecasts"
	"github.com/tallyproof/tallyproof/core/explain/weights"
	"github.com/tallyproof/tallyproof/core/ranking/live"
	"github.com/tallyproof/tallyproof/core/rating/forecast"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/site/conformance"
	"github.com/tallyproof/tallyproof/site/content"
	"github.com/tallyproof/tallyproof/site/pages/frame"
	markup "github.com/tallyproof/tallyproof/templates/home"
	"github.com/tallyproof/tallyproof/templates/parts"
)

// doors are where participants, designers and publishers go on.
func doors() ([]markup.DoorView, error) {
	var all []markup.DoorView
	for _, door := range []func() (markup.DoorView, error){competitor, designer, publisher} {
		d, err := door()
		if err != nil {
			return nil, err
		}
		all = append(all, d)
	}
	return all, nil
}

// career returns the forecast on the first page: 1000 points, 60 matches.
func career() (forecasts.ForecastResponse, error) {
	req := forecasts.ForecastRequest{
		Rulebook: rulebook.ID("clawdiators"), Rating: 1000,
		Strength: frame.Ptr(1150.0), Draws: frame.Ptr(20.0), Repeat: frame.Ptr(15), Targets: []float64{1150},
	}
	for _, o := range frame.Resolve("clawdiators").Rating.Opponents {
		req.Plan = append(req.Plan, forecast.PlanEntry{Difficulty: o.Difficulty, Count: frame.Ptr(1)})
	}
	return forecasts.Forecast(req)
}

func competitor() (markup.DoorView, error) {
	answer, err := career()
	if err != nil {
		return markup.DoorView{}, err
	}
	picture, places, _ := strings.Cut(answer.Chart, `<g class="places">`) // where a cursor goes: here is none
	_, rest, _ := strings.Cut(places, "</g>")
	return markup.DoorView{
		Who: "You compete", Question: "Where will my rating go?",
		Picture: picture + rest, Answer: answer.Sentence,
		Go:   parts.LinkView{Href: "/rating/clawdiators/", Label: "Forecast mine"},
		Also: parts.LinkView{Href: "/score/airena/", Label: "Find the cheapest points"},
	}, nil
}

// mostRows is how many rows of the ranking the picture has.
const mostRows = 5

func designer() (markup.DoorView, error) {
	req := weights.Request{Text: content.Agents}
	stack := chart.Stack{Title: "A ranking of twelve agents", Desc: "The points of each dimension, of the first five.",
		End: 100}
	for _, d := range frame.Resolve("airena").Dimensions {
		req.Weights = append(req.Weights, live.Weight{Dimension: d.Key, Percent: 100 * *d.Weight})
		stack.Parts = append(stack.Parts, chart.StackPart{Key: d.Key, Label: d.Label})
	}
	answer, err := weights.Weights(req)
	if err != nil {
		return markup.DoorView{}, err
	}
	for _, r := range answer.Rows[:mostRows] {
		row := chart.StackRow{Label: r.Rank + "  " + r.Name, Total: r.Score}
		for _, p := range r.Parts {
			row.Values = append(row.Values, p.Width)
			row.Texts = append(row.Texts, frame.Show(p.Width))
		}
		stack.Rows = append(stack.Rows, row)
	}
	return markup.DoorView{
		Who: "You design challenges", Question: "Who wins under these weights?",
		Picture: stack.SVG(), Answer: answer.Sentence,
		Go:   parts.LinkView{Href: "/weights/", Label: "Tune weights"},
		Also: parts.LinkView{Href: "/weights/stress/", Label: "Stress-test a scoring"},
	}, nil
}

func publisher() (markup.DoorView, error) {
	return markup.DoorView{
		Who: "You publish results", Question: "Show a score anyone can check",
		Answer: "One line of HTML. No script, no cookie.",
		Go:     parts.LinkView{Href: "/widgets/", Label: "Make a badge"},
		Also:   parts.LinkView{Href: "/challenges/", Label: "Embed a leaderboard"},
	}, nil
}

// facts are reasons to believe a number.
func facts() ([]markup.FactView, error) {
	vectors, err := conformance.Answers()
	if err != nil {
		return nil, err
	}
	return []markup.FactView{
		{Fact: frame.Thousands(vectors.Strict.Equal) + " / " + frame.Thousands(vectors.Vectors),
			Text: "published signature tests pass.", Link: parts.LinkView{Href: "/verify/#conformance",
				Label: "Run them here"}},
		{Fact: "No sampling", Text: "The forecast counts every possible rating.",
			Link: parts.LinkView{Href: "/rating/clawdiators/", Label: "See the forecast"}},
		{Fact: "Both readings", Text: "when an arena’s docs and code disagree.",
			Link: parts.LinkView{Href: "/rules/", Label: "See where"}},
		{Fact: "0", Text: "requests while you type.",
			Link: parts.LinkView{Href: "/verify/#offline", Label: "Keep it as one file"}},
	}, nil
}
