package op

import (
	"fmt"
	"reflect"
	"slices"
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
	Name     string
	Doc      string
	Optional bool
	Schema   *Schema

	index []int // of an embedded struct's member: its place there, behind the struct's
	ptr   bool
}

// defaultMaxLen is the longest string accepted if no tag sets another:
// room for any name or id, too little to be a document.
const defaultMaxLen = 4096

// OneOf is implemented by types that accept more than one JSON shape, for example an id
// or a whole object. OpShapes returns pointers to zero values of the shapes; OpTake
// receives the decoded shape; OpShape, on the value itself, returns its shape.
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

// UnmarshalJSON keeps the text, for callers that read an answer or a refusal with encoding/json.
func (r *Raw) UnmarshalJSON(text []byte) error {
	*r = append((*r)[:0], text...)
	return nil
}

var (
	oneOfType  = reflect.TypeFor[OneOf]()
	memberType = reflect.TypeFor[Members]()
	enumType   = reflect.TypeFor[Enum]()
	rawType    = reflect.TypeFor[Raw]()
)

// SchemaOf derives the schema of T. It panics, naming the type, if T or a
// tag is not something an operation can carry: a programmer's mistake.
func SchemaOf[T any]() *Schema {
	return newCompiler().schema(reflect.TypeFor[T](), "")
}

// LazySchema returns [SchemaOf] at the first call and the same schema at every
// later one: a program that starts pays for no shape it does not use.
func LazySchema[T any]() func() *Schema { return sync.OnceValue(SchemaOf[T]) }

// lazySchema is [LazySchema] of a type that is known at run time.
func lazySchema(t reflect.Type) func() *Schema {
	return sync.OnceValue(func() *Schema { return newCompiler().schema(t, "") })
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
	c.members(s, t, nil)
	if len(s.Fields) > 64 {
		panic(fmt.Sprintf("op: %s has more than 64 members", t.String()))
	}
}

// members adds the members of t, and those of structs embedded in it, which stands at a
// place of the type of s.
func (c *compiler) members(s *Schema, t reflect.Type, at []int) {
	for i := range t.NumField() {
		f := t.Field(i)
		place := append(slices.Clip(at), i)
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		if f.Anonymous && name == "" && f.Type.Kind() == reflect.Struct {
			c.members(s, f.Type, place)
			continue
		}
		if name == "-" || !f.IsExported() {
			continue
		}
		if name == "" {
			panic(fmt.Sprintf("op: %s.%s has no json name", t.String(), f.Name))
		}
		s.Fields = append(s.Fields, Field{
			Name:     name,
			Doc:      f.Tag.Get("doc"),
			Optional: strings.Contains(options, "omit"),
			Schema:   c.schema(f.Type, f.Tag.Get("op")),
			index:    place,
			ptr:      f.Type.Kind() == reflect.Pointer,
		})
	}
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
	for _, part := range strings.Fields(tag) {
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

func number(tag, text string) *float64 {
	n, err := strconv.ParseFloat(text, 64)
	if err != nil {
		panic(fmt.Sprintf("op: tag %q: %q is not a number", tag, text))
	}
	return &n
}
