package explain

import (
	"fmt"
	"strings"

	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/words"
)

// FanMark is a label at a place of the picture.
type FanMark struct {
	At    float64 `json:"at" doc:"Place in percent."`
	Label string  `json:"label" doc:"Label."`
	Kind  string  `json:"kind" doc:"What it marks; empty if all are alike."`
}

// RatingRule describes how a rulebook rounds and rewards, in words.
func RatingRule(rb *rulebook.Rulebook) string {
	if rb.Rating == nil {
		return "does not rate agents"
	}
	rule := "ratings are not rounded"
	switch rb.Rating.Rounding {
	case rulebook.RatingFinal:
		rule = "rounded once, after the bonus"
	case rulebook.RatingSteps:
		rule = "rounded before the bonus and again after it"
	}
	for _, b := range rb.Rating.Bonuses {
		if len(b.Needs) > 1 {
			var needs []string
			for _, n := range b.Needs {
				needs = append(needs, condition(n))
			}
			rule += fmt.Sprintf("; × %s requires %s", words.Number(b.Factor), words.Join(needs))
		}
	}
	return rule
}

func condition(need string) string {
	if need == "first_attempt" {
		return "first attempt"
	}
	return need
}

// Chance shows a chance in whole percents.
func Chance(p float64) string {
	switch {
	case p > 0 && p < 0.005:
		return "under 1 %"
	case p < 1 && p >= 0.995:
		return "over 99 %"
	}
	return words.Fixed(100*min(p, 1), 0) + " %"
}

// Article returns the article of a rating as it is read: an 800, an 1150, a 1200.
func Article(rating float64) string {
	text := words.Fixed(rating, 0)
	if strings.HasPrefix(text, "8") || len(text) == 4 && (strings.HasPrefix(text, "11") || strings.HasPrefix(text, "18")) {
		return "an"
	}
	return "a"
}
