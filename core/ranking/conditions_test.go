package ranking

import (
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

// randomConditions are in whole percents; some weights satisfy them.
func randomConditions(rng *rand.Rand, dims int) conditions {
	for {
		c := conditions{least: map[string]float64{}, most: map[string]float64{}}
		for k := range dims {
			if rng.IntN(3) == 0 {
				c.least[letter(k)] = float64(rng.IntN(30)) / 100
			}
			if rng.IntN(3) == 0 {
				c.most[letter(k)] = float64(30+rng.IntN(70)) / 100
			}
		}
		for range rng.IntN(3) {
			a := rng.IntN(dims)
			c.ratios = append(c.ratios, Ratio{letter(a), []float64{0, 0.5, 2}[rng.IntN(3)], letter((a + 1 + rng.IntN(dims-1)) % dims)})
		}
		keys := make([]string, dims)
		for k := range keys {
			keys[k] = letter(k)
		}
		if _, refusal := limitsOf(keys, c); refusal == nil && c.any() {
			return c
		}
	}
}

// ok reports whether weights satisfy conditions, by their text.
func (c *conditions) ok(w []float64) bool {
	const rounding = 1e-9
	at := func(key string) float64 { return w[key[0]-'a'] }
	for key, x := range c.least {
		if at(key) < x-rounding {
			return false
		}
	}
	for key, x := range c.most {
		if at(key) > x+rounding {
			return false
		}
	}
	for _, r := range c.ratios {
		times := r.Times
		if times == 0 {
			times = 1
		}
		if at(r.Dimension) < times*at(r.Of)-rounding {
			return false
		}
	}
	return true
}

// In two and three dimensions, against all weights in steps of 1 % that satisfy the conditions:
// none of them dethrones the first one nearer than the flip; nobody is ahead of it at such
// weights of its interval, and beyond its ends somebody is or the conditions end; and each
// agent is first as often as on the grid, around the centre of these weights.
func TestConditionsAgainstGrid(t *testing.T) {
	rng := rand.New(rand.NewPCG(62, 1))
	flips, none, inside := 0, 0, 0
	for range rounds(300) {
		req := randomStudy(rng, 7, 3, 30)
		dims := len(req.Weights)
		if dims == 1 {
			continue
		}
		c := randomConditions(rng, dims)
		req.Least, req.Most, req.Ratios, req.Samples = c.least, c.most, c.ratios, 4000
		s, res := studyOf(t, req), sensitivity(t, req)
		now, o := s.rank(s.weights), oracleOf(s.table)
		w, winner := now.w.float[:dims], now.order[0]
		dethroned := func(v []float64) bool {
			return slices.ContainsFunc(now.order, func(i int) bool { return o.lead(rationals(v), i, winner).Sign() > 0 })
		}
		allowed := slices.DeleteFunc(gridOf(dims, 100), func(v []float64) bool { return !c.ok(v) })
		shortest := math.Inf(1)
		if flip := res.NearestFlip; flip != nil {
			v := make([]float64, dims)
			for k := range v {
				v[k] = flip.Weights[letter(k)]
			}
			if shortest = flip.Distance; !c.ok(v) || !dethroned(v) || math.Abs(nearest.Distance(v, w)-shortest) > 1e-7 {
				t.Fatalf("%+v: flip %+v", req, flip)
			}
			flips++
		} else {
			none++
		}
		for _, v := range allowed {
			if nearest.Distance(v, w) < shortest-1e-9 && dethroned(v) {
				t.Fatalf("%+v: %v dethrones %s, the flip is %+v", req, v, o.ids[winner], res.NearestFlip)
			}
		}
		checkIntervals(t, req, c, res, w, dethroned)
		checkShares(t, req, res, s, allowed)
		if c.ok(w) {
			inside++
		}
	}
	if flips < 10 || none < 10 || inside < 10 {
		t.Errorf("%d flips, %d without, %d within", flips, none, inside)
	}
}

func checkIntervals(t *testing.T, req SensitivityRequest, c conditions, res SensitivityResponse, w []float64, dethroned func([]float64) bool) {
	t.Helper()
	if !c.ok(w) {
		if !slices.ContainsFunc(res.Warnings, func(w op.Warning) bool { return w.Code == "outside" }) {
			t.Fatalf("%+v: no warning of weights outside", req)
		}
		return
	}
	for k, sweep := range res.Weights {
		for at := range 101 {
			to := float64(at) / 100
			v, rest := make([]float64, len(w)), 1-w[k]
			for i := range v {
				if v[i] = (1 - to) / float64(len(w)-1); rest > 1e-9 {
					v[i] = w[i] / rest * (1 - to)
				}
			}
			v[k] = to
			low, high := sweep.WinnerInterval[0], sweep.WinnerInterval[1]
			if math.Abs(to-low) < 1e-6 || math.Abs(to-high) < 1e-6 {
				continue
			}
			if fine := c.ok(v) && !dethroned(v); fine != (to > low && to < high) {
				t.Fatalf("%+v: %s at %v: %t, interval %v", req, sweep.Dimension, to, fine, sweep.WinnerInterval)
			}
		}
		for _, x := range sweep.Crossings {
			v, rest := make([]float64, len(w)), 1-w[k]
			for i := range v {
				if v[i] = (1 - x.At) / float64(len(w)-1); rest > 1e-9 {
					v[i] = w[i] / rest * (1 - x.At)
				}
			}
			if v[k] = x.At; !c.ok(v) {
				t.Fatalf("%+v: %s crosses at %v", req, sweep.Dimension, x)
			}
		}
	}
}

func checkShares(t *testing.T, req SensitivityRequest, res SensitivityResponse, s *study, allowed [][]float64) {
	t.Helper()
	if len(s.weighedKeys()) == 2 && len(allowed) < 12 || len(s.weighedKeys()) == 3 && len(allowed) < 400 {
		return
	}
	firsts := map[string]int{}
	for _, v := range allowed {
		best, ids := math.Inf(-1), []string{}
		for i := range s.ids {
			x := nearest.Dot(v, s.row(i)[:s.weighed])
			if x > best+1e-9 {
				best, ids = x, nil
			}
			if x > best-1e-9 {
				ids = append(ids, s.ids[i])
			}
		}
		if len(ids) == 1 {
			firsts[ids[0]]++
		}
	}
	for _, a := range res.Acceptability {
		want := float64(firsts[a.ID]) / float64(len(allowed))
		within := 0.04 + 2.5/math.Sqrt(float64(len(allowed)))
		if s.weighed == 2 {
			within = 0.04 + 3/float64(len(allowed))
		}
		if math.Abs(a.First-want) > within {
			if same(s, a.ID) {
				continue // it shares the first place with a twin, which counts for both
			}
			t.Fatalf("%+v: %s is first under %v: want %v ± %v", req, a.ID, a.First, want, within)
		}
		if (a.Central == nil) != (a.First == 0) {
			t.Fatalf("%+v: %+v", req, a)
		}
		if a.Central == nil {
			continue
		}
		v := make([]float64, s.weighed)
		for k := range v {
			v[k] = a.Central[letter(k)]
		}
		at := slices.Index(s.ids, a.ID)
		for i := range s.ids {
			if d := nearest.Dot(v, s.row(i)[:s.weighed]) - nearest.Dot(v, s.row(at)[:s.weighed]); d > 1e-9 || !s.limits.Hold(v) {
				t.Fatalf("%+v: %s is not first at its centre %v", req, a.ID, v)
			}
		}
	}
}

// same reports whether another row has the scores of one.
func same(s *study, id string) bool {
	at := slices.Index(s.ids, id)
	return slices.ContainsFunc(s.ids, func(other string) bool {
		i := slices.Index(s.ids, other)
		return i != at && slices.Equal(s.row(i)[:s.weighed], s.row(at)[:s.weighed])
	})
}

// The nearest weights of an order satisfy the conditions, and none of a grid that do and give
// it are nearer; if there are none, the grid has none.
func TestFitWithConditions(t *testing.T) {
	rng := rand.New(rand.NewPCG(62, 5))
	found, impossible := 0, 0
	for range rounds(1200) {
		req := randomFit(rng, 4, 3, 8)
		if len(req.Weights) == 1 {
			continue
		}
		c := randomConditions(rng, len(req.Weights))
		req.Least, req.Most, req.Ratios, req.MinWeight = c.least, c.most, c.ratios, 0
		res := fit(t, req)
		checkFit(t, req, res)
		study := studyOf(t, SensitivityRequest{Rulebook: req.Rulebook, Weights: req.Weights, Submissions: req.Submissions})
		w := study.weights.float[:study.weighed]
		f, err := newFitting(req)
		if err != nil {
			t.Fatal(err)
		}
		if res.Feasible {
			found++
			v := make([]float64, len(w))
			for k := range v {
				v[k] = res.Weights[letter(k)]
			}
			if !c.ok(v) {
				t.Fatalf("%+v: %v", req, v)
			}
		} else {
			impossible++
		}
		for _, v := range gridOf(len(w), 100) {
			if !c.ok(v) || res.Feasible && nearest.Distance(v, w) >= res.Distance-1e-7 {
				continue
			}
			gives := true
			for _, p := range f.wants() {
				lead := nearest.Dot(v, f.row(p.above)[:f.weighed]) - nearest.Dot(v, f.row(p.below)[:f.weighed])
				gives = gives && (lead > 1e-6 || f.same(p) && f.at[p.above].Compare(f.at[p.below]) <= 0)
			}
			if gives {
				t.Fatalf("%+v: %v gives the order, the answer is %+v", req, v, res)
			}
		}
	}
	if found < 30 || impossible < 30 {
		t.Errorf("%d found, %d impossible", found, impossible)
	}
}

func TestConditionsRefused(t *testing.T) {
	least := map[string]float64{"speed": 0.4}
	for name, tt := range map[string]struct {
		ratios []Ratio
		want   string
	}{
		"no weights": {[]Ratio{{"correctness", 2, "speed"}}, "/ratios/0: no weights satisfy all of these: speed at least 40 % and correctness ≥ 2 × speed"},
		"no such":    {[]Ratio{{"style", 1, "speed"}}, `/ratios/0/dimension: no dimension "style" is weighed`},
		"nor below":  {[]Ratio{{"speed", 1, "style"}}, `/ratios/0/of: no dimension "style" is weighed`},
		"itself":     {[]Ratio{{"speed", 1, "speed"}}, `/ratios/0/of: "speed": want another dimension`},
	} {
		_, err := Sensitivity(SensitivityRequest{Rulebook: rulebook.ID("airena"), Least: least, Ratios: tt.ratios,
			Submissions: []score.Submission{{ID: "a", Dimensions: map[string]float64{"correctness": 1, "speed": 2, "quality": 3, "process": 4}}}})
		if err == nil || !strings.HasPrefix(err.Error(), tt.want) {
			t.Errorf("%s: %v: want %s", name, err, tt.want)
		}
	}
}
