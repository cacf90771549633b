package explain

import (
	"strings"

	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/words"
)

// Points shows a score of a rulebook: a rate in percent with one decimal, a
// score of 100 with two, and larger scales as short as they are.
func Points(rb *rulebook.Rulebook, x float64) string { return PointsTo(rb, x, 0) }

// PointsTo is [Points] with so many decimals more.
func PointsTo(rb *rulebook.Rulebook, x float64, more int) string {
	switch rb.Scale {
	case 1:
		return words.Fixed(100*x, 1+more) + " %"
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

// AsPoints is a score's text as that of a difference: of rates it is in
// percentage points, not in percent of one of them.
func AsPoints(text string) string {
	if rate, ok := strings.CutSuffix(text, " %"); ok {
		return rate + " points"
	}
	return text
}

// Notes carries warnings over.
func Notes(warnings []op.Warning) []Note {
	list := []Note{}
	for _, w := range warnings {
		list = append(list, Note{Kind: "warning", Field: w.Field, Text: words.Capital(w.Message) + "."})
	}
	return list
}

// Whole reports whether a request gives its rulebook whole, and does not name a
// built-in one.
func Whole(ref rulebook.Ref) bool {
	_, named := ref.OpShape().(string)
	return !named
}

// Siblings are the built-in rulebooks that read the same arena's rules; none
// when there is only the one asked for.
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
