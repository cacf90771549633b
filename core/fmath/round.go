package fmath

import "math"

// RoundHalfUp returns the nearest integer, and of two equally near the larger:
// 2.5 becomes 3, −2.5 becomes −2. It is JavaScript's Math.round, except that a
// result of zero is always +0.
//
// It is not floor(x + 0.5), which rounds 0.49999999999999994 up to 1, nor
// [math.Round], which takes −2.5 to −3.
//
// Special cases are:
//
//	RoundHalfUp(±Inf) = ±Inf
//	RoundHalfUp(NaN) = NaN
func RoundHalfUp(x float64) float64 {
	x = float64(x) // a product in the caller is rounded first, also if this is inlined
	n := math.Floor(x)
	if x-n >= 0.5 { // exact if it is below 1/2, so the comparison is too
		n++
	}
	return n + 0 // -0 + 0 = +0
}
