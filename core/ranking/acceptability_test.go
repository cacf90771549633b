package ranking

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"testing"

	"github.com/tallyproof/tallyproof/core/ranking/nearest"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/score"
)

// shareAhead is the exact share of the simplex on which d·v > 0, with no d
// being 0 (G. Varsi, The multidimensional content of the frustum of the
// simplex, Pacific J. Math. 46, 1973): every term is positive, so it is stable.
func shareAhead(d []float64) float64 {
	var behind []float64
	for _, x := range d {
		if x < 0 {
			behind = append(behind, -x)
		}
	}
	share := make([]float64, len(behind)+1)
	share[0] = 1
	for _, x := range d {
		if x < 0 {
			continue
		}
		for k, y := range behind {
			share[k+1] = (y*share[k+1] + x*share[k]) / (x + y)
		}
	}
	return share[len(behind)]
}

// A row's mean rank is one more than the sum over the others of the share of
// weights at which they are ahead, and that is known exactly. Of two rows the
// first place is known too.
func TestAcceptabilityAgainstVolumes(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 8))
	worst := 0.0
	for round := range 30 {
		dims, n := 2+rng.IntN(6), 2+rng.IntN(40)
		if round < 10 {
			n = 2
		}
		var scores [][]float64
		for range n {
			x := make([]float64, dims)
			for k := range x {
				x[k] = rng.Float64() * 100
			}
			scores = append(scores, x)
		}
		w := map[string]float64{}
		for k := range dims {
			w[letter(k)] = 0
		}
		w["a"] = 1
		res := sensitivity(t, SensitivityRequest{Rulebook: rulebook.Custom(plain(100, dims)), Weights: w, Submissions: rows(scores...), Seed: &round})
		for _, a := range res.Acceptability {
			i, err := strconv.Atoi(a.ID[1:])
			if err != nil {
				t.Fatal(err)
			}
			want := 1.0
			for j := range scores {
				if j != i {
					d := make([]float64, dims)
					for k := range d {
						d[k] = scores[j][k] - scores[i][k]
					}
					want += shareAhead(d)
				}
			}
			if a.MeanRankError > 0 {
				worst = max(worst, math.Abs(a.MeanRank-want)/a.MeanRankError)
			} else if a.MeanRank != want {
				t.Errorf("%s: mean rank %v without error, want %v", a.ID, a.MeanRank, want)
			}
			if p := 2 - want; n == 2 && math.Abs(a.First-p) > 5*binomialError(p, res.Samples) {
				t.Errorf("first %v, want %v", a.First, p)
			}
		}
	}
	if worst > 5 || worst < 1 {
		t.Errorf("the worst mean rank is off by %v standard errors", worst)
	}
}

// With two dimensions weights are one uniform number; a row is first between
// two crossings. By hand: lines 10 → 0, 0 → 10 and a constant 6 meet at 0.4
// and 0.6.
func TestAcceptabilityByHand(t *testing.T) {
	res := sensitivity(t, SensitivityRequest{Rulebook: rulebook.Custom(plain(100, 2)), Weights: weights(0.5, 0.5), Submissions: rows([]float64{10, 0}, []float64{0, 10}, []float64{6, 6}), Samples: 100_000})
	want := map[string][]float64{"r2": {0.2, 0.8, 0}, "r0": {0.4, 0.1, 0.5}, "r1": {0.4, 0.1, 0.5}}
	for _, a := range res.Acceptability {
		for r, p := range want[a.ID] {
			if math.Abs(a.ByRank[r]-p) > 5*binomialError(p, res.Samples) {
				t.Errorf("%s rank %d: %v, want %v", a.ID, r+1, a.ByRank[r], p)
			}
		}
		if a.Lower != 0 || len(a.ByRank) != 3 {
			t.Errorf("%+v: all three ranks should be there", a)
		}
	}
	if res.Acceptability[0].ID != "r2" {
		t.Errorf("%+v: want the order of the present ranking", res.Acceptability)
	}
}

// Every row's shares sum to 1, and so do every rank's where nobody ties.
func TestAcceptabilitySums(t *testing.T) {
	req := benchmarkStudy(40, 7, 0)
	req.Top = 15
	res := sensitivity(t, req)
	byRank := make([]float64, 15)
	for _, a := range res.Acceptability {
		if len(a.ByRank) != 15 || math.Abs(nearest.Sum(a.ByRank)+a.Lower-1) > 1e-12 || a.First != a.ByRank[0] {
			t.Errorf("%+v: shares sum to %v", a, nearest.Sum(a.ByRank)+a.Lower)
		}
		for r, p := range a.ByRank {
			byRank[r] += p
		}
	}
	for r, p := range byRank {
		if math.Abs(p-1) > 1e-12 {
			t.Errorf("rank %d: %v", r+1, p)
		}
	}
	if len(res.Acceptability) != 40 || res.StandardError != 0.005 {
		t.Errorf("%d rows, standard error %v: want 40 and 0.5/√10000", len(res.Acceptability), res.StandardError)
	}
}

// Equal rows share a rank and leave a gap, unless one came first.
func TestAcceptabilityTies(t *testing.T) {
	list := rows([]float64{5, 5}, []float64{5, 5}, []float64{1, 1})
	req := SensitivityRequest{Rulebook: rulebook.Custom(plain(100, 2)), Weights: weights(0.5, 0.5), Submissions: list, Samples: 10}
	ranks := func() (all [][]float64) {
		for _, a := range sensitivity(t, req).Acceptability {
			all = append(all, a.ByRank)
		}
		return all
	}
	if got, want := fmt.Sprint(ranks()), "[[1 0 0] [1 0 0] [0 0 1]]"; got != want {
		t.Errorf("tied: %s, want %s", got, want)
	}
	list[1].SubmittedAt = "2026-03-01T00:00:00Z"
	if got, want := fmt.Sprint(ranks()), "[[1 0 0] [0 1 0] [0 0 1]]"; got != want {
		t.Errorf("one came first: %s, want %s", got, want)
	}
}

// Fewer samples by default where there are many rows; asked for, as many as
// asked.
func TestSamplesFor(t *testing.T) {
	for _, tt := range []struct{ asked, rows, want int }{
		{0, 1, 10_000}, {0, 250, 10_000}, {0, 251, 9960}, {0, 1000, 2500}, {0, 1_000_000, 100}, {7, 1_000_000, 7}, {1_000_000, 500, 1_000_000}, {500, 1_000_000, 500},
	} {
		if got, err := samplesFor(tt.asked, tt.rows); err != nil || got != tt.want {
			t.Errorf("asked %d for %d rows: %d (%v), want %d", tt.asked, tt.rows, got, err, tt.want)
		}
	}
	if _, err := samplesFor(1_000_000, 501); err == nil || err.Error() != "/samples: 1000000 for 501 submissions: want at most 998003" {
		t.Errorf("too many samples: %v", err)
	}
}

// The standard error shrinks with the square root of the samples.
func TestStandardErrorShrinks(t *testing.T) {
	req := benchmarkStudy(20, 5, 0)
	req.Samples = 1000
	few := sensitivity(t, req)
	req.Samples = 100_000
	many := sensitivity(t, req)
	if ratio := few.StandardError / many.StandardError; math.Abs(ratio-10) > 1e-12 {
		t.Errorf("100 times the samples: standard error %v times smaller, want 10", ratio)
	}
	for i, a := range few.Acceptability {
		if b := many.Acceptability[i]; math.Abs(a.First-b.First) > 5*max(a.StandardError, 0.002) {
			t.Errorf("%s: first %v with few samples, %v with many", a.ID, a.First, b.First)
		}
		if b := many.Acceptability[i]; b.First > 0.1 && (math.Abs(a.StandardError/b.StandardError-10) > 2 || math.Abs(a.MeanRankError/b.MeanRankError-10) > 2) {
			t.Errorf("%s: errors %v and %v with few samples, %v and %v with many: want 10 times as large", a.ID, a.StandardError, a.MeanRankError, b.StandardError, b.MeanRankError)
		}
	}
}

// benchmarkStudy has n random submissions of m dimensions, with the given
// number of decimals; 0 for all that float64 has.
func benchmarkStudy(n, m, decimals int) SensitivityRequest {
	rng := rand.New(rand.NewPCG(10, 10))
	req := SensitivityRequest{Rulebook: rulebook.Custom(plain(100, m)), Weights: map[string]float64{}}
	left := 100
	for k := range m {
		part := left
		if k < m-1 {
			part = 100 / m
		}
		left -= part
		req.Weights[letter(k)] = float64(part) / 100
	}
	unit := math.Pow10(decimals)
	for i := range n {
		x := make([]float64, m)
		for k := range x {
			x[k] = rng.Float64() * 100
			if decimals > 0 {
				x[k] = math.Round(x[k]*unit) / unit
			}
		}
		req.Submissions = append(req.Submissions, score.Submission{ID: fmt.Sprintf("s%06d", i), Dimensions: weights(x...)})
	}
	return req
}
