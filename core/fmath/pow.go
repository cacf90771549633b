package fmath

import "math"

// Pow returns x^y: e^(y·ln |x|) with ln |x| and the product as pairs, and the
// sign by y's parity. Pow(x, 2) is x·x, correctly rounded.
//
// Special cases are (in order):
//
//	Pow(x, ±0) = 1 for any x
//	Pow(1, y) = 1 for any y
//	Pow(x, 1) = x for any x
//	Pow(NaN, y) = NaN
//	Pow(x, NaN) = NaN
//	Pow(±0, y) = ±Inf for y an odd integer < 0
//	Pow(±0, -Inf) = +Inf
//	Pow(±0, +Inf) = +0
//	Pow(±0, y) = +Inf for finite y < 0 and not an odd integer
//	Pow(±0, y) = ±0 for y an odd integer > 0
//	Pow(±0, y) = +0 for finite y > 0 and not an odd integer
//	Pow(-1, ±Inf) = 1
//	Pow(x, +Inf) = +Inf for |x| > 1
//	Pow(x, -Inf) = +0 for |x| > 1
//	Pow(x, +Inf) = +0 for |x| < 1
//	Pow(x, -Inf) = +Inf for |x| < 1
//	Pow(+Inf, y) = +Inf for y > 0
//	Pow(+Inf, y) = +0 for y < 0
//	Pow(-Inf, y) = Pow(-0, -y)
//	Pow(x, y) = NaN for finite x < 0 and finite non-integer y
func Pow(x, y float64) float64 {
	switch {
	case y == 0 || x == 1:
		return 1
	case y == 1:
		return x
	case y == 2:
		return float64(x * x)
	case math.IsNaN(x) || math.IsNaN(y):
		return math.NaN()
	case math.IsInf(y, 0):
		return powInf(math.Abs(x), y > 0)
	}
	magnitude, sign := math.Abs(x), 1.0
	if math.Signbit(x) {
		switch parityOf(y) {
		case odd:
			sign = -1
		case fraction:
			if x < 0 && x >= -math.MaxFloat64 {
				return math.NaN()
			}
		}
	}
	if magnitude == 0 || magnitude > math.MaxFloat64 {
		return float64(sign * powLimit(magnitude == 0, y < 0))
	}
	return float64(sign * powPositive(magnitude, y))
}

// powPositive returns x^y for finite x > 0 and finite y.
func powPositive(x, y float64) float64 {
	hi, lo := logPair(x)
	switch p := float64(y * hi); {
	case p > 710:
		return math.Inf(1)
	case p < -746:
		return 0
	}
	hi, lo = mul(hi, lo, y, 0)
	return expScale(expParts(hi, lo))
}

// powInf returns x^+Inf if up, else x^-Inf, for x ≥ 0.
func powInf(x float64, up bool) float64 {
	switch {
	case x == 1:
		return 1
	case (x > 1) == up:
		return math.Inf(1)
	}
	return 0
}

// powLimit returns 0^y or Inf^y for y ≠ 0.
func powLimit(zero, negative bool) float64 {
	if zero == negative {
		return math.Inf(1)
	}
	return 0
}

// A parity is what the sign of a power depends on.
type parity int

const (
	even parity = iota
	odd
	fraction
)

// parityOf reads the parity of a finite y off its bits.
func parityOf(y float64) parity {
	b := math.Float64bits(y)
	switch e := int(b>>52&0x7ff) - 1023; { // |y| = 2^e·1.m
	case e < 0: // below 1, and not 0
		return fraction
	case e > 52:
		return even
	default:
		b = b&(1<<52-1) | 1<<52
		if b<<(12+e) != 0 {
			return fraction
		}
		if b>>(52-e)&1 == 1 {
			return odd
		}
		return even
	}
}
