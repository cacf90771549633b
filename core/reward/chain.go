package reward

import (
	"cmp"
	"math"
	"slices"

	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/reward/input"
)

// Chain asks how the chain reads the row: on its own, and beside the rows of
// other validators.
type Chain struct {
	Kappa      *float64         `json:"kappa,omitempty" op:"min=0 max=1" doc:"Share of stake that must agree, as a fraction; 32767/65535 by default."`
	Owner      string           `json:"owner,omitempty" op:"maxlen=200" doc:"Validator whose weight on itself counts; by default no validator."`
	Validators []ChainValidator `json:"validators,omitempty" op:"max=1000" doc:"Rows on chain; adds consensus, incentive and trust."`
}

// ChainValidator is one validator's row.
type ChainValidator struct {
	ID      string        `json:"id" op:"maxlen=200" doc:"Unique id; a miner of the same id is the same neuron."`
	Stake   input.Stake   `json:"stake" doc:"Its stake, in any unit."`
	Weights []ChainWeight `json:"weights,omitempty" op:"max=100000" doc:"Its row as the chain has it; the row of this answer by default."`
}

// ChainWeight is one weight of a row.
type ChainWeight struct {
	Miner  string `json:"miner" op:"maxlen=200" doc:"Id of a miner of this answer."`
	Weight int    `json:"weight" op:"min=0 max=65535" doc:"Whole number from 0 to 65535."`
}

// ChainView is how the chain reads the row. It is the chain's arithmetic, not
// the arena's.
type ChainView struct {
	Miners     []ChainMiner `json:"miners" doc:"In the order of the answer."`
	Validators []ChainTrust `json:"validators,omitempty" doc:"In the order given."`
}

// ChainMiner is one miner of the row.
type ChainMiner struct {
	Miner     string   `json:"miner" doc:"Id of the miner."`
	Stored    int64    `json:"stored" doc:"What the chain stores: the documented whole numbers, max-upscaled."`
	Row       float64  `json:"row" doc:"Its share of the stored row, rounded down to a multiple of 2^-32."`
	Consensus *float64 `json:"consensus,omitempty" doc:"Stake-weighted median of all rows: higher weights are clipped to it."`
	Incentive *float64 `json:"incentive,omitempty" doc:"Its share of what is left after clipping."`
}

// ChainTrust is one validator of the chain view.
type ChainTrust struct {
	ID    string  `json:"id" doc:"Id of the validator."`
	Trust float64 `json:"trust" doc:"How much of its row is left after clipping, 0 to 1."`
}

// kappa is the chain's default, 32767/65535.
const kappa = 32767.0 / math.MaxUint16

// maxCells is the most validators times miners of a chain view.
const maxCells = 4 << 20

// rowShares returns the stored row as shares, in the chain's I32F32: rounded down to
// a multiple of 2^-32.
func rowShares(stored []int64) []float64 {
	total := int64(0)
	for _, w := range stored {
		total += w
	}
	row := make([]float64, len(stored))
	for i, w := range stored {
		if total > 0 {
			row[i] = float64(w<<32/total) / (1 << 32)
		}
	}
	return row
}

// storedU16 is [maxUpscale] of whole numbers, in whole numbers.
func storedU16(weights []int64) []int64 {
	top := int64(0)
	for _, w := range weights {
		top = max(top, w)
	}
	stored := make([]int64, len(weights))
	for i, w := range weights {
		if top > 0 {
			stored[i] = (2*w*math.MaxUint16 + top) / (2 * top)
		}
	}
	return stored
}

// chain returns the chain's view of the answer.
func (w *weigher) chain(c *Chain) (*ChainView, *op.Error) {
	stored := storedU16(w.u16)
	row := rowShares(stored)
	view := &ChainView{Miners: make([]ChainMiner, len(w.given))}
	for n, i := range w.given {
		view.Miners[n] = ChainMiner{Miner: w.ids[i], Stored: stored[i], Row: row[i]}
	}
	if len(c.Validators) == 0 {
		return view, nil
	}
	m, refusal := w.matrix(c, stored)
	if refusal != nil {
		return nil, refusal
	}
	clipped := m.clip()
	for n, i := range w.given {
		view.Miners[n].Consensus, view.Miners[n].Incentive = &clipped.consensus[i], &clipped.incentive[i]
	}
	for v, validator := range c.Validators {
		view.Validators = append(view.Validators, ChainTrust{ID: validator.ID, Trust: clipped.trust[v]})
	}
	return view, nil
}

// matrix reads the rows of all validators. A validator's weight on itself
// counts only for the owner.
func (w *weigher) matrix(c *Chain, own []int64) (matrix, *op.Error) {
	m := matrix{kappa: kappa, miners: len(w.ids)}
	input.Override(&m.kappa, c.Kappa)
	if cells := len(c.Validators) * len(w.ids); cells > maxCells {
		return m, input.Refuse("/chain/validators", input.Itoa(len(c.Validators))+" validators of "+input.Itoa(
			len(w.ids))+" miners: want at most "+input.Itoa(maxCells)+" weights")
	}
	index := make(map[string]int, len(w.ids))
	for i, id := range w.ids {
		index[id] = i
	}
	seen := map[string]int{}
	for v, validator := range c.Validators {
		at := input.Item("/chain/validators", v)
		if refusal := input.Once(seen, at+"/id", "validator", validator.ID, v); refusal != nil {
			return m, refusal
		}
		stake, refusal := w.ReadStake(at+"/stake", validator.Stake)
		if refusal != nil {
			return m, refusal
		}
		row := slices.Clone(own)
		if validator.Weights != nil {
			if row, refusal = chainRow(at, validator.Weights, index); refusal != nil {
				return m, refusal
			}
		}
		if self, known := index[validator.ID]; known && validator.ID != c.Owner {
			row[self] = 0
		}
		m.stakes, m.rows = append(m.stakes, stake.Float()), append(m.rows, normalized(asFloats(row)))
	}
	m.stakes = normalized(m.stakes)
	return m, nil
}

// chainRow reads one validator's own row.
func chainRow(at string, weights []ChainWeight, index map[string]int) ([]int64, *op.Error) {
	row, seen := make([]int64, len(index)), map[string]int{}
	for n, weight := range weights {
		i, known := index[weight.Miner]
		if !known {
			return nil, input.Refuse(input.Item(at+"/weights", n)+"/miner",
				"unknown miner "+op.Quote(weight.Miner)+": want one of this answer's")
		}
		if refusal := input.Once(seen, input.Item(at+"/weights", n)+"/miner", "weight", weight.Miner, n); refusal != nil {
			return nil, refusal
		}
		row[i] = int64(weight.Weight)
	}
	return row, nil
}

// matrix is the rows of all validators, each normalized to 1.
type matrix struct {
	kappa  float64
	miners int
	stakes []float64 // normalized to 1
	rows   [][]float64
}

// clipped is a matrix after its rows were clipped to the consensus.
type clipped struct{ consensus, incentive, trust []float64 }

// clip is one epoch of the chain's consensus without bonds (opentensor/subtensor,
// weighted_median_col_sparse and col_clip_sparse), in float64:
//
//	consensus_m = the largest w with Σ stake_v over w_v,m ≥ w above κ
//	w'_v,m      = min(w_v,m, consensus_m)
//	trust_v     = Σ_m w'_v,m
//	incentive_m = Σ_v stake_v · w'_v,m, normalized to 1
func (m matrix) clip() clipped {
	c := clipped{make([]float64, m.miners), make([]float64, m.miners), make([]float64, len(m.rows))}
	for i := range m.miners {
		order := input.Sorted(len(m.rows), func(u, v int) int { return cmp.Compare(m.rows[v][i], m.rows[u][i]) })
		c.consensus[i] = m.median(i, order)
		for v, row := range m.rows {
			w := min(row[i], c.consensus[i])
			c.trust[v] += w
			c.incentive[i] += float64(m.stakes[v] * w)
		}
	}
	c.incentive = normalized(c.incentive)
	return c
}

// median returns the weight of miner i at which the stake behind at least as much,
// counted from the largest, first passes κ; 0 when it never does.
func (m matrix) median(i int, order []int) float64 {
	stake := 0.0
	for n, v := range order {
		stake += m.stakes[v]
		last := n+1 == len(order) || m.rows[order[n+1]][i] < m.rows[v][i]
		if last && stake > m.kappa {
			return m.rows[v][i]
		}
	}
	return 0
}

func asFloats(xs []int64) []float64 {
	fs := make([]float64, len(xs))
	for i, x := range xs {
		fs[i] = float64(x)
	}
	return fs
}

// normalized is xs divided by their sum; all zeros stay so.
func normalized(xs []float64) []float64 {
	total := 0.0
	for _, x := range xs {
		total += x
	}
	ns := make([]float64, len(xs))
	for i, x := range xs {
		if total > 0 {
			ns[i] = x / total
		}
	}
	return ns
}
