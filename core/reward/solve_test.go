package reward

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/tallyproof/tallyproof/core/rulebook"
)

// anyDivision returns up to three competitions of up to nine miners, with scores of 0 and equal ones.
func anyDivision(r *rand.Rand) WeightsRequest {
	total := 91
	percent := float64(1 + r.IntN(100))
	topN, temperature := 1+r.IntN(4), 0.05+r.Float64()
	req := WeightsRequest{Rulebook: rulebook.ID([]string{"term", "term-live"}[r.IntN(2)]), TopN: &topN, Temperature: &temperature,
		Cap:  &Cap{Percent: &percent, Mode: []string{"", "truncate", "redistribute", "iterative", "none"}[r.IntN(5)]},
		Burn: &Burn{Percent: float64(r.IntN(101)), Mode: []string{"", "scale", "add", "multiply-only"}[r.IntN(4)]}}
	n := 1 + r.IntN(3)
	for c := range n {
		alpha := 100.0
		if n > 1 {
			alpha = []float64{80, 20, 0}[c]
		}
		comp := Competition{ID: fmt.Sprint("c", c), Alpha: alpha}
		for m := range 1 + r.IntN(9) {
			passed := r.IntN(8) * 13
			comp.Miners = append(comp.Miners, Miner{Miner: fmt.Sprint("m", m+r.IntN(2)*20), Passed: &passed, Total: &total})
		}
		req.Competitions = append(req.Competitions, comp)
	}
	return req
}

// asWeights is a variant by [Weights], whose request is changed instead.
func asWeights(t *testing.T, req WeightsRequest, strategy, miner string, score *float64, twice bool) map[string]MinerWeight {
	t.Helper()
	req.Strategy = strategy
	first := true
	req.Competitions = append([]Competition{}, req.Competitions...)
	for c := range req.Competitions {
		miners := append([]Miner{}, req.Competitions[c].Miners...)
		for i := range miners {
			if miners[i].Miner != miner {
				continue
			}
			if score != nil && first {
				miners[i].Passed, miners[i].Total, miners[i].Score, first = nil, nil, score, false
			}
			if twice {
				again := miners[i]
				again.Miner = miner + "+" // behind it among equal scores
				miners = append(miners, again)
				break
			}
		}
		req.Competitions[c].Miners = miners
	}
	got, err := Weights(req)
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]MinerWeight{}
	for _, m := range got.Miners {
		all[m.Miner] = m
	}
	return all
}

// TestMarginal holds what strategies pay against [Weights] with changed requests.
func TestMarginal(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 0))
	more, zeros := 0, 0
	for range 400 {
		req := anyDivision(r)
		if _, err := Weights(req); err != nil {
			continue // a miner that is there twice
		}
		you := req.Competitions[0].Miners[0].Miner
		got, err := Marginal(MarginalRequest{Division: req, Miner: you, Step: 1.0 / 91})
		if err != nil {
			t.Fatal(err)
		}
		near := func(what string, x, want float64) {
			if math.Abs(x-want) > 1e-9 {
				t.Errorf("%s: %v, want %v of %+v", what, x, want, req)
			}
		}
		for _, p := range got.Strategies {
			now := asWeights(t, req, p.Strategy, you, nil, false)
			near(p.Strategy+" share", p.Share, now[you].Normalized)
			if p.Stored != now[you].U16.MaxUpscaled {
				t.Errorf("%s: %d stored, want %d of %+v", p.Strategy, p.Stored, now[you].U16.MaxUpscaled, req)
			}
			if next := got.Score + 1.0/91; next <= 1 {
				more++
				near(p.Strategy+" next", *p.Next, asWeights(t, req, p.Strategy, you, &next, false)[you].Normalized)
			}
			twice := asWeights(t, req, p.Strategy, you, nil, true)
			near(p.Strategy+" twice", p.Twice, twice[you].Normalized+twice[you+"+"].Normalized)
			zero, unstored := 0.0, 0
			for id, m := range now {
				if id == burnAddress {
					continue
				}
				if m.Normalized > 0 && m.U16.MaxUpscaled == 0 {
					unstored++
				}
				if best(req, id) == 0 {
					zero += m.Normalized
				}
			}
			near(p.Strategy+" to zero scores", p.Zero, zero)
			if zero > 0 {
				zeros++
			}
			if p.Unstored != unstored {
				t.Errorf("%s: %d unstored, want %d", p.Strategy, p.Unstored, unstored)
			}
			ask := req
			ask.Strategy = p.Strategy
			whole, err := Weights(ask)
			if err != nil {
				t.Fatal(err)
			}
			near(p.Strategy+" HHI", p.HHI, whole.HHI.HHI)
			near(p.Strategy+" equal miners", p.Effective, whole.HHI.Effective)
		}
	}
	if more < 100 || zeros < 50 {
		t.Errorf("%d with one task more, %d that pay scores of 0: want more cases", more, zeros)
	}
}

// best is the best score of a miner, in tasks.
func best(req WeightsRequest, id string) int {
	most := 0
	for _, c := range req.Competitions {
		for _, m := range c.Miners {
			if m.Miner == id {
				most = max(most, *m.Passed)
			}
		}
	}
	return most
}

// TestOutcome holds pictures of a division against [Weights].
func TestOutcome(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 0))
	solved := 0
	for range 400 {
		req := anyDivision(r)
		got, err := Weights(req)
		if err != nil {
			continue
		}
		d, err := Divide(req)
		if err != nil {
			t.Fatal(err)
		}
		solved++
		out := d.Solve(Variant{Strategy: got.Strategy})
		for _, m := range got.Miners {
			i := d.Miner(m.Miner)
			if math.Abs(out.Raw[i]-m.RawShare) > 1e-9 || math.Abs(out.Final[i]-m.Normalized) > 1e-9 || out.Stored[i] != m.U16.MaxUpscaled {
				t.Errorf("%s: %v %v %d, want %+v of %+v", m.Miner, out.Raw[i], out.Final[i], out.Stored[i], m, req)
			}
		}
		if math.Abs(out.Top-got.TopShare) > 1e-9 || out.Feasible != got.Cap.Feasible && *req.Cap.Percent != 100 {
			t.Errorf("%v %v, want %v %v of %+v", out.Top, out.Feasible, got.TopShare, got.Cap.Feasible, req.Cap)
		}
	}
	if solved < 200 {
		t.Errorf("%d divisions: want more", solved)
	}
}

// TestSplittingByFormula holds what entering twice pays against the formulas of the
// documents (Weight Strategies 1, 3 and 4) for a copy with the same score, s of Σ: 2·f(s) /
// (Σ f + f(s)), without a cap and a burn. It pays for whoever has less than all.
func TestSplittingByFormula(t *testing.T) {
	formulas := map[string]func(score float64) float64{
		linear:          func(s float64) float64 { return s },
		quadratic:       func(s float64) float64 { return s * s },
		softmaxStrategy: func(s float64) float64 { return math.Exp(s / 0.25) },
	}
	temperature, cases := 0.25, 0
	r := rand.New(rand.NewPCG(5, 0))
	for range 50 {
		comp := Competition{ID: "one", Alpha: 100}
		scores := make([]float64, 2+r.IntN(30))
		for i := range scores {
			scores[i] = float64(1+r.IntN(100)) / 100
			comp.Miners = append(comp.Miners, Miner{Miner: fmt.Sprint("m", i), Score: &scores[i]})
		}
		got, err := Marginal(MarginalRequest{Miner: "m0", Step: 0.01, Division: WeightsRequest{
			Rulebook: rulebook.ID("term"), Temperature: &temperature, Cap: &Cap{Mode: capNone}, Burn: &Burn{}, Competitions: []Competition{comp}}})
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range got.Strategies {
			f := formulas[p.Strategy]
			if f == nil {
				continue
			}
			sum, own := 0.0, f(scores[0])
			for _, s := range scores {
				sum += f(s)
			}
			if once, twice := own/sum, 2*own/(sum+own); math.Abs(p.Share-once) > 1e-12 || math.Abs(p.Twice-twice) > 1e-12 || p.Twice <= p.Share {
				t.Errorf("%s of %v: %v, twice %v: want %v, %v", p.Strategy, scores, p.Share, p.Twice, once, twice)
			}
			cases++
		}
	}
	if cases != 50*len(formulas) {
		t.Errorf("%d cases, want %d", cases, 50*len(formulas))
	}
}
