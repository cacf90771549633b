package reward

import (
	"math"

	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/reward/input"
	"github.com/tallyproof/tallyproof/core/reward/number"
	"github.com/tallyproof/tallyproof/core/rulebook"
)

// Strategies are all ways to divide a competition, in the order of the documents.
var Strategies = [...]string{linear, winnerTakesAll, quadratic, softmaxStrategy, rankedStrategy}

// Division is a division of emission that has been read, to be solved many times with changes: each time
// all that [Weights] computes of shares, in float64 under either arithmetic, without its warnings and whole
// numbers. Fractions of many miners take [Weights] a hundred times as long.
type Division struct {
	w     *weigher
	exact bool // whether the rules calculate with fractions

	IDs  []string // of the miners and the burn address, ascending
	Sink int      // the burn address
}

// Variant is a change of a division.
type Variant struct {
	Strategy string
	Cap      string   // its mode; that of the request if it is empty
	Burn     *Burn    // instead of that of the request; nil for that
	Miner    int      // whom Score and Twice are about
	Score    *float64 // instead of the miner's own, in the first competition in which it takes part
	Twice    bool     // whether the miner takes part in all of them once more, with the same score
}

// Outcome is a division that was solved. Lists are by miner, in the order of IDs; the second entry of a
// miner that takes part twice is the last.
type Outcome struct {
	Raw       []float64 // shares of all emission by the strategy
	Capped    []float64 // shares after the cap, normalized to 1, before the burn
	Final     []float64 // shares after the burn, normalized to 1, as the chain does
	Stored    []int64   // whole numbers on the chain
	HHI       float64   // of the miners, before the burn
	Effective float64   // 1/HHI
	Top       float64   // the largest of Capped
	Feasible  bool      // whether the cap can hold
}

// Divide reads a division. It refuses what [Weights] refuses, and whoever is not one of its miners.
func Divide(req WeightsRequest) (*Division, error) {
	rules, err := req.Rulebook.Reward()
	if err != nil {
		return nil, err
	}
	d := &Division{exact: rules.Arithmetic != rulebook.Float64}
	rules.Arithmetic = rulebook.Float64
	d.w = &weigher{rules: *rules, req: req, Grader: input.NewGrader(rules)}
	d.w.options()
	if req.Burn != nil {
		if refusal := input.TooSmall("/burn/percent", req.Burn.Percent, 0.000001); refusal != nil {
			return nil, refusal
		}
	}
	if refusal := d.w.read(); refusal != nil {
		return nil, refusal
	}
	d.IDs, d.Sink = d.w.ids, d.w.sink
	return d, nil
}

// Miner is the place of a miner in IDs, or −1.
func (d *Division) Miner(id string) int {
	for i, one := range d.IDs {
		if one == id {
			return i
		}
	}
	return -1
}

// Warnings are those of reading it.
func (d *Division) Warnings() []op.Warning { return append([]op.Warning{}, d.w.Warnings...) }

// Float64 reports whether the rules calculate in float64, as published code does.
func (d *Division) Float64() bool { return !d.exact }

// Scores are the best scores of all miners.
func (d *Division) Scores() []float64 {
	scores := make([]float64, len(d.IDs))
	for _, c := range d.w.competitions {
		for _, e := range c.entries {
			scores[e.miner] = max(scores[e.miner], e.score.Float())
		}
	}
	return scores
}

// Strategy is that of the request.
func (d *Division) Strategy() string { return d.w.rules.Weights.Strategy }

// Winners is the number of winners of the request.
func (d *Division) Winners() int { return d.w.rules.Weights.TopN }

// Cap returns the cap of the request in percent and its mode.
func (d *Division) Cap() (percent float64, mode string) {
	mode, percent = capNone, d.w.rules.Weights.CapPercent
	if c := d.w.req.Cap; c != nil {
		mode = d.w.rules.Weights.CapMode
		input.Override(&percent, c.Percent)
		input.Replace(&mode, c.Mode)
	}
	return percent, mode
}

// BurnMode is that of the request.
func (d *Division) BurnMode() string {
	mode := d.w.rules.Weights.BurnMode
	if d.w.req.Burn != nil {
		input.Replace(&mode, d.w.req.Burn.Mode)
	}
	return mode
}

// Solve solves the division with a change.
func (d *Division) Solve(v Variant) Outcome {
	w := &weigher{rules: d.w.rules, req: d.w.req, Grader: d.w.Grader, ids: d.IDs, sink: d.Sink}
	w.rules.Weights.Strategy = v.Strategy
	competitions, miners := d.changed(v), len(d.IDs)
	if v.Twice {
		miners++
	}
	if v.Burn != nil {
		w.req.Burn = v.Burn
	}
	percent, mode := d.Cap()
	input.Replace(&mode, v.Cap)
	e := emit(strategyOf(&w.rules), competitions, miners)
	w.capped = capped{weights: e.weights, total: e.total, cut: make([]bool, miners), feasible: true}
	if e.total.Sign() > 0 && w.rules.Weights.Empty == "burn" {
		w.burned = e.unallocated
	}
	out := Outcome{Raw: floats(w.ofEmission())}
	alpha := w.Decimal(percent).Quo(number.Hundred)
	w.capped = limitWeights(d.atLimit(e.weights, e.total, alpha), e.total, alpha, mode)
	out.Feasible = w.capped.feasible
	w.shares = w.ofEmission()
	w.final = number.Clone(w.shares)
	burned := w.burned
	if b := w.req.Burn; b != nil && w.capped.total.Sign() > 0 {
		how := w.rules.Weights.BurnMode
		input.Replace(&how, b.Mode)
		part := w.Decimal(b.Percent).Quo(number.Hundred)
		if how == burnMultiply {
			burned = burned.Mul(number.One.Sub(part))
		}
		var more number.Number
		w.final, more = burnShares(w.shares, part, how)
		burned = burned.Add(more)
		w.final = number.Clone(w.final)
	}
	w.final[d.Sink] = w.final[d.Sink].Add(burned)
	out.Capped, out.Final = normalized(floats(w.capped.weights)), floats(w.final)
	out.Stored = d.stored(out.Final)
	out.Final = normalized(out.Final)
	for _, x := range out.Capped {
		out.HHI += float64(x * x)
		out.Top = max(out.Top, x)
	}
	if out.HHI > 0 {
		out.Effective = 1 / out.HHI
	}
	return out
}

// atLimit puts weights on the cap that are there as fractions: what the cap cuts off goes to those below it.
func (d *Division) atLimit(weights []number.Number, total, alpha number.Number) []number.Number {
	limit, near := alpha.Mul(total), number.Float(nearHalf).Mul(total)
	if !d.exact {
		return weights
	}
	snapped := number.Clone(weights)
	for i, x := range snapped {
		if x.Sub(limit).Abs().Cmp(near) < 0 {
			snapped[i] = limit
		}
	}
	return snapped
}

// changed returns the competitions with a change.
func (d *Division) changed(v Variant) []competition {
	if v.Score == nil && !v.Twice {
		return d.w.competitions
	}
	list := append([]competition{}, d.w.competitions...)
	rescored := v.Score == nil
	for c := range list {
		entries := list[c].entries
		for i, e := range entries {
			if e.miner != v.Miner {
				continue
			}
			list[c].entries = append([]entry{}, entries...)
			if !rescored {
				list[c].entries[i].score, rescored = d.w.Decimal(*v.Score), true
			}
			if v.Twice {
				e.miner = len(d.IDs)
				list[c].entries = append(list[c].entries, e)
			}
			break
		}
	}
	return list
}

// nearHalf is how far below a half the float64 of a fraction may be that is one.
const nearHalf = 1e-9

// stored is what the chain stores of a row. A fraction that is half a whole number is rounded up, which
// its float64 might miss.
func (d *Division) stored(final []float64) []int64 {
	stored, top := make([]int64, len(final)), 0.0
	for _, x := range final {
		top = max(top, x)
	}
	half := 0.5
	if d.exact {
		half += nearHalf
	}
	for i, x := range final {
		if top > 0 {
			stored[i] = int64(math.Floor(float64(x/top*math.MaxUint16) + half))
		}
	}
	return stored
}

func floats(list []number.Number) []float64 {
	all := make([]float64, len(list))
	for i, x := range list {
		all[i] = x.Float()
	}
	return all
}

// refuseUnknown says that nobody of a division is called so.
func refuseUnknown(field, id string) *op.Error {
	return input.Refuse(field, op.Quote(id)+" is no miner of the division: want one of its ids")
}
