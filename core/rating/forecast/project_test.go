package forecast

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"testing"

	"github.com/tallyproof/tallyproof/core/internal/eras"
	"github.com/tallyproof/tallyproof/core/internal/optest"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/rating"
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

// ladder is the plan of testdata/ops/elo.project: one challenge of each difficulty, again and
// again.
func ladder(rules string, rating float64, repeat int) ProjectRequest {
	req := ProjectRequest{Rulebook: rulebook.ID(rules), Rating: rating, Strength: ptr[float64](rating + 150), Draw: ptr[float64](0.2), Repeat: &repeat, Targets: []float64{rating + 150}}
	for _, opponent := range []float64{-200, 0, 200, 400} {
		req.Plan = append(req.Plan, PlanEntry{Opponent: ptr[float64](rating + opponent)})
	}
	return req
}

// testdata/ops/elo.project/normative.txtar.
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

// Rulebooks of one's own, some of them absurd: K-factors that overshoot, steep
// scales, large bonuses. Whole ratings are exact, real ones within the bound.
func TestProjectCustomRulebooks(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	rounds, refused := 80, 0
	if testing.Short() {
		rounds = 20
	}
	for round := range rounds {
		req := randomPlan(rng)
		rb := *eras.Resolve(t, "clawdiators")
		rb.Rating = &rulebook.Rating{
			Scheme:   rulebook.Solo,
			Start:    1000,
			Scale:    []float64{40, 400, 5000}[rng.IntN(3)],
			K:        []rulebook.KFactor{{From: 0, K: []float64{0, 10.5, 100, 600, 1300}[rng.IntN(5)]}, {From: 28, K: 24}},
			Rounding: []string{rulebook.RatingReal, rulebook.RatingReal, rulebook.RatingFinal, rulebook.RatingSteps}[rng.IntN(4)],
			Bonuses:  []rulebook.Bonus{{ID: "verified", Factor: 1 + rng.Float64(), Needs: []string{"verified"}}},
		}
		if rng.IntN(2) == 0 {
			rb.Rating.Floor = ptr[float64](100)
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

// Probabilities sum to 1 within 1e-12 and quantiles ascend, however long the
// plan; the mean of one real step is the formula's.
func TestProjectProperties(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	plans, random := []ProjectRequest{ladder("clawdiators-live", 1000, 250), ladder("airena", 1200, 40)}, 30
	if !testing.Short() {
		plans, random = append(plans, ladder("clawdiators", 1000, maxProjected/4)), 100
	}
	for range random {
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
		now, opponent, strength := 1000+rng.Float64()*400, 1000+rng.Float64()*400, 1000+rng.Float64()*400
		res := mustProject(t, ProjectRequest{Rulebook: rulebook.ID("airena"), Rating: now, Strength: &strength, Plan: []PlanEntry{{Opponent: &opponent}}})
		want := now + 40*(rating.ExpectedScore(strength, opponent, 400)-rating.ExpectedScore(now, opponent, 400))
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

// A probability is 1 or 0 only of what is certain or impossible, whatever rounding makes
// of the sums.
func TestProjectCertain(t *testing.T) {
	tests := []struct {
		name, rulebook, direction string
		matches                   int
		win, target               float64
		sure, never               bool
	}{
		{"every path rises", "clawdiators", "up", 1, 1, 1016, true, false},
		{"every path falls", "clawdiators", "down", 1, 0, 984, true, false},
		{"a grid: every path rises", "airena", "up", 1, 1, 1010, true, false},
		{"5000 losses stay below", "clawdiators", "up", 5000, 0.5, 1001, false, false},
		{"5000 wins stay above", "clawdiators", "down", 5000, 0.5, 999, false, false},
		{"a grid: 1000 losses stay below", "airena", "up", 1000, 0.5, 1001, false, false},
		{"40 wins, less likely than a float64 can be", "clawdiators", "up", 40, 1e-40, 1300, false, false},
		{"one win is too little", "clawdiators", "up", 1, 0.5, 1017, false, true},
		{"a grid: one win is too little", "airena", "up", 1, 0.5, 1100, false, true},
		{"no path falls", "clawdiators", "down", 5, 1, 999, false, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			opponent, loss := 1000.0, 1-tt.win
			res := mustProject(t, ProjectRequest{Rulebook: rulebook.ID(tt.rulebook), Rating: 1000, Plan: []PlanEntry{{Opponent: &opponent, Count: &tt.matches, Win: &tt.win, Loss: &loss}}, Targets: []float64{tt.target}})
			if aim := res.Targets[0]; aim.Direction != tt.direction || (aim.Probability == 1) != tt.sure || (aim.Probability == 0) != tt.never {
				t.Errorf("%s, %v: want certain %t, impossible %t", aim.Direction, aim.Probability, tt.sure, tt.never)
			}
		})
	}
}

// Without a loss the worst outcome is a draw, which against an equal opponent moves nothing.
func TestProjectWorstIsDraw(t *testing.T) {
	res := mustProject(t, ProjectRequest{Rulebook: rulebook.ID("clawdiators"), Rating: 1000, Targets: []float64{999},
		Plan: []PlanEntry{{Opponent: ptr[float64](1000), Win: ptr[float64](0.5), Draw: ptr[float64](0.5), Loss: ptr[float64](0)}}})
	if aim := res.Targets[0]; aim.Direction != "down" || aim.Probability != 0 {
		t.Errorf("%s, %v: want down, and impossible", aim.Direction, aim.Probability)
	}
}

// Sums that are equal on paper reach their level: 0.35 + 0.6 is 0.95.
func TestProjectLevels(t *testing.T) {
	res := mustProject(t, ProjectRequest{Rulebook: rulebook.ID("clawdiators"), Rating: 1000,
		Plan: []PlanEntry{{Difficulty: "contender", Win: ptr[float64](0.05), Draw: ptr[float64](0.6), Loss: ptr[float64](0.35)}}})
	if s := res.Steps[0]; s.P95 != 1000 || s.P05 != 984 || s.P50 != 1000 {
		t.Errorf("%+v, want 984, 1000 and 1000", s)
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
				return // a long plan
			}
		}
		got := optest.Call(t, Ops, "elo.project", request)
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

// BenchmarkProject is the plan of the example at three lengths, exact and on a grid.
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
