// Package decay burns a growing part of emission while the best score does not
// improve: epoch by epoch, over a span or a history of scores.
package decay

import (
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/reward/input"
	"github.com/tallyproof/tallyproof/core/reward/number"
	"github.com/tallyproof/tallyproof/core/rulebook"
)

// DecayRequest is a curve and what to follow it over: a span of epochs since
// one improvement, or a history of scores.
type DecayRequest struct {
	Rulebook        rulebook.Ref   `json:"rulebook" doc:"Id of a built-in rulebook with reward rules, or a whole rulebook."`
	Curve           string         `json:"curve,omitempty" op:"enum=linear|exponential|step|logarithmic|custom|block" doc:"Burn as a function of stale epochs; the rulebook's by default."`
	Rate            *float64       `json:"rate,omitempty" op:"min=0 max=1" doc:"Decay per stale epoch, as a fraction: 0, or at least 0.000001; the rulebook's by default."`
	Grace           *int           `json:"grace,omitempty" op:"min=0 max=1000000000" doc:"Epochs without improvement before decay starts; the rulebook's by default."`
	MaxBurn         *float64       `json:"max_burn,omitempty" op:"min=0 max=100" doc:"Most that is burned, in percent; the rulebook's by default, which may have another for the block curve."`
	StepPercent     *float64       `json:"step_percent,omitempty" op:"min=0 max=100" doc:"Burn per step of the step curve, in percent."`
	StepEpochs      *int           `json:"step_epochs,omitempty" op:"min=1 max=1000000000" doc:"Stale epochs per step of the step curve."`
	Table           []float64      `json:"table,omitempty" op:"min=1 max=100000; min=0 max=100" doc:"Burn of the custom curve, in percent, by stale epochs from 0; the last entry also applies to all later epochs."`
	GraceBlocks     *int           `json:"grace_blocks,omitempty" op:"min=0 max=1000000000" doc:"Grace of the block curve, in blocks; the rulebook's by default."`
	HalfLife        *int           `json:"half_life_blocks,omitempty" op:"min=1 max=1000000000" doc:"Blocks in which the block curve halves what is kept; the rulebook's by default."`
	LastImprovement *int64         `json:"last_improvement,omitempty" op:"min=0 max=9007199254740992" doc:"Epoch of the last improvement (block, under the block curve); 0 by default."`
	From            *int64         `json:"from,omitempty" op:"min=0 max=9007199254740992" doc:"First epoch of the span; last_improvement by default."`
	To              *int64         `json:"to,omitempty" op:"min=0 max=9007199254740992" doc:"Last epoch of the span; with a history, the last epoch to compute after it."`
	Every           *int64         `json:"every,omitempty" op:"min=1 max=9007199254740992" doc:"Distance between the epochs of a span; 1 by default."`
	History         []HistoryEpoch `json:"history,omitempty" op:"min=1 max=100000" doc:"Scores in epoch order, instead of a span."`
	Threshold       *float64       `json:"threshold,omitempty" op:"min=0 max=1" doc:"Least improvement that resets decay; the rulebook's by default."`
	ThresholdMode   string         `json:"threshold_mode,omitempty" op:"enum=relative|absolute|any" doc:"relative: a fraction of the top score; absolute: a difference of scores; any: every improvement resets. The rulebook's by default."`
	Staleness       string         `json:"staleness,omitempty" op:"enum=competition|agent" doc:"Whose last improvement counts: anybody's in the competition (Scoring System), or one agent's on its own best (Scoring & Rewards: if you don't update your agent). The rulebook's by default."`
	Agent           string         `json:"agent,omitempty" op:"maxlen=200" doc:"The agent, if its own staleness counts."`
}

// HistoryEpoch is one score of a history.
type HistoryEpoch struct {
	Epoch     int64    `json:"epoch" op:"min=0 max=9007199254740992" doc:"Epoch; if several scores share an epoch, the best counts."`
	BestScore *float64 `json:"best_score,omitempty" op:"min=0 max=1" doc:"Best score of the epoch; absent if nobody was evaluated."`
	Passed    *int     `json:"passed,omitempty" op:"min=0 max=1000000000" doc:"Tasks passed, instead of best_score; exact even if best_score is rounded."`
	Total     *int     `json:"total,omitempty" op:"min=1 max=1000000000" doc:"All tasks."`
	Agent     string   `json:"agent,omitempty" op:"maxlen=200" doc:"Whose score it is."`
}

// DecayResponse is decay epoch by epoch.
type DecayResponse struct {
	Curve     string       `json:"curve" doc:"The curve that was used."`
	Unit      string       `json:"unit" doc:"What is counted: epochs or blocks."`
	Epochs    []DecayEpoch `json:"epochs" doc:"Ascending."`
	FirstBurn *int64       `json:"first_burn_epoch,omitempty" doc:"First of these epochs in which anything is burned."`
	FullBurn  *int64       `json:"max_burn_epoch,omitempty" doc:"First of these epochs in which the most possible is burned."`
	Warnings  []op.Warning `json:"warnings" doc:"What was adjusted or is worth knowing."`
}

// DecayEpoch is one epoch.
type DecayEpoch struct {
	Epoch           int64    `json:"epoch" doc:"Epoch, or block."`
	Stale           int64    `json:"stale" doc:"Stale epochs: those without improvement beyond the grace period."`
	BurnPercent     float64  `json:"burn_percent" doc:"What is burned, in percent."`
	KeptPercent     float64  `json:"kept_percent" doc:"What is kept, in percent."`
	BurnWeight      int64    `json:"burn_weight" doc:"The burn as a whole number, W0 = round(burn/100 · 65535)."`
	Event           string   `json:"event,omitempty" doc:"What happened: started, increased, max, reset, or improvement (too small to raise the score to beat); the last event if there were several."`
	Events          []string `json:"events,omitempty" doc:"All that happened."`
	LastImprovement *int64   `json:"last_improvement,omitempty" doc:"Epoch of the last improvement, with a history."`
	TopScore        *float64 `json:"top_score,omitempty" doc:"The score to beat, with a history."`
	TopAgent        string   `json:"top_agent,omitempty" doc:"Whose score it is, if the history names the agent."`
}

// maxEpochs is the most epochs of an answer.
const maxEpochs = 100000

// Decay follows a decay curve (both documents, Reward Decay). Staleness is
//
//	τ = max(0, epoch − last improvement − G)
//
// and one more from the grace period's end on where the rulebook starts early,
// as the published code does. The block curve counts blocks, strictly beyond
// its grace.
//
// Errors: an unknown rulebook, a span that ends before it begins, more than
// 100,000 epochs, a curve without its numbers, a history out of order.
func Decay(req DecayRequest) (DecayResponse, error) {
	rules, err := req.Rulebook.Reward()
	if err != nil {
		return DecayResponse{}, err
	}
	d := &decayer{rules: rules.Decay, req: req, Grader: input.NewGrader(rules)}
	d.options()
	if refusal := d.setCurve(); refusal != nil {
		return DecayResponse{}, refusal
	}
	rows, refusal := d.rows()
	if refusal != nil {
		return DecayResponse{}, refusal
	}
	res := DecayResponse{Curve: d.curve.kind, Unit: "epochs", Epochs: rows, Warnings: d.Warnings}
	if res.Curve == CurveBlock {
		res.Unit = "blocks"
	}
	for i := range rows {
		if res.FirstBurn == nil && rows[i].BurnPercent > 0 {
			res.FirstBurn = &rows[i].Epoch
		}
		if res.FullBurn == nil && rows[i].BurnPercent > 0 && rows[i].BurnPercent == d.rules.MaxBurn {
			res.FullBurn = &rows[i].Epoch
		}
	}
	return res, nil
}

// decayer carries one request through its epochs.
type decayer struct {
	rules rulebook.RewardDecay // with the values of the request instead
	req   DecayRequest
	curve curve
	*input.Grader
}

// options replaces the rules' defaults with the values of the request.
func (d *decayer) options() {
	r, req := &d.rules, &d.req
	input.Replace(&r.Curve, req.Curve)
	input.Replace(&r.ThresholdMode, req.ThresholdMode)
	input.Replace(&r.Staleness, req.Staleness)
	input.Override(&r.Rate, req.Rate)
	input.Override(&r.Grace, req.Grace)
	if r.Curve == CurveBlock {
		r.MaxBurn = r.BlockMax()
	}
	input.Override(&r.MaxBurn, req.MaxBurn)
	input.Override(&r.GraceBlocks, req.GraceBlocks)
	input.Override(&r.HalfLife, req.HalfLife)
	input.Override(&r.Threshold, req.Threshold)
}

// setCurve checks the curve's numbers.
func (d *decayer) setCurve() *op.Error {
	r, req := d.rules, d.req
	if refusal := input.TooSmall("/rate", r.Rate, 0.000001); refusal != nil {
		return refusal
	}
	rate := d.Decimal(r.Rate)
	d.curve = curve{
		Arithmetic: d.Arithmetic, kind: r.Curve, rate: rate, max: d.Decimal(r.MaxBurn), table: req.Table,
		halfLife: int64(r.HalfLife), kept: power{x: number.One.Sub(rate)},
	}
	d.lacks("/grace_blocks", req.GraceBlocks != nil, CurveBlock)
	d.lacks("/half_life_blocks", req.HalfLife != nil, CurveBlock)
	switch {
	case d.lacks("/step_percent", req.StepPercent != nil, CurveStep):
		return input.Refuse("/step_percent", "missing: the step curve needs it")
	case d.lacks("/step_epochs", req.StepEpochs != nil, CurveStep):
		return input.Refuse("/step_epochs", "missing: the step curve needs it")
	case d.lacks("/table", req.Table != nil, CurveCustom):
		return input.Refuse("/table", "missing: the custom curve needs it")
	}
	if r.Curve == CurveStep {
		d.curve.stepPercent, d.curve.stepEpochs = d.Decimal(*req.StepPercent), int64(*req.StepEpochs)
	}
	return nil
}

// lacks reports whether a number that only one curve uses is missing, and warns of
// one that is given to another.
func (d *decayer) lacks(field string, given bool, curve string) (missing bool) {
	if given && d.rules.Curve != curve {
		d.Ignored(field, "only the "+curve+" curve uses it")
	}
	return !given && d.rules.Curve == curve
}

// stale is τ = max(0, epoch − last − G), plus the epochs by which the rulebook
// starts early.
func (d *decayer) stale(epoch, last int64) int64 {
	if d.rules.Curve == CurveBlock {
		return max(0, epoch-last-int64(d.rules.GraceBlocks))
	}
	return max(0, epoch-last-int64(d.rules.Grace)+int64(d.rules.Early))
}

// epoch is one row of the answer.
func (d *decayer) epoch(epoch, stale int64) DecayEpoch {
	burn := number.Zero
	if stale > 0 {
		burn = d.curve.burn(stale)
	}
	return DecayEpoch{
		Epoch:       epoch,
		Stale:       stale,
		BurnPercent: burn.Float(),
		KeptPercent: number.Hundred.Sub(burn).Float(),
		BurnWeight:  number.U16(burn.Quo(number.Hundred)),
	}
}

// rows follows the span or the history.
func (d *decayer) rows() ([]DecayEpoch, *op.Error) {
	if d.req.History != nil {
		return d.history()
	}
	last, every := int64(0), int64(1)
	input.Override(&last, d.req.LastImprovement)
	input.Override(&every, d.req.Every)
	from := last
	input.Override(&from, d.req.From)
	if d.req.To == nil {
		return nil, input.Refuse("/to", "missing: want the last epoch of the span, or a history")
	}
	to := *d.req.To
	if to < from {
		return nil, input.Below("/to", to, from, "the first epoch of the span")
	}
	if n := (to-from)/every + 1; n > maxEpochs {
		return nil, tooMany("/to", n)
	}
	rows := make([]DecayEpoch, 0, (to-from)/every+1)
	for at := from; at <= to; at += every {
		rows = append(rows, d.epoch(at, d.stale(at, last)))
	}
	return rows, nil
}

func tooMany(field string, epochs int64) *op.Error {
	return input.Refuse(field, input.Long(epochs)+" epochs: want at most "+input.Itoa(maxEpochs))
}
