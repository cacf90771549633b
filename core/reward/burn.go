package reward

import "github.com/tallyproof/tallyproof/core/reward/number"

// Burn modes. Term Challenge docs, Scoring System, give what goes to UID 0,
// W₀ = B/100 · 65535, and not what becomes of the others:
//
//	scale          every weight × (1 − B/100), the rest to UID 0: the only
//	               reading that leaves the 20 % of the Decay Timeline
//	add            W₀ on top of the others, Scoring System to the letter: at B = 80 it is
//	               really 44.4 % of the row
//	multiply-only  every weight × (1 − B/100), nothing to UID 0: the chain
//	               normalizes the row, so nothing changes
const (
	burnScale    = "scale"
	burnAdd      = "add"
	burnMultiply = "multiply-only"
)

// burnAddress is the UID whose weight is burned (Scoring System, Burn Application).
const burnAddress = "0"

// burnShares is weights after a burn of a part of them, and what it adds to
// the burn address.
func burnShares(weights []number.Number, part number.Number, mode string) (rest []number.Number, burned number.Number) {
	if mode == burnAdd {
		return weights, part
	}
	keep := number.One.Sub(part)
	rest = make([]number.Number, len(weights))
	for i, w := range weights {
		rest[i] = w.Mul(keep)
	}
	if mode == burnMultiply {
		return rest, number.Zero
	}
	return rest, number.Sum(weights).Mul(part)
}

// burnU16 is [burnShares] for whole numbers: each is rounded by itself, and
// under scale what they lose goes to the burn address.
func burnU16(weights []int64, part number.Number, mode string) (rest []int64, burned int64) {
	if mode == burnAdd {
		return weights, number.U16(part)
	}
	keep := number.One.Sub(part)
	rest = make([]int64, len(weights))
	for i, w := range weights {
		rest[i] = number.Integer(w).Mul(keep).Round().Int()
		burned += w - rest[i]
	}
	if mode == burnMultiply {
		return rest, 0
	}
	return rest, burned
}
