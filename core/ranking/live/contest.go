package live

import (
	"cmp"
	"math"

	"github.com/tallyproof/tallyproof/core/instant"
	"github.com/tallyproof/tallyproof/core/order"
	"github.com/tallyproof/tallyproof/core/score"
)

// Contest ranks rows again and again, in memory of its own.
type Contest struct {
	Score []float64 // of each row, after [Contest.Sum]
	Order []int     // rows, best first, after [Contest.Sort]

	columns [][]float64
	late    []int32 // by row, 0 for the earliest submissions, then 1 …; equal for equal times
	bucket  []int32 // of each row
	start   []int32 // of each bucket in order
	spare   []int   // for sorting
}

// NewContest is a contest of rows, given as columns of numbers of at least 0, which
// it keeps. Among equal scores the earlier row is first.
func NewContest(columns [][]float64, at []instant.Instant) *Contest {
	n := len(at)
	return &Contest{
		columns: columns,
		late:    lateness(at),
		Score:   make([]float64, n),
		Order:   make([]int, n),
		bucket:  make([]int32, n),
		start:   make([]int32, n+1),
		spare:   make([]int, n/2),
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
	c.Sum(w)
	c.Sort()
}

// Sort orders the rows by their scores, then by earlier submission. Rows that are
// equal in both stay in their own order.
func (c *Contest) Sort() {
	low, high := c.Score[0], c.Score[0]
	for _, s := range c.Score {
		if s < low {
			low = s
		}
		if s > high {
			high = s
		}
	}
	perBucket := float64(len(c.Order)) / (high - low)
	if len(c.Order) < 16 || !(perBucket <= math.MaxFloat64) {
		for i := range c.Order {
			c.Order[i] = i
		}
		c.sort(c.Order)
		return
	}
	if crowd := c.spread(high, perBucket); crowd <= few {
		c.insert(c.Order)
		return
	}
	for b, from := range c.start[:len(c.start)-1] {
		c.sort(c.Order[from:c.start[b+1]])
	}
}

// Sum is every row's weighted sum, columns in order, four at a time. A weight of 0
// adds nothing to the last bit.
func (c *Contest) Sum(w []float64) {
	clear(c.Score)
	x := c.columns
	for k := 0; k < len(w); k += 4 {
		var four [4][]float64
		var by [4]float64
		for n := range four {
			four[n] = x[min(k+n, len(w)-1)]
			if k+n < len(w) {
				by[n] = w[k+n]
			}
		}
		add4(c.Score, four[0], four[1], four[2], four[3], by[0], by[1], by[2], by[3])
	}
}

func add4(s, a, b, c, d []float64, wa, wb, wc, wd float64) {
	a, b, c, d = a[:len(s)], b[:len(s)], c[:len(s)], d[:len(s)]
	for i := range s {
		s[i] = s[i] + float64(wa*a[i]) + float64(wb*b[i]) + float64(wc*c[i]) + float64(wd*d[i])
	}
}

// spread is a counting sort into as many buckets of equal width as there are
// rows, the highest scores in the first bucket. It returns the most rows that
// share one.
func (c *Contest) spread(high, perBucket float64) (crowd int32) {
	clear(c.start)
	last := int32(len(c.Order) - 1)
	for i, s := range c.Score {
		b := int32(float64((high - s) * perBucket))
		if b > last {
			b = last
		}
		c.bucket[i] = b
		c.start[b+1]++
	}
	total := int32(0)
	for b, rows := range c.start {
		crowd = max(crowd, rows)
		total += rows
		c.start[b] = total
	}
	for i, b := range c.bucket {
		c.Order[c.start[b]] = i
		c.start[b]++
	}
	copy(c.start[1:], c.start) // every start has moved to its end, the next one's start
	c.start[0] = 0
	return crowd
}

// few is up to how many rows insertion is the fastest way to sort.
const few = 24

// sort orders rows by score, then by earlier submission.
func (c *Contest) sort(rows []int) {
	if len(rows) <= few {
		c.insert(rows)
		return
	}
	order.Merge(rows, c.spare, func(a, b int) int {
		return cmp.Or(cmp.Compare(c.Score[b], c.Score[a]), cmp.Compare(c.late[a], c.late[b]), cmp.Compare(a, b))
	})
}

// insert sorts by insertion: fast if no row has far to go.
func (c *Contest) insert(rows []int) {
	for p := 1; p < len(rows); p++ {
		row := rows[p]
		score := c.Score[row]
		at := p
		for ; at > 0; at-- {
			other := rows[at-1]
			if s := c.Score[other]; score < s || score == s && c.late[row] >= c.late[other] {
				break
			}
			rows[at] = other
		}
		rows[at] = row
	}
}

// Level reports whether two rows share a rank.
func (c *Contest) Level(a, b int) bool {
	return c.Score[a] == c.Score[b] && c.late[a] == c.late[b]
}
