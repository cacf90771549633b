package stress

import (
	"cmp"
	"slices"
	"strings"

	"github.com/tallyproof/tallyproof/core/explain"
	"github.com/tallyproof/tallyproof/core/explain/weights"
	"github.com/tallyproof/tallyproof/core/measure"
	"github.com/tallyproof/tallyproof/core/ranking"
	"github.com/tallyproof/tallyproof/core/ranking/live"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/words"
)

// bench is a table and its rules, of which the checks are run under one plan after another.
type bench struct {
	*weights.Ranked
	req      Request
	asked    plan
	rb       *rulebook.Rulebook // nil for none
	names    []string           // of the rows of the table
	fast     []bool             // columns of speed and effort
	relative []measure.Decay    // those measured against the fastest
	tested   int                // the column that counts tests, or −1
	tests    int                // the least number of tests that gives all scores in it; 0 above mostTests
	highest  float64            // score of the table
	scale    float64            // that of the rules, if these have less
	given    *scores
	unequal  *bool // whether no two agents are equal but for speed, once it is known
}

// plan is how a table is scored: as it says, or with fixes.
type plan struct {
	weights weights.Division
	typed   string // the same as it is typed, if it is not the request's
	fixes   Fixes
	tests   int // 0 for those of the table
	claims  string
}

// scores are the scores of all rows.
type scores struct {
	x       [][]float64 // by the rows of the table
	means   []float64   // of the columns
	differs []bool      // columns in which not all rows are equal
	pairs   []ranking.Pair
	paired  bool // whether the pairs were looked for
}

// stress is a table under a plan, and the checks that are done.
type stress struct {
	*bench
	plan
	*scores
	Weights  weights.Division
	rows     []entrant       // best first
	relative []measure.Decay // as in bench, but if a fix measures against a fixed time
	tests    int             // in the column that counts tests; 0 if nobody knows
	quiet    bool            // whether only the states are wanted
	notes    []explain.Note
	res      Response
	failed   []string // labels of the checks that fail
	states   []bool   // whether each check so far fails
	failures int
	skipped  int // checks that were not done
	found    found
	whole    *string // the case of the whole table, once it is made
}

// entrant is a row of the table.
type entrant struct {
	name  string
	rank  int32
	row   int // of the table
	x     []float64
	total float64
}

const (
	caseRows  = 6     // of a case: the leading agents
	longCase  = 2_000 // characters of a table in a link
	fewKeys   = 12    // with more, a link says how each column is read
	mostTests = 200   // that are recognised
	noise     = 1e-9  // of the scale: scores that differ by no more are equal
	capped    = 0.05  // of the scale: the most that a faster answer costs with the fix

	usualEmpty, usualWrong, usualPerfect, usualChance = 30, 60, 70, 25
)

// open reads a table and its rules.
func open(req Request) (*bench, error) {
	b := &bench{req: req, tested: -1}
	var err error
	if b.Ranked, err = weights.Rank(req.Text, req.Reading, req.Weights); err != nil {
		return nil, err
	}
	if req.Rulebook != nil {
		if b.rb, err = req.Rulebook.Resolve(); err != nil {
			return nil, err
		}
	}
	b.asked = plan{weights: b.Ranked.Weights, tests: req.Tests, claims: req.Difficulty}
	if req.Fixes != nil {
		b.asked.fixes = *req.Fixes
	}
	most, rows := 0.0, len(b.Table.IDs)
	x := make([][]float64, rows)
	for i := range x {
		x[i] = make([]float64, len(b.Keys))
		for k := range x[i] {
			x[i][k] = b.Table.Given(i, k)
			most = max(most, x[i][k])
		}
		b.names = append(b.names, words.Named(b.Table.Names[i]))
	}
	b.scale, b.highest = b.Scale, b.Scale
	if b.rb != nil && b.rb.Scale < b.Scale && most <= b.rb.Scale {
		b.scale = b.rb.Scale
	}
	b.columns()
	b.given = scoresOf(x)
	b.tests = b.recognized()
	return b, nil
}

// scoresOf describes the columns of scores.
func scoresOf(x [][]float64) *scores {
	f := &scores{x: x, means: make([]float64, len(x[0])), differs: make([]bool, len(x[0]))}
	for i := range x {
		for k, y := range x[i] {
			f.means[k] += y / float64(len(x))
			f.differs[k] = f.differs[k] || y != x[0][k]
		}
	}
	return f
}

// alike returns the columns that measure nearly the same.
func (f *scores) alike() []ranking.Pair {
	if !f.paired {
		columns := make([][]float64, len(f.means))
		for k := range columns {
			columns[k] = make([]float64, len(f.x))
			for i := range f.x {
				columns[k][i] = f.x[i][k]
			}
		}
		f.pairs, f.paired = ranking.Pairs(columns), true
	}
	return f.pairs
}

// Names of columns of speed and effort, and of tests.
const (
	fastNames = " speed time latency token_efficiency call_efficiency "
	testNames = " correctness pass_rate "
)

// columns finds out what each column measures: by the rules, or by its name and unit.
func (b *bench) columns() {
	b.fast, b.relative = make([]bool, len(b.Keys)), make([]measure.Decay, len(b.Keys))
	for k, key := range b.Keys {
		tests := strings.Contains(testNames, " "+key+" ")
		b.fast[k] = isTime(b.Columns[k]) || strings.Contains(fastNames, " "+key+" ")
		if b.rb != nil {
			if d, found := b.rb.Dimension(key); found {
				m := measure.Of(d.Measure)
				if m.Relative {
					b.relative[k] = m.Falls(d.Decay)
				}
				b.fast[k], tests = b.fast[k] || m.Effort, tests || m.Tests
			}
		}
		if tests {
			b.tested = k
		}
	}
}

// run does all checks under a plan.
func (b *bench) run(p plan, quiet bool) (*stress, error) {
	s := &stress{bench: b, plan: p, scores: b.given, Weights: p.weights, relative: b.relative, tests: b.tests, quiet: quiet}
	if p.tests > 0 && b.tested >= 0 {
		s.tests = p.tests
	}
	step, refusal := b.Step(p.weights)
	if refusal != nil {
		return nil, refusal
	}
	if p.fixes.Pace || p.fixes.Full {
		s.relative = make([]measure.Decay, len(b.Keys))
	}
	if p.fixes.Full {
		s.scores = b.from(b.given.x[step.Order[0]])
	}
	s.rank(step)
	if !quiet {
		s.notes = b.Notes(step)
	}
	return s, s.check()
}

// rank lists the rows best first: as the table is ranked, or by the scores of a plan that
// changes these.
func (s *stress) rank(step *live.Step) {
	s.rows = make([]entrant, 0, len(step.Order))
	for _, i := range step.Order {
		s.rows = append(s.rows, entrant{s.names[i], step.Rank[i], i, s.x[i], s.total(s.x[i])})
	}
	if !s.fixes.Full && !s.fixes.Gate {
		return
	}
	slices.SortStableFunc(s.rows, func(a, b entrant) int { return cmp.Compare(b.total, a.total) })
	for p := range s.rows {
		if s.rows[p].rank = int32(p + 1); p > 0 && s.rows[p-1].total-s.rows[p].total <= float64(s.scale*noise) {
			s.rows[p].rank = s.rows[p-1].rank
		}
	}
}

// from returns the scores after a row’s speed gets full marks.
func (b *bench) from(best []float64) *scores {
	x := make([][]float64, len(b.given.x))
	for i := range x {
		x[i] = slices.Clone(b.given.x[i])
		for k, fast := range b.fast {
			if fast && best[k] > 0 {
				x[i][k] = min(b.scale, float64(x[i][k]*b.scale)/best[k])
			}
		}
	}
	return scoresOf(x)
}

// or returns a limit of the request, or the usual one, as a score.
func (b *bench) or(percent, usual float64) float64 {
	if percent == 0 {
		percent = usual
	}
	return float64(percent*b.scale) / 100
}

// total returns the score of a row.
func (s *stress) total(x []float64) float64 {
	if s.fixes.Gate && s.tested >= 0 && x[s.tested] <= 0 {
		return 0
	}
	return s.weighted(s.Weights, x)
}

// weighted returns the weighted mean of scores.
func (b *bench) weighted(w weights.Division, x []float64) float64 {
	sum := 0.0
	for k := range x {
		sum += float64(w.Hundredths(k) * x[k])
	}
	return sum / live.Whole
}

func (b *bench) points(x float64) string { return explain.Points(b.Table.Rulebook, x) }

// weigh returns the weight of a column as a fraction.
func (s *stress) weigh(k int) float64 {
	if k < 0 {
		return 0
	}
	return s.Weights.Fraction(k)
}

// placed returns the rows by their scores, best first, without a change of the order of equal ones.
func placed(totals []float64) []int {
	order := make([]int, len(totals))
	for p := range order {
		order[p] = p
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(totals[j], totals[i]) })
	return order
}
