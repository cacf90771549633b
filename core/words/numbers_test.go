package words

import (
	"math"
	"testing"
)

// A value agrees with what a record claims if it rounds to the claim at the claim's
// decimals. They are those of a decimal fraction: a claim that is shown with an exponent
// has them too.
func TestAgrees(t *testing.T) {
	for _, c := range []struct {
		name         string
		claim, value float64
		agrees       bool
	}{
		{"the same", 82.8, 82.8, true},
		{"a whole number, rounded up", 83, 82.5, true},
		{"a whole number, rounded down", 82, 82.5, true},
		{"a whole number, more than a half away", 83, 82.499, false},
		{"one decimal, rounded", 24.8, 24.759, true},
		{"one decimal, cut off", 24.7, 24.759, false},
		{"less than zero", -24.8, -24.759, true},
		{"the other sign", 24.8, -24.8, false},
		{"the dust of a float64", 1.2, 1.15, true},
		{"a millionth, rounded", 0.000001, 0.0000014, true},
		{"a millionth for another value", 0.000001, 0.4, false},
		{"a claim shown as 1e-7", 1e-7, 0.4, false},
		{"a claim shown as -1e-7", -1e-7, -0.4, false},
		{"a claim shown as 1.5e-7", 1.5e-7, 0.04, false},
		{"the least claim", math.SmallestNonzeroFloat64, 0.4, false},
		{"a claim shown as 1e-7, which the value is", 1e-7, 1e-7, true},
		{"a claim shown as 1e+21", 1e21, 1e21, true},
		{"a claim shown as 1.5e+21", 1.5e21, 1.6e21, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := Agrees(c.claim, c.value); got != c.agrees {
				t.Errorf("%v for %v: %v, want %v", c.claim, c.value, got, c.agrees)
			}
		})
	}
}

func TestDecimals(t *testing.T) {
	for _, c := range []struct {
		name string
		x    float64
		want int
	}{
		{"none", 83, 0},
		{"two", -0.25, 2},
		{"shown as 1e-7", 1e-7, 7},
		{"shown as 1.5e-7", 1.5e-7, 8},
		{"shown as 1.5e+21", 1.5e21, 0},
		{"more than 12", 1e-300, 12},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := Decimals(c.x); got != c.want {
				t.Errorf("%v: %d, want %d", c.x, got, c.want)
			}
		})
	}
}
