// Package words formats the parts of sentences: numbers, nouns, and texts of
// strangers, so that these are safe inside our own.
//
// Texts of strangers are names, ids and values of records. They appear in titles,
// sentences, alternative texts and tables. They may hold invisible characters, and
// characters that change the order in which their neighbours are drawn: U+202E turns 19
// into 91. [Plain] shows such characters as escapes. [Isolate] also keeps the direction
// of a text inside it. [Mixed] reports whether the letters of a text may imitate another
// text. In HTML, put the text in <bdi>, and [Plain] is enough.
package words

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf16"
)

// Marks of an isolated text: FIRST STRONG ISOLATE and POP DIRECTIONAL ISOLATE.
const (
	first = "\u2068"
	pop   = "\u2069"
)

// MixedNote says in words what [Mixed] reports.
const MixedNote = "letters of several scripts"

// mostMarks is the longest run of combining marks: no language has longer runs, and a
// tall stack covers the lines above.
const mostMarks = 4

// Plain returns a text on one line in which every character can be seen. White space
// becomes a space; controls, format characters, invisible characters, unassigned
// ones and long stacks of marks are written as in JSON, \u202e. What joins letters
// or chooses their form stays, in scripts that need it.
func Plain(text string) string {
	return shown(text, func(r rune) string {
		if unicode.IsSpace(r) {
			return " "
		}
		return escape(r)
	})
}

// Lines returns a text as [Plain] makes it that keeps its lines and tabs, and in which
// odd white space is written as an escape too. A JSON text still says the same.
func Lines(text string) string {
	return shown(text, func(r rune) string {
		if r == '\n' || r == '\t' {
			return string(r)
		}
		return escape(r)
	})
}

// shown writes a text, and what cannot be seen of it as other says.
func shown(text string, other func(rune) string) string {
	if isPlain(text) {
		return text
	}
	var b strings.Builder
	var before rune
	marks := 0
	for _, r := range text {
		marks++
		if !unicode.Is(unicode.M, r) {
			marks = 0
		}
		switch {
		case r == ' ' || joins(r) && before >= rightToLeft || Visible(r) && marks <= mostMarks:
			b.WriteRune(r)
		default:
			b.WriteString(other(r))
		}
		before = r
	}
	return b.String()
}

// isPlain tells the texts that need no look at each character.
func isPlain(text string) bool {
	for i := range len(text) {
		if text[i] < ' ' || text[i] > '~' {
			return false
		}
	}
	return true
}

// Isolate returns a text as [Plain] makes it that does not change the order of the
// words around it: between U+2068 and U+2069 if any of its letters are written
// from right to left, and as it is otherwise.
func Isolate(text string) string {
	text = Plain(text)
	for _, r := range text {
		if turns(r) {
			return first + text + pop
		}
	}
	return text
}

// rightToLeft is the first character that is, or may need to be joined.
const rightToLeft = 0x590

// turns reports whether r is in a block that Unicode reserves for right-to-left scripts,
// assigned or not.
func turns(r rune) bool {
	return r >= rightToLeft && r < 0x900 || r >= 0xfb1d && r < 0xfe00 || r >= 0xfe70 && r < 0xff00 ||
		r >= 0x10800 && r < 0x11000 || r >= 0x1e800 && r < 0x1f000
}

// joins tells the zero-width joiners and the variation selectors of emoji, which
// have a place behind some characters.
func joins(r rune) bool { return r == 0x200c || r == 0x200d || r == 0xfe0e || r == 0xfe0f }

// invisible are the letters, marks and symbols that are drawn as nothing.
var invisible = &unicode.RangeTable{
	R16: []unicode.Range16{
		{0x034f, 0x034f, 1}, // combining grapheme joiner
		{0x115f, 0x1160, 1}, // Hangul fillers
		{0x17b4, 0x17b5, 1}, // Khmer inherent vowels
		{0x180b, 0x180f, 1}, // Mongolian variation selectors
		{0x2800, 0x2800, 1}, // blank Braille pattern
		{0x3164, 0x3164, 1}, // Hangul filler
		{0xfe00, 0xfe0f, 1}, // variation selectors
		{0xffa0, 0xffa0, 1}, // half-width Hangul filler
		{0xfffc, 0xfffc, 1}, // object replacement
	},
	R32: []unicode.Range32{{0xe0100, 0xe01ef, 1}}, // variation selectors
}

// Visible reports whether a character is drawn as something of its own: a letter, mark,
// digit, sign or symbol that Unicode does not draw as nothing.
func Visible(r rune) bool {
	return r != ' ' && strconv.IsPrint(r) && !unicode.Is(invisible, r)
}

// escape names a character by its code, as JSON does.
func escape(r rune) string {
	if high, low := utf16.EncodeRune(r); high != unicode.ReplacementChar {
		return escape(high) + escape(low)
	}
	code := strconv.FormatInt(int64(r), 16)
	return `\u` + "0000"[len(code):] + code
}
