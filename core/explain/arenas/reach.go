package arenas

import (
	"math"
	"strconv"

	"github.com/tallyproof/tallyproof/core/measure"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/words"
)

// Most of what is counted in a run.
const (
	mostTests   = 10
	mostSeconds = 300
	mostTokens  = 100
	fastest     = 30 // seconds of the fastest other run
)

// reach returns the row and the measurement of a dimension.
func reach(rb *rulebook.Rulebook, d *rulebook.Dimension, value *float64) (Row, measure.Measurement) {
	most, unit := mostOf(rb, d)
	x := float64(0.8 * most)
	if measure.Of(d.Measure).Effort {
		x = float64(0.2 * most)
	}
	if value != nil {
		x = min(*value, most)
	}
	step := "1"
	switch {
	case unit == "of 10":
		x = math.Round(x)
	case most < 5:
		step = "0.01"
	case most < 50 && unit == "":
		step = "0.1"
	}
	row := Row{Step: step, Reached: x, Key: d.Key, Label: words.Named(d.Label), Value: words.Short(x), Most: most, At: float64(100*x) / most}
	if unit != "" {
		row.Unit = " " + unit
		row.Value += row.Unit
	}
	return row, measured(d, x)
}

// mostOf returns the most that a run reaches in a dimension, and the unit.
func mostOf(rb *rulebook.Rulebook, d *rulebook.Dimension) (most float64, unit string) {
	switch d.Measure {
	case "pass-ratio", "all-or-nothing", "exit-codes":
		return mostTests, "of 10"
	case "relative-time", "time-budget", "time-curve":
		return mostSeconds, "s"
	case "budget":
		return mostTokens, "%"
	case "rubric":
		return 20, "of 20"
	case "target-limit":
		most = rb.Scale
		for _, end := range []*float64{d.Target, d.Limit} {
			if end != nil {
				most = max(most, *end)
			}
		}
		return most, ""
	}
	return rb.Scale, ""
}

// measured returns the measurement of a dimension that reached x.
func measured(d *rulebook.Dimension, x float64) (m measure.Measurement) {
	number := func(x float64) *float64 { return &x }
	count := func(n int) *int { return &n }
	switch d.Measure {
	case "pass-ratio", "all-or-nothing":
		m.Passed, m.Total = count(int(x)), count(mostTests)
	case "exit-codes":
		for i := range mostTests {
			code := 0
			if i >= int(x) {
				code = 1
			}
			m.ExitCodes = append(m.ExitCodes, code)
		}
	case "relative-time":
		m.TimeMs, m.FastestMs = number(float64(1000*max(x, 1))), number(1000*min(fastest, max(x, 1)))
	case "time-budget", "time-curve":
		m.Used, m.Limit = number(x), number(mostSeconds)
	case "budget":
		m.Used, m.Limit = number(x), number(mostTokens)
	case "rubric":
		m.Items = []float64{x, x, x, x, x}
	case "target-limit":
		m.Value = number(x)
	default:
		m.Score = number(x)
	}
	return m
}

// fieldBrief says how many opponents there are, and their ratings.
func fieldBrief(r *rulebook.Rating) string {
	if r == nil || len(r.Opponents) == 0 {
		return "none"
	}
	least, most := r.Opponents[0].Rating, r.Opponents[0].Rating
	for _, o := range r.Opponents {
		least, most = min(least, o.Rating), max(most, o.Rating)
	}
	if least == most {
		return strconv.Itoa(len(r.Opponents)) + ", " + words.Number(least)
	}
	return strconv.Itoa(len(r.Opponents)) + ", " + words.Number(least) + " to " + words.Number(most)
}

// bonusesBrief says how many bonuses there are, and the largest.
func bonusesBrief(r *rulebook.Rating) string {
	if r == nil || len(r.Bonuses) == 0 {
		return "none"
	}
	most := r.Bonuses[0].Factor
	for _, b := range r.Bonuses {
		most = max(most, b.Factor)
	}
	return strconv.Itoa(len(r.Bonuses)) + ", up to × " + words.Number(most)
}
