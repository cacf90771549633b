package recover

import "math"

// invert returns the inverse of a square matrix, which it uses up. ok is false if it has
// none, or almost.
func invert(a [][]float64) (inverse [][]float64, ok bool) {
	n := len(a)
	inverse = make([][]float64, n)
	for i := range inverse {
		inverse[i] = make([]float64, n)
		inverse[i][i] = 1
	}
	for k := range n {
		pivot := k
		for i := k + 1; i < n; i++ {
			if math.Abs(a[i][k]) > math.Abs(a[pivot][k]) {
				pivot = i
			}
		}
		if !(math.Abs(a[pivot][k]) >= 1e-11) {
			return nil, false
		}
		a[k], a[pivot] = a[pivot], a[k]
		inverse[k], inverse[pivot] = inverse[pivot], inverse[k]
		eliminate(a, inverse, k)
	}
	return inverse, true
}

// eliminate takes column k out of all rows but row k, of which it becomes 1.
func eliminate(a, inverse [][]float64, k int) {
	by := a[k][k]
	for j := range a {
		a[k][j] /= by
		inverse[k][j] /= by
	}
	for i := range a {
		times := a[i][k]
		if i == k || times == 0 {
			continue
		}
		for j := range a {
			a[i][j] -= float64(times * a[k][j])
			inverse[i][j] -= float64(times * inverse[k][j])
		}
	}
}

// leastSquares returns the weights with the least Σ (z·w)² over some rows, or nil if these do
// not determine them. Weights that would be negative are 0.
func (s *slope) leastSquares(rows []int32) []float64 {
	moments := make([][]float64, s.k)
	for a := range moments {
		moments[a] = make([]float64, s.k)
	}
	for _, i := range rows {
		z := s.row(i)
		for a, x := range z {
			for b, y := range z[:a+1] {
				moments[a][b] += float64(x * y)
			}
		}
	}
	var in []int
	for k := range s.k {
		in = append(in, k)
	}
	for len(in) > 0 {
		w := s.within(moments, in)
		if w == nil {
			return nil
		}
		least := 0
		for e := range in {
			if w[e] < w[least] {
				least = e
			}
		}
		if w[least] >= 0 {
			return spread(w, in, s.k)
		}
		in = append(in[:least], in[least+1:]...)
	}
	return nil
}

// within solves for the weights of some columns, with the sum 1: at the lowest point, moments·w
// is the same in each of them.
func (s *slope) within(moments [][]float64, in []int) []float64 {
	n, unit := len(in), 0.0
	for _, k := range in {
		unit = max(unit, moments[k][k])
	}
	if unit == 0 {
		unit = 1
	}
	system := make([][]float64, n+1)
	for e := range system {
		system[e] = make([]float64, n+1)
	}
	for e, a := range in {
		for f, b := range in {
			system[e][f] = moments[max(a, b)][min(a, b)] / unit
		}
		system[e][n], system[n][e] = 1, 1
	}
	inverse, ok := invert(system)
	if !ok {
		return nil
	}
	w := make([]float64, n)
	for e := range w {
		w[e] = inverse[e][n]
	}
	return w
}

// spread places the weights of some columns among all.
func spread(w []float64, in []int, k int) []float64 {
	all := make([]float64, k)
	for e, k := range in {
		all[k] = w[e]
	}
	return all
}
