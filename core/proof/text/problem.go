// Package text has the tools that readers of proofs share: problems with their place in a
// text, spellings of bytes, hashes, and how lists are worded.
package text

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/tallyproof/tallyproof/core/jcs"
	"github.com/tallyproof/tallyproof/core/words"
)

// Where returns the problem with its place, as refusals say it.
func (p *Problem) Where() string {
	return fmt.Sprintf("line %d, column %d (byte %d): %s", p.Line, p.Column, p.Offset, p.Message)
}

// MaxText is the number of bytes that a proof, a signature file, a key or a keyring may
// have.
const MaxText = 1 << 20

// Problem is why a text cannot be read, and where. Offset counts bytes from 0,
// line and column from 1, columns by Unicode code points. A message says what
// was expected and, unless it might be a secret, what was found.
type Problem struct {
	Line, Column, Offset int
	Message              string
	Unsigned             bool // the text is a JSON object without a member for signatures
	Unsupported          bool // the text is in a format that is recognized and not checked, as the message explains
}

// ProblemAt returns a problem at a byte of a text.
func ProblemAt(text string, offset int, message string) *Problem {
	before := text[:offset]
	return &Problem{
		Line:    1 + strings.Count(before, "\n"),
		Column:  1 + utf8.RuneCountInString(before[strings.LastIndexByte(before, '\n')+1:]),
		Offset:  offset,
		Message: message,
	}
}

// ParseJSON reads a strict JSON text.
func ParseJSON(text string) (jcs.Value, *Problem) {
	v, err := jcs.ParseString(text)
	if err != nil {
		return v, OfJSON(err)
	}
	return v, nil
}

// BeginsObject reports whether some reader takes a text for a JSON object: it begins
// as one, perhaps behind white space of any kind or a byte order mark. Strict JSON
// has no such marks, but programs trim them before they read.
func BeginsObject(text []byte) bool {
	begin := bytes.TrimLeftFunc(text, func(c rune) bool { return c == '\ufeff' || unicode.IsSpace(c) })
	return len(begin) > 0 && begin[0] == '{'
}

// OfJSON returns the problem that the strict reader of JSON has with a text.
func OfJSON(err error) *Problem {
	e, ok := err.(*jcs.Error)
	if !ok {
		return ProblemAt("", 0, err.Error())
	}
	return &Problem{Line: e.Line, Column: e.Column, Offset: e.Offset, Message: e.Msg}
}

// Member returns the member of that name if it is a string, else "".
func Member(object *jcs.Value, member string) string {
	if v := object.Get(member); v != nil && v.Kind == jcs.String {
		return v.Str
	}
	return ""
}

// Sentence returns the problem with its place, as answers say it. A format that is not
// supported needs no place.
func (p *Problem) Sentence() string {
	if p.Unsupported {
		return words.Capital(p.Message) + "."
	}
	return fmt.Sprintf("Line %s, column %s: %s.", strconv.Itoa(p.Line), strconv.Itoa(p.Column), p.Message)
}
