package reward

import (
	"cmp"
	"math/bits"
	"slices"

	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/rulebook"
)

// maxBits is how long, in bits, a common multiple of all numbers of tasks may
// be. Everyone runs the same benchmark, so it is seven bits long; fractions
// whose denominators have a very long one cannot be added up in good time.
const maxBits = 256

// minScore is the least score above 0: far less than one task of a benchmark.
const minScore = 1e-12

// grader reads scores: a pass count, or a score from 0 to 1.
type grader struct {
	arithmetic
	notes
	drop   bool    // whether missing results are dropped from the total
	totals []int   // the different numbers of tasks so far
	prime  []int64 // the same without factors they share; their product is a common multiple
	bits   int     // at least the length of that product
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
		return g.decimal(*m.score), tooSmall(at+"/"+name, *m.score, minScore)
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
	if g.meet(total); g.bits > maxBits {
		return 0, refuse(at+"/total", "too many different numbers of tasks, "+itoa(len(g.totals))+" so far: want one benchmark for everyone")
	}
	return total, nil
}

// meet notes a number of tasks.
func (g *grader) meet(total int) {
	if total == 0 || slices.Contains(g.totals, total) {
		return
	}
	g.totals = append(g.totals, total)
	rest := int64(total)
	for _, p := range g.prime {
		rest /= gcd(rest, p)
	}
	if rest > 1 {
		g.prime = append(g.prime, rest)
		g.bits += bits.Len64(uint64(rest))
	}
}
