package fmath

import (
	"math"
	"testing"
)

// TestOddFunctions: f(−x) = −f(x), bit for bit.
func TestOddFunctions(t *testing.T) {
	for _, tt := range []struct {
		name string
		f    func(float64) float64
	}{
		{"NormalQuantile about 1/2", func(q float64) float64 { return NormalQuantile(0.5 + q) }},
	} {
		g := newGenerator(tt.name)
		for range 10000 {
			x := math.Floor(g.between(-0x1p30, 0x1p30)) * 0x1p-31 // exact in 1/2 ± x
			if got, want := tt.f(-x), -tt.f(x); got != want {
				t.Errorf("%s: f(%v) = %v, want %v", tt.name, -x, got, want)
			}
		}
	}
}

// TestRoundHalfUpNearest: the result n has n − 1/2 ≤ x < n + 1/2.
func TestRoundHalfUpNearest(t *testing.T) {
	g := newGenerator("round")
	for range 100000 {
		x := g.between(-8, 8)
		if g.next()%2 == 0 {
			x = math.Round(x*2)/2 + math.Ldexp(g.between(-1, 1), -int(g.next()%60))
		}
		n := RoundHalfUp(x)
		if d := x - n; n != math.Trunc(n) || d < -0.5 || d >= 0.5 {
			t.Errorf("RoundHalfUp(%x) = %v", x, n)
		}
	}
}
