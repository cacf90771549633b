package op

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/tallyproof/tallyproof/core/jcs"
)

// value is a node of the strictly parsed request.
type value = *jcs.Value

// decoder fills Go values from a strictly parsed text, refusing whatever the
// schema does not allow.
type decoder struct {
	text []byte
	at   []step
	room [8]step // for the first of at
}

// Decode reads text strictly into dst, which the schema describes. The error
// names the first offending member.
func (s *Schema) Decode(text []byte, dst any) *Error {
	v, err := jcs.Parse(text)
	if err != nil {
		return &Error{Code: Malformed, Field: "", Message: err.Error()}
	}
	return s.DecodeValue(&v, text, dst)
}

// DecodeValue is [Schema.Decode] of a value that was parsed from text.
func (s *Schema) DecodeValue(v *jcs.Value, text []byte, dst any) *Error {
	d := &decoder{text: text}
	d.at = d.room[:0]
	return s.decode(d, s, reflect.ValueOf(dst).Elem(), v)
}

func decodeObject(d *decoder, s *Schema, dst reflect.Value, v value) *Error {
	if v.Kind != jcs.Object {
		return d.wrongKind(s, v)
	}
	var seen uint64 // by field; compiler.object refuses types with more
	for i := range v.Items {
		member := &v.Items[i]
		d.enter(member.Key)
		n := s.field(member.Key)
		if n < 0 {
			return d.refuse("%s", s.unknownField(member.Key))
		}
		seen |= 1 << n
		f := &s.Fields[n]
		slot := dst.FieldByIndex(f.index)
		if f.ptr {
			slot.Set(reflect.New(slot.Type().Elem()))
			slot = slot.Elem()
		}
		if err := f.Schema.decode(d, f.Schema, slot, member); err != nil {
			return err
		}
		d.leave()
	}
	for n := range s.Fields {
		if f := &s.Fields[n]; seen&(1<<n) == 0 && !f.Optional {
			d.enter(f.Name)
			return d.refuse("missing: want %s", f.Schema.want())
		}
	}
	return nil
}

func (s *Schema) field(name string) int {
	for i := range s.Fields {
		if s.Fields[i].Name == name {
			return i
		}
	}
	return -1
}

// unknownField explains a member the object does not have. Members that
// differ only in case are the ones encoding/json would have let through.
func (s *Schema) unknownField(name string) string {
	names, folded := make([]string, len(s.Fields)), strings.ToLower(name)
	for i, f := range s.Fields {
		names[i] = f.Name
		if strings.ToLower(f.Name) == folded {
			return fmt.Sprintf("unknown field %s: want %q, spelled exactly so", Quote(name), f.Name)
		}
	}
	if len(names) == 0 {
		return fmt.Sprintf("unknown field %s: want an empty object", Quote(name))
	}
	return fmt.Sprintf("unknown field %s: want one of %s", Quote(name), strings.Join(names, ", "))
}

func decodeMap(d *decoder, s *Schema, dst reflect.Value, v value) *Error {
	if v.Kind != jcs.Object {
		return d.wrongKind(s, v)
	}
	if err := d.names(v); err != nil {
		return err
	}
	if m, ok := dst.Addr().Interface().(*map[string]float64); ok {
		return d.numbers(s.Elem, m, v)
	}
	m := reflect.MakeMapWithSize(dst.Type(), len(v.Items))
	name := ""
	key, elem := reflect.ValueOf(&name).Elem(), reflect.New(dst.Type().Elem()).Elem() // the map keeps copies
	for i := range v.Items {
		member := &v.Items[i]
		d.enter(member.Key)
		elem.SetZero()
		if err := s.Elem.decode(d, s.Elem, elem, member); err != nil {
			return err
		}
		name = member.Key
		m.SetMapIndex(key, elem)
		d.leave()
	}
	dst.Set(m)
	return nil
}

// numbers is decodeMap for the rows of a challenge: the same without
// reflection for every cell.
func (d *decoder) numbers(s *Schema, dst *map[string]float64, v value) *Error {
	m := make(map[string]float64, len(v.Items))
	for i := range v.Items {
		member := &v.Items[i]
		d.enter(member.Key)
		if err := d.number(s, member); err != nil {
			return err
		}
		m[member.Key] = member.Num
		d.leave()
	}
	*dst = m
	return nil
}

// names refuses names over their limit, and names that differ only in case.
func (d *decoder) names(v value) *Error {
	const few = 16 // below it, comparing all pairs is cheaper than a map
	var folded map[string]string
	if len(v.Items) > few {
		folded = make(map[string]string, len(v.Items))
	}
	for i := range v.Items {
		key := v.Items[i].Key
		if len(key) > defaultMaxLen {
			return d.refuse("a name of %d bytes: want at most %d", len(key), defaultMaxLen)
		}
		twin, taken := "", false
		if folded == nil {
			for n := range i {
				if other := v.Items[n].Key; len(other) == len(key) && strings.EqualFold(other, key) {
					twin, taken = other, true
				}
			}
		} else {
			fold := strings.ToLower(key)
			if twin, taken = folded[fold]; !taken {
				folded[fold] = key
			}
		}
		if taken {
			d.enter(key)
			return d.refuse("%s and %s differ only in case: give one of them", Quote(twin), Quote(key))
		}
	}
	return nil
}

func decodeArray(d *decoder, s *Schema, dst reflect.Value, v value) *Error {
	if v.Kind != jcs.Array {
		return d.wrongKind(s, v)
	}
	n := len(v.Items)
	if (s.Min != nil && float64(n) < *s.Min) || (s.Max != nil && float64(n) > *s.Max) {
		return d.refuse("%d items: want %s", n, s.want())
	}
	list := reflect.MakeSlice(dst.Type(), n, n)
	for i := range v.Items {
		slot := list.Index(i)
		if slot.Kind() == reflect.Pointer {
			slot.Set(reflect.New(slot.Type().Elem()))
			slot = slot.Elem()
		}
		d.index(i)
		if err := s.Elem.decode(d, s.Elem, slot, &v.Items[i]); err != nil {
			return err
		}
		d.leave()
	}
	dst.Set(list)
	return nil
}

func decodeString(d *decoder, s *Schema, dst reflect.Value, v value) *Error {
	if v.Kind != jcs.String {
		return d.wrongKind(s, v)
	}
	if len(v.Str) > s.MaxLen {
		return d.refuse("%d bytes of text: want at most %d", len(v.Str), s.MaxLen)
	}
	if s.Enum != nil && !slices.Contains(s.Enum, v.Str) {
		return d.refuse("%s: want %s", Quote(v.Str), s.want())
	}
	dst.SetString(v.Str)
	return nil
}

func decodeNumber(d *decoder, s *Schema, dst reflect.Value, v value) *Error {
	if err := d.number(s, v); err != nil {
		return err
	}
	dst.SetFloat(v.Num)
	return nil
}

func (d *decoder) number(s *Schema, v value) *Error {
	if v.Kind != jcs.Number {
		return d.wrongKind(s, v)
	}
	if !s.inRange(v.Num) {
		return d.refuse("%s: want %s", Written(d.text, v), s.want())
	}
	return nil
}

// maxExact is 2^53: up to it every whole number has its own float64.
const maxExact = 1 << 53

func decodeInteger(d *decoder, s *Schema, dst reflect.Value, v value) *Error {
	if v.Kind != jcs.Number {
		return d.wrongKind(s, v)
	}
	if v.Num != math.Trunc(v.Num) || math.Abs(v.Num) > maxExact || !s.inRange(v.Num) {
		return d.refuse("%s: want %s", Written(d.text, v), s.want())
	}
	dst.SetInt(int64(v.Num))
	return nil
}

func decodeBool(d *decoder, s *Schema, dst reflect.Value, v value) *Error {
	if v.Kind != jcs.Bool {
		return d.wrongKind(s, v)
	}
	dst.SetBool(v.Bool)
	return nil
}

func decodeRaw(d *decoder, _ *Schema, dst reflect.Value, v value) *Error {
	dst.SetBytes(d.text[v.Start:v.End:v.End])
	return nil
}

// decodeOneOf takes the first shape whose JSON kind matches; the error is then
// that shape's own, so it points as deep as it can.
func decodeOneOf(d *decoder, s *Schema, dst reflect.Value, v value) *Error {
	target := dst.Addr().Interface().(OneOf)
	for _, option := range s.Options {
		if !option.accepts(v) {
			continue
		}
		shape := reflect.New(option.typ)
		if err := option.decode(d, option, shape.Elem(), v); err != nil {
			return err
		}
		target.OpTake(shape.Interface())
		return nil
	}
	return d.wrongKind(s, v)
}

func (s *Schema) accepts(v value) bool {
	switch s.Kind {
	case KindObject, KindMap:
		return v.Kind == jcs.Object
	case KindArray:
		return v.Kind == jcs.Array
	case KindString:
		return v.Kind == jcs.String
	case KindNumber, KindInteger:
		return v.Kind == jcs.Number
	case KindBool:
		return v.Kind == jcs.Bool
	}
	return s.Kind == KindAny
}

func (s *Schema) inRange(x float64) bool {
	return (s.Min == nil || x >= *s.Min) && (s.Max == nil || x <= *s.Max)
}

// Written returns a value that was parsed from text as the caller wrote it, shortened.
func Written(text []byte, v *jcs.Value) string {
	const most = 40
	if v == nil {
		return "missing"
	}
	switch v.Kind {
	case jcs.Object:
		return "an object"
	case jcs.Array:
		return "an array"
	case jcs.String:
		return Quote(v.Str)
	}
	if v.End-v.Start > most {
		return string(text[v.Start:v.Start+most]) + "…"
	}
	return string(text[v.Start:v.End])
}

func (d *decoder) wrongKind(s *Schema, v value) *Error {
	return d.refuse("%s: want %s", Written(d.text, v), s.want())
}

// want says in words what a value must be.
func (s *Schema) want() string {
	switch s.Kind {
	case KindString:
		if s.Enum != nil {
			return "one of " + strings.Join(s.Enum, ", ")
		}
		return "text"
	case KindNumber:
		return "a number" + s.between()
	case KindInteger:
		return "a whole number" + s.between()
	case KindBool:
		return "true or false"
	case KindArray:
		return "an array" + s.itemCount()
	case KindOneOf:
		var all []string
		for _, o := range s.Options {
			all = append(all, o.want())
		}
		return strings.Join(all, " or ")
	case KindAny:
		return "any JSON value"
	}
	return "an object"
}

func (s *Schema) between() string {
	switch {
	case s.Percent:
		return " of percent from 0 to 100"
	case s.Min != nil && s.Max != nil:
		return " from " + show(*s.Min) + " to " + show(*s.Max)
	case s.Min != nil:
		return " of at least " + show(*s.Min)
	case s.Max != nil:
		return " of at most " + show(*s.Max)
	}
	return ""
}

func (s *Schema) itemCount() string {
	switch {
	case s.Min != nil && s.Max != nil && *s.Min == *s.Max:
		return " of " + show(*s.Min)
	case s.Min != nil && s.Max != nil:
		return " of " + show(*s.Min) + " to " + show(*s.Max) + " items"
	case s.Min != nil:
		return " of at least " + show(*s.Min) + " items"
	case s.Max != nil:
		return " of at most " + show(*s.Max) + " items"
	}
	return ""
}

// show writes x as its shortest decimal, as JSON does.
func show(x float64) string { return string(jcs.AppendNumber(nil, x)) }

// Show writes a number for a message: its shortest decimal.
func Show(x float64) string {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return strconv.FormatFloat(x, 'g', -1, 64)
	}
	return show(x)
}
