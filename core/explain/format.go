package explain

import (
	"math"
	"strconv"
	"strings"

	"github.com/tallyproof/tallyproof/core/message"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/rulebook"
)

// say is [message.Say].
func say(format string, texts ...string) string { return message.Say(format, texts...) }

// points shows a score of a rulebook: a rate in percent with one decimal, a
// score of 100 with two, and larger scales as short as they are.
func points(rb *rulebook.Rulebook, x float64) string {
	switch rb.Scale {
	case 1:
		return fixed(100*x, 1) + " %"
	case 100:
		return fixed(x, 2)
	}
	return short(x)
}

// unit says what a score is out of.
func unit(rb *rulebook.Rulebook) string {
	if rb.Scale == 1 {
		return ""
	}
	return "of " + op.Show(rb.Scale)
}

// percent shows a fraction in percent, as short as it is.
func percent(x float64) string { return short(100*x) + " %" }

// short shows at most two decimals and no trailing zeros.
func short(x float64) string {
	text := fixed(x, 2)
	return strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
}

// fixed shows so many decimals, with a real minus sign.
func fixed(x float64, decimals int) string {
	text := strconv.FormatFloat(math.Abs(x), 'f', decimals, 64)
	if x < 0 && strings.Trim(text, "0.") != "" {
		return "−" + text
	}
	return text
}

// signed shows a change with its sign and at most two decimals.
func signed(x float64) string {
	text := short(x)
	if x > 0 && text != "0" {
		return "+" + text
	}
	return text
}

// number is a value inside a formula: as it was written.
func number(x float64) string { return strings.Replace(op.Show(x), "-", "−", 1) }

// asPoints is a score's text as that of a difference: of rates it is in
// percentage points, not in percent of one of them.
func asPoints(text string) string {
	if rate, ok := strings.CutSuffix(text, " %"); ok {
		return rate + " points"
	}
	return text
}

// change is a signed change with its noun: +16 points, +1 point.
func change(x float64, noun string) string {
	text := signed(x)
	if text != "+1" && text != "−1" {
		noun += "s"
	}
	return text + " " + noun
}

// called is a name in a sentence.
func called(name string) string {
	if strings.TrimSpace(name) == "" {
		return "(no name)"
	}
	return name
}

// join lists texts: a, b and c.
func join(list []string) string {
	if len(list) < 2 {
		return strings.Join(list, "")
	}
	return strings.Join(list[:len(list)-1], ", ") + " and " + list[len(list)-1]
}

// ordinal is 1st, 2nd, 3rd, 4th, …
func ordinal(n int) string {
	suffix := "th"
	if n%100 < 11 || n%100 > 13 {
		switch n % 10 {
		case 1:
			suffix = "st"
		case 2:
			suffix = "nd"
		case 3:
			suffix = "rd"
		}
	}
	return strconv.Itoa(n) + suffix
}

// a puts the article before an outcome.
func a(outcome string) string { return "a " + outcome }

// capital writes the first letter large, if it is one from a to z.
func capital(s string) string {
	if s == "" || s[0] < 'a' || s[0] > 'z' {
		return s
	}
	return string(s[0]-'a'+'A') + s[1:]
}

// notes carries warnings over.
func notes(warnings []op.Warning) []Note {
	list := []Note{}
	for _, w := range warnings {
		list = append(list, Note{"warning", w.Field, capital(w.Message) + "."})
	}
	return list
}

// whole reports whether a request gives its rulebook whole, and does not name a
// built-in one.
func whole(ref rulebook.Ref) bool {
	_, named := ref.OpShape().(string)
	return !named
}

// siblings are the built-in rulebooks that read the same arena's rules; none
// when there is only the one asked for.
func siblings(rb *rulebook.Rulebook) []*rulebook.Rulebook {
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

// plural is a noun for that many.
func plural(n int, noun string) string {
	switch {
	case n == 1:
		return noun
	case noun == "match":
		return "matches"
	}
	return noun + "s"
}
