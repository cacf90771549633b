// Package parts holds what pages with calculators share: forms, fields, answers, charts, tools.
package parts

import (
	"strconv"
)

// Percent writes a number with its percent sign.
func Percent(x float64) string { return Number(x) + "%" }

// Number writes a number as JavaScript does, so that a live answer changes no
// attribute that stays the same.
func Number(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }
