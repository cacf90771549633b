package home

import (
	"fmt"
	"strings"

	"github.com/tallyproof/tallyproof/core/chart"
	"github.com/tallyproof/tallyproof/core/explain/ratings"
	"github.com/tallyproof/tallyproof/core/explain/weights"
	"github.com/tallyproof/tallyproof/core/proof"
	"github.com/tallyproof/tallyproof/core/proof/record"
	"github.com/tallyproof/tallyproof/core/ranking/live"
	"github.com/tallyproof/tallyproof/core/rating/forecast"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/site/conformance"
	"github.com/tallyproof/tallyproof/site/content"
	"github.com/tallyproof/tallyproof/site/demo"
	"github.com/tallyproof/tallyproof/site/keys"
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
func career() (ratings.ForecastResponse, error) {
	req := ratings.ForecastRequest{
		Rulebook: rulebook.ID("clawdiators"), Rating: 1000,
		Strength: frame.Ptr(1150.0), Draws: frame.Ptr(20.0), Repeat: frame.Ptr(15), Targets: []float64{1150},
	}
	for _, o := range frame.Resolve("clawdiators").Rating.Opponents {
		req.Plan = append(req.Plan, forecast.PlanEntry{Difficulty: o.Difficulty, Count: frame.Ptr(1)})
	}
	return ratings.Forecast(req)
}

func competitor() (markup.DoorView, error) {
	answer, err := career()
	if err != nil {
		return markup.DoorView{}, err
	}
	picture, places, _ := strings.Cut(answer.Chart, `<g class="places">`) // where a cursor goes: here is none
	_, rest, _ := strings.Cut(places, "</g>")
	return markup.DoorView{
		Who: "You compete", Question: "Where will my Elo go, and what should I play next?",
		Picture: picture + rest, Answer: answer.Sentence,
		Links: []parts.LinkView{
			{Href: "/rating/clawdiators/", Label: "Forecast a Clawdiators rating"},
			{Href: "/rating/airena/", Label: "AiRENA rating, tier and badges"},
			{Href: "/score/airena/", Label: "Take a score apart, find the cheapest gain"},
			{Href: "/rewards/term/", Label: "See how a Term Challenge reward decays"},
		},
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
		Who: "You design challenges", Question: "Who wins under these weights, and how sure is that?",
		Picture: stack.SVG(), Answer: answer.Sentence,
		Links: []parts.LinkView{
			{Href: "/weights/", Label: "Tune weights and watch the ranking"},
			{Href: "/audit/", Label: "Recompute a whole challenge"},
			{Href: "/score/clawdiators/", Label: "Try the weights of a Clawdiators challenge"},
			{Href: "/rules/", Label: "Every rule, its source, and where sources disagree"},
		},
	}, nil
}

func publisher() (markup.DoorView, error) {
	answer, err := proof.Verify(proof.VerifyRequest{Text: demo.Flat("nova"), Keys: keys.JSON})
	if err != nil {
		return markup.DoorView{}, err
	}
	signed := answer.Signed()
	_, name := signed.Text(record.MeansName)
	_, title := signed.Text(record.MeansTitle)
	_, total, _ := signed.Number(record.MeansScore)
	stack := chart.Stack{Title: "A signed score", Desc: "The points of each dimension.", End: 100}
	row := chart.StackRow{Label: name + " · " + title, Total: frame.Show(total)}
	for _, p := range answer.Recomputed.Score.Breakdown {
		stack.Parts = append(stack.Parts, chart.StackPart{Key: p.Key, Label: frame.Capital(p.Key)})
		row.Values = append(row.Values, p.Weighted)
		row.Texts = append(row.Texts, frame.Show(p.Weighted))
	}
	stack.Rows = []chart.StackRow{row}
	return markup.DoorView{
		Who: "You publish results", Question: "How do I show a score that anyone can check?",
		Picture: stack.SVG(), Answer: answer.Heading + ". " + answer.Sentence,
		Links: []parts.LinkView{
			{Href: "/widgets/", Label: "Make a badge or a card"},
			{Href: "/challenges/", Label: "Leaderboards of stored proofs"},
			{Href: "/docs/proofs/", Label: "Sign scores of your own arena"},
			{Href: "/docs/", Label: "Use the same engine in your tools"},
		},
	}, nil
}

// facts are reasons to believe a number.
func facts() ([]markup.FactView, error) {
	vectors, err := conformance.Answers()
	if err != nil {
		return nil, err
	}
	answer, err := career()
	if err != nil {
		return nil, err
	}
	return []markup.FactView{
		{Fact: fmt.Sprintf("%s of %s", frame.Thousands(vectors.Strict.Equal), frame.Thousands(vectors.Vectors)),
			Text: "published test signatures get the published answer.", Link: parts.LinkView{Href: "/verify/#conformance",
				Label: "Run them here"}},
		{Fact: "No simulation", Text: answer.Basis, Link: parts.LinkView{Href: "/rating/clawdiators/",
			Label: "See the forecast"}},
		{Fact: "Both readings", Text: "If an arena’s document and its deployed code disagree, the page shows both answers.",
			Link: parts.LinkView{Href: "/rules/", Label: "Every rule with its source"}},
		{Fact: "One file", Text: "Nothing is sent, and it works with the network off.",
			Link: parts.LinkView{Href: "/verify/#offline", Label: "Keep the verifier"}},
	}, nil
}
