package reward

import (
	"slices"

	"github.com/tallyproof/tallyproof/core/reward/number"
)

// answer lists the miners in the order given, with their whole numbers. The
// burn address comes last, unless it is also a miner.
func (w *weigher) answer() {
	if w.burns() && !slices.Contains(w.given, w.sink) {
		w.given = append(w.given, w.sink)
	}
	total := number.Sum(w.final)
	largest, upscaled := largestRemainder(w.final), maxUpscale(w.final)
	w.res.Miners = make([]MinerWeight, len(w.given))
	for n, i := range w.given {
		w.res.Miners[n] = MinerWeight{
			Miner:      w.ids[i],
			RawShare:   w.raw[i].Float(),
			Share:      w.final[i].Float(),
			Normalized: partOf(w.final[i], total).Float(),
			Capped:     w.capped.cut[i],
			U16:        U16{w.u16[i], largest[i], upscaled[i]},
		}
	}
	w.res.ActualBurn = partOf(w.final[w.sink], total).Mul(number.Hundred).Float()
}

// burns reports whether the burn address is part of the answer: whenever a burn
// was asked for, and when a competition's share found nobody.
func (w *weigher) burns() bool {
	return w.capped.total.Sign() > 0 && (w.req.Burn != nil || w.burned.Sign() > 0)
}

// partOf is part / total, 0 when there is no total.
func partOf(part, total number.Number) number.Number {
	if total.Sign() <= 0 {
		return number.Zero
	}
	return part.Quo(total)
}
