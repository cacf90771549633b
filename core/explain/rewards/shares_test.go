package rewards

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"github.com/tallyproof/tallyproof/core/reward"
	"github.com/tallyproof/tallyproof/core/reward/input"
	"github.com/tallyproof/tallyproof/core/rulebook"
)

func rate(x float64) string { return strconv.FormatFloat(100*x, 'f', 1, 64) + " %" }

// divided is one competition by the formulas of Scoring System, Weight Strategies,
// in float64; the scores are positive, distinct and descending.
func divided(strategy string, scores []float64, top int, temperature float64) []float64 {
	parts, total := make([]float64, len(scores)), 0.0
	for i, s := range scores {
		switch strategy {
		case "linear":
			parts[i] = s
		case "quadratic":
			parts[i] = s * s
		case "softmax":
			parts[i] = math.Exp(s / temperature)
		case "ranked":
			parts[i] = float64(len(scores) - i)
		case "top":
			if i < top {
				parts[i] = 1
			}
		}
		total += parts[i]
	}
	for i := range parts {
		parts[i] /= total
	}
	return parts
}

// filled is the cap with what is over it given away until nobody is over: round
// after round, not by sorting as the engine does.
func filled(shares []float64, limit float64, rounds int) []float64 {
	shares = slices.Clone(shares)
	fixed := make([]bool, len(shares))
	for range rounds {
		over, below := 0.0, 0.0
		for i, s := range shares {
			if s > limit {
				over += s - limit
				shares[i], fixed[i] = limit, true
			}
			if !fixed[i] && shares[i] < limit {
				below += shares[i]
			}
		}
		for i := range shares {
			if !fixed[i] && over > 0 && shares[i] < limit {
				shares[i] += over * shares[i] / below
			}
		}
	}
	return shares
}

func normalized(shares []float64) []float64 {
	total := 0.0
	for _, s := range shares {
		total += s
	}
	out := slices.Clone(shares)
	for i := range out {
		out[i] /= total
	}
	return out
}

// Every column of the documents, for random scores, by the formulas written again.
func TestShares(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 40 {
		n := 3 + rng.IntN(6)
		scores := make([]float64, n)
		for i := range scores {
			scores[i] = float64(10*(n-i)+rng.IntN(9)) / 100
		}
		top, burn, cap, temperature := 1+rng.IntN(n), float64(5*rng.IntN(19)), 34+float64(rng.IntN(60)), 0.1+rng.Float64()
		req := reward.WeightsRequest{
			Rulebook: rulebook.ID("term"), TopN: &top, Temperature: &temperature, Strategy: "linear",
			Cap: &reward.Cap{Percent: &cap}, Burn: &reward.Burn{Percent: burn}, Competitions: []reward.Competition{{ID: "c", Alpha: 100}},
		}
		for i := range scores {
			req.Competitions[0].Miners = append(req.Competitions[0].Miners, reward.Miner{Miner: fmt.Sprintf("m%d", i), Score: &scores[i]})
		}
		got, err := Shares(req)
		if err != nil {
			t.Fatal(err)
		}
		base, limit := divided("linear", scores, 0, 0), cap/100
		cut := make([]float64, n)
		for i, s := range base {
			cut[i] = min(s, limit)
		}
		after := normalized(cut)
		want := map[int][]float64{
			2: base, 3: divided("quadratic", scores, 0, 0), 4: divided("softmax", scores, 0, temperature), 5: divided("ranked", scores, 0, 0),
			6: divided("top", scores, top, 0), 7: divided("top", scores, 1, 0),
			8: base, 9: cut, 10: after, 11: filled(base, limit, 1), 12: filled(base, limit, 100),
		}
		kept := make([]float64, n)
		for i, s := range after {
			kept[i] = s * (1 - burn/100)
		}
		want[0], want[13], want[15], want[16] = kept, kept, after, kept
		for column, shares := range want {
			for i, s := range shares {
				near(t, fmt.Sprintf("%s of m%d in %v", got.Columns[column], i, scores), got.Rows[i].Cells[column], 100*s, 0.051)
			}
			hhi := 0.0
			if column == 9 { // its shares are not normalized
				for _, row := range got.Totals {
					if row.Cells[column] != "–" {
						t.Errorf("%s of %s is %q, want none", row.Name, got.Columns[column], row.Cells[column])
					}
				}
			} else if column >= 2 && column <= 12 {
				for _, s := range normalized(shares) {
					hhi += s * s
				}
				near(t, "HHI of "+got.Columns[column], got.Totals[0].Cells[column], hhi, 0.000051)
				near(t, "effective miners of "+got.Columns[column], got.Totals[1].Cells[column], 1/hhi, 0.0051)
				near(t, "largest share of "+got.Columns[column], got.Totals[2].Cells[column], 100*slices.Max(normalized(shares)), 0.051)
			}
		}
		if burned := got.Rows[n]; burned.Name != "0 (burn address)" || burned.Cells[0] != rate(burn/100) || burned.Cells[2] != "" {
			t.Errorf("burned %v %%: %+v", burn, burned)
		}
		if got.Brief != got.Totals[2].Cells[0] || got.Key != got.Brief {
			t.Errorf("the answer is %q, the largest share %q", got.Brief, got.Totals[2].Cells[0])
		}
	}
}

// near compares the number at the beginning of a text.
func near(t *testing.T, what, text string, want, within float64) {
	t.Helper()
	var x float64
	if _, err := fmt.Sscan(text, &x); err != nil || math.Abs(x-want) > within {
		t.Errorf("%s is %q, want %v", what, text, want)
	}
}

// outlier is the test for outliers of Scoring System, written again.
func outlier(scores []float64, i int, threshold, floor float64) bool {
	median := middle(scores)
	var off []float64
	for _, x := range scores {
		off = append(off, math.Abs(x-median))
	}
	mad := middle(off)
	return len(scores) > 2 && mad > 0 && mad >= floor && 0.6745*math.Abs(scores[i]-median)/mad > threshold
}

func middle(list []float64) float64 {
	s := slices.Sorted(slices.Values(list))
	return (s[(len(s)-1)/2] + s[len(s)/2]) / 2
}

// Where each validator would become an outlier, by trying scores.
func TestAgreement(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for _, rules := range []struct {
		id               string
		threshold, floor float64
	}{{"term", 3.5, 0}, {"term-live", 2.5, 0.001}} {
		tried := 0
		for range 60 {
			n := 3 + rng.IntN(6)
			req := AgreementRequest{Rulebook: rulebook.ID(rules.id)}
			var scores []float64
			total, sum := 0.0, 0.0
			for i := range n {
				scores = append(scores, float64(60+rng.IntN(12))/100+float64(rng.IntN(9)/8)*0.25)
				req.Validators = append(req.Validators, Evaluator{ID: fmt.Sprintf("v%d", i), Stake: input.StakeOf(float64(1 + i)), Score: scores[i]})
			}
			got, err := Agreement(req)
			if err != nil {
				t.Fatal(err)
			}
			for i, row := range got.Rows {
				state := "left out"
				if !outlier(scores, i, rules.threshold, rules.floor) {
					state = "counts"
					total, sum = total+float64(1+i), sum+scores[i]*float64(1+i)
				}
				if row.Cells[3] != state {
					t.Errorf("%s, %v: v%d %s, want %s", rules.id, scores, i, row.Cells[3], state)
				}
				near(t, "the stake", row.Cells[1], 100*float64(1+i)/float64(n*(n+1)/2), 0.051)
				below, above := edges(t, row.Cells[4])
				for step := range 401 {
					x := float64(step) / 400
					if math.Abs(x-below) < 0.0002 || math.Abs(x-above) < 0.0002 {
						continue // the text is rounded
					}
					with := slices.Clone(scores)
					with[i] = x
					tried++
					if is := outlier(with, i, rules.threshold, rules.floor); is != (x < below || x > above) {
						t.Fatalf("%s, %v: v%d with %v is an outlier: %t, but the answer is %q", rules.id, scores, i, x, is, row.Cells[4])
					}
				}
			}
			near(t, "what they agree on", got.Brief, 100*sum/total, 0.0051)
			near(t, "the median", got.Totals[0].Cells[0], 100*middle(scores), 0.0051)
		}
		if tried < 10000 {
			t.Errorf("%s: %d scores were tried", rules.id, tried)
		}
	}
}

// edges are the scores below and above which a text says that outliers are.
func edges(t *testing.T, text string) (below, above float64) {
	t.Helper()
	below, above = -1, 2
	if n, _ := fmt.Sscanf(text, "below %f %% or above %f %%", &below, &above); n == 2 {
		return below / 100, above / 100
	}
	below, above = -1, 2
	if n, _ := fmt.Sscanf(text, "below %f %%", &below); n == 1 {
		return below / 100, above
	}
	below = -1
	if n, _ := fmt.Sscanf(text, "above %f %%", &above); n == 1 {
		return below, above / 100
	}
	if text != "at no score" {
		t.Errorf("outliers are %q", text)
	}
	return -1, 2
}
