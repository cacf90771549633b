package op

import "strings"

// Values counts the JSON values that a text may hold, at least. Every value but the first
// stands behind a comma, a bracket or a brace, wherever that is: a string may hold a
// document that the operation reads as well, and so may what a string in base64 decodes
// to, in which another one may be.
func Values(text string) int { return 1 + plainValues(text) + Encoded(text) }

// plainValues counts those that stand in the text itself.
func plainValues(text string) (n int) {
	for i := range len(text) {
		if c := text[i]; c == ',' || c == '[' || c == '{' {
			n++
		}
	}
	return n
}

// Outer counts those that a JSON text holds outside its strings.
func Outer(text []byte) int {
	n, quoted := 1, false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case !quoted && (c == ',' || c == '[' || c == '{'):
			n++
		}
	}
	return n
}

// quotedValues counts those of a value that some operations also take as a text with it.
func quotedValues(text []byte) int {
	if len(text) == 0 || text[0] != '"' {
		return 0
	}
	return Quoted(text)
}

// Read counts those that are read from a text which may be a document: what stands in its
// strings counts a quarter, since most of it is in no document.
func Read(text string) int {
	if !isJSON(text) {
		return plainValues(text)
	}
	outer := Outer([]byte(text))
	return outer + (plainValues(text)-outer)/4
}

// isJSON reports whether a text begins as an object or a list does.
func isJSON(text string) bool {
	trimmed := strings.TrimLeft(text, " \t\r\n\ufeff")
	return trimmed != "" && (trimmed[0] == '{' || trimmed[0] == '[')
}

// Quoted counts those that stand in the strings of a JSON text, each of which may be a
// document.
func Quoted(text []byte) int { return plainValues(string(text)) - Outer(text) + 1 }

// Encoded counts the values that a text holds in base64.
func Encoded(text string) (n int) {
	levels := [1 + nestedBase64]values{}
	for i := 0; i < len(text); i++ {
		c := text[i]
		if c == '\\' {
			c, i = escaped(text, i)
		}
		levels[0].count(c, levels[1:])
	}
	for _, v := range levels[1:] {
		n += v.n
	}
	return n
}

// nestedBase64 is how often what is decoded may be decoded again: extra data of a log may
// be a badge, which carries an envelope, which carries a record.
const nestedBase64 = 3

// values counts the values of one level.
type values struct {
	n    int
	bits uint32 // of the base64 that was read last
	have int    // how many of them
}

// count takes the next character of a level, and gives those that it completes as base64
// to the level inside.
func (v *values) count(c byte, inside []values) {
	if c == ',' || c == '[' || c == '{' {
		v.n++
	}
	if len(inside) == 0 {
		return
	}
	digit := base64Digits[c]
	if digit == 0 {
		v.have, inside[0].have = 0, 0
		return
	}
	v.bits, v.have = v.bits<<6|uint32(digit-1), v.have+6
	if v.have >= 8 {
		v.have -= 8
		inside[0].count(byte(v.bits>>v.have), inside[1:])
	}
}

// base64Digits are the values of the digits of both alphabets, plus 1; 0 for others.
var base64Digits = func() (digits [256]byte) {
	for i, c := range []byte("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/") {
		digits[c] = byte(i + 1)
	}
	digits['-'], digits['_'] = digits['+'], digits['/']
	return digits
}()

// escaped is the character that backslashes at a place stand before, of JSON in JSON too,
// and where it ends. Of \\u it is the one with that number, if it has one byte.
func escaped(text string, at int) (c byte, end int) {
	for end = at; end < len(text) && text[end] == '\\'; {
		end++
	}
	if end == len(text) {
		return 0, end
	}
	switch c = text[end]; c {
	case '/', ',', '[', '{':
		return c, end
	case 'u':
		n := 0
		for i := end + 1; i <= end+4; i++ {
			if i == len(text) {
				return 0, end
			}
			n = n<<4 | hexDigit(text[i])
		}
		if n < 1<<7 {
			return byte(n), end + 4
		}
	}
	return 0, end
}

func hexDigit(c byte) int {
	switch {
	case c >= '0' && c <= '9':
		return int(c - '0')
	case c|0x20 >= 'a' && c|0x20 <= 'f':
		return int(c|0x20-'a') + 10
	}
	return 1 << 8 // no number of one byte
}
