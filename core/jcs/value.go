package jcs

import "strings"

// Kind is the type of a JSON value.
type Kind uint8

// The six kinds. The zero Value is null.
const (
	Null Kind = iota
	Bool
	Number
	String
	Array
	Object
)

// String returns the name of the kind in lower case, for example "object".
func (k Kind) String() string {
	switch k {
	case Null:
		return "null"
	case Bool:
		return "bool"
	case Number:
		return "number"
	case String:
		return "string"
	case Array:
		return "array"
	case Object:
		return "object"
	}
	return "unknown"
}

// Value is one JSON value and where it stood in the text given to [Parse].
// Strings share one private copy of that text, so a Value stays true if the
// caller reuses the bytes.
type Value struct {
	Kind       Kind
	Bool       bool
	Num        float64 // finite; -0 keeps its sign
	Str        string  // decoded text of a String
	Key        string  // decoded member name, when the value is a member of an object
	KeyStart   int     // byte offset of the member name's opening quote
	Start, End int     // text[Start:End] is the value's own text
	Items      []Value // elements of an array, members of an object, in document order; nil if empty
}

// Get returns the member of that name, or nil if v is nil, is not an object or lacks it.
// It looks at every member until it finds the name.
func (v *Value) Get(key string) *Value {
	if v == nil || v.Kind != Object {
		return nil
	}
	for i := range v.Items {
		if v.Items[i].Key == key {
			return &v.Items[i]
		}
	}
	return nil
}

// Inexact returns an integer beyond ±(2⁵³ − 1), or nil (RFC 7493 section 2.2).
func Inexact(v *Value, text string) *Value {
	const most = 1<<53 - 1
	if v.Kind == Number && (v.Num > most || v.Num < -most) && !strings.ContainsAny(text[v.Start:v.End], ".eE") {
		return v
	}
	for i := range v.Items {
		if at := Inexact(&v.Items[i], text); at != nil {
			return at
		}
	}
	return nil
}
