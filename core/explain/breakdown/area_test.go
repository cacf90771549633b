package breakdown

import (
	"fmt"
	"math"
	"testing"

	"github.com/tallyproof/tallyproof/core/measure"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/score"
)

// Areas, margins and what is left, for divisions of four weights in whole percent and scores
// in steps: in whole numbers, by Clawdiators docs, Scoring (a win from 700, a draw from 400).
func TestAreas(t *testing.T) {
	keys := []string{"correctness", "completeness", "methodology", "speed"} // in the order of the rulebook
	for round := range 200 {
		weights := []int{round % 60, 17, round % 20, 0}
		weights[3] = 100 - weights[0] - weights[1] - weights[2]
		req := score.ComputeRequest{Rulebook: rulebook.ID("clawdiators"), Weights: map[string]float64{},
			Measurements: map[string]measure.Measurement{}}
		var points, scores []int
		sum := 0 // in hundredths of a point
		for i, key := range keys {
			x := (round*37 + i*211) % 1001
			given := float64(x)
			req.Weights[key], req.Measurements[key] = float64(weights[i]), measure.Measurement{Score: &given}
			scores, points = append(scores, x), append(points, x*weights[i])
			sum += x * weights[i]
		}
		got, err := Score(req)
		if err != nil {
			t.Fatal(err)
		}
		at, most := 0, 0
		for i, p := range got.Parts {
			a := p.Area
			if a.Start != float64(at) || a.Width != float64(weights[i]) || math.Abs(a.Width*a.Height*10-float64(points[i])) > 1e-6 {
				t.Errorf("round %d: %s is %+v: want %d from %d, %d points", round, p.Key, a, weights[i], at, points[i])
			}
			if i+1 < len(keys) && (a.Next != keys[i+1] || a.Pair != float64(weights[i]+weights[i+1])) {
				t.Errorf("round %d: after %s comes %q, %v together", round, p.Key, a.Next, a.Pair)
			}
			if weights[i]*(1000-scores[i]) > weights[most]*(1000-scores[most]) {
				most = i
			}
			at += weights[i]
		}
		total := sum / 100
		margin := fmt.Sprintf("%d above a win", total-700)
		switch {
		case total < 400:
			margin = fmt.Sprintf("%d below a draw", 400-total)
		case total < 700:
			margin = fmt.Sprintf("%d below a win", 700-total)
		}
		if got.Margin != margin || got.MostKey != got.Parts[most].Label {
			t.Errorf("round %d: %q and %q: want %q and %q", round, got.Margin, got.MostKey, margin, got.Parts[most].Label)
		}
	}
}
