package score

import (
	"math"
	"testing"
)

// R. G. Newcombe, "Two-sided confidence intervals for the single proportion:
// comparison of seven methods", Statistics in Medicine 17 (1998) 857–872,
// table I, method 3 (Wilson), to its four digits.
func TestWilson(t *testing.T) {
	tests := []struct {
		passed, total int
		low, high     float64
	}{
		{81, 263, 0.2553, 0.3662},
		{15, 148, 0.0624, 0.1605},
		{0, 20, 0, 0.1611},
		{1, 29, 0.0061, 0.1718},
	}
	for _, tt := range tests {
		got, err := Intervals(IntervalRequest{Entrants: []Passes{{ID: "x", Passed: tt.passed, Total: tt.total}}})
		if err != nil {
			t.Fatal(err)
		}
		if e := got.Entrants[0]; math.Abs(e.Low-tt.low) > 5e-5 || math.Abs(e.High-tt.high) > 5e-5 {
			t.Errorf("%d/%d: got %v to %v, want %v to %v", tt.passed, tt.total, e.Low, e.High, tt.low, tt.high)
		}
	}
}

// R. G. Newcombe, "Interval estimation for the difference between independent
// proportions", Statistics in Medicine 17 (1998) 873–890, table II, method 10.
func TestNewcombe(t *testing.T) {
	tests := []struct {
		a, m, b, n int
		low, high  float64
	}{
		{56, 70, 48, 80, 0.0524, 0.3339},
		{9, 10, 3, 10, 0.1705, 0.8090},
		{5, 56, 0, 29, -0.0381, 0.1926},
		{0, 10, 0, 10, -0.2775, 0.2775},
		{10, 10, 0, 20, 0.6791, 1},
	}
	for _, tt := range tests {
		got := newcombe(Passes{ID: "a", Passed: tt.a, Total: tt.m}, Passes{ID: "b", Passed: tt.b, Total: tt.n}, 1.959963984540054)
		if math.Abs(got.Low-tt.low) > 5e-5 || math.Abs(got.High-tt.high) > 5e-5 {
			t.Errorf("%d/%d and %d/%d: got %v to %v, want %v to %v", tt.a, tt.m, tt.b, tt.n, got.Low, got.High, tt.low, tt.high)
		}
	}
}

// P(X > Y) against the sum with log-gamma, and against 1 − P(Y > X).
func TestProbabilityBetter(t *testing.T) {
	beta := func(a, b float64) float64 {
		x, _ := math.Lgamma(a)
		y, _ := math.Lgamma(b)
		z, _ := math.Lgamma(a + b)
		return x + y - z
	}
	for _, tt := range [][4]int{{17, 20, 15, 20}, {0, 1, 1, 1}, {500, 1000, 480, 1000}, {99999, 100000, 1, 100000}, {1, 100000, 99999, 100000}, {3, 7, 40, 90}} {
		x, y := Passes{ID: "x", Passed: tt[0], Total: tt[1]}, Passes{ID: "y", Passed: tt[2], Total: tt[3]}
		a, b := float64(tt[0]+1), float64(tt[1]-tt[0]+1)
		c, d := float64(tt[2]+1), float64(tt[3]-tt[2]+1)
		want := 0.0
		for i := 0.0; i < a; i++ {
			want += math.Exp(beta(c+i, b+d) - math.Log(b+i) - beta(1+i, b) - beta(c, d))
		}
		got, other := better(x, y), better(y, x)
		if math.Abs(got-want) > 1e-6 || math.Abs(got+other-1) > 1e-9 {
			t.Errorf("%v: got %v and %v, want %v", tt, got, other, want)
		}
	}
}

func TestPossibleRanks(t *testing.T) {
	got, err := Intervals(IntervalRequest{Entrants: []Passes{{ID: "low", Passed: 2, Total: 20}, {ID: "b", Passed: 15, Total: 20}, {ID: "a", Passed: 17, Total: 20}, {ID: "tied", Passed: 30, Total: 40}}})
	if err != nil {
		t.Fatal(err)
	}
	want := []struct {
		id         string
		rank       int
		best, last int
	}{{"a", 1, 1, 3}, {"b", 2, 1, 3}, {"tied", 2, 1, 3}, {"low", 4, 4, 4}}
	for i, w := range want {
		if e := got.Entrants[i]; e.ID != w.id || e.Rank != w.rank || e.RankBest != w.best || e.RankLast != w.last {
			t.Errorf("place %d: got %+v, want %+v", i, e, w)
		}
	}
	if !got.Pairs[0].Tie || got.Pairs[2].Tie {
		t.Errorf("got %+v", got.Pairs)
	}
}

// Every number of tasks one by one, with Wilson's and Newcombe's formulas written anew:
// below the answer no number is enough, from it on all are.
func TestSeparate(t *testing.T) {
	const z = 1.959963984540054
	ends := func(p, n float64) (low, high float64) {
		half := z * math.Sqrt((p*(1-p)+z*z/(4*n))/n)
		return (p + z*z/(2*n) - half) / (1 + z*z/n), (p + z*z/(2*n) + half) / (1 + z*z/n)
	}
	for _, tt := range []struct{ a, m, b, n, step, tasks int }{
		{33, 40, 32, 40, 40, 1880},
		{9, 10, 3, 10, 10, 10},
		{1, 2, 1, 3, 6, 72},
		{91, 91, 73, 91, 91, 91},
		{1, 1, 0, 1, 1, 2},
	} {
		got, err := Separate(SeparateRequest{Ahead: Passes{Passed: tt.a, Total: tt.m}, Behind: Passes{Passed: tt.b, Total: tt.n}})
		if err != nil || got.Step != tt.step || got.Tasks != tt.tasks {
			t.Errorf("%d/%d and %d/%d: got %+v, %v", tt.a, tt.m, tt.b, tt.n, got, err)
		}
		p, q := float64(tt.a)/float64(tt.m), float64(tt.b)/float64(tt.n)
		for n := tt.step; n <= 3*got.Tasks; n += tt.step {
			low, _ := ends(p, float64(n))
			_, high := ends(q, float64(n))
			if sure := p-q-math.Hypot(p-low, high-q) > 0; sure != (n >= got.Tasks) {
				t.Errorf("%d/%d and %d/%d with %d tasks: sure is %t", tt.a, tt.m, tt.b, tt.n, n, sure)
			}
		}
	}
	if got, err := Separate(SeparateRequest{Ahead: Passes{Passed: 1, Total: 2}, Behind: Passes{Passed: 2, Total: 3}}); err == nil {
		t.Errorf("the lower rate is ahead: %+v", got)
	}
}
