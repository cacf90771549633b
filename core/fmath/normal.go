package fmath

import "math"

const (
	invSqrt2   = 0x1.6a09e667f3bcdp-1 // 1/√2
	invSqrt2Lo = 1/math.Sqrt2 - invSqrt2

	sqrt2Pi = math.Sqrt2 * math.SqrtPi
)

// normalCentre returns Φ(x) − 1/2 as a pair, for |x| < 0.7.
func normalCentre(x float64) (hi, lo float64) {
	hi, lo = erfSeries(mul(x, 0, invSqrt2, invSqrt2Lo))
	return float64(0.5 * hi), float64(0.5 * lo)
}

// normalTail returns Φ(−x), for 0.67 ≤ x ≤ 39.
func normalTail(x float64) tail {
	u, uLo := mul(x, 0, invSqrt2, invSqrt2Lo)
	sq, sqLo := twoProd(x, x)
	t := erfcTail(u, uLo, float64(0.5*sq), float64(0.5*sqLo))
	t.k--
	return t
}

// NormalQuantile returns the x below which a standard normal variable lies with
// probability p: the inverse of Φ, or probit, where Φ(x) = erfc(−x/√2)/2.
//
// AS 241 gives x to about 15 digits; a step of Newton's method with Φ as a
// pair gives the rest:
//
//	x − (Φ(x) − p)/φ(x)             φ(x) = e^(−x²/2)/√(2π)
//
// Around p = 1/2, both are taken less 1/2, exactly; above 3/4, 1 − p is exact.
//
// Special cases are:
//
//	NormalQuantile(0) = -Inf
//	NormalQuantile(1) = +Inf
//	NormalQuantile(p < 0) = NaN
//	NormalQuantile(p > 1) = NaN
//	NormalQuantile(NaN) = NaN
func NormalQuantile(p float64) float64 {
	switch {
	case !(0 <= p && p <= 1):
		return math.NaN()
	case p == 0:
		return math.Inf(-1)
	case p == 1:
		return math.Inf(1)
	case p < 0.25:
		return -upperQuantile(p)
	case p > 0.75:
		return upperQuantile(1 - p)
	}
	q := p - 0.5
	x := as241Central(q)
	hi, lo := normalCentre(x)
	residual := float64(((hi - q) + lo) * sqrt2Pi)
	return x - float64(residual*Exp(0.5*float64(x*x)))
}

// upperQuantile returns the x with Φ(−x) = p, for 0 < p < 1/4.
func upperQuantile(p float64) float64 {
	x := as241Upper(p)
	t := normalTail(x)

	// Both Φ and p in units of 2^k: p is exact there, even from a subnormal.
	half := -t.k / 2
	p = float64(float64(p*pow2(half)) * pow2(-t.k-half))
	sq, sqLo := twoProd(x, x)
	k, s, m := expParts(float64(-0.5*sq), float64(-0.5*sqLo))
	density := float64(muladd(s, m, s)*pow2(k-t.k)) / sqrt2Pi
	return x + ((t.hi-p)+t.lo)/density
}
