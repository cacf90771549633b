package ranking

import (
	"math"
	"math/rand/v2"
	"testing"
)

func TestKendall(t *testing.T) {
	tests := []struct {
		name string
		x, y []int
		want float64
	}{
		{"one thing", []int{0}, []int{0}, 1},
		{"both tie everything", []int{4, 4, 4}, []int{1, 1, 1}, 1},
		{"one ties everything", []int{4, 4, 4}, []int{1, 2, 3}, 0},
		{"the other ties everything", []int{1, 2, 3}, []int{4, 4, 4}, 0},
		{"same", []int{0, 1, 2, 3}, []int{0, 1, 2, 3}, 1},
		{"same, with ties", []int{0, 1, 1, 3, 3, 3}, []int{0, 2, 2, 5, 5, 5}, 1},
		{"reversed", []int{0, 1, 2, 3}, []int{3, 2, 1, 0}, -1},
		// By hand: 6 pairs, 5 agree, 1 does not: 4/6.
		{"one swap of four", []int{0, 1, 2, 3}, []int{0, 2, 1, 3}, 4.0 / 6},
		// The documentation of scipy.stats.kendalltau.
		{"scipy", []int{12, 2, 1, 12, 2}, []int{1, 4, 7, 1, 0}, -0.47140452079103173},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := Kendall(tt.x, tt.y); math.Abs(got-tt.want) > 1e-15 {
				t.Errorf("got %v, want %v", got, tt.want)
			}
		})
	}
}

// Against the definition, pair by pair.
func TestKendallPairByPair(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for range 2000 {
		n := 1 + rng.IntN(30)
		x, y := make([]int, n), make([]int, n)
		for i := range n {
			x[i], y[i] = rng.IntN(1+n/2), rng.IntN(1+n/2)
		}
		var score, n1, n2, n0 float64
		for i := range n {
			for j := range i {
				a, b := x[i]-x[j], y[i]-y[j]
				n0++
				switch {
				case a*b > 0:
					score++
				case a*b < 0:
					score--
				}
				if a == 0 {
					n1++
				}
				if b == 0 {
					n2++
				}
			}
		}
		want := score / math.Sqrt((n0-n1)*(n0-n2))
		if math.IsNaN(want) {
			continue // nothing to define; see TestKendall
		}
		if got := Kendall(x, y); math.Abs(got-want) > 1e-14 {
			t.Fatalf("%v, %v: got %v, want %v", x, y, got, want)
		}
		if a, b := Kendall(x, y), Kendall(y, x); a != b {
			t.Fatalf("%v, %v: %v one way, %v the other", x, y, a, b)
		}
	}
}
