package live

import (
	"cmp"
	"math"
	"math/bits"
	"slices"

	"github.com/tallyproof/tallyproof/core/instant"
	"github.com/tallyproof/tallyproof/core/score"
)

// Contest ranks rows again and again, in memory of its own.
type Contest struct {
	Score []float64 // of each row, after [Contest.Sum]
	Order []int     // rows, best first, after [Contest.Sort]
	Rank  []int32   // of each row, after [Contest.Sort]: 1 is best, and equal ranks leave a gap after them

	groups  [][]float64 // of columns, row by row
	late    []int32     // by row, 0 for the earliest submissions, then 1 …; equal for equal times
	step    []uint32    // of each row: how far below the highest score
	buckets []bucket    // the first has the highest scores
	shared  []int32     // the buckets with a step that several rows share
}

// bucket covers 64 steps of the score, a bit for each.
type bucket struct {
	steps uint64 // those that a row has
	more  int32  // rows whose step another row had before
	from  int32  // the place of its first row; while rows that share a step are placed, of the next one
}

const (
	perBucket = 64 // steps
	group     = 8  // columns
)

// NewContest returns a contest of rows, given as columns of numbers of at least 0. Among
// equal scores the earlier row is first.
func NewContest(columns [][]float64, at []instant.Instant) *Contest {
	n := len(at)
	return &Contest{
		groups:  grouped(columns),
		late:    lateness(at),
		Score:   make([]float64, n),
		Order:   make([]int, n),
		Rank:    make([]int32, n),
		step:    make([]uint32, n),
		buckets: make([]bucket, n),
	}
}

// lateness numbers the distinct times in order.
func lateness(at []instant.Instant) []int32 {
	late := make([]int32, len(at))
	sorted := score.Order(len(at), func(a, b int) int { return at[a].Compare(at[b]) })
	for p := 1; p < len(sorted); p++ {
		i, before := sorted[p], sorted[p-1]
		late[i] = late[before]
		if at[before] != at[i] {
			late[i]++
		}
	}
	return late
}

// Run ranks the rows under weights w, which need not sum to 1.
func (c *Contest) Run(w []float64) {
	c.Sort(c.Sum(w))
}

// Sort orders the rows by their scores, of which low is the lowest and high the highest,
// then by earlier submission. Rows that are equal in both stay in their own order, and
// share a rank.
func (c *Contest) Sort(low, high float64) {
	perStep := float64(len(c.Order)*perBucket-1) / (high - low)
	if !(perStep <= math.MaxFloat64) {
		c.sort(c.compare)
		return
	}
	c.spread(high, perStep)
	c.place()
	for _, b := range c.shared {
		b := &c.buckets[b]
		c.sortPart(int(b.from-b.more)-bits.OnesCount64(b.steps), int(b.from), c.compare)
	}
}

// Sum returns every row's weighted sum, columns in order, as many at a time as a group has. A
// weight of 0 adds nothing to the last bit. It returns the lowest and the highest sum.
func (c *Contest) Sum(w []float64) (low, high float64) {
	clear(c.Score)
	for g, x := range c.groups {
		var by [group]float64
		copy(by[:], w[g*group:])
		low, high = add(c.Score, x, &by)
	}
	return low, high
}

// add adds the products of a group of columns, of which x has the numbers row by row. It
// returns the lowest and the highest sum so far.
func add(sums, x []float64, by *[group]float64) (low, high float64) {
	a, b, c, d, e, f, g, h := by[0], by[1], by[2], by[3], by[4], by[5], by[6], by[7]
	low = math.Inf(1)
	for i := range sums {
		r := x[i*group : i*group+group]
		sum := sums[i] + float64(a*r[0]) + float64(b*r[1]) + float64(c*r[2]) + float64(d*r[3]) +
			float64(e*r[4]) + float64(f*r[5]) + float64(g*r[6]) + float64(h*r[7])
		sums[i] = sum
		if sum < low { // as wasm, min and max are calls of their own
			low = sum
		}
		if sum > high {
			high = sum
		}
	}
	return low, high
}

// grouped are columns in groups, each row by row, with zeros for columns that are not
// there.
func grouped(columns [][]float64) (groups [][]float64) {
	for k, column := range columns {
		if k%group == 0 {
			groups = append(groups, make([]float64, group*len(column)))
		}
		for i, x := range column {
			groups[k/group][i*group+k%group] = x
		}
	}
	return groups
}

// spread finds the step of each row: the range of the scores has as many buckets of
// steps as there are rows, so that few steps have two rows.
func (c *Contest) spread(high, perStep float64) {
	clear(c.buckets)
	c.shared = c.shared[:0]
	steps, buckets := c.step[:len(c.Score)], c.buckets
	for i, s := range c.Score {
		n := uint32(int64(float64((high - s) * perStep)))
		steps[i] = n
		b, bit := &buckets[n/perBucket], uint64(1)<<(n%perBucket)
		if b.steps&bit != 0 {
			if b.more == 0 {
				c.shared = append(c.shared, int32(n/perBucket))
			}
			b.more++
		}
		b.steps |= bit
	}
}

// place gives each row the place that its step has, and rows of a bucket in which some
// share a step the places of that bucket, as they come.
func (c *Contest) place() {
	from, buckets := int32(0), c.buckets
	for i := range buckets {
		b := &buckets[i]
		b.from = from
		from += int32(bits.OnesCount64(b.steps)) + b.more
	}
	order, ranks := c.Order, c.Rank[:len(c.step)]
	for i, n := range c.step {
		b := &buckets[n/perBucket]
		at := b.from
		if b.more > 0 {
			b.from++
		} else {
			at += int32(bits.OnesCount64(b.steps & (1<<(n%perBucket) - 1)))
		}
		order[at], ranks[i] = i, at+1
	}
}

// sort orders all rows, and ranks them.
func (c *Contest) sort(compare func(a, b int) int) {
	for i := range c.Order {
		c.Order[i] = i
	}
	c.sortPart(0, len(c.Order), compare)
}

// sortPart orders and ranks the rows of some places. Equal ones are there in their own
// order.
func (c *Contest) sortPart(from, to int, compare func(a, b int) int) {
	rows := c.Order[from:to]
	slices.SortFunc(rows, func(a, b int) int { return cmp.Or(compare(a, b), a-b) })
	rank := 0
	for p, i := range rows {
		if p == 0 || compare(rows[p-1], i) != 0 {
			rank = from + p + 1
		}
		c.Rank[i] = int32(rank)
	}
}

// compare orders two rows by score, then by earlier submission.
func (c *Contest) compare(a, b int) int {
	switch x, y := c.Score[a], c.Score[b]; {
	case x > y:
		return -1
	case x < y:
		return 1
	}
	return int(c.late[a] - c.late[b])
}
