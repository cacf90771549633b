package measure

import (
	"fmt"

	"github.com/tallyproof/tallyproof/core/exact"
	"github.com/tallyproof/tallyproof/core/op"
)

// passRatio is the part of the tests or tasks that pass (AiRENA, Term Challenge).
var passRatio = Measure{
	ID:     "pass-ratio",
	Inputs: []Input{{Name: "passed"}, {Name: "total"}},
	Tests:  true,
	score: func(c *Case) (Score, *op.Error) {
		if *c.Total < 1 { // import.detect reads it from a text, past the schema
			return Score{}, op.Refuse(c.at()+"/total", "%d: want at least 1", *c.Total)
		}
		if err := c.tooMany(); err != nil {
			return Score{}, err
		}
		return scoreOf(exact.Of(c.Scale).Mul(exact.Frac(int64(*c.Passed), int64(*c.Total)))), nil
	},
	lever: tests,
	edge: func(m *Measurement, _ float64, _ Shape) *Edge {
		return &Edge{Field: "passed", Full: float64(*m.Total)}
	},
	formula: func(scale string, m *Measurement, _ Shape, _ float64) string {
		return fmt.Sprintf("%s%d/%d", scale, *m.Passed, *m.Total)
	},
	Rule: Rule{
		Line:    "scale · passed/total",
		Formula: "SCALE · passed / total",
		Reads:   "`passed` and `total`",
		Words: "Every test or task counts in `total`, also one without a result. `total` is at least 1 and `passed` at " +
			"most `total`.",
		Dropped: "Only tests or tasks with a result count in `total`. `total` is at least 1 and `passed` at most `total`.",
	},
}

// tooMany refuses more passed tests than there are.
func (c *Case) tooMany() *op.Error {
	if *c.Passed > *c.Total {
		return op.Refuse(c.at()+"/passed", "%d passed: want at most total, %d", *c.Passed, *c.Total)
	}
	return nil
}
