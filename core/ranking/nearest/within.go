package nearest

import "math"

// Wall is a half-space n·v ≥ least of weights.
type Wall struct {
	N     []float64
	Least float64
	Tag   int // whose it is
}

// Within returns the point v nearest to w with Σv = Σw = 1 inside every wall; the walls
// must confine v to v ≥ 0. ok is false if no point is inside every wall. force is then a
// proof: multipliers u ≥ 0 of the walls, all others being 0, such that no point is inside
// those with u > 0 at once.
//
// With x = v − w, in the plane Σx = 0, this is least distance programming
// (C. L. Lawson and R. J. Hanson, Solving Least Squares Problems, 1974, chapter
// 23): the shortest x with g·x ≥ h for every wall, where g is n in the plane
// and h = least − n·w. Take a column (g, h) per wall in a matrix E, f = (0, …,
// 0, 1), and solve
//
//	min |E·u − f|,  u ≥ 0                      residual r = (q, −s) = E·u − f.
//
// The optimality conditions E'·r ≥ 0, u'·E'·r = 0 give |r|² = −f'·r = s and,
// for every wall, g·q ≥ s·h. If s > 0, x = q/s is inside every wall; it is the
// shortest such, because q = Σ u·g is a sum over the walls it touches. And
// s = |q|² + s² makes s = 1/(1 + |x|²), which is at least 1/3, since points of
// the simplex are at most √2 apart. So a residual with |r|² below 1/3 is proof
// that there is no such x, long before it reaches 0: any x inside the walls with
// u > 0 has q·x ≥ 1 − s, hence |x| > √2.
//
// [nonNegative] solves that least squares problem.
func Within(w []float64, walls []Wall) (v, force []float64, ok bool) {
	columns := make([][]float64, len(walls))
	for j, wall := range walls {
		columns[j] = append(toPlane(wall.N), wall.Least-Dot(wall.N, w))
	}
	force, r := nonNegative(columns, len(w))
	s := -r[len(w)-1]
	if Dot(r, r) < 0.3 {
		return nil, force, false
	}
	v = fromPlane(r[:len(w)-1])
	for k := range v {
		v[k] = w[k] + v[k]/s
	}
	return v, force, true
}

// toPlane returns a vector's part in the plane Σx = 0, in coordinates of its own:
// Helmert's basis, whose vector j is (1, …, 1, −j, 0, …, 0)/√(j(j + 1)) with j
// ones. So no rounding can lead out of the plane, however near to each other
// two walls' directions are.
func toPlane(x []float64) []float64 {
	y := make([]float64, len(x)-1, len(x))
	before := x[0]
	for i := range y {
		j := float64(i + 1)
		y[i] = (before - float64(j*x[i+1])) / math.Sqrt(float64(j*(j+1)))
		before += x[i+1]
	}
	return y
}

// fromPlane returns the vector with the coordinates y in the plane.
func fromPlane(y []float64) []float64 {
	x := make([]float64, len(y)+1)
	after := 0.0
	for i := len(y) - 1; i >= 0; i-- {
		j := float64(i + 1)
		part := y[i] / math.Sqrt(float64(j*(j+1)))
		x[i+1] = after - float64(j*part)
		after += part
	}
	x[0] = after
	return x
}
