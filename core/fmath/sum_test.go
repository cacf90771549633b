package fmath

import (
	"math"
	"math/big"
	"testing"
)

func TestSums(t *testing.T) {
	tenth := make([]float64, 10)
	for i := range tenth {
		tenth[i] = 0.1
	}
	for _, tt := range []struct {
		name              string
		x                 []float64
		inOrder, neumaier float64
	}{
		{"nothing", nil, 0, 0},
		{"one", []float64{0.1}, 0.1, 0.1},
		{"ten tenths", tenth, 0.9999999999999999, 1},           // Python: sum before 3.12, math.fsum
		{"a large pair", []float64{1, 1e100, 1, -1e100}, 0, 2}, // Neumaier's example against Kahan
		{"a small tail", []float64{1, 0x1p-53, 0x1p-53}, 1, 1.0000000000000002},
		{"infinity", []float64{1, inf, 1}, inf, inf},
		{"both infinities", []float64{inf, -inf}, nan, nan},
		{"NaN", []float64{1, nan, 1}, nan, nan},
		{"overflow", []float64{largest, largest, -largest}, inf, inf},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := SumInOrder(tt.x); !same(got, tt.inOrder) {
				t.Errorf("SumInOrder(%v) = %v, want %v", tt.x, got, tt.inOrder)
			}
			if got := SumNeumaier(tt.x); !same(got, tt.neumaier) {
				t.Errorf("SumNeumaier(%v) = %v, want %v", tt.x, got, tt.neumaier)
			}
		})
	}
}

// TestSumNeumaierRounds: sums of a few positive numbers are the rounded true
// sum.
func TestSumNeumaierRounds(t *testing.T) {
	g := newGenerator("sums")
	for range 1000 {
		var x [100]float64
		exact := new(big.Float).SetPrec(200)
		for i := range x {
			x[i] = math.Ldexp(g.between(0.5, 1), -int(g.next()%40))
			exact.Add(exact, big.NewFloat(x[i]))
		}
		want, _ := exact.Float64()
		if got := SumNeumaier(x[:]); got != want {
			t.Errorf("SumNeumaier = %x, want %x", got, want)
		}
	}
}
