package recover

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tallyproof/tallyproof/core/table"
)

// The made-up board of twelve agents: accuracy, time, cost and judge as they are read from min to
// max. Its totals are 40 · 20 · 20 · 20, but Hydra's is 0.40 too high, and Volans has no time.
func board() Table {
	nan := math.NaN()
	raw := [][]float64{
		{91.8, 84.6, 88.2, 93.0, 84.0, 79.6, 90.1, 72.3, 77.8, 70.4, 58.9, 55.2},
		{470, 300, 480, 640, 410, 560, 890, 350, 760, 690, 1200, nan},
		{1.20, 0.78, 0.95, 1.45, 0.88, 0.74, 1.80, 0.40, 1.10, 0.82, 2.10, 1.36},
		{0.89, 0.77, 0.81, 0.91, 0.76, 0.70, 0.84, 0.58, 0.73, 0.64, 0.55, 0.41},
	}
	ends := [][2]float64{{55.2, 93.0}, {1200, 300}, {2.10, 0.40}, {0.41, 0.91}}
	half := []float64{0.05, 0.5, 0.005, 0.005}
	t := Table{Scale: 100,
		Totals: []float64{84.74, 81.04, 80.45, 80.09, 76.38, 67.64, 64.55, 63.78, 58.26, 51.68, 9.92, 8.71}}
	for k, values := range raw {
		span := ends[k][1] - ends[k][0]
		scaled := make([]float64, len(values))
		for i, x := range values {
			scaled[i] = 100 * (x - ends[k][0]) / span
		}
		t.Values, t.Rounding = append(t.Values, scaled), append(t.Rounding, 100*half[k]/math.Abs(span))
	}
	for range t.Totals {
		t.Decimals = append(t.Decimals, 2)
	}
	return t
}

func TestBoard(t *testing.T) {
	board := board()
	found := Find(board)
	if !slices.Equal(found.Weights, []float64{0.4, 0.2, 0.2, 0.2}) || found.Fits != 11 || found.Of != 12 ||
		found.Missing != table.Zero || found.Rounded || !found.Offered() || !found.Determined || found.Few() {
		t.Errorf("got %+v", found)
	}
	if off := board.Totals[10] - found.Computed[10]; found.Gives(10, board.Totals[10]) || math.Abs(off-0.40) > 0.005 {
		t.Errorf("Hydra is off by %v", off)
	}
}

// columns makes a table of columns and totals.
func columns(decimals int, totals []float64, values ...[]float64) Table {
	t := Table{Values: values, Totals: totals, Scale: 100}
	for range totals {
		t.Decimals = append(t.Decimals, decimals)
	}
	return t
}

// Numbers by hand: 40 · 20 · 20 · 20 of four columns, unless a row says otherwise.
func TestFind(t *testing.T) {
	nan := math.NaN()
	a := []float64{90, 97, 60, 10, 75, 82, 33}
	b := []float64{100, 60, 20, 80, 45, 51, 12}
	c := []float64{80, 80, 95, 30, 66, 70, 41}
	d := []float64{80, 85, 10, 20, 59, 64, 97}
	sums := func(w ...float64) []float64 {
		all := make([]float64, len(a))
		for i := range all {
			all[i] = math.Round(1e4*(w[0]*a[i]+w[1]*b[i]+w[2]*c[i]+w[3]*d[i])) / 1e4
		}
		return all
	}
	scaled := func(totals []float64, by float64) []float64 {
		all := slices.Clone(totals)
		for i := range all {
			all[i] = math.Round(1e6*all[i]*by) / 1e6
		}
		return all
	}
	with := func(values []float64, i int, x float64) []float64 {
		all := slices.Clone(values)
		all[i] = x
		return all
	}
	usual := sums(0.4, 0.2, 0.2, 0.2)
	for _, row := range []struct {
		name    string
		table   Table
		weights []float64 // nil: not offered
		fits    int
		missing string
		factor  float64
	}{
		{"as they are", columns(2, usual, a, b, c, d), []float64{0.4, 0.2, 0.2, 0.2}, 7, table.LeaveOut, 1},
		{"from 0 to 1", columns(4, scaled(usual, 0.01), a, b, c, d), []float64{0.4, 0.2, 0.2, 0.2}, 7, table.LeaveOut, 100},
		{"from 0 to 10", columns(3, scaled(usual, 0.1), a, b, c, d), []float64{0.4, 0.2, 0.2, 0.2}, 7, table.LeaveOut, 10},
		{"from 0 to 1000", columns(1, scaled(usual, 10), a, b, c, d), []float64{0.4, 0.2, 0.2, 0.2}, 7, table.LeaveOut, 0.1},
		{"sums", columns(0, scaled(sums(0.25, 0.25, 0.25, 0.25), 4), a, b, c, d), []float64{0.25, 0.25, 0.25, 0.25}, 7, table.LeaveOut, 0.25},
		{"thirds", columns(2, sums(1./3, 1./3, 1./3, 0), a, b, c, d), []float64{1. / 3, 1. / 3, 1. / 3, 0}, 7, table.LeaveOut, 1},
		{"one dimension decides", columns(0, b, a, b, c, d), []float64{0, 1, 0, 0}, 7, table.LeaveOut, 1},
		{"one dimension", columns(0, b, b), []float64{1}, 7, table.LeaveOut, 1},
		{"a missing value is zero", columns(2, with(usual, 2, 44), a, with(b, 2, nan), with(c, 2, 90), d), []float64{0.4, 0.2, 0.2, 0.2}, 7, table.Zero, 1},
		{"a missing value is the worst", columns(2, with(usual, 2, 46.4), a, with(b, 2, nan), with(c, 2, 90), d), []float64{0.4, 0.2, 0.2, 0.2}, 7, table.Worst, 1},
		{"a missing value is something else", columns(2, with(usual, 2, 50), a, with(b, 2, nan), with(c, 2, 90), d), []float64{0.4, 0.2, 0.2, 0.2}, 6, table.LeaveOut, 1},
		{"a row without a total", columns(2, with(usual, 2, nan), a, with(b, 2, nan), c, d), []float64{0.4, 0.2, 0.2, 0.2}, 6, table.LeaveOut, 1},
		{"ratings", columns(0, []float64{1250, 1310, 1100, 1040, 1200, 1205, 990}, a, b, c, d), nil, 0, table.LeaveOut, 1},
		{"places", columns(0, []float64{1, 2, 6, 7, 4, 3, 5}, a, b, c, d), nil, 0, table.LeaveOut, 1},
		{"no totals", columns(0, slices.Repeat([]float64{nan}, 7), a, b, c, d), nil, 0, table.LeaveOut, 1},
	} {
		t.Run(row.name, func(t *testing.T) {
			found := Find(row.table)
			if found.Offered() != (row.weights != nil) {
				t.Fatalf("offered: %+v", found)
			}
			if row.weights == nil {
				return
			}
			if !slices.Equal(found.Weights, row.weights) || found.Fits != row.fits || found.Missing != row.missing ||
				found.Factor != row.factor {
				t.Errorf("got %+v", found)
			}
		})
	}
}

// Columns that others make up are named: their weights could be shared otherwise.
func TestFree(t *testing.T) {
	a := []float64{90, 97, 60, 10, 75, 82, 33, 21}
	b := []float64{100, 60, 20, 80, 45, 51, 12, 9}
	same := slices.Repeat([]float64{50}, 8)
	full := slices.Repeat([]float64{100}, 8)
	half := make([]float64, 8)
	for i := range half {
		half[i] = (a[i] + b[i]) / 2
	}
	for _, row := range []struct {
		name       string
		values     [][]float64
		free       []int
		determined bool
	}{
		{"none", [][]float64{a, b}, nil, true},
		{"a constant", [][]float64{a, same, b}, nil, true},
		{"two constants", [][]float64{a, same, b, same}, []int{1, 3}, false},
		{"two unlike constants", [][]float64{same, a, full}, nil, true},
		{"a copy", [][]float64{a, b, a}, []int{0, 2}, false},
		{"a mean", [][]float64{a, b, half}, []int{0, 1, 2}, false},
	} {
		t.Run(row.name, func(t *testing.T) {
			table := columns(2, a, row.values...)
			if found := Find(table); !slices.Equal(found.Free, row.free) || found.Determined != row.determined {
				t.Errorf("got %v, determined: %t", found.Free, found.Determined)
			}
		})
	}
}

func TestFewRows(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 6))
	for n := 1; n <= 8; n++ {
		found := Find(randomTable(rng, n, 4).table(2, false))
		if found.Few() != (n <= 5) || found.Determined != (n >= 5) || found.Fits != n {
			t.Errorf("%d rows: %+v", n, found)
		}
	}
}

// Publishers average values before they round them. The values that they show are whole numbers, or
// have as many decimals as totals.
func TestRoundedValues(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	same := 0
	for n := range 500 {
		k, decimals := 2+rng.IntN(5), 1+rng.IntN(2)
		m := randomTable(rng, 40, k)
		for _, row := range m.values {
			for e := range row {
				row[e] = min(10_000, row[e]+rng.IntN(100))
			}
		}
		table := m.table(decimals, false)
		unit := math.Pow10(n % 2 * decimals) // shown with no decimals, or as many
		for _, values := range table.Values {
			for i := range values {
				values[i] = math.Round(values[i]*unit) / unit
			}
			table.Rounding = append(table.Rounding, 0.5/unit)
		}
		found := Find(table)
		if found.Fits != 40 {
			t.Errorf("table %d: %d of 40 with %v, made with %v", n, found.Fits, found.Weights, m.true())
		}
		if slices.Equal(found.Weights, m.true()) {
			same++
		}
	}
	if same < 480 {
		t.Errorf("the weights of %d tables of 500", same)
	}
}
