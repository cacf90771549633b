package reward

import (
	"github.com/tallyproof/tallyproof/core/reward/input"
	"github.com/tallyproof/tallyproof/core/reward/number"
)

// U16 is one weight as the whole number from 0 to 65535 that goes on chain, in
// three readings.
type U16 struct {
	Round            int64 `json:"round" doc:"round(w · 65535), as documented, after a burn each times what is left, rounded again, with the rest for UID 0 under scale; these need not sum to 65535."`
	LargestRemainder int64 `json:"largest_remainder" doc:"Rounded down, the rest to the largest remainders; these sum to 65535."`
	MaxUpscaled      int64 `json:"max_upscaled" doc:"round(w / max · 65535), what the chain stores; 0 is not stored."`
}

// largestRemainder rounds w/Σw · 65535 down and gives what is left to 65535 to
// the largest remainders, one each; of equal ones to the one that comes first.
// All zeros stay so.
func largestRemainder(weights []number.Number) []int64 {
	floors := make([]int64, len(weights))
	total := number.Sum(weights)
	if total.Sign() <= 0 {
		return floors
	}
	rest := make([]number.Number, len(weights))
	left := number.MaxU16.Int()
	for i, w := range weights {
		quota := w.Quo(total).Mul(number.MaxU16)
		floor := quota.Floor()
		floors[i], rest[i] = floor.Int(), quota.Sub(floor)
		left -= floors[i]
	}
	order := input.Sorted(len(rest), func(i, j int) int { return rest[j].Cmp(rest[i]) })
	for _, i := range order[:left] {
		floors[i]++
	}
	return floors
}

// maxUpscale is round(w/max · 65535), halves up: the row as the chain stores
// it (opentensor/subtensor, vec_u16_max_upscale_to_u16). All zeros stay so.
func maxUpscale(weights []number.Number) []int64 {
	stored := make([]int64, len(weights))
	top := number.Largest(weights)
	if top.Sign() == 0 {
		return stored
	}
	for i, w := range weights {
		stored[i] = number.U16(w.Quo(top))
	}
	return stored
}
