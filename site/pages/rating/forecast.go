package rating

import (
	"github.com/tallyproof/tallyproof/core/explain/forecasts"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/standing"
	"github.com/tallyproof/tallyproof/site/decimals"
	"github.com/tallyproof/tallyproof/site/pages/frame"
	"github.com/tallyproof/tallyproof/site/picture"
	"github.com/tallyproof/tallyproof/templates/parts"
	markup "github.com/tallyproof/tallyproof/templates/rating"
)

// careerExample returns the plan of testdata/ops/elo.project, as a schedule: after 60 matches 1116, and 1150
// touched with 31.2 %.
func careerExample() forecasts.ForecastRequest {
	return forecasts.ForecastRequest{
		Rulebook: rulebook.ID("clawdiators"),
		Rating:   1000,
		Strength: frame.Ptr(1150.0),
		Draws:    frame.Ptr(20.0),
		Schedule: "even",
		Length:   frame.Ptr(60),
		Targets:  []float64{1150},
	}
}

// clawdiatorsForecast returns the part of the page about a rating's forecast.
func clawdiatorsForecast() (markup.ForecastView, error) {
	return forecastView(markup.ForecastView{
		Calc: parts.CalcView{ID: "forecast", Label: "Forecast", Operation: "explain.forecast", Takes: "explain.forecast",
			OwnRules: true, Rulebooks: []string{"clawdiators", "clawdiators-live"},
			Reads: "rulebook rating matches strength draws schedule cells length plan repeat targets verified memoryless " +
				"first_attempt careers seed"},
		Both: parts.CalcView{ID: "both", Folded: true, Label: "Both readings", Operation: "explain.forecast", With: "forecast",
			Brief: "readings/1/answer",
			Reads: "rulebook rating matches strength draws schedule cells length plan repeat targets verified memoryless " +
				"first_attempt"},
		Schedules: []parts.ChoiceView{{Value: "even", Label: "Even mix", Checked: true},
			{Value: "level", Label: "My level"}, {Value: "climb", Label: "Climb"}, {Value: "painted", Label: "Painted"},
			{Label: "Own"}},
		Cells: "1234", Painted: "Painted, 1 to 4", Noun: "matches",
		Difficulties: frame.Each(frame.Resolve("clawdiators").Rating.Opponents, func(o rulebook.Opponent) parts.OptionView {
			return parts.OptionView{Value: o.Difficulty, Label: frame.Capital(o.Difficulty) + " (" + frame.Show(o.Rating) + ")"}
		}),
		Plan: frame.Each(frame.Resolve("clawdiators").Rating.Opponents, func(o rulebook.Opponent) markup.StretchView {
			return markup.StretchView{Difficulty: o.Difficulty, Count: "1"}
		}),
		Fresh:  markup.StretchView{Difficulty: "contender", Count: "1"},
		Length: lengthField("60"),
		Repeat: repeatField("15"),
		File:   "clawdiators-forecast.csv",
	}, careerExample())
}

// airenaForecast returns the same for AiRENA, whose matches have one representative
// opponent: K falls after ten matches and again after thirty.
func airenaForecast(record standing.EvaluateRequest) (markup.ForecastView, error) {
	return forecastView(markup.ForecastView{
		Calc: parts.CalcView{ID: "forecast", Label: "Forecast", Operation: "explain.forecast", Takes: "explain.forecast",
			Rulebooks: []string{"airena"},
			With:      "challenge", Reads: "rulebook rating matches"},
		Schedules: []parts.ChoiceView{{Value: "level", Label: "My level", Checked: true}, {Value: "climb", Label: "Climb"},
			{Value: "painted", Label: "Painted"}, {Label: "Own"}},
		Cells: ".", Painted: "Painted: A is 0, B is 50, z is 2550", Noun: "challenges", Slow: true,
		Plan:   []markup.StretchView{{Opponent: "1200", Count: "20"}, {Opponent: "1350", Count: "20"}},
		Fresh:  markup.StretchView{Opponent: "1200", Count: "10"},
		Length: lengthField("40"),
		Repeat: repeatField("1"),
		File:   "airena-forecast.csv",
	}, forecasts.ForecastRequest{
		Rulebook: rulebook.ID("airena"),
		Rating:   *record.Rating,
		Matches:  *record.Challenges,
		Strength: frame.Ptr(1400.0),
		Draws:    frame.Ptr(10.0),
		Schedule: "level",
		Length:   frame.Ptr(40),
		Targets:  []float64{1400},
	})
}

// lengthField returns the number of matches of a schedule.
func lengthField(matches string) parts.FieldView {
	return parts.FieldView{Form: "forecast", Name: "/length", Label: "Matches to come", Key: "length", Value: matches,
		Step: "1", Least: "1", To: "200"}
}

// repeatField is how often a plan of the reader's own is played.
func repeatField(times string) parts.FieldView {
	return parts.FieldView{Form: "forecast", Name: "/repeat", Label: "Played so often", Key: "repeat", Value: times,
		Unit: "times", Step: "1", Least: "1", To: "60"}
}

// forecastPicture returns the picture of a forecast: how a rating goes on.
func forecastPicture(question string, v markup.ForecastView) picture.Card {
	steps := v.Answer.Steps
	return picture.Card{Question: question, Answer: v.Answer.Sentence, Key: steps[len(steps)-1].P50,
		Chart: v.Answer.Chart, Foot: frame.Recompute}
}

// assumed returns the controls of what a forecast has to assume.
func assumed(req forecasts.ForecastRequest) []parts.FieldView {
	return []parts.FieldView{
		{Form: "forecast", Name: "/strength", Label: "You play like", Key: "strength", Value: frame.Show(*req.Strength),
			Step: "10", Least: "100", To: "2400"},
		{Form: "forecast", Name: "/draws", Label: "Draws", Key: "draws", Value: frame.Show(*req.Draws), Unit: "%", Step: "1",
			Least: "0", To: "50"},
	}
}

// forecastView fills the part of a page that v describes with an example.
func forecastView(v markup.ForecastView, req forecasts.ForecastRequest) (markup.ForecastView, error) {
	answer, err := forecasts.Forecast(req)
	if err != nil {
		return v, err
	}
	v.Assumed = assumed(req)
	v.Seed = parts.FieldView{Form: "forecast", Name: "/seed", Label: "Seed", Key: "seed", Value: "1", Step: "1",
		Least: "0"}
	for _, target := range req.Targets {
		v.Targets = append(v.Targets, frame.Show(target))
	}
	chance := func(o *forecasts.ForecastOdds) []*string { return []*string{&o.Chance} }
	decimals.Columns(answer.Odds, chance)
	decimals.Columns(answer.Streaks, chance)
	v.Answer = answer
	return v, nil
}
