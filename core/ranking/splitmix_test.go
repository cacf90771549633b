package ranking

import (
	"math"
	"testing"
)

// Outputs of Vigna's reference code for seed 1234567 (as Rosetta Code's task
// "Pseudo-random numbers/Splitmix64" lists them).
func TestSplitmix(t *testing.T) {
	s := splitmix(1234567)
	for i, want := range []uint64{6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821} {
		if got := s.next(); got != want {
			t.Errorf("output %d: %d, want %d", i, got, want)
		}
	}
}

// The uniform numbers never are 0 or 1, so that their logarithm is finite and
// no weight drawn is 0; moments are those of the exponential distribution.
func TestExponential(t *testing.T) {
	const n = 1_000_000
	s := splitmix(7)
	mean, square := 0.0, 0.0
	for range n {
		x := s.exponential()
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

// The extreme outputs of the generator.
func TestUniformEnds(t *testing.T) {
	for _, bits := range []uint64{0, math.MaxUint64} {
		if u := float64((float64(bits>>12) + 0.5) * 0x1p-52); u <= 0 || u >= 1 {
			t.Errorf("%x gives %v", bits, u)
		}
	}
}
