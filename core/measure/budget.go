package measure

import (
	"fmt"

	"github.com/tallyproof/tallyproof/core/exact"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/words"
)

// budget is scale · max(0, 1 − used/limit); 0 when the match is not verified or
// no limit is set (Clawdiators, document and live code).
var budget = Measure{
	ID: "budget",
	// only scored when the challenge defines constraints
	Inputs:   []Input{{Name: "used"}, {Name: "limit", Optional: true}},
	Effort:   true,
	Verified: true,
	score: func(c *Case) (Score, *op.Error) {
		if !c.Verified {
			c.warn("unverified", c.at(), "efficiency counts only in a verified match: scored 0")
			return Score{}, nil
		}
		if !c.limited() {
			c.warn("no-limit", c.at(), "the challenge sets no limit: scored 0")
			return Score{}, nil
		}
		fraction := max(0, 1 - *c.Used / *c.Limit)
		left := exact.Int(1).Sub(exact.Of(*c.Used).Quo(exact.Of(*c.Limit))).Max(exact.Num{})
		score := exact.Of(c.Scale).Mul(left)
		return Score{score, float64(fraction * c.Scale), fraction}, nil
	},
	lever: func(m *Measurement, _ Shape, _ float64) *Lever {
		if !m.limited() {
			return nil
		}
		return spent(m, Shape{}, 0)
	},
	formula: func(scale string, m *Measurement, _ Shape, _ float64) string {
		if !m.limited() {
			return notCounted
		}
		return fmt.Sprintf("%smax(0, 1 − %s/%s)", scale, words.Number(*m.Used), words.Number(*m.Limit))
	},
	Rule: Rule{
		Line:    "scale · max(0, 1 − used/limit), in a verified match",
		Formula: "SCALE · max(0, 1 − used / limit)",
		Reads:   "`used` and `limit`",
		Words: "What is left of the budget, and never less than 0. The score is 0 when the match is not verified, or " +
			"when the challenge sets no limit.",
	},
}

// limited reports whether the challenge sets a limit.
func (m *Measurement) limited() bool { return m.Limit != nil && *m.Limit != 0 }
