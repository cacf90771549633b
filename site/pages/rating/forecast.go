package rating

import (
	"github.com/tallyproof/tallyproof/core/explain/ratings"
	"github.com/tallyproof/tallyproof/core/rating/forecast"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/site/decimals"
	"github.com/tallyproof/tallyproof/site/pages/frame"
	"github.com/tallyproof/tallyproof/site/picture"
	"github.com/tallyproof/tallyproof/templates/parts"
	markup "github.com/tallyproof/tallyproof/templates/rating"
)

// careerExample is the plan of testdata/ops/elo.project: after 60 matches 1116, and 1150
// touched with 31.2 %.
func careerExample() ratings.ForecastRequest {
	req := ratings.ForecastRequest{
		Rulebook: rulebook.ID("clawdiators"),
		Rating:   1000,
		Strength: frame.Ptr(1150.0),
		Draws:    frame.Ptr(20.0),
		Repeat:   frame.Ptr(15),
		Targets:  []float64{1150},
	}
	for _, o := range frame.Resolve("clawdiators").Rating.Opponents {
		req.Plan = append(req.Plan, forecast.PlanEntry{Difficulty: o.Difficulty, Count: frame.Ptr(1)})
	}
	return req
}

// clawdiatorsForecast is the part of the page about a rating's forecast.
func clawdiatorsForecast() (markup.ForecastView, error) {
	return forecastView(markup.ForecastView{
		Calc:  parts.CalcView{ID: "forecast", Label: "Forecast", Operation: "explain.forecast", Takes: "explain.forecast", Rulebooks: []string{"clawdiators", "clawdiators-live"}},
		Ask:   "Where will my Elo go?",
		Lede:  "All possible outcomes of a plan of matches, with their probabilities.",
		Rules: frame.Readings("clawdiators"),
		Difficulties: frame.Each(frame.Resolve("clawdiators").Rating.Opponents, func(o rulebook.Opponent) parts.OptionView {
			return parts.OptionView{Value: o.Difficulty, Label: frame.Capital(o.Difficulty) + " (" + frame.Show(o.Rating) + ")"}
		}),
		Conditions: []parts.ConditionView{
			{Name: "/verified", Key: "forecast-verified", Label: "Verified: it includes a valid trajectory"},
			{Name: "/memoryless", Key: "forecast-memoryless", Label: "Memoryless: no memory of earlier attempts"},
			{Name: "/first_attempt", Key: "forecast-first", Label: "First attempt at its challenge"},
		},
		Fresh: markup.StretchView{Difficulty: "contender", Count: "1"},
		File:  "clawdiators-forecast.csv",
	}, careerExample())
}

// airenaForecast is the same for AiRENA, whose matches have one representative
// opponent: K falls after ten matches and again after thirty.
func airenaForecast() (markup.ForecastView, error) {
	return forecastView(markup.ForecastView{
		Calc:  parts.CalcView{ID: "forecast", Label: "Forecast", Operation: "explain.forecast", Takes: "explain.forecast", Rulebooks: []string{"airena"}},
		Ask:   "Where will my Elo go?",
		Lede:  "All possible outcomes of a plan of challenges, with one representative opponent in each.",
		Fresh: markup.StretchView{Opponent: "1200", Count: "10"},
		File:  "airena-forecast.csv",
	}, ratings.ForecastRequest{
		Rulebook: rulebook.ID("airena"),
		Rating:   1200,
		Strength: frame.Ptr(1300.0),
		Draws:    frame.Ptr(10.0),
		Plan:     []forecast.PlanEntry{{Opponent: frame.Ptr(1200.0), Count: frame.Ptr(20)}, {Opponent: frame.Ptr(1350.0), Count: frame.Ptr(20)}},
		Repeat:   frame.Ptr(1),
		Targets:  []float64{1300},
	})
}

// forecastPicture is the picture of a forecast: how a rating goes on.
func forecastPicture(v markup.ForecastView) picture.Card {
	steps := v.Answer.Steps
	return picture.Card{Question: v.Ask, Answer: v.Answer.Sentence, Key: steps[len(steps)-1].P50, Chart: v.Answer.Chart, Foot: frame.Recompute}
}

// forecastFields are the controls of the agent and its odds.
func forecastFields(req ratings.ForecastRequest) []parts.FieldView {
	return []parts.FieldView{
		{Form: "forecast", Name: "/rating", Label: "Rating now", Key: "forecast-rating", Value: frame.Show(req.Rating), Unit: "points", Step: "10", Least: "100", To: "2400"},
		{Form: "forecast", Name: "/matches", Label: "Matches so far", Key: "forecast-matches", Value: frame.Show(req.Matches), Step: "1", Least: "0", To: "60"},
		{Form: "forecast", Name: "/strength", Label: "True strength", Key: "strength", Value: frame.Show(*req.Strength), Unit: "points", Step: "10", Least: "100", To: "2400"},
		{Form: "forecast", Name: "/draws", Label: "Draws", Key: "draws", Value: frame.Show(*req.Draws), Unit: "%", Step: "1", Least: "0", To: "50"},
	}
}

// forecastView fills the part of a page that v describes with an example.
func forecastView(v markup.ForecastView, req ratings.ForecastRequest) (markup.ForecastView, error) {
	answer, err := ratings.Forecast(req)
	if err != nil {
		return v, err
	}
	v.Fields = forecastFields(req)
	v.Repeat = parts.FieldView{Form: "forecast", Name: "/repeat", Label: "Times to play the schedule", Key: "repeat", Value: frame.Show(*req.Repeat), Unit: "times", Step: "1", Least: "1", To: "60"}
	v.Seed = parts.FieldView{Form: "forecast", Name: "/seed", Label: "Seed", Key: "seed", Value: "1", Step: "1", Least: "0"}
	for _, e := range req.Plan {
		row := markup.StretchView{Difficulty: e.Difficulty, Count: frame.Show(*e.Count)}
		if e.Opponent != nil {
			row.Opponent = frame.Show(*e.Opponent)
		}
		v.Plan = append(v.Plan, row)
	}
	for _, target := range req.Targets {
		v.Targets = append(v.Targets, frame.Show(target))
	}
	chance := func(o *ratings.ForecastOdds) []*string { return []*string{&o.Chance} }
	decimals.Columns(answer.Odds, chance)
	decimals.Columns(answer.Streaks, chance)
	v.Answer = answer
	return v, nil
}
