package measure

import (
	"fmt"

	"github.com/tallyproof/tallyproof/core/exact"
	"github.com/tallyproof/tallyproof/core/op"
)

// allOrNothing is the scale when every test passes in time, else 0 (Term
// Challenge).
var allOrNothing = Measure{
	ID: "all-or-nothing",
	// a task without word of a timeout ended in time
	Inputs:   []Input{{Name: "passed"}, {Name: "total"}, {Name: "timed_out", Optional: true}},
	Tests:    true,
	AllTests: true,
	score: func(c *Case) (Score, *op.Error) {
		if err := c.tooMany(); err != nil {
			return Score{}, err
		}
		if *c.Passed < *c.Total || c.TimedOut != nil && *c.TimedOut {
			return scoreOf(exact.Num{}), nil
		}
		return scoreOf(exact.Of(c.Scale)), nil
	},
	lever: tests,
	formula: func(_ string, m *Measurement, _ Shape, _ float64) string {
		return fmt.Sprintf("%d of %d tests, all or nothing", *m.Passed, *m.Total)
	},
	Rule: Rule{
		Line:  "the scale if every test passes in time, else 0",
		Reads: "`passed`, `total` and `timed_out`",
		Words: "Full marks when every test passes in time; 0 otherwise.",
	},
}
