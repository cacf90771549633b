package jcs

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// Error is a text refused by [Parse], and where. Offset counts bytes from 0
// and is the length of the text when the text ended too early. Line and Column
// count from 1, lines by line feeds and columns by Unicode code points.
type Error struct {
	Offset, Line, Column int
	Msg                  string // lower case: what was expected and what was found
}

// Error returns the place and the message, as in
// line 7, column 22: expected a comma or } after the member, found "x".
func (e *Error) Error() string {
	return "line " + strconv.Itoa(e.Line) + ", column " + strconv.Itoa(e.Column) + ": " + e.Msg
}

func (p *parser) errorAt(offset int, msg string) *Error {
	before := p.text[:offset]
	line := before[strings.LastIndexByte(before, '\n')+1:]
	return &Error{
		Offset: offset,
		Line:   1 + strings.Count(before, "\n"),
		Column: 1 + utf8.RuneCountInString(line),
		Msg:    msg,
	}
}

// unexpected refuses what stands at p.i instead of what was wanted.
func (p *parser) unexpected(wanted string) *Error {
	rest := p.text[p.i:]
	if rest == "" {
		return p.errorAt(p.i, "unexpected end of text: expected "+wanted)
	}
	if r, size := utf8.DecodeRuneInString(rest); r == utf8.RuneError && size == 1 {
		return p.errorAt(p.i, "expected UTF-8 text, found "+strconv.Quote(rest[:1]))
	}
	return p.errorAt(p.i, "expected "+wanted+", found "+excerpt(rest[:token(rest)]))
}

// token returns the length of what a person would call the next token: a run of
// letters, digits and signs, or a single character.
func token(s string) int {
	n := 0
	for n < len(s) && n <= maxExcerpt && wordByte(s[n]) {
		n++
	}
	if n > 0 {
		return n
	}
	_, n = utf8.DecodeRuneInString(s)
	return n
}

func wordByte(c byte) bool {
	return 'a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9' || c == '+' || c == '-' || c == '.' || c == '_'
}

// maxExcerpt is the number of input characters that a message quotes: enough to recognize
// the place, too few to flood a log.
const maxExcerpt = 24

// excerpt quotes s in Go syntax, with an ellipsis if it was cut.
func excerpt(s string) string {
	count := 0
	for i := range s {
		if count == maxExcerpt {
			return strconv.Quote(s[:i]) + "…"
		}
		count++
	}
	return strconv.Quote(s)
}
