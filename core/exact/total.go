package exact

import (
	"maps"
	"math/big"
	"slices"
	"strconv"
	"strings"
)

// Total adds up finite numbers as the decimals they read as, as [Num.Add] of [Of] does, in
// time that grows with their count alone: sums of long decimals are reduced once, at the
// end. The zero value is 0.
type Total struct {
	short fraction
	long  map[int]*big.Int // what else there is, by the power of ten that it counts
}

// Add adds a number.
func (t *Total) Add(x float64) {
	if f, ok := short(x); ok {
		if sum, ok := t.short.add(f); ok {
			t.short = sum
			return
		}
	}
	text, power, _ := strings.Cut(strconv.FormatFloat(x, 'e', -1, 64), "e")
	whole, part, _ := strings.Cut(text, ".")
	digits, err := strconv.ParseInt(whole+part, 10, 64)
	exponent, wrong := strconv.Atoi(power)
	if err != nil || wrong != nil {
		panic("exact: want a finite number")
	}
	exponent -= len(part)
	if t.long == nil {
		t.long = map[int]*big.Int{}
	}
	if t.long[exponent] == nil {
		t.long[exponent] = new(big.Int)
	}
	t.long[exponent].Add(t.long[exponent], big.NewInt(digits))
}

// Num returns the sum.
func (t *Total) Num() Num {
	sum := Num{small: t.short}
	if len(t.long) == 0 {
		return sum
	}
	powers := slices.Sorted(maps.Keys(t.long))
	whole, at := new(big.Int), powers[len(powers)-1]
	for _, power := range slices.Backward(powers) { // from the highest, as in Horner's rule
		whole.Mul(whole, tenTo(at-power))
		whole.Add(whole, t.long[power])
		at = power
	}
	if at >= 0 {
		return sum.Add(Num{wide: new(big.Rat).SetInt(whole.Mul(whole, tenTo(at)))})
	}
	return sum.Add(Num{wide: new(big.Rat).SetFrac(whole, tenTo(-at))})
}

func tenTo(power int) *big.Int {
	return new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(power)), nil)
}
