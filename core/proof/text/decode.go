package text

import (
	"slices"
	"strings"
)

// Base64Rule is which spellings of base64 (RFC 4648) a format allows. Bits
// that carry nothing must be zero and nothing may stand between the digits, so
// that bytes have one spelling under each rule but base64Any.
type Base64Rule uint8

const (
	Base64Std Base64Rule = iota // section 4, padded
	Base64URL                   // section 5, not padded
	Base64Any                   // either alphabet, not both at once; padded or not
)

// DecodeBase64 reads base64 under the rule base64Any.
func DecodeBase64(text string) ([]byte, bool) {
	data, wanted := Base64Any.Decode(text)
	return data, wanted == ""
}

// Decode returns the bytes, or what was wanted of the text instead.
func (rule Base64Rule) Decode(text string) (data []byte, wanted string) {
	digits := strings.TrimRight(text, "=")
	padding := len(text) - len(digits)
	whole := (4 - len(digits)%4) % 4 // padding that fills the last group
	switch {
	case whole == 3:
		return nil, rule.String() + " of a whole number of bytes"
	case padding > 0 && (rule == Base64URL || padding != whole):
		return nil, rule.String() + " with " + paddingOf(rule)
	case padding == 0 && whole > 0 && rule == Base64Std:
		return nil, rule.String() + " with " + paddingOf(rule)
	}
	data = make([]byte, 0, len(digits)*3/4)
	var group uint32
	var std, url bool
	for i := range len(digits) {
		c := digits[i]
		std = std || c == '+' || c == '/'
		url = url || c == '-' || c == '_'
		value, ok := Base64Digit(c)
		if !ok || std && url || std && rule == Base64URL || url && rule == Base64Std {
			return nil, rule.String()
		}
		group = group<<6 | uint32(value)
		if i%4 == 3 {
			data = append(data, byte(group>>16), byte(group>>8), byte(group))
			group = 0
		}
	}
	if unused := group & (1<<(2*whole) - 1); whole > 0 && unused != 0 {
		return nil, rule.String() + " whose unused bits are zero"
	}
	switch whole {
	case 1:
		data = append(data, byte(group>>10), byte(group>>2))
	case 2:
		data = append(data, byte(group>>4))
	}
	return data, ""
}

func paddingOf(rule Base64Rule) string {
	if rule == Base64URL {
		return "no padding"
	}
	return "its padding"
}

// String returns the name of the spelling, for messages.
func (rule Base64Rule) String() string {
	switch rule {
	case Base64Std:
		return "standard base64"
	case Base64URL:
		return "base64url"
	}
	return "base64"
}

// Base64Digit returns the value of a digit of either alphabet.
func Base64Digit(c byte) (byte, bool) {
	switch {
	case 'A' <= c && c <= 'Z':
		return c - 'A', true
	case 'a' <= c && c <= 'z':
		return c - 'a' + 26, true
	case '0' <= c && c <= '9':
		return c - '0' + 52, true
	case c == '+' || c == '-':
		return 62, true
	case c == '/' || c == '_':
		return 63, true
	}
	return 0, false
}

// DecodeHex reads hexadecimal digits of either case, the only ones in which a
// format may have two spellings of the same bytes.
func DecodeHex(text string) ([]byte, bool) {
	if len(text)%2 != 0 {
		return nil, false
	}
	data := make([]byte, len(text)/2)
	for i := range len(text) {
		value, ok := hexDigit(text[i])
		if !ok {
			return nil, false
		}
		data[i/2] = data[i/2]<<4 | value
	}
	return data, true
}

func hexDigit(c byte) (byte, bool) {
	switch {
	case '0' <= c && c <= '9':
		return c - '0', true
	case 'a' <= c && c <= 'f':
		return c - 'a' + 10, true
	case 'A' <= c && c <= 'F':
		return c - 'A' + 10, true
	}
	return 0, false
}

// base58Digits is the alphabet of base58btc in order of value.
const base58Digits = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"

// mostBase58 limits the digits that decodeBase58 reads: it takes time quadratic in their
// number, and a signature has 88.
const mostBase58 = 200

// DecodeBase58 reads base58btc, where each leading 1 is a byte of zero and the
// other digits are a number in base 58. Bytes have one spelling.
func DecodeBase58(text string) ([]byte, bool) {
	if len(text) > mostBase58 {
		return nil, false
	}
	var number []uint32 // base 2³², least significant first
	for i := range len(text) {
		carry := uint64(strings.IndexByte(base58Digits, text[i]))
		if carry > 58 { // −1
			return nil, false
		}
		for j, limb := range number {
			carry += uint64(limb) * 58
			number[j] = uint32(carry)
			carry >>= 32
		}
		if carry > 0 {
			number = append(number, uint32(carry))
		}
	}
	var data []byte
	for _, limb := range number {
		data = append(data, byte(limb), byte(limb>>8), byte(limb>>16), byte(limb>>24))
	}
	for len(data) > 0 && data[len(data)-1] == 0 {
		data = data[:len(data)-1]
	}
	for i := 0; i < len(text) && text[i] == '1'; i++ {
		data = append(data, 0)
	}
	slices.Reverse(data)
	return data, true
}

// ArmourLabel returns the label of the line that begins an armoured text (RFC 7468:
// -----BEGIN label-----, lines of base64, -----END label-----), or "".
func ArmourLabel(text string) string {
	rest, ok := strings.CutPrefix(text, "-----BEGIN ")
	if !ok {
		return ""
	}
	label, _, ok := strings.Cut(rest, "-----")
	if !ok || strings.ContainsAny(label, "\r\n") {
		return ""
	}
	return label
}

// DecodeArmour reads an armoured text with that label, which must be all there
// is but for white space at its end. Its lines may have any length.
func DecodeArmour(text, label string) ([]byte, *Problem) {
	rest := strings.TrimPrefix(text, "-----BEGIN "+label+"-----")
	end := "-----END " + label + "-----"
	at := strings.Index(rest, end)
	if at < 0 {
		return nil, ProblemAt(text, len(text), "expected the line "+end+", found the end of the text")
	}
	if after := rest[at+len(end):]; strings.TrimSpace(after) != "" {
		return nil, ProblemAt(text, len(text)-len(after), "expected nothing after the line "+end)
	}
	body := strings.ReplaceAll(rest[:at], "\r\n", "\n")
	if len(body) < 2 || body[0] != '\n' || body[len(body)-1] != '\n' {
		return nil, ProblemAt(text, len(text)-len(rest), "expected lines of base64 between the first and the last line")
	}
	data, why := Base64Std.Decode(strings.ReplaceAll(body, "\n", ""))
	if why != "" {
		return nil, ProblemAt(text, len(text)-len(rest), "expected "+why+" between the first and the last line")
	}
	return data, nil
}
