package fmath

import "math"

// The logarithm, after the log inside Nagy's pow for ARM's Optimized Routines:
//
//	x = 2^k · z                     17/24 ≤ z < 17/12
//	r = z·invc − 1                  invc ≈ 1/z from logTable, |r| < 0.0056
//	ln x = k·ln 2 + ln c + ln(1+r)  c = 1/invc
//
// where ln(1+r) = r − r²/2 + r³/3 − … to r^9, the first two terms as pairs.
// Around z = 1 the table has c = 1, so nothing cancels there; elsewhere
// |k·ln 2 + ln c| ≥ |r|. The sum hi + lo is off by 2^-68 of itself at most.
const (
	logSteps  = 128
	logOffset = 0x3fe6aaaaaaaaaaaa // the bits of 17/24, where z begins

	// ln2Hi + ln2Lo = ln 2, ln2Hi in units of 2^-42 as are the logarithms in
	// logTable, so that k·ln2Hi + ln c is exact.
	ln2Hi = 3048493539143.0 / (1 << 42)
	ln2Lo = math.Ln2 - ln2Hi
)

// Log returns the natural logarithm of x.
//
// Special cases are:
//
//	Log(+Inf) = +Inf
//	Log(0) = -Inf
//	Log(x < 0) = NaN
//	Log(NaN) = NaN
func Log(x float64) float64 {
	if !(0 < x && x <= math.MaxFloat64) {
		return beyondLog(x)
	}
	hi, lo := logPair(x)
	return hi + lo
}

// beyondLog returns the logarithm of an x outside the positive numbers.
func beyondLog(x float64) float64 {
	switch {
	case x > 0:
		return x
	case x == 0:
		return math.Inf(-1)
	}
	return math.NaN()
}

// logPair returns ln x as a pair, for 0 < x < +Inf.
func logPair(x float64) (hi, lo float64) {
	b := math.Float64bits(x)
	var k int64
	if x < 0x1p-1022 {
		b = math.Float64bits(float64(x * 0x1p52))
		k = -52
	}
	d := b - logOffset
	k += int64(d) >> 52
	t := &logTable[d>>45%logSteps]

	// z has 53 bits, its upper part 21 and invc 11 at most, so both products
	// and the difference are exact.
	b -= d &^ (1<<52 - 1)
	z := math.Float64frombits(b)
	zHi := math.Float64frombits((b + 1<<31) &^ (1<<32 - 1))
	rHi := float64(zHi*t.invc) - 1
	rLo := float64((z - zHi) * t.invc)

	n := float64(k)
	return logSum(muladd(n, ln2Hi, t.logc), muladd(n, ln2Lo, t.tail), rHi, rLo)
}

// logSum returns (t + tLo) + ln(1 + r) as a pair, where r = rHi + rLo, rHi has
// 26 bits at most and |rLo| is below 2^-20. It wants |t| ≥ |r| or t = 0, and
// |r| < 0.0056.
func logSum(t, tLo, rHi, rLo float64) (hi, lo float64) {
	r := rHi + rLo
	tLo += (rHi - r) + rLo

	// −r²/2 = −rHi²/2 − (r + rHi)·rLo/2, the first exact.
	sq := float64(-0.5 * rHi * rHi)
	sqLo := float64(-0.5 * rLo * (r + rHi))

	r2 := float64(r * r)
	q := muladd(r2, 1.0/9, muladd(r, -1.0/8, 1.0/7))
	q = muladd(r2, q, muladd(r, -1.0/6, 1.0/5))
	q = muladd(r2, q, muladd(r, -1.0/4, 1.0/3))

	s1, e1 := fastTwoSum(t, r)
	s2, e2 := fastTwoSum(s1, sq)
	return fastTwoSum(s2, muladd(float64(r*r2), q, tLo+e1+sqLo+e2))
}
