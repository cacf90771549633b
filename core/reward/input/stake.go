package input

import (
	"strconv"

	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/reward/number"
)

// Stake is an amount of stake in any unit: a number, or its decimal digits as
// text. All of a network's stake in its smallest unit is above 2^53, where a
// JSON number no longer names every whole number and text does.
type Stake struct {
	number float64
	digits string
	text   bool // whether the digits count, not the number
}

// StakeOf returns a stake given as a number.
func StakeOf(x float64) Stake { return Stake{number: x} }

// StakeDigits returns a stake given as decimal digits.
func StakeDigits(s string) Stake { return Stake{digits: s, text: true} }

// OpShapes lists the JSON shapes of a stake.
func (*Stake) OpShapes() []any { return []any{new(float64), new(string)} }

// OpTake receives the decoded shape.
func (s *Stake) OpTake(shape any) {
	switch v := shape.(type) {
	case *float64:
		*s = StakeOf(*v)
	case *string:
		*s = StakeDigits(*v)
	}
}

// OpShape returns the shape the stake holds.
func (s Stake) OpShape() any {
	if s.text {
		return s.digits
	}
	return s.number
}

// MaxStake is far above any network's whole stake in its smallest unit.
const MaxStake = 1e24

const wantStake = ": want a stake from 0 to 1e24, as a number or its decimal digits"

// ReadStake returns the exact amount. A number of 2^53 or more is the whole number that
// its float64 is, with a warning.
func (n *Notes) ReadStake(field string, s Stake) (number.Number, *op.Error) {
	if s.text {
		value, ok := number.ParseDecimal(s.digits)
		if !ok {
			return value, Refuse(field, op.Quote(s.digits)+": want decimal digits, such as \"21000000000000000\"")
		}
		if value.Cmp(number.Arithmetic{}.Decimal(MaxStake)) > 0 {
			return number.Zero, Refuse(field, op.Quote(s.digits)+wantStake)
		}
		return value, nil
	}
	if s.number < 0 || s.number > MaxStake {
		return number.Zero, Refuse(field, op.Show(s.number)+wantStake)
	}
	if s.number < 1<<53 {
		return number.Arithmetic{}.Decimal(s.number), TooSmall(field, s.number, 1e-18)
	}
	digits := strconv.FormatFloat(s.number, 'f', 0, 64)
	value, _ := number.ParseDecimal(digits) // at most 25 digits
	n.Warn("stake-rounded", field,
		"a JSON number above 2^53 may be rounded: read as "+digits+"; send decimal digits as text to be exact")
	return value, nil
}
