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
					if before(c, b, a) || c.Level(a, b) && b < a {
						t.Fatalf("%d rows: place %d is before place %d", n, p, p-1)
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
