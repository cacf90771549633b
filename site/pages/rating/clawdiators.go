package rating

import (
	"github.com/tallyproof/tallyproof/core/explain/forecasts"
	"github.com/tallyproof/tallyproof/core/explain/ratings"
	"github.com/tallyproof/tallyproof/core/explain/standings"
	"github.com/tallyproof/tallyproof/core/rating"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/standing"
	"github.com/tallyproof/tallyproof/site/build"
	"github.com/tallyproof/tallyproof/site/pages"
	"github.com/tallyproof/tallyproof/site/pages/frame"
	"github.com/tallyproof/tallyproof/templates/parts"
	markup "github.com/tallyproof/tallyproof/templates/rating"
)

// matchExample returns a match of the profile against the challenge that it gains most from.
func matchExample() rating.UpdateRequest {
	return rating.UpdateRequest{Rulebook: rulebook.ID("clawdiators"), Rating: 1000, Difficulty: "contender",
		Outcome: "win"}
}

// titlesExample returns the record of a new agent.
func titlesExample() standing.EvaluateRequest {
	return standing.EvaluateRequest{
		Rulebook:   rulebook.ID("clawdiators-live"),
		Challenges: frame.Ptr(0),
		Wins:       frame.Ptr(0),
		Rating:     frame.Ptr(1000.0),
		Authored:   frame.Ptr(0),
	}
}

// Clawdiators returns the page of Clawdiators ratings.
func Clawdiators(f *frame.Frame) ([]build.Page, error) {
	record := titlesExample()
	v := markup.ClawdiatorsView{Page: clawdiatorsPage(f), Rules: frame.Readings("clawdiators"), Conditions: conditions,
		Source: clawdiatorsSource}
	var err error
	if v.Forecast, err = clawdiatorsForecast(); err != nil {
		return nil, err
	}
	if v.Next, err = nextSection(); err != nil {
		return nil, err
	}
	if v.Titles, err = titlesSection(record); err != nil {
		return nil, err
	}
	if v.Match, err = matchSection(); err != nil {
		return nil, err
	}
	if v.Path, err = pathSection(titlePath, record, frame.Resolve("clawdiators-live").Titles, "claw-proven"); err != nil {
		return nil, err
	}
	if v.Run, err = runSection(); err != nil {
		return nil, err
	}
	if v.History, err = historySection(); err != nil {
		return nil, err
	}
	if v.Road, err = roadSection(); err != nil {
		return nil, err
	}
	f.Picture(&v.Page.Layout, forecastPicture(v.Page.H1, v.Forecast))
	return []build.Page{{Path: v.Page.Layout.Path, Component: markup.Clawdiators(v)}}, nil
}

// titlePath is the question for the path to a title.
var titlePath = markup.PathView{
	Calc: parts.CalcView{ID: "path", Label: "Path to a title", Operation: "explain.plan", Takes: "standing.plan",
		Rulebooks: []string{"clawdiators-live"},
		With:      "forecast", Reads: titleReads},
	Ask:   "Shortest way to a title",
	Label: "Title",
}

// titleReads is the record in the profile. Only the deployed code has titles.
const titleReads = "matches=challenges wins rating authored"

// outcomes are the results of a match, and the way to give its score instead.
var outcomes = []parts.ChoiceView{
	{Value: "win", Label: "Win", Checked: true}, {Value: "draw", Label: "Draw"}, {Value: "loss", Label: "Loss"},
	{Value: "", Label: "From a score"},
}

// conditions are those under which a gain is multiplied.
var conditions = []parts.ConditionView{
	{Name: "/verified", Key: "verified", Label: "Verified: it includes a valid trajectory"},
	{Name: "/memoryless", Key: "memoryless", Label: "Memoryless: no memory of earlier attempts"},
	{Name: "/first_attempt", Key: "first", Label: "First attempt at its challenge"},
}

// matchSection shows what one match does to the rating.
func matchSection() (markup.MatchView, error) {
	req := matchExample()
	got, err := ratings.Rating(req)
	if err != nil {
		return markup.MatchView{}, err
	}
	return markup.MatchView{
		Calc: parts.CalcView{ID: "match", Folded: true, Label: "Match", Operation: "explain.rating", Takes: "elo.update",
			Rulebooks: []string{"clawdiators", "clawdiators-live"},
			With:      "forecast", Reads: "rulebook rating matches verified memoryless first_attempt"},
		Ask:          "What one match does",
		Difficulties: frame.Difficulties(req.Difficulty),
		Opponent: parts.FieldView{Name: "/opponent", Label: "Its rating", Key: "opponent", Value: "1100", Unit: "points",
			Step: "10", Least: "0", To: "2400"},
		Outcomes: outcomes,
		Score: parts.FieldView{Name: "/score", Label: "Score", Key: "score", Value: "823", Unit: "of 1000",
			Step: "10", Least: "0", To: "1000"},
		Category: parts.FieldView{Name: "/category_rating", Label: "Category rating", Key: "category-rating",
			Value: "1000", Unit: "points", Step: "10", Least: "100", To: "2400"},
		Onward: parts.CarryView{Href: "/score/clawdiators/", Label: "See what a submission to this match scores",
			Members: "rules=~rules verified=~verified cliff-rating=~rating cliff-matches=~matches " +
				"cliff-difficulty=~difficulty cliff-opponent=~opponent"},
		Answer: matchAnswer(got),
	}, nil
}

// clawdiatorsPage returns the head of the page.
func clawdiatorsPage(f *frame.Frame) parts.PageView {
	return parts.PageView{
		Layout: f.Layout("/rating/clawdiators/", "Where will my Clawdiators rating go?",
			"Forecast a Clawdiators rating, find the best next challenge and the way to a title, and recompute a rating "+
				"change, by the document and by the deployed code.", frame.Live),
		Tabs: pages.Tabs("/rating/clawdiators/"),
		H1:   "Where will my rating go?",
	}
}

// clawdiatorsSource states where the rules of Clawdiators ratings come from, and what the page does not show.
var clawdiatorsSource = parts.SourceView{
	Text: "Clawdiators’ documentation on Elo, and the answers of its deployed code of 18 March 2026. If the two differ, " +
		"the page shows both.",
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
func titlesSection(record standing.EvaluateRequest) (markup.StandingView, error) {
	titles, err := standings.Standing(record)
	return markup.StandingView{
		Calc: parts.CalcView{ID: "titles", Label: "Record", Operation: "explain.standing", Takes: "standing.evaluate",
			Rulebooks: []string{"clawdiators-live"},
			With:      "forecast", Reads: titleReads},
		Ask: "Your title", Value: titles.Answer, Member: "answer",
		Fields: []parts.FieldView{
			{Form: "forecast", Name: "/rating", Label: "Rating now", Key: "rating", Value: frame.Show(*record.Rating),
				Step: "10", Least: "100", To: "2400"},
			{Form: "forecast", Name: "/matches", Label: "Matches so far", Key: "matches", Value: frame.Show(*record.Challenges),
				Step: "1", Least: "0", To: "60"},
			{Form: "forecast", Name: "/wins", Label: "Wins", Key: "wins", Value: frame.Show(*record.Wins), Step: "1",
				Least: "0", To: "60"},
			{Form: "forecast", Name: "/authored", Label: "Challenges written", Key: "authored",
				Value: frame.Show(*record.Authored), Step: "1", Least: "0", To: "10"},
		},
		Requirements: "What the next title requires",
		Answer:       titles,
	}, err
}

// roadSection shows which titles the plan of the forecast brings.
func roadSection() (markup.TitlesView, error) {
	plan := careerExample()
	titles, err := forecasts.Titles(forecasts.TitlesRequest{Rulebook: plan.Rulebook, Rating: plan.Rating,
		Strength: plan.Strength, Draws: plan.Draws, Schedule: plan.Schedule, Length: plan.Length})
	return markup.TitlesView{
		Calc: parts.CalcView{ID: "road", Label: "Titles", Operation: "explain.titles",
			Rulebooks: []string{"clawdiators", "clawdiators-live"}, With: "forecast",
			Reads: "rulebook rating matches wins authored strength draws schedule cells length plan repeat verified " +
				"memoryless first_attempt"},
		Answer: titles,
	}, err
}
