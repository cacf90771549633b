// Package input reads what requests for rewards have in common: amounts of stake,
// ids, instants and scores.
package input

import (
	"cmp"
	"math/bits"
	"slices"

	"github.com/tallyproof/tallyproof/core/exact"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/reward/number"
	"github.com/tallyproof/tallyproof/core/rulebook"
)

// maxBits is how long, in bits, a common multiple of all numbers of tasks may
// be. Everyone runs the same benchmark, so it is seven bits long; fractions
// whose denominators have a very long one cannot be added up in good time.
const maxBits = 256

// minScore is the least score above 0: far less than one task of a benchmark.
const minScore = 1e-12

// Grader reads scores: a pass count, or a score from 0 to 1.
type Grader struct {
	number.Arithmetic
	Notes
	drop   bool    // whether missing results are dropped from the total
	totals []int   // the different numbers of tasks so far
	prime  []int64 // the same without factors they share; their product is a common multiple
	Bits   int     // at least the length of that product
}

// NewGrader returns the reader of scores under these rules.
func NewGrader(r *rulebook.Reward) *Grader {
	return &Grader{Arithmetic: number.ArithmeticOf(r), drop: r.Missing == "drop"}
}

// Marks are the members a score is read from.
type Marks struct {
	Passed, Total, Results *int
	Score                  *float64
	ScoreName              string // "score" by default
}

// Grade is S = passed / total (Term Challenge docs), or the score as given. at
// points to the object that holds the marks.
func (g *Grader) Grade(at string, m Marks) (number.Number, *op.Error) {
	name := cmp.Or(m.ScoreName, "score")
	counted := m.Passed != nil || m.Total != nil || m.Results != nil
	switch {
	case m.Score != nil && counted:
		return number.Zero, Refuse(at+"/"+name, "give either this or passed and total, not both")
	case m.Score != nil:
		return g.Decimal(*m.Score), TooSmall(at+"/"+name, *m.Score, minScore)
	case m.Passed == nil && m.Total == nil:
		return number.Zero, Refuse(at, "no score: want passed and total, or "+name+" from 0 to 1")
	case m.Passed == nil:
		return number.Zero, Refuse(at+"/passed", "missing: want the number of tasks passed")
	case m.Total == nil:
		return number.Zero, Refuse(at+"/total", "missing: want the number of all tasks")
	}
	total, refusal := g.Tasks(at, m)
	if refusal != nil {
		return number.Zero, refusal
	}
	if *m.Passed > total {
		return number.Zero, Refuse(at+"/passed", Itoa(*m.Passed)+" passed: want at most "+Itoa(total))
	}
	if total == 0 {
		g.Warn("no-results", at, "no result came back, and missing results are dropped: scored 0")
		return number.Zero, nil
	}
	return g.Ratio(int64(*m.Passed), int64(total)), nil
}

// Tasks is how many tasks count: all of them, or those with a result. The
// published code pairs tasks with results and forgets what is left over.
func (g *Grader) Tasks(at string, m Marks) (int, *op.Error) {
	total := *m.Total
	if m.Results != nil && g.drop {
		total = min(total, *m.Results)
	}
	if m.Results != nil && *m.Passed > *m.Results {
		return 0, Refuse(at+"/passed", Itoa(*m.Passed)+" passed: want at most results, "+Itoa(*m.Results))
	}
	if g.meet(total); g.Bits > maxBits {
		return 0, Refuse(at+"/total", "too many different numbers of tasks, "+Itoa(
			len(g.totals))+" so far: want one benchmark for everyone")
	}
	return total, nil
}

// meet notes a number of tasks.
func (g *Grader) meet(total int) {
	if total == 0 || slices.Contains(g.totals, total) {
		return
	}
	g.totals = append(g.totals, total)
	rest := int64(total)
	for _, p := range g.prime {
		rest /= exact.Gcd(rest, p)
	}
	if rest > 1 {
		g.prime = append(g.prime, rest)
		g.Bits += bits.Len64(uint64(rest))
	}
}
