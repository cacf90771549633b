// Package markdown writes texts of strangers into Markdown.
package markdown

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Escape writes a text on one line of Markdown that stays a text, as
// answer/markdown.mjs does: it makes no element, no link and no HTML.
func Escape(text string) string { return escape(Seen(text)) }

// EscapeSentence does that with a sentence of ours, in which the marks of
// words.Isolate stay.
func EscapeSentence(text string) string {
	var seen strings.Builder
	for {
		i := strings.IndexAny(text, marks)
		if i < 0 {
			return escape(seen.String() + Seen(text))
		}
		end := i + len(marks)/2
		seen.WriteString(Seen(text[:i]) + text[i:end])
		text = text[end:]
	}
}

// marks are the two of words.Isolate, of one length.
const marks = "\u2068\u2069"

// escape escapes a text in which everything can be seen.
func escape(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	var b strings.Builder
	for i, c := range text {
		next, _ := utf8.DecodeRuneInString(text[i+utf8.RuneLen(c):])
		begins := i == 0 && strings.ContainsRune("-+#=:", c) || (c == '.' || c == ')') && isItem(text[:i], next)
		b.WriteString(markdownOf(c, next, begins))
	}
	return b.String()
}

// markdownOf writes a character that stands before another (utf8.RuneError at
// the end); begins reports whether it would begin a heading, an item or the
// line below a heading.
func markdownOf(c, next rune, begins bool) string {
	last := next == utf8.RuneError
	switch {
	case c == '&':
		return "&amp;"
	case c == '<':
		return "&lt;"
	case c == '>':
		return "&gt;"
	case c == '@' && !last && next != ' ':
		return `\@&#8288;` // an invisible joiner: it makes neither a mention nor a mail address
	case strings.ContainsRune("\\`*_~[]{}|$^", c),
		begins,
		c == ':' && !last && next != ' ' && next != '\\',
		c == '.' && !last && next != ' ' && next != '.' && next != '\\' && !unicode.Is(asciiDigit, next):
		return `\` + string(c)
	}
	return string(c)
}

// isItem reports whether the point or bracket between these two follows the
// number of an item.
func isItem(before string, next rune) bool {
	return before != "" && len(before) <= 9 && strings.Trim(before, "0123456789") == "" &&
		(next == ' ' || next == utf8.RuneError)
}

var asciiDigit = &unicode.RangeTable{R16: []unicode.Range16{{Lo: '0', Hi: '9', Stride: 1}}, LatinOffset: 1}

// Seen writes invisible characters, and characters that reverse the order of
// others, as escapes. Joiners stay in scripts that need them.
func Seen(text string) string {
	var b strings.Builder
	before := rune(0)
	for _, c := range text {
		joins := c == 0x200c || c == 0x200d || c == 0xfe0e || c == 0xfe0f
		hidden := unicode.In(c, unicode.C, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
		if hidden && !unicode.IsSpace(c) && !(joins && before >= 0x590) {
			fmt.Fprintf(&b, `\u%04x`, c)
		} else {
			b.WriteRune(c)
		}
		before = c
	}
	return b.String()
}
