package regions

import (
	"math"
	"math/rand/v2"
	"testing"
)

func TestCut(t *testing.T) {
	for _, row := range []struct {
		name   string
		rows   [][3]float64
		shares map[int]float64
		same   int
	}{
		{"one row", [][3]float64{{1, 2, 3}}, map[int]float64{0: 1}, 0},
		{"each best at its corner", [][3]float64{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, map[int]float64{0: 1. / 3, 1: 1. / 3, 2: 1. / 3}, 0},
		{"two halves", [][3]float64{{2, 0, 1}, {0, 2, 1}}, map[int]float64{0: 0.5, 1: 0.5}, 0},
		{"a row that is nowhere best", [][3]float64{{2, 0, 1}, {1, 0, 1}, {0, 2, 1}}, map[int]float64{0: 0.5, 2: 0.5}, 0},
		{"a later row that is best everywhere", [][3]float64{{2, 0, 1}, {0, 2, 1}, {3, 3, 3}}, map[int]float64{2: 1}, 0},
		{"a small corner", [][3]float64{{0, 0, 0}, {0.5, -0.5, -0.5}}, map[int]float64{0: 0.75, 1: 0.25}, 0},
		{"the same twice", [][3]float64{{2, 0, 1}, {0, 2, 1}, {2, 0, 1}}, map[int]float64{0: 0.5, 1: 0.5}, 1},
	} {
		t.Run(row.name, func(t *testing.T) {
			list, ok := Cut(row.rows, Whole(), 0)
			if !ok || len(list) != len(row.shares) {
				t.Fatalf("%v, %v: want %v", list, ok, row.shares)
			}
			same := 0
			for _, r := range list {
				if same += r.Same; math.Abs(r.Share-row.shares[r.Row]) > 1e-12 {
					t.Errorf("row %d has %v of the area: want %v", r.Row, r.Share, row.shares[r.Row])
				}
			}
			if same != row.same {
				t.Errorf("%d rows are the same as others: want %d", same, row.same)
			}
		})
	}
}

// TestRegionsByPoints asks of random mixtures which row is best, by comparing all
// rows there. Shares of the area are shares of these mixtures.
func TestRegionsByPoints(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		rows := make([][3]float64, 1+random.IntN(30))
		for i := range rows {
			rows[i] = [3]float64{random.Float64() * 100, random.Float64() * 100, random.Float64() * 100}
		}
		list, ok := Cut(rows, Whole(), 0)
		if !ok {
			t.Fatal("refused")
		}
		const points = 4000
		hits := map[int]int{}
		for range points {
			m := Mixture{-math.Log(random.Float64()), -math.Log(random.Float64()), -math.Log(random.Float64())}
			sum := m[0] + m[1] + m[2]
			m = Mixture{m[0] / sum, m[1] / sum, m[2] / sum}
			best := 0
			for i := range rows {
				if m.mixes(&rows[i]) > m.mixes(&rows[best]) {
					best = i
				}
			}
			hits[best]++
			if !has(list, best, m) {
				t.Fatalf("%v of %v: row %d is best, and not in its region", m, rows, best)
			}
		}
		sum := 0.0
		for _, r := range list {
			sum += r.Share
			if far := math.Abs(r.Share - float64(hits[r.Row])/points); far > 5*math.Sqrt(r.Share*(1-r.Share)/points)+1e-3 {
				t.Errorf("row %d has %v of the area, and %v of the mixtures", r.Row, r.Share, float64(hits[r.Row])/points)
			}
			if centre := Centre(r.Edge); !has(list, r.Row, centre) || math.Abs(centre[0]+centre[1]+centre[2]-1) > 1e-12 {
				t.Errorf("the centre %v of row %d is not inside", centre, r.Row)
			}
		}
		if math.Abs(sum-1) > 1e-8 {
			t.Errorf("the areas sum to %v", sum)
		}
	}
}

// has reports whether a mixture lies in the region of a row, to the left of each of
// its edges or to the right of each.
func has(list []Region, row int, m Mixture) bool {
	for _, r := range list {
		if r.Row != row {
			continue
		}
		left, right := true, true
		for i, to := range r.Edge {
			from := r.Edge[(i+len(r.Edge)-1)%len(r.Edge)]
			x := (to[0]-from[0])*(m[1]-from[1]) - (to[1]-from[1])*(m[0]-from[0])
			left, right = left && x > -1e-9, right && x < 1e-9
		}
		return left || right
	}
	return false
}

func TestCutRefuses(t *testing.T) {
	var curve [][3]float64 // each is best somewhere along one side
	for i := range most + 1 {
		x := float64(i) / most
		curve = append(curve, [3]float64{2*x - x*x, -x * x, -1})
	}
	if list, ok := Cut(curve, Whole(), 0); ok {
		t.Errorf("%d regions", len(list))
	}
	if list, ok := Cut(curve[:most], Whole(), 0); !ok || len(list) != most {
		t.Errorf("%d regions, %v: want %d", len(list), ok, most)
	}
	if list, ok := Cut(curve, []Mixture{{1, 0, 0}, {0, 1, 0}}, 0); !ok || len(list) > 0 {
		t.Errorf("cut what has no area into %v", list)
	}
}

func TestClip(t *testing.T) {
	half := Clip(Whole(), [3]float64{0.5, -0.5, -0.5}) // the first share is at least a half
	if got := area(half); math.Abs(got-0.25) > 1e-15 {
		t.Errorf("%v with the area %v: want a quarter", half, got)
	}
	if got := Clip(Whole(), [3]float64{-1, -1, -1}); len(got) != 0 {
		t.Errorf("%v: want nothing", got)
	}
}

func BenchmarkCut(b *testing.B) {
	random := rand.New(rand.NewPCG(1, 2))
	rows := make([][3]float64, 10_000)
	for i := range rows {
		rows[i] = [3]float64{random.Float64(), random.Float64(), random.Float64()}
	}
	for b.Loop() {
		Cut(rows, Whole(), 0)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(rows)), "ns/row")
}
