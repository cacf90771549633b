package record

import (
	"github.com/tallyproof/tallyproof/core/jcs"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/proof/text"
)

// Whose returns the signed name of the agent, or "", and the signed score, or nil.
func (s Signed) Whose() (name string, score *float64) {
	for _, means := range []string{MeansName, MeansSubmission} {
		if name == "" {
			_, name = s.Text(means)
		}
	}
	if id := s.member("id"); name == "" && id != nil && (id.Kind == jcs.String || id.Kind == jcs.Number) {
		name = shownValue(id)
	}
	if _, x, ok := s.Number(MeansScore); ok {
		score = &x
	}
	return name, score
}

// Signed are the members of a record that signed bytes say. Only signedObject
// makes one that is not empty, and it reads nothing but the signed bytes, or the
// text whose hash they are: so what a Signed says, the signer said. The zero
// value says nothing.
type Signed struct {
	value *jcs.Value
	at    places // of the members
}

// ReadSigned reads the record inside signed bytes: the JSON text of an object.
func ReadSigned(inside []byte) (Signed, *text.Problem) {
	str := string(inside)
	v, p := text.ParseJSON(str)
	if p != nil || v.Kind != jcs.Object {
		return Signed{}, p
	}
	return signedObject(&v, str)
}

func signedObject(v *jcs.Value, str string) (Signed, *text.Problem) {
	if p := RefuseInexact(v, str); p != nil {
		return Signed{}, p
	}
	return Signed{v, index(v)}, nil
}

// RefuseInexact refuses integers that a double does not hold, since readers of
// the record would round them.
func RefuseInexact(v *jcs.Value, str string) *text.Problem {
	at := jcs.Inexact(v, str)
	if at == nil {
		return nil
	}
	return text.ProblemAt(str, at.Start,
		"expected an integer within ±9007199254740991, which every reader holds exactly, found "+str[at.Start:at.End])
}

// Text returns the signed value of a meaning, for example [MeansAgent], in words, and its
// member; or "".
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

// Number returns the signed number of a meaning, for example [MeansScore], and its
// member.
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

// member returns a member by its name, or nil.
func (s Signed) member(name string) *jcs.Value {
	if s.value == nil {
		return nil
	}
	return s.at.of(s.value, name)
}

// TextOf returns the text of the signed member called name, or "".
func (s Signed) TextOf(name string) string {
	if v := s.member(name); v != nil {
		return v.Str
	}
	return ""
}

// Has reports whether a member is inside the signed bytes.
func (s Signed) Has(name string) bool { return s.member(name) != nil }

// HasValue reports whether a member is inside the signed bytes and is not null.
func (s Signed) HasValue(name string) bool {
	v := s.member(name)
	return v != nil && v.Kind != jcs.Null
}

// OtherArena returns a signed arena around the record that differs from arena.
func (s Signed) OtherArena(arena string) (other string, found bool) {
	if s.value == nil {
		return "", false
	}
	return OtherArena(s.value, arena)
}

// OtherArena returns the arena that a signed object names and that is another than this one,
// "" if its name is no text. Every member counts that a reader may take for the arena,
// as Arena and arena_id.
func OtherArena(object *jcs.Value, arena string) (other string, found bool) {
	for i := range object.Items {
		member := &object.Items[i]
		if name := Folded(member.Key); (name == "arena" || name == "arenaid" || name == "arenaslug") &&
			(member.Kind != jcs.String || member.Str != arena) {
			return member.Str, true
		}
	}
	return "", false
}

// places indexes the members of a large object; nil for a small object, which is searched
// in order.
type places map[string]int

// few is the number of members up to which a search in order is faster than an index.
const few = 32

func index(object *jcs.Value) places {
	if len(object.Items) <= few {
		return nil
	}
	at := make(places, len(object.Items))
	for i := range object.Items {
		at[object.Items[i].Key] = i
	}
	return at
}

// of returns the member of that name, or nil.
func (p places) of(object *jcs.Value, name string) *jcs.Value {
	if p == nil {
		return object.Get(name)
	}
	if i, found := p[name]; found {
		return &object.Items[i]
	}
	return nil
}
