package reward

import (
	"bytes"
	"math"
	"math/rand/v2"
	"strconv"
	"testing"

	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/reward/decay"
	"github.com/tallyproof/tallyproof/core/reward/input"
	"github.com/tallyproof/tallyproof/core/rulebook"
)

// extremes are numbers from 0 to 1 at the edges of float64.
var extremes = []float64{0, math.SmallestNonzeroFloat64, 1e-160, 1e-18, 1e-12, math.Nextafter(1e-12, 1), 1e-7, 0.1, 1.0 / 3, math.Nextafter(0.5, 0), 0.5, math.Nextafter(1, 0), 1}

// Numbers at the edges of their ranges never make an answer that is not finite.
func TestExtremes(t *testing.T) {
	g := rand.New(rand.NewPCG(5, 6))
	pick := func() float64 { return extremes[g.IntN(len(extremes))] }
	either := func() rulebook.Ref { return []rulebook.Ref{document, published}[g.IntN(2)] }
	for range rounds(1500) {
		stake := func() input.Stake {
			return []input.Stake{input.StakeOf(pick()), input.StakeOf(input.MaxStake * pick()), input.StakeDigits("999999999999999999999999.999999999999999999"), input.StakeOf(0)}[g.IntN(4)]
		}
		consensus := ConsensusRequest{Rulebook: either(), MinStakePercent: ptr(100 * pick()), MADFloor: ptr(pick()), MaxVariance: ptr(pick()), OutlierThreshold: ptr(1e6 * pick())}
		for v := range 1 + g.IntN(6) {
			consensus.Validators = append(consensus.Validators, Validator{ID: strconv.Itoa(v), Stake: stake()})
			consensus.Scores = append(consensus.Scores, Evaluation{Validator: strconv.Itoa(v), Miner: "m", Score: ptr(pick())})
		}
		finiteAnswer(t, "reward.consensus", consensus, Consensus)

		alpha := 100 * pick()
		weights := WeightsRequest{
			Rulebook: either(), Strategy: []string{linear, winnerTakesAll, quadratic, rankedStrategy, softmaxStrategy}[g.IntN(5)],
			Temperature: ptr(0.01 + 999.99*pick()), TopN: ptr(1 + g.IntN(9)), ZeroScores: []string{"", "nothing", "ranked", "formula", "paid"}[g.IntN(5)],
			Competitions: []Competition{{ID: "a", Alpha: alpha}, {ID: "b", Alpha: 100 - alpha, MinScore: ptr(pick())}},
			Empty:        []string{"burn", "renormalize"}[g.IntN(2)],
			Cap:          &Cap{Percent: ptr(0.001 + 99.999*pick()), Mode: []string{capTruncate, capRedistribute, capIterative}[g.IntN(3)]},
			Burn:         &Burn{Percent: 100 * pick(), Mode: []string{burnScale, burnAdd, burnMultiply}[g.IntN(3)]},
			Chain:        &Chain{Kappa: ptr(pick()), Validators: []ChainValidator{{ID: "1", Stake: stake()}, {ID: "v", Stake: stake()}}},
		}
		for c := range weights.Competitions {
			for m := range g.IntN(5) {
				weights.Competitions[c].Miners = append(weights.Competitions[c].Miners, Miner{Miner: strconv.Itoa(m), Score: ptr(pick())})
			}
		}
		finiteAnswer(t, "reward.weights", weights, Weights)

		d := decay.DecayRequest{
			Rulebook: either(), Curve: []string{decay.CurveLinear, decay.CurveExponential, decay.CurveStep, decay.CurveLogarithmic, decay.CurveCustom, decay.CurveBlock}[g.IntN(6)],
			Rate: ptr(0.000001 + 0.999999*pick()), MaxBurn: ptr(100 * pick()), Grace: ptr(g.IntN(3)), StepPercent: ptr(100 * pick()), StepEpochs: ptr(1 + g.IntN(3)),
			Table: []float64{100 * pick(), 100 * pick()}, HalfLife: ptr(1 + g.IntN(9)), Threshold: ptr(pick()), ThresholdMode: []string{"relative", "absolute", "any"}[g.IntN(3)],
		}
		if g.IntN(2) == 0 {
			d.To, d.Every = ptr(int64(1)<<53), ptr(int64(1)<<50)
		} else {
			for e := range int64(5) {
				d.History = append(d.History, decay.HistoryEpoch{Epoch: e, BestScore: ptr(pick())})
			}
		}
		finiteAnswer(t, "reward.decay", d, decay.Decay)
	}
}

// finiteAnswer runs an operation through JSON, as strangers do.
func finiteAnswer[Req, Res any](t *testing.T, name string, req Req, f func(Req) (Res, error)) {
	t.Helper()
	text, err := op.Encode(req)
	if err != nil {
		t.Fatal(err)
	}
	envelope := operation(t, name).Call(text)
	if bytes.HasPrefix(envelope, []byte(`{"error":{"code":"internal"`)) || bytes.HasPrefix(envelope, []byte(`{"error":{"code":"malformed"`)) {
		t.Fatalf("%s\nanswers %s", text, envelope)
	}
	// The same request from Go gives the same answer, or is refused too.
	res, err := f(req)
	if (err != nil) != bytes.HasPrefix(envelope, []byte(`{"error"`)) {
		t.Fatalf("%s\nanswers %s, from Go %v", text, envelope, err)
	}
	if body, failed := op.Encode(res); err == nil && (failed != nil || !bytes.Equal(envelope, []byte(`{"ok":`+string(body)+`}`))) {
		t.Fatalf("%s\nanswers %s, from Go %s", text, envelope, body)
	}
}
