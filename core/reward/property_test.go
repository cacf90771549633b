package reward

import (
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strconv"
	"testing"

	"github.com/tallyproof/tallyproof/core/reward/decay"
	"github.com/tallyproof/tallyproof/core/reward/input"
)

// generator makes random requests; its seed is fixed, so a failure repeats.
type generator struct{ *rand.Rand }

// rounds is how often a property is tried: with -short, as the wasm tests run, a
// tenth of n.
func rounds(n int) int {
	if testing.Short() {
		return n / 10
	}
	return n
}

func seeded(t *testing.T) generator {
	t.Helper()
	return generator{rand.New(rand.NewPCG(20260318, 11))}
}

// score is now and then 0, 1 or a tie.
func (g generator) score() float64 {
	switch g.IntN(8) {
	case 0:
		return 0
	case 1:
		return 1
	case 2, 3:
		return float64(g.IntN(11)) / 10
	}
	return g.Float64()
}

func (g generator) competition(id string, alpha float64) Competition {
	c := Competition{ID: id, Alpha: alpha}
	for _, uid := range g.Perm(40)[:1+g.IntN(30)] {
		m := Miner{Miner: strconv.Itoa(uid + 1)}
		if g.IntN(2) == 0 {
			m.Passed, m.Total = ptr(g.IntN(92)), ptr(91)
		} else {
			m.Score = ptr(g.score())
		}
		if g.IntN(3) > 0 {
			m.SubmittedAt = input.InstantCounter(int64(g.IntN(5)))
		}
		c.Miners = append(c.Miners, m)
	}
	return c
}

func (g generator) request() WeightsRequest {
	req := WeightsRequest{Rulebook: document}
	if g.IntN(2) == 0 {
		req.Rulebook = published
	}
	req.Strategy = []string{linear, winnerTakesAll, quadratic, rankedStrategy, softmaxStrategy}[g.IntN(5)]
	if req.Strategy == winnerTakesAll {
		req.TopN = ptr(1 + g.IntN(10))
	}
	if g.IntN(3) == 0 {
		alpha := float64(g.IntN(100))
		req.Competitions = []Competition{g.competition("a", alpha), g.competition("b", 100-alpha)}
		req.Empty = []string{"burn", "renormalize"}[g.IntN(2)]
	} else {
		req.Competitions = []Competition{g.competition("a", 100)}
	}
	if g.IntN(2) == 0 {
		req.Cap = &Cap{Percent: ptr(float64(1 + g.IntN(100))), Mode: []string{capTruncate, capRedistribute, capIterative, capNone}[g.IntN(4)]}
	}
	if g.IntN(2) == 0 {
		req.Burn = &Burn{Percent: float64(g.IntN(101)), Mode: []string{burnScale, burnAdd, burnMultiply}[g.IntN(3)]}
	}
	return req
}

// shuffled is the same request with competitions and miners in another order.
func (g generator) shuffled(req WeightsRequest) WeightsRequest {
	req.Competitions = slices.Clone(req.Competitions)
	for i, c := range req.Competitions {
		c.Miners = slices.Clone(c.Miners)
		g.Shuffle(len(c.Miners), func(i, j int) { c.Miners[i], c.Miners[j] = c.Miners[j], c.Miners[i] })
		req.Competitions[i] = c
	}
	g.Shuffle(len(req.Competitions), func(i, j int) {
		req.Competitions[i], req.Competitions[j] = req.Competitions[j], req.Competitions[i]
	})
	return req
}

func byMiner(res WeightsResponse) map[string]MinerWeight {
	all := map[string]MinerWeight{}
	for _, m := range res.Miners {
		all[m.Miner] = m
	}
	return all
}

// Normalized shares sum to 1, or to 0 when nobody is paid; so do raw shares
// with what is unallocated. Largest remainders sum to 65535, and the largest
// weight is upscaled to it. Nothing is negative or over 65535.
func TestSums(t *testing.T) {
	g := seeded(t)
	for range rounds(1500) {
		req := g.request()
		res := weightsOf(t, req)
		normalized, raw, whole, top := 0.0, 0.0, int64(0), int64(0)
		for _, m := range res.Miners {
			normalized += m.Normalized
			raw += m.RawShare
			whole += m.U16.LargestRemainder
			top = max(top, m.U16.MaxUpscaled)
			if m.Share < 0 || m.U16.Round < 0 || m.U16.Round > math.MaxUint16 || m.U16.LargestRemainder < 0 {
				t.Fatalf("%+v of %+v", m, req)
			}
		}
		if res.Reason != "" || req.Burn != nil && req.Burn.Mode == burnMultiply && req.Burn.Percent == 100 {
			if normalized != 0 || whole != 0 {
				t.Fatalf("%v and %d without weights, of %+v", normalized, whole, req)
			}
			continue
		}
		allocated := 1.0
		if req.Empty == "burn" {
			allocated -= res.Unallocated
		}
		if math.Abs(normalized-1) > 1e-12 || math.Abs(raw-allocated) > 1e-12 || whole != math.MaxUint16 || top != math.MaxUint16 {
			t.Fatalf("normalized %v, raw %v, whole %d, top %d, of %+v", normalized, raw, whole, top, req)
		}
	}
}

// The order of miners and competitions changes nothing of an exact answer but
// its order. In float64 it may change last bits and, where the published code
// lets the order decide ties, who wins.
func TestOrderIndependence(t *testing.T) {
	g := seeded(t)
	for range rounds(400) {
		req := g.request()
		req.Rulebook = document
		want, got := byMiner(weightsOf(t, req)), byMiner(weightsOf(t, g.shuffled(req)))
		if len(got) != len(want) {
			t.Fatalf("%d miners, want %d, of %+v", len(got), len(want), req)
		}
		for id, m := range want {
			if !reflect.DeepEqual(got[id], m) {
				t.Fatalf("miner %s\n got %+v\nwant %+v", id, got[id], m)
			}
		}
	}
}

// The order of validators changes nothing of an exact consensus.
func TestConsensusOrderIndependence(t *testing.T) {
	g := seeded(t)
	for range rounds(500) {
		req := ConsensusRequest{Rulebook: document, MinStakePercent: ptr(0.0)}
		for v := range 1 + g.IntN(9) {
			id := strconv.Itoa(v)
			req.Validators = append(req.Validators, Validator{ID: id, Stake: input.StakeOf(1 + float64(g.IntN(1e9)))})
			req.Scores = append(req.Scores, Evaluation{Validator: id, Miner: "m", Score: ptr(g.score())})
		}
		want := consensusOf(t, req).Miners[0]
		g.Shuffle(len(req.Scores), func(i, j int) { req.Scores[i], req.Scores[j] = req.Scores[j], req.Scores[i] })
		g.Shuffle(len(req.Validators), func(i, j int) { req.Validators[i], req.Validators[j] = req.Validators[j], req.Validators[i] })
		got := consensusOf(t, req).Miners[0]
		same := got.Valid == want.Valid && got.Median == want.Median && got.MAD == want.MAD && len(got.Outliers) == len(want.Outliers)
		if !same || want.Valid && *got.Score != *want.Score {
			t.Fatalf("got %+v, want %+v, of %+v", got, want, req)
		}
		if want.Valid && (*want.Score < 0 || *want.Score > 1) {
			t.Fatalf("score %v is no mean of scores", *want.Score)
		}
	}
}

// Linear and quadratic shares do not change when every score is halved.
func TestScaleInvariance(t *testing.T) {
	g := seeded(t)
	for range rounds(500) {
		req := WeightsRequest{Rulebook: document, Strategy: []string{linear, quadratic}[g.IntN(2)], Competitions: []Competition{g.competition("a", 100)}}
		halved := req
		halved.Competitions = []Competition{{ID: "a", Alpha: 100, Miners: slices.Clone(req.Competitions[0].Miners)}}
		for i, m := range halved.Competitions[0].Miners {
			if m.Score != nil {
				m.Score = ptr(*m.Score / 2)
			} else {
				m.Total = ptr(*m.Total * 2)
			}
			halved.Competitions[0].Miners[i] = m
		}
		want, got := weightsOf(t, req), weightsOf(t, halved)
		for i, m := range want.Miners {
			// Half of a score with 17 digits may be another decimal than half of it.
			if math.Abs(got.Miners[i].Share-m.Share) > 1e-15 {
				t.Fatalf("got %+v, want %+v", got.Miners[i], m)
			}
		}
	}
}

// Under iterative nobody is over the cap when it is feasible, nothing is lost,
// nobody falls behind somebody they were ahead of, and only who was over it is
// capped.
func TestIterativeCap(t *testing.T) {
	g := seeded(t)
	for range rounds(800) {
		req := g.request()
		req.Rulebook, req.Burn, req.Empty = document, nil, "renormalize"
		req.Cap = &Cap{Percent: ptr(float64(1 + g.IntN(100))), Mode: capIterative}
		res := weightsOf(t, req)
		if !res.Cap.Feasible {
			continue
		}
		total := 0.0
		for i, m := range res.Miners {
			total += m.Share
			if m.Share > *req.Cap.Percent/100 || m.Capped && m.Share != *req.Cap.Percent/100 {
				t.Fatalf("%+v, cap %v", m, *req.Cap.Percent)
			}
			for _, n := range res.Miners[:i] {
				if (m.RawShare-n.RawShare)*(m.Share-n.Share) < 0 {
					t.Fatalf("%+v and %+v changed places", m, n)
				}
			}
		}
		if res.Reason == "" && math.Abs(total-1) > 1e-12 {
			t.Fatalf("shares sum to %v, of %+v", total, req)
		}
	}
}

// Decay is bounded by 0 and max_burn, burn and kept sum to 100, and with time
// it never falls.
func TestDecayMonotone(t *testing.T) {
	g := seeded(t)
	for range 300 {
		req := decay.DecayRequest{
			Rulebook: document, Curve: []string{decay.CurveLinear, decay.CurveExponential, decay.CurveStep, decay.CurveLogarithmic, decay.CurveBlock}[g.IntN(5)],
			Rate: ptr(0.000001 + 0.999999*g.Float64()), MaxBurn: ptr(float64(g.IntN(101))), Grace: ptr(g.IntN(20)), GraceBlocks: ptr(g.IntN(20)),
			HalfLife: ptr(1 + g.IntN(50)), To: ptr(int64(200)), LastImprovement: ptr(int64(g.IntN(50))), From: ptr(int64(0)),
		}
		if g.IntN(2) == 0 {
			req.Rulebook = published
		}
		if req.Curve == decay.CurveStep {
			req.StepPercent, req.StepEpochs = ptr(100*g.Float64()), ptr(1+g.IntN(20))
		}
		before := 0.0
		for _, e := range decayOf(t, req).Epochs {
			if e.BurnPercent < before || e.BurnPercent > *req.MaxBurn || math.Abs(e.BurnPercent+e.KeptPercent-100) > 1e-12 || e.BurnPercent > 0 && e.Stale == 0 {
				t.Fatalf("%+v after %v, of %+v", e, before, req)
			}
			before = e.BurnPercent
		}
	}
}

// Both documents' curves against a power computed another way: τ factors, one
// after the other, in float64.
func TestExponentialByHand(t *testing.T) {
	for _, rate := range []float64{0.000001, 0.01, 0.05, 0.333, 0.999999, 1} {
		kept := 1.0
		req := decay.DecayRequest{Rulebook: document, Curve: decay.CurveExponential, Rate: &rate, Grace: ptr(0), MaxBurn: ptr(100.0), To: ptr(int64(rounds(5000)))}
		for _, e := range decayOf(t, req).Epochs {
			if want := (1 - kept) * 100; math.Abs(e.BurnPercent-want) > 1e-9 {
				t.Fatalf("rate %v, epoch %d: %v, want %v", rate, e.Epoch, e.BurnPercent, want)
			}
			kept *= 1 - rate
		}
	}
}
