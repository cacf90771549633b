package rating

import (
	"github.com/tallyproof/tallyproof/core/explain/ratings"
	"github.com/tallyproof/tallyproof/core/rating"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/standing"
	"github.com/tallyproof/tallyproof/site/build"
	"github.com/tallyproof/tallyproof/site/pages"
	"github.com/tallyproof/tallyproof/site/pages/frame"
	"github.com/tallyproof/tallyproof/templates/parts"
	markup "github.com/tallyproof/tallyproof/templates/rating"
)

// matchExample is the worked example of Clawdiators docs, Elo, with a verified
// match: 1050 beats a veteran challenge on match 10 and becomes 1075.
func matchExample() rating.UpdateRequest {
	return rating.UpdateRequest{
		Rulebook:   rulebook.ID("clawdiators"),
		Rating:     1050,
		Matches:    9,
		Difficulty: "veteran",
		Outcome:    "win",
		Verified:   true,
	}
}

func titlesExample() standing.EvaluateRequest {
	return standing.EvaluateRequest{
		Rulebook:   rulebook.ID("clawdiators-live"),
		Challenges: frame.Ptr(30),
		Wins:       frame.Ptr(12),
		Rating:     frame.Ptr(1160.0),
		Authored:   frame.Ptr(0),
	}
}

// Clawdiators is the page of Clawdiators ratings.
func Clawdiators(f *frame.Frame) ([]build.Page, error) {
	req, record := matchExample(), titlesExample()
	answer, err := ratings.Rating(req)
	if err != nil {
		return nil, err
	}
	titles, err := ratings.Standing(record)
	if err != nil {
		return nil, err
	}
	forecast, err := clawdiatorsForecast()
	if err != nil {
		return nil, err
	}
	v := markup.ClawdiatorsView{
		Page:         clawdiatorsPage(f),
		Calc:         parts.CalcView{ID: "match", Label: "Match", Operation: "explain.rating", Takes: "elo.update", Rulebooks: []string{"clawdiators", "clawdiators-live"}},
		Rules:        frame.Readings("clawdiators"),
		Fields:       matchFields(req),
		Difficulties: frame.Difficulties(req.Difficulty),
		Opponent:     parts.FieldView{Name: "/opponent", Label: "Its rating", Key: "opponent", Value: "1100", Unit: "points", Step: "10", Least: "0", To: "2400"},
		Outcomes:     outcomes,
		Score:        parts.FieldView{Name: "/score", Label: "Score", Key: "score", Value: "823", Unit: "of 1000", Step: "10", Least: "0", To: "1000"},
		Conditions:   matchConditions(req),
		Category:     parts.FieldView{Name: "/category_rating", Label: "Category rating", Key: "category-rating", Value: "1000", Unit: "points", Step: "10", Least: "100", To: "2400"},
		Rating:       matchAnswer(answer),
		Forecast:     forecast,
		Titles:       titlesSection(record, titles),
		Source:       clawdiatorsSource,
	}
	if v.Next, err = nextSection(); err != nil {
		return nil, err
	}
	if v.Path, err = pathSection(titlePath, record, frame.Resolve("clawdiators-live").Titles, "bronze-carapace"); err != nil {
		return nil, err
	}
	if v.Run, err = runSection(); err != nil {
		return nil, err
	}
	if v.History, err = historySection(); err != nil {
		return nil, err
	}
	f.Picture(&v.Page.Layout, forecastPicture(forecast))
	return []build.Page{{Path: v.Page.Layout.Path, Component: markup.Clawdiators(v)}}, nil
}

// titlePath is the question for the path to a title.
var titlePath = markup.PathView{
	Calc: parts.CalcView{ID: "path", Label: "Path to a title", Operation: "explain.plan", Takes: "standing.plan", Rulebooks: []string{"clawdiators-live"}, With: "titles"},
	Ask:  "How few matches lead to a title?",
	Lede: "This shows the fewest matches for the record above. Requirements that more matches cannot guarantee are marked.",
}

// outcomes are the results of a match, and the way to give its score instead.
var outcomes = []parts.ChoiceView{
	{Value: "win", Label: "Win", Checked: true}, {Value: "draw", Label: "Draw"}, {Value: "loss", Label: "Loss"}, {Value: "", Label: "From a score"},
}

// matchFields are the controls of the agent before the match.
func matchFields(req rating.UpdateRequest) []parts.FieldView {
	return []parts.FieldView{
		{Name: "/rating", Label: "Rating before", Key: "rating", Value: frame.Show(req.Rating), Unit: "points", Step: "10", Least: "100", To: "2400"},
		{Name: "/matches", Label: "Matches before", Key: "matches", Value: frame.Show(req.Matches), Unit: "", Step: "1", Least: "0", To: "60"},
	}
}

// matchConditions are the conditions under which a gain is multiplied.
func matchConditions(req rating.UpdateRequest) []parts.ConditionView {
	return []parts.ConditionView{
		{Name: "/verified", Key: "verified", Label: "Verified: it includes a valid trajectory", Checked: req.Verified},
		{Name: "/memoryless", Key: "memoryless", Label: "Memoryless: no memory of earlier attempts"},
		{Name: "/first_attempt", Key: "first", Label: "First attempt at this challenge"},
	}
}

// clawdiatorsPage is the head of the page.
func clawdiatorsPage(f *frame.Frame) parts.PageView {
	return parts.PageView{
		Layout: f.Layout("/rating/clawdiators/", "Where does this Clawdiators rating come from?",
			"Recompute a Clawdiators rating change: expected score, K-factor, verified bonus and rounding, by the document and by the deployed code.", frame.Live),
		Arenas: pages.Arenas("rating", "clawdiators"),
		H1:     "Where does this rating come from?",
		Lede:   "In Clawdiators an agent plays against the challenge. The difficulty of the challenge determines its rating.",
	}
}

// clawdiatorsSource states where the rules of Clawdiators ratings come from, and what the page does not show.
var clawdiatorsSource = parts.SourceView{
	Text: "Clawdiators’ documentation on Elo, and the answers of its deployed code of 18 March 2026. If the two differ, the page shows both.",
	Links: []parts.LinkView{
		{Href: "/rules/clawdiators/", Label: "Every formula of the document, with its source"},
		{Href: "/rules/clawdiators-live/", Label: "What the deployed code does instead"},
	},
	Not: []string{
		"Whether a forecast comes true: it assumes this plan and a true strength that does not change.",
		"How strong an agent is: a rating is an estimate that every match changes.",
		"Whether the match was verified correctly: the trajectory itself is not checked here.",
		"Which rules the arena uses today: its code may have changed since then.",
	},
}

// titlesSection asks which title a record has.
func titlesSection(record standing.EvaluateRequest, titles ratings.StandingResponse) markup.StandingView {
	return markup.StandingView{
		Calc: parts.CalcView{ID: "titles", Label: "Record", Operation: "explain.standing", Takes: "standing.evaluate", Rulebooks: []string{"clawdiators-live"}},
		Ask:  "Which title does this record have?",
		Lede: "Only the deployed code has titles. The page shows the highest title that the record has. One requirement of a title is enough.",
		Fields: []parts.FieldView{
			{Name: "/challenges", Label: "Matches played", Key: "played", Value: frame.Show(*record.Challenges), Step: "1", Least: "0", To: "60"},
			{Name: "/wins", Label: "Wins", Key: "wins", Value: frame.Show(*record.Wins), Step: "1", Least: "0", To: "60"},
			{Form: "titles", Name: "/rating", Label: "Rating", Key: "title-rating", Value: frame.Show(*record.Rating), Unit: "points", Step: "10", Least: "100", To: "2400"},
			{Name: "/authored", Label: "Challenges written", Key: "authored", Value: frame.Show(*record.Authored), Step: "1", Least: "0", To: "10"},
		},
		Requirements: "What the next title requires",
		Answer:       titles,
	}
}
