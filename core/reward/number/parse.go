package number

import (
	"math"
	"strconv"
	"strings"
)

// Digits returns the length of the run of digits s begins with.
func Digits(s string) int {
	n := 0
	for n < len(s) && '0' <= s[n] && s[n] <= '9' {
		n++
	}
	return n
}

// Most digits of a stake given as text.
const (
	maxIntegerDigits  = 24
	maxFractionDigits = 18
	zeros             = "000000000000000000" // as many
)

// ParseDecimal reads decimal digits, with or without a fraction, exactly.
func ParseDecimal(s string) (value Number, ok bool) {
	integer, fraction, pointed := strings.Cut(s, ".")
	if n := len(integer); n == 0 || n > maxIntegerDigits+1 || Digits(integer) < n {
		return value, false
	}
	value = readDigits(integer)
	if !pointed {
		return value, true
	}
	if n := len(fraction); n == 0 || n > maxFractionDigits || Digits(fraction) < n {
		return value, false
	}
	return value.Add(readDigits(fraction).Quo(readDigits(("1" + zeros)[:1+len(fraction)]))), true
}

// readDigits reads a run of digits, nine at a time.
func readDigits(s string) Number {
	const step = 9
	var value Number
	for len(s) > 0 {
		n := min(step, len(s))
		chunk, _ := strconv.ParseInt(s[:n], 10, 64) // digits only, and few: cannot fail
		value = value.Mul(Integer(int64(math.Pow10(n)))).Add(Integer(chunk))
		s = s[n:]
	}
	return value
}
