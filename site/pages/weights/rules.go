package weights

import (
	"encoding/json"
	"strconv"
	"strings"

	"github.com/tallyproof/tallyproof/core/explain/changes"
	"github.com/tallyproof/tallyproof/core/explain/reading"
	"github.com/tallyproof/tallyproof/core/measure"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/site/build"
	"github.com/tallyproof/tallyproof/site/pages"
	"github.com/tallyproof/tallyproof/site/pages/frame"
	"github.com/tallyproof/tallyproof/site/picture"
	"github.com/tallyproof/tallyproof/templates/parts"
	markup "github.com/tallyproof/tallyproof/templates/weights"
)

// RulesLive is the module that makes the page of rules live.
const RulesLive = "rules/page.mjs"

// The example: a challenge of the deployed Clawdiators, with a higher win and a
// steeper fall of speed.
const (
	rulesArena     = "clawdiators-live"
	rulesChallenge = "cipher-forge"
	rulesWin       = 750
	rulesDecay     = 2
	rulesLimit     = 420 // seconds, as the challenge has it
)

// rulesAgents are the submissions of the example: correctness, methodology and seconds.
var rulesAgents = []struct {
	name                 string
	correct, method, sec float64
}{
	{"Carina", 940, 880, 96}, {"Nova", 910, 850, 60}, {"Atlas", 860, 790, 210}, {"Lyra", 820, 900, 150},
	{"Orion", 780, 700, 180}, {"Vega", 760, 640, 30}, {"Cetus", 730, 810, 240}, {"Draco", 690, 720, 45},
	{"Norma", 600, 640, 330}, {"Pavo", 470, 500, 120}, {"Musca", 410, 380, 20}, {"Indus", 250, 300, 400},
}

// Rules returns the page on which a designer changes the rules of an arena.
func Rules(f *frame.Frame) ([]build.Page, error) {
	presets, err := rulebook.Presets(rulebook.PresetsRequest{})
	if err != nil {
		return nil, err
	}
	base := frame.Resolve(rulesArena)
	for _, p := range presets.Presets {
		if p.Slug == rulesChallenge {
			base.Dimensions = weighed(base, p)
		}
	}
	req := rulesExample(base)
	answer, err := changes.Rules(req)
	if err != nil {
		return nil, err
	}
	read, err := reading.Reading(reading.Request{Text: req.Text, Submissions: true,
		Rules: []rulebook.Ref{req.Rulebook, req.Base}})
	if err != nil {
		return nil, err
	}
	v := markup.RulesView{
		Page: parts.PageView{
			Layout: f.Layout("/weights/rules/", "What would other rules decide?",
				"Change the cut-offs, formulas, weights and rounding of an arena’s rules: scores, results and ranks follow, "+
					"beside those before. Export the rulebook.", RulesLive),
			Tabs: pages.Tabs("/weights/rules/"),
			H1:   "What would other rules decide?",
		},
		Calc: parts.CalcView{ID: "rules", Label: "Rules", Operation: "explain.rules", Takes: "rulebook.check"},
		Scale: parts.FieldView{Name: "/rulebook/scale", Label: "Highest score", Key: "scale", Value: frame.Show(base.Scale),
			Step: "1", Least: "1"},
		Name: "My rules", ID: "my-rules", Source: "Changed on a device of its author",
		Roundings: choices(base.Composite.Rounding, "none", "Not rounded", "floor-total", "Total rounded down", "parts",
			"Each part rounded"),
		Sums:    choices(base.Arithmetic, "exact", "Exact decimals", "float64", "As code adds them (float64)"),
		Capped:  base.Composite.Cap,
		Fresh:   markup.RulesDimension{Measures: measures("direct")},
		Text:    req.Text,
		Reading: parts.ReadingView{Form: "rules", Submissions: true, Answer: read},
		Answer:  *answer,
		From:    rulesSource,
	}
	v.Results = rulesResults(base)
	v.Dimensions = rulesDimensions(base)
	if err := startsOf(&v, presets.Presets); err != nil {
		return nil, err
	}
	v.Strip = rulesDials(answer)
	f.Picture(&v.Page.Layout, picture.Card{Question: v.Page.H1, Answer: answer.Sentence, Key: answer.Key,
		Foot: frame.Recompute})
	return []build.Page{{Path: v.Page.Layout.Path, Component: markup.Rules(v)}}, nil
}

// rulesDials lead to what the rules change.
func rulesDials(answer *changes.RulesResponse) []parts.Dial {
	return []parts.Dial{
		{Of: "rules", Label: "Results change", Value: answer.Brief, At: "changes"},
		{Of: "rules", Label: "Ranks change", Member: "ranks", Value: answer.Ranks, At: "changes"},
		{Of: "rules", Label: "Scores change", Member: "scores", Value: answer.Scores, At: "changes"},
	}
}

// rulesDimensions returns the rows of the dimensions of the example.
func rulesDimensions(base *rulebook.Rulebook) (rows []markup.RulesDimension) {
	for _, d := range base.Dimensions {
		row := markup.RulesDimension{Key: d.Key, Label: d.Label, Weight: frame.Show(*d.Weight),
			Measures: measures(string(d.Measure))}
		if d.Key == "speed" {
			row.Decay = frame.Show(float64(rulesDecay))
		}
		rows = append(rows, row)
	}
	return rows
}

// rulesExample returns the example as a request.
func rulesExample(base *rulebook.Rulebook) changes.RulesRequest {
	mine := *base
	mine.Results = append([]rulebook.Result{}, base.Results...)
	mine.Results[0].Min = rulesWin
	mine.Dimensions = append([]rulebook.Dimension{}, base.Dimensions...)
	for i := range mine.Dimensions {
		if mine.Dimensions[i].Key == "speed" {
			mine.Dimensions[i].Decay = rulesDecay
		}
	}
	var text strings.Builder
	text.WriteString("agent,correctness,methodology,speed.used,speed.limit\n")
	for _, a := range rulesAgents {
		text.WriteString(strings.Join([]string{a.name, frame.Show(a.correct), frame.Show(a.method), frame.Show(a.sec),
			strconv.Itoa(rulesLimit)}, ",") + "\n")
	}
	return changes.RulesRequest{Rulebook: rulebook.Custom(mine), Base: rulebook.ID(rulesArena), Challenge: rulesChallenge,
		Text: text.String()}
}

// rulesResults returns the fields of the results, of which the example changes the first.
func rulesResults(rb *rulebook.Rulebook) (list []markup.RulesResult) {
	for i, r := range rb.Results {
		value := frame.Show(r.Min)
		if i == 0 {
			value = strconv.Itoa(rulesWin)
		}
		list = append(list, markup.RulesResult{ID: r.ID, Min: parts.FieldView{
			Name: parts.RowName("/rulebook/results", i, "min"), Label: frame.Capital(r.ID), Key: r.ID, Value: value,
			Unit: "or more", Step: "10", Least: "0", To: frame.Show(rb.Scale), ToOf: "/rulebook/scale",
		}})
	}
	return list
}

// weighed returns the dimensions that a challenge weighs, with their weights.
func weighed(rb *rulebook.Rulebook, p rulebook.Preset) (list []rulebook.Dimension) {
	add := func(d rulebook.Dimension) {
		if w, ok := p.Weights[d.Key]; ok {
			d.Weight = &w
			list = append(list, d)
		}
	}
	for _, d := range rb.Dimensions {
		add(d)
	}
	for _, d := range p.Dimensions {
		if _, known := rb.Dimension(d.Key); !known {
			add(rulebook.Dimension{Key: d.Key, Label: d.Label, Measure: "direct"})
		}
	}
	return list
}

func choices(chosen string, pairs ...string) (list []parts.OptionView) {
	for i := 0; i < len(pairs); i += 2 {
		list = append(list, parts.OptionView{Value: pairs[i], Label: pairs[i+1], Selected: pairs[i] == chosen})
	}
	return list
}

// measures returns the formulas to choose from; decay has a control of its own.
func measures(chosen string) (list []parts.OptionView) {
	for _, m := range measure.All {
		line := m.Rule.Line
		if m.Decay != 0 {
			line = strings.Replace(line, op.Show(float64(m.Decay)), "decay", 1)
		}
		list = append(list, parts.OptionView{Value: string(m.ID), Label: line, Selected: string(m.ID) == chosen})
	}
	return list
}

// rulesStart returns the weights of a challenge, in the order of its dimensions.
func rulesStart(dims []rulebook.Dimension) (string, error) {
	type dimension struct {
		Key    string   `json:"key"`
		Label  string   `json:"label"`
		Weight *float64 `json:"weight"`
	}
	var list []dimension
	for _, d := range dims {
		list = append(list, dimension{d.Key, d.Label, d.Weight})
	}
	text, err := json.Marshal(list)
	return string(text), err
}

// startsOf fills in the rulebooks to start from, and the challenges of those that have
// no weights.
func startsOf(v *markup.RulesView, presets []rulebook.Preset) (err error) {
	var weightless []string
	for _, rb := range rulebook.BuiltIn() {
		v.Arenas = append(v.Arenas, parts.OptionView{Value: rb.ID, Label: rb.Name, Selected: rb.ID == rulesArena})
		if _, refusal := rb.Weigh(nil); refusal != nil {
			weightless = append(weightless, rb.ID)
		}
	}
	v.Weightless = strings.Join(weightless, "|")
	v.Challenges, err = frame.ChallengeGroups(presets, func(p rulebook.Preset) (parts.OptionView, error) {
		fill, err := rulesStart(weighed(frame.Resolve(rulesArena), p))
		option := frame.Challenge(p)
		option.Fill, option.Selected = fill, p.Slug == rulesChallenge
		return option, err
	})
	return err
}

// rulesSource states where the example comes from, and what the page does not show.
var rulesSource = parts.SourceView{
	Text: "The example: twelve made-up submissions to a challenge of the deployed Clawdiators, with its own weights and " +
		"time limit. Before: a win from 700, and speed with the power 1.5 of the time left. Equal scores share a rank here.",
	Links: []parts.LinkView{
		{Href: "/weights/", Label: "Tune the weights alone"},
		{Href: "/docs/rulebook/", Label: "What a rulebook may have"},
		{Href: "/docs/operations/explain.rules/", Label: "This comparison, for tools"},
	},
	Not: []string{
		"Whether the rules are fair: Stress looks for what is not.",
		"What agents would do under other rules: the submissions stay as they were measured.",
		"An arena’s rules: what you change are your own, whatever their name.",
	},
}
