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
type Number struct {
	exact   *exact.Num // the value, unless isFloat; nothing means 0
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
	return of(exact.Of(x))
}

// Ratio is p/q, q > 0.
func (a Arithmetic) Ratio(p, q int64) Number {
	return a.Of(Fraction(p, q))
}

// Of is x, which is exact, in this arithmetic.
func (a Arithmetic) Of(x Number) Number {
	if a.Floats {
		return Float(x.Float())
	}
	return x
}

// Float returns x for rules that calculate in float64.
func Float(x float64) Number { return Number{float: x, isFloat: true} }

func of(x exact.Num) Number { return Number{exact: &x} }

// Fraction is p/q, q > 0, which goes with both arithmetics.
func Fraction(p, q int64) Number { return of(exact.Frac(p, q)) }

// Integer returns a whole number, which goes with both arithmetics.
func Integer(n int64) Number { return of(exact.Int(n)) }

// Numbers that formulas need. They go with both arithmetics.
var (
	Zero    Number
	One     = Integer(1)
	Two     = Integer(2)
	half    = Fraction(1, 2)
	Hundred = Integer(100)
	MaxU16  = Integer(math.MaxUint16)
)

// Inexact is whether a is a float64.
func (a Number) Inexact() bool { return a.isFloat }

// num returns the value of an exact number.
func (a Number) num() exact.Num {
	if a.exact == nil {
		return exact.Num{}
	}
	return *a.exact
}

// Float returns the float64 nearest to a.
func (a Number) Float() float64 {
	if a.Inexact() {
		return a.float
	}
	return a.num().Float()
}

// Add returns a + b.
func (a Number) Add(b Number) Number {
	if a.Inexact() || b.Inexact() {
		return Float(a.Float() + b.Float())
	}
	return of(a.num().Add(b.num()))
}

// Neg is −a.
func (a Number) Neg() Number {
	if a.Inexact() {
		return Float(-a.float)
	}
	return of(a.num().Neg())
}

// Sub returns a − b.
func (a Number) Sub(b Number) Number { return a.Add(b.Neg()) }

// Mul returns a · b; the conversion keeps a compiler from fusing it with a sum.
func (a Number) Mul(b Number) Number {
	if a.Inexact() || b.Inexact() {
		return Float(float64(a.Float() * b.Float()))
	}
	return of(a.num().Mul(b.num()))
}

// Quo returns a / b. Exact, it panics when b is 0.
func (a Number) Quo(b Number) Number {
	if a.Inexact() || b.Inexact() {
		return Float(a.Float() / b.Float())
	}
	return of(a.num().Quo(b.num()))
}

// Cmp is −1, 0 or +1 as a is below, equal to or above b.
func (a Number) Cmp(b Number) int {
	if a.Inexact() || b.Inexact() {
		return cmp.Compare(a.Float(), b.Float())
	}
	return a.num().Cmp(b.num())
}

// Sign is −1, 0 or +1 as a is negative, zero or positive.
func (a Number) Sign() int {
	if a.isFloat {
		return cmp.Compare(a.float, 0)
	}
	return a.num().Sign()
}

// Floor returns the largest whole number not above a.
func (a Number) Floor() Number {
	if a.Inexact() {
		return Float(math.Floor(a.float))
	}
	return of(a.num().Floor())
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
