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

// capital writes the first letter large.
func capital(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

// notes carries warnings over.
func notes(warnings []op.Warning) []Note {
	list := []Note{}
	for _, w := range warnings {
		list = append(list, Note{"warning", w.Field, capital(w.Message) + "."})
	}
	return list
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
