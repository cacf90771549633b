package adversary

import (
	"strings"

	"github.com/tallyproof/tallyproof/core/jcs"
)

// Member is a member of a record; its value is a JSON text.
type Member struct{ Name, Value string }

// Record is a JSON object in the order of its members.
type Record []Member

// text returns a value that is a string.
func text(s string) string {
	return string(jcs.AppendString(nil, strings.ToValidUTF8(s, "\ufffd")))
}

// JSON returns the record, with a text between members and one after each colon.
func (r Record) JSON(comma, colon string) string {
	var b strings.Builder
	b.WriteByte('{')
	for i, m := range r {
		if i > 0 {
			b.WriteString(comma)
		}
		b.WriteString(text(m.Name) + colon + m.Value)
	}
	b.WriteByte('}')
	return b.String()
}

// Compact returns the record without white space.
func (r Record) Compact() string { return r.JSON(",", ":") }

// Canonical returns the record by RFC 8785.
func (r Record) Canonical() []byte { return canonical(r.Compact()) }

func canonical(text string) []byte {
	out, err := jcs.Canonicalize([]byte(text))
	if err != nil {
		panic("adversary: " + err.Error() + ": " + text)
	}
	return out
}

// With returns the record with one more member, or another value of it.
func (r Record) With(name, value string) Record {
	all := append(Record(nil), r...)
	for i := range all {
		if all[i].Name == name {
			all[i].Value = value
			return all
		}
	}
	return append(all, Member{name, value})
}

// Only returns the record with those members alone, in that order.
func (r Record) Only(names ...string) Record {
	var some Record
	for _, name := range names {
		if value, ok := r.get(name); ok {
			some = append(some, Member{name, value})
		}
	}
	return some
}

func (r Record) get(name string) (value string, ok bool) {
	for _, m := range r {
		if m.Name == name {
			return m.Value, true
		}
	}
	return "", false
}

// plain returns a value that is a string without its quotes, and any other as it is.
func plain(value string) string {
	v, err := jcs.Parse([]byte(value))
	if err == nil && v.Kind == jcs.String {
		return v.Str
	}
	return value
}

// mostShown is how many characters of a value an answer repeats.
const mostShown = 200

// Meant is a value as an answer shows it, and its kind.
type Meant struct{ Value, Kind string }

// shown is what an answer makes of a JSON value.
func shown(value string) Meant {
	v, err := jcs.Parse([]byte(value))
	if err != nil {
		panic("adversary: " + err.Error() + ": " + value)
	}
	m := Meant{string(canonical(value)), "number"}
	switch v.Kind {
	case jcs.String:
		m = Meant{v.Str, "text"}
	case jcs.Number:
	default:
		m.Kind = ""
	}
	if runes := []rune(m.Value); len(runes) > mostShown {
		m.Value = string(runes[:mostShown]) + "…"
	}
	return m
}

// node is a JSON value that can be changed: its text as it stands there, or its
// members and elements. Unlike the engine it allows a member twice.
type node struct {
	kind byte // '{', '[' or 0
	raw  string
	keys []string // with their quotation marks
	kids []*node
}

// parse reads a JSON text, nil if it is none or has more than an object or array
// should have for a change to be worthwhile.
func parse(text string) *node {
	if len(text) > 16<<10 {
		return nil
	}
	v, err := jcs.Parse([]byte(text))
	if err != nil {
		return nil
	}
	return nodeOf(text, &v)
}

func nodeOf(text string, v *jcs.Value) *node {
	n := &node{raw: text[v.Start:v.End]}
	switch v.Kind {
	case jcs.Object:
		n.kind = '{'
	case jcs.Array:
		n.kind = '['
	}
	for i := range v.Items {
		if v.Kind == jcs.Object {
			n.keys = append(n.keys, string(jcs.AppendString(nil, v.Items[i].Key)))
		}
		n.kids = append(n.kids, nodeOf(text, &v.Items[i]))
	}
	return n
}

func (n *node) clone() *node {
	c := &node{kind: n.kind, raw: n.raw, keys: append([]string(nil), n.keys...)}
	for _, kid := range n.kids {
		c.kids = append(c.kids, kid.clone())
	}
	return c
}

// append writes the value without white space.
func (n *node) append(b []byte) []byte {
	switch n.kind {
	case '{', '[':
		b = append(b, n.kind)
		for i, kid := range n.kids {
			if i > 0 {
				b = append(b, ',')
			}
			if n.kind == '{' {
				b = append(append(b, n.keys[i]...), ':')
			}
			b = kid.append(b)
		}
		return append(b, n.kind+2)
	}
	return append(b, n.raw...)
}

func (n *node) String() string { return string(n.append(nil)) }

// at returns the index of a member, -1 without it.
func (n *node) at(name string) int {
	quoted := text(name)
	for i, key := range n.keys {
		if key == quoted {
			return i
		}
	}
	return -1
}

// get returns a member, nil without it.
func (n *node) get(name string) *node {
	if i := n.at(name); i >= 0 {
		return n.kids[i]
	}
	return nil
}

// set gives a member a value, or adds it.
func (n *node) set(name, value string) {
	if i := n.at(name); i >= 0 {
		n.kids[i] = &node{raw: value}
		return
	}
	n.insert(len(n.keys), text(name), value)
}

// insert puts a member before the one with that index.
func (n *node) insert(i int, key, value string) {
	n.keys = append(n.keys[:i:i], append([]string{key}, n.keys[i:]...)...)
	n.kids = append(n.kids[:i:i], append([]*node{{raw: value}}, n.kids[i:]...)...)
}

func (n *node) remove(i int) {
	if n.kind == '{' {
		n.keys = append(n.keys[:i:i], n.keys[i+1:]...)
	}
	n.kids = append(n.kids[:i:i], n.kids[i+1:]...)
}
