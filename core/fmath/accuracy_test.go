//go:build !js

package fmath

import (
	"flag"
	"math"
	"math/big"
	"testing"
)

var inputs = flag.Int("inputs", 3000, "arguments per function for TestAccuracy")

// TestAccuracy holds every function against the oracle. The limits are a
// little above what -inputs 300000 measured (-inputs 100000 for the last
// four, whose oracle is slow); the promise in the package documentation is
// 1 ULP.
func TestAccuracy(t *testing.T) {
	for _, tt := range []struct {
		name  string
		limit float64 // in ULPs
		args  func(g *generator) (x, y float64)
		got   func(x, y float64) float64
		want  func(x, y float64) *big.Float
	}{
		{"Exp", 0.52, one(-750, 712), first(Exp), firstBig(bigExp)},
		{"Exp2", 0.52, one(-1080, 1026), first(Exp2), func(x, _ float64) *big.Float {
			return bigExp(bigMul(bigOf(x), bigLn2))
		}},
		{"Exp10", 0.52, one(-326, 310), first(Exp10), func(x, _ float64) *big.Float {
			return bigExp(bigMul(bigOf(x), bigLn10))
		}},
		{"Log", 0.51, positive, first(Log), firstBig(bigLog)},
		{"Pow", 0.52, powArguments, Pow, func(x, y float64) *big.Float {
			return bigExp(bigMul(bigOf(y), bigLog(bigOf(x))))
		}},
		{"NormalQuantile", 0.54, probability, first(NormalQuantile), func(p, _ float64) *big.Float {
			return bigNormalQuantile(p, NormalQuantile(p))
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			g := newGenerator(tt.name)
			var worst, atX, atY float64
			for range *inputs {
				x, y := tt.args(g)
				if x == 0 {
					continue
				}
				got := tt.got(x, y)
				if e := ulps(got, tt.want(x, y)); !(e <= worst) {
					worst, atX, atY = e, x, y
				}
			}
			t.Logf("%s: at most %.4f ULP, at %v, %v", tt.name, worst, atX, atY)
			if !(worst <= tt.limit) {
				t.Errorf("%s(%x, %x) is off by %.4f ULP, want at most %.2f", tt.name, atX, atY, worst, tt.limit)
			}
		})
	}
}

func first(f func(float64) float64) func(x, y float64) float64 {
	return func(x, _ float64) float64 { return f(x) }
}

func firstBig(f func(*big.Float) *big.Float) func(x, y float64) *big.Float {
	return func(x, _ float64) *big.Float { return f(bigOf(x)) }
}

// ulps returns |got − want| in units in the last place of want. Beyond the
// largest float64 the unit is that of the last binade, and an infinity counts
// as the number it would be, 2^1024.
func ulps(got float64, want *big.Float) float64 {
	if math.IsNaN(got) {
		return math.NaN()
	}
	e := want.MantExp(nil) - 53
	unit := math.Ldexp(1, max(min(e, 1024-53), -1074))
	g := bigNew()
	if math.IsInf(got, 0) {
		g = bigNew().SetMantExp(bigOf(math.Copysign(1, got)), 1024)
		if want.MantExp(nil) > 1024 && want.Sign() == g.Sign() {
			return 0
		}
	} else {
		g.SetFloat64(got)
	}
	d := bigSub(g, want)
	return math.Abs(bigFloat(bigQuo(d, bigOf(unit))))
}

// one takes an argument from a range: a third even over it, a third of any
// small magnitude, and the rest around the places where ranges, signs and
// exponents change.
func one(lo, hi float64) func(g *generator) (x, y float64) {
	edges := []float64{lo, hi, 1, -1, 0.5, -0.5, 0.125, -0.125, 0.0625, -0.0625, 0.47, -0.47, 0.67, -0.67, 1.0 / 256, -1.0 / 256,
		6, -6, 9, 20, -20, 26.5, 27.2, -38, -38.4, -708, 709, -745, -1022, -1074, 1023, -307.6, -323, 308.2}
	return func(g *generator) (x, y float64) {
		for {
			switch g.next() % 3 {
			case 0:
				x = g.between(lo, hi)
			case 1:
				x = math.Copysign(math.Ldexp(g.between(1, 2), -int(g.next()%g.pick(60, 1074))), g.between(-1, 1))
			default:
				c := edges[g.next()%uint64(len(edges))]
				x = c * (1 + math.Ldexp(g.between(-1, 1), -int(g.next()%53)))
			}
			if lo <= x && x <= hi {
				return x, 0
			}
		}
	}
}

// positive takes a positive number, often near 1.
func positive(g *generator) (x, _ float64) {
	switch g.next() % 3 {
	case 0:
		return math.Abs(g.bits()), 0
	case 1:
		return g.between(0.5, 2), 0
	}
	return 1 + math.Ldexp(g.between(-1, 1), -int(g.next()%53)), 0
}

// powArguments takes x > 0 and y so that x^y is mostly neither 0 nor infinite.
func powArguments(g *generator) (x, y float64) {
	for {
		x, _ = positive(g)
		y = g.between(-1100, 1100) / math.Log2(x)
		if g.next()%4 == 0 {
			y = math.Round(g.between(-40, 40))
		}
		if x != 1 && y != 0 && !math.IsInf(y, 0) && math.Abs(y*math.Log2(x)) < 1100 {
			return x, y
		}
	}
}

func probability(g *generator) (p, _ float64) {
	for {
		switch g.next() % 4 {
		case 0:
			p = g.between(0, 1)
		case 1:
			p = 0.5 + math.Ldexp(g.between(-1, 1), -int(g.next()%53))
		case 2:
			p = 1 - math.Ldexp(g.between(0.5, 1), -int(g.next()%53))
		default:
			p = math.Ldexp(g.between(0.5, 1), -int(g.next()%1074))
		}
		if 0 < p && p < 1 && p != 0.5 {
			return p, 0
		}
	}
}
