package rating

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/rulebook"
)

func mustProject(t testing.TB, req ProjectRequest) ProjectResponse {
	t.Helper()
	res, err := Project(req)
	if err != nil {
		t.Fatal(err)
	}
	return res
}

func ptr[T any](x T) *T { return &x }

// ladder is OPERATIONS.md's plan: one challenge of each difficulty, again and
// again.
func ladder(rules string, rating float64, repeat int) ProjectRequest {
	req := ProjectRequest{Rulebook: rulebook.ID(rules), Rating: rating, Strength: at(rating + 150), Draw: at(0.2), Repeat: &repeat, Targets: []float64{rating + 150}}
	for _, opponent := range []float64{-200, 0, 200, 400} {
		req.Plan = append(req.Plan, PlanEntry{Opponent: at(rating + opponent)})
	}
	return req
}

// OPERATIONS.md, normative, to the digits printed there.
func TestProjectNormative(t *testing.T) {
	res := mustProject(t, ladder("clawdiators", 1000, 15))
	last := res.Steps[len(res.Steps)-1]
	printed := func(x float64, decimals int) string { return strconv.FormatFloat(x, 'f', decimals, 64) }
	for _, row := range []struct{ what, got, want string }{
		{"matches", strconv.Itoa(last.Match), "60"},
		{"p05", printed(last.P05, 4), "1057.0000"},
		{"p50", printed(last.P50, 4), "1116.0000"},
		{"p95", printed(last.P95, 4), "1177.0000"},
		{"mean", printed(last.Mean, 4), "1116.8004"},
		{"final mean", printed(res.Final.Mean, 4), "1116.8004"},
		{"sd", printed(res.Final.SD, 4), "35.8640"},
		{"ratings", strconv.Itoa(len(res.Final.Distribution)), "790"},
		{"touching 1150", printed(res.Targets[0].Probability, 10), "0.3124141716"},
		{"exact", fmt.Sprint(res.Exact), "true"},
		{"warnings", fmt.Sprint(res.Warnings), "[]"},
	} {
		if row.got != row.want {
			t.Errorf("%s: %s, want %s", row.what, row.got, row.want)
		}
	}
}

// brute is a projection by walking through every sequence of outcomes.
type brute struct {
	scheme  *rulebook.Rating
	plan    *plan
	targets []float64
	start   float64
	steps   []map[float64]float64 // probability by rating after each match
	touched []map[int]float64     // per target: probability by the match of the first touch
}

func bruteForce(t *testing.T, req ProjectRequest) *brute {
	t.Helper()
	rb, err := req.Rulebook.Resolve()
	if err != nil {
		t.Fatal(err)
	}
	p, refusal := planOf(rb.Rating, req)
	if refusal != nil {
		t.Fatal(refusal)
	}
	b := &brute{scheme: rb.Rating, plan: p, targets: req.Targets, start: req.Rating}
	for range p.matches {
		b.steps = append(b.steps, map[float64]float64{})
	}
	var legs []*leg
	p.each(func(_ int, l *leg) *op.Error { legs = append(legs, l); return nil })
	touchedAt := make([]int, len(req.Targets))
	for i, target := range req.Targets {
		b.touched = append(b.touched, map[int]float64{})
		touchedAt[i] = -1
		if target == req.Rating {
			touchedAt[i] = 0
		}
	}
	b.walk(legs, 0, req.Rating, 1, touchedAt)
	return b
}

func (b *brute) walk(legs []*leg, match int, rating, probability float64, touchedAt []int) {
	if match == len(legs) {
		for i, m := range touchedAt {
			if m >= 0 {
				b.touched[i][m] += probability
			}
		}
		return
	}
	l := legs[match]
	for _, way := range []struct {
		outcome string
		p       float64
	}{{"win", l.odds.win}, {"draw", l.odds.draw}, {"loss", l.odds.loss}} {
		if way.p == 0 {
			continue
		}
		after := step(b.scheme, rating, l.opponent, b.plan.before+match, way.outcome, b.plan.bonus).Rating
		b.steps[match][after] += probability * way.p
		now := append([]int{}, touchedAt...)
		for i, target := range b.targets {
			if now[i] < 0 && (target > b.start && after >= target || target < b.start && after <= target) {
				now[i] = match + 1
			}
		}
		b.walk(legs, match+1, after, probability*way.p, now)
	}
}

func sortedKeys(m map[float64]float64) []float64 { return slices.Sorted(maps.Keys(m)) }

func close(a, b float64) bool { return math.Abs(a-b) <= 1e-12*max(1, math.Abs(a), math.Abs(b)) }

// quantile by its definition in OPERATIONS.md.
func quantile(steps map[float64]float64, level float64) float64 {
	sum := 0.0
	for _, r := range sortedKeys(steps) {
		if sum += steps[r]; sum >= level-1e-12 {
			return r
		}
	}
	return math.NaN()
}

func mean(m map[float64]float64) float64 {
	sum := 0.0
	for _, r := range sortedKeys(m) {
		sum += r * m[r]
	}
	return sum
}

// randomPlan is a short plan near everything that could go wrong: the floor,
// the switch of K at 30 matches, bonuses, both roundings, odds of zero.
func randomPlan(rng *rand.Rand) ProjectRequest {
	starts := []float64{1000, 1000, 120, 104, 100, 1500}
	req := ProjectRequest{
		Rulebook:     rulebook.ID([]string{"clawdiators", "clawdiators-live"}[rng.IntN(2)]),
		Rating:       starts[rng.IntN(len(starts))] + float64(rng.IntN(5)),
		Matches:      []int{0, 24, 27, 29, 40}[rng.IntN(5)],
		Verified:     rng.IntN(2) == 0,
		Memoryless:   rng.IntN(2) == 0,
		FirstAttempt: rng.IntN(2) == 0,
		TouchCurve:   true,
	}
	if rng.IntN(2) == 0 {
		req.Strength, req.Draw = at(req.Rating+float64(rng.IntN(400)-200)), at(float64(rng.IntN(11))/10)
	}
	for left := 1 + rng.IntN(8); left > 0; {
		e := PlanEntry{Opponent: at(req.Rating + float64(rng.IntN(800)-400)), Count: ptr(1 + rng.IntN(left))}
		if rng.IntN(2) == 0 || req.Strength == nil {
			win := float64(rng.IntN(101)) / 100
			draw := math.Round((1-win)*rng.Float64()*100) / 100
			e.Win, e.Draw, e.Loss = &win, &draw, at(max(0, 1-win-draw))
		}
		req.Plan = append(req.Plan, e)
		left -= *e.Count
	}
	for range 3 {
		req.Targets = append(req.Targets, req.Rating+float64(rng.IntN(121)-60)+float64(rng.IntN(2))/2)
	}
	return req
}

// The dynamic program equals brute force to 1e-12.
func TestProjectBruteForce(t *testing.T) {
	rounds := 300
	if testing.Short() {
		rounds = 60
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for round := range rounds {
		req := randomPlan(rng)
		res, b := mustProject(t, req), bruteForce(t, req)
		fail := func(format string, args ...any) {
			t.Helper()
			body, _ := op.Encode(req)
			t.Fatalf("round %d: %s\n%s", round, fmt.Sprintf(format, args...), body)
		}
		for i, s := range res.Steps {
			if want := mean(b.steps[i]); s.Match != i+1 || !close(s.Mean, want) {
				fail("step %d: match %d mean %v, want %v", i, s.Match, s.Mean, want)
			}
			for _, q := range []struct{ level, got float64 }{{0.05, s.P05}, {0.25, s.P25}, {0.5, s.P50}, {0.75, s.P75}, {0.95, s.P95}} {
				if want := quantile(b.steps[i], q.level); q.got != want {
					fail("step %d: quantile %v is %v, want %v", i, q.level, q.got, want)
				}
			}
		}
		final := b.steps[len(b.steps)-1]
		if len(final) != len(res.Final.Distribution) {
			fail("%d ratings, want %d", len(res.Final.Distribution), len(final))
		}
		square := 0.0
		for _, r := range sortedKeys(final) {
			square += (r - mean(final)) * (r - mean(final)) * final[r]
		}
		if math.Abs(res.Final.SD-math.Sqrt(square)) > 1e-9 {
			fail("sd %v, want %v", res.Final.SD, math.Sqrt(square))
		}
		for _, d := range res.Final.Distribution {
			if !close(d.Probability, final[d.Rating]) {
				fail("%v has %v, want %v", d.Rating, d.Probability, final[d.Rating])
			}
		}
		for i, aim := range res.Targets {
			checkTarget(aim, b.touched[i], len(b.steps), fail)
		}
	}
}

// checkTarget compares a target with the first touches of brute force.
func checkTarget(got ProjectTarget, touched map[int]float64, matches int, fail func(string, ...any)) {
	sum, moments, median := 0.0, 0.0, -1
	for m := 0; m <= matches; m++ {
		sum += touched[m]
		moments += touched[m] * float64(m)
		if median < 0 && sum >= 0.5-1e-12 {
			median = m
		}
		if m > 0 && !close(got.Curve[m-1], sum) {
			fail("target %v: touched by match %d with %v, want %v", got.Rating, m, got.Curve[m-1], sum)
		}
	}
	if !close(got.Probability, sum) {
		fail("target %v: probability %v, want %v", got.Rating, got.Probability, sum)
	}
	if sum > 0 && !close(*got.ExpectedMatches, moments/sum) || sum == 0 && got.ExpectedMatches != nil {
		fail("target %v: expected matches %v, want %v", got.Rating, *got.ExpectedMatches, moments/sum)
	}
	if median >= 0 && *got.MedianMatches != median || median < 0 && got.MedianMatches != nil {
		fail("target %v: median %v, want %v", got.Rating, got.MedianMatches, median)
	}
}

// On a grid nothing is further from brute force than the bound says: real
// ratings, pairwise and solo, with bonus and floor.
func TestProjectGridBound(t *testing.T) {
	custom, err := rulebook.ID("clawdiators").Resolve()
	if err != nil {
		t.Fatal(err)
	}
	real := *custom.Rating
	real.Rounding = rulebook.RatingReal
	solo := *custom
	solo.Rating = &real
	rng := rand.New(rand.NewPCG(3, 4))
	for round := range 80 {
		req := randomPlan(rng)
		req.Rulebook = rulebook.ID("airena")
		if round%2 == 0 {
			req.Rulebook = rulebook.Custom(solo)
		}
		req.Rating += rng.Float64()
		res, b := mustProject(t, req), bruteForce(t, req)
		if res.Exact || res.Grid <= 0 || res.ErrorBound <= 0 || res.ErrorBound > float64(len(res.Steps))*res.Grid {
			t.Fatalf("round %d: exact %v, grid %v, error bound %v after %d matches", round, res.Exact, res.Grid, res.ErrorBound, len(res.Steps))
		}
		for i, s := range res.Steps {
			for _, row := range []struct {
				what      string
				got, want float64
			}{
				{"mean", s.Mean, mean(b.steps[i])},
				{"p05", s.P05, quantile(b.steps[i], 0.05)}, {"p25", s.P25, quantile(b.steps[i], 0.25)}, {"p50", s.P50, quantile(b.steps[i], 0.5)},
				{"p75", s.P75, quantile(b.steps[i], 0.75)}, {"p95", s.P95, quantile(b.steps[i], 0.95)},
			} {
				if off := math.Abs(row.got - row.want); off > res.ErrorBound {
					t.Errorf("round %d, step %d: %s %v, want %v: off by %v, bound %v", round, i, row.what, row.got, row.want, off, res.ErrorBound)
				}
			}
		}
		for i, aim := range res.Targets {
			sum := 0.0
			for m := 0; m <= len(b.steps); m++ {
				sum += b.touched[i][m]
			}
			if sum < *aim.Low-1e-12 || sum > *aim.High+1e-12 || aim.Probability < *aim.Low || aim.Probability > *aim.High {
				t.Errorf("round %d: target %v is touched with %v: want %v to %v around %v", round, aim.Rating, sum, *aim.Low, *aim.High, aim.Probability)
			}
		}
	}
}

// Rulebooks of one's own, some of them absurd: K-factors that overshoot, steep
// scales, large bonuses. Whole ratings are exact, real ones within the bound.
func TestProjectCustomRulebooks(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	rounds, refused := 80, 0
	for round := range rounds {
		req := randomPlan(rng)
		rb := *resolve(t, "clawdiators")
		rb.Rating = &rulebook.Rating{
			Scheme:   rulebook.Solo,
			Start:    1000,
			Scale:    []float64{40, 400, 5000}[rng.IntN(3)],
			K:        []rulebook.KFactor{{From: 0, K: []float64{0, 10.5, 100, 600, 1300}[rng.IntN(5)]}, {From: 28, K: 24}},
			Rounding: []string{rulebook.RatingReal, rulebook.RatingReal, rulebook.RatingFinal, rulebook.RatingSteps}[rng.IntN(4)],
			Bonuses:  []rulebook.Bonus{{ID: "verified", Factor: 1 + rng.Float64(), Needs: []string{"verified"}}},
		}
		if rng.IntN(2) == 0 {
			rb.Rating.Floor = at(100)
		}
		req.Rulebook = rulebook.Custom(rb)
		if len(req.Plan) > 5 {
			req.Plan = req.Plan[:5]
		}
		res, err := Project(req)
		if err != nil {
			refused++
			continue
		}
		b := bruteForce(t, req)
		bound := max(res.ErrorBound, 1e-9)
		for i, s := range res.Steps {
			if off := math.Abs(s.Mean - mean(b.steps[i])); off > bound {
				t.Errorf("round %d, step %d: mean %v is off by %v, bound %v: %+v", round, i, s.Mean, off, bound, rb.Rating)
			}
			for _, q := range []struct{ level, got float64 }{{0.05, s.P05}, {0.5, s.P50}, {0.95, s.P95}} {
				if off := math.Abs(q.got - quantile(b.steps[i], q.level)); off > bound {
					t.Errorf("round %d, step %d: quantile %v is off by %v, bound %v: %+v", round, i, q.level, off, bound, rb.Rating)
				}
			}
		}
		for i, aim := range res.Targets {
			sum := 0.0
			for m := 0; m <= len(b.steps); m++ {
				sum += b.touched[i][m]
			}
			if aim.Low == nil && !close(sum, aim.Probability) || aim.Low != nil && (sum < *aim.Low-1e-12 || sum > *aim.High+1e-12) {
				t.Errorf("round %d: target %v is touched with %v, want %v", round, aim.Rating, aim, sum)
			}
		}
	}
	if refused > rounds/3 {
		t.Errorf("%d of %d rulebooks were refused", refused, rounds)
	}
}

// A finer grid agrees with a coarser one within their bounds, over a plan too
// long for brute force.
func TestProjectGridsAgree(t *testing.T) {
	rb := resolve(t, "airena")
	req := ladder("airena", 1200, 30)
	p, refusal := planOf(rb.Rating, req)
	if refusal != nil {
		t.Fatal(refusal)
	}
	var walks []*walk
	for _, width := range []float64{1, 0.25, 1.0 / 16} {
		w := newWalk(rb.Rating, p, req, width)
		if refusal := w.run(); refusal != nil {
			t.Fatal(refusal)
		}
		walks = append(walks, w)
	}
	for i := range walks[0].steps {
		for _, w := range walks[:2] {
			fine, coarse := walks[2], w
			a, b := fine.steps[i], coarse.steps[i]
			for _, off := range []float64{a.Mean - b.Mean, a.P05 - b.P05, a.P25 - b.P25, a.P50 - b.P50, a.P75 - b.P75, a.P95 - b.P95} {
				if math.Abs(off) > fine.worst+coarse.worst {
					t.Fatalf("match %d: %+v and %+v are further apart than %v + %v", i+1, a, b, fine.worst, coarse.worst)
				}
			}
		}
	}
}

// Probabilities sum to 1 within 1e-12 and quantiles ascend, however long the
// plan; the mean of one real step is the formula's.
func TestProjectProperties(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	plans := []ProjectRequest{ladder("clawdiators-live", 1000, 250), ladder("airena", 1200, 40)}
	if !testing.Short() {
		plans = append(plans, ladder("clawdiators", 1000, maxProjected/4))
	}
	for range 100 {
		plans = append(plans, randomPlan(rng))
	}
	for _, req := range plans {
		res := mustProject(t, req)
		var sum tally
		for i, d := range res.Final.Distribution {
			sum.add(d.Probability)
			if i > 0 && d.Rating <= res.Final.Distribution[i-1].Rating {
				t.Fatalf("ratings do not ascend: %v", d.Rating)
			}
		}
		if math.Abs(sum.value()-1) > 1e-12 {
			t.Errorf("%d matches: probabilities sum to 1%+.1g", len(res.Steps), sum.value()-1)
		}
		for _, s := range res.Steps {
			if !(s.P05 <= s.P25 && s.P25 <= s.P50 && s.P50 <= s.P75 && s.P75 <= s.P95) {
				t.Fatalf("quantiles do not ascend: %+v", s)
			}
		}
		for _, aim := range res.Targets {
			for i, p := range aim.Curve {
				if p < 0 || p > 1 || i > 0 && p < aim.Curve[i-1] {
					t.Fatalf("target %v: the probability of having touched it falls or leaves 0 to 1: %v", aim.Rating, aim.Curve)
				}
			}
		}
	}
	for range 100 {
		rating, opponent, strength := 1000+rng.Float64()*400, 1000+rng.Float64()*400, 1000+rng.Float64()*400
		res := mustProject(t, ProjectRequest{Rulebook: rulebook.ID("airena"), Rating: rating, Strength: &strength, Plan: []PlanEntry{{Opponent: &opponent}}})
		want := rating + 40*(expected(strength, opponent, 400)-expected(rating, opponent, 400))
		if off := math.Abs(res.Final.Mean - want); off > res.ErrorBound {
			t.Errorf("mean %v after one match, want %v: off by %v, bound %v", res.Final.Mean, want, off, res.ErrorBound)
		}
	}
}

// A higher target is never likelier than a lower one on its way.
func TestProjectTargets(t *testing.T) {
	req := ladder("clawdiators", 1000, 15)
	req.Targets = []float64{1000, 999, 950, 900, 1001, 1050, 1100, 1200, 5000}
	res := mustProject(t, req)
	for i, want := range []string{"start", "down", "down", "down", "up", "up", "up", "up", "up"} {
		aim := res.Targets[i]
		if aim.Direction != want {
			t.Errorf("target %v: direction %q, want %q", aim.Rating, aim.Direction, want)
		}
		if i > 1 && want == res.Targets[i-1].Direction && aim.Probability > res.Targets[i-1].Probability {
			t.Errorf("target %v is likelier than %v", aim.Rating, res.Targets[i-1].Rating)
		}
	}
	if on := res.Targets[0]; on.Probability != 1 || *on.ExpectedMatches != 0 || *on.MedianMatches != 0 {
		t.Errorf("on the target already: %+v", on)
	}
	if never := res.Targets[8]; never.Probability != 0 || never.ExpectedMatches != nil || never.MedianMatches != nil {
		t.Errorf("out of reach: %+v", never)
	}
}

// Sums that are equal on paper reach their level: 0.35 + 0.6 is 0.95.
func TestProjectLevels(t *testing.T) {
	res := mustProject(t, ProjectRequest{Rulebook: rulebook.ID("clawdiators"), Rating: 1000,
		Plan: []PlanEntry{{Difficulty: "contender", Win: at(0.05), Draw: at(0.6), Loss: at(0.35)}}})
	if s := res.Steps[0]; s.P95 != 1000 || s.P05 != 984 || s.P50 != 1000 {
		t.Errorf("%+v, want 984, 1000 and 1000", s)
	}
}

// What was adjusted is said.
func TestProjectWarnings(t *testing.T) {
	entry := PlanEntry{Difficulty: "contender", Win: at(0.3333333333), Draw: at(0.3333333333), Loss: at(0.3333333333)}
	tests := []struct {
		name string
		req  ProjectRequest
		want string
	}{
		{"odds that leave a rest", ProjectRequest{Plan: []PlanEntry{entry}}, "odds-adjusted /plan/0: win, draw and loss sum to 0.9999999999: the rest went to the likeliest outcome"},
		{"more draws than fit", ProjectRequest{Strength: at(1000), Draw: at(0.5), Plan: []PlanEntry{{Difficulty: "legendary"}}}, "draw-limited /plan/0: draws of 0.5 are more than an expected score of 0.09090909090909091 allows: 0.18181818181818182 were used"},
		{"a strength nobody needs", ProjectRequest{Strength: at(1000), Plan: []PlanEntry{{Difficulty: "veteran", Win: at(1), Loss: at(0)}}}, "unused /strength: every entry has odds or a strength of its own: this strength was not used"},
		{"draws nobody needs", ProjectRequest{Draw: at(0.1), Plan: []PlanEntry{{Difficulty: "veteran", Win: at(1), Loss: at(0)}}}, "unused /draw: every entry has draws of its own: this probability was not used"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tt.req.Rulebook, tt.req.Rating = rulebook.ID("clawdiators"), 1000
			res := mustProject(t, tt.req)
			if len(res.Warnings) != 1 {
				t.Fatalf("%+v, want one warning", res.Warnings)
			}
			if w := res.Warnings[0]; w.Code+" "+w.Field+": "+w.Message != tt.want {
				t.Errorf("got %s %s: %s\nwant %s", w.Code, w.Field, w.Message, tt.want)
			}
			var sum tally
			for _, d := range res.Final.Distribution {
				sum.add(d.Probability)
			}
			if math.Abs(sum.value()-1) > 1e-12 {
				t.Errorf("probabilities sum to %v", sum.value())
			}
		})
	}
}

// Refusals of elo.project, through JSON, with their pointers.
func TestProjectErrors(t *testing.T) {
	plan := func(rest string) string {
		return `{"rulebook": "clawdiators", "rating": 1000, "matches": 0, "plan": [{"difficulty": "veteran", "win": 1, "loss": 0}` + rest
	}
	tests := []struct{ name, request, field, message string }{
		{"no scheme", `{"rulebook": "term", "rating": 1, "matches": 0, "plan": [{"opponent": 1, "win": 1, "loss": 0}]}`, "/rulebook", `"term" does not rate agents: want a rulebook with a rating scheme`},
		{"no plan", `{"rulebook": "clawdiators", "rating": 1000, "matches": 0, "plan": []}`, "/plan", ""},
		{"a fraction", `{"rulebook": "clawdiators", "rating": 1000.5, "matches": 0, "plan": [{"opponent": 1, "win": 1, "loss": 0}]}`, "/rating", "1000.5: want a whole number, as these rules round ratings"},
		{"no opponent", plan(`, {"win": 1, "loss": 0}]}`), "/plan/1/difficulty", "missing: want one of newcomer (800), contender (1000), veteran (1200), legendary (1400), or an opponent's rating in opponent"},
		{"unknown difficulty", plan(`, {"difficulty": "hard", "win": 1, "loss": 0}]}`), "/plan/1/difficulty", `unknown difficulty "hard": want one of newcomer (800), contender (1000), veteran (1200), legendary (1400)`},
		{"no odds", plan(`, {"difficulty": "veteran"}]}`), "/plan/1/win", "missing: want win, draw and loss, or a strength here or for the whole plan"},
		{"a win alone", plan(`, {"difficulty": "veteran", "win": 1}]}`), "/plan/1/loss", "missing: want the probability of a loss beside that of a win"},
		{"a loss alone", plan(`, {"difficulty": "veteran", "loss": 1}]}`), "/plan/1/win", "missing: want the probability of a win beside that of a loss"},
		{"odds and strength", plan(`, {"difficulty": "veteran", "win": 1, "loss": 0, "strength": 1000}]}`), "/plan/1/strength", "win or loss is given too: want one of them"},
		{"odds over 1", plan(`, {"difficulty": "veteran", "win": 0.5, "draw": 0.2, "loss": 0.4}]}`), "/plan/1", "win, draw and loss sum to 1.1: want 1"},
		{"too many matches", plan(`], "repeat": 100000, "targets": [1000]}`), "", ""}, // exactly the limit: accepted
		{"one match too many", `{"rulebook": "clawdiators", "rating": 1000, "matches": 0, "plan": [{"difficulty": "veteran", "count": 100000, "win": 1, "loss": 0}, {"difficulty": "veteran", "win": 1, "loss": 0}]}`, "/plan", "a plan of 100001 matches: want at most 100000"},
		{"repeated too often", plan(`, {"difficulty": "veteran", "win": 1, "loss": 0}], "repeat": 50001}`), "/repeat", "a plan of 100002 matches: want at most 100000"},
		{"too many careers", plan(`], "repeat": 20000, "sample_careers": 51}`), "/sample_careers", "51 careers of 20000 matches: want at most 1000000 matches in all"},
		{"a target out of range", plan(`], "targets": [1000, 1000000]}`), "/targets/1", ""},
		{"an unknown member", plan(`], "target": 1}`), "/target", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if tt.field == "" {
				if got := call(t, "elo.project", tt.request); !bytes.HasPrefix(got, []byte(`{"ok":`)) {
					t.Errorf("%s", got)
				}
				return
			}
			refused(t, "elo.project", tt.request, tt.field, tt.message)
		})
	}
}

// Rulebooks of one's own that a projection cannot carry.
func TestProjectRulebookLimits(t *testing.T) {
	tests := []struct {
		name   string
		change func(r *rulebook.Rating)
		want   string
	}{
		{"a floor between whole numbers", func(r *rulebook.Rating) { r.Floor = at(100.5) }, "/rulebook/rating/floor: 100.5: want a whole number, as these rules round ratings"},
		{"overshooting", func(r *rulebook.Rating) { r.Rounding, r.K = rulebook.RatingReal, []rulebook.KFactor{{K: 1500}} }, "/rulebook/rating/k/0/k: 1500: want at most 1389 for a forecast at this scale, as ratings would overshoot without end"},
		{"ratings without number", func(r *rulebook.Rating) {
			r.Scale, r.K, r.Floor = 100_000, []rulebook.KFactor{{K: 10_000}}, at(-100_000)
		}, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			rb := *resolve(t, "clawdiators")
			r := *rb.Rating
			tt.change(&r)
			rb.Rating = &r
			_, err := Project(ProjectRequest{Rulebook: rulebook.Custom(rb), Rating: 1000, Strength: at(1000), Repeat: ptr(50), Plan: []PlanEntry{{Opponent: at(1000)}}})
			if tt.want == "" && err != nil || tt.want != "" && (err == nil || err.Error() != tt.want) {
				t.Errorf("%v, want %s", err, tt.want)
			}
		})
	}
}

// The work of a plan is bounded, and the message says by what.
func TestProjectWorkLimit(t *testing.T) {
	req := ladder("clawdiators", 1000, maxProjected/4)
	for i := range 8 {
		req.Targets = append(req.Targets, float64(3000+i)) // never touched, so followed to the end
	}
	_, err := Project(req)
	if err == nil || !bytes.HasPrefix([]byte(err.Error()), []byte("/plan: the work, ratings times matches over the plan and its targets, passes 500000000 at match ")) {
		t.Errorf("%v", err)
	}
}

// splitmix64.c by S. Vigna, seed 1234567 (also on Rosetta Code).
func TestSplitMix64(t *testing.T) {
	s := splitMix64(1234567)
	for i, want := range []uint64{6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821} {
		if got := s.next(); got != want {
			t.Errorf("number %d: %d, want %d", i, got, want)
		}
	}
}

// Sample careers repeat with their seed, start at the rating, and have the
// mean of the distribution.
func TestSampleCareers(t *testing.T) {
	req := ladder("clawdiators-live", 1000, 15)
	req.SampleCareers, req.Seed = 100, 7
	res := mustProject(t, req)
	again := mustProject(t, req)
	var sum float64
	for i, c := range res.SampleCareers {
		if len(c) != 60 || fmt.Sprint(c) != fmt.Sprint(again.SampleCareers[i]) {
			t.Fatalf("career %d does not repeat: %v", i, c)
		}
		sum += c[59]
	}
	if off := sum/100 - res.Final.Mean; math.Abs(off) > 5*res.Final.SD/10 {
		t.Errorf("100 careers are off the mean by %v, sd %v", off, res.Final.SD)
	}
	req.SampleCareers = 3 // fewer careers are the first ones
	for i, c := range mustProject(t, req).SampleCareers {
		if fmt.Sprint(c) != fmt.Sprint(res.SampleCareers[i]) {
			t.Errorf("career %d changed with their number", i)
		}
	}
}

// Losing streaks equal brute force.
func TestLosingStreaks(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 9))
	for range 30 {
		p := &plan{}
		for p.matches < 9 {
			loss := float64(rng.IntN(11)) / 10
			p.legs = append(p.legs, leg{count: 1, odds: odds{win: 1 - loss, loss: loss}})
			p.matches++
		}
		want := make([]float64, p.matches+1)
		for ways := range 1 << p.matches {
			probability, run, longest := 1.0, 0, 0
			for i := range p.matches {
				if ways>>i&1 == 1 {
					probability *= p.legs[i].odds.loss
					run++
				} else {
					probability *= 1 - p.legs[i].odds.loss
					run = 0
				}
				longest = max(longest, run)
			}
			for n := 1; n <= longest; n++ {
				want[n] += probability
			}
		}
		got := losingStreaks(p)
		for n := 1; n <= p.matches; n++ {
			if n > len(got) {
				if want[n] >= leastStreakOdds {
					t.Errorf("length %d is missing: %v", n, want[n])
				}
				continue
			}
			if s := got[n-1]; s.Length != n || !close(s.Probability, want[n]) {
				t.Errorf("%+v, want length %d with %v", s, n, want[n])
			}
		}
	}
}

// Whatever is asked, the answer is an envelope, never an internal error, and
// what is accepted keeps to the laws of probability.
func FuzzProject(f *testing.F) {
	f.Add(`{"rulebook": "clawdiators", "rating": 1000, "matches": 0, "strength": 1150, "draw": 0.2, "plan": [{"difficulty": "newcomer", "count": 1}, {"difficulty": "legendary", "count": 1}], "repeat": 3, "targets": [1050, 950]}`)
	f.Add(`{"rulebook": "airena", "rating": 1200.5, "matches": 28, "plan": [{"opponent": 1250, "count": 4, "win": 0.5, "draw": 0.1, "loss": 0.4}], "targets": [1210], "touch_curve": true, "longest_losing_streak": true}`)
	f.Add(`{"rulebook": "clawdiators-live", "rating": 101, "matches": 29, "plan": [{"opponent": 100, "count": 2, "strength": 90}], "verified": true, "first_attempt": true, "sample_careers": 2, "seed": 3}`)
	schema := op.SchemaOf[ProjectRequest]()
	f.Fuzz(func(t *testing.T, request string) {
		var req ProjectRequest
		if schema.Decode([]byte(request), &req) == nil {
			total := 0
			for _, e := range req.Plan {
				total++
				if e.Count != nil {
					total += *e.Count
				}
			}
			if req.Repeat != nil {
				total *= *req.Repeat
			}
			if total > 200 && total <= maxProjected {
				t.Skip("a long plan")
			}
		}
		got := call(t, "elo.project", request)
		if bytes.Contains(got, []byte(`"code":"internal"`)) {
			t.Fatalf("%s", got)
		}
		var answer struct{ OK *ProjectResponse }
		if err := json.Unmarshal(got, &answer); err != nil {
			t.Fatal(err)
		}
		if answer.OK == nil {
			return
		}
		var sum tally
		for _, d := range answer.OK.Final.Distribution {
			sum.add(d.Probability)
		}
		if math.Abs(sum.value()-1) > 1e-12 {
			t.Fatalf("probabilities sum to %v", sum.value())
		}
		for _, s := range answer.OK.Steps {
			if !(s.P05 <= s.P25 && s.P25 <= s.P50 && s.P50 <= s.P75 && s.P75 <= s.P95) {
				t.Fatalf("quantiles do not ascend: %+v", s)
			}
		}
		for _, aim := range answer.OK.Targets {
			if !(aim.Probability >= 0 && aim.Probability <= 1) {
				t.Fatalf("%+v", aim)
			}
		}
	})
}

// BenchmarkProject is the normative plan at three lengths, exact and on a grid.
func BenchmarkProject(b *testing.B) {
	for _, rules := range []string{"clawdiators", "airena"} {
		for _, matches := range []int{60, 250, 1000} {
			b.Run(rules+"/"+strconv.Itoa(matches), func(b *testing.B) {
				req := ladder(rules, 1000, 1)
				count := matches / 4
				for i := range req.Plan {
					req.Plan[i].Count = &count
				}
				req.Plan[0].Count = ptr(matches - 3*count)
				for b.Loop() {
					mustProject(b, req)
				}
				b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N)/float64(matches), "µs/match")
			})
		}
	}
}
