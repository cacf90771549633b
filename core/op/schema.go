package op

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"sync"
)

// Kind is the JSON shape of a [Schema].
type Kind int

const (
	KindObject  Kind = iota // a struct: fixed members
	KindMap                 // an object with any member names, all of one shape
	KindArray               // an array of one shape
	KindString              // text
	KindNumber              // a finite number
	KindInteger             // a whole number within ±2^53
	KindBool                // true or false
	KindAny                 // any JSON value, kept as it was written
	KindOneOf               // one of several shapes
)

// Schema describes one JSON value. It is derived from a Go type and its tags.
type Schema struct {
	Kind     Kind
	Name     string // the Go type's name, for objects and named alternatives
	Doc      string
	Fields   []Field   // of an object, in declaration order
	Elem     *Schema   // of a map or an array
	Options  []*Schema // of a one-of
	Enum     []string  // of a string; nil allows any text
	Min, Max *float64  // of a number, or the number of items of an array
	MaxLen   int       // bytes of a string
	Percent  bool      // whether messages ask for a percent from 0 to 100; more is taken where only proportions count

	typ    reflect.Type
	decode func(d *decoder, s *Schema, dst reflect.Value, v value) *Error
}

// Field is one member of an object.
type Field struct {
	_ NotCompared

	Name     string
	Doc      string
	Optional bool
	Schema   *Schema

	index int
	ptr   bool
}

// defaultMaxLen is the longest string accepted if no tag sets another:
// room for any name or id, too little to be a document.
const defaultMaxLen = 4096

// OneOf is implemented by types that accept more than one JSON shape, such as
// an id or a whole object. OpShapes returns pointers to zero values of the
// shapes; OpTake receives the one that was decoded; OpShape, on the value
// itself, answers the one it holds.
type OneOf interface {
	OpShapes() []any
	OpTake(shape any)
	OpShape() any
}

// Members is implemented by response types that are JSON objects with any
// member names, all of the shape of OpMember's answer, but not Go maps.
// OpAppend appends the object's JSON.
type Members interface {
	OpMember() any
	OpAppend(dst []byte) []byte
}

// Enum is implemented by string types of which some values are allowed. OpEnum
// answers these for the zero value.
type Enum interface{ OpEnum() []string }

// Raw is any JSON value, kept as the exact text of the request.
type Raw []byte

var (
	oneOfType  = pointed((*OneOf)(nil))
	memberType = pointed((*Members)(nil))
	enumType   = pointed((*Enum)(nil))
	rawType    = pointed((*Raw)(nil))
)

// SchemaOf derives the schema of T. It panics, naming the type, if T or a
// tag is not something an operation can carry: a programmer's mistake.
func SchemaOf[T any]() *Schema {
	return newCompiler().schema(reflect.TypeFor[T](), "")
}

// LazySchema is [SchemaOf] at the first call and the same schema at every
// later one: a program that starts pays for no shape it does not use.
func LazySchema(pointer any) func() *Schema { return lazySchema(pointed(pointer)) }

// pointed is the type that a pointer points to. Type parameters would add their names
// to the engine.
func pointed(pointer any) reflect.Type { return reflect.TypeOf(pointer).Elem() }

func lazySchema(t reflect.Type) func() *Schema { return (&lazy{typ: t}).get }

// lazy is a schema that is made when it is first asked for. It is not a
// sync.OnceValue, which the engine would hold again for each call of lazySchema.
type lazy struct {
	_ NotCompared

	once   sync.Once
	typ    reflect.Type
	schema *Schema
}

func (l *lazy) get() *Schema {
	l.once.Do(func() { l.schema = newCompiler().schema(l.typ, "") })
	return l.schema
}

type compiler struct{ done map[reflect.Type]*Schema }

func newCompiler() *compiler { return &compiler{map[reflect.Type]*Schema{}} }

// schema returns the schema of t under the given op tag. Objects are shared
// through the compiler so that recursive types end.
func (c *compiler) schema(t reflect.Type, tag string) *Schema {
	if t.Kind() == reflect.Struct || t.Implements(oneOfType) || reflect.PointerTo(t).Implements(oneOfType) {
		if s, ok := c.done[t]; ok {
			return s
		}
	}
	s := &Schema{typ: t, MaxLen: defaultMaxLen}
	switch {
	case t == rawType:
		s.Kind, s.decode = KindAny, decodeRaw
	case reflect.PointerTo(t).Implements(oneOfType):
		c.oneOf(s, t)
	case t.Implements(memberType):
		member := reflect.Zero(t).Interface().(Members).OpMember()
		s.Kind, s.Elem = KindMap, c.schema(reflect.TypeOf(member), "")
	case t.Kind() == reflect.Struct:
		c.object(s, t)
	case t.Kind() == reflect.Map && t.Key().Kind() == reflect.String:
		s.Kind, s.Elem, s.decode = KindMap, c.schema(t.Elem(), ""), decodeMap
	case t.Kind() == reflect.Slice:
		s.Kind, s.Elem, s.decode = KindArray, c.schema(t.Elem(), elementTag(tag)), decodeArray
	case t.Kind() == reflect.String:
		s.Kind, s.decode = KindString, decodeString
	case t.Kind() == reflect.Float64:
		s.Kind, s.decode = KindNumber, decodeNumber
	case t.Kind() == reflect.Int || t.Kind() == reflect.Int64:
		s.Kind, s.decode = KindInteger, decodeInteger
	case t.Kind() == reflect.Bool:
		s.Kind, s.decode = KindBool, decodeBool
	case t.Kind() == reflect.Pointer:
		return c.schema(t.Elem(), tag)
	default:
		panic(fmt.Sprintf("op: type %s cannot be part of an operation", t.String()))
	}
	if t.Implements(enumType) {
		s.Enum = reflect.Zero(t).Interface().(Enum).OpEnum()
	}
	s.limits(tag)
	return s
}

func (c *compiler) object(s *Schema, t reflect.Type) {
	s.Kind, s.Name, s.decode = KindObject, t.Name(), decodeObject
	c.done[t] = s
	for i := range t.NumField() {
		f := t.Field(i)
		name, options, _ := strings.Cut(tagPart(f.Tag, "json"), ",")
		if name == "-" || !f.IsExported() {
			continue
		}
		if name == "" {
			panic(fmt.Sprintf("op: %s.%s has no json name", t.String(), f.Name))
		}
		s.Fields = append(s.Fields, Field{
			Name:     name,
			Doc:      tagPart(f.Tag, "doc"),
			Optional: strings.Contains(options, "omit"),
			Schema:   c.schema(f.Type, tagPart(f.Tag, "op")),
			index:    i,
			ptr:      f.Type.Kind() == reflect.Pointer,
		})
	}
	if len(s.Fields) > 64 {
		panic(fmt.Sprintf("op: %s has more than 64 members", t.String()))
	}
}

// tagPart is the value that a struct tag has for a key, as [reflect.StructTag.Get]
// returns it, but of escapes it knows only \" and \\: strconv's reader of Go
// literals would be in the engine for them.
func tagPart(tag reflect.StructTag, key string) string {
	_, rest, _ := strings.Cut(" "+string(tag), " "+key+`:"`)
	var value []byte
	for i := 0; i < len(rest) && rest[i] != '"'; i++ {
		if rest[i] == '\\' && i+1 < len(rest) {
			i++
		}
		value = append(value, rest[i])
	}
	return string(value)
}

func (c *compiler) oneOf(s *Schema, t reflect.Type) {
	s.Kind, s.Name, s.decode = KindOneOf, t.Name(), decodeOneOf
	c.done[t] = s
	for _, shape := range reflect.New(t).Interface().(OneOf).OpShapes() {
		s.Options = append(s.Options, c.schema(reflect.TypeOf(shape).Elem(), ""))
	}
}

// elementTag keeps the parts of an array's tag that speak of its elements:
// those after a semicolon, as in `op:"min=5 max=5; min=0 max=20"`.
func elementTag(tag string) string {
	_, elem, _ := strings.Cut(tag, ";")
	return elem
}

// limits reads min, max, maxlen, percent and enum from an op tag.
func (s *Schema) limits(tag string) {
	tag, _, _ = strings.Cut(tag, ";")
	for _, part := range Fields(tag) {
		key, text, _ := strings.Cut(part, "=")
		switch key {
		case "enum":
			s.Enum = strings.Split(text, "|")
		case "min":
			s.Min = number(tag, text)
		case "max":
			s.Max = number(tag, text)
		case "percent":
			s.Percent = true
		case "maxlen":
			s.MaxLen = int(*number(tag, text))
		default:
			panic(fmt.Sprintf("op: tag %q: unknown limit %q", tag, key))
		}
	}
}

// Fields are the parts of a text between blanks and line ends: strings.Fields, which also
// knows the blanks of Unicode, and is three times as large as this in the engine.
func Fields(text string) (parts []string) {
	start := -1
	for i := 0; i <= len(text); i++ {
		switch blank := i == len(text) || text[i] == ' ' || text[i] >= '\t' && text[i] <= '\r'; {
		case blank && start >= 0:
			parts, start = append(parts, text[start:i]), -1
		case !blank && start < 0:
			start = i
		}
	}
	return parts
}

// sameFolded reports whether names of one length are the same but for case. Most differ in
// their first letter. strings.EqualFold would bring tables of its own into the engine.
func sameFolded(a, b string) bool {
	for i := range len(a) {
		x, y := a[i], b[i]
		if x >= 0x80 {
			folded := strings.ToLower(b)
			return strings.ToLower(a) == folded
		}
		if x != y && (x|0x20 != y|0x20 || x|0x20 < 'a' || x|0x20 > 'z') {
			return false
		}
	}
	return true
}

func number(tag, text string) *float64 {
	n, err := strconv.ParseFloat(text, 64)
	if err != nil {
		panic(fmt.Sprintf("op: tag %q: %q is not a number", tag, text))
	}
	return &n
}

// NotCompared, as the type of a first member without a name, makes a struct one
// that == refuses. Then the compiler writes no function that compares it, which
// nothing would call: these took 10 KB of the engine.
type NotCompared = [0]func()
