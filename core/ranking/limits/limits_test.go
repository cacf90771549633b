package limits

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tallyproof/tallyproof/core/ranking/nearest"
)

// random returns limits of n columns, in whole percents.
func random(rng *rand.Rand, n int) *Limits {
	low, high := make([]float64, n), make([]float64, n)
	for k := range low {
		high[k] = 1
		if rng.IntN(3) == 0 {
			low[k] = float64(rng.IntN(40)) / 100
		}
		if rng.IntN(3) == 0 {
			high[k] = min(1, low[k]+float64(rng.IntN(70))/100)
		}
	}
	var ratios []Ratio
	for range rng.IntN(4) {
		a := rng.IntN(n)
		ratios = append(ratios, Ratio{a, (a + 1 + rng.IntN(n-1)) % n, []float64{0.5, 1, 1, 1.5, 3}[rng.IntN(5)]})
	}
	return New(low, high, ratios)
}

// grid calls f with all weights of n columns in steps of 1 %.
func grid(n int, f func(w []float64)) {
	for a := range 101 {
		if n == 2 {
			f([]float64{float64(a) / 100, float64(100-a) / 100})
			continue
		}
		for b := range 101 - a {
			f([]float64{float64(a) / 100, float64(b) / 100, float64(100-a-b) / 100})
		}
	}
}

// corners returns where as many walls as needed meet inside of all others.
func corners(l *Limits) (list [][]float64) {
	if len(l.Low) == 2 {
		for _, wall := range l.Walls { // n·(x, 1 − x) = least
			if slope := wall.N[0] - wall.N[1]; slope != 0 {
				x := (wall.Least - wall.N[1]) / slope
				list = append(list, []float64{x, 1 - x})
			}
		}
	} else {
		for i, a := range l.Walls {
			for _, b := range l.Walls[:i] {
				a0, a1, a2 := a.N[0]-a.N[2], a.N[1]-a.N[2], a.Least-a.N[2]
				b0, b1, b2 := b.N[0]-b.N[2], b.N[1]-b.N[2], b.Least-b.N[2]
				if det := a0*b1 - a1*b0; math.Abs(det) > 1e-12 {
					x, y := (a2*b1-a1*b2)/det, (a0*b2-a2*b0)/det
					list = append(list, []float64{x, y, 1 - x - y})
				}
			}
		}
	}
	return slices.DeleteFunc(list, func(w []float64) bool { return !l.Hold(w) })
}

// In two and three dimensions, in steps of 1 %: conditions without weights have none on the
// grid and are as few as contradict each other; ranges are those of the corners and hold all
// of the grid; and no weights of the grid are nearer than the nearest.
func TestAgainstGrid(t *testing.T) {
	rng := rand.New(rand.NewPCG(62, 2))
	none, some := 0, 0
	for range 3000 {
		n := 2 + rng.IntN(2)
		l := random(rng, n)
		conflict, ends := l.Conflict(), corners(l)
		if (conflict == nil) != (len(ends) > 0) {
			t.Fatalf("%+v: conflict %v, corners %v", l, conflict, ends)
		}
		low, high := l.Ranges()
		inside, flat := l.Inside()
		if conflict != nil {
			none++
			for i := range conflict {
				if rest := l.only(slices.Delete(slices.Clone(conflict), i, i+1)); len(corners(rest)) == 0 {
					t.Fatalf("%+v: %v contradict each other without the %d-th", l, conflict, i)
				}
			}
			grid(n, func(w []float64) {
				if l.Hold(w) {
					t.Fatalf("%+v: %v satisfies them", l, w)
				}
			})
			if low != nil || inside != nil {
				t.Fatalf("%+v: ranges %v, inside %v", l, low, inside)
			}
			continue
		}
		some++
		for k := range n {
			least, most := 1.0, 0.0
			for _, w := range ends {
				least, most = min(least, w[k]), max(most, w[k])
			}
			if math.Abs(low[k]-least) > 1e-9 || math.Abs(high[k]-most) > 1e-9 {
				t.Fatalf("%+v: column %d from %v to %v: want %v to %v", l, k, low[k], high[k], least, most)
			}
		}
		for _, wall := range l.Walls {
			isFlat := slices.ContainsFunc(flat, func(f nearest.Wall) bool { return f.Tag == wall.Tag })
			if off := nearest.Dot(wall.N, inside) - wall.Least; off < -1e-12 || !isFlat && off < 1e-12 {
				t.Fatalf("%+v: %v is %v inside wall %d", l, inside, off, wall.Tag)
			}
		}
		from := []float64{rng.Float64(), 0, 0}[:n]
		from[1] = 1 - from[0]
		v, ok := l.Nearest(from)
		if !ok || !l.Hold(v) || math.Abs(nearest.Sum(v)-1) > 1e-9 {
			t.Fatalf("%+v: %v is the nearest to %v, %t", l, v, from, ok)
		}
		far := nearest.Distance(v, from)
		grid(n, func(w []float64) {
			if l.Hold(w) && nearest.Distance(w, from) < far-1e-9 {
				t.Fatalf("%+v: %v is nearer to %v than %v", l, w, from, v)
			}
			for k := range w {
				if l.Hold(w) && (w[k] < low[k]-1e-9 || w[k] > high[k]+1e-9) {
					t.Fatalf("%+v: %v is beyond %v to %v", l, w, low, high)
				}
			}
		})
	}
	if none < 200 || some < 200 {
		t.Errorf("%d without weights, %d with", none, some)
	}
}

// A line is inside exactly where its weights satisfy the conditions.
func TestAlong(t *testing.T) {
	rng := rand.New(rand.NewPCG(62, 3))
	for range 2000 {
		n := 2 + rng.IntN(3)
		l := random(rng, n)
		w, d := make([]float64, n), make([]float64, n)
		for k := range w {
			w[k], d[k] = 1/float64(n), rng.Float64()
		}
		for k, mean := 0, nearest.Sum(d)/float64(n); k < n; k++ {
			d[k] -= mean
		}
		from, to := l.Along(w, d, -2, 2)
		for range 20 {
			at, v := 4*rng.Float64()-2, make([]float64, n)
			for k := range v {
				v[k] = w[k] + at*d[k]
			}
			if short, _ := l.Short(v); (short <= 0) != (at >= from && at <= to) && math.Abs(at-from) > 1e-6 && math.Abs(at-to) > 1e-6 {
				t.Fatalf("%+v: %v + %v·%v is short by %v, from %v to %v", l, w, at, d, short, from, to)
			}
		}
	}
}

// Many columns and conditions: ranges are reached, and not passed.
func TestManyColumns(t *testing.T) {
	rng := rand.New(rand.NewPCG(62, 4))
	for _, n := range []int{12, 64} {
		low, high := make([]float64, n), make([]float64, n)
		var ratios []Ratio
		for k := range low {
			low[k], high[k] = 0.2/float64(n), 1
			if k%3 == 0 {
				high[k] = 3 / float64(n)
			}
			if k > 0 && k%2 == 0 {
				ratios = append(ratios, Ratio{k, rng.IntN(k), 1})
			}
		}
		l := New(low, high, ratios)
		least, most := l.Ranges()
		inside, flat := l.Inside()
		if least == nil || !l.Hold(inside) || len(flat) > 0 {
			t.Fatalf("%d columns: %v, %v", n, least, flat)
		}
		for k := range n {
			for _, beyond := range []struct {
				at   float64
				want bool
			}{{most[k], true}, {most[k] + 1e-4, false}, {least[k], true}, {least[k] - 1e-4, false}} {
				at := slices.Repeat([]float64{-1}, n)
				at[k] = beyond.at
				if beyond.at < low[k] || beyond.at > high[k] {
					continue // its own bounds give way to what it is fixed at
				}
				if got := l.Fixed(at).Conflict() == nil; got != beyond.want {
					t.Fatalf("%d columns, column %d at %v: %t", n, k, beyond.at, got)
				}
			}
		}
	}
}

// Conditions that contradict each other are named, and no others.
func TestConflictNames(t *testing.T) {
	free := []float64{1, 1, 1}
	for _, tt := range []struct {
		name      string
		low, high []float64
		ratios    []Ratio
		want      []string
	}{
		{"a twice b of 40 %, and b of 40 %", []float64{0, 0.4, 0}, free, []Ratio{{0, 1, 2}, {2, 0, 0.1}}, []string{"a ≥ 2 × b", "b at least 40 %"}},
		{"in a circle", make([]float64, 3), free, []Ratio{{0, 1, 2}, {1, 0, 1}, {2, 0, 1}, {2, 1, 1}}, nil}, // 0, 0 and 1
		{"a circle with something in it", []float64{0, 0.1, 0}, free, []Ratio{{0, 1, 2}, {1, 0, 1}}, []string{"a ≥ 2 × b", "b at least 10 %", "b ≥ a"}},
		{"more than there is", []float64{0.5, 0.6, 0}, free, nil, []string{"a at least 50 %", "b at least 60 %"}},
		{"less than there is", make([]float64, 3), []float64{0.2, 0.3, 0.4}, nil, []string{"a at most 20 %", "b at most 30 %", "c at most 40 %"}},
	} {
		l := New(tt.low, tt.high, tt.ratios)
		var got []string
		for _, tag := range l.Conflict() {
			if text := l.Say(tag, []string{"a", "b", "c"}); text != "" {
				got = append(got, text)
			}
		}
		slices.Sort(got)
		if !slices.Equal(got, tt.want) {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}
