package jcs

import (
	"math"
	"strconv"
	"strings"
)

// safeDigits is the number of decimal digits that always fit an int64.
const safeDigits = 18

// shortDigits is the number of decimal digits that always stay below 2^53.
const shortDigits = 15

// pow10 are powers of ten that float64 holds exactly.
var pow10 = [shortDigits + 1]float64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15}

// safeExponent is the number of exponent digits that strconv reads; it takes longer
// exponents for infinity or zero.
const safeExponent = 5

// number reads
//
//	[ - ] ( 0 | 1-9 digits ) [ . digits ] [ ( e | E ) [ + | - ] digits ]
//
// (RFC 8259 section 6) as the nearest double.
func (p *parser) number() (float64, *Error) {
	start := p.i
	if p.peek() == '-' {
		p.i++
	}
	whole := p.i
	if p.digits() == 0 {
		return 0, p.unexpected("a digit after the minus sign")
	}
	if p.text[whole] == '0' && p.i > whole+1 {
		p.i = whole + 1
		return 0, p.unexpected("no digit after a leading 0")
	}
	if c := p.peek(); c != '.' && c|0x20 != 'e' && p.i-whole <= safeDigits {
		return integer(p.text[start:p.i]), nil
	}
	decimals := 0
	if p.peek() == '.' {
		p.i++
		if decimals = p.digits(); decimals == 0 {
			return 0, p.unexpected("a digit after the decimal point")
		}
	}
	exponent := 0
	if p.peek()|0x20 == 'e' {
		p.i++
		if c := p.peek(); c == '+' || c == '-' {
			p.i++
		}
		if exponent = p.digits(); exponent == 0 {
			return 0, p.unexpected("a digit in the exponent")
		}
	}
	text := p.text[start:p.i]
	if exponent == 0 && p.i-whole <= shortDigits+len(".") { // a quotient of two exact numbers, rounded once
		return integer(text) / pow10[decimals], nil
	}
	if exponent > safeExponent {
		text = shortenExponent(text)
	}
	f, err := strconv.ParseFloat(text, 64)
	if err != nil { // the grammar holds, so it is the range
		return 0, p.errorAt(start, "expected a number within ±1.7976931348623157e308, found "+excerpt(p.text[start:p.i]))
	}
	return f, nil
}

// digits skips digits and counts them.
func (p *parser) digits() int {
	start := p.i
	for p.i < len(p.text) && digit(p.text[p.i]) {
		p.i++
	}
	return p.i - start
}

func digit(c byte) bool { return '0' <= c && c <= '9' }

// integer returns the value of an optional minus sign and at most 18 digits, with or
// without a decimal point among them, which it ignores. The conversion to
// float64 rounds to nearest even, as ParseFloat does.
func integer(s string) float64 {
	unsigned := strings.TrimPrefix(s, "-")
	var n int64
	for i := range len(unsigned) {
		if c := unsigned[i]; c != '.' {
			n = n*10 + int64(c-'0')
		}
	}
	if len(unsigned) < len(s) {
		return -float64(n) // -0 included
	}
	return float64(n)
}

// shortenExponent writes a number as 0.ddd…e±x with x short enough for
// strconv. It matters when thousands of zeros and a long exponent cancel out,
// as in 0.000…0001e100000; JavaScript reads those correctly, and so do we.
func shortenExponent(s string) string {
	e := strings.IndexAny(s, "eE")
	mantissa, exponent := s[:e], s[e+1:]
	unsigned := strings.TrimPrefix(mantissa, "-")
	whole, fraction, _ := strings.Cut(unsigned, ".")
	digits := strings.TrimLeft(whole+fraction, "0")
	x, _ := strconv.ParseInt(exponent, 10, 62) // beyond the range: the range's end
	x += int64(len(digits) - len(fraction))
	x = min(max(x, -99999), 99999)
	return mantissa[:len(mantissa)-len(unsigned)] + "0." + digits + "e" + strconv.FormatInt(x, 10)
}

// AppendNumber appends f the way ECMAScript's Number::toString writes it, as
// RFC 8785 section 3.2.2.3 asks: the shortest digits that read back as f, in
// plain notation from 1e-6 up to but not including 1e21. -0 is written 0. It
// panics if f is not finite, since JSON has no such numbers.
func AppendNumber(dst []byte, f float64) []byte {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		panic("jcs: number is not finite")
	}
	size := math.Abs(f)
	if size < 1<<53 && f == math.Trunc(f) {
		return strconv.AppendInt(dst, int64(f), 10)
	}
	if size < 1e11 {
		if short, ok := appendShort(dst, f); ok {
			return short
		}
	}
	if 1e-6 <= size && size < 1e21 {
		return strconv.AppendFloat(dst, f, 'f', -1, 64)
	}
	dst = strconv.AppendFloat(dst, f, 'e', -1, 64)
	// Go pads the exponent to two digits, ECMAScript does not: e-07 is e-7.
	if n := len(dst); dst[n-4] == 'e' && dst[n-2] == '0' {
		dst[n-2] = dst[n-1]
		return dst[:n-1]
	}
	return dst
}

// appendShort appends f if it is a decimal n/10^4. For |f| < 10^11 that has
// at most 15 digits, of which no two decimals read as the same double: what is
// left without its trailing zeros is the shortest.
func appendShort(dst []byte, f float64) (short []byte, ok bool) {
	size := math.Abs(f)
	n := int64(float64(size*1e4) + 0.5)
	if float64(n)/1e4 != size {
		return dst, false
	}
	decimals, unit := 4, int64(10_000)
	for n%10 == 0 && decimals > 1 {
		n /= 10
		unit /= 10
		decimals--
	}
	if f < 0 {
		dst = append(dst, '-')
	}
	dst = strconv.AppendInt(dst, n/unit, 10)
	dst = append(dst, '.')
	for n %= unit; unit > 1; n %= unit {
		unit /= 10
		dst = append(dst, byte('0'+n/unit))
	}
	return dst, true
}
