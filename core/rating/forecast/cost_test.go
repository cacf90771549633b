package forecast

import (
	"fmt"
	"testing"
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

// TestEstimatesCoverTheGrid: no forecast of real ratings moves more cells than its estimate
// has time for.
func TestEstimatesCoverTheGrid(t *testing.T) {
	for _, targets := range []int{0, 1, 16} {
		for _, repeat := range []int{1, 2, 5, 15, 50} {
			req := ladder("airena", 1200, repeat)
			req.Targets = nil
			for i := range targets {
				req.Targets = append(req.Targets, 1210+10*float64(i))
			}
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
				t.Fatal(refusal)
			}
			if took, estimate := float64(w.work)*cellCost/2, ProjectCost(req).Work; took > estimate {
				t.Errorf("%d targets, %d matches: %d cells, %.0f µs: the estimate is %.0f", targets, 4*repeat, w.work, took, estimate)
			}
		}
	}
}
