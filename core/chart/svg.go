// Package chart draws SVG from numbers and texts: shapes, real text, and a title for
// screen readers. It does not depend on arenas or proofs.
package chart

import (
	"math"
	"strconv"
	"strings"
)

// Add is markup with a text wherever it has a %. Texts from elsewhere have to be
// [Escaped].
func Add(markup string, texts ...string) string {
	svg := ""
	for _, text := range texts {
		before, after, _ := strings.Cut(markup, "%")
		svg, markup = svg+before+text, after
	}
	return svg + markup
}

// Escaped returns a text as XML content or as an attribute's value. What XML cannot
// hold (XML 1.0 section 2.2) becomes U+FFFD.
func Escaped(text string) string {
	var out []byte
	for _, r := range text {
		piece := string(r)
		switch {
		case r == '&', r == '<', r == '>', r == '"':
			piece = "&#" + strconv.Itoa(int(r)) + ";"
		case r < ' ' && r != '\t' && r != '\n', r == 0xfffe, r == 0xffff:
			piece = "\ufffd"
		}
		out = append(out, piece...)
	}
	return string(out)
}

// Hundredth returns x rounded to two decimals, halves up: as near as a picture shows.
func Hundredth(x float64) float64 { return math.Floor(float64(x*100)+0.5) / 100 }

// Fixed returns a number with at most that many decimals, and no zeros at their end.
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
