package recover

import "math"

// corners calls try with every point of the simplex in which k − 1 of the given planes n·w = rest
// and walls w = 0 meet: one of them is the lowest point of any sum of hinges on these planes. It
// is exhaustive and shares nothing with the search.
func corners(k int, planes [][]float64, try func(w []float64)) {
	all := make([][]float64, 0, len(planes)+k)
	all = append(all, planes...)
	for e := range k {
		wall := make([]float64, k+1)
		wall[e] = 1
		all = append(all, wall)
	}
	ones := make([]float64, k+1)
	for e := range ones {
		ones[e] = 1
	}
	chosen := [][]float64{ones}
	var choose func(from int)
	choose = func(from int) {
		if len(chosen) == k {
			if w := meet(chosen, k); w != nil {
				try(w)
			}
			return
		}
		for i := from; i < len(all); i++ {
			chosen = append(chosen, all[i])
			choose(i + 1)
			chosen = chosen[:len(chosen)-1]
		}
	}
	choose(0)
}

// meet solves planes for a point of the simplex, by Gauss with complete pivoting.
func meet(planes [][]float64, k int) []float64 {
	a := make([][]float64, k)
	for i := range a {
		a[i] = append([]float64{}, planes[i]...)
	}
	order := make([]int, k)
	for c := range order {
		order[c] = c
	}
	for c := range k {
		pi, pj := c, c
		for i := c; i < k; i++ {
			for j := c; j < k; j++ {
				if math.Abs(a[i][j]) > math.Abs(a[pi][pj]) {
					pi, pj = i, j
				}
			}
		}
		if math.Abs(a[pi][pj]) < 1e-9 {
			return nil
		}
		a[c], a[pi] = a[pi], a[c]
		for i := range a {
			a[i][c], a[i][pj] = a[i][pj], a[i][c]
		}
		order[c], order[pj] = order[pj], order[c]
		for i := c + 1; i < k; i++ {
			f := a[i][c] / a[c][c]
			for j := c; j <= k; j++ {
				a[i][j] -= f * a[c][j]
			}
		}
	}
	w := make([]float64, k)
	for c := k - 1; c >= 0; c-- {
		x := a[c][k]
		for j := c + 1; j < k; j++ {
			x -= a[c][j] * w[order[j]]
		}
		w[order[c]] = x / a[c][c]
		if w[order[c]] < -1e-9 {
			return nil
		}
	}
	return w
}

// leastResidual returns the least Σ |x·w − y| over the simplex.
func leastResidual(rows [][]float64, y []float64) float64 {
	k := len(rows[0])
	var planes [][]float64
	for i, row := range rows {
		planes = append(planes, append(append([]float64{}, row...), y[i]))
	}
	least := math.Inf(1)
	corners(k, planes, func(w []float64) {
		sum := 0.0
		for i, row := range rows {
			r := -y[i]
			for e, x := range row {
				r += x * w[e]
			}
			sum += math.Abs(r)
		}
		least = min(least, sum)
	})
	return least
}

// canFit reports whether any weights give all totals: a region that is not empty has a corner.
func canFit(rows [][]float64, y, room []float64) bool {
	k := len(rows[0])
	var planes [][]float64
	for i, row := range rows {
		for _, total := range []float64{y[i] + room[i], y[i] - room[i]} {
			planes = append(planes, append(append([]float64{}, row...), total))
		}
	}
	can := false
	corners(k, planes, func(w []float64) {
		if can {
			return
		}
		for i, row := range rows {
			r := -y[i]
			for e, x := range row {
				r += x * w[e]
			}
			if math.Abs(r) > room[i]+1e-9 {
				return
			}
		}
		can = true
	})
	return can
}

// lowerBound returns a number that Σ |x·w − y| is nowhere below, by duality: for any s from −1 to 1,
// Σ |z·w| ≥ Σ s·(z·w) ≥ min over dimensions of Σ s·z, with z = x − y. s is the sign of a residual;
// those of rows without a residual make the sums of all dimensions with weight equal.
func lowerBound(rows [][]float64, y, w []float64) float64 {
	k := len(w)
	sums := make([]float64, k)
	var zero []int
	for i, row := range rows {
		r := -y[i]
		for e, x := range row {
			r += x * w[e]
		}
		if math.Abs(r) < 1e-7 {
			zero = append(zero, i)
			continue
		}
		for e, x := range row {
			sums[e] += math.Copysign(1, r) * (x - y[i])
		}
	}
	var in []int
	for e, x := range w {
		if x > 0 {
			in = append(in, e)
		}
	}
	if len(zero) != len(in)-1 {
		return math.Inf(-1)
	}
	if len(zero) > 0 {
		for n, s := range between(rows, y, zero, in, sums) {
			if math.Abs(s) > 1+1e-9 {
				return math.Inf(-1)
			}
			for e, x := range rows[zero[n]] {
				sums[e] += s * (x - y[zero[n]])
			}
		}
	}
	least := sums[0]
	for _, sum := range sums {
		least = min(least, sum)
	}
	return least
}

// between solves for the s of rows that make the sums of some dimensions equal, by elimination.
func between(rows [][]float64, y []float64, zero, in []int, sums []float64) []float64 {
	n := len(zero)
	a := make([][]float64, n)
	for e := range a {
		a[e] = make([]float64, n+1)
		for c, i := range zero {
			a[e][c] = rows[i][in[e]] - rows[i][in[n]]
		}
		a[e][n] = sums[in[n]] - sums[in[e]]
	}
	for c := range n {
		p := c
		for i := c; i < n; i++ {
			if math.Abs(a[i][c]) > math.Abs(a[p][c]) {
				p = i
			}
		}
		a[c], a[p] = a[p], a[c]
		for i := range a {
			if f := a[i][c] / a[c][c]; i != c {
				for j := c; j <= n; j++ {
					a[i][j] -= f * a[c][j]
				}
			}
		}
	}
	s := make([]float64, n)
	for c := range s {
		s[c] = a[c][n] / a[c][c]
	}
	return s
}
