// Package rewards makes the page of rewards.
package rewards

import (
	"github.com/tallyproof/tallyproof/core/explain/rewards"
	"github.com/tallyproof/tallyproof/site/build"
	"github.com/tallyproof/tallyproof/site/pages"
	"github.com/tallyproof/tallyproof/site/pages/frame"
	"github.com/tallyproof/tallyproof/site/picture"
	"github.com/tallyproof/tallyproof/templates/parts"
	markup "github.com/tallyproof/tallyproof/templates/rewards"
)

// staleExample has eight epochs without improvement.
func staleExample() rewards.StaleRequest {
	return rewards.StaleRequest{Source: "docs-a", Stale: 8, Blocks: 14400, TopPercent: 80}
}

// Term returns the page of Term Challenge rewards.
func Term(f *frame.Frame) ([]build.Page, error) {
	req := staleExample()
	got, err := rewards.Decay(req)
	if err != nil {
		return nil, err
	}
	v := markup.TermView{
		Page: page(f),
		Calc: parts.CalcView{ID: "decay", Label: "Decay", Operation: "explain.decay", OwnRules: true},
		Sources: []parts.ChoiceView{
			{Value: "docs-a", Label: "Docs A", Checked: true}, {Value: "docs-b", Label: "Docs B"},
			{Value: "code-epochs", Label: "Code e6f673b"}, {Value: "code-blocks", Label: "Code 15b59fe"},
		},
		Stale: parts.FieldView{Name: "/stale", Label: "Epochs stale", Key: "stale", Value: frame.Show(int(req.Stale)),
			Unit: "epochs", Step: "1", Least: "0", To: "40"},
		Blocks: parts.FieldView{Name: "/blocks", Label: "Or blocks without improvement", Key: "blocks",
			Value: frame.Show(int(req.Blocks)), Unit: "blocks", Step: "300", Least: "0", To: "72000"},
		Top: parts.FieldView{Name: "/top_percent", Label: "Score to beat", Key: "top", Value: frame.Show(req.TopPercent),
			Unit: "%", Step: "1", Least: "0", To: "100"},
		Onward: parts.CarryView{Href: "/score/term/", Label: "See how many tasks beat this score", Members: "tasks-top=~top"},
		Answer: got,
		Source: source,
	}
	f.Picture(&v.Page.Layout, picture.Card{Question: v.Page.H1, Answer: got.Sentence, Key: got.Answer, Chart: got.Chart,
		Foot: frame.Recompute})
	return []build.Page{{Path: v.Page.Layout.Path, Component: markup.Term(v)}}, nil
}

// page returns the head of the page.
func page(f *frame.Frame) parts.PageView {
	return parts.PageView{
		Layout: f.Layout("/rewards/term/", "How fast does my Term Challenge reward decay?",
			"When the grace period ends, how much of a Term Challenge reward is left in every epoch, and what resets the "+
				"decay, by both documents and the published code.", frame.Live),
		Tabs: pages.Tabs("/rewards/term/"),
		H1:   "How fast does my reward decay?",
	}
}

// source states where the rules of the decay come from, and what the page does not show.
var source = parts.SourceView{
	Text: "Term Challenge’s documentation, Scoring System (docs A) and Scoring & Rewards (docs B), and its published " +
		"validator code. We ran the functions of that code at two commits.",
	Links: []parts.LinkView{
		{Href: "/rewards/term/strategies/", Label: "How the reward is divided: strategies, caps, burn and validators"},
		{Href: "/rules/term/#decay", Label: "The documents’ decay, with its source"},
		{Href: "/rules/term-live/#decay", Label: "What the published code does instead"},
	},
	Not: []string{
		"What you will be paid: in the published validator, most of these functions are not connected to a payout.",
		"Whether your own weight decays: docs A counts the improvements of all agents, docs B those of your own agent.",
		"How long an epoch is: the documents do not define it.",
	},
}
