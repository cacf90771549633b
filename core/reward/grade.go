package reward

import (
	"cmp"
	"slices"

	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/rulebook"
)

// maxTotals is how many different numbers of tasks one request may speak of.
// Everyone runs the same benchmark, so there is one; fractions with very many
// different denominators have no common one that can be computed with.
const maxTotals = 64

// grader reads scores: a pass count, or a score from 0 to 1.
type grader struct {
	arithmetic
	notes
	drop   bool  // whether missing results are dropped from the total
	totals []int // the different numbers of tasks so far
}

func newGrader(r *rulebook.Reward) *grader {
	return &grader{arithmetic: arithmeticOf(r), drop: r.Missing == "drop"}
}

// marks are the members a score is read from.
type marks struct {
	passed, total, results *int
	score                  *float64
	scoreName              string // "score" unless said
}

// grade is S = passed / total (003, 004), or the score as given. at points to
// the object that holds the marks.
func (g *grader) grade(at string, m marks) (number, *op.Error) {
	name := cmp.Or(m.scoreName, "score")
	counted := m.passed != nil || m.total != nil || m.results != nil
	switch {
	case m.score != nil && counted:
		return zero, refuse(at+"/"+name, "passed and total are given too: want one of them")
	case m.score != nil:
		return g.decimal(*m.score), nil
	case m.passed == nil && m.total == nil:
		return zero, refuse(at, "no score: want passed and total, or "+name+" from 0 to 1")
	case m.passed == nil:
		return zero, refuse(at+"/passed", "missing: want the number of tasks passed")
	case m.total == nil:
		return zero, refuse(at+"/total", "missing: want the number of all tasks")
	}
	total, refusal := g.tasks(at, m)
	if refusal != nil {
		return zero, refusal
	}
	if *m.passed > total {
		return zero, refuse(at+"/passed", itoa(*m.passed)+" passed: want at most "+itoa(total))
	}
	if total == 0 {
		g.warn("no-results", at, "no result came back, and missing ones are dropped: scored 0")
		return zero, nil
	}
	return g.ratio(int64(*m.passed), int64(total)), nil
}

// tasks is how many tasks count: all of them, or those with a result. The
// published code pairs tasks with results and forgets what is left over.
func (g *grader) tasks(at string, m marks) (int, *op.Error) {
	total := *m.total
	if m.results != nil && g.drop {
		total = min(total, *m.results)
	}
	if m.results != nil && *m.passed > *m.results {
		return 0, refuse(at+"/passed", itoa(*m.passed)+" passed: want at most results, "+itoa(*m.results))
	}
	if !slices.Contains(g.totals, total) {
		g.totals = append(g.totals, total)
	}
	if len(g.totals) > maxTotals {
		return 0, refuse(at+"/total", "more than "+itoa(maxTotals)+" different numbers of tasks: want one benchmark for everyone")
	}
	return total, nil
}
