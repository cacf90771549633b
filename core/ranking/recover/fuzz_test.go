package recover

import (
	"math"
	"slices"
	"testing"
)

// FuzzFind: whatever the numbers are, weights are on the simplex, and what is said to fit does.
func FuzzFind(f *testing.F) {
	f.Add(uint8(2), uint8(1), []byte{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15})
	f.Add(uint8(4), uint8(0), []byte("\x00\xff\x80\x7f0000000000000000000000000000"))
	f.Add(uint8(7), uint8(2), slices.Repeat([]byte{100, 50, 25, 200, 7, 80, 33, 90}, 20))
	f.Fuzz(func(t *testing.T, k, decimals uint8, data []byte) {
		dims := 1 + int(k)%8
		unit := math.Pow10(int(decimals) % 4)
		table := Table{Values: make([][]float64, dims), Scale: 100, Rounding: make([]float64, dims)}
		number := func(b byte) float64 {
			switch b {
			case 255:
				return math.NaN()
			case 254:
				return 1e12
			case 253:
				return -7
			}
			return float64(b)
		}
		for i := range table.Rounding {
			table.Rounding[i] = float64(k>>4) / 10
		}
		for ; len(data) > dims; data = data[dims+1:] {
			for e := range dims {
				table.Values[e] = append(table.Values[e], number(data[e]))
			}
			table.Totals = append(table.Totals, math.Round(number(data[dims])/3*unit)/unit)
			table.Decimals = append(table.Decimals, int(decimals)%4)
		}
		check(t, table, Find(table))
	})
}

func check(t *testing.T, table Table, found Found) {
	t.Helper()
	of, fits := 0, 0
	for i, total := range table.Totals {
		if total != total {
			continue
		}
		of++
		if found.Gives(i, total) {
			fits++
		}
	}
	if of != found.Of || fits != found.Fits {
		t.Errorf("%d of %d, want %d of %d", found.Fits, found.Of, fits, of)
	}
	if found.Weights != nil {
		checkSimplex(t, found.Weights)
	} else if found.Fits > 0 {
		t.Errorf("%d fit without weights", found.Fits)
	}
}
