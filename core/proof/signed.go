package proof

import (
	"strings"

	"github.com/tallyproof/tallyproof/core/jcs"
	"github.com/tallyproof/tallyproof/core/op"
)

// Signed are the members of a record that signed bytes say. Only readSigned
// makes one that is not empty, and it reads nothing but the signed bytes, or the
// text whose hash they are: so what a Signed says, the signer said. The zero
// value says nothing.
type Signed struct{ value *jcs.Value }

// readSigned reads the record inside signed bytes: the JSON text of an object.
func readSigned(inside []byte) (Signed, *problem) {
	v, p := parseJSON(string(inside))
	if p != nil {
		return Signed{}, p
	}
	if p := refuseInexact(&v, inside); p != nil || v.Kind != jcs.Object {
		return Signed{}, p
	}
	return Signed{&v}, nil
}

// refuseInexact refuses integers that a double does not hold, since readers of
// the record would round them.
func refuseInexact(v *jcs.Value, text []byte) *problem {
	at := inexact(v, text)
	if at == nil {
		return nil
	}
	return problemAt(string(text), at.Start, "expected an integer within ±9007199254740991, which every reader holds exactly, found "+string(text[at.Start:at.End]))
}

// Text is what the signed bytes say of a meaning, such as [MeansAgent], in
// words, and the member that says it; "" if they do not.
func (s Signed) Text(means string) (field, text string) {
	v := s.get(means)
	if v == nil {
		return "", ""
	}
	if v.Kind == jcs.Number {
		return v.Key, op.Show(v.Num)
	}
	return v.Key, v.Str
}

// Number is what the signed bytes say of a meaning that is a number, such as
// [MeansScore], and the member that says it.
func (s Signed) Number(means string) (field string, x float64, ok bool) {
	v := s.get(means)
	if v == nil || v.Kind != jcs.Number {
		return "", 0, false
	}
	return v.Key, v.Num, true
}

func (s Signed) get(means string) *jcs.Value {
	m := meaningOf(means)
	if m == nil || s.value == nil {
		return nil
	}
	return m.find(s.value)
}

// member is a member by its name, or nil.
func (s Signed) member(name string) *jcs.Value {
	if s.value == nil {
		return nil
	}
	return s.value.Get(name)
}

// has says whether a member is inside the signed bytes.
func (s Signed) has(name string) bool { return s.member(name) != nil }

// domainTags begin bytes that one format alone may read. A signature over them
// must not be taken for one over anything else.
var domainTags = []struct{ begin, format string }{
	{"tallyproof-score/", "a flat record that says its version"},
	{"DSSEv1 ", "a DSSE envelope"},
	{sshMagic, "an SSH signature"},
	{noteMark, "a signed note"},
	{tlogMark, "a tlog-proof"},
}

// taggedFormat is the format that alone may read bytes like these, in words, or
// "".
func taggedFormat(signed []byte) string {
	begin := string(signed[:min(len(signed), 32)])
	for _, tag := range domainTags {
		if strings.HasPrefix(begin, tag.begin) {
			return tag.format
		}
	}
	if strings.HasPrefix(begin, "ey") && isSigningInput(signed) {
		return "a JSON Web Signature"
	}
	return ""
}

// isSigningInput tells what a JWS signs: two parts of base64url joined by a dot.
func isSigningInput(signed []byte) bool {
	dots := 0
	for _, c := range signed {
		if c == '.' {
			dots++
			continue
		}
		if _, ok := base64Digit(c); !ok || c == '+' || c == '/' {
			return false
		}
	}
	return dots == 1
}
