package ranking

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tallyproof/tallyproof/core/ranking/nearest"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/score"
)

// No point of a grid over the weights of three dimensions that dethrones the
// winner is nearer than the flip; applying the flip dethrones it, 0.99 of the
// way does not. Composites are compared as rationals.
func TestNearestFlip(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 6))
	flips, level, none := 0, 0, 0
	for range rounds(160) {
		req := randomStudy(rng, 7, 3, 2+rng.IntN(9))
		s := studyOf(t, req)
		now := s.rank(s.weights)
		o, w := oracleOf(s.table), s.weights.float
		winner := now.order[0]
		dethroned := func(v []float64) bool {
			for i := range o.ids {
				if o.lead(rationals(v), i, winner).Sign() > 0 {
					return true
				}
			}
			return false
		}
		flip := s.nearestFlip(now, nil)
		shortest := math.Inf(1)
		if flip != nil {
			shortest = flip.Distance
		}
		for _, v := range gridOf(s.weighed, 60) {
			if nearest.Distance(v, w) < shortest-1e-9 && dethroned(v) {
				t.Fatalf("%+v: %v dethrones %s at %v, the flip is %+v", req, v, o.ids[winner], nearest.Distance(v, w), flip)
			}
		}
		if flip == nil {
			none++
			continue
		}
		flips++
		v, part := make([]float64, len(w)), make([]float64, len(w))
		for k := range v {
			v[k] = flip.Weights[letter(k)]
			part[k] = w[k] + 0.99*(v[k]-w[k])
		}
		if math.Abs(nearest.Sum(v)-1) > 1e-14 || slices.Min(v) < 0 || !dethroned(v) {
			t.Fatalf("%+v: %v does not dethrone %s", req, v, o.ids[winner])
		}
		if off := math.Abs(nearest.Distance(v, w) - flip.Distance); off > 2e-9*math.Sqrt(float64(len(w)))*10 {
			t.Fatalf("%+v: weights at %v, distance %v", req, nearest.Distance(v, w), flip.Distance)
		}
		if flip.Distance == 0 {
			level++ // there is no 0.99 of no way
		} else if dethroned(part) {
			t.Fatalf("%+v: 0.99 of the way to %v dethrones %s already", req, v, o.ids[winner])
		}
		if first := s.rank(weightingOf(written(v))).order[0]; first == winner {
			t.Fatalf("%+v: %s is still first under %v", req, o.ids[winner], v)
		}
	}
	if flips < rounds(40) || level < 1 || none < rounds(10) {
		t.Errorf("%d flips, %d from a level start, %d without", flips, level, none)
	}
}

// gridOf is all weights of m ≤ 3 dimensions that are multiples of 1/steps.
func gridOf(m, steps int) [][]float64 {
	n := float64(steps)
	var all [][]float64
	switch m {
	case 1:
		return [][]float64{{1}}
	case 2:
		for i := range steps + 1 {
			all = append(all, []float64{float64(i) / n, float64(steps-i) / n})
		}
	case 3:
		for i := range steps + 1 {
			for j := range steps - i + 1 {
				all = append(all, []float64{float64(i) / n, float64(j) / n, float64(steps-i-j) / n})
			}
		}
	}
	return all
}

func TestFlipDegenerate(t *testing.T) {
	early := func(list []score.Submission, times ...string) []score.Submission {
		for i, at := range times {
			list[i].SubmittedAt = at
		}
		return list
	}
	tests := []struct {
		name        string
		weights     map[string]float64
		submissions []score.Submission
		pair        []string // nil: nothing dethrones the winner
		distance    float64
	}{
		{"one submission", weights(0.5, 0.5), rows([]float64{1, 2}), nil, 0},
		{"one dimension", weights(1), rows([]float64{1}, []float64{2}), nil, 0},
		{"identical rows", weights(0.5, 0.5), rows([]float64{1, 2}, []float64{1, 2}), nil, 0},
		{"dominated", weights(0.5, 0.5), rows([]float64{1, 2}, []float64{1, 1}), nil, 0},
		{"level now", weights(0.5, 0.5), rows([]float64{1, 2}, []float64{2, 1}), []string{"r0", "r1"}, 0},
		{"level now, the second came first", weights(0.5, 0.5), early(rows([]float64{1, 2}, []float64{2, 1}), "2026-03-02T00:00:00Z", "2026-03-01T00:00:00Z"), []string{"r1", "r0"}, 0},
		// Level at a = 0.75; |(0.25, −0.25)| = √2/4.
		{"all the weight on one", weights(1, 0), rows([]float64{3, 0}, []float64{0, 9}), []string{"r0", "r1"}, math.Sqrt2 / 4},
		// Level at a = 0.6.
		{"differences whose squares vanish", weights(0.5, 0.5), rows([]float64{0, 3e-200}, []float64{2e-200, 0}), []string{"r0", "r1"}, math.Sqrt2 / 10},
		// Only c can: all of it must go there, from (½, ½, 0).
		{"only a corner", weights(0.5, 0.5, 0), rows([]float64{9, 9, 0}, []float64{0, 0, 1e-9}), []string{"r0", "r1"}, math.Sqrt(1.5)},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			res := sensitivity(t, SensitivityRequest{Rulebook: rulebook.Custom(plain(100, len(tt.weights))), Weights: tt.weights, Submissions: tt.submissions, Samples: 1})
			flip := res.NearestFlip
			if (flip == nil) != (tt.pair == nil) {
				t.Fatalf("flip %+v, want %v", flip, tt.pair)
			}
			if flip != nil && (!slices.Equal(flip.Pair, tt.pair) || math.Abs(flip.Distance-tt.distance) > 1e-9) {
				t.Errorf("flip %+v, want %v at %v", flip, tt.pair, tt.distance)
			}
		})
	}
}
