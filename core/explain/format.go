package explain

import (
	"strings"

	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/words"
)

// Points shows a score of a rulebook, or a difference of two: a rate in percent with
// one decimal, a score of 100 with two, and larger scales as short as they are. It has
// more where it would look like nothing or all.
func Points(rb *rulebook.Rulebook, x float64) string {
	return PointsTo(rb, x, words.Apart(x, rb.Scale, usual(rb))-usual(rb))
}

// usual returns the number of decimals of a score.
func usual(rb *rulebook.Rulebook) int {
	if rb.Scale == 1 {
		return 3 // of a rate: one of its percentage
	}
	return 2
}

// Total shows a score, with as many decimals as it needs not to look like one with
// another result.
func Total(rb *rulebook.Rulebook, x float64) string {
	return PointsTo(rb, x, TotalDecimals(rb, x))
}

// ResultName returns what an arena calls a result: win, draw or loss, or its own word.
func ResultName(rb *rulebook.Rulebook, id string) string {
	if name := rb.Result(id).Name; name != "" {
		return words.Called(name)
	}
	return id
}

// AResult is [ResultName] as a noun in a sentence: a win, or silver.
func AResult(rb *rulebook.Rulebook, id string) string {
	if name := ResultName(rb, id); name != id {
		return name
	}
	return "a " + id
}

// TotalDecimals returns the number of extra decimals that this takes.
func TotalDecimals(rb *rulebook.Rulebook, x float64) int {
	return words.Enough(words.Apart(x, rb.Scale, usual(rb)), func(decimals int) bool {
		return rb.ResultOf(words.Shown(x, decimals)) == rb.ResultOf(x)
	}) - usual(rb)
}

// ShownPoints returns the number that a reader sees in the text of [PointsTo].
func ShownPoints(rb *rulebook.Rulebook, x float64, more int) float64 {
	return words.Shown(x, usual(rb)+more)
}

// PointsTo is [Points] with so many decimals more.
func PointsTo(rb *rulebook.Rulebook, x float64, more int) string {
	switch rb.Scale {
	case 1:
		return words.Fixed(100*x, usual(rb)-2+more) + " %"
	case 100:
		return words.Fixed(x, 2+more)
	}
	return words.Within(x, 2+more)
}

// Unit describes what a score is out of.
func Unit(rb *rulebook.Rulebook) string {
	if rb.Scale == 1 {
		return ""
	}
	return "of " + op.Show(rb.Scale)
}

// AsPoints turns the text of a score into the text of a difference: for rates, percentage
// points.
func AsPoints(text string) string {
	if rate, ok := strings.CutSuffix(text, " %"); ok {
		return rate + " points"
	}
	return text
}

// Nonzero reports whether the text of a difference has a digit that counts.
func Nonzero(text string) bool { return strings.ContainsAny(text, "123456789") }

// Notes carries warnings over, each once: one for every match of a plan says the same.
func Notes(warnings []op.Warning) []Note {
	list := []Note{}
next:
	for _, w := range warnings {
		text := words.Capital(w.Message) + "."
		for i := range list {
			if list[i].Text == text {
				continue next
			}
		}
		list = append(list, Note{Kind: "warning", Field: w.Field, Text: text})
	}
	return list
}

// Whole reports whether a request gives its rulebook whole, and does not name a
// built-in one.
func Whole(ref rulebook.Ref) bool {
	_, named := ref.OpShape().(string)
	return !named
}

// Siblings returns the built-in rulebooks of the same arena, or nil if rb is the only
// one.
func Siblings(rb *rulebook.Rulebook) []*rulebook.Rulebook {
	var all []*rulebook.Rulebook
	for _, other := range rulebook.BuiltIn() {
		if rb.Arena != "" && other.Arena == rb.Arena {
			all = append(all, other)
		}
	}
	if len(all) < 2 {
		return nil
	}
	return all
}
