package reward

import (
	"math"

	"github.com/tallyproof/tallyproof/core/reward/input"
	"github.com/tallyproof/tallyproof/core/reward/number"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/words"
)

// pay divides every competition and adds up by miner.
func (w *weigher) pay() {
	s := strategyOf(&w.rules)
	e := emit(s, w.competitions, len(w.ids))
	w.res.Unallocated = e.unallocated.Float()
	for c, p := range w.competitions {
		share := CompetitionShare{ID: p.id, Alpha: w.req.Competitions[c].Alpha, Paid: e.paid[c]}
		if !share.Paid {
			share.Reason = unpaidReason(p)
			w.res.Reason = share.Reason
		}
		w.res.Competitions = append(w.res.Competitions, share)
		w.noteWinners(c, len(s.taking(p.entries)))
	}
	w.capped = capped{weights: e.weights, total: e.total, cut: make([]bool, len(w.ids)), feasible: true}
	if e.total.Sign() > 0 {
		w.res.Reason = ""
		if w.rules.Weights.Empty == "burn" {
			w.burned = e.unallocated
		}
	}
	w.raw, w.listed = w.ofEmission(), e.listed
	w.shares = w.raw
	w.noteZeros(s)
	w.noteZeroAlphas()
}

// noteZeroAlphas warns of miners that have a whole number and no share.
func (w *weigher) noteZeroAlphas() {
	for c, p := range w.competitions {
		n := 0
		for _, e := range p.entries {
			if w.rules.Weights.Whole && p.alpha.Sign() == 0 && w.listed[e.miner] && w.raw[e.miner].Sign() == 0 {
				n++
			}
		}
		if n > 0 {
			w.Warn("zero-alpha", input.Item("/competitions", c)+"/alpha",
				"0: the published code gives each of its miners at least 1 of 65535, without that "+words.Counted(n, "miner has",
					"miners have")+" 0")
		}
	}
}

// ofEmission returns the capped weights as shares of all emission, of which what is
// burned for want of miners is not theirs.
func (w *weigher) ofEmission() []number.Number {
	shares := make([]number.Number, len(w.capped.weights))
	theirs := number.One.Sub(w.burned)
	for i, x := range w.capped.weights {
		if w.capped.total.Sign() > 0 {
			shares[i] = x.Quo(w.capped.total)
		}
		if w.burned.Sign() > 0 {
			shares[i] = shares[i].Mul(theirs)
		}
	}
	return shares
}

// noteWinners warns where fewer take part than there are places.
func (w *weigher) noteWinners(c, taking int) {
	n := w.rules.Weights.TopN
	if w.rules.Weights.Strategy == winnerTakesAll && 0 < taking && taking < n {
		w.Warn("few-miners", input.Item("/competitions", c)+"/miners",
			input.Itoa(taking)+" take part, fewer than top_n, "+input.Itoa(n)+": they share it among themselves")
	}
}

// noteZeros warns of scores of 0 that are paid, with the number without that.
func (w *weigher) noteZeros(s strategy) {
	without := s
	without.rules.ZeroScores = rulebook.ZeroNothing
	for c, p := range w.competitions {
		if !s.zeroTakesPart() {
			return
		}
		zeros, best := s.parts(p.entries)
		if zeros.Sign() == 0 {
			continue
		}
		text := "scores of 0 get " + input.Percent(zeros) + " of the competition by the formula; with zero_scores nothing "
		_, alone := without.parts(p.entries)
		switch {
		case alone.Sign() == 0:
			text += "nobody gets anything"
		case s.rules.Whole && zeros.Cmp(tenthOfAPercent) < 0:
			text = "a score of 0 has at least 1 of 65535; with zero_scores nothing it has 0"
		default:
			text += "the best gets " + input.Percent(alone) + ", not " + input.Percent(best)
		}
		w.Warn("zero-score-paid", input.Item("/competitions", c), text)
	}
}

// parts are what scores of 0 have of a competition, and what the best entry has.
func (s strategy) parts(entries []entry) (zeros, best number.Number) {
	any := false
	for _, e := range entries {
		any = any || e.score.Sign() == 0
	}
	if !any {
		return zeros, best
	}
	parts, total := s.divide(entries)
	if total.Sign() <= 0 {
		return zeros, best
	}
	whole := int64(0)
	for i, e := range entries {
		switch {
		case e.score.Sign() != 0:
		case s.rules.Whole:
			whole += s.whole(parts[i], total)
		default:
			zeros = zeros.Add(parts[i])
		}
	}
	if zeros = zeros.Quo(total); s.rules.Whole {
		zeros = number.Integer(whole).Quo(number.MaxU16)
	}
	return zeros, s.share(number.Largest(parts), total)
}

// tenthOfAPercent is more than the least weights of the published code are together.
var tenthOfAPercent = number.Fraction(1, 1000)

// limit applies the cap.
func (w *weigher) limit() {
	mode := capNone
	most := w.rules.Weights.CapPercent
	if w.req.Cap != nil {
		mode = w.rules.Weights.CapMode
		input.Override(&most, w.req.Cap.Percent)
		input.Replace(&mode, w.req.Cap.Mode)
	}
	before, alpha := w.capped.weights, w.Decimal(most).Quo(number.Hundred)
	w.capped = limitWeights(before, w.capped.total, alpha, mode)
	w.shares = w.ofEmission()
	top := topShare(w.capped.weights)
	w.res.TopShare = top.Float()
	w.res.HHI = concentration(before, w.capped.weights)
	if w.req.Cap != nil {
		w.res.Cap = &CapResult{Percent: most, Mode: mode, Feasible: w.capped.feasible}
	}
	w.noteCap(top, alpha)
}

// tolerance is how far float64 sums may carry a share over the cap.
var tolerance = number.Fraction(1, 1e12)

// noteCap describes where the cap does not hold.
func (w *weigher) noteCap(top, alpha number.Number) {
	if top.Sub(alpha).Cmp(tolerance) <= 0 {
		return
	}
	x, most := float64(100*top.Float()), float64(100*alpha.Float())
	decimals := words.Enough(words.Apart(x, 100, 2), func(n int) bool { return words.Shown(x, n) != words.Shown(most, n) })
	result := ": after normalization the top share is " + words.Within(x, decimals) + " %, over the cap of " +
		words.Within(most, decimals) + " %"
	switch {
	case w.req.Cap == nil:
		w.Warn("over-cap", "/cap", "the request has no cap"+result)
	case !w.capped.feasible:
		w.Warn("cap-infeasible", "/cap", "too few miners have a weight for all of it to fit under the cap"+result)
	default:
		w.Warn("over-cap", "/cap", "mode "+w.res.Cap.Mode+" does not enforce the cap"+result)
	}
}

// concentration returns the Herfindahl-Hirschman index, Σ (w/Σw)².
func concentration(before, after []number.Number) Concentration {
	index := hhi(after)
	c := Concentration{HHI: index.Float(), RawHHI: hhi(before).Float()}
	if index.Sign() > 0 {
		c.Effective = number.One.Quo(index).Float()
	}
	return c
}

func hhi(weights []number.Number) number.Number {
	total, index := number.Sum(weights), number.Zero
	for _, w := range weights {
		share := partOf(w, total)
		index = index.Add(share.Mul(share))
	}
	return index
}

// burn makes whole numbers of the shares and applies the burn to both.
func (w *weigher) burn() {
	w.final, w.u16 = w.shares, make([]int64, len(w.shares))
	for i, share := range w.shares {
		w.u16[i] = number.U16(share)
		if w.rules.Weights.Whole && w.listed[i] {
			w.u16[i] = max(1, w.u16[i])
		}
	}
	burned, lost := w.burned, number.U16(w.burned)
	mode := w.rules.Weights.BurnMode
	if b := w.req.Burn; b != nil && w.capped.total.Sign() > 0 {
		input.Replace(&mode, b.Mode)
		part := w.Decimal(b.Percent).Quo(number.Hundred)
		if mode == burnMultiply { // every weight, also what is burned for want of miners
			keep := number.One.Sub(part)
			burned, lost = burned.Mul(keep), number.Integer(lost).Mul(keep).Round().Int()
		}
		var more number.Number
		var moreLost int64
		w.final, more = burnShares(w.shares, part, mode)
		w.u16, moreLost = burnU16(w.u16, part, mode)
		burned, lost = burned.Add(more), lost+moreLost
	}
	w.final = number.Clone(w.final)
	w.final[w.sink] = w.final[w.sink].Add(burned)
	if w.u16[w.sink] += lost; w.u16[w.sink] > math.MaxUint16 {
		w.overflow(&w.u16[w.sink], mode)
	}
}

// overflow makes 16 bits of more than fit: the lowest ones, as the published
// code does, or else the most that fits.
func (w *weigher) overflow(weight *int64, mode string) {
	text := "the burn address would have " + input.Long(*weight)
	if w.rules.Weights.Whole && mode == burnScale {
		*weight &= math.MaxUint16
		w.Warn("u16-overflow", "/burn", text+", which the published code stores in 16 bits, as "+input.Long(
			*weight)+"; without that 65535")
		return
	}
	*weight = math.MaxUint16
	w.Warn("u16-overflow", "/burn", text+", more than 65535: limited to that")
}
