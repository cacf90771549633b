package ranking

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/score"
)

// By hand. a = 0, 10, 20, 30: mean 15, sd √125. b = 10, 10, 0, 0: mean 5, sd 5,
// cov(a, b) = (−15·5 − 5·5 + 5·−5 + 15·−5)/4 = −50, so r = −50/(5·√125).
// c is constant. At 0.5/0.3/0.2 the parts are 0.5·cov(a, S) = 0.5·(0.5·125 −
// 0.3·50) = 23.75 and 0.3·cov(b, S) = 0.3·(−0.5·50 + 0.3·25) = −5.25, of 18.5.
// b tells 4 of 6 pairs apart.
func TestStatisticsByHand(t *testing.T) {
	res := sensitivity(t, SensitivityRequest{
		Rulebook: rulebook.Custom(plain(100, 3)), Weights: weights(0.5, 0.3, 0.2), Samples: 1,
		Submissions: rows([]float64{0, 10, 7}, []float64{10, 10, 7}, []float64{20, 0, 7}, []float64{30, 0, 7}),
	})
	r := -50 / (5 * math.Sqrt(125))
	want := []DimensionStats{
		{"a", 15, math.Sqrt(125), 1, 23.75 / 18.5, map[string]float64{"b": r}},
		{"b", 5, 5, 4.0 / 6, -5.25 / 18.5, map[string]float64{"a": r}},
		{"c", 7, 0, 0, 0, map[string]float64{}},
	}
	near := func(a, b float64) bool { return math.Abs(a-b) <= 1e-14*math.Max(1, math.Abs(b)) }
	for k, got := range res.Dimensions {
		w := want[k]
		same := len(got.Correlation) == len(w.Correlation)
		for key, r := range w.Correlation {
			same = same && near(got.Correlation[key], r)
		}
		if got.Dimension != w.Dimension || !near(got.Mean, w.Mean) || !near(got.SD, w.SD) || !near(got.Discrimination, w.Discrimination) || !near(got.EffectiveWeight, w.EffectiveWeight) || !same {
			t.Errorf("got %+v, want %+v", got, w)
		}
	}
}

func TestStatisticsDegenerate(t *testing.T) {
	tests := []struct {
		name        string
		submissions []score.Submission
		effective   []float64
		correlation float64 // of a with b; NaN for none
	}{
		{"one submission", rows([]float64{1, 2}), []float64{0, 0}, math.NaN()},
		{"all equal", rows([]float64{0.1, 2}, []float64{0.1, 2}, []float64{0.1, 2}), []float64{0, 0}, math.NaN()},
		{"a copied column", rows([]float64{0.1, 0.1}, []float64{0.3, 0.3}, []float64{0.7, 0.7}), []float64{0.5, 0.5}, 1},
		{"a column against the other: the composite is constant", rows([]float64{0, 10}, []float64{3, 7}, []float64{10, 0}), []float64{0, 0}, -1},
		{"a constant column", rows([]float64{0.1, 1}, []float64{0.1, 2}, []float64{0.1, 3}), []float64{0, 1}, math.NaN()},
		{"values whose squares underflow", rows([]float64{0, 0}, []float64{1e-200, 50}), []float64{0, 1}, 1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			res := sensitivity(t, SensitivityRequest{Rulebook: rulebook.Custom(plain(100, 2)), Weights: weights(0.5, 0.5), Submissions: tt.submissions, Samples: 1})
			for k, d := range res.Dimensions {
				if math.Abs(d.EffectiveWeight-tt.effective[k]) > 1e-14 {
					t.Errorf("%s: effective weight %v, want %v", d.Dimension, d.EffectiveWeight, tt.effective[k])
				}
			}
			got, ok := res.Dimensions[0].Correlation["b"]
			if ok == math.IsNaN(tt.correlation) || ok && got != tt.correlation {
				t.Errorf("correlation %v (%t), want %v", got, ok, tt.correlation)
			}
		})
	}
}

// Over all dimensions effective weights sum to 1.
func TestEffectiveWeightsSum(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 11))
	for range 300 {
		req := randomStudy(rng, 12, 6, 50)
		req.Samples = 1
		res := sensitivity(t, req)
		total, constant := 0.0, true
		for _, d := range res.Dimensions {
			total += d.EffectiveWeight
			constant = constant && d.EffectiveWeight == 0
		}
		if !constant && math.Abs(total-1) > 1e-12 {
			t.Errorf("%+v: effective weights sum to %v", req, total)
		}
	}
}

// Dimensions that decide nothing or measure the same are pointed out.
func TestRemarks(t *testing.T) {
	copied := rows([]float64{1, 1}, []float64{2, 2}, []float64{3, 3})
	constant := rows([]float64{1, 5}, []float64{2, 5})
	var alike []score.Submission
	for i := range 10 {
		x := float64(i)
		alike = append(alike, rows([]float64{x, x + float64(i%2)})[0])
		alike[i].ID = letter(i)
	}
	for _, tt := range []struct {
		name        string
		submissions []score.Submission
		want        string
	}{
		{"a copy", copied, "redundant: a and b measure nearly the same here: their scores correlate at 1"},
		{"two submissions always correlate", copied[:2], ""},
		{"a constant", constant, "constant: b is the same for every submission: its weight decides nothing"},
		{"one submission", constant[:1], ""},
		{"alike", alike, "redundant: a and b measure nearly the same here: their scores correlate at 0.986"},
		{"alike, but few", alike[:9], ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			res := sensitivity(t, SensitivityRequest{Rulebook: rulebook.Custom(plain(100, 2)), Weights: weights(0.5, 0.5), Submissions: tt.submissions, Samples: 1})
			got := ""
			for _, w := range res.Warnings {
				got += w.Code + ": " + w.Message
			}
			if got != tt.want {
				t.Errorf("%q, want %q", got, tt.want)
			}
		})
	}
}
