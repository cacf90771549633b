// Package exact does arithmetic on numbers as the decimals they were written
// as, without rounding.
//
// The arenas' documents calculate with decimals: 0.285 · 100 is 28.5 there, while
// float64 makes it 28.499999999999996, and a floor or a threshold then answers
// wrongly. [Of] reads a float64 as its shortest decimal; sums, products and
// comparisons are exact from there on, and [Num.Float] answers the nearest
// float64 at the end.
//
// A Num is a fraction of two int64 while it fits, which is nearly always, and one of
// whole numbers of any length otherwise.
package exact

import (
	"math"
	"math/big"
	"strconv"
)

// Num is a rational number. The zero value is 0. Values are immutable.
type Num struct {
	small fraction
	wide  *big.Rat // the value, when it does not fit; never written to
}

// Of reads a finite float64 as its shortest decimal. It panics on NaN and
// infinities: the strict reader lets none in.
func Of(x float64) Num {
	if f, ok := short(x); ok {
		return Num{small: f}
	}
	if math.IsNaN(x) || math.IsInf(x, 0) {
		panic("exact: want a finite number")
	}
	r, ok := new(big.Rat).SetString(strconv.FormatFloat(x, 'e', -1, 64))
	if !ok {
		panic("exact: a float64 always reads as a decimal")
	}
	return Num{wide: r}
}

// short reads a number whose decimal fits, and reports whether it does.
func short(x float64) (fraction, bool) {
	// n/10^k with |n| < 2^53 and k ≤ 22 is one correctly rounded division
	// of two exact numbers, so when it gives x back, n/10^k is a decimal that
	// reads as x; the smallest such k is the shortest one.
	for q := int64(1); q <= 1e9; q *= 10 {
		n := math.Round(x * float64(q))
		if math.Abs(n) >= 1<<53 {
			break
		}
		if n/float64(q) == x {
			return fraction{int64(n), q - 1}, true
		}
	}
	return fraction{}, false
}

// of is p/q of q > 0.
func of(p, q int64) Num { return Num{small: fraction{p, q - 1}} }

// Int returns a whole number.
func Int(n int64) Num { return Frac(n, 1) }

// Frac is p/q. It panics when q is 0.
func Frac(p, q int64) Num {
	if q <= 0 || p == math.MinInt64 {
		return Num{wide: big.NewRat(p, q)}
	}
	return of(p, q)
}

// rat returns the value for math/big.
func (a Num) rat() *big.Rat {
	if a.wide != nil {
		return a.wide
	}
	return big.NewRat(a.small.p, a.small.q())
}

// Add returns a + b.
func (a Num) Add(b Num) Num {
	if a.wide == nil && b.wide == nil {
		if sum, ok := a.small.add(b.small); ok {
			return Num{small: sum}
		}
	}
	return Num{wide: new(big.Rat).Add(a.rat(), b.rat())}
}

// Neg is −a.
func (a Num) Neg() Num {
	if a.wide == nil {
		return Num{small: fraction{-a.small.p, a.small.below}}
	}
	return Num{wide: new(big.Rat).Neg(a.wide)}
}

// Sub returns a − b.
func (a Num) Sub(b Num) Num { return a.Add(b.Neg()) }

// Mul returns a · b.
func (a Num) Mul(b Num) Num {
	if a.wide == nil && b.wide == nil {
		if product, ok := a.small.mul(b.small); ok {
			return Num{small: product}
		}
	}
	return Num{wide: new(big.Rat).Mul(a.rat(), b.rat())}
}

// Quo returns a / b. It panics when b is 0.
func (a Num) Quo(b Num) Num {
	if a.wide == nil && b.wide == nil && b.small.p != 0 {
		if quotient, ok := a.small.mul(b.small.inverse()); ok {
			return Num{small: quotient}
		}
	}
	return Num{wide: new(big.Rat).Quo(a.rat(), b.rat())}
}

// Cmp is −1, 0 or +1 as a is below, equal to or above b.
func (a Num) Cmp(b Num) int {
	if a.wide == nil && b.wide == nil {
		return a.small.cmp(b.small)
	}
	return a.rat().Cmp(b.rat())
}

// Sign is −1, 0 or +1 as a is negative, zero or positive.
func (a Num) Sign() int { return a.Cmp(Num{}) }

// Min returns the smaller of a and b.
func (a Num) Min(b Num) Num {
	if a.Cmp(b) <= 0 {
		return a
	}
	return b
}

// Max returns the larger of a and b.
func (a Num) Max(b Num) Num {
	if a.Cmp(b) >= 0 {
		return a
	}
	return b
}

// Floor returns the largest whole number not above a.
func (a Num) Floor() Num {
	if a.wide == nil {
		return Int(a.small.floor())
	}
	return Num{wide: new(big.Rat).SetInt(new(big.Int).Div(a.wide.Num(), a.wide.Denom()))}
}

// Float returns the float64 nearest to a, halves to even.
func (a Num) Float() float64 {
	if a.wide == nil {
		if x, ok := a.small.float(); ok {
			return x
		}
	}
	nearest, _ := a.rat().Float64()
	return nearest
}
