package fmath

import "math"

// muladd returns x·y + z rounded twice: the product, then the sum. The
// conversion is what forbids the compiler to fuse them.
func muladd(x, y, z float64) float64 {
	return float64(x*y) + z
}

// twoSum returns s + e = a + b exactly, s being the rounded sum (Knuth).
func twoSum(a, b float64) (s, e float64) {
	s = a + b
	bb := s - a
	return s, (a - (s - bb)) + (b - bb)
}

// fastTwoSum is twoSum for |a| ≥ |b| or a = 0 (Dekker).
func fastTwoSum(a, b float64) (s, e float64) {
	s = a + b
	return s, (a - s) + b
}

// split returns x = hi + lo where hi keeps the upper 26 bits of x.
func split(x float64) (hi, lo float64) {
	hi = math.Float64frombits(math.Float64bits(x) &^ (1<<27 - 1))
	return hi, x - hi
}

// twoProd returns p + e = a·b, p being the rounded product (Dekker). Of the
// partial products only lo·lo may need a 54th bit, so the relative error is
// below 2^-105 unless something underflows.
func twoProd(a, b float64) (p, e float64) {
	p = float64(a * b)
	ah, al := split(a)
	bh, bl := split(b)
	e = float64(ah*bh) - p
	e += float64(ah * bl)
	e += float64(al * bh)
	e += float64(al * bl)
	return p, e
}

// mul returns (ah + al)·(bh + bl) as a pair.
func mul(ah, al, bh, bl float64) (hi, lo float64) {
	p, e := twoProd(ah, bh)
	return fastTwoSum(p, e+(float64(ah*bl)+float64(al*bh)))
}

// pow2 returns 2^k for -1022 ≤ k ≤ 1023.
func pow2(k int64) float64 {
	return math.Float64frombits(uint64(k+1023) << 52)
}

// scale returns (hi + lo)·2^k, rounded once even if the result is
// subnormal. It wants hi = fl(hi + lo), 2^-64 < hi < 2^64 and |k| < 1900.
func scale(hi, lo float64, k int64) float64 {
	if -950 < k && k < 950 {
		return float64(hi * pow2(k))
	}
	if k > 0 {
		return float64(float64(hi*pow2(k/2)) * pow2(k-k/2))
	}
	// In units of 2^-1022 the subnormals are the multiples of 2^-52 below 1,
	// and 1 + hi rounds to just those.
	unit := pow2(k + 1022)
	hi, lo = float64(hi*unit), float64(lo*unit)
	if hi < 1 {
		s, e := fastTwoSum(1, hi)
		hi = (s + (e + lo)) - 1
	}
	return float64(hi * 0x1p-1022)
}
