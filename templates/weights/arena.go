package weights

import (
	"strconv"

	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/templates/parts"
)

// number writes a number as a field has it.
func number[T int | float64](x T) string { return strconv.FormatFloat(float64(x), 'f', -1, 64) }

// weight writes a weight, 0 if there is none.
func weight(w *float64) string {
	if w == nil {
		return "0"
	}
	return number(*w)
}

// least writes what a tier takes at least.
func least(t rulebook.Tier) string {
	if len(t.Needs) == 0 {
		return ""
	}
	return number(t.Needs[0].Min)
}

// chosen returns options of which one is selected.
func chosen(list []parts.OptionView, value string) []parts.OptionView {
	same := make([]parts.OptionView, len(list))
	for i, o := range list {
		o.Selected = o.Value == value
		same[i] = o
	}
	return same
}

func needs(t rulebook.Tier) []parts.OptionView {
	stat := ""
	if len(t.Needs) > 0 {
		stat = t.Needs[0].Stat
	}
	return chosen([]parts.OptionView{{Value: "", Label: "nothing"}, {Value: rulebook.RatingStat, Label: "a rating of"},
		{Value: rulebook.PeakRating, Label: "a peak rating of"}, {Value: rulebook.Challenges, Label: "challenges:"},
		{Value: rulebook.Wins, Label: "wins:"}, {Value: rulebook.AverageScore, Label: "an average score of"},
		{Value: rulebook.WinStreak, Label: "wins in a row:"}, {Value: rulebook.Authored, Label: "challenges of its own:"},
	}, stat)
}

func roundings(value string) []parts.OptionView {
	return chosen([]parts.OptionView{{Value: rulebook.RoundParts, Label: "the sum of rounded parts"},
		{Value: rulebook.RoundFloorTotal, Label: "the sum, rounded down"}, {Value: rulebook.RoundNone, Label: "the exact sum"},
	}, value)
}

func schemes(value string) []parts.OptionView {
	return chosen([]parts.OptionView{{Value: rulebook.Solo, Label: "is against the challenge"},
		{Value: rulebook.Pairwise, Label: "is against every entrant"}, {Value: "", Label: "moves no rating"}}, value)
}

func lawTies(value string) []parts.OptionView {
	return chosen([]parts.OptionView{{Value: rulebook.TiesByTime, Label: "the earlier run is ahead"},
		{Value: rulebook.TiesByOrder, Label: "the order given stays"}}, value)
}

func ratingRoundings(value string) []parts.OptionView {
	return chosen([]parts.OptionView{{Value: rulebook.RatingSteps, Label: "rounded before and after a bonus"},
		{Value: rulebook.RatingFinal, Label: "rounded once"}, {Value: rulebook.RatingReal, Label: "not rounded"}}, value)
}
