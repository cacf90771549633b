// Package nearest finds, among the weights that satisfy conditions, those nearest
// to given weights. Weights are points of the simplex: at least 0, with a sum
// that does not change.
package nearest

import "math"

// Sum is Σ x.
func Sum(x []float64) float64 {
	total := 0.0
	for _, v := range x {
		total += v
	}
	return total
}

// Distance is |v − w|.
func Distance(v, w []float64) float64 {
	sq := 0.0
	for k := range v {
		sq += float64((v[k] - w[k]) * (v[k] - w[k]))
	}
	return math.Sqrt(sq)
}

// Dot is Σ w·x.
func Dot(w, x []float64) float64 {
	sum := 0.0
	for k := range w {
		sum += float64(w[k] * x[k])
	}
	return sum
}
