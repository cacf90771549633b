package fmath

// SumInOrder returns x[0] + x[1] + …, added from left to right and rounded
// after every step, as a JavaScript reduce does. The sum of nothing is 0.
func SumInOrder(x []float64) float64 {
	var sum float64
	for _, v := range x {
		sum += v
	}
	return sum
}
