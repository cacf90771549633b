package reward

import (
	"math/rand/v2"
	"strconv"
	"testing"

	"github.com/tallyproof/tallyproof/core/reward/decay"
	"github.com/tallyproof/tallyproof/core/reward/input"
)

// subnet is a competition of the size of a subnet, with pass counts of 91 tasks.
func subnet(miners int) []Competition {
	r := rand.New(rand.NewPCG(1, 2))
	comp := Competition{ID: "c", Alpha: 100}
	for i := range miners {
		comp.Miners = append(comp.Miners, Miner{Miner: strconv.Itoa(i + 1), Passed: ptr(r.IntN(92)), Total: ptr(91), SubmittedAt: input.InstantCounter(int64(r.IntN(1000)))})
	}
	return []Competition{comp}
}

func BenchmarkWeights(b *testing.B) {
	for _, miners := range []int{10, 256, 10000} {
		for name, ref := range refs {
			b.Run(name+"/"+strconv.Itoa(miners), func(b *testing.B) {
				req := WeightsRequest{Rulebook: ref, Cap: &Cap{Mode: capIterative, Percent: ptr(5.0)}, Burn: &Burn{Percent: 20}, Competitions: subnet(miners)}
				for b.Loop() {
					if _, err := Weights(req); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*miners), "ns/miner")
			})
		}
	}
}

func BenchmarkConsensus(b *testing.B) {
	const validators, miners = 16, 256
	r := rand.New(rand.NewPCG(3, 4))
	req := ConsensusRequest{}
	for v := range validators {
		req.Validators = append(req.Validators, Validator{ID: strconv.Itoa(v), Stake: input.StakeOf(float64(r.IntN(1e9)))})
		for m := range miners {
			req.Scores = append(req.Scores, Evaluation{Validator: strconv.Itoa(v), Miner: strconv.Itoa(m), Passed: ptr(r.IntN(92)), Total: ptr(91)})
		}
	}
	for name, ref := range refs {
		b.Run(name, func(b *testing.B) {
			req.Rulebook = ref
			for b.Loop() {
				if _, err := Consensus(req); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(req.Scores)), "ns/evaluation")
		})
	}
}

func BenchmarkDecay(b *testing.B) {
	for _, curve := range []string{decay.CurveLinear, decay.CurveExponential, decay.CurveBlock} {
		for name, ref := range refs {
			b.Run(curve+"/"+name, func(b *testing.B) {
				req := decay.DecayRequest{Rulebook: ref, Curve: curve, MaxBurn: ptr(100.0), GraceBlocks: ptr(10), To: ptr(int64(999))}
				for b.Loop() {
					if _, err := decay.Decay(req); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*1000), "ns/epoch")
			})
		}
	}
}
