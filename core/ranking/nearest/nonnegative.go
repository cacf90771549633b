package nearest

import (
	"math"
	"slices"
)

// nonNegative solves min |E·u − f| over u ≥ 0, where f is the last unit vector
// and E has the given columns of length m, and returns u and the residual
// r = E·u − f.
//
// This is algorithm NNLS of C. L. Lawson and R. J. Hanson, Solving Least
// Squares Problems, 1974, chapter 23. A set of columns is held on which u > 0
// solves the least squares problem without signs. The column with the steepest
// descent, −E'·r, joins. If the new solution is positive it is taken; else u
// moves toward it until the first u reaches 0, and that column leaves. Every
// solution taken is shorter in residual than the one before, so no set comes
// again and the search ends.
func nonNegative(columns [][]float64, m int) (u, r []float64) {
	const flat = 1e-12 // slope that counts as 0
	u = make([]float64, len(columns))
	q := &basis{m: m}
	r = q.residual()
	barred := make([]bool, len(columns)) // joined and had to leave at once: rounding
	for range 100 * (len(columns) + m) {
		j := steepest(columns, r, func(j int) bool { return u[j] > 0 || barred[j] })
		if j < 0 || -Dot(columns[j], r) <= flat {
			return u, r
		}
		q.join(j, columns[j])
		s := q.solution()
		if s[len(s)-1] <= 0 {
			barred[j] = true
			q.leave(columns, func(i int) bool { return i == j })
			continue
		}
		clear(barred)
		for slices.Min(s) <= 0 {
			q.retreat(u, s, columns)
			s = q.solution()
		}
		for i, at := range q.members {
			u[at] = s[i]
		}
		r = q.residual()
	}
	panic("score: the least squares search does not end")
}

// steepest returns the column along which the residual falls fastest, or −1.
func steepest(columns [][]float64, r []float64, skip func(int) bool) int {
	best, slope := -1, math.Inf(-1)
	for j, c := range columns {
		if down := -Dot(c, r); down > slope && !skip(j) {
			best, slope = j, down
		}
	}
	return best
}

// basis is a QR decomposition of some columns of E: the columns of q are
// orthonormal, column i of E is Σ r[i][k]·q[k] over k ≤ i.
type basis struct {
	m       int
	members []int
	q, r    [][]float64
}

// join adds a column: what is left of it without the others' directions, taken
// out twice so that rounding leaves nothing of them (W. Gander, 1980).
func (b *basis) join(j int, column []float64) {
	z, r := slices.Clone(column), make([]float64, len(b.q)+1)
	for range 2 {
		for k, q := range b.q {
			c := Dot(q, z)
			r[k] += c
			for i := range z {
				z[i] -= float64(c * q[i])
			}
		}
	}
	length := math.Sqrt(Dot(z, z))
	for i := range z {
		z[i] /= length
	}
	r[len(b.q)] = length
	b.members, b.q, b.r = append(b.members, j), append(b.q, z), append(b.r, r)
}

// leave drops members and decomposes the rest anew.
func (b *basis) leave(columns [][]float64, out func(int) bool) {
	members := b.members
	*b = basis{m: b.m}
	for _, j := range members {
		if !out(j) {
			b.join(j, columns[j])
		}
	}
}

// solution returns the u of the members that brings E·u nearest to f: R·u = Q'·f.
func (b *basis) solution() []float64 {
	u := make([]float64, len(b.q))
	for i := len(u) - 1; i >= 0; i-- {
		u[i] = b.q[i][b.m-1]
		for k := i + 1; k < len(u); k++ {
			u[i] -= float64(b.r[k][i] * u[k])
		}
		u[i] /= b.r[i][i]
	}
	return u
}

// residual is E·u − f for that u: f without the members' directions, negated.
func (b *basis) residual() []float64 {
	r := make([]float64, b.m)
	r[b.m-1] = -1
	for _, q := range b.q {
		c := Dot(q, r)
		for i := range r {
			r[i] -= float64(c * q[i])
		}
	}
	return r
}

// retreat moves u toward the solution s until the first member reaches 0, and
// drops the members that have.
func (b *basis) retreat(u, s []float64, columns [][]float64) {
	step := math.Inf(1)
	for i, j := range b.members {
		if s[i] <= 0 {
			step = min(step, u[j]/(u[j]-s[i]))
		}
	}
	for i, j := range b.members {
		stop := s[i] <= 0 && u[j]/(u[j]-s[i]) <= step
		u[j] += float64(step * (s[i] - u[j]))
		if stop || u[j] <= 0 {
			u[j] = 0
		}
	}
	b.leave(columns, func(j int) bool { return u[j] == 0 })
}
