// Package number calculates with shares, scores and stakes exactly or in float64,
// by a rulebook.
package number

import (
	"cmp"
	"math"

	"github.com/tallyproof/tallyproof/core/exact"
	"github.com/tallyproof/tallyproof/core/rulebook"
)

// Number is a number of either arithmetic: exact, or a float64 whose every
// operation is rounded by itself. An operation on an exact number and a
// float64 is one of float64, so constants are exact and go with both. The zero
// value is 0. Numbers are immutable.
type Number struct{ *value }

// value is what a number points to; nothing means 0.
type value struct {
	small   Fraction   // the value, when it fits and nothing else is set
	wide    *exact.Num // the value, when it does not fit
	float   float64    // the value, when isFloat
	isFloat bool
}

// Arithmetic reads the numbers of a request. The zero value is exact.
type Arithmetic struct{ Floats bool }

// ArithmeticOf returns the arithmetic the rules ask for.
func ArithmeticOf(r *rulebook.Reward) Arithmetic {
	return Arithmetic{r.Arithmetic == rulebook.Float64}
}

// Decimal is x, exact as the decimal it was written as.
func (a Arithmetic) Decimal(x float64) Number {
	if a.Floats {
		return Float(x)
	}
	if f, ok := decimal(x); ok {
		return Small(f)
	}
	return wide(exact.Of(x))
}

// Ratio is p/q, q > 0.
func (a Arithmetic) Ratio(p, q int64) Number {
	return a.Of(Small(Fraction{p, q}))
}

// Of is x, which is exact, in this arithmetic.
func (a Arithmetic) Of(x Number) Number {
	if a.Floats {
		return Float(x.Float())
	}
	return x
}

// Float returns x for rules that calculate in float64.
func Float(x float64) Number { return Number{&value{float: x, isFloat: true}} }

func wide(x exact.Num) Number { return Number{&value{wide: &x}} }

// Small returns a fraction of two small whole numbers.
func Small(f Fraction) Number { return Number{&value{small: f}} }

// Integer returns a whole number, which goes with both arithmetics.
func Integer(n int64) Number { return Small(Fraction{n, 1}) }

// Numbers that formulas need. They go with both arithmetics.
var (
	Zero    Number
	One     = Integer(1)
	Two     = Integer(2)
	half    = Small(Fraction{1, 2})
	Hundred = Integer(100)
	MaxU16  = Integer(math.MaxUint16)
)

// Inexact is whether a is a float64.
func (a Number) Inexact() bool { return a.value != nil && a.isFloat }

// fraction returns a when it is exact and fits.
func (a Number) fraction() (f Fraction, ok bool) {
	if a.value == nil {
		return Fraction{0, 1}, true
	}
	return a.small, !a.isFloat && a.wide == nil
}

// fractions returns a and b when both are exact and fit.
func fractions(a, b Number) (x, y Fraction, ok bool) {
	x, ok1 := a.fraction()
	y, ok2 := b.fraction()
	return x, y, ok1 && ok2
}

// exact returns an exact number however large.
func (a Number) exact() exact.Num {
	if f, ok := a.fraction(); ok {
		return exact.Frac(f.P, f.Q)
	}
	return *a.wide
}

// Float returns the float64 nearest to a.
func (a Number) Float() float64 {
	if a.Inexact() {
		return a.float
	}
	if f, ok := a.fraction(); ok {
		if x, ok := f.float(); ok {
			return x
		}
	}
	return a.exact().Float()
}

// Add returns a + b.
func (a Number) Add(b Number) Number {
	if x, y, ok := fractions(a, b); ok {
		if c, ok := x.add(y); ok {
			return Small(c)
		}
	}
	if a.Inexact() || b.Inexact() {
		return Float(a.Float() + b.Float())
	}
	return wide(a.exact().Add(b.exact()))
}

// Neg is −a.
func (a Number) Neg() Number {
	if f, ok := a.fraction(); ok {
		return Small(Fraction{-f.P, f.Q})
	}
	if a.Inexact() {
		return Float(-a.float)
	}
	return wide(a.wide.Neg())
}

// Sub returns a − b.
func (a Number) Sub(b Number) Number { return a.Add(b.Neg()) }

// Mul returns a · b; the conversion keeps a compiler from fusing it with a sum.
func (a Number) Mul(b Number) Number {
	if x, y, ok := fractions(a, b); ok {
		if c, ok := x.mul(y); ok {
			return Small(c)
		}
	}
	if a.Inexact() || b.Inexact() {
		return Float(float64(a.Float() * b.Float()))
	}
	return wide(a.exact().Mul(b.exact()))
}

// Quo returns a / b. Exact, it panics when b is 0.
func (a Number) Quo(b Number) Number {
	if x, y, ok := fractions(a, b); ok && y.P != 0 {
		if c, ok := x.mul(y.inverse()); ok {
			return Small(c)
		}
	}
	if a.Inexact() || b.Inexact() {
		return Float(a.Float() / b.Float())
	}
	return wide(a.exact().Quo(b.exact()))
}

// Cmp is −1, 0 or +1 as a is below, equal to or above b.
func (a Number) Cmp(b Number) int {
	if x, y, ok := fractions(a, b); ok {
		return x.cmp(y)
	}
	if !a.Inexact() && !b.Inexact() {
		return a.exact().Cmp(b.exact())
	}
	return cmp.Compare(a.Float(), b.Float())
}

// Sign is −1, 0 or +1 as a is negative, zero or positive.
func (a Number) Sign() int { return a.Cmp(Zero) }

// Floor returns the largest whole number not above a.
func (a Number) Floor() Number {
	if f, ok := a.fraction(); ok {
		return Integer(f.floor())
	}
	if a.Inexact() {
		return Float(math.Floor(a.float))
	}
	return wide(a.wide.Floor())
}

// Abs is |a|.
func (a Number) Abs() Number {
	if a.Sign() < 0 {
		return a.Neg()
	}
	return a
}

// Round returns the nearest whole number, halves up. Weights are never negative, so
// this is also the published code's half away from zero.
func (a Number) Round() Number {
	n := a.Floor()
	if a.Sub(n).Cmp(half) >= 0 { // exact where it is below 1/2
		return n.Add(One)
	}
	return n
}

// Int returns a, a whole number, as an int64.
func (a Number) Int() int64 { return int64(a.Float()) }

// Sum adds from left to right. The sum of nothing is 0.
func Sum(xs []Number) Number {
	total := Zero
	for _, x := range xs {
		total = total.Add(x)
	}
	return total
}

// Largest returns the largest of numbers that are not negative, 0 of none.
func Largest(xs []Number) Number {
	top := Zero
	for _, x := range xs {
		if x.Cmp(top) > 0 {
			top = x
		}
	}
	return top
}

// Clone returns a copy of xs.
func Clone(xs []Number) []Number { return append([]Number(nil), xs...) }

// FloatPtr is x for an optional member of an answer.
func FloatPtr(x Number) *float64 {
	f := x.Float()
	return &f
}

// U16 is W_m = round(w_m · 65535), halves up (Scoring System, Stage 3).
func U16(share Number) int64 { return share.Mul(MaxU16).Round().Int() }
