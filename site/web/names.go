package web

import (
	"strings"

	"github.com/tallyproof/tallyproof/core/words"
)

// mostName limits the characters of a name in an element of its own.
const mostName = 120

// brief returns a name of a stranger in an element of its own: on one line, shortened.
func brief(text string) string {
	text = words.Plain(text)
	if short := []rune(text); len(short) > mostName {
		return string(short[:mostName]) + "…"
	}
	return text
}

// named returns the name of a stranger in a sentence of ours. A name with letters of
// several scripts, which may imitate another, is marked as such.
func named(text string) string {
	if strings.TrimSpace(text) == "" {
		return ""
	}
	if words.Mixed(text) {
		return words.Called(text) + " (" + words.MixedNote + ")"
	}
	return words.Called(text)
}

// reasonOf is why an event happened, in the words of its signer; "" if it says nothing.
func reasonOf(e Event) string {
	if e.Reason == "" {
		return ""
	}
	return words.Quoted(words.Plain(e.Reason))
}
