package fmath

import "math"

// SumInOrder returns x[0] + x[1] + …, added from left to right and rounded
// after every step, as a JavaScript reduce does. The sum of nothing is 0.
func SumInOrder(x []float64) float64 {
	var sum float64
	for _, v := range x {
		sum += v
	}
	return sum
}

// SumNeumaier returns the sum of x with what each step rounded away collected
// and added at the end (A. Neumaier, 1974), as CPython's sum does from 3.12.
// The result is nearly always the rounded true sum, but like any
// floating-point sum it may still depend on the order. The sum of nothing is
// 0; infinities and NaN give what they give in [SumInOrder].
func SumNeumaier(x []float64) float64 {
	var sum, lost float64
	for _, v := range x {
		s, e := twoSum(sum, v)
		sum, lost = s, lost+e
	}
	if math.IsInf(sum, 0) || math.IsNaN(sum) {
		return sum
	}
	return sum + lost
}
