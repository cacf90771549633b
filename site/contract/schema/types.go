package schema

import (
	"fmt"
	"strings"

	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/site/contract/names"
)

// Types turns the types of a catalogue into JSON Schemas that refer to each
// other by name.
type Types struct {
	Names *names.Names
	asked map[string]bool          // names of types that a request can hold
	ref   func(name string) string // the reference to a type
}

// NewTypes returns the types of a catalogue. ref writes a reference to one of them.
func NewTypes(catalogue []op.Op, ref func(name string) string) *Types {
	t := &Types{names.Of(catalogue), map[string]bool{}, ref}
	seen := map[*op.Schema]bool{}
	for _, o := range catalogue {
		t.ask(o.Request(), seen)
	}
	return t
}

// ask notes the names of s and of all below it.
func (t *Types) ask(s *op.Schema, seen map[*op.Schema]bool) {
	if seen[s] {
		return
	}
	seen[s] = true
	if name, ok := t.Names.Name(s); ok {
		t.asked[name] = true
	}
	each(s, func(below *op.Schema) { t.ask(below, seen) })
}

// each calls f with the schemas right below s.
func each(s *op.Schema, f func(*op.Schema)) {
	for _, field := range s.Fields {
		f(field.Schema)
	}
	for _, option := range s.Options {
		f(option)
	}
	if s.Elem != nil {
		f(s.Elem)
	}
}

// Definition returns the schema of a declared type. An alias is a reference.
func (t *Types) Definition(d names.Declaration) *Node {
	s := shaper{t, t.asked[d.Name]}
	if d.Alias {
		return s.value(d.Schema)
	}
	return s.shape(d.Schema)
}

// shaper writes one type. If no tag sets a limit, the types of requests have
// the limits of the decoder: 4096 bytes of text, whole numbers within ±2^53. An
// answer is not decoded, so it has only the limits of its tags.
type shaper struct {
	*Types
	asked bool
}

// value returns the schema of a value: a reference where its type has a name.
func (t shaper) value(s *op.Schema) *Node {
	if name, ok := t.Names.Name(s); ok {
		return &Node{Ref: t.ref(name)}
	}
	return t.shape(s)
}

func (t shaper) shape(s *op.Schema) *Node {
	switch s.Kind {
	case op.KindObject:
		return t.object(s)
	case op.KindMap:
		return &Node{Type: "object", PropertyNames: t.name(), Additional: t.value(s.Elem)}
	case op.KindArray:
		return &Node{Type: "array", MinItems: s.Min, MaxItems: s.Max, Items: t.value(s.Elem)}
	case op.KindString:
		return t.text(s)
	case op.KindNumber:
		return &Node{Type: "number", Minimum: s.Min, Maximum: s.Max}
	case op.KindInteger:
		return t.integer(s)
	case op.KindBool:
		return &Node{Type: "boolean"}
	case op.KindAny:
		return &Node{}
	case op.KindOneOf:
		n := &Node{}
		for _, option := range s.Options {
			n.AnyOf = append(n.AnyOf, t.value(option))
		}
		return n
	}
	panic(fmt.Sprintf("schema: kind %d of %q has no JSON Schema", s.Kind, s.Name))
}

// Whole returns the full schema of a type that no operation has.
func Whole(s *op.Schema) *Node {
	return shaper{&Types{Names: names.Of(nil)}, false}.shape(s)
}

func (t shaper) object(s *op.Schema) *Node {
	n := &Node{Type: "object", Additional: false}
	for _, f := range s.Fields {
		value := t.value(f.Schema)
		value.Description = strings.TrimSpace(f.Doc + " " + value.Description)
		n.Properties.Add(f.Name, value)
		if !f.Optional {
			n.Required = append(n.Required, f.Name)
		}
	}
	return n
}

// usualText is the length of a text, or of a map's name, that no tag limits.
var usualText = op.SchemaOf[string]().MaxLen

// text has as many characters as bytes, or fewer: maxLength refuses nothing
// that the engine accepts.
func (t shaper) text(s *op.Schema) *Node {
	switch {
	case s.Enum != nil:
		return &Node{Type: "string", Enum: s.Enum}
	case s.MaxLen != usualText:
		return &Node{Type: "string", MaxLength: s.MaxLen, Description: fmt.Sprintf("At most %d bytes of UTF-8.", s.MaxLen)}
	case t.asked:
		return &Node{Type: "string", MaxLength: usualText}
	}
	return &Node{Type: "string"}
}

// name returns the schema of a map's names.
func (t shaper) name() *Node {
	if !t.asked {
		return nil
	}
	return &Node{MaxLength: usualText}
}

// Up to 2^53 every whole number has its own float64.
var least, most = -0x1p53, 0x1p53

func (t shaper) integer(s *op.Schema) *Node {
	n := &Node{Type: "integer", Minimum: s.Min, Maximum: s.Max}
	if t.asked && n.Minimum == nil {
		n.Minimum = &least
	}
	if t.asked && n.Maximum == nil {
		n.Maximum = &most
	}
	return n
}
