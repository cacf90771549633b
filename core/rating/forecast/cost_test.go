package forecast

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/tallyproof/tallyproof/core/internal/eras"
	"github.com/tallyproof/tallyproof/core/rulebook"
)

// TestShortForecastsAreLight: the estimate of a forecast of real ratings follows its plan, up
// to what the finest grid may take. A host takes as many forecasts as it likes of at most
// 30 ms, and few of longer ones.
func TestShortForecastsAreLight(t *testing.T) {
	const light, longest = 30_000, gridWork * cellCost / 2
	for _, row := range []struct {
		repeat      int // of four matches
		least, most float64
	}{
		{1, 0, light / 2},
		{2, 0, 1.5 * light},
		{15, longest, 1.1 * longest},
		{100, longest, 1.5 * longest},
	} {
		t.Run(fmt.Sprint(4*row.repeat, " matches"), func(t *testing.T) {
			if got := ProjectCost(ladder("airena", 1200, row.repeat)).Work; got < row.least || got > row.most {
				t.Errorf("%.0f µs: want %.0f to %.0f", got, row.least, row.most)
			}
		})
	}
}

// TestEstimatesCoverTheGrid: no forecast of real ratings moves more cells, on all its grids
// together, than its estimate has time for, and all are answered.
func TestEstimatesCoverTheGrid(t *testing.T) {
	for _, targets := range []int{0, 1, 16} {
		for _, repeat := range []int{1, 2, 5, 15, 50} {
			covered(t, aimed(ladder("airena", 1200, repeat), targets))
		}
	}
	for _, k := range []float64{0.3, 0.9, 1, 2, 4, 16} {
		for _, matches := range []int{1, 30, 1200} {
			for _, targets := range []int{0, 15} {
				covered(t, aimed(solo(t, []rulebook.KFactor{{K: k}}, 400, PlanEntry{Opponent: ptr[float64](1200), Win: ptr(0.5), Draw: ptr(0.25), Loss: ptr(0.25), Count: &matches}), targets))
			}
		}
	}
	covered(t, solo(t, []rulebook.KFactor{{K: 0.004}}, 400, PlanEntry{Opponent: ptr[float64](1200), Win: ptr(0.5), Loss: ptr(0.5), Count: ptr(longAnswer / stepBytes)}))
}

// TestEstimatesCoverAnyGrid is the same of random plans under random rules.
func TestEstimatesCoverAnyGrid(t *testing.T) {
	rng := rand.New(rand.NewPCG(21, 22))
	rounds := 40
	if testing.Short() {
		rounds = 15
	}
	factor := func() float64 { return math.Exp(float64(rng.Float64()*9 - 4)) } // 0.02 to 148
	for range rounds {
		k := []rulebook.KFactor{{K: factor()}}
		if rng.IntN(3) == 0 {
			k = append(k, rulebook.KFactor{From: 1 + rng.IntN(50), K: factor()})
		}
		scale := []float64{400, 400, 4000, 100_000}[rng.IntN(4)]
		var plan []PlanEntry
		entries := 1 + rng.IntN(20)
		for range entries {
			win := []float64{0.5, rng.Float64(), 0.99, 0.01}[rng.IntN(4)]
			draw := float64((1 - win) * []float64{0, rng.Float64(), 1}[rng.IntN(3)])
			plan = append(plan, PlanEntry{
				Opponent: ptr(1200 + float64(scale*float64(rng.Float64()-0.5))),
				Win:      ptr(win), Draw: ptr(draw), Loss: ptr(max(1-win-draw, 0)),
				Count: ptr(1 + rng.IntN(1+[]int{0, 100, 2000}[rng.IntN(3)]/entries)),
			})
		}
		covered(t, aimed(solo(t, k, scale, plan...), rng.IntN(17)))
	}
}

// solo is a plan under rules of one's own that do not round ratings.
func solo(t *testing.T, k []rulebook.KFactor, scale float64, plan ...PlanEntry) ProjectRequest {
	rb := *eras.Resolve(t, "clawdiators")
	rb.Rating = &rulebook.Rating{Scheme: rulebook.Solo, Start: 1200, Scale: scale, K: k, Rounding: rulebook.RatingReal}
	return ProjectRequest{Rulebook: rulebook.Custom(rb), Rating: 1200, Plan: plan}
}

// aimed gives a plan that many targets, none of them its start.
func aimed(req ProjectRequest, targets int) ProjectRequest {
	req.Targets = nil
	for i := range targets {
		req.Targets = append(req.Targets, req.Rating+10*float64(i+1))
	}
	return req
}

func covered(t *testing.T, req ProjectRequest) {
	t.Helper()
	rb, err := req.Rulebook.Resolve()
	if err != nil {
		t.Fatal(err)
	}
	p, refusal := planOf(rb.Rating, req)
	if refusal != nil {
		t.Fatal(refusal)
	}
	w, refusal := gridded(rb.Rating, p, req)
	if refusal != nil {
		t.Errorf("K %v, %d targets, %d matches: %v", rb.Rating.K, len(req.Targets), p.matches, refusal)
		return
	}
	if took, estimate := float64(w.work)*cellCost/2, ProjectCost(req).Work; took > estimate {
		t.Errorf("K %v, scale %v, %d targets, %d matches: %d cells, %.0f µs: the estimate is %.0f", rb.Rating.K, rb.Rating.Scale, len(req.Targets), p.matches, w.work, took, estimate)
	}
}
