package rating

import (
	"github.com/tallyproof/tallyproof/core/explain/difficulty"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/site/build"
	"github.com/tallyproof/tallyproof/site/content"
	"github.com/tallyproof/tallyproof/site/pages"
	"github.com/tallyproof/tallyproof/site/pages/frame"
	"github.com/tallyproof/tallyproof/site/picture"
	"github.com/tallyproof/tallyproof/templates/parts"
	markup "github.com/tallyproof/tallyproof/templates/rating"
)

// Difficulty returns the page of how hard challenges play.
func Difficulty(f *frame.Frame) ([]build.Page, error) {
	answer, err := difficulty.Difficulty(difficulty.DifficultyRequest{Rulebook: rulebook.ID("clawdiators-live"), Text: content.Matches})
	if err != nil {
		return nil, err
	}
	calc := parts.CalcView{ID: "difficulty", Label: "Matches", Operation: "explain.difficulty", Takes: "explain.difficulty",
		Rulebooks: []string{"clawdiators-live"}, OwnRules: true}
	v := markup.DifficultyView{
		Page: parts.PageView{
			Layout: f.Layout("/rating/difficulty/", "How hard is this challenge?",
				"Paste matches: the rating a challenge plays like, with its interval, wins by tier and on the first try, and the "+
					"difficulty the arena’s calibration decides.", frame.Live),
			Tabs:  pages.Tabs("/rating/difficulty/"),
			H1:    "How hard is",
			Named: parts.Dial{Of: calc.ID, Member: "challenge", Value: answer.Challenge},
		},
		Calc: calc,
		Text: content.Matches,
		Count: parts.FieldView{Name: "/count", Label: "Count matches", Key: "count", Value: frame.Show(answer.Count), Unit: answer.Of,
			UnitOf: "of", Step: "1", Least: "0", To: frame.Show(answer.Most)},
		Answer: answer,
		Source: parts.SourceView{
			Text: "The expected score is that of Clawdiators’ documentation on Elo. The calibration is that of its deployed code of " +
				"18 March 2026. The matches are an example.",
			Links: []parts.LinkView{
				{Href: "/rules/clawdiators-live/", Label: "The rules of the deployed code, with their source"},
				{Href: "/docs/operations/explain.difficulty/", Label: "The same for tools"},
			},
			Not: []string{
				"How far the interval is off: agents return, so matches are less independent than they count here.",
				"Whether ratings of agents are true: a rating before a match is an estimate.",
				"Which rules the arena uses today: its code may have changed since then.",
			},
		},
	}
	f.Picture(&v.Page.Layout, picture.Card{Question: v.Page.Layout.Title, Answer: answer.Sentence, Key: answer.Key, Foot: frame.Recompute})
	return []build.Page{{Path: v.Page.Layout.Path, Component: markup.Difficulty(v)}}, nil
}
