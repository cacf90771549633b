package splitmix

import (
	"math"
	"testing"
)

// Outputs of Vigna's reference code for seed 1234567 (as Rosetta Code's task
// "Pseudo-random numbers/Splitmix64" lists them).
func TestGenerator(t *testing.T) {
	s := Generator(1234567)
	for i, want := range []uint64{6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821} {
		if got := s.Next(); got != want {
			t.Errorf("output %d: %d, want %d", i, got, want)
		}
	}
}

// The extreme outputs of the generator.
func TestInside(t *testing.T) {
	for _, bits := range []uint64{0, math.MaxUint64} {
		if u := middle(bits); u <= 0 || u >= 1 {
			t.Errorf("%x gives %v", bits, u)
		}
	}
}
