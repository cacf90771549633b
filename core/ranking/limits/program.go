package limits

// program is a linear program over what weights have beyond their lowest: all are at least 0.
// This is the simplex method on a dictionary (V. Chvátal, Linear Programming, 1983). Each
// basic variable is a row, its last entry the value, and each other variable a column, which
// is 0. Variables are the columns of the limits, then the slack of each row; −1 is the
// variable of the first phase.
type program struct {
	limits   *Limits
	feasible bool
	basic    []int
	zero     []int
	d        [][]float64 // rows, then the row of the objective and that of the first phase
}

const tinyStep = 1e-11

// program finds weights that satisfy the conditions, if there are any.
func (l *Limits) program() *program {
	n := len(l.Low)
	var rows [][]float64 // Σ row·y ≤ its last entry
	left := 1.0
	for _, low := range l.Low {
		left -= low
	}
	whole, less := make([]float64, n+1), make([]float64, n+1)
	for k := range n {
		whole[k], less[k] = 1, -1
	}
	whole[n], less[n] = left, -left
	rows = append(rows, whole, less)
	for _, wall := range l.Walls[n:] {
		row := make([]float64, n+1)
		for k, x := range wall.N {
			row[k] = -x
			row[n] += float64(x * l.Low[k])
		}
		row[n] -= wall.Least
		rows = append(rows, row)
	}
	m := len(rows)
	p := &program{limits: l, basic: make([]int, m), zero: make([]int, n+1), d: make([][]float64, m+2)}
	for i := range p.d {
		p.d[i] = make([]float64, n+2)
	}
	least := 0
	for i, row := range rows {
		copy(p.d[i], row[:n])
		p.d[i][n], p.d[i][n+1], p.basic[i] = -1, row[n], n+i
		if row[n] < rows[least][n] {
			least = i
		}
	}
	for j := range n {
		p.zero[j] = j
	}
	p.zero[n], p.d[m+1][n] = -1, 1
	if p.feasible = true; rows[least][n] < -tinyStep {
		p.pivot(least, n)
		p.climb(m + 1)
		p.feasible = p.d[m+1][n+1] > -1e-9
		p.dismiss()
	}
	return p
}

// dismiss makes the variable of the first phase 0 for good.
func (p *program) dismiss() {
	for i, v := range p.basic {
		if v != -1 {
			continue
		}
		best := 0
		for j := range p.zero {
			if abs(p.d[i][j]) > abs(p.d[i][best]) {
				best = j
			}
		}
		p.pivot(i, best)
	}
}

// pivot makes the variable of column s basic in the place of that of row r.
func (p *program) pivot(r, s int) {
	inverse := 1 / p.d[r][s]
	for i, row := range p.d {
		if i == r || row[s] == 0 {
			continue
		}
		by := float64(row[s] * inverse)
		for j := range row {
			if j != s {
				row[j] -= float64(p.d[r][j] * by)
			}
		}
		row[s] = -by
	}
	for j := range p.d[r] {
		p.d[r][j] = float64(p.d[r][j] * inverse)
	}
	p.d[r][s] = inverse
	p.basic[r], p.zero[s] = p.zero[s], p.basic[r]
}

// climb raises the objective of a row as far as it goes: along the steepest variable, and,
// should that take very long, along the first one, which never goes round in circles.
func (p *program) climb(objective int) {
	m, n := len(p.basic), len(p.zero)-1
	for step := 0; ; step++ {
		s := -1
		for j, v := range p.zero {
			if v == -1 && objective == m || p.d[objective][j] > -tinyStep {
				continue
			}
			patient := step < 20*(m+n)
			if s < 0 || patient && p.d[objective][j] < p.d[objective][s] ||
				(!patient || p.d[objective][j] == p.d[objective][s]) && v < p.zero[s] {
				s = j
			}
		}
		if s < 0 || step > 200*(m+n) {
			return
		}
		r := -1
		for i := range m {
			if p.d[i][s] < tinyStep {
				continue
			}
			at := p.d[i][n+1] / p.d[i][s]
			if r < 0 || at < p.d[r][n+1]/p.d[r][s] || at == p.d[r][n+1]/p.d[r][s] && p.basic[i] < p.basic[r] {
				r = i
			}
		}
		if r < 0 { // which the sum of the weights rules out
			return
		}
		p.pivot(r, s)
	}
}

// most returns the weights for which Σ c·w is highest.
func (p *program) most(c []float64) []float64 {
	m, n := len(p.basic), len(p.zero)-1
	row := p.d[m]
	clear(row)
	for j, v := range p.zero {
		if v >= 0 && v < n {
			row[j] = -c[v]
		}
	}
	for i, v := range p.basic {
		if v < 0 || v >= n || c[v] == 0 {
			continue
		}
		for j := range row {
			row[j] += float64(c[v] * p.d[i][j])
		}
	}
	p.climb(m)
	w := append([]float64{}, p.limits.Low...)
	for i, v := range p.basic {
		if v >= 0 && v < n {
			w[v] += max(0, p.d[i][n+1])
		}
	}
	return w
}

func abs(x float64) float64 { return max(x, -x) }
