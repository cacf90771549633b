package fmath

import "math"

// The exponential, after Nagy's exp for ARM's Optimized Routines:
//
//	n = round(x·128/ln 2)           an integer, n = 128·k + i
//	r = x − n·ln 2/128              |r| ≤ ln 2/256
//	e^x = 2^k · 2^(i/128) · e^r
//
// 2^(i/128) comes from expTable as s·(1 + tail), s rounded, and
//
//	p = tail + e^r − 1              Taylor to r^5; the rest is below 2^-60
//	e^x = 2^k · (s + s·p)           |p| < 0.0028
//
// so that the one rounding of s + s·p dominates: an error made in p counts
// for 1/256 at most.
const (
	expSteps = 128

	// ln2Step + ln2StepLo = ln 2/128. n has at most 18 bits and ln2Step 35, so
	// n·ln2Step is exact, and so is its difference from the nearby x.
	ln2Step   = 23816355775.0 / (1 << 42)
	ln2StepLo = math.Ln2/expSteps - ln2Step

	// log2Step + log2StepLo = log10(2)/128, in the same way.
	log2Step   = 20686623784.0 / (1 << 43)
	log2StepLo = math.Ln2/math.Ln10/expSteps - log2Step

	// Adding roundShift to |v| < 2^51 leaves v rounded to an integer in the
	// low bits; subtracting it again leaves that integer as a float64.
	roundShift     = 0x1.8p52
	roundShiftBits = 0x4338000000000000
)

// Exp returns e^x.
//
// Special cases are:
//
//	Exp(+Inf) = +Inf
//	Exp(-Inf) = 0
//	Exp(NaN) = NaN
//
// Very large values overflow to +Inf, very small ones underflow to 0 or to a
// subnormal number.
func Exp(x float64) float64 {
	if !(-746 < x && x < 710) {
		return beyondExp(x)
	}
	return expScale(expParts(x, 0))
}

// Exp2 returns 2^x.
//
// Special cases are the same as for [Exp].
func Exp2(x float64) float64 {
	if !(-1076 < x && x < 1025) {
		return beyondExp(x)
	}
	v := float64(x*expSteps) + roundShift
	r := x - float64((v-roundShift)*(1.0/expSteps)) // exact
	return expScale(expStep(v, float64(r*math.Ln2)))
}

// Exp10 returns 10^x. Exp10(n) is exactly 10^n for n = 0 … 22.
//
// Special cases are the same as for [Exp].
func Exp10(x float64) float64 {
	if !(-324 < x && x < 309) {
		return beyondExp(x)
	}
	v := float64(x*(expSteps*math.Ln10/math.Ln2)) + roundShift
	n := v - roundShift
	r := (x - float64(n*log2Step)) - float64(n*log2StepLo)
	return expScale(expStep(v, float64(r*math.Ln10)))
}

// beyondExp returns the limit of an exponential for an x outside its range.
func beyondExp(x float64) float64 {
	switch {
	case x > 0:
		return math.Inf(1)
	case x < 0:
		return 0
	}
	return math.NaN()
}

// expParts returns e^(x + lo) as 2^k·(s + s·p), for |x| < 2000 and a small lo.
func expParts(x, lo float64) (k int64, s, p float64) {
	v := float64(x*(expSteps/math.Ln2)) + roundShift
	n := v - roundShift
	r := (x - float64(n*ln2Step)) - float64(n*ln2StepLo)
	return expStep(v, r+lo)
}

// expStep returns 2^(n/128)·e^r as 2^k·(s + s·p), n being the integer in v.
func expStep(v, r float64) (k int64, s, p float64) {
	n := int64(math.Float64bits(v) - roundShiftBits)
	t := &expTable[n&(expSteps-1)]
	r2 := float64(r * r)
	q := muladd(r2, muladd(r2, muladd(r, 1.0/120, 1.0/24), muladd(r, 1.0/6, 1.0/2)), t.tail)
	return n >> 7, t.value, r + q
}

// expScale returns 2^k·(s + s·p).
func expScale(k int64, s, p float64) float64 {
	if -950 < k && k < 950 { // s·p stays clear of the subnormals
		s = math.Float64frombits(math.Float64bits(s) + uint64(k)<<52)
		return muladd(s, p, s)
	}
	hi, lo := fastTwoSum(s, float64(s*p))
	return scale(hi, lo, k)
}
