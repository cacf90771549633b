package measure

import (
	"fmt"
	"math"

	"github.com/tallyproof/tallyproof/core/exact"
	"github.com/tallyproof/tallyproof/core/fmath"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/words"
)

// timeCurve is round(scale · (1 − used/limit)^1.5) (Clawdiators' live code).
var timeCurve = Measure{
	ID:      "time-curve",
	Inputs:  []Input{{Name: "used"}, {Name: "limit"}},
	Effort:  true,
	Float64: "raises to the power 1.5",
	Decay:   1.5,
	Rounds:  true,
	score: func(c *Case) (Score, *op.Error) {
		if err := c.inTime(); err != nil {
			return Score{}, err
		}
		left := 1 - *c.Used / *c.Limit
		curve := fmath.RoundHalfUp(float64(c.Scale * fmath.Pow(left, c.Shape.Decay)))
		return Score{exact.Of(curve), curve, math.NaN()}, nil
	},
	lever: spent,
	formula: func(scale string, m *Measurement, s Shape, _ float64) string {
		return fmt.Sprintf("round(%s(1 − %s/%s)^%s)", scale, words.Number(*m.Used), words.Number(*m.Limit),
			words.Number(s.Decay))
	},
	Rule: Rule{
		Line:    "round(scale · (1 − used/limit)^1.5)",
		Formula: `round(SCALE · (1 − "time used" / "time limit")^1.5)`,
		Reads:   "`used` and `limit`, in one unit",
		Words: "The score falls with the power 1.5 of the time left, and is rounded to a whole number. After the limit " +
			"the submission has expired and cannot be scored: error `expired`.",
		Pace: "with the power 1.5 of the time left",
	},
}
