package ranking

import (
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/score"
)

// AiRENA docs, Scoring System: two submissions, quality and process 80: A 90 % in 1.0 s and B
// 97 % in 1.8 s, while the fastest is 1.0 s: speeds 100 and 60.
func bystander(fastest bool) []score.Submission {
	a, b := 100.0, 60.0
	if !fastest { // someone posted 0.3 s: both are past three times that
		a, b = 0, 0
	}
	row := func(id string, correctness, speed float64) score.Submission {
		return score.Submission{ID: id, Dimensions: map[string]float64{"correctness": correctness, "speed": speed, "quality": 80, "process": 80}}
	}
	return []score.Submission{row("A", 90, a), row("B", 97, b)}
}

// By hand, with A − B = (−7, 40, 0, 0) at 40/20/20/20:
//
//	margin            −2.8 + 8 = 5.2 (88.0 − 82.8)
//	correctness       rest 40·⅓, here −7: level at (40/3)/(40/3 + 7) = 40/61
//	speed             rest −7·½, here 40: level at 3.5/43.5 = 7/87
//	quality, process  rest −3.5 + 10 = 6.5, here 0: never level
//	nearest flip      d = (7, −40, 0, 0), mean −8.25, r = (15.25, −31.75, 8.25,
//	                  8.25), Σr² = 1376.75, λ = 5.2/1376.75, all weights stay
//	                  above 0, so the distance is 5.2/√1376.75
func TestBystander(t *testing.T) {
	res := sensitivity(t, SensitivityRequest{Rulebook: rulebook.ID("airena"), Submissions: bystander(true)})
	if res.Winner.ID != "A" || *res.Winner.Margin != 5.2 || res.RankCorrelation != 1 {
		t.Errorf("winner %+v by %v, correlation %v", res.Winner, *res.Winner.Margin, res.RankCorrelation)
	}
	intervals := map[string][]float64{"correctness": {0, 40.0 / 61}, "speed": {7.0 / 87, 1}, "quality": {0, 1}, "process": {0, 1}}
	for _, s := range res.Weights {
		if want := intervals[s.Dimension]; !slices.Equal(s.WinnerInterval, want) {
			t.Errorf("%s: %v, want %v", s.Dimension, s.WinnerInterval, want)
		}
		if !slices.Equal(s.TopInterval, []float64{0, 1}) { // both are in the top
			t.Errorf("%s: top interval %v", s.Dimension, s.TopInterval)
		}
	}
	if got := res.Weights[0].Crossings; !slices.Equal(got, []Crossing{{40.0 / 61, "B", "A"}}) {
		t.Errorf("correctness crosses at %+v", got)
	}
	if got := res.Weights[1].Crossings; !slices.Equal(got, []Crossing{{7.0 / 87, "A", "B"}}) {
		t.Errorf("speed crosses at %+v", got)
	}
	flip := res.NearestFlip
	lambda := 5.2 / 1376.75
	want := map[string]float64{"correctness": 0.4 + lambda*15.25, "speed": 0.2 - lambda*31.75, "quality": 0.2 + lambda*8.25, "process": 0.2 + lambda*8.25}
	for key, w := range want {
		if math.Abs(flip.Weights[key]-w) > 2e-9 {
			t.Errorf("flip: %s %v, want %v", key, flip.Weights[key], w)
		}
	}
	if !slices.Equal(flip.Pair, []string{"A", "B"}) || math.Abs(flip.Distance-5.2/math.Sqrt(1376.75)) > 1e-15 {
		t.Errorf("flip %+v, want distance %v", flip, 5.2/math.Sqrt(1376.75))
	}
	// Once anyone posts 0.3 s, B is first by 2.8 and A is nowhere better.
	res = sensitivity(t, SensitivityRequest{Rulebook: rulebook.ID("airena"), Submissions: bystander(false)})
	if res.Winner.ID != "B" || *res.Winner.Margin != 2.8 || res.NearestFlip != nil {
		t.Errorf("winner %+v by %v, flip %+v", res.Winner, *res.Winner.Margin, res.NearestFlip)
	}
}

// Against rationals: inside an interval nobody is strictly ahead, 10^-9 beyond
// its ends somebody is, and it is as wide as the dimension allows otherwise.
func TestIntervalsFlipAtTheirEnds(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	flips := 0
	for range rounds(160) {
		req := randomStudy(rng, 8, 4, 2+rng.IntN(9))
		s := studyOf(t, req)
		now := s.rank(s.weights)
		top := min(1+rng.IntN(3), len(now.order))
		o, w := oracleOf(s.table), rationals(s.weights.float)
		if s.weighed == 1 {
			continue
		}
		for k := range s.weighed {
			got, _ := s.sweepOf(k, now, top, nil)
			for _, interval := range []struct {
				in, out []int
				ends    []float64
			}{{now.order[:1], now.order[1:], got.WinnerInterval}, {now.order[:top], now.order[top:], got.TopInterval}} {
				holds := func(at *big.Rat) bool {
					v := swept(w, k, at)
					for _, i := range interval.in {
						for _, j := range interval.out {
							if o.lead(v, i, j).Sign() < 0 {
								return false
							}
						}
					}
					return true
				}
				low, high := interval.ends[0], interval.ends[1]
				if low > s.weights.float[k] || high < s.weights.float[k] {
					t.Fatalf("%+v column %d: %v does not hold the weight", req, k, interval.ends)
				}
				for step := range 41 {
					at := low + (high-low)*float64(step)/40
					inside := min(max(at, low+1e-9), high-1e-9)
					if high-low > 2e-9 && !holds(rational(inside)) {
						t.Fatalf("%+v column %d: %v does not hold at %v", req, k, interval.ends, inside)
					}
				}
				if low > 0 && holds(rational(low-1e-9)) || high < 1 && holds(rational(high+1e-9)) {
					t.Fatalf("%+v column %d: %v holds beyond its ends", req, k, interval.ends)
				}
				if low > 0 || high < 1 {
					flips++
				}
			}
		}
	}
	if flips < rounds(150) {
		t.Errorf("only %d intervals ended anywhere", flips)
	}
}

func TestSweepDegenerate(t *testing.T) {
	all := []float64{0, 1}
	tests := []struct {
		name        string
		weights     map[string]float64
		submissions []score.Submission
		winner, top [][]float64 // by dimension
		crossings   []int
	}{
		{"one submission", weights(0.5, 0.5), rows([]float64{1, 2}), [][]float64{all, all}, [][]float64{all, all}, []int{0, 0}},
		{"one dimension: the weight is 1 and nothing else", weights(1), rows([]float64{1}, []float64{2}), [][]float64{{1, 1}}, [][]float64{{1, 1}}, []int{0}},
		{"identical rows", weights(0.5, 0.5), rows([]float64{1, 2}, []float64{1, 2}), [][]float64{all, all}, [][]float64{all, all}, []int{0, 0}},
		// r0 and r1 are level at any weight of c: 0.25·4 = 0.25·4.
		{"level all along one sweep", weights(0.25, 0.25, 0.5), rows([]float64{4, 0, 1}, []float64{0, 4, 1}),
			[][]float64{{0.25, 1}, {0, 0.25}, all}, [][]float64{{0.25, 1}, {0, 0.25}, all}, []int{1, 1, 0}},
		// Weight 1: the others would share equally. r0 leads on a by 1, is behind by 3 on b and ahead by 1 on c: −1 in the middle of them.
		{"weight 1", weights(1, 0, 0), rows([]float64{5, 1, 3}, []float64{4, 4, 2}),
			[][]float64{{0.5, 1}, {0, 0.25}, all}, [][]float64{{0.5, 1}, {0, 0.25}, all}, []int{1, 1, 0}},
		// A dimension of weight 0 may grow until it turns the order.
		{"weight 0", weights(1, 0), rows([]float64{3, 0}, []float64{0, 9}), [][]float64{{0.75, 1}, {0, 0.25}}, [][]float64{{0.75, 1}, {0, 0.25}}, []int{1, 1}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			res := sensitivity(t, SensitivityRequest{Rulebook: rulebook.Custom(plain(100, len(tt.weights))), Weights: tt.weights, Submissions: tt.submissions, Top: 1, Samples: 1})
			for k, s := range res.Weights {
				if !slices.Equal(s.WinnerInterval, tt.winner[k]) || !slices.Equal(s.TopInterval, tt.top[k]) || len(s.Crossings) != tt.crossings[k] {
					t.Errorf("%s: winner %v, top %v, crossings %+v, want %v, %v and %d", s.Dimension, s.WinnerInterval, s.TopInterval, s.Crossings, tt.winner[k], tt.top[k], tt.crossings[k])
				}
			}
		})
	}
}
