package words

import (
	"slices"
	"strings"
	"unicode"
)

// mostCalled is the number of characters of a name in a sentence.
const mostCalled = 60

// Called returns a stranger's text for use in our own sentences, titles, links and
// pictures: the name of an agent, owner, challenge, arena or file member, or an id. So
// that no name passes for our own words:
//
//   - An ordinary name stands as it is: one to three words of letters, digits and, inside
//     of a word, - _ and dots; the first begins with a letter; it contains no word of a
//     verdict, and its letters are from the same script and not look-alikes of Latin.
//   - Any other name stands in “quotation marks”. Quotation marks inside it become ', so
//     that the first closing mark is ours.
//   - A name is on one line, has at most 60 characters and then an ellipsis, shows its
//     hidden characters as escapes, and keeps its direction to itself.
//
// In an element of its own, such as a cell of a table, a name needs no such marks: see
// [Named].
func Called(name string) string {
	name = Plain(strings.TrimSpace(name))
	switch short := []rune(name); {
	case name == "":
		return noName
	case len(short) > mostCalled:
		name = string(short[:mostCalled]) + "…"
	}
	if isOrdinary(name) {
		return Isolate(name)
	}
	return Quoted(name)
}

// Quoted returns a text of a stranger in quotation marks that no mark inside it closes.
func Quoted(text string) string { return "“" + Isolate(innerMarks.Replace(text)) + "”" }

var innerMarks = strings.NewReplacer("“", "'", "”", "'", "„", "'", "‟", "'", "«", "'", "»", "'", "〝", "'", "〞", "'",
	"〟", "'", "＂", "'", "❝", "'", "❞", "'", "\"", "'")

const noName = "(no name)"

// Named returns a name in an element of its own.
func Named(name string) string {
	if strings.TrimSpace(name) == "" {
		return noName
	}
	return name
}

// verdictWords lists the words that need quotation marks in a name.
var verdictWords = []string{"verif", "authentic", "qualified", "signed", "contested", "unmatched", "unreadable",
	"unknown", "trust", "valid", "noname"}

// isOrdinary reports whether a name needs no quotation marks; see [Called].
func isOrdinary(name string) bool {
	list := strings.Split(name, " ")
	if len(list) > 3 || !unicode.IsLetter([]rune(name)[0]) || slices.ContainsFunc(list, isOddWord) || Mixed(name) {
		return false
	}
	said := strings.ToLower(strings.Map(func(r rune) rune {
		if strings.ContainsRune(" -_.", r) {
			return -1
		}
		return r
	}, name))
	return !slices.ContainsFunc(verdictWords, func(word string) bool { return strings.Contains(said, word) })
}

// isOddWord reports whether a word has other characters than letters, their marks, digits
// and, inside of it, - _ and dots.
func isOddWord(word string) bool {
	if word == "" || strings.Trim(word, "-_.") != word {
		return true
	}
	return strings.ContainsFunc(word, func(r rune) bool {
		switch {
		case r < 0x80:
			return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("-_.", r)
		case unicode.Is(unicode.Latin, r) && r >= 0x250: // but for Vietnamese, these imitate other letters
			return r < 0x1e00 || r > 0x1eff
		}
		return !unicode.In(r, unicode.L, unicode.M, unicode.Nd) || scriptOf(r) == "Letterlike"
	})
}
