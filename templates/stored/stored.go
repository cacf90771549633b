// Package stored holds the pages of stored proofs, which a server makes when they are asked for.
package stored

import (
	_ "embed" // the styles of cards
	"strings"

	"github.com/a-h/templ"

	"github.com/tallyproof/tallyproof/templates/parts"
)

//go:embed card.css
var cardRules string

//go:embed card-light.sheet.css
var cardLight string

//go:embed card-dark.sheet.css
var cardDark string

// BoardScript sorts a leaderboard on another site. It stands in the leaderboard: its
// hash is in the Content-Security-Policy.
//
//go:embed board-sort.js
var BoardScript string

// SlipStyle is the style of a card and of <arena-card>: a slip that fits from 180 to 800
// pixels. Its hash is in the Content-Security-Policy too.
//
//go:embed slip.sheet.css
var SlipStyle string

// ForecastStyle is what a forecast on another site has besides the style of a card. Its
// hash is in the Content-Security-Policy too.
//
//go:embed forecast.css
var ForecastStyle string

// Themes are the colours of what other sites frame: those that the reader's system
// asks for, or always the light or the dark ones.
var Themes = []string{"", "light", "dark"}

// CardStyle returns the style of a card in one of the themes. It stands in the card: its
// hash is in the card's Content-Security-Policy.
func CardStyle(theme string) string {
	switch theme {
	case "light":
		return ":root { color-scheme: light; }\n" + cardLight + cardRules
	case "dark":
		return ":root { color-scheme: dark; }\n" + cardDark + cardRules
	}
	return ":root { color-scheme: light dark; }\n" + cardLight + "@media (prefers-color-scheme: dark) { " + cardDark +
		"}\n" + cardRules
}

func cardStyle(theme string) templ.Component {
	return templ.Raw("<style>" + CardStyle(theme) + "</style>")
}

// schemes returns the color-scheme of a theme.
func schemes(theme string) string {
	if theme == "" {
		return "light dark"
	}
	return theme
}

// staleness marks what is out of date.
func staleness(stale bool) templ.Attributes {
	if !stale {
		return nil
	}
	return templ.Attributes{"data-age": "old"}
}

// day returns the date of an RFC 3339 time.
func day(time string) string { return time[:min(len(time), len("2006-01-02"))] }

// storedOn is when a proof was stored, in words.
func storedOn(time string) string {
	if time == "" {
		return "stored on an unknown day"
	}
	return "stored on " + day(time)
}

func orDash(text string) string {
	if text == "" {
		return "–"
	}
	return text
}

// barText returns a bar in words: "Correctness 39, Speed 19.25".
func barText(list []parts.PartView) string {
	var all []string
	for _, p := range list {
		all = append(all, p.Label+" "+p.Answered)
	}
	return strings.Join(all, ", ")
}

// keyed is isolated, with the number in it that carries the accent. The number
// stands after a space; names stand between their marks.
func keyed(sentence, key string) templ.Component {
	if strings.HasPrefix(sentence, key+" ") {
		return templ.Join(templ.Raw(`<b class="key">`+marked(key)+"</b>"), isolated(sentence[len(key):]))
	}
	if at := strings.Index(sentence, " "+key); key != "" && at >= 0 {
		at++
		return templ.Join(isolated(sentence[:at]), templ.Raw(`<b class="key">`+templ.EscapeString(key)+"</b>"),
			isolated(sentence[at+len(key):]))
	}
	return isolated(sentence)
}

// isolated returns a sentence in which texts of strangers stand between U+2068 and
// U+2069: those become elements that keep their direction to themselves.
func isolated(sentence string) templ.Component { return templ.Raw(marked(sentence)) }

func marked(sentence string) string {
	return strings.NewReplacer("\u2068", "<bdi>", "\u2069", "</bdi>").Replace(templ.EscapeString(sentence))
}
