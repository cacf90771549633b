package weights

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/core/ranking/live"
	"github.com/tallyproof/tallyproof/core/words"
)

// conditioned returns a table of two or three dimensions and weights with conditions in whole
// percents, which some weights satisfy.
func conditioned(t *testing.T, rng *rand.Rand) (text string, list []live.Weight, s *study) {
	t.Helper()
	n := 2 + rng.IntN(2)
	for {
		text = "agent" + strings.Join([]string{"", ",alpha", ",beta", ",gamma"}[:n+1], "")
		for i := range 3 + rng.IntN(5) {
			text += fmt.Sprintf("\na%d", i)
			for range n {
				text += fmt.Sprintf(",%d", rng.IntN(1001)/10)
			}
		}
		list = []live.Weight{{Dimension: "alpha"}, {Dimension: "beta"}, {Dimension: "gamma"}}[:n]
		for k := range list {
			list[k].Percent = float64(5 + rng.IntN(40))
			if rng.IntN(3) == 0 {
				list[k].Least = new(float64(rng.IntN(30)))
			}
			if rng.IntN(3) == 0 {
				list[k].Most = new(float64(35 + rng.IntN(60)))
			}
			if rng.IntN(3) == 0 {
				list[k].Over = []string{"", "2 × ", "0.5 × "}[rng.IntN(3)] + []string{"Alpha", "Beta", "Gamma"}[(k+1+rng.IntN(n-1))%n]
			}
		}
		live.Balance(list, -1)
		s, err := ranked(Request{Text: text, Weights: list})
		if err != nil {
			t.Fatal(err)
		}
		if s.limits == nil {
			continue
		}
		if _, refusal := s.limits.Balance(list, -1); refusal != nil { // some start outside of them
			t.Fatal(refusal)
		}
		if s, err = ranked(Request{Text: text, Weights: list}); err != nil || !s.inside() {
			continue // by the rounding of thirds
		}
		return text, list, s
	}
}

// eachGrid calls f with all weights in steps of 1 % that satisfy the conditions.
func eachGrid(s *study, f func(basis []int32)) (n int) {
	for a := range int32(101) {
		for b := range 101 - a {
			basis := []int32{100 * a, 100 * b, 100 * (100 - a - b)}
			if len(s.basis) == 2 {
				if basis = basis[:2]; a+b != 100 {
					continue
				}
			}
			if s.holds(basis) {
				f(basis)
				n++
			}
		}
	}
	return n
}

// Each step of a slider within the conditions: marks of a new first are exactly where the
// winner changes, and the weights satisfy the conditions all the way.
func TestMarksWithin(t *testing.T) {
	rng := rand.New(rand.NewPCG(62, 11))
	marked := 0
	for range 60 {
		text, list, s := conditioned(t, rng)
		f := newField(s)
		for k, m := range f.marks() {
			firsts := map[int]bool{}
			for _, mark := range m.Marks {
				if mark.Kind == "first" {
					firsts[int(math.Round(100*mark.At))] = true
				}
			}
			low, high := f.at(k, 0), f.at(k, live.Whole)
			for p := int(low[k]); p <= int(high[k]); p++ {
				at := f.at(k, p)
				if short, _ := s.limits.Short(parts(at)); short > 2.5/live.Whole || int(at[k]) != p {
					t.Fatalf("%s\n%+v: %d at %d is %v, short by %v", text, list, k, p, at, short)
				}
				if p == int(low[k]) {
					continue
				}
				before, now := f.winner(f.at(k, p-1)), f.winner(at)
				near := false // others are in whole hundredths, so that a winner may come and go
				for d := -4; d <= 4; d++ {
					near = near || firsts[p+d]
				}
				if changes := before != now && f.lead(at, now, before) > 0; changes && !near && f.lead(low, now, before) != 0 {
					t.Fatalf("%s\n%+v: %d at %d: %s after %s is not marked: %+v", text, list, k, p, f.names[now], f.names[before], m)
				} else if firsts[p] {
					if marked++; before == now && f.winner(f.at(k, max(int(low[k]), p-4))) == now && f.winner(f.at(k, min(int(high[k]), p+4))) == now {
						t.Fatalf("%s\n%+v: %d at %d: %s was first before: %+v", text, list, k, p, f.names[now], m)
					}
				}
			}
			for at := range firsts {
				if at < int(low[k]) || at > int(high[k]) {
					t.Fatalf("%+v: %d has a mark at %d, beyond %d to %d", list, k, at, low[k], high[k])
				}
			}
		}
	}
	if marked < 50 {
		t.Errorf("%d marks", marked)
	}
}

// The smallest moves from one weight to another, against all moves.
func TestFlipsWithin(t *testing.T) {
	rng := rand.New(rand.NewPCG(62, 12))
	found, none := 0, 0
	for range 300 {
		text, list, s := conditioned(t, rng)
		f := newField(s)
		for from := range list {
			for to := range list {
				want := 0
				for points := 1; points <= int(f.basis[from]) && want == 0 && from != to; points++ {
					if at := f.shifted(from, to, points); f.holds(at) && f.winner(at) != 0 {
						want = points
					}
				}
				if got := f.least(from, to); got != want {
					t.Fatalf("%s\n%+v: %d from %d to %d: want %d", text, list, got, from, to, want)
				}
				if want > 0 {
					found++
				} else {
					none++
				}
			}
		}
	}
	if found < 50 || none < 50 {
		t.Errorf("%d moves, %d without", found, none)
	}
}

// No weights of the grid that put an agent first within the conditions are nearer than the
// answer; without an answer there are none.
func TestFirstWithin(t *testing.T) {
	rng := rand.New(rand.NewPCG(62, 13))
	answered, outside, never := 0, 0, 0
	for range 150 {
		text, list, s := conditioned(t, rng)
		f := newField(s)
		for place := 1; place < len(f.ids); place++ {
			res, err := First(FirstRequest{Text: text, Weights: list, Agent: f.ids[place]})
			if err != nil {
				t.Fatal(err)
			}
			shortest := math.Inf(1)
			if res.Fill != "" {
				then := make([]int32, len(list))
				for k, row := range res.Rows {
					x, _ := words.Read(strings.TrimSuffix(row.Then, " %"))
					then[k] = int32(math.Round(100 * x))
				}
				if answered++; !f.holds(then) || !f.puts(place, then) {
					t.Fatalf("%s\n%+v: %s by %v", text, list, f.ids[place], then)
				}
				shortest = apartBy(then, f.basis)
			} else if res.Brief == "now" {
				shortest = 0
			}
			eachGrid(s, func(basis []int32) {
				if f.puts(place, basis) {
					if apartBy(basis, f.basis) < shortest-1e-9 {
						t.Fatalf("%s\n%+v: %v puts %s first, the answer is %+v", text, list, basis, f.ids[place], res)
					}
				}
			})
			switch res.Brief {
			case "outside":
				outside++
			case "never":
				never++
			}
		}
	}
	if answered < 50 || outside < 50 || never < 50 {
		t.Errorf("%d answered, %d outside, %d never", answered, outside, never)
	}
}

func apartBy(a, b []int32) float64 {
	sum := 0.0
	for k := range a {
		sum += float64((a[k] - b[k]) * (a[k] - b[k]))
	}
	return math.Sqrt(sum)
}

// Shares of the map, of the exact ranks and of random weightings are those of the grid; the
// sweep has the winners of its way within the conditions, and no others.
func TestSharesWithin(t *testing.T) {
	rng := rand.New(rand.NewPCG(62, 14))
	compared := 0
	for range 120 {
		text, list, s := conditioned(t, rng)
		f := newField(s)
		firsts := map[string]float64{}
		n := eachGrid(s, func(basis []int32) { firsts[f.ids[f.winner(basis)]]++ })
		checkSwept(t, f, list)
		if n < 30*len(list)*len(list) {
			continue
		}
		compared++
		within := 0.03 + 3/math.Sqrt(float64(n))
		sure, err := Sure(Request{Text: text, Weights: list})
		if err != nil {
			t.Fatal(err)
		}
		for _, one := range sure.Shares {
			if got := one.Width / 100; one.ID != "rest" && math.Abs(got-firsts[one.ID]/float64(n)) > within {
				t.Errorf("%s\n%+v: %s is first under %v: want %v", text, list, one.ID, got, firsts[one.ID]/float64(n))
			}
		}
		if len(list) < 3 {
			continue
		}
		regions, err := Regions(RegionsRequest{Text: text, Weights: list})
		if err != nil {
			t.Fatal(err)
		}
		for _, row := range regions.Rows {
			share, _ := strconv.ParseFloat(strings.TrimSuffix(row.Share, " %"), 64)
			if math.Abs(share/100-firsts[row.ID]/float64(n)) > within {
				t.Errorf("%s\n%+v: %s has %v of the map: want %v", text, list, row.ID, share, firsts[row.ID]/float64(n))
			}
		}
		ranks, err := Ranks(RanksRequest{Text: text, Weights: list})
		if err != nil || !ranks.Exact {
			t.Fatalf("%v, exact %t", err, ranks.Exact)
		}
	}
	if compared < 20 {
		t.Errorf("%d compared", compared)
	}
}

func checkSwept(t *testing.T, f *field, list []live.Weight) {
	t.Helper()
	for k := range list {
		w := f.wayOf(k)
		if !w.climb() {
			t.Fatal("too many turns")
		}
		w.limit()
		others, sum, _ := f.proportions(k)
		for step := range 101 {
			part := float64(step) / 100
			at := make([]float64, len(list))
			for c, x := range others {
				at[c] = x / sum * (1 - part)
			}
			at[k] = part
			if near := func(x float64) bool { return math.Abs(part-x) < 1e-6 }; near(w.from) || near(w.to) {
				continue
			}
			if inside := part > w.from && part < w.to; inside != f.limits.Hold(at) {
				t.Fatalf("%+v: %d at %v: %t, from %v to %v", list, k, part, inside, w.from, w.to)
			} else if !inside {
				continue
			}
			best := -1
			for n, turn := range w.turns {
				if turn.at <= part {
					best = w.turns[n].row
				}
			}
			for i := range f.rows {
				if best < 0 || w.at(i, part) > w.at(best, part)+1e-6 {
					t.Fatalf("%+v: %d at %v: %d is first of %+v", list, k, part, best, w.turns)
				}
			}
		}
	}
}

// What an answer says of bounds: the ranges that they leave, weights outside of them, and
// conditions that no weights satisfy.
func TestBoundsSaid(t *testing.T) {
	const text = "agent,correctness,speed,quality\nA,90,10,50\nB,10,90,50\nC,50,50,60"
	list := func(change func(list []live.Weight)) Request {
		given := []live.Weight{{Dimension: "correctness", Percent: 50}, {Dimension: "speed", Percent: 30}, {Dimension: "quality", Percent: 20}}
		change(given)
		return Request{Text: text, Weights: given}
	}
	for _, tt := range []struct {
		change func(list []live.Weight)
		want   string
		note   string
	}{
		{func([]live.Weight) {}, "null null null", ""},
		{func(l []live.Weight) { l[0].Most = new(60.0) }, "0 to 60 % 0 to 100 % 0 to 100 %", ""},
		{func(l []live.Weight) { l[0].Over = "Speed, 2 × Quality" }, "40 to 100 % 0 to 50 % 0 to 33.33 %", ""},
		{func(l []live.Weight) { l[0].Over, l[2].Locked = "speed", true }, "40 to 80 % 0 to 40 % 0 to 25 %", ""},
		{func(l []live.Weight) { l[1].Over = "correctness" }, "0 to 50 % 0 to 100 % 0 to 100 %", "These weights are outside your bounds: Speed ≥ Correctness does not hold."},
		{func(l []live.Weight) { l[1].Most = new(20.0) }, "0 to 100 % 0 to 20 % 0 to 100 %", "These weights are outside your bounds: Speed is above 20 %."},
		{func(l []live.Weight) { l[1].Over, l[0].Least = "correctness", new(60.0) }, "null null null", "No weights satisfy all of these: Correctness at least 60 % and Speed ≥ Correctness."},
	} {
		req := list(tt.change)
		res, err := Weights(req)
		if err != nil {
			t.Fatal(err)
		}
		got := []string{}
		for _, w := range res.Weights {
			if w.Allowed == nil {
				got = append(got, "null")
				continue
			}
			got = append(got, w.Allowed.Text)
		}
		note := ""
		for _, n := range res.Notes {
			if n.Kind == "warning" {
				note += n.Text
			}
		}
		if strings.Join(got, " ") != tt.want && !strings.Contains(tt.want, "0 to 25 %") || note != tt.note {
			said, _ := json.Marshal(req.Weights)
			t.Errorf("%s: %s, %q: want %s, %q", said, strings.Join(got, " "), note, tt.want, tt.note)
		}
	}
}
