package measure

import (
	"fmt"

	"github.com/tallyproof/tallyproof/core/exact"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/words"
)

// timeBudget is the part of the time limit that is left (Clawdiators' document).
var timeBudget = Measure{
	ID:     "time-budget",
	Inputs: []Input{{Name: "used"}, {Name: "limit"}},
	Effort: true,
	score: func(c *Case) (Score, *op.Error) {
		if err := c.inTime(); err != nil {
			return Score{}, err
		}
		left := exact.Int(1).Sub(exact.Of(*c.Used).Quo(exact.Of(*c.Limit)))
		return scoreOf(exact.Of(c.Scale).Mul(left)), nil
	},
	lever: spent,
	edge:  used,
	formula: func(scale string, m *Measurement, _ Shape, _ float64) string {
		return fmt.Sprintf("%s(1 − %s/%s)", scale, words.Number(*m.Used), words.Number(*m.Limit))
	},
	Rule: Rule{
		Line:    "scale · (1 − used/limit)",
		Formula: `SCALE · (1 − "time used" / "time limit")`,
		Reads:   "`used` and `limit`, in one unit",
		Words: "The score falls evenly with the time used. After the limit the submission has expired and cannot be " +
			"scored: error `expired`.",
		Pace: "evenly with the time used",
	},
}

// inTime refuses a time after the limit: the submission has expired, and cannot
// be scored at all.
func (c *Case) inTime() *op.Error {
	if *c.Limit <= 0 {
		return op.Refuse(c.at()+"/limit", "%s: want a time limit above 0", op.Show(*c.Limit))
	}
	if *c.Used > *c.Limit {
		return &op.Error{
			Code:  op.Expired,
			Field: c.at() + "/used",
			Message: fmt.Sprintf("%s used of %s: the submission has expired, want at most the limit", op.Show(*c.Used),
				op.Show(*c.Limit)),
		}
	}
	return nil
}
