package live

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/score"
)

// weightings draws weights in basis points that sum to 100 %, some of them 0.
func weighting(rng *rand.Rand, dims int) []int32 {
	w, left := make([]int32, dims), int32(Whole)
	for k := range w[:dims-1] {
		w[k] = rng.Int32N(left + 1)
		if rng.IntN(4) == 0 {
			w[k] = 0
		}
		left -= w[k]
	}
	w[dims-1] = left
	rng.Shuffle(dims, func(a, b int) { w[a], w[b] = w[b], w[a] })
	return w
}

// variant is a rulebook of any dimensions, and what a table is made of.
type variant struct {
	name     string
	rulebook rulebook.Rulebook
	score    func(rng *rand.Rand) float64
}

func variants() []variant {
	plain := func(arithmetic, rounding, ties string, scale float64) rulebook.Rulebook {
		return rulebook.Rulebook{
			ID: "test", Name: "Test", Source: "a test", Arithmetic: arithmetic, Scale: scale, Ties: ties,
			Dimensions: []rulebook.Dimension{{Key: "a", Label: "A", Measure: "direct"}},
			Composite:  rulebook.Composite{Rounding: rounding, Open: true, Cap: true},
		}
	}
	cents := func(rng *rand.Rand) float64 { return float64(rng.IntN(10_001)) / 100 }
	whole := func(rng *rand.Rand) float64 { return float64(rng.IntN(11)) * 10 }
	any := func(rng *rand.Rand) float64 { return rng.Float64() * 100 }
	return []variant{
		{"two decimals", plain(rulebook.Exact, rulebook.RoundNone, "", 100), cents},
		{"many ties", plain(rulebook.Exact, rulebook.RoundNone, "", 100), whole},
		{"floored", plain(rulebook.Exact, rulebook.RoundFloorTotal, "", 100), cents},
		{"floored, of 1000, in order", plain(rulebook.Exact, rulebook.RoundFloorTotal, rulebook.TiesByOrder, 1000), any},
		{"all decimals", plain(rulebook.Exact, rulebook.RoundNone, "", 100), any},
		{"float64", plain(rulebook.Float64, rulebook.RoundNone, "", 100), any},
		{"float64, ties", plain(rulebook.Float64, rulebook.RoundNone, "", 100), whole},
		{"rounded parts", plain(rulebook.Float64, rulebook.RoundParts, "", 1000), cents},
		{"a scale of 1", plain(rulebook.Exact, rulebook.RoundNone, "", 1), func(rng *rand.Rand) float64 { return float64(rng.IntN(92)) / 91 }},
	}
}

func (v variant) request(rng *rand.Rand, rows, dims int) score.RankRequest {
	req := score.RankRequest{Rulebook: rulebook.Custom(v.rulebook), Weights: map[string]float64{}}
	for k := range dims {
		req.Weights[string(rune('a'+k))] = 0
	}
	req.Weights["a"] = 1
	for i := range rows {
		s := score.Submission{ID: fmt.Sprintf("s%d", i), Name: "Agent", Dimensions: map[string]float64{}}
		if rng.IntN(3) == 0 {
			s.SubmittedAt = fmt.Sprintf("2026-03-0%dT00:00:00Z", 1+rng.IntN(3))
		}
		for key := range req.Weights {
			s.Dimensions[key] = v.score(rng)
		}
		req.Submissions = append(req.Submissions, s)
	}
	return req
}

// Every step is the ranking that score.rank makes of the same rows and weights:
// order, ranks, and scores and parts bit for bit.
func TestStepAgainstRank(t *testing.T) {
	tables := 40
	if testing.Short() {
		tables = 8
	}
	for _, v := range variants() {
		t.Run(v.name, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(14, 1))
			for range tables {
				dims := 1 + rng.IntN(7)
				req := v.request(rng, 1+rng.IntN(120), dims)
				table, err := New(req)
				if err != nil {
					t.Fatal(err)
				}
				for range 5 {
					compare(t, req, table, weighting(rng, dims))
				}
			}
		})
	}
}

func compare(t *testing.T, req score.RankRequest, table *Table, weights []int32) {
	t.Helper()
	step, refusal := table.Step(weights)
	if refusal != nil {
		t.Fatal(refusal)
	}
	for k, d := range table.Dims {
		req.Weights[d.Key] = float64(weights[k]) / Whole
	}
	want, err := score.Rank(req)
	if err != nil {
		t.Fatal(err)
	}
	for p, s := range want.Standings {
		i := step.Order[p]
		if table.IDs[i] != s.ID || table.Names[i] != s.Name || int(step.Rank[i]) != s.Rank || math.Float64bits(step.Score[i]) != math.Float64bits(s.Score) {
			t.Fatalf("weights %v, place %d: %s, rank %d, score %v; want %s, %d, %v", weights, p+1, table.IDs[i], step.Rank[i], step.Score[i], s.ID, s.Rank, s.Score)
		}
		for k, d := range table.Dims {
			part, _ := s.Breakdown.Get(d.Key)
			if got := table.Part(i, k, weights[k]); got != part.Weighted || table.Given(i, k) != part.Score {
				t.Fatalf("weights %v, %s of %s: %v points of %v, want %v of %v", weights, d.Key, s.ID, got, table.Given(i, k), part.Weighted, part.Score)
			}
		}
	}
}

// A step of a table with few decimals, or of float64, needs no memory.
func TestStepDoesNotAllocate(t *testing.T) {
	for _, v := range variants() {
		if strings.Contains(v.name, "all decimals") || strings.Contains(v.name, "in order") || strings.Contains(v.name, "scale of 1") {
			continue
		}
		rng := rand.New(rand.NewPCG(14, 2))
		table, err := New(v.request(rng, 2000, 7))
		if err != nil {
			t.Fatal(err)
		}
		weights := weighting(rng, 7)
		if n := testing.AllocsPerRun(20, func() { table.Step(weights) }); n > 0 {
			t.Errorf("%s: %v allocations a step", v.name, n)
		}
	}
}

func TestTableRefuses(t *testing.T) {
	rng := rand.New(rand.NewPCG(14, 3))
	req := variants()[0].request(rng, 3, 2)
	table, err := New(req)
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		weights []int32
		want    string
	}{
		{[]int32{10_000}, "/weights: 1 weights for 2 dimensions: want one for each"},
		{[]int32{-1, 10_001}, "/weights/0: -1: want at least 0 basis points"},
		{[]int32{5000, 4999}, "/weights: the weights sum to 9999 basis points: want 10000"},
	} {
		if _, refusal := table.Step(tt.weights); refusal == nil || refusal.Error() != tt.want {
			t.Errorf("%v: %v, want %s", tt.weights, refusal, tt.want)
		}
	}
	req.Submissions[2].ID = req.Submissions[0].ID
	if _, err := New(req); err == nil || !strings.HasPrefix(err.Error(), "/submissions/2/id: ") {
		t.Errorf("a repeated id: %v", err)
	}
	req.Submissions[2].ID, req.Submissions[1].Dimensions["b"] = "other", 101
	if _, err := New(req); err == nil || !strings.HasPrefix(err.Error(), "/submissions/1/dimensions/b: ") {
		t.Errorf("a score off the scale: %v", err)
	}
}

func BenchmarkStep(b *testing.B) {
	for _, rows := range []int{10_000, 100_000} {
		b.Run(fmt.Sprintf("rows=%d", rows), func(b *testing.B) {
			rng := rand.New(rand.NewPCG(14, 4))
			table, err := New(variants()[0].request(rng, rows, 7))
			if err != nil {
				b.Fatal(err)
			}
			lists := [][]int32{weighting(rng, 7), weighting(rng, 7), weighting(rng, 7)}
			b.ResetTimer()
			for i := 0; b.Loop(); i++ {
				table.Step(lists[i%len(lists)])
			}
		})
	}
}
