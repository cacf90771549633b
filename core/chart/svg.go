// Package chart draws SVG from numbers and texts: shapes, real text, and a title
// for whoever does not see them. It knows nothing of arenas and proofs.
package chart

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// Canvas collects the text of an SVG. Its zero value is empty.
type Canvas struct{ text []byte }

// Add appends markup, with a text wherever it has a %. Texts from elsewhere have
// to be [Escaped].
func (c *Canvas) Add(markup string, texts ...string) {
	for _, text := range texts {
		before, after, _ := strings.Cut(markup, "%")
		c.text = append(append(c.text, before...), text...)
		markup = after
	}
	c.text = append(c.text, markup...)
}

// String is the SVG so far.
func (c *Canvas) String() string { return string(c.text) }

// Escaped is a text as XML content or as an attribute's value. Characters that
// XML cannot hold (XML 1.0 section 2.2) become U+FFFD.
func Escaped(text string) string {
	var dst []byte
	for _, r := range text {
		switch {
		case r == '&', r == '<', r == '>', r == '"':
			dst = append(append(append(dst, "&#"...), strconv.Itoa(int(r))...), ';')
		case r < ' ' && r != '\t' && r != '\n', r == 0xfffe, r == 0xffff:
			dst = append(dst, "\ufffd"...)
		default:
			dst = utf8.AppendRune(dst, r)
		}
	}
	return string(dst)
}

// Fixed is a number with at most that many decimals, and no zeros at their end.
func Fixed(x float64, decimals int) string {
	text := strconv.FormatFloat(x, 'f', decimals, 64)
	if strings.Contains(text, ".") {
		text = strings.TrimRight(strings.TrimRight(text, "0"), ".")
	}
	if text == "-0" {
		return "0"
	}
	return text
}
