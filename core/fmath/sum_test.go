package fmath

import "testing"

func TestSums(t *testing.T) {
	tenth := make([]float64, 10)
	for i := range tenth {
		tenth[i] = 0.1
	}
	for _, tt := range []struct {
		name string
		x    []float64
		want float64
	}{
		{"nothing", nil, 0},
		{"one", []float64{0.1}, 0.1},
		{"ten tenths", tenth, 0.9999999999999999}, // Python: sum before 3.12
		{"a large pair", []float64{1, 1e100, 1, -1e100}, 0},
		{"a small tail", []float64{1, 0x1p-53, 0x1p-53}, 1},
		{"infinity", []float64{1, inf, 1}, inf},
		{"both infinities", []float64{inf, -inf}, nan},
		{"NaN", []float64{1, nan, 1}, nan},
		{"overflow", []float64{largest, largest, -largest}, inf},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := SumInOrder(tt.x); !same(got, tt.want) {
				t.Errorf("SumInOrder(%v) = %v, want %v", tt.x, got, tt.want)
			}
		})
	}
}
