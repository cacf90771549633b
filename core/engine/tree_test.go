package engine

import (
	"strconv"
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/core/jcs"
	"github.com/tallyproof/tallyproof/core/op"
)

// A place is a position in the requests of an operation, such as
// /submissions/*/id: its shape, and the values the examples have there.
type place struct {
	name     string     // of the member; * for elements, and for members with any names
	schema   *op.Schema // nil where the schema allows any value
	optional bool
	children map[string]*place
	seen     []*node
}

// A node is a JSON value at a place.
type node struct {
	*place
	kind  jcs.Kind
	key   string // of a member
	text  string // of a string its content, of a number, true or false its text
	items []*node
	inner *node // of a string that holds JSON: what it holds
}

// shape is the schema of a value of that kind: of a one-of, the option that
// takes it.
func (p *place) shape(kind jcs.Kind) *op.Schema {
	if p.schema == nil || p.schema.Kind != op.KindOneOf {
		return p.schema
	}
	for _, option := range p.schema.Options {
		if kindOf(option) == kind {
			return option
		}
	}
	return nil
}

func kindOf(s *op.Schema) jcs.Kind {
	switch s.Kind {
	case op.KindObject, op.KindMap:
		return jcs.Object
	case op.KindArray:
		return jcs.Array
	case op.KindString:
		return jcs.String
	case op.KindNumber, op.KindInteger:
		return jcs.Number
	case op.KindBool:
		return jcs.Bool
	}
	return jcs.Null
}

// child is the place of a member, or of an element when name is empty, of a
// value of that kind.
func (p *place) child(kind jcs.Kind, name string) *place {
	c := &place{name: name, children: map[string]*place{}}
	switch s := p.shape(kind); {
	case s != nil && (s.Kind == op.KindArray || s.Kind == op.KindMap):
		c.name, c.schema = "*", s.Elem
	case s != nil && s.Kind == op.KindObject:
		for _, f := range s.Fields {
			if f.Name == name {
				c.schema, c.optional = f.Schema, f.Optional
			}
		}
	case kind == jcs.Array:
		c.name = "*"
	}
	if c.schema != nil && c.schema.Kind == op.KindAny {
		c.schema = nil
	}
	if c.schema == nil && p.schema != nil && name == "rulebook" {
		c.schema = rulebookShape() // rulebook.check takes any value, and tells what is wrong with it
	}
	if known, ok := p.children[c.name]; ok {
		return known
	}
	p.children[c.name] = c
	return c
}

func rulebookShape() *op.Schema {
	get, ok := Find("rulebook.get")
	if !ok {
		panic("engine: there is no rulebook.get")
	}
	return get.Response()
}

// read places a JSON text.
func (p *place) read(text []byte) (*node, error) {
	v, err := jcs.Parse(text)
	if err != nil {
		return nil, err
	}
	return p.node(text, &v), nil
}

func (p *place) node(text []byte, v *jcs.Value) *node {
	n := &node{place: p, kind: v.Kind, key: v.Key, text: string(text[v.Start:v.End])}
	switch v.Kind {
	case jcs.String:
		n.text = v.Str
		if strings.HasPrefix(n.text, "{") || strings.HasPrefix(n.text, "[") {
			inside := p.child(jcs.String, "inside")
			n.inner, _ = inside.read([]byte(n.text)) // text that is no JSON stays text
		}
	case jcs.Array, jcs.Object:
		for i := range v.Items {
			n.items = append(n.items, p.child(v.Kind, v.Items[i].Key).node(text, &v.Items[i]))
		}
	}
	return n
}

// remember keeps the values of an example at their places.
func (n *node) remember() {
	n.seen = append(n.seen, n)
	for _, item := range n.items {
		item.remember()
	}
	if n.inner != nil {
		n.inner.remember()
	}
}

func (n *node) clone() *node {
	c := *n
	c.items = make([]*node, len(n.items))
	for i, item := range n.items {
		c.items[i] = item.clone()
	}
	if n.inner != nil {
		c.inner = n.inner.clone()
	}
	return &c
}

// become takes the value of another node, and stays the same member.
func (n *node) become(other *node) {
	key := n.key
	*n = *other.clone()
	n.key = key
}

func (n *node) get(key string) *node {
	for _, item := range n.items {
		if item.key == key {
			return item
		}
	}
	return nil
}

func (n *node) number() float64 {
	x, _ := strconv.ParseFloat(n.text, 64) // a number's text always is one
	return x
}

// append writes the value as JSON.
func (n *node) append(dst []byte) []byte {
	switch n.kind {
	case jcs.String:
		if n.inner != nil {
			return jcs.AppendString(dst, string(n.inner.append(nil)))
		}
		return jcs.AppendString(dst, n.text)
	case jcs.Array:
		dst = append(dst, '[')
		for i, item := range n.items {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = item.append(dst)
		}
		return append(dst, ']')
	case jcs.Object:
		dst = append(dst, '{')
		for i, item := range n.items {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = append(jcs.AppendString(dst, item.key), ':')
			dst = item.append(dst)
		}
		return append(dst, '}')
	}
	return append(dst, n.text...)
}

// A tree writes what it read, and finds the places of the schema.
func TestTree(t *testing.T) {
	o, _ := Find("score.compute")
	root := &place{schema: o.Request(), children: map[string]*place{}}
	const text = `{"rulebook":"airena","measurements":{"correctness":{"passed":9,"total":10},"speed":{"score":1e-05}}}`
	n, err := root.read([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	if got := string(n.clone().append(nil)); got != text {
		t.Errorf("got %s, want %s", got, text)
	}
	passed := n.get("measurements").items[0].get("passed")
	if passed.schema == nil || passed.schema.Kind != op.KindInteger || !passed.optional {
		t.Errorf("/measurements/*/passed is at %+v", passed.place)
	}
	if n.get("rulebook").shape(jcs.Object).Name != "Rulebook" {
		t.Error("a rulebook is not one of an id and a Rulebook")
	}
}
