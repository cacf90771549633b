package measure

import (
	"fmt"

	"github.com/tallyproof/tallyproof/core/exact"
	"github.com/tallyproof/tallyproof/core/op"
)

// mostTasks is the number of exit codes that a measurement can have. It also limits the
// values of its lever.
const mostTasks = 1000

// exitCodes is the part of the tasks whose tests exit with 0 (Term Challenge). A
// task that ran out of time, or has no exit code, failed.
var exitCodes = Measure{
	ID:     "exit-codes",
	Inputs: []Input{{Name: "exit_codes"}, {Name: "total", Optional: true}}, // without a total every task has an exit code
	score: func(c *Case) (Score, *op.Error) {
		passed, total := c.Tasks()
		if total < len(c.ExitCodes) {
			return Score{}, op.Refuse(c.at()+"/total", "%d: want at least the number of exit codes, %d", total, len(c.ExitCodes))
		}
		if total > mostTasks {
			return Score{}, op.Refuse(c.at()+"/total", "%d: want at most %d tasks with exit codes", total, mostTasks)
		}
		return scoreOf(exact.Of(c.Scale).Mul(exact.Frac(int64(passed), int64(total)))), nil
	},
	lever: func(m *Measurement, _ Shape, _ float64) *Lever {
		passed, total := m.Tasks()
		return &Lever{Field: "exit_codes", From: float64(passed), Best: float64(total), Unit: 1}
	},
	formula: func(scale string, m *Measurement, _ Shape, _ float64) string {
		passed, total := m.Tasks()
		return fmt.Sprintf("%s%d/%d", scale, passed, total)
	},
	Rule: Rule{
		Line:    "scale · exit codes of 0 / total",
		Formula: `SCALE · "exit codes of 0" / total`,
		Reads:   "`exit_codes` and `total`",
		Words: "A task passes if its tests exit with 0. Any other exit code fails it, and so does a task without an exit " +
			"code: one that ran out of time or never ran. Without `total`, every task has an exit code.",
	},
}

// Tasks returns the tests or tasks that passed, and all of them: as they were given,
// or by their exit codes.
func (m *Measurement) Tasks() (passed, total int) {
	if m.ExitCodes == nil {
		return *m.Passed, *m.Total
	}
	for _, code := range m.ExitCodes {
		if code == 0 {
			passed++
		}
	}
	total = len(m.ExitCodes)
	if m.Total != nil {
		total = *m.Total
	}
	return passed, total
}

// Counted reports whether the measurement has tests or tasks to count.
func (m *Measurement) Counted() bool {
	return m.ExitCodes != nil || m.Passed != nil && m.Total != nil
}

// solved are exit codes of which so many are 0: failed tasks pass in their
// order, then those without an exit code.
func solved(codes []int, passed int) []int {
	codes = append([]int(nil), codes...)
	for _, code := range codes {
		if code == 0 {
			passed--
		}
	}
	for i := range codes {
		if passed > 0 && codes[i] != 0 {
			codes[i] = 0
			passed--
		}
	}
	for ; passed > 0 && len(codes) < mostTasks; passed-- {
		codes = append(codes, 0)
	}
	return codes
}
