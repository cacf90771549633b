package fmath

import "math"

// Expm1 returns e^x − 1, without the loss of digits near x = 0.
//
// Special cases are:
//
//	Expm1(±0) = ±0
//	Expm1(+Inf) = +Inf
//	Expm1(-Inf) = -1
//	Expm1(NaN) = NaN
//
// Very large values overflow to +Inf.
func Expm1(x float64) float64 {
	switch {
	case x == 0 || math.IsNaN(x):
		return x
	case x > 50: // e^-50 < 2^-72
		return Exp(x)
	case x < -50:
		return -1
	}
	hi, lo := expm1(x)
	return hi + lo
}

// Tanh returns the hyperbolic tangent of x.
//
// Special cases are:
//
//	Tanh(±0) = ±0
//	Tanh(±Inf) = ±1
//	Tanh(NaN) = NaN
func Tanh(x float64) float64 {
	switch {
	case x == 0 || math.IsNaN(x):
		return x
	case math.Abs(x) > 20: // 1 − tanh 20 < 2^-56
		return math.Copysign(1, x)
	}
	// With t = e^2|x| − 1, tanh |x| = t/(t + 2). The quotient q of the upper
	// parts is off by (t − q·d)/d.
	hi, lo := expm1(float64(2 * math.Abs(x)))
	d, dLo := twoSum(hi, 2)
	dLo += lo
	q := hi / d
	p, e := twoProd(q, d)
	q += ((hi - p) - e + (lo - float64(q*dLo))) / d
	return math.Copysign(q, x)
}

// expm1 returns e^x − 1 as a pair, for 0 < |x| ≤ 50.
func expm1(x float64) (hi, lo float64) {
	if -0.125 < x && x < 0.125 {
		return expm1Series(x)
	}
	k, s, p := expParts(x, 0)
	s = float64(s * pow2(k))
	hi, lo = twoSum(s, -1)
	return fastTwoSum(hi, muladd(s, p, lo))
}

// expm1Series returns x + x²/2 + x³/6 + … as a pair, for |x| < 1/8. The first
// two terms are exact, so what rounds is below 1/384 of the sum; what comes
// after x^12 is below 2^-68 of it.
func expm1Series(x float64) (hi, lo float64) {
	x2, x2Lo := twoProd(x, x)
	q := muladd(x, 1.0/479001600, 1.0/39916800)
	q = muladd(x2, q, muladd(x, 1.0/3628800, 1.0/362880))
	q = muladd(x2, q, muladd(x, 1.0/40320, 1.0/5040))
	q = muladd(x2, q, muladd(x, 1.0/720, 1.0/120))
	q = muladd(x2, q, muladd(x, 1.0/24, 1.0/6))
	hi, lo = fastTwoSum(x, float64(0.5*x2))
	return fastTwoSum(hi, lo+muladd(float64(x*x2), q, float64(0.5*x2Lo)))
}
