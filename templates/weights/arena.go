package weights

import (
	"strconv"

	"github.com/tallyproof/tallyproof/core/explain/arenas"
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
func least(t arenas.Tier) string {
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

func needs(t arenas.Tier) []parts.OptionView {
	stat := ""
	if len(t.Needs) > 0 {
		stat = t.Needs[0].Stat
	}
	return chosen([]parts.OptionView{{Value: "", Label: "nothing"}, {Value: arenas.RatingStat, Label: "a rating of"},
		{Value: arenas.PeakRating, Label: "a peak rating of"}, {Value: arenas.Challenges, Label: "challenges:"},
		{Value: arenas.Wins, Label: "wins:"}, {Value: arenas.AverageScore, Label: "an average score of"},
		{Value: arenas.WinStreak, Label: "wins in a row:"}, {Value: arenas.Authored, Label: "challenges of its own:"},
	}, stat)
}

func roundings(value string) []parts.OptionView {
	return chosen([]parts.OptionView{{Value: arenas.RoundParts, Label: "the sum of rounded parts"},
		{Value: arenas.RoundFloorTotal, Label: "the sum, rounded down"}, {Value: arenas.RoundNone, Label: "the exact sum"},
	}, value)
}

func schemes(value string) []parts.OptionView {
	return chosen([]parts.OptionView{{Value: arenas.Solo, Label: "is against the challenge"},
		{Value: arenas.Pairwise, Label: "is against every entrant"}, {Value: "", Label: "moves no rating"}}, value)
}

func lawTies(value string) []parts.OptionView {
	return chosen([]parts.OptionView{{Value: arenas.TiesByTime, Label: "the earlier run leads"},
		{Value: arenas.TiesByOrder, Label: "the order given stays"}}, value)
}

func ratingRoundings(value string) []parts.OptionView {
	return chosen([]parts.OptionView{{Value: arenas.RatingSteps, Label: "rounded before and after a bonus"},
		{Value: arenas.RatingFinal, Label: "rounded once"}, {Value: arenas.RatingReal, Label: "not rounded"}}, value)
}
