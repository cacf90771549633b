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

// staleExample has eight epochs without improvement, of a length at which both grace periods end together.
func staleExample() rewards.StaleRequest {
	return rewards.StaleRequest{Source: "docs-a", Stale: 8, Blocks: 17280, TopPercent: 80, EpochHours: frame.Ptr(7.2),
		Next: frame.Ptr(81.0)}
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
		Stale: parts.FieldView{Name: "/stale", Label: "Without a gain", Key: "stale", Value: frame.Show(int(req.Stale)),
			Unit: "epochs", Step: "1", Least: "0", To: "40"},
		Blocks: parts.FieldView{Name: "/blocks", Label: "Without a gain", Key: "blocks",
			Value: frame.Show(int(req.Blocks)), Unit: "blocks", Step: "300", Least: "0", To: "86400"},
		Top: parts.FieldView{Name: "/top_percent", Label: got.Clock.Best, Named: "clock/best", Key: "top", Value: "80", Unit: "%",
			Step: "1", Least: "0", To: "100"},
		Next: parts.FieldView{Name: "/next_percent", Label: "Your next score", Key: "next", Value: "81", Unit: "%", Step: "0.1",
			Least: "0", To: "100"},
		Hours: parts.FieldView{Name: "/epoch_hours", Label: "One epoch", Key: "epoch", Value: frame.Show(*req.EpochHours), Unit: "h",
			Step: "0.1", Least: "0.5", To: "24"},
		Onward: parts.CarryView{Href: "/score/term/", Label: "Count it in tasks", Members: "tasks-top=~top"},
		Answer: got,
		Source: source,
	}
	for _, s := range got.Sources {
		v.Sources = append(v.Sources, parts.PickView{Value: s.ID, Label: s.Name, Checked: s.Chosen, Reason: s.Brief, Result: s.Kept,
			Member: "sources/id=" + s.ID + "/kept"})
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
	Text: "Term Challenge’s documentation, Scoring System (here: Scoring page) and Scoring & Rewards (Rewards page), and its " +
		"published validator code at two commits: e6f673b of 18 Feb 2026 (older code) and 15b59fe of 21 Feb 2026 (newer code). " +
		"We ran the functions of both.",
	Links: []parts.LinkView{
		{Href: "/rewards/term/strategies/", Label: "How the reward is divided: strategies, caps, burn and validators"},
		{Href: "/rules/term/#decay", Label: "The documents’ decay, with its source"},
		{Href: "/rules/term-live/#decay", Label: "What the published code does instead"},
	},
	Not: []string{
		"What you will be paid: in the published validator, most of these functions are not connected to a payout.",
		"Whether your own weight decays: the Scoring page counts the improvements of all agents, the Rewards page those of your own agent.",
		"How long an epoch is: the documents do not define it.",
	},
}
