package live

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tallyproof/tallyproof/core/instant"
)

// The fast sort against the obvious one: spread out, crowded in one bucket by
// an outlier, all equal, and subnormal.
func TestContestSorts(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 9))
	for _, tt := range []struct {
		name  string
		score func() float64
	}{
		{"spread", rng.Float64},
		{"crowded", func() float64 {
			if rng.IntN(100) == 0 {
				return 1e9
			}
			return 1 + rng.Float64()*1e-6
		}},
		{"few values", func() float64 { return float64(rng.IntN(4)) }},
		{"equal", func() float64 { return 3 }},
		{"subnormal", func() float64 { return float64(rng.IntN(100)) * 5e-324 }},
	} {
		t.Run(tt.name, func(t *testing.T) {
			for _, n := range []int{1, 2, 15, 16, 17, 1000} {
				x, at := make([]float64, n), make([]instant.Instant, n)
				for i := range n {
					x[i] = tt.score()
					at[i] = instant.Instant{Known: true, Seconds: int64(rng.IntN(3))}
				}
				c := NewContest([][]float64{x}, at)
				c.Run([]float64{0.5})
				for p := 1; p < n; p++ {
					a, b := c.Order[p-1], c.Order[p]
					if before(c, b, a) || c.compare(a, b) == 0 && b < a {
						t.Fatalf("%d rows: place %d is before place %d", n, p, p-1)
					}
				}
				for i, rank := range c.Rank {
					want := int32(1)
					for j := range n {
						if before(c, j, i) {
							want++
						}
					}
					if rank != want {
						t.Fatalf("%d rows: row %d has rank %d, want %d", n, i, rank, want)
					}
				}
				all := slices.Sorted(slices.Values(c.Order))
				for i := range all {
					if all[i] != i {
						t.Fatalf("%d rows: not a permutation", n)
					}
				}
			}
		})
	}
}

func before(c *Contest, a, b int) bool {
	return c.Score[a] > c.Score[b] || c.Score[a] == c.Score[b] && c.late[a] < c.late[b]
}

// Sums in groups of columns against one column after another, bit for bit.
func TestContestSums(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	for columns := 1; columns <= 20; columns++ {
		x, w := make([][]float64, columns), make([]float64, columns)
		for k := range x {
			w[k], x[k] = rng.Float64(), []float64{rng.Float64(), 1000 * rng.Float64(), 0}
		}
		c := NewContest(x, make([]instant.Instant, 3))
		c.Sum(w)
		for i, sum := range c.Score {
			want := 0.0
			for k := range x {
				want += float64(w[k] * x[k][i])
			}
			if sum != want {
				t.Errorf("%d columns, row %d: %v, want %v", columns, i, sum, want)
			}
		}
	}
}
