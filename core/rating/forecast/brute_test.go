package forecast

import (
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tallyproof/tallyproof/core/internal/eras"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/rating"
	"github.com/tallyproof/tallyproof/core/rulebook"
)

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

func (b *brute) walk(legs []*leg, match int, now, probability float64, touchedAt []int) {
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
		after := rating.Step(b.scheme, now, l.opponent, b.plan.before+match, way.outcome, b.plan.bonus).Rating
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

// quantile is the least rating whose probability, summed from below, reaches level.
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
		req.Strength, req.Draw = ptr[float64](req.Rating+float64(rng.IntN(400)-200)), ptr[float64](float64(rng.IntN(11))/10)
	}
	for left := 1 + rng.IntN(8); left > 0; {
		e := PlanEntry{Opponent: ptr[float64](req.Rating + float64(rng.IntN(800)-400)), Count: ptr(1 + rng.IntN(left))}
		if rng.IntN(2) == 0 || req.Strength == nil {
			win := float64(rng.IntN(101)) / 100
			draw := math.Round((1-win)*rng.Float64()*100) / 100
			e.Win, e.Draw, e.Loss = &win, &draw, ptr[float64](max(0, 1-win-draw))
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
	rounds := 80
	if testing.Short() {
		rounds = 20
	}
	for round := range rounds {
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

// A finer grid agrees with a coarser one within their bounds, over a plan too
// long for brute force.
func TestProjectGridsAgree(t *testing.T) {
	rb := eras.Resolve(t, "airena")
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
