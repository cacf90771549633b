// Package live ranks a table under one weighting after another, as fast as a
// slider moves: the rows are read once, and a step takes weights alone.
//
// A step gives the order, ranks and scores of [score.Rank], bit for bit, without
// allocating. Sums are exact in float64 while the decimals of scores and weights make
// them whole numbers below 2^53; other tables are added as fractions, which is slower. A
// table of columns ([Of]) is as fast and exact with scores that are fractions.
// 10,000 rows of 7 dimensions take about 1 ms in Chromium, 100,000 about 12 ms
// (scripts/bench.sh steps).
package live

import (
	"math"
	"strings"

	"github.com/tallyproof/tallyproof/core/exact"
	"github.com/tallyproof/tallyproof/core/fmath"
	"github.com/tallyproof/tallyproof/core/instant"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/score"
)

// Whole is the sum of the weights of a step: 100 % in basis points.
const Whole = 10_000

// Table is a challenge's submissions, in id order, ready to be ranked. It is not
// for use by several goroutines.
type Table struct {
	Rulebook *rulebook.Rulebook
	Dims     []rulebook.Weighted // columns, with the weights of the request
	IDs      []string            // by row
	Names    []string            // by row, for readers

	x       [][]float64   // by column: the scores as they were given
	scaled  float64       // factor that makes the contest's columns whole; 0 if no factor does
	shares  *shares       // of a table of columns, see [Of]
	nums    [][]exact.Num // by column, if the arithmetic is exact and the columns are not whole
	sums    []exact.Num   // by row, of nums
	contest *Contest
	weights []float64 // of the last step, as the contest takes them
	step    Step
}

// Step is a ranking of a table. The next step writes over its slices.
type Step struct {
	Order []int     // rows, best first; rows that share a rank in id order
	Rank  []int32   // of each row: 1 is best, and equal ranks leave a gap after them
	Score []float64 // of each row
}

// New reads the submissions of a request under the rules of [score.Rank]. The
// weights say which dimensions are columns.
func New(req score.RankRequest) (*Table, error) {
	rb, err := req.Rulebook.Resolve()
	if err != nil {
		return nil, err
	}
	dims, refusal := rb.Weigh(req.Weights)
	if refusal != nil {
		return nil, refusal
	}
	sorted, refusal := IDOrder(req.Submissions)
	if refusal != nil {
		return nil, refusal
	}
	n := len(sorted)
	t := &Table{Rulebook: rb, Dims: dims, IDs: make([]string, n), Names: make([]string, n), x: columns(len(dims), n),
		weights: make([]float64, len(dims))}
	at := make([]instant.Instant, n)
	if refusal := t.read(req.Submissions, sorted, at); refusal != nil {
		return nil, refusal
	}
	t.contest = NewContest(t.whole(), at)
	t.step = Step{t.contest.Order, t.contest.Rank, make([]float64, n)}
	return t, nil
}

// IDOrder returns the indexes of the submissions in id order, which are unique.
func IDOrder(submissions []score.Submission) ([]int, *op.Error) {
	seen := make(map[string]bool, len(submissions))
	for i := range submissions {
		if seen[submissions[i].ID] = true; len(seen) == i {
			return nil, score.Repeated(submissions, i)
		}
	}
	return score.Order(len(submissions), func(a, b int) int {
		return strings.Compare(submissions[a].ID,
			submissions[b].ID)
	}), nil
}

func columns(width, rows int) [][]float64 {
	all := make([][]float64, width)
	for k := range all {
		all[k] = make([]float64, rows)
	}
	return all
}

// read fills the rows, in the order of the request, so that the first mistake
// is named.
func (t *Table) read(submissions []score.Submission, sorted []int, at []instant.Instant) *op.Error {
	row := make([]int, len(sorted))
	for to, from := range sorted {
		row[from] = to
	}
	r, x := &score.Rows{Rulebook: t.Rulebook, Dims: t.Dims}, make([]float64, len(t.Dims))
	for from := range submissions {
		s, to := &submissions[from], row[from]
		var refusal *op.Error
		if at[to], refusal = r.Read(from, s, x); refusal != nil {
			return refusal
		}
		t.IDs[to], t.Names[to] = s.ID, s.Name
		if s.Name == "" {
			t.Names[to] = s.ID
		}
		for k := range x {
			t.x[k][to] = x[k]
		}
	}
	return nil
}

// mostWhole bounds a sum of whole numbers that float64 adds without rounding.
const mostWhole = 1 << 53

// whole returns the columns of the contest. In exact arithmetic they are multiplied by
// a power of ten that makes them whole numbers: with weights in basis points, all
// sums are then whole too, and float64 holds them exactly up to 2^53.
func (t *Table) whole() [][]float64 {
	if t.Rulebook.Arithmetic != rulebook.Exact {
		return t.x
	}
	for scale := 1.0; float64(scale*t.Rulebook.Scale*Whole) < mostWhole; scale *= 10 {
		if all := times(t.x, scale); all != nil {
			t.scaled = scale
			return all
		}
	}
	t.sums = make([]exact.Num, len(t.IDs))
	for _, column := range t.x {
		nums := make([]exact.Num, len(column))
		for i, x := range column {
			nums[i] = exact.Of(x)
		}
		t.nums = append(t.nums, nums)
	}
	return t.x
}

// times multiplies the columns; nil if they do not become whole numbers of which
// each reads as the number given.
func times(x [][]float64, scale float64) [][]float64 {
	all := columns(len(x), len(x[0]))
	for k := range x {
		for i, v := range x[k] {
			n := math.Round(float64(v * scale))
			if n/scale != v {
				return nil
			}
			all[k][i] = n
		}
	}
	return all
}

// Step ranks the rows under weights in basis points, one for each column. They
// are at least 0 and sum to [Whole]. The scores are those of [score.Rank] with
// the same weights, bit for bit.
func (t *Table) Step(weights []int32) (*Step, *op.Error) {
	if refusal := t.check(weights); refusal != nil {
		return nil, refusal
	}
	c := t.contest
	switch {
	case t.shares != nil:
		t.shares.rank(t, weights, Whole)
	case t.nums != nil:
		t.sumExactly(weights)
		c.sort(t.compareExactly)
	case t.scaled > 0:
		t.weigh(weights, 1)
		c.Sort(t.unscale(c.Sum(t.weights)))
	default:
		t.weigh(weights, Whole)
		c.Sort(t.sumFloat())
	}
	return &t.step, nil
}

// Equally ranks the rows of a table of columns if all weigh the same: each exactly 1/n.
func (t *Table) Equally() *Step {
	weights := make([]int32, len(t.Dims))
	for k := range weights {
		weights[k] = 1
	}
	t.shares.rank(t, weights, int32(len(weights)))
	return &t.step
}

func (t *Table) check(weights []int32) *op.Error {
	if len(weights) != len(t.Dims) {
		return op.Refuse("/weights", "%d weights for %d dimensions: want one for each", len(weights), len(t.Dims))
	}
	sum := 0
	for k, w := range weights {
		if w < 0 {
			return op.Refuse(op.Pointer("weights", k), "%d: want at least 0 basis points", int(w))
		}
		sum += int(w)
	}
	if sum != Whole {
		return op.Refuse("/weights", "the weights sum to %d basis points: want %d", sum, Whole)
	}
	return nil
}

func (t *Table) weigh(weights []int32, unit float64) {
	for k, w := range weights {
		t.weights[k] = float64(w) / unit
	}
}

// unscale writes the scores of whole sums: one division, which rounds once, as the
// nearest float64 to the exact sum. What the rulebook floors is floored before it is
// compared. It takes the lowest and the highest sum, and returns what they became.
func (t *Table) unscale(low, high float64) (float64, float64) {
	unit := float64(t.scaled * Whole)
	sums, floor, most := t.contest.Score, t.Rulebook.Composite.Rounding == rulebook.RoundFloorTotal, float64(t.most()*unit)
	for i, sum := range sums {
		sum = bounded(sum, unit, most, floor)
		sums[i], t.step.Score[i] = sum, sum/unit
	}
	return bounded(low, unit, most, floor), bounded(high, unit, most, floor)
}

// bounded returns a sum of whole numbers of which unit is 1, floored if that is asked, and at
// most that.
func bounded(sum, unit, most float64, floor bool) float64 {
	if floor {
		sum = float64(int64(sum) - int64(sum)%int64(unit))
	}
	if sum > most { // as wasm, min is a call of its own
		return most
	}
	return sum
}

// most returns the highest score that a composite may have.
func (t *Table) most() float64 {
	if t.Rulebook.Composite.Cap {
		return t.Rulebook.Scale
	}
	return math.Inf(1)
}

// sumFloat adds weighted scores in display order, as the deployed code does, and returns
// the lowest and the highest sum.
func (t *Table) sumFloat() (low, high float64) {
	sums, most := t.contest.Score, t.most()
	if t.Rulebook.Composite.Rounding == rulebook.RoundParts {
		clear(sums)
		for k, w := range t.weights {
			for i, x := range t.x[k] {
				sums[i] += fmath.RoundHalfUp(float64(x * w))
			}
		}
	} else {
		t.contest.Sum(t.weights)
	}
	low = math.Inf(1)
	for i, sum := range sums {
		if sum > most {
			sum = most
		}
		sums[i], t.step.Score[i] = sum, sum
		if sum < low {
			low = sum
		}
		if sum > high {
			high = sum
		}
	}
	return low, high
}

// sumExactly is for scores with so many decimals that their sums are not whole in
// float64. It takes about fifty times as long, and memory.
func (t *Table) sumExactly(weights []int32) {
	rb := t.Rulebook
	for i := range t.sums {
		sum := exact.Num{}
		for k, w := range weights {
			sum = sum.Add(t.nums[k][i].Mul(basisPoints(w)))
		}
		if rb.Composite.Rounding == rulebook.RoundFloorTotal {
			sum = sum.Floor()
		}
		if rb.Composite.Cap {
			sum = sum.Min(exact.Of(rb.Scale))
		}
		t.sums[i], t.step.Score[i] = sum, sum.Float()
	}
}

func basisPoints(w int32) exact.Num { return exact.Int(int64(w)).Mul(exact.Of(1.0 / Whole)) }

// compareExactly orders two rows by score, then by earlier submission. Rounding to the
// nearest float64 never turns an order round.
func (t *Table) compareExactly(a, b int) int {
	switch x, y := t.step.Score[a], t.step.Score[b]; {
	case x > y:
		return -1
	case x < y:
		return 1
	}
	if c := t.sums[b].Cmp(t.sums[a]); c != 0 {
		return c
	}
	return int(t.contest.late[a] - t.contest.late[b])
}

// Part returns the points that column k adds to the score of a row under a weight in the
// unit of the last step, bit for bit as in the breakdown of [score.Rank].
func (t *Table) Part(row, k int, weight int32) float64 {
	x := t.x[k][row]
	if t.shares != nil {
		return t.shares.part(row, k, weight, x)
	}
	if t.Rulebook.Arithmetic == rulebook.Exact {
		return exact.Of(x).Mul(basisPoints(weight)).Float()
	}
	points := float64(x * (float64(weight) / Whole))
	if t.Rulebook.Composite.Rounding == rulebook.RoundParts {
		points = fmath.RoundHalfUp(points)
	}
	return points
}

// Lead returns the lead of row a over row b in the last step; of a table of columns, rounded
// once.
func (t *Table) Lead(a, b int) float64 {
	switch {
	case t.shares == nil:
		return t.step.Score[a] - t.step.Score[b]
	case t.shares.whole:
		num, of := t.shares.unit()
		return float64((t.contest.Score[a]-t.contest.Score[b])*num) / of
	}
	return t.shares.lead(a, b)
}

// Total returns the score of a row in the last step, rounded once. The scores of a step
// itself may differ from it in the last bits.
func (t *Table) Total(row int) float64 {
	if t.shares != nil && !t.shares.whole {
		return t.shares.lead(row, -1)
	}
	return t.step.Score[row]
}

// Given returns the score of a row in column k.
func (t *Table) Given(row, k int) float64 { return t.x[k][row] }
