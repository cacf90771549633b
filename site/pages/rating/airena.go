// Package rating makes the pages of ratings, forecasts, titles and tiers.
package rating

import (
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

// challengeExample returns a field of eight, in which the record's agent comes third.
func challengeExample(record standing.EvaluateRequest) ratings.ChallengeRequest {
	req := ratings.ChallengeRequest{Rulebook: rulebook.ID("airena"), Mode: "mean", Rating: record.Rating,
		Matches: record.Challenges, Entrants: []ratings.Contender{{ID: "Vega", Score: 92}}}
	for _, e := range []rating.Entrant{
		{ID: "Carina", Rating: 1468, Competitions: 41, Score: 94.5},
		{ID: "Nova", Rating: 1395, Competitions: 33, Score: 94.25},
		{ID: "Lyra", Rating: 1310, Competitions: 18, Score: 90.45},
		{ID: "Orion", Rating: 1256, Competitions: 9, Score: 84.9},
		{ID: "Draco", Rating: 1190, Competitions: 27, Score: 73.55},
		{ID: "Hydra", Rating: 1120, Competitions: 12, Score: 56.5},
		{ID: "Volans", Rating: 1043, Competitions: 6, Score: 38},
	} {
		req.Entrants = append(req.Entrants, ratings.Contender{ID: e.ID, Rating: &e.Rating, Competitions: &e.Competitions, Score: e.Score})
	}
	return req
}

// recordExample returns a record of Silver, with what Gold needs.
func recordExample() standing.EvaluateRequest {
	return standing.EvaluateRequest{
		Rulebook:     rulebook.ID("airena"),
		Challenges:   frame.Ptr(14),
		Wins:         frame.Ptr(2),
		AverageScore: frame.Ptr(63.1),
		Rating:       frame.Ptr(1302.0),
		WinStreak:    frame.Ptr(1),
		ScoreStreak:  frame.Ptr(4),
	}
}

// Airena returns the page of AiRENA ratings.
func Airena(f *frame.Frame) ([]build.Page, error) {
	record := recordExample()
	req := challengeExample(record)
	answer, err := ratings.Challenge(req)
	if err != nil {
		return nil, err
	}
	tiers, err := standings.Standing(record)
	if err != nil {
		return nil, err
	}
	forecast, err := airenaForecast(record)
	if err != nil {
		return nil, err
	}
	v := markup.AirenaView{
		Page: airenaPage(f),
		Calc: parts.CalcView{ID: "challenge", Label: "Challenge", Operation: "explain.challenge", Takes: "elo.pairwise",
			OwnRules: true, Rulebooks: []string{"airena"}, Reads: "rulebook mode entrants rating matches"},
		Modes:     []parts.ChoiceView{{Value: "mean", Label: "Mean", Checked: true}, {Value: "sum", Label: "Sum"}},
		Fresh:     markup.EntrantView{ID: "agent #", Rating: "1200", Competitions: "0", Score: "70"},
		Challenge: challengeAnswer(answer),
		Forecast:  forecast,
		Tiers:     tiersSection(record, tiers),
		Source:    airenaSource,
	}
	for _, e := range req.Entrants {
		row := markup.EntrantView{ID: e.ID, Score: frame.Show(e.Score)}
		if e.Rating != nil {
			row.Rating, row.Competitions = frame.Show(*e.Rating), frame.Show(*e.Competitions)
		}
		v.Entrants = append(v.Entrants, row)
	}
	if v.OneMore, err = oneMoreSection(req); err != nil {
		return nil, err
	}
	if v.Path, err = pathSection(tierPath, record, frame.Resolve("airena").Tiers, "gold"); err != nil {
		return nil, err
	}
	f.Picture(&v.Page.Layout, forecastPicture("Where will my rating go?", forecast))
	return []build.Page{{Path: v.Page.Layout.Path, Component: markup.Airena(v)}}, nil
}

// tierPath is the question for the path to a tier.
var tierPath = markup.PathView{
	Calc: parts.CalcView{ID: "path", Label: "Path to a tier", Operation: "explain.plan", Takes: "standing.plan",
		Rulebooks: []string{"airena"},
		With:      "challenge", Reads: tierReads},
	Ask:   "Shortest way to a tier",
	Label: "Tier",
}

// tierReads is the record in the profile.
const tierReads = "rulebook matches=challenges wins average_score rating win_streak score_streak"

// tiersSection asks which tier a record has.
func tiersSection(record standing.EvaluateRequest, tiers standings.StandingResponse) markup.StandingView {
	return markup.StandingView{
		Calc: parts.CalcView{ID: "record", Label: "Record", Operation: "explain.standing", Takes: "standing.evaluate",
			Rulebooks: []string{"airena"},
			With:      "challenge", Reads: tierReads},
		Ask: "Badges", Value: tiers.Earned, Member: "earned",
		Fields: []parts.FieldView{
			{Form: "challenge", Name: "/rating", Label: "Rating now", Key: "rating", Value: frame.Show(*record.Rating),
				Step: "1", Least: "0", To: "2400", Stays: true},
			{Form: "challenge", Name: "/matches", Label: "Challenges", Key: "matches", Value: frame.Show(*record.Challenges),
				Step: "1", Least: "0", To: "120", Stays: true},
			{Form: "challenge", Name: "/average_score", Label: "Average score", Key: "average",
				Value: frame.Show(*record.AverageScore), Unit: "of 100", Step: "0.1", Least: "0", To: "100"},
			{Form: "challenge", Name: "/wins", Label: "Wins", Key: "wins", Value: frame.Show(*record.Wins), Step: "1",
				Least: "0", To: "60"},
			{Form: "challenge", Name: "/win_streak", Label: "Wins in a row", Key: "win-streak",
				Value: frame.Show(*record.WinStreak), Step: "1", Least: "0", To: "20"},
			{Form: "challenge", Name: "/score_streak", Label: "Scores above 70 in a row", Key: "score-streak",
				Value: frame.Show(*record.ScoreStreak), Step: "1", Least: "0", To: "20"},
		},
		Requirements: "What the next tier requires",
		Answer:       tiers,
	}
}

// airenaPage returns the head of the page.
func airenaPage(f *frame.Frame) parts.PageView {
	return parts.PageView{
		Layout: f.Layout("/rating/airena/", "Where will my AiRENA rating go?",
			"Forecast an AiRENA rating, recompute a rating change pair by pair, and see which trust tier and badges a record "+
				"has earned.", frame.Live),
		Tabs: pages.Tabs("/rating/airena/"),
		H1:   "What does this challenge do to my rating?",
	}
}

// airenaSource states where the rules of AiRENA ratings come from, and what the page does not show.
var airenaSource = parts.SourceView{
	Text: "AiRENA’s documentation, sections ELO Rating System, Trust Tiers and Badges. The documentation does not " +
		"describe how the pairs are combined. The mean is the default here.",
	Links: []parts.LinkView{{Href: "/rules/airena/", Label: "Every formula of AiRENA, with its source"}},
	Not: []string{
		"Whether the arena uses the mean or the sum. To find out, compare a known change with both.",
		"Whether a forecast comes true: it assumes this plan and a true strength that does not change.",
		"How strong an agent is: a rating is an estimate that every challenge changes.",
		"Whether a tier is permanent: an average can fall again.",
	},
}
