package ranking

import (
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/ranking/nearest"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/score"
)

func fit(t *testing.T, req FitRequest) FitResponse {
	t.Helper()
	res, err := Fit(req)
	if err != nil {
		t.Fatal(err)
	}
	return res
}

// To put B above A is to dethrone A: the flip of TestBystander.
func TestFitBystander(t *testing.T) {
	res := fit(t, FitRequest{Rulebook: rulebook.ID("airena"), Submissions: bystander(true), Order: []string{"B", "A"}})
	if want := 5.2 / math.Sqrt(1376.75); !res.Feasible || math.Abs(res.Distance-want) > 2e-9 {
		t.Errorf("%+v, want distance %v", res, want)
	}
	// The order it has already costs nothing.
	res = fit(t, FitRequest{Rulebook: rulebook.ID("airena"), Submissions: bystander(true), Order: []string{"A", "B"}})
	if want := map[string]float64{"correctness": 0.4, "speed": 0.2, "quality": 0.2, "process": 0.2}; res.Distance != 0 || !maps.Equal(res.Weights, want) {
		t.Errorf("%+v, want the weights as they are", res)
	}
	// Once anyone posts 0.3 s, A is nowhere better.
	res = fit(t, FitRequest{Rulebook: rulebook.ID("airena"), Submissions: bystander(false), First: "A"})
	if want := `"B" is at least as good as "A" in every dimension: no weights put "A" above it`; res.Feasible || len(res.Conflicts) != 1 || res.Conflicts[0].Message != want || res.Conflicts[0].Multiplier != 1 {
		t.Errorf("%+v, want %q", res, want)
	}
}

func TestFitDegenerate(t *testing.T) {
	early := rows([]float64{1, 2}, []float64{1, 2}, []float64{2, 1})
	early[0].SubmittedAt, early[1].SubmittedAt = "2026-03-01T00:00:00Z", "2026-03-02T00:00:00Z"
	one := rows([]float64{1, 2})
	tests := []struct {
		name        string
		weights     map[string]float64
		submissions []score.Submission
		order       []string
		first       string
		least       float64
		weight      float64 // of a, when feasible
		conflicts   string  // pairs, when not
	}{
		{"one submission first", weights(0.3, 0.7), one, nil, "r0", 0, 0.3, ""},
		{"an order of one", weights(0.3, 0.7), one, []string{"r0"}, "", 0, 0.3, ""},
		{"an order of one moves for the least weight", weights(0.1, 0.9), one, []string{"r0"}, "", 0.25, 0.25, ""},
		{"the least weight is all there is", weights(0.1, 0.9), one, []string{"r0"}, "", 0.5, 0.5, ""},
		{"equal rows, the earlier above", weights(0.3, 0.7), early, []string{"r0", "r1", "r2"}, "", 0, 0.3, ""},
		{"equal rows, the later above", weights(0.3, 0.7), early, []string{"r1", "r0"}, "", 0, 0, "[[r1 r0]]"},
		{"equal rows without times", weights(0.3, 0.7), rows([]float64{1, 2}, []float64{1, 2}), []string{"r1", "r0"}, "", 0, 0.3, ""},
		{"level rows move apart", weights(0.5, 0.5), rows([]float64{1, 2}, []float64{2, 1}), []string{"r1", "r0"}, "", 0, 0.5, ""},
		{"one dimension, as it is", weights(1), rows([]float64{2}, []float64{1}), []string{"r0", "r1"}, "", 0, 1, ""},
		{"one dimension, the other way", weights(1), rows([]float64{2}, []float64{1}), []string{"r1", "r0"}, "", 0, 0, "[[r1 r0]]"},
		// r1 leads where a > 0.75: 3·a > 9·(1−a).
		{"possible", weights(1, 0), rows([]float64{3, 0}, []float64{0, 9}), []string{"r1", "r0"}, "", 0, 0.75, ""},
		{"but not with a least weight", weights(0.5, 0.5), rows([]float64{9, 0}, []float64{0, 3}), []string{"r1", "r0"}, "", 0.3, 0, "[[r1 r0]]"},
		// r1 above r0 asks for less weight on a than on b, r2 above r3 for more.
		{"two pairs", weights(0.5, 0.5), rows([]float64{5, 4}, []float64{4, 5}, []float64{3, 1}, []float64{2, 2}), []string{"r1", "r0", "r2", "r3"}, "", 0, 0, "[[r1 r0] [r2 r3]]"},
		{"a circle around a mixture", weights(0.5, 0.5), rows([]float64{0, 10}, []float64{5, 4}, []float64{10, 0}), []string{"r1", "r0", "r2"}, "", 0, 0, "[[r1 r0] [r1 r2]]"},
		{"first, below a mixture", weights(0.5, 0.5), rows([]float64{0, 10}, []float64{5, 4}, []float64{10, 0}), nil, "r1", 0, 0, "[[r1 r0] [r1 r2]]"},
		{"two equal rows first", weights(0.5, 0.5), rows([]float64{1, 1}, []float64{1, 1}), nil, "r1", 0, 0.5, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			res := fit(t, FitRequest{Rulebook: rulebook.Custom(plain(100, len(tt.weights))), Weights: tt.weights, Submissions: tt.submissions, Order: tt.order, First: tt.first, MinWeight: tt.least})
			var pairs [][]string
			for _, c := range res.Conflicts {
				pairs = append(pairs, c.Pair)
			}
			got := ""
			if len(pairs) > 0 {
				got = fmt.Sprint(pairs)
			}
			if res.Feasible != (tt.conflicts == "") || got != tt.conflicts || res.Feasible && math.Abs(res.Weights["a"]-tt.weight) > 2e-9 {
				t.Errorf("%+v, want a %v, conflicts %s", res, tt.weight, tt.conflicts)
			}
		})
	}
}

func TestFitMessages(t *testing.T) {
	late := rows([]float64{1, 2}, []float64{1, 2})
	late[0].SubmittedAt = "2026-03-01T00:00:00Z"
	for _, tt := range []struct {
		submissions []score.Submission
		order       []string
		least       float64
		want        string
	}{
		{late, []string{"r1", "r0"}, 0, `"r1" and "r0" have the same score in every dimension, and "r1" came later: no weights put it above`},
		{rows([]float64{1, 2}, []float64{1, 3}), []string{"r0", "r1"}, 0, `"r1" is at least as good as "r0" in every dimension: no weights put "r0" above it`},
		{rows([]float64{9, 0}, []float64{0, 3}), []string{"r1", "r0"}, 0.3, `with a weight of at least 0.3 on every dimension, "r1" cannot come above "r0"`},
		{rows([]float64{50, 0}, []float64{0, 1e-9}), []string{"r1", "r0"}, 0, `"r1" can lead "r0" by next to nothing only, less than a billionth of their largest difference in a dimension`},
		{rows([]float64{0, 10}, []float64{5, 4}, []float64{10, 0}), []string{"r1", "r0", "r2"}, 0, "possible by itself, but not together with the other pairs here"},
	} {
		res := fit(t, FitRequest{Rulebook: rulebook.Custom(plain(100, 2)), Weights: weights(0.5, 0.5), Submissions: tt.submissions, Order: tt.order, MinWeight: tt.least})
		if len(res.Conflicts) == 0 || res.Conflicts[0].Message != tt.want {
			t.Errorf("%+v, want %q", res.Conflicts, tt.want)
		}
	}
}

func TestFitRefuses(t *testing.T) {
	tests := []struct {
		name string
		edit func(*FitRequest)
		want string
	}{
		{"no order", func(r *FitRequest) { r.Order = nil }, "/order: missing"},
		{"an unknown id", func(r *FitRequest) { r.Order[1] = "C" }, `/order/1: no submission has the id "C"`},
		{"an id twice", func(r *FitRequest) { r.Order[1] = "A" }, `/order/1: "A" is also place 0`},
		{"an unknown first", func(r *FitRequest) { r.First = "C" }, `/first: no submission has the id "C"`},
		{"too great a least weight", func(r *FitRequest) { r.MinWeight = 0.26 }, "/min_weight: 0.26 for each of 4 dimensions: want at most 0.25"},
		{"weights", func(r *FitRequest) { r.Weights = map[string]float64{"speed": 2} }, "/weights: weights sum to 2"},
		{"a row", func(r *FitRequest) { delete(r.Submissions[0].Dimensions, "speed") }, "/submissions/0/dimensions/speed: missing"},
		{"a rulebook", func(r *FitRequest) { r.Rulebook = rulebook.ID("x") }, "/rulebook: unknown"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			req := FitRequest{Rulebook: rulebook.ID("airena"), Submissions: bystander(true), Order: []string{"A", "B"}}
			tt.edit(&req)
			if _, err := Fit(req); err == nil || !strings.HasPrefix(err.Error(), tt.want) {
				t.Errorf("error %v, want %q", err, tt.want)
			}
		})
	}
}

// randomFit asks for an order of some of a random study's rows.
func randomFit(rng *rand.Rand, maxRows, maxDims, values int) FitRequest {
	s := randomStudy(rng, maxRows, maxDims, values)
	req := FitRequest{Rulebook: s.Rulebook, Weights: s.Weights, Submissions: s.Submissions}
	for _, i := range rng.Perm(len(s.Submissions))[:1+rng.IntN(len(s.Submissions))] {
		req.Order = append(req.Order, s.Submissions[i].ID)
	}
	switch rng.IntN(4) {
	case 0:
		req.MinWeight = float64(rng.IntN(4)) / 4 / float64(len(s.Weights))
	case 1:
		req.First, req.Order = req.Order[0], nil
	}
	return req
}

// The weights answered give the order, in the very decimals answered; no point
// of a grid that gives it is nearer; and where there are none, no point of the
// grid gives it.
func TestFitAgainstGrid(t *testing.T) {
	rng := rand.New(rand.NewPCG(14, 14))
	moved, impossible := 0, 0
	for range 600 {
		req := randomFit(rng, 5, 3, 2+rng.IntN(9))
		f, err := newFitting(req)
		if err != nil {
			t.Fatal(err)
		}
		res := fit(t, req)
		w := f.w.float
		ordered := func(v []float64, strict bool) bool {
			for _, p := range f.wants() {
				lead := f.gap(written(v), p.above, p.below).Sign()
				if f.same(p) {
					if f.at[p.above].Compare(f.at[p.below]) > 0 {
						return false
					}
				} else if lead < 0 || strict && lead == 0 {
					return false
				}
			}
			return slices.Min(v) >= f.least-1e-12
		}
		shortest := math.Inf(1)
		if res.Feasible {
			v := make([]float64, len(w))
			for k := range v {
				v[k] = res.Weights[letter(k)]
			}
			if !ordered(v, res.Distance > 0) || math.Abs(nearest.Sum(v)-1) > 1e-14 || math.Abs(nearest.Distance(v, w)-res.Distance) > 1e-15 {
				t.Fatalf("%+v: %+v does not give the order", req, res)
			}
			shortest = res.Distance
			if res.Distance > 0 {
				moved++
			}
		} else {
			impossible++
		}
		for _, v := range gridOf(f.weighed, 40) {
			if nearest.Distance(v, w) < shortest-1e-7 && ordered(v, true) {
				t.Fatalf("%+v: %v gives the order at %v, the answer is %+v", req, v, nearest.Distance(v, w), res)
			}
		}
	}
	if moved < 60 || impossible < 100 {
		t.Errorf("%d moved, %d impossible", moved, impossible)
	}
}

// Where no weights will do, the conflicts are a proof: mixed by the
// multipliers, the pairs lead nowhere at any corner of the weights allowed.
// Without any one of them the others are possible; and by trying all sets of
// pairs, as few as possible if one or two are enough.
func TestFitConflicts(t *testing.T) {
	rng := rand.New(rand.NewPCG(15, 15))
	sizes := map[int]int{}
	for round := range 2000 {
		req := randomFit(rng, 6, 5, 3+rng.IntN(20))
		if round%2 == 0 { // hardly any pair is impossible by itself
			req = randomFit(rng, 9, 8, 1000)
		}
		f, err := newFitting(req)
		if err != nil {
			t.Fatal(err)
		}
		res := fit(t, req)
		if res.Feasible {
			continue
		}
		var set []want
		var mixed []float64
		total := 0.0
		for _, c := range res.Conflicts {
			p := want{slices.Index(f.ids, c.Pair[0]), slices.Index(f.ids, c.Pair[1])}
			set = append(set, p)
			total += c.Multiplier
			d := f.difference(p.above, p.below)
			mixed = slices.Grow(mixed, len(d))[:len(d)]
			for k := range d {
				mixed[k] += c.Multiplier * d[k]
			}
		}
		lead := f.least*nearest.Sum(mixed) + (1-f.least*float64(len(mixed)))*slices.Max(mixed)
		if math.Abs(total-1) > 1e-12 || lead > 1e-6 {
			t.Fatalf("%+v: conflicts %+v mixed lead by %v", req, res.Conflicts, lead)
		}
		if f.feasible(set) {
			t.Fatalf("%+v: conflicts %+v are possible", req, res.Conflicts)
		}
		for i := range set {
			if others := slices.Delete(slices.Clone(set), i, i+1); len(others) > 0 && !f.feasible(others) {
				t.Fatalf("%+v: %+v can do without pair %d", req, res.Conflicts, i)
			}
		}
		sizes[len(set)]++
		if least := smallest(f, f.implied()); min(least, 3) != min(len(set), 3) {
			t.Fatalf("%+v: %d conflicts %+v, %d are enough", req, len(set), res.Conflicts, least)
		}
	}
	if sizes[1] < 300 || sizes[2] < 60 || sizes[3] < 5 {
		t.Errorf("sizes %v", sizes)
	}
}

// smallest is the size of the smallest impossible set, up to 3.
func smallest(f *fitting, list []want) int {
	for _, p := range list {
		if !f.feasible([]want{p}) {
			return 1
		}
	}
	for i, p := range list {
		for _, q := range list[:i] {
			if !f.feasible([]want{p, q}) {
				return 2
			}
		}
	}
	return 3
}

func FuzzFit(f *testing.F) {
	f.Add(`{"rulebook":"airena","submissions":[{"id":"A","dimensions":{"correctness":90,"speed":100,"quality":80,"process":80}},{"id":"B","dimensions":{"correctness":97,"speed":60,"quality":80,"process":80}}],"order":["B","A"],"min_weight":0.05}`)
	f.Add(`{"rulebook":"clawdiators-live","weights":{"speed":33.3,"luck":33.3,"skill":33.3},"submissions":[{"id":"a","dimensions":{"luck":1e-300}},{"id":"b","dimensions":{"speed":999.9999999999999,"luck":5e-324}},{"id":"c","dimensions":{}}],"order":["a","b"],"first":"c"}`)
	f.Add(`{"rulebook":"clawdiators-live","weights":{"speed":0.5,"luck":0.25,"skill":0.25},"submissions":[{"id":"a","dimensions":{"luck":1,"speed":3}},{"id":"b","dimensions":{"speed":2,"luck":2}},{"id":"c","dimensions":{"skill":3}},{"id":"d","dimensions":{"skill":1,"luck":1,"speed":1}}],"order":["c","a","d","b"]}`)
	request := op.SchemaOf[FitRequest]()
	f.Fuzz(func(t *testing.T, text string) {
		var req FitRequest
		if request.Decode([]byte(text), &req) != nil {
			return
		}
		if res, err := Fit(req); err == nil {
			checkFit(t, req, res)
		}
	})
}

// checkFit holds an answer against what must be true of any.
func checkFit(t *testing.T, req FitRequest, res FitResponse) {
	t.Helper()
	if _, err := op.Encode(res); err != nil {
		t.Fatalf("%+v: %v", req, err)
	}
	if res.Feasible == (len(res.Conflicts) > 0) {
		t.Fatalf("%+v: %+v", req, res)
	}
	if !res.Feasible || res.Distance == 0 {
		return
	}
	f, err := newFitting(req)
	if err != nil {
		t.Fatal(err)
	}
	v := make([]float64, f.weighed)
	for k := range v {
		v[k] = res.Weights[f.dims[k].Key]
	}
	for _, p := range f.wants() {
		if !f.same(p) && f.gap(written(v), p.above, p.below).Sign() <= 0 {
			t.Fatalf("%+v: %+v does not put %s above %s", req, res, f.ids[p.above], f.ids[p.below])
		}
	}
	if math.Abs(nearest.Sum(v)-1) > 1e-12 || slices.Min(v) < f.least {
		t.Fatalf("%+v: weights %v", req, v)
	}
}

func TestFitHostileNumbers(t *testing.T) {
	rng := rand.New(rand.NewPCG(20, 20))
	feasible := 0
	for range rounds(1000) {
		s := hostileStudy(rng)
		req := FitRequest{Rulebook: s.Rulebook, Weights: s.Weights, Submissions: s.Submissions}
		for _, i := range rng.Perm(len(s.Submissions))[:1+rng.IntN(min(4, len(s.Submissions)))] {
			req.Order = append(req.Order, s.Submissions[i].ID)
		}
		res := fit(t, req)
		checkFit(t, req, res)
		if res.Feasible && res.Distance > 0 {
			feasible++
		}
	}
	if feasible < rounds(100) {
		t.Errorf("only %d orders were possible", feasible)
	}
}

func BenchmarkFit(b *testing.B) {
	fitOp := Ops[slices.IndexFunc(Ops, func(o op.Op) bool { return o.Name == "score.fit" })]
	for _, n := range []int{10, 100, 1000} {
		s := benchmarkStudy(n, 7, 2)
		for _, kind := range []string{"first", "order"} {
			req := FitRequest{Rulebook: s.Rulebook, Weights: s.Weights, Submissions: s.Submissions}
			now, err := newFitting(FitRequest{Rulebook: s.Rulebook, Weights: weights(0.3, 0.1, 0.1, 0.1, 0.1, 0.1, 0.2), Submissions: s.Submissions, First: s.Submissions[0].ID})
			if err != nil {
				b.Fatal(err)
			}
			order := now.rank(now.w).order // that of other weights: possible
			if kind == "first" {
				req.First = now.ids[order[0]]
			} else {
				for _, i := range order {
					req.Order = append(req.Order, now.ids[i])
				}
			}
			text, err := op.Encode(req)
			if err != nil {
				b.Fatal(err)
			}
			b.Run(fmt.Sprintf("rows=%d/%s", n, kind), func(b *testing.B) {
				for b.Loop() {
					fitOp.Call(text)
				}
			})
		}
	}
}
