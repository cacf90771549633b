package score

import (
	"encoding/json"
	"maps"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/tallyproof/tallyproof/core/measure"
	"github.com/tallyproof/tallyproof/core/rulebook"
)

// AiRENA docs, Scoring System, by hand.
func TestSolveJourney(t *testing.T) {
	var req SolveRequest
	text := `{"correctness": {"passed": 97, "total": 100}, "speed": {"time_ms": 1800, "fastest_ms": 1000}, "quality": {"items": [16,16,16,16,16]}, "process": {"items": [16,16,16,16,16]}}`
	if err := json.Unmarshal([]byte(text), &req.Measurements); err != nil {
		t.Fatal(err)
	}
	req.Rulebook, req.Target = rulebook.ID("airena"), 88
	got, err := Solve(req)
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name      string
		way       int
		kind      string
		dimension string
		feasible  bool
		score, to float64
		bystander float64 // if somebody posts 0.5 s
	}{
		{"correctness alone cannot, at most 84.0", 0, "alone", "correctness", false, 84, 100, 72},
		{"1.80 → 1.28 s", 1, "alone", "speed", true, 88, 1280, 75.2},
		{"quality and process +13 each", 4, "equally", "quality", true, 88, 93, 76},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			w := got.Ways[tt.way]
			c := w.Changes[0]
			if w.Kind != tt.kind || c.Dimension != tt.dimension || w.Feasible != tt.feasible || w.Score != tt.score || c.To != tt.to || w.Bystander.Score != tt.bystander {
				t.Errorf("got %+v", w)
			}
		})
	}
}

// The same amount each: also if one score has half a point, and as far as one
// can go.
func TestSolveEqually(t *testing.T) {
	for _, tt := range []struct {
		name             string
		quality, process []float64
		target           float64
		to               [2]float64
	}{
		{"whole points", []float64{16, 16, 16, 16, 16}, []float64{14, 14, 14, 14, 14}, 85, [2]float64{85, 75}},
		{"half a point", []float64{16, 16, 16, 16, 14.5}, []float64{14, 14, 14, 14, 14}, 85, [2]float64{84.5, 76}},
		{"one is full", []float64{20, 20, 20, 20, 19}, []float64{14, 14, 14, 14, 14}, 88, [2]float64{100, 75}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			passed, total, time := 95, 100, 1500.0
			fastest := 1000.0
			got, err := Solve(SolveRequest{Rulebook: rulebook.ID("airena"), Target: tt.target, Measurements: map[string]measure.Measurement{
				"correctness": {Passed: &passed, Total: &total}, "speed": {TimeMs: &time, FastestMs: &fastest},
				"quality": {Items: tt.quality}, "process": {Items: tt.process},
			}})
			if err != nil {
				t.Fatal(err)
			}
			for _, w := range got.Ways {
				if w.Kind == "equally" {
					if to := [2]float64{w.Changes[0].To, w.Changes[1].To}; to != tt.to || w.Score < tt.target {
						t.Errorf("to %v with %v, want %v", to, w.Score, tt.to)
					}
				}
			}
		})
	}
}

// Every suggestion, fed back, reaches the target, and one step less does not.
func TestSolveSuggestsTheLeast(t *testing.T) {
	rng, rounds := rand.New(rand.NewPCG(3, 88)), 400
	if testing.Short() { // as the wasm tests run
		rounds /= 4
	}
	feasible := 0
	for range rounds {
		req := randomSubmission(rng)
		before, err := Compute(req)
		if err != nil {
			t.Fatal(err)
		}
		target := before.Score + math.Round(rng.Float64()*(before.Max-before.Score)*100)/100
		got, err := Solve(SolveRequest{req.Rulebook, req.Weights, req.Verified, req.Measurements, req.Warnings, target})
		if err != nil {
			t.Fatal(err)
		}
		for _, w := range got.Ways {
			after := req
			after.Measurements = maps.Clone(req.Measurements)
			for _, c := range w.Changes {
				after.Measurements[c.Dimension] = c.Measurement
			}
			fed, err := Compute(after)
			if err != nil {
				t.Fatalf("%+v: %v", w, err)
			}
			if fed.Score != w.Score || w.Feasible != (fed.Score >= target) || w.Score > got.AtMost {
				t.Fatalf("target %v: fed back %v, said %+v, at most %v", target, fed.Score, w, got.AtMost)
			}
			if !w.Feasible {
				continue
			}
			feasible++
			if less, moved := stepLess(t, req, w); moved && w.Kind != "together" && less >= target {
				t.Fatalf("target %v: %+v: a step less is enough: %v", target, w, less)
			}
		}
	}
	if feasible < 100 {
		t.Fatalf("%d feasible ways: the test shows nothing", feasible)
	}
}

// stepLess is the score of a way whose furthest-going levers stop a step earlier.
func stepLess(t *testing.T, req ComputeRequest, w Way) (float64, bool) {
	t.Helper()
	trial, err := newTrial(req)
	if err != nil {
		t.Fatal(err)
	}
	taken := map[string]int{}
	most := 0
	levers := trial.levers()
	for i := range levers {
		l := &levers[i]
		l.same = w.Kind == "equally"
		for _, c := range w.Changes {
			if c.Dimension == l.key {
				n := 0
				for n < l.steps && l.at(n) != c.To {
					n++
				}
				taken[l.key] = n
				most = max(most, n)
			}
		}
	}
	got := trial.move(levers, func(l *lever) int { return min(taken[l.key], most-1) })
	return got.Score, most > 0
}

func randomSubmission(rng *rand.Rand) ComputeRequest {
	number := func(most, grain float64) *float64 {
		x := math.Round(rng.Float64()*most/grain) * grain
		x = math.Round(x*1e6) / 1e6
		return &x
	}
	if rng.IntN(2) == 0 {
		total := 1 + rng.IntN(40)
		passed := rng.IntN(total + 1)
		fastest := number(2000, 1)
		*fastest++
		time := *fastest + *number(4000, 1)
		items := func() []float64 {
			list := make([]float64, 5)
			for i := range list {
				list[i] = float64(rng.IntN(21))
			}
			return list
		}
		return ComputeRequest{Rulebook: rulebook.ID("airena"), Measurements: map[string]measure.Measurement{
			"correctness": {Passed: &passed, Total: &total},
			"speed":       {TimeMs: &time, FastestMs: fastest},
			"quality":     {Items: items()},
			"process":     {Items: items()},
		}}
	}
	id := []string{"clawdiators", "clawdiators-live"}[rng.IntN(2)]
	limit := 300.0
	return ComputeRequest{Rulebook: rulebook.ID(id), Weights: map[string]float64{"correctness": 0.5, "speed": 0.3, "methodology": 0.2}, Measurements: map[string]measure.Measurement{
		"correctness": {Score: number(1000, 1)},
		"speed":       {Used: number(300, 0.1), Limit: &limit},
		"methodology": {Score: number(1000, 0.5)},
	}}
}

func TestMarginalEqualsDifference(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 40))
	steps := 0
	for range 300 {
		req := randomSubmission(rng)
		got, err := MarginalValue(MarginalRequest{req.Rulebook, req.Weights, req.Verified, req.Measurements, req.Warnings, 0})
		if err != nil {
			t.Fatal(err)
		}
		last := 0.0
		for _, p := range got.Parts {
			if p.From != last {
				t.Fatalf("%+v does not begin at %v", p, last)
			}
			last = p.To
			if p.Step == nil {
				continue
			}
			steps++
			after := req
			after.Measurements = maps.Clone(req.Measurements)
			m := after.Measurements[p.Dimension]
			switch p.Step.Field {
			case "score":
				m.Score = &p.Step.To
			case "passed":
				passed := int(p.Step.To)
				m.Passed = &passed
			case "time_ms":
				m.TimeMs = &p.Step.To
			case "used":
				m.Used = &p.Step.To
			default:
				m = (&measure.Lever{Field: p.Step.Field}).Put(m, p.Step.To)
			}
			after.Measurements[p.Dimension] = m
			fed, err := Compute(after)
			if err != nil {
				t.Fatal(err)
			}
			if math.Abs(fed.Score-got.Score-p.Step.Gain) > 1e-9 || p.Step.Gain < 0 || p.Left < p.Step.Gain {
				t.Fatalf("%+v: %v after %v", p, fed.Score, got.Score)
			}
		}
		if want := got.Score; got.Max == 100 && math.Abs(last-want) > 1e-9 {
			t.Fatalf("the waterfall ends at %v, the score is %v", last, want)
		}
	}
	if steps == 0 {
		t.Fatal("no step was tried")
	}
}

// Clawdiators docs, Elo, by hand: 699 → 700 is +16 Elo at K 32, and +8 at K 16.
func TestCliffs(t *testing.T) {
	score := 699.0
	m := map[string]measure.Measurement{"correctness": {Score: &score}, "speed": {Score: &score}}
	for _, tt := range []struct {
		name    string
		matches int
		change  float64
	}{{"K 32", 0, 16}, {"K 16", 30, 8}} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := MarginalValue(MarginalRequest{Rulebook: rulebook.ID("clawdiators"), Weights: map[string]float64{"correctness": 0.5, "speed": 0.5}, Measurements: m, Matches: tt.matches})
			if err != nil {
				t.Fatal(err)
			}
			c := got.Cliffs[0]
			if c.Result != "win" || c.At != 700 || c.Missing != 1 || *c.RatingChange != tt.change || got.Cliffs[1].Missing != -299 {
				t.Errorf("got %+v", got.Cliffs)
			}
		})
	}
	t.Run("all or nothing", func(t *testing.T) {
		passed, total := 7, 10
		rb := rulebook.Custom(rulebook.Rulebook{ID: "task", Name: "Task", Source: "a test", Arithmetic: rulebook.Exact, Scale: 100,
			Dimensions: []rulebook.Dimension{{Key: "task", Label: "Task", Measure: "all-or-nothing"}},
			Composite:  rulebook.Composite{Rounding: rulebook.RoundNone}})
		got, err := MarginalValue(MarginalRequest{Rulebook: rb, Weights: map[string]float64{"task": 1}, Measurements: map[string]measure.Measurement{"task": {Passed: &passed, Total: &total}}})
		if err != nil {
			t.Fatal(err)
		}
		if len(got.Cliffs) != 1 || got.Cliffs[0].Missing != 3 || got.Cliffs[0].Gain != 100 || got.Parts[0].Step.Gain != 0 {
			t.Errorf("got %+v", got)
		}
	})
}
