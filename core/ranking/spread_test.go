package ranking

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

func keysOf(n int) (keys []string) {
	for k := range n {
		keys = append(keys, letter(k))
	}
	return keys
}

// randomColumns returns scores row by row in columns; some are whole, so that rows tie.
func randomColumns(rng *rand.Rand, rows, columns int) [][]float64 {
	all := make([][]float64, columns)
	for k := range all {
		for range rows {
			x := rng.Float64() * 100
			if rng.IntN(3) == 0 {
				x = math.Round(x / 10)
			}
			all[k] = append(all[k], x)
		}
	}
	return all
}

func neighbours(rows int) (pairs [][2]int) {
	for i := 1; i < rows; i++ {
		pairs = append(pairs, [2]int{i - 1, i})
	}
	return pairs
}

func spreadOf(t *testing.T, of SpreadOf, n int) *Spread {
	t.Helper()
	s, err := NewSpread(of)
	if err != nil {
		t.Fatal(err)
	}
	s.Draw(n)
	return s
}

// grid calls f with each weighting in the middle of one of many equal parts.
func grid(columns, steps int, f func(w []float64)) {
	at := func(i int) float64 { return (float64(i) + 0.5) / float64(steps) }
	switch columns {
	case 1:
		f([]float64{1})
	case 2:
		for i := range steps {
			f([]float64{at(i), 1 - at(i)})
		}
	case 3:
		third := 1 / float64(3*steps)
		for i := range steps {
			for j := range steps - i {
				x, y := float64(i)/float64(steps), float64(j)/float64(steps)
				f([]float64{x + third, y + third, 1 - x - y - 2*third})
				if i+j < steps-1 { // the triangle the other way round
					f([]float64{x + 2*third, y + 2*third, 1 - x - y - 4*third})
				}
			}
		}
	}
}

// byHand counts ranks the plain way.
func byHand(columns [][]float64, w, noise []float64) []int {
	n := len(columns[0])
	sums, ranks := make([]float64, n), make([]int, n)
	for i := range sums {
		for k := range w {
			sums[i] += w[k] * columns[k][i]
		}
		if noise != nil {
			sums[i] += noise[i]
		}
	}
	for i := range ranks {
		ranks[i] = 1
		for j := range sums {
			if sums[j] > sums[i]+1e-9 {
				ranks[i]++
			}
		}
	}
	return ranks
}

// Areas against a fine grid of all weightings, with bounds and without.
func TestSpreadAreasOnAGrid(t *testing.T) {
	rng := rand.New(rand.NewPCG(62, 1))
	for round := range 24 {
		columns, rows := 1+round%3, 2+rng.IntN(9)
		x := randomColumns(rng, rows, columns)
		of := SpreadOf{Keys: keysOf(columns), Columns: x, Pairs: neighbours(rows)}
		least, most := make([]float64, columns), slices.Repeat([]float64{1}, columns)
		if columns > 1 && round%2 == 1 {
			of.Least, of.Most = map[string]float64{"a": 0.2}, map[string]float64{"b": 0.55}
			least[0], most[1] = 0.2, 0.55
		}
		s := spreadOf(t, of, 0)
		if !s.Exact() || s.Error() != 0 || s.Drawn() != 0 {
			t.Fatalf("%d columns, %d rows: want exact shares", columns, rows)
		}
		ranks, ahead, all := make([][]float64, rows), make([]float64, rows-1), 0.0
		for i := range ranks {
			ranks[i] = make([]float64, rows)
		}
		grid(columns, 400, func(w []float64) {
			for k := range w {
				if w[k] < least[k] || w[k] > most[k] {
					return
				}
			}
			all++
			got := byHand(x, w, nil)
			for i, r := range got {
				ranks[i][r-1]++
			}
			for p := range ahead {
				if got[p] < got[p+1] {
					ahead[p]++
				}
			}
		})
		for i := range ranks {
			for r := range ranks[i] {
				if got, want := s.exact.ranks[i][r], ranks[i][r]/all; math.Abs(got-want) > 0.012 {
					t.Errorf("round %d: row %d has rank %d in %v, want about %v", round, i, r+1, got, want)
				}
			}
		}
		for p := range ahead {
			if got, want := s.Ahead(p), ahead[p]/all; math.Abs(got-want) > 0.012 {
				t.Errorf("round %d: row %d is ahead of the next in %v, want about %v", round, p, got, want)
			}
		}
	}
}

// Two columns by hand: lines 10 → 0, 0 → 10 and a constant 6 meet at 0.4, 0.5 and 0.6.
func TestSpreadByHand(t *testing.T) {
	s := spreadOf(t, SpreadOf{Keys: keysOf(2), Columns: [][]float64{{10, 0, 6}, {0, 10, 6}}, Pairs: [][2]int{{0, 1}, {2, 0}, {2, 1}}}, 0)
	want := [][]float64{{0.4, 0.1, 0.5}, {0.4, 0.1, 0.5}, {0.2, 0.8, 0}}
	for i := range want {
		for r := range want[i] {
			if got := s.exact.ranks[i][r]; math.Abs(got-want[i][r]) > 1e-12 {
				t.Errorf("row %d has rank %d in %v, want %v", i, r+1, got, want[i][r])
			}
		}
	}
	for p, want := range []float64{0.5, 0.6, 0.6} {
		if got := s.Ahead(p); math.Abs(got-want) > 1e-12 {
			t.Errorf("pair %d: %v, want %v", p, got, want)
		}
	}
	for i, want := range []Ranges{{1, 1, 3, 3}, {1, 1, 3, 3}, {1, 2, 2, 2}} {
		if got := s.Ranges(i); got != want {
			t.Errorf("row %d: ranks %v, want %v", i, got, want)
		}
	}
}

// Equal rows share a rank, and none is ahead.
func TestSpreadOfEqualRows(t *testing.T) {
	for _, columns := range []int{3, 4} {
		x := make([][]float64, columns)
		for k := range x {
			x[k] = []float64{50, 50, float64(10 * k)}
		}
		s := spreadOf(t, SpreadOf{Keys: keysOf(columns), Columns: x, Pairs: [][2]int{{0, 1}, {0, 2}}}, 500)
		if r := s.Ranges(1); r.Low != 1 || r.High != 1 || s.Ahead(0) != 0 || s.Ahead(1) != 1 {
			t.Errorf("%d columns: ranks %v, ahead %v and %v", columns, r, s.Ahead(0), s.Ahead(1))
		}
	}
}

// Sampled ranges and pairs against weightings and noise drawn here, with another generator
// and another way to draw.
func TestSpreadAgainstOtherSamples(t *testing.T) {
	rng := rand.New(rand.NewPCG(62, 2))
	const n = 20_000
	for round := range 8 {
		columns, rows := 2+rng.IntN(6), 5+rng.IntN(30)
		x := randomColumns(rng, rows, columns)
		of := SpreadOf{Keys: keysOf(columns), Columns: x, Pairs: neighbours(rows), Noise: make([]float64, columns), Seed: uint64(round)}
		for k := range of.Noise {
			of.Noise[k] = float64(rng.IntN(3) * 5)
		}
		of.Noise[0] = 10
		if round%2 == 1 {
			of.Most = map[string]float64{"a": 0.5}
		}
		s := spreadOf(t, of, n)
		places, ahead := make([][]int, rows), make([]float64, rows-1)
		noise, w := make([]float64, rows), make([]float64, columns)
		for drawn := 0; drawn < n; {
			cuts := []float64{0, 1}
			for range columns - 1 {
				cuts = append(cuts, rng.Float64())
			}
			slices.Sort(cuts)
			for k := range w {
				w[k] = cuts[k+1] - cuts[k]
			}
			if of.Most != nil && w[0] > 0.5 {
				continue
			}
			drawn++
			for i := range noise {
				noise[i] = 0
				for k := range w {
					noise[i] += w[k] * of.Noise[k] / 1.96 * rng.NormFloat64()
				}
			}
			got := byHand(x, w, noise)
			for i, r := range got {
				places[i] = append(places[i], r)
			}
			for p := range ahead {
				if got[p] < got[p+1] {
					ahead[p]++
				}
			}
		}
		for p := range ahead {
			if got, want := s.Ahead(p), ahead[p]/n; math.Abs(got-want) > 5*math.Sqrt(0.5/n) {
				t.Errorf("round %d: row %d is ahead of the next in %v, want about %v", round, p, got, want)
			}
		}
		for i := range places {
			slices.Sort(places[i])
			r := s.Ranges(i)
			for k, got := range []int{r.Low, r.From, r.To, r.High} {
				// What is sampled here may be off by five standard errors on either side.
				at := levels[k]
				room := 5 * math.Sqrt(2*at*(1-at)/n)
				from, to := places[i][int(max(0, at-room)*(n-1))], places[i][int(min(1, at+room)*(n-1))]
				if got < from || got > to {
					t.Errorf("round %d: row %d has rank %d or less in %v, want %d", round, i, got, at, places[i][int(at*n)])
				}
			}
		}
	}
}

// Of two rows under one weighting the first is ahead with the probability Φ(d/(σ√2)): a
// closed form.
func TestSpreadOfNoiseByHand(t *testing.T) {
	for _, d := range []float64{0, 1, 3, 5, 10} {
		s := spreadOf(t, SpreadOf{Keys: keysOf(1), Columns: [][]float64{{50 + d, 50}}, Noise: []float64{5}, Pairs: [][2]int{{0, 1}}, Seed: 7}, 60_000)
		want := 0.5 * math.Erfc(-d/(5/1.959964)/2)
		if got := s.Ahead(0); math.Abs(got-want) > 5*math.Sqrt(0.25/60_000) {
			t.Errorf("%v points: ahead in %v, want %v", d, got, want)
		}
	}
	// Noise of two columns under pinned weights: the variances add up.
	half := map[string]float64{"a": 0.5, "b": 0.5}
	s := spreadOf(t, SpreadOf{Keys: keysOf(2), Columns: [][]float64{{52, 50}, {50, 50}}, Noise: []float64{4, 3}, Least: half, Most: half, Pairs: [][2]int{{0, 1}}}, 60_000)
	want := 0.5 * math.Erfc(-1/(2.5/1.959964)/2)
	if got := s.Ahead(0); math.Abs(got-want) > 5*math.Sqrt(0.25/60_000) {
		t.Errorf("ahead in %v, want %v", got, want)
	}
}

// The same ranks, whatever the parts in which weightings are drawn.
func TestSpreadInParts(t *testing.T) {
	rng := rand.New(rand.NewPCG(62, 3))
	of := SpreadOf{Keys: keysOf(5), Columns: randomColumns(rng, 60, 5), Pairs: neighbours(60), Noise: []float64{0, 5, 0, 0, 5}, Seed: 1}
	whole, parts := spreadOf(t, of, 3000), spreadOf(t, of, 1)
	for _, n := range []int{0, 999, 2000} {
		parts.Draw(n)
	}
	if whole.Drawn() != 3000 || parts.Drawn() != 3000 {
		t.Fatalf("%d and %d drawn", whole.Drawn(), parts.Drawn())
	}
	for i := range 60 {
		if a, b := whole.Ranges(i), parts.Ranges(i); a != b {
			t.Errorf("row %d: %v, and in parts %v", i, a, b)
		}
	}
	if !slices.Equal(whole.ahead, parts.ahead) {
		t.Errorf("%v, and in parts %v", whole.ahead, parts.ahead)
	}
	if most := spreadOf(t, of, MostDrawn+1); most.Drawn() != MostDrawn {
		t.Errorf("%d drawn, want at most %d", most.Drawn(), MostDrawn)
	}
}

// Bins that become wider hold every rank, and their quantiles are the true ones rounded
// outwards by less than a bin.
func TestPlacesWiden(t *testing.T) {
	rng := rand.New(rand.NewPCG(62, 4))
	for _, spread := range []int{10, 200, 700, 5000} {
		t.Run(fmt.Sprint(spread), func(t *testing.T) {
			p := newPlaces(10_000)
			p.count, p.from, p.width = p.count[:p.bins], []int32{4900}, p.width[:1]
			var all []int
			for range 3000 {
				rank := 1 + min(9999, max(0, 5000+int(float64(spread)*rng.NormFloat64())))
				all = append(all, rank)
				p.add([]int32{int32(rank)})
			}
			slices.Sort(all)
			first, last := p.quantiles(0)
			for k, share := range levels {
				want := all[int(math.Ceil(share*3000))-1]
				if first[k] > want || last[k] < want || last[k]-first[k] >= 1<<p.width[0] {
					t.Errorf("%v: from %d to %d in bins of %d, want %d", share, first[k], last[k], 1<<p.width[0], want)
				}
			}
			total := 0
			for _, n := range p.count {
				total += int(n)
			}
			if total != 3000 || 1<<p.width[0] > max(1, (all[2999]-all[0])/32) {
				t.Errorf("%d counted in bins of %d, of ranks %d to %d", total, 1<<p.width[0], all[0], all[2999])
			}
		})
	}
}

func BenchmarkSpread(b *testing.B) {
	for _, size := range []struct {
		rows, columns, n int
		noise            float64
	}{{200, 7, 4000, 0}, {200, 7, 4000, 5}, {10_000, 4, 385, 5}, {40, 3, 0, 0}} {
		b.Run(fmt.Sprintf("%d×%d×%d±%v", size.rows, size.columns, size.n, size.noise), func(b *testing.B) {
			rng := rand.New(rand.NewPCG(1, 1))
			of := SpreadOf{Keys: keysOf(size.columns), Pairs: neighbours(size.rows), Noise: slices.Repeat([]float64{size.noise}, size.columns)}
			for range size.columns {
				column := make([]float64, size.rows)
				for i := range column {
					column[i] = rng.Float64() * 100
				}
				of.Columns = append(of.Columns, column)
			}
			for b.Loop() {
				s, err := NewSpread(of)
				if err != nil {
					b.Fatal(err)
				}
				s.Draw(size.n)
			}
		})
	}
}

// The shares of a row's ranks sum to 1, and its ranges follow from them.
func TestSpreadShares(t *testing.T) {
	rng := rand.New(rand.NewPCG(62, 31))
	for _, rows := range []int{2, 12, 700} {
		for _, columns := range []int{2, 3, 6} {
			s := spreadOf(t, SpreadOf{Keys: keysOf(columns), Columns: randomColumns(rng, rows, columns), Seed: 5}, 3000)
			for i := range rows {
				from, wide, shares := s.Shares(i)
				sum, low := 0.0, -1
				for k, share := range shares {
					if sum += share; low < 0 && sum >= 0.025-1e-9 && share > 1e-9 {
						low = max(1, from+k*wide)
					}
				}
				if math.Abs(sum-1) > 1e-9 || low != s.Ranges(i).Low {
					t.Fatalf("%d rows, %d columns: the shares of row %d sum to %v, and begin at %d, want %d", rows, columns, i, sum, low, s.Ranges(i).Low)
				}
			}
		}
	}
}
