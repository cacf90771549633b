package nearest

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// simplexPoint is a random point of the simplex, sometimes on its boundary.
func simplexPoint(rng *rand.Rand, m int) []float64 {
	w, total := make([]float64, m), 0.0
	for total == 0 {
		for k := range w {
			w[k] = rng.ExpFloat64()
			if rng.IntN(4) == 0 {
				w[k] = 0
			}
			total += w[k]
		}
	}
	for k := range w {
		w[k] /= total
	}
	return w
}

// The Karush–Kuhn–Tucker conditions, which for a convex problem prove the
// optimum: v = max(0, w + λ·d − θ) with λ ≥ 0, Σv = 1, v·d = need.
func TestTowardIsOptimal(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	corners := 0
	for range 20_000 {
		m := 2 + rng.IntN(8)
		w, d := simplexPoint(rng, m), make([]float64, m)
		for k := range d {
			d[k] = float64(rng.IntN(9) - 6)
		}
		lead := Dot(w, d)
		if lead > 0 || slices.Max(d) <= 0 {
			continue
		}
		v := Toward(w, d, lead, 0)
		if math.Abs(Sum(v)-1) > 1e-14 || slices.Min(v) < 0 || math.Abs(Dot(v, d)) > 1e-13 {
			t.Fatalf("w %v, d %v: v %v, sum %v, v·d %v", w, d, v, Sum(v), Dot(v, d))
		}
		checkStationary(t, w, d, v)
		if slices.Contains(v, 0) {
			corners++
		}
	}
	if corners < 1000 {
		t.Errorf("only %d points on the boundary", corners)
	}
}

// checkStationary finds λ and θ by least squares on the support and checks
// signs: v − w = λ·d − θ there, and v − w ≥ λ·d − θ where v is 0.
func checkStationary(t *testing.T, w, d, v []float64) {
	t.Helper()
	var x, y []float64
	for k := range v {
		if v[k] > 0 {
			x, y = append(x, d[k]), append(y, v[k]-w[k])
		}
	}
	mx, my := Sum(x)/float64(len(x)), Sum(y)/float64(len(y))
	sxx, sxy := 0.0, 0.0
	for i := range x {
		sxx += (x[i] - mx) * (x[i] - mx)
		sxy += (x[i] - mx) * (y[i] - my)
	}
	lambda := 0.0
	if sxx > 0 {
		lambda = sxy / sxx
	} else { // a corner: any λ large enough will do
		for k := range v {
			if v[k] == 0 && d[k] < mx {
				lambda = max(lambda, (w[k]+my)/(mx-d[k]))
			}
		}
	}
	if lambda < -1e-12 {
		t.Fatalf("w %v, d %v: v %v has λ %v", w, d, v, lambda)
	}
	theta := lambda*mx - my
	for k := range v {
		if free := w[k] + lambda*d[k] - theta; math.Abs(max(0, free)-v[k]) > 1e-10 {
			t.Fatalf("w %v, d %v: v[%d] is %v, want max(0, %v) with λ %v", w, d, k, v[k], free, lambda)
		}
	}
}

// Two solvers: along the path of λ, and by least squares over walls.
func TestTowardAgreesWithNearestWithin(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	for range 5000 {
		m := 2 + rng.IntN(8)
		w, d := simplexPoint(rng, m), make([]float64, m)
		for k := range d {
			d[k] = rng.Float64()*2 - 1.3
		}
		lead := Dot(w, d)
		if lead > 0 || slices.Max(d) <= 0.01 {
			continue
		}
		a := Toward(w, d, lead, 0.005)
		b, _, ok := Within(w, append(corner(m, 0), Wall{d, 0.005, 0}))
		if !ok || Distance(a, b) > 1e-12 {
			t.Fatalf("w %v, d %v: %v and %v (%t)", w, d, a, b, ok)
		}
	}
}

// corner is the walls v ≥ least.
func corner(m int, least float64) []Wall {
	var walls []Wall
	for k := range m {
		n := make([]float64, m)
		n[k] = 1
		walls = append(walls, Wall{n, least, -1})
	}
	return walls
}
