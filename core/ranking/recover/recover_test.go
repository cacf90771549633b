package recover

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// made is a table with known weights, in whole numbers: values in hundredths, weights in parts.
type made struct {
	values  [][]int // row by row
	weights []int   // parts of steps
	steps   int
}

// randomTable has k dimensions with values from 0 to 100, with up to two decimals.
func randomTable(rng *rand.Rand, n, k int) made {
	m := made{steps: []int{4, 5, 10, 20, 100}[rng.IntN(5)], weights: make([]int, k)}
	for range m.steps {
		m.weights[rng.IntN(k)]++
	}
	coarse := []int{1, 10, 100}[rng.IntN(3)]
	for range n {
		row, level := make([]int, k), rng.IntN(6000)
		for e := range row { // agents that are good are good in most dimensions
			row[e] = (level + rng.IntN(4000)) / coarse * coarse
		}
		m.values = append(m.values, row)
	}
	return m
}

// total is the exact total of a row in units of 1/(100 steps).
func (m made) total(i int) int {
	sum := 0
	for e, x := range m.values[i] {
		sum += x * m.weights[e]
	}
	return sum
}

// table returns the table with totals rounded to so many decimals, halves up or to even.
func (m made) table(decimals int, even bool) Table {
	k := len(m.weights)
	t := Table{Values: make([][]float64, k), Scale: 100}
	unit, tens := 100*m.steps, 1
	for range decimals {
		tens *= 10
	}
	for i, row := range m.values {
		for e, x := range row {
			t.Values[e] = append(t.Values[e], float64(x)/100)
		}
		units := m.total(i) * tens // of the last decimal, times unit
		q, r := units/unit, units%unit
		if 2*r > unit || 2*r == unit && (!even || q%2 == 1) {
			q++
		}
		t.Totals = append(t.Totals, float64(q)/math.Pow10(decimals))
		t.Decimals = append(t.Decimals, decimals)
	}
	return t
}

func (m made) true() []float64 {
	w := make([]float64, len(m.weights))
	for e, q := range m.weights {
		w[e] = float64(q) / float64(m.steps)
	}
	return w
}

func rowsOf(t Table) [][]float64 {
	rows := make([][]float64, len(t.Totals))
	for i := range rows {
		for _, x := range t.Values {
			rows[i] = append(rows[i], x[i])
		}
	}
	return rows
}

func checkSimplex(t *testing.T, w []float64) {
	t.Helper()
	sum := 0.0
	for _, x := range w {
		sum += x
	}
	if math.Abs(sum-1) > 1e-12 || slices.Min(w) < 0 {
		t.Fatalf("weights %v sum to %v", w, sum)
	}
}

func TestExactTotals(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for n := range 1000 {
		k := 2 + rng.IntN(7)
		m := randomTable(rng, k+2+rng.IntN(60), k)
		found := Find(m.table(4, false))
		checkSimplex(t, found.Weights)
		if found.Fits != found.Of || !slices.Equal(found.Weights, m.true()) {
			t.Fatalf("table %d: %d of %d with %v, made with %v", n, found.Fits, found.Of, found.Weights, m.true())
		}
	}
}

func TestRoundedTotals(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	same, all := [3]int{}, [3]int{}
	order := func(n int) int { return slices.Index(steps[:], n) }
	for n := range 1000 {
		k, decimals := 2+rng.IntN(7), rng.IntN(3)
		m := randomTable(rng, k+2+rng.IntN(80), k)
		found := Find(m.table(decimals, n%2 == 0))
		checkSimplex(t, found.Weights)
		if found.Fits != found.Of {
			t.Errorf("table %d: %d of %d totals with %d decimals, by %v; made with %v", n, found.Fits, found.Of, decimals,
				found.Weights, m.true())
		}
		all[decimals]++
		if slices.Equal(found.Weights, m.true()) {
			same[decimals]++
		} else if order(found.Steps) > order(m.steps) {
			t.Errorf("table %d: %v in steps of 1/%d; made with %v", n, found.Weights, found.Steps, m.true())
		}
	}
	for decimals, n := range same {
		if 100*n < 93*all[decimals] {
			t.Errorf("the weights of %d tables of %d with %d decimals", n, all[decimals], decimals)
		}
	}
}

func TestForgedTotals(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	for n := range 1000 {
		k, decimals := 2+rng.IntN(7), 1+rng.IntN(2)
		m := randomTable(rng, 80, k)
		table := m.table(decimals, false)
		forged := rng.Perm(80)[:3]
		for _, i := range forged {
			table.Totals[i] = math.Min(100, table.Totals[i]+float64(5+rng.IntN(100))/10)
		}
		found := Find(table)
		if found.Fits < 77 || !slices.Equal(found.Weights, m.true()) {
			t.Fatalf("table %d: %d of 80 with %v, made with %v", n, found.Fits, found.Weights, m.true())
		}
	}
}

func TestNoWeights(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	checked := 0
	for n := range 1000 {
		k := 2 + rng.IntN(3)
		m := randomTable(rng, k+2+rng.IntN(10), k)
		table := m.table(2, false)
		for i := range table.Totals {
			row := m.values[i]
			low, high := float64(slices.Min(row))/100, float64(slices.Max(row))/100
			table.Totals[i] = math.Round(100*(low+(high-low)*rng.Float64())) / 100
		}
		rows, room := rowsOf(table), make([]float64, len(table.Totals))
		for i := range room {
			room[i] = 0.005
		}
		found := Find(table)
		if can := canFit(rows, table.Totals, room); can != (found.Fits == found.Of) {
			t.Fatalf("table %d: %d of %d, can fit: %t", n, found.Fits, found.Of, can)
		}
		if found.Offered() || found.Factor != 1 {
			continue
		}
		checked++
		least := leastResidual(rows, table.Totals)
		if found.Residual > least*(1+1e-6) || found.Residual < least*(1-1e-6) {
			t.Fatalf("table %d: residual %v, want %v", n, found.Residual, least)
		}
	}
	if checked < 700 {
		t.Errorf("only %d tables", checked)
	}
}

// bigTable has n rows, of which some are forged, or totals that no weights make.
func bigTable(n, k, forged int, none bool) Table {
	rng := rand.New(rand.NewPCG(uint64(n), uint64(k)))
	m := randomTable(rng, n, k)
	table := m.table(2, false)
	for i := range forged {
		table.Totals[i*n/forged] += 3
	}
	for i := range table.Totals {
		if none {
			low, high := slices.Min(m.values[i]), slices.Max(m.values[i])
			table.Totals[i] = float64(low+rng.IntN(high-low+1)) / 100
		}
	}
	return table
}

func BenchmarkFind(b *testing.B) {
	for _, size := range []struct {
		name   string
		n, k   int
		forged int
		none   bool
	}{
		{"200x7", 200, 7, 0, false}, {"200x7 forged", 200, 7, 8, false}, {"200x7 none", 200, 7, 0, true},
		{"10000x7", 10_000, 7, 0, false}, {"10000x7 forged", 10_000, 7, 40, false}, {"10000x7 none", 10_000, 7, 0, true},
		{"200x64", 200, 64, 0, false}, {"200x64 none", 200, 64, 0, true},
		{"100000x7 none", 100_000, 7, 0, true}, {"10000x64 none", 10_000, 64, 0, true}, {"100000x64", 100_000, 64, 0, false},
	} {
		table := bigTable(size.n, size.k, size.forged, size.none)
		b.Run(size.name, func(b *testing.B) {
			for b.Loop() {
				Find(table)
			}
		})
	}
}

// Of more dimensions than can be searched exhaustively, the dual proves the optimum.
func TestLeastIsOptimal(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	proven := 0
	for n := range 300 {
		k, rows := 2+rng.IntN(20), 30+rng.IntN(300)
		m := randomTable(rng, rows, k)
		table := m.table(2, false)
		for i := range table.Totals {
			table.Totals[i] = float64(m.total(i))/float64(100*m.steps) + 4*rng.NormFloat64()
		}
		found := Find(table)
		if found.Offered() {
			t.Fatalf("table %d: %d of %d", n, found.Fits, found.Of)
		}
		if found.Weights == nil { // most totals are outside of all values
			continue
		}
		all := rowsOf(table)
		proven++
		if bound := lowerBound(all, table.Totals, found.Weights); !(found.Residual <= bound*(1+1e-6)) {
			t.Errorf("table %d of %d × %d: residual %v, bound %v", n, rows, k, found.Residual, bound)
		}
	}
	if proven < 250 {
		t.Errorf("only %d tables", proven)
	}
}
