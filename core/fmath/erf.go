package fmath

import "math"

// The error function.
//
// For |x| < 0.47 by its series,
//
//	erf x = 2/√π · x · (1 − x²/3 + x⁴/10 − x⁶/42 + …)
//
// and otherwise by its complement, after Shepherd and Laframboise's idea of a
// variable that keeps the scaled complement smooth all the way:
//
//	erfc x = e^−x² · w · G(w)       w = 1/(x + 2)
//
// G(w) = e^x² erfc(x)/w falls slowly from 1.56 at x = 0.47 to 1/√π. Steps of
// 1/64 in w cut it into the rows of erfcTable: a pair for its value at the
// middle of the step, then a polynomial in the distance from there, at most
// 0.02 of the value. As e^−x² magnifies an error in x² by its own size, x² is
// a pair too.
const (
	twoOverSqrtPi   = 0x1.20dd750429b6dp0 // 2/√π
	twoOverSqrtPiLo = 2/math.SqrtPi - twoOverSqrtPi

	minusThird   = -0x1.5555555555555p-2 // −1/3
	minusThirdLo = -1.0/3 - minusThird

	erfcSteps  = 64 // steps in a unit of w
	erfcFirst  = 2  // the first row begins at w = 2/64, x = 30
	erfcDegree = 8
	erfcLimit  = 28 // erfc is 0 from 27.3 on
)

// erfSeries returns erf(x + xLo) as a pair, for |x| < 1/2: 2/√π·x times
// 1 − x²/3, both pairs, and what follows, at most 1/160. What comes after x^28
// is below 2^-75.
func erfSeries(x, xLo float64) (hi, lo float64) {
	v, vLo := twoProd(x, x)
	v2 := float64(v * v)
	q := muladd(v2, 1.0/(87178291200*29), muladd(v, -1.0/(6227020800*27), 1.0/(479001600*25)))
	q = muladd(v2, q, muladd(v, -1.0/(39916800*23), 1.0/(3628800*21)))
	q = muladd(v2, q, muladd(v, -1.0/(362880*19), 1.0/(40320*17)))
	q = muladd(v2, q, muladd(v, -1.0/(5040*15), 1.0/(720*13)))
	q = muladd(v2, q, muladd(v, -1.0/(120*11), 1.0/(24*9)))
	q = muladd(v2, q, muladd(v, -1.0/(6*7), 1.0/(2*5)))

	third, thirdLo := mul(v, vLo, minusThird, minusThirdLo)
	f, fLo := fastTwoSum(1, third)
	fLo += muladd(v2, q, thirdLo)

	// d(erf) = 2/√π·e^−v·dx, and e^−v ≈ 1 − v is near enough for xLo.
	hi, lo = twoProd(x, twoOverSqrtPi)
	lo += float64(x*twoOverSqrtPiLo) + float64(float64(xLo*twoOverSqrtPi)*(1-v))
	return mul(hi, lo, f, fLo)
}

// A tail is (hi + lo)·2^k, a small positive number.
type tail struct {
	hi, lo float64
	k      int64
}

// erfcTail returns erfc(x + xLo), for 0.47 ≤ x ≤ erfcLimit, when
// (x + xLo)² = sq + sqLo.
func erfcTail(x, xLo, sq, sqLo float64) tail {
	// w + wLo = 1/(d + dLo), by one step of long division.
	d, dLo := twoSum(x, 2)
	dLo += xLo
	w := 1 / d
	p, e := twoProd(w, d)
	wLo := float64(w * (((1 - p) - e) - float64(w*dLo)))

	i := int(float64(w * erfcSteps))
	c := &erfcTable[i-erfcFirst]
	middle := float64((float64(i) + 0.5) * (1.0 / erfcSteps))
	t := (w - middle) + wLo
	t2 := float64(t * t)
	g := muladd(t, c.c[7], c.c[6])
	g = muladd(t2, g, muladd(t, c.c[5], c.c[4]))
	g = muladd(t2, g, muladd(t, c.c[3], c.c[2]))
	g = muladd(t2, g, muladd(t, c.c[1], c.c[0]))
	gHi, gLo := fastTwoSum(c.value, muladd(t, g, c.tail))

	k, s, m := expParts(-sq, -sqLo)
	hi, lo := fastTwoSum(s, float64(s*m))
	gHi, gLo = mul(gHi, gLo, w, wLo)
	hi, lo = mul(gHi, gLo, hi, lo)
	return tail{hi, lo, k}
}
