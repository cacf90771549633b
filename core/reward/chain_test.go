package reward

import (
	"math"
	"slices"
	"strconv"
	"testing"

	"github.com/tallyproof/tallyproof/core/reward/input"
	"github.com/tallyproof/tallyproof/core/reward/number"
)

// What the bittensor SDK sends, from float32 weights. It rounds halves to even
// and we round them up; no case here is a half that tells the two apart.
func TestBittensorEmit(t *testing.T) {
	type vector struct {
		Label string
		In    struct {
			UIDs    []int
			Weights []float64
		}
		Out struct {
			Error   string
			UIDs    []int
			Weights []int64 `json:"weights_u16"`
		}
	}
	for _, c := range load[vector](t, "bittensor_emit") {
		t.Run(c.Label, func(t *testing.T) {
			if c.Out.Error != "" {
				if res := weightsOf(t, WeightsRequest{Rulebook: document, Competitions: []Competition{{ID: "c", Alpha: 100}}}); res.Reason != "no-miners" {
					t.Errorf("reason %q, want no-miners", res.Reason)
				}
				return
			}
			weights := make([]number.Number, len(c.In.Weights))
			for i, w := range c.In.Weights {
				weights[i] = number.Arithmetic{}.Decimal(float64(float32(w)))
			}
			var uids []int
			var stored []int64
			for i, w := range maxUpscale(weights) {
				if w > 0 {
					uids, stored = append(uids, c.In.UIDs[i]), append(stored, w)
				}
			}
			equal(t, "UIDs", uids, c.Out.UIDs)
			equal(t, "weights", stored, c.Out.Weights)
		})
	}
}

// What the chain stores and the row it uses, to the last bit.
func TestSubtensorMaxUpscale(t *testing.T) {
	type vector struct {
		Label string
		In    struct{ Values []int64 }
		Out   struct {
			Stored []int64   `json:"max_upscaled"`
			Row    []float64 `json:"row_normalised"`
		}
	}
	for _, c := range load[vector](t, "subtensor_max_upscale") {
		t.Run(c.Label, func(t *testing.T) {
			stored := storedU16(c.In.Values)
			equal(t, "stored", stored, c.Out.Stored)
			equal(t, "row", rowShares(stored), c.Out.Row)
			weights := make([]number.Number, len(c.In.Values))
			for i, v := range c.In.Values {
				weights[i] = number.Integer(v)
			}
			equal(t, "max-upscaled", maxUpscale(weights), c.Out.Stored)
		})
	}
}

// One epoch of the chain's consensus. The chain computes in I32F32, so these
// agree to 1e-6, which the file asks for.
func TestSubtensorYuma(t *testing.T) {
	type vector struct {
		Label string
		In    struct {
			Kappa   float64 `json:"kappa_u16"`
			Owner   int     `json:"owner_uid"`
			Stake   []float64
			Weights [][]int `json:"weights_u16"`
		}
		Out struct {
			Consensus, Incentive []float64
			Trust                []float64 `json:"validator_trust"`
		}
	}
	for _, c := range load[vector](t, "subtensor_yuma") {
		t.Run(c.Label, func(t *testing.T) {
			chain := &Chain{Kappa: ptr(c.In.Kappa / math.MaxUint16), Owner: strconv.Itoa(c.In.Owner)}
			comp := Competition{ID: "c", Alpha: 100}
			for uid, stake := range c.In.Stake {
				v := ChainValidator{ID: strconv.Itoa(uid), Stake: input.StakeOf(stake), Weights: []ChainWeight{}}
				for miner, w := range c.In.Weights[uid] {
					v.Weights = append(v.Weights, ChainWeight{strconv.Itoa(miner), w})
				}
				chain.Validators = append(chain.Validators, v)
				comp.Miners = append(comp.Miners, Miner{Miner: strconv.Itoa(uid), Score: ptr(0.5)})
			}
			view := weightsOf(t, WeightsRequest{Rulebook: document, Competitions: []Competition{comp}, Chain: chain}).Chain
			var consensus, incentive, trust []float64
			for i, m := range view.Miners {
				consensus, incentive = append(consensus, *m.Consensus), append(incentive, *m.Incentive)
				trust = append(trust, view.Validators[i].Trust)
			}
			within(t, "consensus", consensus, c.Out.Consensus)
			within(t, "incentive", incentive, c.Out.Incentive)
			within(t, "trust", trust, c.Out.Trust)
		})
	}
}

// By hand: a validator that is also a miner gives itself and another the same weight.
// The half for itself falls away, unless it is the owner.
func TestWeightOnItself(t *testing.T) {
	for _, c := range []struct {
		name, owner string
		want        []float64 // incentives of a and b
	}{
		{"no owner", "", []float64{0, 1}},
		{"another owner", "b", []float64{0, 1}},
		{"the owner", "a", []float64{0.5, 0.5}},
	} {
		t.Run(c.name, func(t *testing.T) {
			validator := ChainValidator{ID: "a", Stake: input.StakeOf(1), Weights: []ChainWeight{{"a", 65535}, {"b", 65535}}}
			comp := Competition{ID: "c", Alpha: 100, Miners: []Miner{{Miner: "a", Score: ptr(0.5)}, {Miner: "b", Score: ptr(0.5)}}}
			view := weightsOf(t, WeightsRequest{Rulebook: document, Competitions: []Competition{comp}, Chain: &Chain{Owner: c.owner, Validators: []ChainValidator{validator}}}).Chain
			within(t, "incentive", []float64{*view.Miners[0].Incentive, *view.Miners[1].Incentive}, c.want)
		})
	}
}

func within(t *testing.T, what string, got, want []float64) {
	t.Helper()
	if !slices.EqualFunc(got, want, func(a, b float64) bool { return math.Abs(a-b) <= 1e-6 }) {
		t.Errorf("%s\n got %v\nwant %v", what, got, want)
	}
}
