package reward

import (
	"math"
	"strconv"
	"strings"

	"github.com/tallyproof/tallyproof/core/op"
)

// Stake is an amount of stake in any unit: a number, or its decimal digits as
// text. All of a network's stake in its smallest unit is above 2^53, where a
// JSON number no longer names every whole number and text does.
type Stake struct {
	number float64
	digits string
	text   bool // whether the digits count, not the number
}

// StakeOf is a stake given as a number.
func StakeOf(x float64) Stake { return Stake{number: x} }

// StakeDigits is a stake given as decimal digits.
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

// OpShape is the shape the stake holds.
func (s Stake) OpShape() any {
	if s.text {
		return s.digits
	}
	return s.number
}

// maxStake is far above any network's whole stake in its smallest unit.
const maxStake = 1e24

// Most digits of a stake given as text.
const (
	maxIntegerDigits  = 24
	maxFractionDigits = 18
)

// readStake is the exact amount. A number of 2^53 or more is the whole number that
// its float64 is, with a warning.
func (n *notes) readStake(field string, s Stake) (number, *op.Error) {
	if s.text {
		value, ok := parseDecimal(s.digits)
		if !ok {
			return value, refuse(field, op.Quote(s.digits)+": want decimal digits, such as \"21000000000000000\"")
		}
		return value, nil
	}
	if s.number < 0 || s.number > maxStake {
		return zero, refuse(field, op.Show(s.number)+": want a stake from 0 to 1e24, as a number or its decimal digits")
	}
	if s.number < 1<<53 {
		return arithmetic{}.decimal(s.number), tooSmall(field, s.number, 1e-18)
	}
	digits := strconv.FormatFloat(s.number, 'f', 0, 64)
	value, _ := parseDecimal(digits) // at most 25 digits
	n.warn("stake-rounded", field, "a JSON number above 2^53 may not be the whole number that was meant: read as "+digits+", send decimal digits as text to be exact")
	return value, nil
}

// parseDecimal reads decimal digits, with or without a fraction, exactly.
func parseDecimal(s string) (value number, ok bool) {
	integer, fraction, pointed := strings.Cut(s, ".")
	if n := len(integer); n == 0 || n > maxIntegerDigits+1 || digits(integer) < n {
		return value, false
	}
	value = readDigits(integer)
	if !pointed {
		return value, true
	}
	if n := len(fraction); n == 0 || n > maxFractionDigits || digits(fraction) < n {
		return value, false
	}
	return value.Add(readDigits(fraction).Quo(readDigits("1" + strings.Repeat("0", len(fraction))))), true
}

// readDigits reads a run of digits, nine at a time.
func readDigits(s string) number {
	const step = 9
	var value number
	for len(s) > 0 {
		n := min(step, len(s))
		chunk, _ := strconv.ParseInt(s[:n], 10, 64) // digits only, and few: cannot fail
		value = value.Mul(integer(int64(math.Pow10(n)))).Add(integer(chunk))
		s = s[n:]
	}
	return value
}
