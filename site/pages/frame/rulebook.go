package frame

import (
	"github.com/tallyproof/tallyproof/core/measure"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/score"
	"github.com/tallyproof/tallyproof/templates/parts"
)

// Resolve returns a built-in rulebook.
func Resolve(id string) *rulebook.Rulebook {
	rb, err := rulebook.ID(id).Resolve()
	if err != nil {
		panic("pages: a built-in rulebook is missing: " + err.Error())
	}
	return rb
}

// Difficulties returns the rated tiers, and the choice of a custom rating.
func Difficulties(chosen string) []parts.OptionView {
	var options []parts.OptionView
	for _, o := range Resolve("clawdiators").Rating.Opponents {
		options = append(options, parts.OptionView{
			Value: o.Difficulty, Label: Capital(o.Difficulty) + ", rated " + Show(o.Rating), Selected: o.Difficulty == chosen,
		})
	}
	return append(options, parts.OptionView{Label: "Another rating"})
}

// AirenaExample returns a submission that scores 36 + 20 + 16 + 16 = 88.
func AirenaExample() score.ComputeRequest {
	items := []float64{16, 16, 16, 16, 16}
	return score.ComputeRequest{
		Rulebook: rulebook.ID("airena"),
		Weights:  map[string]float64{"correctness": 40, "speed": 20, "quality": 20, "process": 20},
		Measurements: map[string]measure.Measurement{
			"correctness": {Passed: Ptr(9), Total: Ptr(10)},
			"speed":       {TimeMs: Ptr(1000.0), FastestMs: Ptr(1000.0)},
			"quality":     {Items: items},
			"process":     {Items: items},
		},
	}
}

// Readings returns the two rulebooks of Clawdiators, the chosen one first.
func Readings(chosen string) []parts.ChoiceView {
	return []parts.ChoiceView{
		{Value: "clawdiators", Label: "Document", Checked: chosen == "clawdiators"},
		{Value: "clawdiators-live", Label: "Live code", Checked: chosen == "clawdiators-live"},
	}
}
