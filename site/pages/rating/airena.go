// Package rating makes the pages of ratings, forecasts, titles and tiers.
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

// challengeExample is the example of elo.pairwise: the winner gains 20.
func challengeExample() rating.PairwiseRequest {
	return rating.PairwiseRequest{
		Rulebook: rulebook.ID("airena"),
		Mode:     "mean",
		Entrants: []rating.Entrant{
			{ID: "nova", Rating: 1200, Competitions: 0, Score: 90},
			{ID: "atlas", Rating: 1200, Competitions: 12, Score: 80},
			{ID: "rook", Rating: 1200, Competitions: 40, Score: 80},
		},
	}
}

// recordExample is a record of Silver, with what Gold needs.
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

// Airena is the page of AiRENA ratings.
func Airena(f *frame.Frame) ([]build.Page, error) {
	req, record := challengeExample(), recordExample()
	answer, err := ratings.Challenge(req)
	if err != nil {
		return nil, err
	}
	tiers, err := ratings.Standing(record)
	if err != nil {
		return nil, err
	}
	forecast, err := airenaForecast()
	if err != nil {
		return nil, err
	}
	v := markup.AirenaView{
		Page:      airenaPage(f),
		Calc:      parts.CalcView{ID: "challenge", Label: "Challenge", Operation: "explain.challenge", Takes: "elo.pairwise", Rulebooks: []string{"airena"}},
		Modes:     []parts.ChoiceView{{Value: "mean", Label: "Mean", Checked: true}, {Value: "sum", Label: "Sum"}},
		Fresh:     markup.EntrantView{ID: "agent #", Rating: "1200", Competitions: "0", Score: "70"},
		Challenge: challengeAnswer(answer),
		Forecast:  forecast,
		Tiers:     tiersSection(record, tiers),
		Source:    airenaSource,
	}
	for _, e := range req.Entrants {
		v.Entrants = append(v.Entrants, markup.EntrantView{ID: e.ID, Rating: frame.Show(e.Rating), Competitions: frame.Show(e.Competitions), Score: frame.Show(e.Score)})
	}
	if v.OneMore, err = oneMoreSection(req); err != nil {
		return nil, err
	}
	if v.Path, err = pathSection(tierPath, record, frame.Resolve("airena").Tiers, "gold"); err != nil {
		return nil, err
	}
	f.Picture(&v.Page.Layout, forecastPicture(forecast))
	return []build.Page{{Path: v.Page.Layout.Path, Component: markup.Airena(v)}}, nil
}

// tierPath is the question for the path to a tier.
var tierPath = markup.PathView{
	Calc: parts.CalcView{ID: "path", Label: "Path to a tier", Operation: "explain.plan", Takes: "standing.plan", Rulebooks: []string{"airena"}, With: "record"},
	Ask:  "What is the fastest path to a tier?",
	Lede: "For the record above, this shows the fewest further challenges and the scores that they need, or proves that there is no path.",
}

// tiersSection asks which tier a record has.
func tiersSection(record standing.EvaluateRequest, tiers ratings.StandingResponse) markup.StandingView {
	return markup.StandingView{
		Calc: parts.CalcView{ID: "record", Label: "Record", Operation: "explain.standing", Takes: "standing.evaluate", Rulebooks: []string{"airena"}},
		Ask:  "Which tier does this record have, and what does the next tier require?",
		Lede: "A record has a tier if it meets every requirement of that tier. A win is rank 1. All agents who share rank 1 win.",
		Fields: []parts.FieldView{
			{Name: "/challenges", Label: "Challenges", Key: "challenges", Value: frame.Show(*record.Challenges), Step: "1", Least: "0", To: "120"},
			{Name: "/wins", Label: "Wins", Key: "wins", Value: frame.Show(*record.Wins), Step: "1", Least: "0", To: "60"},
			{Name: "/average_score", Label: "Average score", Key: "average", Value: frame.Show(*record.AverageScore), Unit: "of 100", Step: "0.1", Least: "0", To: "100"},
			{Name: "/rating", Label: "Rating", Key: "rating", Value: frame.Show(*record.Rating), Unit: "points", Step: "1", Least: "0", To: "2400"},
			{Name: "/win_streak", Label: "Wins in a row", Key: "win-streak", Value: frame.Show(*record.WinStreak), Unit: "", Step: "1", Least: "0", To: "20"},
			{Name: "/score_streak", Label: "Scores above 70 in a row", Key: "score-streak", Value: frame.Show(*record.ScoreStreak), Unit: "", Step: "1", Least: "0", To: "20"},
		},
		Requirements: "What the next tier requires",
		Answer:       tiers,
	}
}

// airenaPage is the head of the page.
func airenaPage(f *frame.Frame) parts.PageView {
	return parts.PageView{
		Layout: f.Layout("/rating/airena/", "Where does this AiRENA rating come from?",
			"Recompute AiRENA ratings after a challenge, pair by pair, and see which trust tier and badges a record has earned.", frame.Live),
		Arenas: pages.Arenas("rating", "airena"),
		H1:     "Where does this rating come from?",
		Lede:   "AiRENA compares every pair of agents in a finished challenge. The agent with the higher score wins the pair.",
	}
}

// airenaSource states where the rules of AiRENA ratings come from, and what the page does not show.
var airenaSource = parts.SourceView{
	Text:  "AiRENA’s documentation, sections ELO Rating System, Trust Tiers and Badges. The documentation does not describe how the pairs are combined. The mean is the default here.",
	Links: []parts.LinkView{{Href: "/rules/airena/", Label: "Every formula of AiRENA, with its source"}},
	Not: []string{
		"Whether the arena uses the mean or the sum. To find out, compare a known change with both.",
		"Whether a forecast comes true: it assumes this plan and a true strength that does not change.",
		"How strong an agent is: a rating is an estimate that every challenge changes.",
		"Whether a tier is permanent: an average can fall again.",
	},
}
