package fmath

import (
	"fmt"
	"math"
	"testing"
)

var (
	inf     = math.Inf(1)
	nan     = math.NaN()
	negZero = math.Copysign(0, -1)
)

const (
	largest  = math.MaxFloat64
	smallest = math.SmallestNonzeroFloat64
	normal   = 0x1p-1022 // the smallest that is not subnormal
)

// same reports whether a and b are the same number to the sign of zero, or
// both NaN.
func same(a, b float64) bool {
	return math.Float64bits(a) == math.Float64bits(b) || math.IsNaN(a) && math.IsNaN(b)
}

// unary maps each function to arguments and results. Special values are those
// of the doc comments; numbers are the true value, from mpmath 1.3.0 at 200
// bits, rounded to the nearest float64, and where it says "last" and "first"
// the two float64 around the place where the true result leaves the range.
var unary = []struct {
	name string
	f    func(float64) float64
	rows [][2]float64
}{
	{"Exp", Exp, [][2]float64{
		{inf, inf}, {-inf, 0}, {nan, nan}, {0, 1}, {negZero, 1},
		{smallest, 1}, {-smallest, 1}, {0x1p-54, 1}, {largest, inf}, {-largest, 0},
		{1, math.E},
		{709.782712893384, 1.7976931348622732e308}, // last below infinity
		{709.7827128933841, inf},                   // first
		{-745.1332191019411, smallest},             // last above 0
		{-745.1332191019412, 0},                    // first
	}},
	{"Exp2", Exp2, [][2]float64{
		{inf, inf}, {-inf, 0}, {nan, nan}, {0, 1}, {negZero, 1},
		{1, 2}, {-1, 0.5}, {10, 1024}, {1023, 0x1p1023}, {1024, inf}, {-1022, normal},
		{-1023, 0x1p-1023}, {-1074, smallest}, {largest, inf}, {-largest, 0},
		{0.5, math.Sqrt2},
		{-1074.9999999999998, smallest}, // last above 0
		{-1075, 0},                      // first: half the smallest goes to even
	}},
	{"Exp10", Exp10, append(powersOfTen(), [][2]float64{
		{inf, inf}, {-inf, 0}, {nan, nan}, {negZero, 1}, {largest, inf}, {-largest, 0},
		{0.25, 1.7782794100389228}, {-0.5, 0.31622776601683794}, {-1, 0.1}, {-2, 0.01}, {-323, 1e-323},
		{308.2547155599167, 1.7976931348620926e308}, // last below infinity
		{308.25471555991675, inf},                   // first
		{-323.60724533877976, smallest},             // last above 0
		{-323.6072453387798, 0},                     // first
	}...)},
	{"Log", Log, [][2]float64{
		{inf, inf}, {0, -inf}, {negZero, -inf}, {-1, nan}, {-inf, nan}, {-smallest, nan}, {nan, nan}, {1, 0},
		{math.E, 1}, {2, math.Ln2}, {10, math.Ln10}, {smallest, -744.4400719213812}, {largest, 709.782712893384},
	}},
	{"NormalQuantile", NormalQuantile, [][2]float64{
		{0, -inf}, {negZero, -inf}, {1, inf}, {-smallest, nan}, {1.0000000000000002, nan}, {inf, nan}, {-inf, nan}, {nan, nan},
		{0.5, 0}, {0.975, 1.9599639845400538}, {0.995, 2.5758293035489004}, {0.25, -0.6744897501960817}, {0.75, 0.6744897501960817},
		{0.9, 1.2815515655446006}, {smallest, -38.467405617144344}, {1 - 0x1p-53, 8.209536151601387},
	}},
	{"RoundHalfUp", RoundHalfUp, [][2]float64{
		// ECMA-262 §21.3.2.28, Math.round, and its notes; zeros are +0 here.
		{inf, inf}, {-inf, -inf}, {nan, nan}, {0, 0}, {negZero, 0},
		{0.5, 1}, {0.49999999999999994, 0}, {0.5000000000000001, 1}, {smallest, 0}, {normal, 0},
		{-0.5, 0}, {-0.49999999999999994, 0}, {-0.5000000000000001, -1}, {-smallest, 0}, {-0.2, 0},
		{1.5, 2}, {2.5, 3}, {3.5, 4}, {-1.5, -1}, {-2.5, -2}, {-3.5, -3}, {2.4999999999999996, 2}, {-2.5000000000000004, -3},
		{4503599627370495.5, 4503599627370496}, {-4503599627370495.5, -4503599627370495},
		{4503599627370497, 4503599627370497}, {9007199254740991, 9007199254740991}, {largest, largest}, {-largest, -largest},
	}},
}

// powersOfTen returns n and 10^n for all powers of ten that are exact.
func powersOfTen() [][2]float64 {
	return [][2]float64{
		{0, 1e0}, {1, 1e1}, {2, 1e2}, {3, 1e3}, {4, 1e4}, {5, 1e5}, {6, 1e6}, {7, 1e7},
		{8, 1e8}, {9, 1e9}, {10, 1e10}, {11, 1e11}, {12, 1e12}, {13, 1e13}, {14, 1e14}, {15, 1e15},
		{16, 1e16}, {17, 1e17}, {18, 1e18}, {19, 1e19}, {20, 1e20}, {21, 1e21}, {22, 1e22},
	}
}

func TestSpecial(t *testing.T) {
	for _, u := range unary {
		for _, row := range u.rows {
			t.Run(fmt.Sprintf("%s(%v)", u.name, row[0]), func(t *testing.T) {
				if got := u.f(row[0]); !same(got, row[1]) {
					t.Errorf("%s(%v) = %v, want %v", u.name, row[0], got, row[1])
				}
			})
		}
	}
}

// powRows follow the doc comment's list, then exact powers.
var powRows = [][3]float64{
	{nan, 0, 1}, {nan, negZero, 1}, {inf, 0, 1}, {0, 0, 1},
	{1, nan, 1}, {1, inf, 1}, {1, -inf, 1}, {1, 1e300, 1},
	{nan, 1, nan}, {negZero, 1, negZero}, {-inf, 1, -inf}, {-largest, 1, -largest}, {smallest, 1, smallest}, {0.1, 1, 0.1},
	{nan, 3, nan}, {nan, 2, nan}, {2, nan, nan}, {0, nan, nan}, {inf, nan, nan}, {-1, nan, nan},
	{0, -1, inf}, {negZero, -1, -inf}, {0, -3, inf}, {negZero, -3, -inf}, {negZero, -9007199254740991, -inf},
	{0, -inf, inf}, {negZero, -inf, inf}, {0, inf, 0}, {negZero, inf, 0},
	{0, -2, inf}, {negZero, -2, inf}, {negZero, -0.5, inf}, {negZero, -1e300, inf},
	{0, 3, 0}, {negZero, 3, negZero}, {0, 2, 0}, {negZero, 2, 0}, {negZero, 0.5, 0}, {negZero, 1e300, 0},
	{-1, inf, 1}, {-1, -inf, 1},
	{1.0000000000000002, inf, inf}, {-2, inf, inf}, {inf, inf, inf}, {-inf, inf, inf},
	{2, -inf, 0}, {-2, -inf, 0}, {inf, -inf, 0}, {-inf, -inf, 0},
	{0.9999999999999999, inf, 0}, {-0.5, inf, 0}, {0.5, -inf, inf}, {-0.5, -inf, inf},
	{inf, 0.5, inf}, {inf, 3, inf}, {inf, -0.5, 0}, {inf, -3, 0},
	{-inf, 3, -inf}, {-inf, 2, inf}, {-inf, 0.5, inf}, {-inf, -3, negZero}, {-inf, -2, 0}, {-inf, -0.5, 0},
	{-2, 0.5, nan}, {-1, 1.5, nan}, {-smallest, 0.5, nan}, {-largest, -0.5, nan}, {-1, 4503599627370495.5, nan},
	{-2, 3, -8}, {-2, 4, 16}, {-2, -1, -0.5}, {-1, 9007199254740991, -1}, {-1, 9007199254740992, 1}, {-1, 1e300, 1},
	{-1, 4503599627370497, -1}, {-1, 4503599627370496, 1},
	{3, 2, 9}, {-3, 2, 9}, {1e200, 2, inf}, {-1e-200, 2, 0}, {0.1, 2, 0.1 * float64Tenth},
	{3, 5, 243}, {10, 22, 1e22}, {5, 22, 2384185791015625}, {7, 18, 1628413597910449}, {2, 0.5, math.Sqrt2}, {9, 0.5, 3}, {27, 2, 729},
	{2, 1023, 0x1p1023}, {2, 1024, inf}, {-2, 1025, -inf}, {2, -1022, normal}, {2, -1074, smallest}, {2, -1075, 0}, {-2, -1075, negZero},
	{1.5, 2, 2.25}, {0.25, -0.5, 2}, {4, 1.5, 8}, {smallest, 0.5, 0x1p-537}, {smallest, -1, inf}, {largest, -1, 0x1p-1024},
	{1.0000000000000002, largest, inf}, {0.9999999999999999, largest, 0}, {-0.9999999999999999, largest, 0},
	{2, smallest, 1}, {largest, smallest, 1}, {smallest, -smallest, 1}, {10, 308, 1e308}, {10, -323, 1e-323}, {10, -324, 0},
}

// float64Tenth is 0.1 as a variable: multiplied at run time and rounded.
var float64Tenth = 0.1

func TestPow(t *testing.T) {
	for _, row := range powRows {
		x, y, want := row[0], row[1], row[2]
		t.Run(fmt.Sprintf("Pow(%v,%v)", x, y), func(t *testing.T) {
			if got := Pow(x, y); !same(got, want) {
				t.Errorf("Pow(%v, %v) = %v, want %v", x, y, got, want)
			}
		})
	}
}

// TestPowSmallIntegers: wherever the power of an integer is a float64, Pow
// gives it.
func TestPowSmallIntegers(t *testing.T) {
	for base := 2.0; base <= 100; base++ {
		want := 1.0
		for y := 0.0; want < 1<<53; y++ {
			if got := Pow(base, y); got != want {
				t.Errorf("Pow(%v, %v) = %v, want %v", base, y, got, want)
			}
			want *= base
		}
	}
}

// TestPowSquares: Pow(x, 2) is the rounded square of any x.
func TestPowSquares(t *testing.T) {
	g := newGenerator("squares")
	for range 10000 {
		x := g.bits()
		if got, want := Pow(x, 2), x*x; !same(got, want) {
			t.Errorf("Pow(%x, 2) = %x, want %x", x, got, want)
		}
	}
}

// TestSpecialAsMath holds every result that is 0, ±1, ±Inf or NaN against
// package math, whose special values are the specification.
func TestSpecialAsMath(t *testing.T) {
	values := []float64{0, negZero, smallest, -smallest, 1e-5, -1e-5, 0.5, -0.5, 1, -1, 1.5, -1.5, 2, -2, 3, -3,
		52.5, 1 << 52, 1<<53 - 1, -(1<<53 - 1), 1 << 53, 1e300, -1e300, largest, -largest, inf, -inf, nan}
	check := func(name string, got, want float64, args ...float64) {
		t.Helper()
		special := want == 0 || math.Abs(want) == 1 || math.IsInf(want, 0) || math.IsNaN(want)
		if special && !same(got, want) {
			t.Errorf("%s%v = %v, math has %v", name, args, got, want)
		}
	}
	for _, x := range values {
		check("Exp", Exp(x), math.Exp(x), x)
		check("Exp2", Exp2(x), math.Exp2(x), x)
		check("Log", Log(x), math.Log(x), x)
		for _, y := range values {
			check("Pow", Pow(x, y), math.Pow(x, y), x, y)
		}
	}
}
