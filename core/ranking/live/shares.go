package live

import (
	"math/big"
	"math/bits"

	"github.com/tallyproof/tallyproof/core/instant"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/rulebook"
)

// Column is a dimension whose scores are shares of a range: the number From scores nothing,
// the number To the whole scale.
type Column struct {
	Key, Label string
	Values     []float64 // of each row, as the decimals they were written as; at most To, at least From
	From, To   float64
}

// Of returns a table of columns under a rulebook that neither rounds nor caps. Rows are in
// id order. Equal ranks are exact: a score like 100/3 has no error.
func Of(rb *rulebook.Rulebook, ids, names []string, columns []Column) (*Table, *op.Error) {
	n := len(ids)
	t := &Table{Rulebook: rb, IDs: ids, Names: names, weights: make([]float64, len(columns)),
		step: Step{Score: make([]float64, n)}, shares: &shares{all: big.NewInt(1)}}
	for k := range columns {
		c := &columns[k]
		t.Dims = append(t.Dims, rulebook.Weighted{Dimension: rulebook.Dimension{Key: c.Key, Label: c.Label}})
		s, ok := shareOf(c)
		if !ok {
			return nil, op.Refuse("/text", "%s: its numbers have too many digits: want at most 70 from the first to the last",
				op.Quote(c.Label))
		}
		t.shares.columns = append(t.shares.columns, s)
		t.x = append(t.x, s.scores(c, rb.Scale))
	}
	t.contest = NewContest(t.shares.join(t.x, rb.Scale), make([]instant.Instant, n))
	t.step.Order, t.step.Rank = t.contest.Order, t.contest.Rank
	return t, nil
}

// shares are columns of scores as fractions of whole numbers. The sum of a row under
// weights w is Σ w·by·n / (all·Σ w), with all a common multiple of the ranges.
type shares struct {
	columns []portion
	all     *big.Int
	whole   bool    // whether float64 holds all sums of by·n under weights in basis points
	scale   float64 // of the scores

	weights []int32    // of the last step
	sum     int32      // of these
	limbs   int        // of 64 bits, that tell two sums apart if float64 does not
	by      [][]uint64 // for each word of each column, w·by in limbs
	rest    []uint64   // of each row: its sum in limbs, without what overflows
	slack   float64    // what rounding may do to the difference of two sums in float64
}

// portion is a column: each number is n/of of the range.
type portion struct {
	words [][]uint64 // n of each row, the lowest word first
	of    *big.Int
	by    *big.Int // all/of
}

// number returns n of a row.
func (s *portion) number(i int) *big.Int {
	n := new(big.Int)
	for j := len(s.words) - 1; j >= 0; j-- {
		n.Lsh(n, 64).Or(n, new(big.Int).SetUint64(s.words[j][i]))
	}
	return n
}

// nearest returns the float64 nearest to p/q.
func nearest(p, q *big.Int) float64 {
	x, _ := new(big.Rat).SetFrac(p, q).Float64()
	return x
}

// join brings the columns to a common denominator. It returns what a contest adds: whole
// numbers if float64 holds their sums, else the scores.
func (s *shares) join(x [][]float64, scale float64) [][]float64 {
	s.scale = scale
	for k := range s.columns {
		of := s.columns[k].of
		s.all.Mul(s.all, new(big.Int).Quo(of, new(big.Int).GCD(nil, nil, s.all, of)))
	}
	for k := range s.columns {
		s.columns[k].by = new(big.Int).Quo(s.all, s.columns[k].of)
	}
	if s.whole = s.all.BitLen() < 40 && s.all.Int64() < mostWhole/Whole; !s.whole {
		return x
	}
	all := make([][]float64, len(x))
	for k := range all {
		c := &s.columns[k]
		by := c.by.Uint64()
		all[k] = make([]float64, len(x[k]))
		for i, n := range c.words[0] {
			all[k][i] = float64(by * n)
		}
	}
	return all
}

// rank ranks the rows under weights with this sum.
func (s *shares) rank(t *Table, weights []int32, sum int32) {
	s.weights, s.sum = append(s.weights[:0], weights...), sum
	c, score := t.contest, t.step.Score
	t.weigh(weights, 1)
	low, high := c.Sum(t.weights)
	c.Sort(low, high)
	if s.whole {
		num, of := s.unit()
		for i, n := range c.Score {
			score[i] = float64(n*num) / of
		}
		return
	}
	s.prepare(len(score))
	s.settle(c)
	for i, x := range c.Score {
		score[i] = x / float64(sum)
	}
	for p := 1; p < len(c.Order); p++ {
		if i, before := c.Order[p], c.Order[p-1]; c.Rank[i] == c.Rank[before] {
			score[i] = score[before]
		}
	}
}

// unit returns what makes a score of a whole sum: times num, divided by of.
func (s *shares) unit() (num, of float64) {
	p, q := uint64(s.scale), s.all.Uint64()*uint64(s.sum)
	a, b := p, q
	for b != 0 {
		a, b = b, a%b
	}
	return float64(p / a), float64(q / a)
}

// part returns what a column adds to the score of a row, which is x in it.
func (s *shares) part(row, k int, weight int32, x float64) float64 {
	if !s.whole {
		return float64(x*float64(weight)) / float64(s.sum)
	}
	num, of := s.unit()
	c := &s.columns[k]
	return float64(float64(c.by.Uint64()*c.words[0][row]*uint64(weight))*num) / of
}

// prepare computes what tells sums apart that float64 does not.
func (s *shares) prepare(rows int) {
	terms := float64(len(s.columns) + 16)
	s.slack = float64(float64(4*terms*0x1p-53) * float64(s.scale*float64(s.sum)))
	// Twice the slack, in units of the common denominator: its bits and a sign.
	width := s.all.BitLen() + bits.Len32(uint32(s.sum)) + bits.Len(uint(terms)) + 4 - 53 + 1
	s.limbs = max(1, (width+63)/64)
	s.by = s.by[:0]
	for k := range s.columns {
		by := new(big.Int).Mul(s.columns[k].by, big.NewInt(int64(s.weights[k])))
		for range s.columns[k].words {
			s.by = append(s.by, limbsOf(by, s.limbs))
			by.Lsh(by, 64)
		}
	}
	if len(s.rest) != rows*s.limbs {
		s.rest = make([]uint64, rows*s.limbs)
	}
}

// settle orders rows exactly whose sums in float64 are too near to each other.
func (s *shares) settle(c *Contest) {
	compare := func(a, b int) int {
		switch d := c.Score[a] - c.Score[b]; {
		case d > s.slack:
			return -1
		case d < -s.slack:
			return 1
		}
		return s.below(a, b)
	}
	for from := 0; from < len(c.Order); {
		to := from + 1
		for to < len(c.Order) && c.Score[c.Order[to-1]]-c.Score[c.Order[to]] <= s.slack {
			to++
		}
		if to > from+1 {
			for _, i := range c.Order[from:to] {
				s.add(i)
			}
			c.sortPart(from, to, compare)
		}
		from = to
	}
}

// add computes the sum of a row in limbs. What overflows is lost: two sums that are near
// to each other have the difference of their limbs all the same.
func (s *shares) add(row int) {
	rest := s.rest[row*s.limbs : (row+1)*s.limbs]
	clear(rest)
	at := 0
	for k := range s.columns {
		for _, word := range s.columns[k].words {
			if n := word[row]; n != 0 {
				addProduct(rest, s.by[at], n)
			}
			at++
		}
	}
}

// addProduct adds by·n to a number of as many limbs.
func addProduct(to, by []uint64, n uint64) {
	var carry uint64
	for j := range to {
		high, low := bits.Mul64(by[j], n)
		low, c := bits.Add64(low, carry, 0)
		high += c
		to[j], c = bits.Add64(to[j], low, 0)
		carry = high + c
	}
}

// below returns the sign of row b's sum less row a's, of which both were added.
func (s *shares) below(a, b int) int {
	var borrow, last uint64
	same := true
	for j := range s.limbs {
		last, borrow = bits.Sub64(s.rest[b*s.limbs+j], s.rest[a*s.limbs+j], borrow)
		same = same && last == 0
	}
	switch {
	case same:
		return 0
	case int64(last) < 0:
		return -1
	}
	return 1
}

// lead returns the lead of row a over row b under the weights of the last step, rounded
// once; of row a over nothing if b is −1.
func (s *shares) lead(a, b int) float64 {
	sum := new(big.Int)
	for k := range s.columns {
		c := &s.columns[k]
		n := c.number(a)
		if b >= 0 {
			n.Sub(n, c.number(b))
		}
		sum.Add(sum, n.Mul(n, c.by).Mul(n, big.NewInt(int64(s.weights[k]))))
	}
	all := new(big.Int).Mul(s.all, big.NewInt(int64(s.sum)))
	return nearest(sum.Mul(sum, big.NewInt(int64(s.scale))), all)
}
