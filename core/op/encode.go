package op

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/tallyproof/tallyproof/core/jcs"
)

// Encode writes v as compact JSON along its schema: members in declaration
// order, map keys sorted, numbers as their shortest decimal, no HTML escapes.
// Absent lists are [], absent maps {}. The error names a NaN or an infinity.
func Encode(v any) ([]byte, error) { return NewEncoder().Encode(v) }

// Encoder writes as [Encode] does, and reads the shape of each type once. It is not for use by several
// goroutines.
type Encoder struct{ types *compiler }

// NewEncoder returns an encoder that knows no type yet.
func NewEncoder() *Encoder { return &Encoder{newCompiler()} }

// Encode writes v as the function does.
func (e *Encoder) Encode(v any) ([]byte, error) {
	value := reflect.ValueOf(v)
	return new(encoder).encode(e.types.schema(value.Type(), ""), nil, value)
}

// encoder writes values along their schemas.
type encoder struct {
	most int // bytes after which it gives up with errLong; 0: any number
}

// room is errLong if there are too many bytes.
func (e *encoder) room(dst []byte) error {
	if e.most > 0 && len(dst) > e.most {
		return errLong
	}
	return nil
}

// inside names the member in which an encoder failed.
func inside(name string, err error) error {
	if err == error(errLong) {
		return err
	}
	return errors.New(name + ": " + err.Error())
}

func (e *encoder) encode(s *Schema, dst []byte, v reflect.Value) ([]byte, error) {
	for v.Kind() == reflect.Pointer && s.Kind != KindOneOf {
		if v.IsNil() {
			return append(dst, "null"...), nil
		}
		v = v.Elem()
	}
	switch s.Kind {
	case KindObject:
		return e.encodeObject(s, dst, v)
	case KindMap:
		return e.encodeMap(s, dst, v)
	case KindArray:
		return e.encodeArray(s, dst, v)
	case KindString:
		return jcs.AppendString(dst, valid(v.String())), nil
	case KindNumber:
		x := v.Float()
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return nil, errors.New("a number is not finite")
		}
		return jcs.AppendNumber(dst, x), nil
	case KindInteger:
		return strconv.AppendInt(dst, v.Int(), 10), nil
	case KindBool:
		return strconv.AppendBool(dst, v.Bool()), nil
	case KindAny:
		if v.Len() == 0 {
			return append(dst, "null"...), nil
		}
		return append(dst, v.Bytes()...), nil
	}
	return e.encodeOneOf(s, dst, v)
}

func (e *encoder) encodeObject(s *Schema, dst []byte, v reflect.Value) ([]byte, error) {
	dst = append(dst, '{')
	first := true
	for i := range s.Fields {
		f := &s.Fields[i]
		member := v.FieldByIndex(f.index)
		if f.Optional && empty(member) {
			continue
		}
		if !first {
			dst = append(dst, ',')
		}
		first = false
		dst = append(jcs.AppendString(dst, f.Name), ':')
		var err error
		if dst, err = e.encode(f.Schema, dst, member); err != nil {
			return nil, inside(f.Name, err)
		}
	}
	return append(dst, '}'), e.room(dst)
}

// empty reports whether an optional member is left out: nil, zero, "", false, [] or {}.
func empty(v reflect.Value) bool {
	if v.Kind() == reflect.Slice || v.Kind() == reflect.Map {
		return v.Len() == 0
	}
	return v.IsZero()
}

func (e *encoder) encodeMap(s *Schema, dst []byte, v reflect.Value) ([]byte, error) {
	boxed := v
	if v.CanAddr() { // a pointer needs no memory
		boxed = v.Addr()
	}
	if members, ok := boxed.Interface().(Members); ok {
		return members.OpAppend(dst), nil
	}
	keys := make([]string, 0, v.Len())
	for _, key := range v.MapKeys() {
		keys = append(keys, key.String())
	}
	slices.Sort(keys)
	dst = append(dst, '{')
	for i, key := range keys {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(jcs.AppendString(dst, valid(key)), ':')
		var err error
		if dst, err = e.encode(s.Elem, dst, v.MapIndex(reflect.ValueOf(key))); err != nil {
			return nil, inside(key, err)
		}
	}
	return append(dst, '}'), nil
}

// someItems is the number of array items after which the encoder makes room for more at
// once: for three times as many, and an eighth extra in case later items are longer.
const someItems = 64

func (e *encoder) encodeArray(s *Schema, dst []byte, v reflect.Value) ([]byte, error) {
	dst = append(dst, '[')
	start, n, some := len(dst), v.Len(), someItems
	for i := range n {
		if i > 0 {
			dst = append(dst, ',')
		}
		if i == some {
			some *= 4
			more := (len(dst) - start) / i * min(3*i, n-i)
			more += more / 8
			if e.most > 0 {
				more = min(more, e.most)
			}
			dst = slices.Grow(dst, more)
		}
		if err := e.room(dst); err != nil {
			return nil, err
		}
		var err error
		if dst, err = e.encode(s.Elem, dst, v.Index(i)); err != nil {
			return nil, inside(strconv.Itoa(i), err)
		}
	}
	return append(dst, ']'), nil
}

// encodeOneOf writes the shape the value holds.
func (e *encoder) encodeOneOf(s *Schema, dst []byte, v reflect.Value) ([]byte, error) {
	shape := reflect.ValueOf(v.Interface().(interface{ OpShape() any }).OpShape())
	for _, option := range s.Options {
		if option.typ == shape.Type() || shape.Kind() == reflect.Pointer && option.typ == shape.Type().Elem() {
			return e.encode(option, dst, shape)
		}
	}
	panic(fmt.Sprintf("op: %s holds a %s, which is none of its shapes", v.Type().String(), shape.Type().String()))
}

// valid replaces what is not UTF-8: text from a request is, but text that was
// cut by bytes may not be.
func valid(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	return string([]rune(s)) // U+FFFD for each invalid byte
}
