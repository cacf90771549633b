package exact

import (
	"math"
	"math/big"
	"testing"
)

// FuzzNum holds two numbers and all that is made of them against math/big.
func FuzzNum(f *testing.F) {
	for _, x := range []float64{0, 1, -1, 0.1, 0.285, 100, 28.5, 699.9999999999999, 0.30000000000000004, 1 << 53, 1<<53 + 2, 1e300, 5e-324, 2.2250738585072014e-308, -103.5} {
		f.Add(x, 0.1)
		f.Add(1e17, x)
	}
	f.Fuzz(func(t *testing.T, x, y float64) {
		if math.IsNaN(x) || math.IsInf(x, 0) || math.IsNaN(y) || math.IsInf(y, 0) {
			return // JSON has no such numbers
		}
		a, b, ra, rb := Of(x), Of(y), shortest(x), shortest(y)
		check := func(name string, got Num, want *big.Rat) {
			t.Helper()
			if rat(got).Cmp(want) != 0 {
				t.Fatalf("%s of %v, %v = %s, want %s", name, x, y, rat(got).RatString(), want.RatString())
			}
			if f, _ := want.Float64(); got.Float() != f {
				t.Fatalf("%s of %v, %v as float64 = %v, want %v", name, x, y, got.Float(), f)
			}
		}
		check("of", a, ra)
		check("add", a.Add(b), new(big.Rat).Add(ra, rb))
		check("sub", a.Sub(b), new(big.Rat).Sub(ra, rb))
		check("mul", a.Mul(b), new(big.Rat).Mul(ra, rb))
		if y != 0 {
			check("quo", a.Quo(b), new(big.Rat).Quo(ra, rb))
		}
		var total Total
		for _, z := range []float64{x, y, x} {
			total.Add(z)
		}
		check("total", total.Num(), new(big.Rat).Add(ra, new(big.Rat).Add(ra, rb)))
		check("floor", a.Floor(), new(big.Rat).SetInt(new(big.Int).Div(ra.Num(), ra.Denom())))
		if got, want := a.Cmp(b), ra.Cmp(rb); got != want {
			t.Fatalf("cmp of %v, %v = %d, want %d", x, y, got, want)
		}
		if a.Float() != x {
			t.Fatalf("%v comes back as %v", x, a.Float())
		}
	})
}
