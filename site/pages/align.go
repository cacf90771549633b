package pages

import (
	"regexp"
	"strings"
)

var decimal = regexp.MustCompile(`^(.*?\d+)(?:\.(\d+))?(\D*)$`)

// Spaces as wide as a point and as a figure.
const (
	pointSpace  = "\u2008"
	figureSpace = "\u2007"
)

// align pads the numbers of a column so that their decimal points stand under
// each other, in a right-aligned cell and with tabular figures. align.mjs does
// the same to live answers.
func align(column ...*string) {
	places := 0
	for _, text := range column {
		if m := decimal.FindStringSubmatch(*text); m != nil {
			places = max(places, len(m[2]))
		}
	}
	if places == 0 {
		return
	}
	for _, text := range column {
		m := decimal.FindStringSubmatch(*text)
		if m == nil {
			continue
		}
		point := "."
		if m[2] == "" {
			point = pointSpace
		}
		*text = m[1] + point + m[2] + strings.Repeat(figureSpace, places-len(m[2])) + m[3]
	}
}
