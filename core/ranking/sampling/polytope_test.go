package sampling

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/tallyproof/tallyproof/core/ranking/limits"
)

// chain returns limits in which each weight is at least as much as the next.
func chain(n int, times float64) *limits.Limits {
	high := make([]float64, n)
	var ratios []limits.Ratio
	for k := range high {
		high[k] = 1
		if k > 0 {
			ratios = append(ratios, limits.Ratio{Above: k - 1, Below: k, Times: times})
		}
	}
	return limits.New(make([]float64, n), high, ratios)
}

// descending draws uniformly from all weights and sorts them, which is uniform on those that
// descend.
func descending(rng *rand.Rand, n int) []float64 {
	w, sum := make([]float64, n), 0.0
	for k := range w {
		w[k] = rng.ExpFloat64()
		for i := k; i > 0 && w[i] > w[i-1]; i-- {
			w[i], w[i-1] = w[i-1], w[i]
		}
	}
	for _, x := range w {
		sum += x
	}
	for k := range w {
		w[k] /= sum
	}
	return w
}

// Weights that descend have the moments of sorted ones, however they are drawn; each
// weighting satisfies the limits and sums to 1.
func TestDescendingWeights(t *testing.T) {
	const samples = 20_000
	for n := 2; n <= 12; n++ {
		l := chain(n, 1)
		s, rng := New(n, l, 3), rand.New(rand.NewPCG(62, uint64(n)))
		if walks := n > 4; s.polytope.walks != walks {
			t.Errorf("%d weights: walks %t", n, s.polytope.walks)
		}
		got, want, square := make([]float64, n), make([]float64, n), make([]float64, n)
		for range samples {
			sum := 0.0
			for k, x := range s.Next() {
				sum += x
				got[k] += x / samples
			}
			if short, wall := l.Short(s.w); short > 1e-12 || math.Abs(sum-1) > 1e-9 {
				t.Fatalf("%v sums to %v and is short by %v of wall %d", s.w, sum, short, wall)
			}
			for k, x := range descending(rng, n) {
				want[k] += x / samples
				square[k] += x * x / samples
			}
		}
		for k := range got {
			sd := math.Sqrt(max(0, square[k]-want[k]*want[k]))
			if off := math.Abs(got[k] - want[k]); off > 5*sd*math.Sqrt(2.0/samples)+1e-12 {
				t.Errorf("%d weights: weight %d is %v on average: want %v", n, k, got[k], want[k])
			}
		}
	}
}

// Consecutive weightings of a walk are as good as independent: over many seeds, averages
// differ as those of independent ones do.
func TestWalkForgets(t *testing.T) {
	const samples, seeds = 200, 200
	for _, l := range []*limits.Limits{chain(6, 1), chain(5, 2), limits.New([]float64{0, 0, 0, 0.01, 0}, []float64{1, 1, 1, 0.012, 1},
		[]limits.Ratio{{Above: 0, Below: 1, Times: 3}, {Above: 1, Below: 2, Times: 3}, {Above: 2, Below: 4, Times: 3}})} {
		n := len(l.Low)
		sum, squares, own, all := make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n)
		for seed := range seeds {
			s, mean := New(n, l, uint64(seed)), make([]float64, n)
			if !s.polytope.walks {
				t.Fatalf("%+v: it draws anew", l)
			}
			for range samples {
				for k, x := range s.Next() {
					mean[k] += x / samples
					own[k] += x * x / samples / seeds
					all[k] += x / samples / seeds
				}
			}
			for k, x := range mean {
				sum[k] += x / seeds
				squares[k] += x * x / seeds
			}
		}
		for k := range n {
			between, expected := squares[k]-sum[k]*sum[k], (own[k]-all[k]*all[k])/samples
			if between > 1.7*expected || between < 0.5*expected {
				t.Errorf("%+v: averages of weight %d have a variance of %v: want %v", l, k, between, expected)
			}
		}
	}
}

// In two and three dimensions, weightings fall into each part of what is allowed as often as
// the weights of a grid with steps of 1 % do.
func TestPolytopeAgainstGrid(t *testing.T) {
	const samples = 20_000
	rng := rand.New(rand.NewPCG(62, 9))
	looked, walked := 0, 0
	for range 60 {
		n := 2 + rng.IntN(2)
		low, high := make([]float64, n), make([]float64, n)
		for k := range low {
			low[k], high[k] = float64(rng.IntN(20))/100, float64(50+rng.IntN(51))/100
		}
		ratios := []limits.Ratio{{Above: 0, Below: 1, Times: []float64{0.3, 1, 2, 8}[rng.IntN(4)]}}
		if n == 3 {
			ratios = append(ratios, limits.Ratio{Above: 2, Below: rng.IntN(2), Times: []float64{0.2, 0.5, 1}[rng.IntN(3)]})
		}
		l := limits.New(low, high, ratios)
		var points [][]float64
		for a := range 101 {
			for b := range 101 - a {
				w := []float64{float64(a) / 100, float64(b) / 100, float64(100-a-b) / 100}[:n]
				if n == 2 && a+b != 100 || !l.Hold(w) {
					continue
				}
				points = append(points, w)
			}
		}
		if n == 3 && len(points) < 300 || len(points) < 12 {
			continue
		}
		s := New(n, l, 5)
		if looked++; looked%2 == 0 { // as with limits that leave less
			s.polytope.begin()
			walked++
		}
		centre := make([]float64, n)
		for _, w := range points {
			for k, x := range w {
				centre[k] += x / float64(len(points))
			}
		}
		got, want := make([]float64, n), make([]float64, n)
		for range samples {
			for k, x := range s.Next() {
				if x > centre[k] {
					got[k] += 1.0 / samples
				}
			}
		}
		edge := 0.0 // what the grid is good to: its step, as a part of the range
		for k := range n {
			least, most := 1.0, 0.0
			for _, w := range points {
				least, most = min(least, w[k]), max(most, w[k])
				if w[k] > centre[k] {
					want[k] += 1 / float64(len(points))
				}
			}
			edge = max(edge, 0.015/(most-least))
		}
		for k := range n {
			if math.Abs(got[k]-want[k]) > edge+5*0.5/math.Sqrt(samples) {
				t.Errorf("%+v: %v of all have more than %v of weight %d: want %v", l, got[k], centre[k], k, want[k])
			}
		}
	}
	if looked < 30 || walked < 15 {
		t.Errorf("%d limits were looked at, and walked in %d", looked, walked)
	}
}

// Limits without room in some direction leave the others free: two weights that are equal.
func TestFlatPolytope(t *testing.T) {
	const samples = 20_000
	l := limits.New(make([]float64, 3), []float64{1, 1, 1}, []limits.Ratio{{Above: 0, Below: 1, Times: 1}, {Above: 1, Below: 0, Times: 1}})
	s := New(3, l, 1)
	mean, square := 0.0, 0.0
	for range samples {
		w := s.Next()
		if math.Abs(w[0]-w[1]) > 1e-9 || math.Abs(w[0]+w[1]+w[2]-1) > 1e-9 {
			t.Fatalf("%v", w)
		}
		mean += w[2] / samples
		square += w[2] * w[2] / samples
	}
	if sd := math.Sqrt(1.0 / 12); math.Abs(mean-0.5) > 5*sd/math.Sqrt(samples) || math.Abs(math.Sqrt(square-mean*mean)-sd) > 0.01 {
		t.Errorf("mean %v, standard deviation %v: want 0.5 and %v", mean, math.Sqrt(square-mean*mean), sd)
	}
	fixed := New(2, limits.New([]float64{0.25, 0}, []float64{0.25, 1}, []limits.Ratio{{Above: 1, Below: 0, Times: 3}}), 1)
	if w := fixed.Next(); math.Abs(w[0]-0.25) > 1e-12 || math.Abs(w[1]-0.75) > 1e-12 {
		t.Errorf("one weighting is left: %v", w)
	}
}
