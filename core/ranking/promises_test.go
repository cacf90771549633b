package ranking

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/score"
)

// What pages promise of an answer, held with [score.Rank] itself: someone who moves
// the sliders there sees it.

// generalStudy is a study of a few rows and dimensions whose scores have two
// decimals and hardly ever tie.
func generalStudy(rng *rand.Rand) SensitivityRequest {
	dims := 2 + rng.IntN(4)
	req := SensitivityRequest{Rulebook: rulebook.Custom(plain(100, dims)), Weights: randomWeights(rng, dims), Samples: 1}
	for i := range 2 + rng.IntN(6) {
		x := make([]float64, dims)
		for k := range x {
			x[k] = float64(rng.IntN(10_001)) / 100
		}
		req.Submissions = append(req.Submissions, score.Submission{ID: fmt.Sprintf("r%02d", i), Dimensions: weights(x...)})
	}
	req.Top = len(req.Submissions)
	return req
}

// ranked is the ids in the order of Rank, under weights in column order.
func ranked(t *testing.T, req SensitivityRequest, w []float64) []string {
	t.Helper()
	res, err := score.Rank(score.RankRequest{Rulebook: req.Rulebook, Weights: weights(w...), Submissions: req.Submissions})
	if err != nil {
		t.Fatal(err)
	}
	var ids []string
	for _, s := range res.Standings {
		ids = append(ids, s.ID)
	}
	return ids
}

func columns(w map[string]float64) []float64 {
	all := make([]float64, len(w))
	for k := range all {
		all[k] = w[letter(k)]
	}
	return all
}

// moved is the weights with that of column k set to at, the others in
// proportion.
func moved(w []float64, k int, at float64) []float64 {
	var all []float64
	for _, x := range swept(rationals(w), k, rational(at)) {
		f, _ := x.Float64()
		all = append(all, f)
	}
	return all
}

// A slider a basis point before a tick and a basis point after it: the order
// differs by exactly the swap that the tick names.
func TestTickSwapsThatPair(t *testing.T) {
	const point = 1e-4
	rng := rand.New(rand.NewPCG(21, 21))
	ticks := 0
	for range rounds(100) {
		req := generalStudy(rng)
		w := columns(req.Weights)
		for k, s := range sensitivity(t, req).Weights {
			at := append([]float64{0}, 1)
			for _, c := range s.Crossings {
				at = append(at, c.At)
			}
			for _, c := range s.Crossings {
				near := 0
				for _, x := range at {
					if math.Abs(x-c.At) < 3*point {
						near++
					}
				}
				if near > 1 { // another tick, or an end, is as near
					continue
				}
				ticks++
				before, after := ranked(t, req, moved(w, k, c.At-point)), ranked(t, req, moved(w, k, c.At+point))
				for p := range before {
					if before[p] == c.Down && p+1 < len(before) && before[p+1] == c.Up {
						before[p], before[p+1] = before[p+1], before[p]
						break
					}
				}
				if fmt.Sprint(before) != fmt.Sprint(after) {
					t.Fatalf("%+v: %s at %+v: %v after the swap, want %v", req, s.Dimension, c, before, after)
				}
			}
		}
	}
	if ticks < rounds(500) {
		t.Errorf("only %d ticks", ticks)
	}
}

// Under the weights of the nearest flip its second submission is first; 0.99
// of the way there the first one still is.
func TestFlipChangesTheFirst(t *testing.T) {
	rng := rand.New(rand.NewPCG(22, 22))
	flips := 0
	for range rounds(200) {
		req := generalStudy(rng)
		flip := sensitivity(t, req).NearestFlip
		if flip == nil || flip.Distance < 1e-6 {
			continue
		}
		flips++
		w, v := columns(req.Weights), columns(flip.Weights)
		if got := ranked(t, req, v)[0]; got != flip.Pair[1] {
			t.Fatalf("%+v: %s is first under %v, want %s", req, got, v, flip.Pair[1])
		}
		for k := range w {
			w[k] += 0.99 * (v[k] - w[k])
		}
		if got := ranked(t, req, w)[0]; got != flip.Pair[0] {
			t.Fatalf("%+v: %s is first at %v, want %s", req, got, w, flip.Pair[0])
		}
	}
	if flips < rounds(100) {
		t.Errorf("only %d flips", flips)
	}
}

// Which weights make X first? Those answered do; where there are none, and one
// submission is at least as good everywhere, the conflict names it.
func TestFitMakesItFirst(t *testing.T) {
	rng := rand.New(rand.NewPCG(23, 23))
	first, dominated := 0, 0
	for range rounds(100) {
		req := generalStudy(rng)
		for i := range req.Submissions {
			x := &req.Submissions[i]
			res := fit(t, FitRequest{Rulebook: req.Rulebook, Weights: req.Weights, Submissions: req.Submissions, First: x.ID})
			if res.Feasible {
				first++
				if got := ranked(t, req, columns(res.Weights))[0]; got != x.ID {
					t.Fatalf("%+v: %s is first under %v, want %s", req, got, res.Weights, x.ID)
				}
				continue
			}
			dominators := map[string]bool{}
			for _, y := range req.Submissions {
				above := y.ID != x.ID
				for key := range x.Dimensions {
					above = above && y.Dimensions[key] >= x.Dimensions[key]
				}
				if above {
					dominators[y.ID] = true
				}
			}
			if len(dominators) == 0 {
				continue
			}
			dominated++
			if c := res.Conflicts; len(c) != 1 || c[0].Pair[0] != x.ID || !dominators[c[0].Pair[1]] {
				t.Fatalf("%+v: conflicts %+v, want %s below one of %v", req, c, x.ID, dominators)
			}
		}
	}
	if first < rounds(100) || dominated < rounds(50) {
		t.Errorf("%d first, %d dominated", first, dominated)
	}
}
