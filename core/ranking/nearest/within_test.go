package nearest

import (
	"math"
	"math/rand/v2"
	"testing"
)

// apart is how far inside a wall the callers want to be.
const apart = 1e-9

// The Karush–Kuhn–Tucker conditions of a projection: inside every wall, and
// v − w a sum, in the plane Σ = 0, of the normals of walls it touches, by
// multipliers that are at least 0. Where there is no such point, the walls in
// the proof admit none by themselves.
func TestNearestWithinIsOptimal(t *testing.T) {
	rng := rand.New(rand.NewPCG(16, 16))
	inside, outside := 0, 0
	for range 3000 {
		m := 2 + rng.IntN(7)
		w, walls := simplexPoint(rng, m), corner(m, 0)
		for range rng.IntN(12) {
			n := make([]float64, m)
			for k := range n {
				n[k] = rng.Float64()*2 - 0.8
				if rng.IntN(3) == 0 {
					n[k] = 0
				}
			}
			walls = append(walls, Wall{n, apart, 0})
		}
		v, force, ok := Within(w, walls)
		if !ok {
			outside++
			var proof []Wall
			for j, u := range force {
				if u > 0 {
					proof = append(proof, walls[j])
				}
			}
			if _, _, ok := Within(w, append(corner(m, 0), proof...)); ok {
				t.Fatalf("w %v, walls %v: the proof %v admits a point", w, walls, proof)
			}
			continue
		}
		inside++
		checkProjection(t, w, walls, v, force)
	}
	if inside < 500 || outside < 500 {
		t.Errorf("%d inside, %d outside", inside, outside)
	}
}

func checkProjection(t *testing.T, w []float64, walls []Wall, v, force []float64) {
	t.Helper()
	if math.Abs(Sum(v)-1) > 1e-14 {
		t.Fatalf("v %v sums to %v", v, Sum(v))
	}
	far := Distance(v, w)
	step := make([]float64, len(w))
	for j, b := range walls {
		off := Dot(b.N, v) - b.Least
		if off < -1e-11 || force[j] < 0 || force[j] > 0 && off > 1e-11 {
			t.Fatalf("w %v: v %v is %v inside wall %d with multiplier %v", w, v, off, j, force[j])
		}
		mean := Sum(b.N) / float64(len(w))
		for k := range step {
			step[k] += force[j] * (b.N[k] - mean) * (1 + far*far) // s = 1/(1 + |x|²)
		}
	}
	for k := range v {
		if math.Abs(w[k]+step[k]-v[k]) > 1e-9 {
			t.Fatalf("w %v: v %v, but the walls push to %v", w, v, step)
		}
	}
}

// Many dimensions and many walls.
func TestNearestWithinLarge(t *testing.T) {
	rng := rand.New(rand.NewPCG(17, 17))
	for _, m := range []int{20, 64} {
		for _, count := range []int{30, 500} {
			w, inner := simplexPoint(rng, m), simplexPoint(rng, m)
			walls := corner(m, 0)
			for range count { // all of them have inner inside
				n := make([]float64, m)
				for k := range n {
					n[k] = rng.Float64()*2 - 1
				}
				if Dot(n, inner) < apart {
					for k := range n {
						n[k] = -n[k]
					}
				}
				walls = append(walls, Wall{n, apart, 0})
			}
			v, force, ok := Within(w, walls)
			if !ok || Distance(v, w) > Distance(inner, w)+1e-12 {
				t.Fatalf("%d dimensions, %d walls: %t", m, count, ok)
			}
			checkProjection(t, w, walls, v, force)
		}
	}
}

// There and back is a vector less its mean; lengths and products are kept.
func TestPlane(t *testing.T) {
	rng := rand.New(rand.NewPCG(21, 21))
	for m := 1; m <= 64; m++ {
		x, y := make([]float64, m), make([]float64, m)
		for k := range x {
			x[k], y[k] = rng.NormFloat64(), rng.NormFloat64()
		}
		back, mean, product := fromPlane(toPlane(x)), Sum(x)/float64(m), 0.0
		for k := range x {
			if math.Abs(back[k]-(x[k]-mean)) > 1e-13 {
				t.Fatalf("%v came back as %v", x, back)
			}
			product += (x[k] - mean) * y[k]
		}
		if got := Dot(toPlane(x), toPlane(y)); math.Abs(got-product) > 1e-12 || math.Abs(Sum(back)) > 1e-14 {
			t.Fatalf("%d dimensions: product %v, want %v", m, got, product)
		}
	}
}

// Two walls all but opposite to each other, with a sliver between them: the
// point found is inside both.
func TestNearestWithinSliver(t *testing.T) {
	w := []float64{0.6, 0.4, 0}
	walls := append(corner(3, 0), Wall{[]float64{0, -1, 4e-9}, apart, 0})
	v, _, ok := Within(w, walls)
	if !ok || math.Abs(Sum(v)-1) > 1e-15 {
		t.Fatalf("%v sums to %v (%t)", v, Sum(v), ok)
	}
	for _, b := range walls {
		if off := Dot(b.N, v) - b.Least; off < -1e-16 {
			t.Errorf("v %v is %v inside %v", v, off, b)
		}
	}
}
