package audits

import (
	"strconv"
	"strings"

	"github.com/tallyproof/tallyproof/core/audit"
	"github.com/tallyproof/tallyproof/core/words"
)

// Digit is a part of a claimed value.
type Digit struct {
	Text  string `json:"text" doc:"Characters of the value."`
	Wrong bool   `json:"wrong" doc:"Whether they differ from the right value, counted from the decimal point."`
}

// decimalsShown is the fewest decimals of a value that is no rank, and mostDecimals the most.
const (
	decimalsShown = 2
	mostDecimals  = 6
)

// decimalsOf returns the decimals with which a claim is shown.
func decimalsOf(kind string, claim float64) int {
	if kind == "rank" {
		return 0
	}
	return min(max(decimalsShown, words.Decimals(claim)), mostDecimals)
}

// valueShown is a claim for readers.
func valueShown(kind, claimed string) string {
	if x, err := strconv.ParseFloat(claimed, 64); err == nil {
		return words.Fixed(x, decimalsOf(kind, x))
	}
	return claimed
}

// pairShown is a wrong claim and the right value with the same decimals; with more if they
// would look alike.
func pairShown(d *audit.Detail) (claimed, right string) {
	claim, err := strconv.ParseFloat(d.Claimed, 64)
	value, wrong := strconv.ParseFloat(d.Recomputed, 64)
	if err != nil || wrong != nil {
		return valueShown(d.Kind, d.Claimed), d.Recomputed
	}
	decimals := words.Enough(decimalsOf(d.Kind, claim), func(decimals int) bool {
		return words.Fixed(claim, decimals) != words.Fixed(value, decimals)
	})
	return words.Fixed(claim, decimals), words.Fixed(value, decimals)
}

// digits marks the characters of a claim that differ from the right value, at the same
// distance from the decimal point. A point between two of them is marked too. If there are
// none, all are.
func digits(claimed, right string) (parts []Digit) {
	claim, value := []rune(claimed), []rune(right)
	from := pointOf(value) - pointOf(claim)
	wrong, some := make([]bool, len(claim)), false
	for i, c := range claim {
		at := i + from
		wrong[i] = c != '.' && (at < 0 || at >= len(value) || value[at] != c)
		some = some || wrong[i]
	}
	for i := 1; i+1 < len(claim); i++ {
		wrong[i] = wrong[i] || claim[i] == '.' && wrong[i-1] && wrong[i+1]
	}
	if !isNumber(claimed) || !isNumber(right) {
		some = false
	}
	for i, c := range claim {
		w := wrong[i] || !some
		if n := len(parts); n > 0 && parts[n-1].Wrong == w {
			parts[n-1].Text += string(c)
			continue
		}
		parts = append(parts, Digit{Text: string(c), Wrong: w})
	}
	return parts
}

// pointOf returns where the decimal point of a number is, or would be.
func pointOf(number []rune) int {
	for i, c := range number {
		if c == '.' {
			return i
		}
	}
	return len(number)
}

func isNumber(text string) bool {
	return text != "" && strings.Trim(text, "0123456789.−") == ""
}
