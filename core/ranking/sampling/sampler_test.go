package sampling

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tallyproof/tallyproof/core/ranking/limits"
	"github.com/tallyproof/tallyproof/core/splitmix"
)

// No weight that is drawn is 0; moments are those of the exponential distribution.
func TestExponential(t *testing.T) {
	const n = 1_000_000
	s := splitmix.Generator(7)
	mean, square := 0.0, 0.0
	for range n {
		x := exponential(&s)
		if !(x > 0) || math.IsInf(x, 0) {
			t.Fatalf("drew %v", x)
		}
		mean += x / n
		square += x * x / n
	}
	if math.Abs(mean-1) > 5/math.Sqrt(n) || math.Abs(square-2) > 5*math.Sqrt(20)/math.Sqrt(n) { // E x⁴ − 2² = 24 − 4
		t.Errorf("mean %v and mean square %v, want 1 and 2", mean, square)
	}
}

// rejected draws from the whole simplex until all bounds hold: slow, and uniform by
// construction.
func rejected(rng *rand.Rand, low, high []float64) []float64 {
	for {
		w, sum := make([]float64, len(low)), 0.0
		for k := range w {
			w[k] = rng.ExpFloat64()
			sum += w[k]
		}
		inside := true
		for k := range w {
			w[k] /= sum
			inside = inside && w[k] >= low[k] && w[k] <= high[k]
		}
		if inside {
			return w
		}
	}
}

// Weights within bounds have the means and the squares of those that are drawn without
// bounds until they keep to them; each keeps to its bounds and they sum to 1.
func TestBoundedWeights(t *testing.T) {
	const samples = 20_000
	for _, tt := range []struct {
		name      string
		low, high []float64
	}{
		{"lowest alone", []float64{0.3, 0, 0.1, 0}, []float64{1, 1, 1, 1}},
		{"none above a half", []float64{0, 0, 0, 0}, []float64{0.5, 0.5, 0.5, 0.5}},
		{"both", []float64{0.3, 0, 0.1}, []float64{0.5, 0.4, 1}},
		{"a narrow one", []float64{0.2, 0.1, 0, 0, 0}, []float64{0.25, 0.6, 0.3, 0.3, 0.2}},
		{"two", []float64{0.1, 0}, []float64{0.6, 1}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			rng, s := rand.New(rand.NewPCG(24, 1)), New(len(tt.low), limits.New(tt.low, tt.high, nil), 7)
			n := len(tt.low)
			got, want := make([]float64, 2*n), make([]float64, 2*n)
			for range samples {
				sum := 0.0
				for k, w := range s.Next() {
					if sum += w; w < tt.low[k]-1e-12 || w > tt.high[k]+1e-12 {
						t.Fatalf("weight %d is %v: want %v to %v", k, w, tt.low[k], tt.high[k])
					}
					got[k], got[n+k] = got[k]+w/samples, got[n+k]+w*w/samples
				}
				if math.Abs(sum-1) > 1e-9 {
					t.Fatalf("the sum is %v", sum)
				}
				for k, w := range rejected(rng, tt.low, tt.high) {
					want[k], want[n+k] = want[k]+w/samples, want[n+k]+w*w/samples
				}
			}
			for i := range got {
				k := i % n
				// The spread of a weight or its square is at most half of its range; both
				// sides are samples, and 5 standard errors of their difference are allowed.
				if within := 5 * (tt.high[k] - tt.low[k]) / 2 * math.Sqrt(2.0/samples); math.Abs(got[i]-want[i]) > within {
					t.Errorf("moment %d: %v: want %v ± %v", i, got[i], want[i], within)
				}
			}
		})
	}
}

// The normal distribution against its own function, and its moments.
func TestNormals(t *testing.T) {
	list := make([]float64, 400_000)
	low, high := NewNormals(3).Add(list, 1)
	sum, square := 0.0, 0.0
	for _, x := range list {
		sum += x
		square += x * x
	}
	n := float64(len(list))
	if mean, sd := sum/n, math.Sqrt(square/n); math.Abs(mean) > 5/math.Sqrt(n) || math.Abs(sd-1) > 0.006 {
		t.Errorf("mean %v, standard deviation %v", mean, sd)
	}
	if low != slices.Min(list) || high != slices.Max(list) {
		t.Errorf("from %v to %v", low, high)
	}
	slices.Sort(list)
	for _, z := range []float64{-3, -1.96, -1, -0.3, 0, 0.5, 1.5, 2.5, 3.2} {
		below, _ := slices.BinarySearch(list, z)
		p := 0.5 * math.Erfc(-z/math.Sqrt2)
		if got := float64(below) / n; math.Abs(got-p) > 5*math.Sqrt(p*(1-p)/n)+1e-5 {
			t.Errorf("below %v: %v, want %v", z, got, p)
		}
	}
}
