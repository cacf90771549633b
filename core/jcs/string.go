package jcs

import (
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// str reads a string, from its opening to its closing quote, and decodes it.
// Without escapes the result is a piece of the text, not a copy.
func (p *parser) str() (string, *Error) {
	p.i++
	start := p.i
	if err := p.plain(); err != nil {
		return "", err
	}
	if p.text[p.i] == '"' {
		p.i++
		return p.text[start : p.i-1], nil
	}
	if p.buf = p.buf[:0]; cap(p.buf) == 0 {
		p.buf = make([]byte, 0, rawLength(p.text[start:]))
	}
	p.buf = append(p.buf, p.text[start:p.i]...)
	for p.text[p.i] == '\\' {
		if start = p.i + 1; start < len(p.text) && p.text[start] == '"' { // begins what stands for itself
			p.i = start + 1
		} else if err := p.escape(); err != nil {
			return "", err
		} else {
			start = p.i
		}
		if err := p.plain(); err != nil {
			return "", err
		}
		p.buf = append(p.buf, p.text[start:p.i]...)
	}
	p.i++
	return string(p.buf), nil
}

// rawLength returns the number of bytes before the closing quote of a string.
func rawLength(text string) int {
	i := 0
	for i < len(text) && text[i] != '"' {
		if text[i] == '\\' {
			i++
		}
		i++
	}
	return min(i, len(text))
}

// plain skips characters that stand for themselves, up to a quote or a
// backslash.
func (p *parser) plain() *Error {
	for text, i := p.text, p.i; i < len(text); {
		c := text[i]
		if ' ' <= c && c != '"' && c != '\\' && c < utf8.RuneSelf {
			i++
			continue
		}
		p.i = i
		if c == '"' || c == '\\' {
			return nil
		}
		if c < ' ' {
			return p.unexpected("control characters to be escaped in a string")
		}
		r, size := utf8.DecodeRuneInString(text[i:])
		if r == utf8.RuneError && size == 1 {
			return p.unexpected("a character")
		}
		i += size
	}
	p.i = len(p.text)
	return p.unexpected("the closing quote of a string")
}

// escape reads one escape, or two that make a surrogate pair, into p.buf.
func (p *parser) escape() *Error {
	start := p.i
	p.i++
	c := p.peek()
	if c == 'u' {
		p.i++
		return p.unicodeEscape(start)
	}
	decoded := unescape(c)
	if decoded == 0 {
		return p.unexpected(`one of "\/bfnrtu after the backslash`)
	}
	p.i++
	p.buf = append(p.buf, decoded)
	return nil
}

// unescape returns the character that a backslash and c stand for, or 0.
func unescape(c byte) byte {
	switch c {
	case '"', '\\', '/':
		return c
	case 'b':
		return '\b'
	case 'f':
		return '\f'
	case 'n':
		return '\n'
	case 'r':
		return '\r'
	case 't':
		return '\t'
	}
	return 0
}

// unicodeEscape reads the rest of a \u escape that began at start.
func (p *parser) unicodeEscape(start int) *Error {
	r, err := p.hex4()
	if err != nil {
		return err
	}
	if utf16.IsSurrogate(r) {
		if r, err = p.lowSurrogate(r, start); err != nil {
			return err
		}
	}
	p.buf = utf8.AppendRune(p.buf, r)
	return nil
}

// lowSurrogate completes the pair whose first half began at start.
func (p *parser) lowSurrogate(high rune, start int) (rune, *Error) {
	lone := p.text[start:p.i]
	if p.i+1 < len(p.text) && p.text[p.i:p.i+2] == `\u` {
		p.i += 2
		low, err := p.hex4()
		if err != nil {
			return 0, err
		}
		if r := utf16.DecodeRune(high, low); r != utf8.RuneError {
			return r, nil
		}
	}
	return 0, p.errorAt(start, "expected a surrogate pair, found a lone "+lone)
}

// hex4 reads the four hexadecimal digits of a \u escape.
func (p *parser) hex4() (rune, *Error) {
	var r rune
	for range 4 {
		d := hexDigit(p.peek())
		if d < 0 {
			return 0, p.unexpected(`four hexadecimal digits after \u`)
		}
		r = r<<4 | d
		p.i++
	}
	return r, nil
}

func hexDigit(c byte) rune {
	switch {
	case '0' <= c && c <= '9':
		return rune(c - '0')
	case 'a' <= c|0x20 && c|0x20 <= 'f':
		return rune(c|0x20-'a') + 10
	}
	return -1
}

// AppendString appends s as a JSON string with the escapes of RFC 8785 section
// 3.2.2.2: short ones if JSON has them, \u00xx for the other control
// characters, and nothing else escaped, so <, > and & stay as they are. It
// panics if s is not valid UTF-8: no JSON text could carry it faithfully.
func AppendString(dst []byte, s string) []byte {
	if plainASCII(s) {
		dst = append(dst, '"')
		dst = append(dst, s...)
		return append(dst, '"')
	}
	if !utf8.ValidString(s) {
		panic("jcs: string is not valid UTF-8: " + strconv.Quote(s[:min(len(s), maxExcerpt)]))
	}
	dst = append(dst, '"')
	start := 0
	for i := range len(s) {
		c := s[i]
		if c >= ' ' && c != '"' && c != '\\' {
			continue
		}
		dst = append(dst, s[start:i]...)
		dst = appendEscape(dst, c)
		start = i + 1
	}
	dst = append(dst, s[start:]...)
	return append(dst, '"')
}

// plainASCII reports whether s is ASCII that needs no escapes.
func plainASCII(s string) bool {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c == '"' || c == '\\' || c >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

func appendEscape(dst []byte, c byte) []byte {
	const hex = "0123456789abcdef"
	switch c {
	case '"', '\\':
		return append(dst, '\\', c)
	case '\b':
		return append(dst, `\b`...)
	case '\t':
		return append(dst, `\t`...)
	case '\n':
		return append(dst, `\n`...)
	case '\f':
		return append(dst, `\f`...)
	case '\r':
		return append(dst, `\r`...)
	}
	return append(dst, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
}
