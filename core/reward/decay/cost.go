package decay

import (
	"math"

	"github.com/tallyproof/tallyproof/core/fmath"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/reward/input"
	"github.com/tallyproof/tallyproof/core/reward/number"
)

// DecayCost estimates [Decay]: its answer has a row for every epoch, however
// short the request is.
func DecayCost(req DecayRequest) op.Cost {
	rules, err := req.Rulebook.Reward()
	if err != nil {
		return op.Cost{}
	}
	cost := op.Cost{Field: "/to", Fewer: "fewer epochs"}
	d := decayer{rules: rules.Decay, req: req, Grader: input.NewGrader(rules)}
	d.options()
	rows, row, work, scored := span(req), 125.0, rowWork, 0.0
	if h := req.History; len(h) > 0 {
		rows, row, work = rowsOf(h, req.To, rules.Decay.Processed), 180, waitWork
		for _, score := range h {
			row = max(row, 180+float64(len(score.Agent)))
		}
		scored = float64(len(h)*scoreWork) + float64(raised(h)*raiseWork)
	}
	if rows > maxEpochs {
		return op.Cost{} // refused
	}
	cost.Answer, cost.Memory, cost.Work = float64(rows)*row, float64(rows)*250, float64(float64(rows)*work)+scored
	if d.Arithmetic == (number.Arithmetic{}) {
		cost.Work += d.exactWork(float64(rows))
	}
	return cost
}

// Microseconds of an epoch of a span and of a history, of a score, of one above those before
// it, and of what an epoch burns if that is no short fraction: a power that grows step by step
// or is squared, and a float64 as a decimal.
const (
	rowWork     = 0.4
	waitWork    = 1.5
	scoreWork   = 2
	raiseWork   = 6
	stepWork    = 40
	squaredWork = 75
	decimalWork = 14
)

// exactWork estimates the burn of so many epochs in exact arithmetic, of which those that
// burn the most possible take nothing more.
func (d *decayer) exactWork(rows float64) float64 {
	switch d.rules.Curve {
	case CurveExponential:
		every, work := int64(1), float64(stepWork)
		if input.Override(&every, d.req.Every); every > nearby {
			work = squaredWork
		}
		if d.rules.Rate > 0 && d.rules.MaxBurn < 100 {
			full := float64(d.rules.Grace) + fmath.Log(1-d.rules.MaxBurn/100)/fmath.Log(1-d.rules.Rate)
			rows = min(rows, full/float64(every))
		}
		return rows * work
	case CurveLogarithmic:
		return rows * decimalWork
	case CurveCustom:
		if t := d.req.Table; len(t) > 0 && t[len(t)-1]*1e9 != math.Floor(t[len(t)-1]*1e9) {
			return rows * decimalWork
		}
	}
	return 0
}

// raised counts the scores above all before them, which may reset decay.
func raised(h []HistoryEpoch) (n int) {
	top := math.Inf(-1)
	for _, e := range h {
		score := top
		switch {
		case e.BestScore != nil:
			score = *e.BestScore
		case e.Passed != nil && e.Total != nil:
			score = float64(*e.Passed) / float64(max(1, *e.Total))
		}
		if score > top {
			n, top = n+1, score
		}
	}
	return n
}

// span is the number of epochs that a request without a history asks for.
func span(req DecayRequest) int64 {
	from, to, every := int64(0), int64(-1), int64(1)
	input.Override(&from, req.LastImprovement)
	input.Override(&from, req.From)
	input.Override(&to, req.To)
	input.Override(&every, req.Every)
	return max(0, (to-from)/every+1)
}
