// Package weights makes the page on which weights are tuned.
package weights

import (
	"strconv"

	"github.com/tallyproof/tallyproof/core/explain/reading"
	"github.com/tallyproof/tallyproof/core/explain/weights"
	"github.com/tallyproof/tallyproof/core/ranking/live"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/site/build"
	"github.com/tallyproof/tallyproof/site/content"
	"github.com/tallyproof/tallyproof/site/pages"
	"github.com/tallyproof/tallyproof/site/pages/frame"
	"github.com/tallyproof/tallyproof/site/picture"
	"github.com/tallyproof/tallyproof/templates/parts"
	markup "github.com/tallyproof/tallyproof/templates/weights"
)

// Live is the module that makes the page live.
const Live = "weights/page.mjs"

// example are twelve agents under AiRENA's own weights.
func example() weights.Request {
	return weights.Request{
		Text: content.Agents,
		Weights: []live.Weight{
			{Dimension: "correctness", Percent: 40}, {Dimension: "speed", Percent: 20},
			{Dimension: "quality", Percent: 20}, {Dimension: "process", Percent: 20},
		},
	}
}

// Page returns the page of weights.
func Page(f *frame.Frame) ([]build.Page, error) {
	v := markup.View{
		Page: parts.PageView{
			Layout: f.Layout("/weights/", "Who wins under these weights?",
				"Move the weights of a challenge and watch the ranking: who overtakes whom, how sure the first place is, and "+
					"what each weight decides.", Live),
			Tabs: pages.Tabs("/weights/"),
			H1:   "Who wins under these weights?",
		},
		Calc: parts.CalcView{ID: "weights", Label: "Weights and agents", Operation: "explain.weights",
			Takes: "explain.weights"},
		Totals: parts.CalcView{ID: "totals", Label: "Which weights did the publisher use?", Operation: "explain.recover",
			With: "weights", Hidden: true},
		Sure:   parts.CalcView{ID: "sure", Label: "How sure is the first place?", Operation: "explain.sure", With: "weights"},
		Fresh:  markup.RowView{Place: "#", Value: "0", Marks: weights.Marks{Marks: []weights.Mark{{Kind: "swap"}}}},
		Source: source,
		Start:  parts.OptionView{Value: "airena", Label: "AiRENA"},
	}
	if err := answer(&v, example()); err != nil {
		return nil, err
	}
	for k, w := range v.Answer.Weights {
		v.Rows = append(v.Rows, markup.RowView{WeightRow: w, Value: w.Percent, Place: strconv.Itoa(k + 1),
			Marks: v.Trust.Marks[k]})
	}
	f.Picture(&v.Page.Layout, picture.Card{Question: v.Page.H1, Answer: v.Answer.Sentence, Key: v.Answer.Key,
		Foot: frame.Recompute})
	return []build.Page{{Path: v.Page.Layout.Path, Component: markup.Page(v)}}, nil
}

// answer fills in what the engine answers to the example.
func answer(v *markup.View, req weights.Request) (err error) {
	v.Text, v.Reading.Form = req.Text, "weights"
	if v.Reading.Answer, err = reading.Reading(reading.Request{Text: req.Text}); err != nil {
		return err
	}
	if v.Answer, err = weights.Weights(req); err != nil {
		return err
	}
	if v.Trust, err = weights.Sure(req); err != nil {
		return err
	}
	v.First = markup.FirstView{
		Calc: parts.CalcView{ID: "first", Label: "Which weights put an agent first?", Operation: "explain.first",
			With: "weights"},
		Names: v.Answer.Rows,
	}
	if v.First.Answer, err = weights.First(weights.FirstRequest{Text: req.Text, Weights: req.Weights}); err != nil {
		return err
	}
	v.Sweep.Calc = parts.CalcView{ID: "sweep", Label: "What if one weight moves?", Operation: "explain.sweep", With: "weights"}
	if v.Sweep.Answer, err = weights.Sweep(weights.SweepRequest{Text: req.Text, Weights: req.Weights}); err != nil {
		return err
	}
	v.Ranks.Calc = parts.CalcView{ID: "ranks", Label: "How sure is each place?", Operation: "explain.ranks", With: "weights"}
	if v.Ranks.Answer, err = weights.Ranks(weights.RanksRequest{Text: req.Text, Weights: req.Weights}); err != nil {
		return err
	}
	v.Regions.Calc = parts.CalcView{ID: "regions", Label: "Who is first, where", Operation: "explain.regions",
		With: "weights"}
	if v.Regions.Answer, err = weights.Regions(weights.RegionsRequest{Text: req.Text, Weights: req.Weights}); err != nil {
		return err
	}
	v.Others = markup.OthersView{
		Calc: parts.CalcView{ID: "others", Label: "How would other weights rank?", Operation: "explain.weightings",
			With: "weights"},
		Given: []string{"equal", "", ""},
	}
	if v.Others.Answer, err = weights.Others(weights.OthersRequest{Text: req.Text, Weights: req.Weights,
		Others: []string{"equal"}}); err != nil {
		return err
	}
	v.Starts, err = starts()
	return err
}

// starts returns the arenas that weigh several dimensions, and the challenges of
// Clawdiators.
func starts() ([]parts.OptionGroup, error) {
	arenas := parts.OptionGroup{Label: "Arenas"}
	for _, rb := range rulebook.BuiltIn() {
		if dims, refusal := rb.Weigh(nil); refusal == nil && len(dims) > 1 {
			arenas.Options = append(arenas.Options, parts.OptionView{Value: rb.ID, Label: rb.Name})
		}
	}
	presets, err := rulebook.Presets(rulebook.PresetsRequest{})
	if err != nil {
		return nil, err
	}
	groups, err := frame.ChallengeGroups(presets.Presets, func(p rulebook.Preset) (parts.OptionView,
		error) {
		return frame.Challenge(p), nil
	})
	for i := range groups {
		groups[i].Label = "Clawdiators: " + groups[i].Label
	}
	return append([]parts.OptionGroup{arenas}, groups...), err
}

// source states where the example comes from, and what the page does not show.
var source = parts.SourceView{
	Text: "The example: twelve agents with scores from 0 to 100, under AiRENA’s own weights. Weights are kept in " +
		"hundredths of a percent, so they always sum to 100.00 %. All weightings means 10,000 that are drawn uniformly " +
		"from all that sum to 100 % and keep to the bounds, fewer for more than 250 agents. Kendall’s τ-b is 1 for the " +
		"same order and −1 for the reverse one.",
	Links: []parts.LinkView{
		{Href: "/weights/stress/", Label: "Check a scoring for what is unfair"},
		{Href: "/weights/rules/", Label: "Change the rules, not the weights alone"},
		{Href: "/audit/", Label: "Recompute a whole challenge"},
		{Href: "/docs/operations/explain.weights/", Label: "The ranking, for tools"},
		{Href: "/docs/operations/explain.ranks/", Label: "The ranks that each agent takes, for tools"},
		{Href: "/docs/operations/explain.first/", Label: "The weights that put an agent first, for tools"},
		{Href: "/docs/operations/explain.regions/", Label: "The map, for tools"},
		{Href: "/docs/operations/score.sensitivity/", Label: "Intervals, crossings and acceptability, for tools"},
	},
	Not: []string{
		"Which weights are right: it shows what each choice decides.",
		"That agents would behave the same under other weights.",
		"What an arena rounds: scores here are the weighted sum without rounding.",
	},
}
