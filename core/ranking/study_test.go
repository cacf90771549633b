package ranking

import (
	"flag"
	"fmt"
	"math/big"
	"math/rand/v2"
	"strconv"
	"testing"

	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/score"
)

var longer = flag.Int("rounds", 1, "times as many random cases")

// rounds is how many random cases a test tries: with -short, as the wasm tests run,
// a fifth of n.
func rounds(n int) int {
	if testing.Short() {
		n /= 5
	}
	return n * *longer
}

// plain is a rulebook of dimensions a, b, c … with equal default weights.
func plain(scale float64, dims int) rulebook.Rulebook {
	rb := rulebook.Rulebook{ID: "plain", Name: "Plain", Source: "test", Arithmetic: rulebook.Exact, Scale: scale, Composite: rulebook.Composite{Rounding: rulebook.RoundNone}}
	for k := range dims {
		rb.Dimensions = append(rb.Dimensions, rulebook.Dimension{Key: letter(k), Label: letter(k), Measure: "direct"})
	}
	return rb
}

func letter(k int) string { return string(rune('a' + k)) }

// weights names weights a, b, c …
func weights(w ...float64) map[string]float64 {
	all := map[string]float64{}
	for k, x := range w {
		all[letter(k)] = x
	}
	return all
}

// rows makes submissions with ids r0, r1 … from scores.
func rows(scores ...[]float64) []score.Submission {
	var list []score.Submission
	for i, x := range scores {
		list = append(list, score.Submission{ID: "r" + strconv.Itoa(i), Dimensions: weights(x...)})
	}
	return list
}

// randomStudy is a request with few distinct values, so that ties, equal rows,
// zero weights and dominated rows are common. Weights are whole percentages.
func randomStudy(rng *rand.Rand, maxRows, maxDims, values int) SensitivityRequest {
	dims := 1 + rng.IntN(maxDims)
	req := SensitivityRequest{Rulebook: rulebook.Custom(plain(1000, dims)), Weights: randomWeights(rng, dims), Samples: 50}
	for i := range 1 + rng.IntN(maxRows) {
		x := make([]float64, dims)
		for k := range x {
			x[k] = float64(rng.IntN(values))
		}
		s := score.Submission{ID: fmt.Sprintf("r%02d", i), Dimensions: weights(x...)}
		if rng.IntN(3) == 0 {
			s.SubmittedAt = fmt.Sprintf("2026-03-0%dT00:00:00Z", 1+rng.IntN(3))
		}
		req.Submissions = append(req.Submissions, s)
	}
	return req
}

// randomWeights are whole percentages, some of them 0.
func randomWeights(rng *rand.Rand, dims int) map[string]float64 {
	parts := make([]int, dims)
	for left := 100; left > 0; {
		take := min(left, 1+rng.IntN(50))
		parts[rng.IntN(dims)] += take
		left -= take
	}
	w := map[string]float64{}
	for k, p := range parts {
		w[letter(k)] = float64(p) / 100
	}
	return w
}

// rational reads a float64 as its shortest decimal.
func rational(x float64) *big.Rat {
	r, ok := new(big.Rat).SetString(strconv.FormatFloat(x, 'g', -1, 64))
	if !ok {
		panic("not a number")
	}
	return r
}

// oracle holds a study's scores as rationals: a second, slow implementation.
type oracle struct {
	ids []string
	x   [][]*big.Rat // by row
}

func oracleOf(t *table) oracle {
	o := oracle{ids: t.ids}
	for i := range t.ids {
		var row []*big.Rat
		for _, x := range t.row(i) {
			row = append(row, rational(x))
		}
		o.x = append(o.x, row)
	}
	return o
}

// lead is Σ w·(row a − row b).
func (o oracle) lead(w []*big.Rat, a, b int) *big.Rat {
	sum := new(big.Rat)
	for k := range w {
		d := new(big.Rat).Sub(o.x[a][k], o.x[b][k])
		sum.Add(sum, d.Mul(d, w[k]))
	}
	return sum
}

// swept are the weights with column k at at and the others in proportion, or
// equal where they are all 0.
func swept(w []*big.Rat, k int, at *big.Rat) []*big.Rat {
	rest := new(big.Rat)
	for l, x := range w {
		if l != k {
			rest.Add(rest, x)
		}
	}
	left := new(big.Rat).Sub(big.NewRat(1, 1), at)
	all := make([]*big.Rat, len(w))
	for l, x := range w {
		switch {
		case l == k:
			all[l] = at
		case rest.Sign() == 0:
			all[l] = new(big.Rat).Quo(left, big.NewRat(int64(len(w)-1), 1))
		default:
			all[l] = new(big.Rat).Mul(left, new(big.Rat).Quo(x, rest))
		}
	}
	return all
}

func rationals(w []float64) []*big.Rat {
	var all []*big.Rat
	for _, x := range w {
		all = append(all, rational(x))
	}
	return all
}

func studyOf(t *testing.T, req SensitivityRequest) *study {
	t.Helper()
	s, err := newStudy(req)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func sensitivity(t *testing.T, req SensitivityRequest) SensitivityResponse {
	t.Helper()
	res, err := Sensitivity(req)
	if err != nil {
		t.Fatal(err)
	}
	return res
}
