// Package decimals sets columns of numbers.
package decimals

import (
	"regexp"
	"strings"
)

var decimal = regexp.MustCompile(`^(.*?\d+)(?:\.(\d+))?(\D*)$`)

// Spaces as wide as a point and as a figure.
const (
	PointSpace  = "\u2008"
	FigureSpace = "\u2007"
)

// Align pads the numbers of a column so that their decimal points stand under
// each other, in a right-aligned cell and with tabular figures. answer/align.mjs does
// the same to live answers; testdata/decimals.json has the cases of both.
func Align(column ...*string) {
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
			point = PointSpace
		}
		*text = m[1] + point + m[2] + strings.Repeat(FigureSpace, places-len(m[2])) + m[3]
	}
}

// Columns aligns the columns of a table, one after the other. cells are the
// numbers of a row.
func Columns[Row any](rows []Row, cells func(*Row) []*string) {
	var columns [][]*string
	for i := range rows {
		for c, cell := range cells(&rows[i]) {
			if c == len(columns) {
				columns = append(columns, nil)
			}
			columns[c] = append(columns[c], cell)
		}
	}
	for _, column := range columns {
		Align(column...)
	}
}

// mostEven is the number of decimals that others are padded to.
const mostEven = 4

// Even gives the numbers of a column as many decimals as the longest has, unless that has
// too many, as answer/align.mjs does.
func Even(column ...*string) {
	for _, text := range column {
		if m := decimal.FindStringSubmatch(*text); m != nil && len(m[2]) > mostEven {
			return
		}
	}
	Evenly(column...)
}

// Evenly gives the numbers of a column as many decimals as the longest has.
func Evenly(column ...*string) {
	places := 0
	for _, text := range column {
		if m := decimal.FindStringSubmatch(*text); m != nil {
			places = max(places, len(m[2]))
		}
	}
	for _, text := range column {
		if m := decimal.FindStringSubmatch(*text); m != nil && places > 0 {
			*text = m[1] + "." + m[2] + strings.Repeat("0", places-len(m[2])) + m[3]
		}
	}
}
