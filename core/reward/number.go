package reward

import (
	"cmp"
	"math"

	"github.com/tallyproof/tallyproof/core/exact"
	"github.com/tallyproof/tallyproof/core/rulebook"
)

// number is a number of either arithmetic: exact, or a float64 whose every
// operation is rounded by itself. An operation on an exact number and a
// float64 is one of float64, so constants are exact and go with both. The zero
// value is 0. Numbers are immutable. One word each, as five would be half of
// this package's code (docs/decisions/0006).
type number struct{ *value }

// value is what a number points to; nothing means 0.
type value struct {
	small   fraction   // the value, when it fits and nothing else is set
	wide    *exact.Num // the value, when it does not fit
	float   float64    // the value, when isFloat
	isFloat bool
}

// arithmetic reads the numbers of a request. The zero value is exact.
type arithmetic struct{ floats bool }

// arithmeticOf is the arithmetic the rules ask for.
func arithmeticOf(r *rulebook.Reward) arithmetic {
	return arithmetic{r.Arithmetic == rulebook.Float64}
}

// decimal is x, exact as the decimal it was written as.
func (a arithmetic) decimal(x float64) number {
	if a.floats {
		return float(x)
	}
	if f, ok := decimal(x); ok {
		return small(f)
	}
	return wide(exact.Of(x))
}

// ratio is p/q, q > 0.
func (a arithmetic) ratio(p, q int64) number {
	return a.of(small(fraction{p, q}))
}

// of is x, which is exact, in this arithmetic.
func (a arithmetic) of(x number) number {
	if a.floats {
		return float(x.Float())
	}
	return x
}

func float(x float64) number { return number{&value{float: x, isFloat: true}} }

func wide(x exact.Num) number { return number{&value{wide: &x}} }

func small(f fraction) number { return number{&value{small: f}} }

// integer is a whole number, which goes with both arithmetics.
func integer(n int64) number { return small(fraction{n, 1}) }

var (
	zero    number
	one     = integer(1)
	two     = integer(2)
	half    = small(fraction{1, 2})
	hundred = integer(100)
	maxU16  = integer(math.MaxUint16)
)

// inexact is whether a is a float64.
func (a number) inexact() bool { return a.value != nil && a.isFloat }

// fraction is a when it is exact and fits.
func (a number) fraction() (f fraction, ok bool) {
	if a.value == nil {
		return fraction{0, 1}, true
	}
	return a.small, !a.isFloat && a.wide == nil
}

// fractions are a and b when both are exact and fit.
func fractions(a, b number) (x, y fraction, ok bool) {
	x, ok1 := a.fraction()
	y, ok2 := b.fraction()
	return x, y, ok1 && ok2
}

// exact is an exact number however large.
func (a number) exact() exact.Num {
	if f, ok := a.fraction(); ok {
		return exact.Frac(f.p, f.q)
	}
	return *a.wide
}

// Float is the float64 nearest to a.
func (a number) Float() float64 {
	if a.inexact() {
		return a.float
	}
	if f, ok := a.fraction(); ok {
		if x, ok := f.float(); ok {
			return x
		}
	}
	return a.exact().Float()
}

// Add is a + b.
func (a number) Add(b number) number {
	if x, y, ok := fractions(a, b); ok {
		if c, ok := x.add(y); ok {
			return small(c)
		}
	}
	if a.inexact() || b.inexact() {
		return float(a.Float() + b.Float())
	}
	return wide(a.exact().Add(b.exact()))
}

// Neg is −a.
func (a number) Neg() number {
	if f, ok := a.fraction(); ok {
		return small(fraction{-f.p, f.q})
	}
	if a.inexact() {
		return float(-a.float)
	}
	return wide(a.wide.Neg())
}

// Sub is a − b.
func (a number) Sub(b number) number { return a.Add(b.Neg()) }

// Mul is a · b; the conversion keeps a compiler from fusing it with a sum.
func (a number) Mul(b number) number {
	if x, y, ok := fractions(a, b); ok {
		if c, ok := x.mul(y); ok {
			return small(c)
		}
	}
	if a.inexact() || b.inexact() {
		return float(float64(a.Float() * b.Float()))
	}
	return wide(a.exact().Mul(b.exact()))
}

// Quo is a / b. Exact, it panics when b is 0.
func (a number) Quo(b number) number {
	if x, y, ok := fractions(a, b); ok && y.p != 0 {
		if c, ok := x.mul(y.inverse()); ok {
			return small(c)
		}
	}
	if a.inexact() || b.inexact() {
		return float(a.Float() / b.Float())
	}
	return wide(a.exact().Quo(b.exact()))
}

// Cmp is −1, 0 or +1 as a is below, equal to or above b.
func (a number) Cmp(b number) int {
	if x, y, ok := fractions(a, b); ok {
		return x.cmp(y)
	}
	if !a.inexact() && !b.inexact() {
		return a.exact().Cmp(b.exact())
	}
	return cmp.Compare(a.Float(), b.Float())
}

// Sign is −1, 0 or +1 as a is negative, zero or positive.
func (a number) Sign() int { return a.Cmp(zero) }

// Floor is the largest whole number not above a.
func (a number) Floor() number {
	if f, ok := a.fraction(); ok {
		return integer(f.floor())
	}
	if a.inexact() {
		return float(math.Floor(a.float))
	}
	return wide(a.wide.Floor())
}

// Abs is |a|.
func (a number) Abs() number {
	if a.Sign() < 0 {
		return a.Neg()
	}
	return a
}

// Round is the nearest whole number, halves up. Weights are never negative, so
// this is also the published code's half away from zero.
func (a number) Round() number {
	n := a.Floor()
	if a.Sub(n).Cmp(half) >= 0 { // exact where it is below 1/2
		return n.Add(one)
	}
	return n
}

// Int is a, a whole number, as an int64.
func (a number) Int() int64 { return int64(a.Float()) }

// sum adds from left to right. The sum of nothing is 0.
func sum(xs []number) number {
	total := zero
	for _, x := range xs {
		total = total.Add(x)
	}
	return total
}

// largest is the largest of numbers that are not negative, 0 of none.
func largest(xs []number) number {
	top := zero
	for _, x := range xs {
		if x.Cmp(top) > 0 {
			top = x
		}
	}
	return top
}

// clone is a copy of xs. A generic one would keep all methods of math/big.
func clone(xs []number) []number { return append([]number(nil), xs...) }

// floatPtr is x for an optional member of an answer.
func floatPtr(x number) *float64 {
	f := x.Float()
	return &f
}
