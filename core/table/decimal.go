package table

import (
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/tallyproof/tallyproof/core/exact"
)

// signs are the decimal signs under which digits make a number.
type signs uint8

const (
	point signs = 1 << iota
	comma
)

func (s signs) String() string {
	if s == comma {
		return "comma"
	}
	return "point"
}

// signsOf returns the decimal signs under which digits make a number, and whether they
// make different ones.
func signsOf(digits string) (fit signs, differ bool) {
	if strings.IndexByte(digits, '.') < 0 && strings.IndexByte(digits, ',') < 0 {
		if grouped(digits, 0) {
			fit = point | comma
		}
		return fit, false
	}
	if fitsSign(digits, '.', ',') {
		fit |= point
	}
	if fitsSign(digits, ',', '.') {
		fit |= comma
	}
	return fit, fit == point|comma
}

// fitsSign reports whether digits make a number with a decimal sign and another one
// between thousands.
func fitsSign(digits string, sign, other byte) bool {
	whole, rest, decimal := strings.Cut(digits, string(sign))
	if decimal {
		for i := range len(rest) {
			if c := rest[i]; !isDigit(c) && c|0x20 != 'e' && c != '+' && c != '-' {
				return false
			}
		}
	}
	return grouped(whole, other)
}

// grouped reports whether digits are without separators, or in groups of three.
func grouped(digits string, other byte) bool {
	e := 0
	for e < len(digits) && digits[e]|0x20 != 'e' {
		e++
	}
	mantissa := digits[:e]
	group, groups, mark := 0, 0, ""
	for i := 0; i < len(mantissa); {
		if isDigit(mantissa[i]) {
			group++
			i++
			continue
		}
		_, size := utf8.DecodeRuneInString(mantissa[i:])
		here := mantissa[i : i+size]
		if (here == "." || here == ",") && here[0] != other || mark != "" && mark != here {
			return false
		}
		if group == 0 || group > 3 || groups > 0 && group != 3 && (here != "," || group != 2) || mantissa[0] == '0' {
			return false
		}
		mark, group, groups = here, 0, groups+1
		i += size
	}
	return groups == 0 || group == 3 && mantissa == digits
}

// value returns a number under a decimal sign; NaN if it is not finite.
func (n *number) value(sign signs) float64 {
	x := plainValue(n.digits, sign)
	if n.minus {
		x = -x
	}
	if n.over != "" {
		below := plainValue(n.over, sign)
		if below == 0 || math.IsNaN(x) || math.IsNaN(below) {
			return math.NaN()
		}
		return exact.Of(x).Mul(exact.Int(100)).Quo(exact.Of(below)).Float()
	}
	if n.tens > 0 && !math.IsNaN(x) {
		return exact.Of(x).Mul(exact.Of(math.Pow10(n.tens))).Float()
	}
	return x
}

// plainValue reads digits under a decimal sign.
func plainValue(digits string, sign signs) float64 {
	for i := range len(digits) {
		if c := digits[i]; !isDigit(c) && (c != '.' || sign != point) {
			digits = withoutGroups(digits, sign)
			break
		}
	}
	x, err := strconv.ParseFloat(digits, 64)
	if err != nil {
		return math.NaN()
	}
	return x
}

// withoutGroups writes digits with a decimal point and nothing between thousands.
func withoutGroups(digits string, sign signs) string {
	decimal := byte('.')
	if sign == comma {
		decimal = ','
	}
	plain := make([]byte, 0, len(digits))
	for i := range len(digits) {
		switch c := digits[i]; {
		case isDigit(c) || c|0x20 == 'e' || c == '+' || c == '-':
			plain = append(plain, c)
		case c == decimal:
			plain = append(plain, '.')
		}
	}
	return string(plain)
}
