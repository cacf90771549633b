// Package stored holds the pages of stored proofs, which a server makes when they are asked for.
package stored

import (
	_ "embed" // the style of cards
	"strings"

	"github.com/a-h/templ"
)

// CardStyle is the style of a card, which stands in the card: its hash is in
// the card's Content-Security-Policy.
//
//go:embed card.css
var CardStyle string

func cardStyle() templ.Component { return templ.Raw("<style>" + CardStyle + "</style>") }

// staleness marks what is out of date.
func staleness(stale bool) templ.Attributes {
	if !stale {
		return nil
	}
	return templ.Attributes{"data-age": "old"}
}

// day is the date of an RFC 3339 time.
func day(time string) string { return time[:min(len(time), len("2006-01-02"))] }

func orDash(text string) string {
	if text == "" {
		return "–"
	}
	return text
}

// isolated is a sentence in which texts of strangers stand between U+2068 and
// U+2069: those become elements that keep their direction to themselves.
func isolated(sentence string) templ.Component {
	marks := strings.NewReplacer("\u2068", "<bdi>", "\u2069", "</bdi>")
	return templ.Raw(marks.Replace(templ.EscapeString(sentence)))
}
