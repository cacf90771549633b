package weights

import (
	"github.com/tallyproof/tallyproof/core/explain/reading"
	"github.com/tallyproof/tallyproof/core/explain/stress"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/site/build"
	"github.com/tallyproof/tallyproof/site/content"
	"github.com/tallyproof/tallyproof/site/pages"
	"github.com/tallyproof/tallyproof/site/pages/frame"
	"github.com/tallyproof/tallyproof/site/picture"
	"github.com/tallyproof/tallyproof/templates/parts"
	markup "github.com/tallyproof/tallyproof/templates/weights"
)

// Stress returns the page that checks a scoring for what is unfair.
func Stress(f *frame.Frame) ([]build.Page, error) {
	const rules = "airena"
	ref := rulebook.ID(rules)
	req := stress.Request{Text: content.Agents, Weights: "40 20 20 20", Rulebook: &ref}
	answer, err := stress.Stress(req)
	if err != nil {
		return nil, err
	}
	read, err := reading.Reading(reading.Request{Text: req.Text})
	if err != nil {
		return nil, err
	}
	v := markup.StressView{
		Page: parts.PageView{
			Layout: f.Layout("/weights/stress/", "Is this scoring fair?",
				"Stress the scoring of a challenge: whether bystanders decide, which weights decide nothing, whether an empty or "+
					"a fast answer wins, and what one test decides.", frame.Live),
			Tabs: pages.Tabs("/weights/stress/"),
			H1:   "Is this scoring fair?",
		},
		Calc: parts.CalcView{ID: "stress", Label: "Scoring", Operation: "explain.stress", Takes: "explain.stress",
			OwnRules: true},
		Text:    req.Text,
		Reading: parts.ReadingView{Form: "stress", Answer: read},
		Weights: req.Weights,
		Rules:   []parts.OptionView{{Value: "", Label: "No arena"}},
		Claims:  claims(),
		Limits: []parts.FieldView{
			limit("empty", "An empty answer stays below", "30"),
			limit("wrong", "A random or wrong one stays below", "60"),
			limit("perfect", "A slow and perfect one reaches", "70"),
			limit("chance", "A guess gets", "25"),
		},
		Tests: parts.FieldView{Name: "/tests", Label: "Tests", Key: "tests", Step: "1", Least: "1"},
		Cases: []parts.FieldView{
			{Name: "/bystander", Label: "One more answer comes in", Key: "by", Value: "100", Unit: "%", Step: "1", Least: "10", To: "160",
				Absent: "100"},
			{Name: "/copied", Label: "Copy’s way to full speed", Key: "copy", Value: "0", Unit: "%", Step: "1", Least: "0", To: "100",
				Absent: "0"},
			{Name: "/more", Label: "More tests passed", Key: "more", Value: "0", Unit: "tests", Step: "1", Least: "0", Absent: "0"},
		},
		Fixes: []parts.ConditionView{
			fixed("pace", "Full marks at today’s fastest time"),
			fixed("cap", "A faster answer costs 5 % at most"),
			fixed("earlier", "Equal but for speed: the earlier is ahead"),
			fixed("full", "Full marks from the leader’s time on"),
			fixed("ties", "A lead of one test is a tie"),
			fixed("gate", "Without a passed test, nothing counts"),
		},
		Answer: answer,
		Source: stressSource,
	}
	for _, rb := range rulebook.BuiltIn() {
		v.Rules = append(v.Rules, parts.OptionView{Value: rb.ID, Label: rb.Name, Selected: rb.ID == rules})
	}
	v.Rules = append(v.Rules, parts.OwnChoice)
	f.Picture(&v.Page.Layout, picture.Card{Question: v.Page.H1, Answer: answer.Sentence, Key: answer.Key,
		Foot: frame.Recompute})
	return []build.Page{{Path: v.Page.Layout.Path, Component: markup.Stress(v)}}, nil
}

// limit returns a field in percent of the highest score.
func limit(name, label, value string) parts.FieldView {
	return parts.FieldView{Name: "/" + name, Label: label, Key: name, Value: value, Unit: "%", Step: "1", Least: "1",
		To: "100"}
}

// fixed is a box that applies a fix.
func fixed(name, label string) parts.ConditionView {
	return parts.ConditionView{Name: "/fixes/" + name, Key: name, Label: label}
}

// claims returns the difficulties of the rulebooks that calibrate.
func claims() []parts.OptionView {
	list := []parts.OptionView{{Value: "", Label: "None", Selected: true}}
	for _, rb := range rulebook.BuiltIn() {
		if rb.Calibration == nil {
			continue
		}
		for tier := range len(rb.Calibration.Steps) + 1 {
			name := rb.Calibration.Name(tier)
			list = append(list, parts.OptionView{Value: name, Label: name})
		}
	}
	return list
}

// stressSource states where the example comes from, and what the page does not show.
var stressSource = parts.SourceView{
	Text: "The example: twelve agents with scores from 0 to 100, under AiRENA’s own weights and its rule of relative " +
		"speed. Limits are in percent of the highest score. Those of the form are a beginning, not a rule of the arenas: " +
		"change them to your own. An answer that is sent at once gets full marks for speed. The number of tests is the " +
		"smallest that gives all scores in correctness.",
	Links: []parts.LinkView{
		{Href: "/weights/", Label: "Tune the weights"},
		{Href: "/weights/rules/", Label: "Change the rules"},
		{Href: "/docs/operations/explain.stress/", Label: "This report, for tools"},
		{Href: "/docs/operations/challenge.calibrate/", Label: "Difficulty by wins, for tools"},
	},
	Not: []string{
		"That a scoring without a failed check is fair: it shows these fifteen faults and no other.",
		"What an agent did: a table of scores does not tell who copied.",
		"What an arena rounds: scores here are the weighted sum without rounding.",
	},
}
