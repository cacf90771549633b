package reward

import (
	"math"

	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/reward/input"
	"github.com/tallyproof/tallyproof/core/reward/number"
	"github.com/tallyproof/tallyproof/core/rulebook"
)

// competition has its part of all emission, and its entrants.
type competition struct {
	id      string
	alpha   number.Number // percent
	entries []entry
}

// emission is what the competitions pay, added up by miner.
type emission struct {
	weights     []number.Number // by miner, in percent of all emission
	total       number.Number   // their sum
	unallocated number.Number   // the part of competitions that pay nobody, as a share of all emission
	paid        []bool
	listed      []bool // by miner: whether any competition has a part for it, if only of 0 %
}

// emit is E_c = α_c · E_total (Scoring System, Multi-Competition Allocation),
// divided within each competition by its strategy. The α count as parts of their
// sum.
func emit(s strategy, competitions []competition, miners int) emission {
	e := emission{weights: make([]number.Number, miners), paid: make([]bool, len(competitions)),
		listed: make([]bool, miners)}
	alphas, unpaid := number.Zero, number.Zero
	for c, p := range competitions {
		alphas = alphas.Add(p.alpha)
		parts, total := s.divide(p.entries)
		if e.paid[c] = total.Sign() > 0; !e.paid[c] {
			unpaid = unpaid.Add(p.alpha)
			continue
		}
		for i, entry := range p.entries {
			share := s.share(parts[i], total)
			e.listed[entry.miner] = e.listed[entry.miner] || share.Sign() > 0
			e.weights[entry.miner] = e.weights[entry.miner].Add(share.Mul(p.alpha))
		}
	}
	if e.total = number.Sum(e.weights); e.total.Sign() == 0 {
		e.listed = make([]bool, miners) // the published code stops at a total of 0
	}
	if unpaid.Sign() > 0 {
		e.unallocated = unpaid.Quo(alphas)
	}
	return e
}

// share is one entry's part of its competition. Under whole weights it goes
// through the whole number the published code makes of it first.
func (s strategy) share(part, total number.Number) number.Number {
	if !s.rules.Whole {
		return part.Quo(total)
	}
	return s.Of(number.Integer(s.whole(part, total))).Quo(number.MaxU16)
}

// whole is one entry's weight as a whole number: ⌊65535/N⌋ for a winner, else
// round(share · 65535) and at least 1. Without a part it is 0.
func (s strategy) whole(part, total number.Number) int64 {
	switch {
	case s.rules.Strategy == winnerTakesAll && part.Sign() > 0:
		return math.MaxUint16 / total.Int()
	case part.Sign() == 0 && (s.rules.Strategy == winnerTakesAll || s.rules.ZeroScores != rulebook.ZeroPaid):
		return 0
	}
	return max(1, number.U16(part.Quo(total)))
}

// slack is how far the alphas may be from 100 together.
var slack = number.Fraction(1, 10)

// checkAlphas refuses parts of emission that do not sum to 100 within 0.1, and
// warns of those that do not do so exactly.
func (w *weigher) checkAlphas() *op.Error {
	var total number.Number
	for i, c := range w.req.Competitions {
		if refusal := input.TooSmall(input.Item("/competitions", i)+"/alpha", c.Alpha, 0.000001); refusal != nil {
			return refusal
		}
		total = total.Add(number.Arithmetic{}.Decimal(c.Alpha))
	}
	off := total.Sub(number.Hundred).Abs()
	if off.Cmp(slack) > 0 {
		return input.Refuse("/competitions", "the alpha of all competitions sum to "+input.Show(total)+": want 100")
	}
	if off.Sign() != 0 {
		w.Warn("alpha-sum", "/competitions", "the alpha of all competitions sum to "+input.Show(
			total)+": each counts as a part of that sum")
	}
	return nil
}

// unpaidReason explains why a competition pays nobody.
func unpaidReason(p competition) string {
	if len(p.entries) == 0 {
		return "no-miners"
	}
	return "all-zero"
}

// strategyOf returns the strategy of a request under its rules.
func strategyOf(rules *rulebook.Reward) strategy {
	return strategy{Arithmetic: number.ArithmeticOf(rules), rules: rules.Weights,
		byTime: rules.Ties == rulebook.TiesByTime}
}
