package record

import (
	"slices"
	"strings"

	"github.com/tallyproof/tallyproof/core/jcs"
)

// AppendCell appends a cell as a JSON value: as it is, if it is one by the
// strict reader and no text, and no integer that a double does not hold; else
// as a text.
func AppendCell(dst []byte, cell string) []byte {
	if _, ok := cellValue(cell); ok {
		return append(dst, cell...)
	}
	return jcs.AppendString(dst, cell)
}

// AppendPart appends a signed value that does not say what kind it is, such as one of
// several that a separator joins, as the JSON value of the member of that name. It is
// a number only where the name takes one: an agent may be called 1e2.
func AppendPart(dst []byte, name, part string) []byte {
	if v, ok := cellValue(part); ok && takes(name, &v, part) {
		return append(dst, part...)
	}
	return jcs.AppendString(dst, part)
}

// cellValue is the JSON value that a cell is, if it is no text.
func cellValue(cell string) (v jcs.Value, ok bool) {
	if cell == "" {
		return v, false
	}
	if c := cell[0]; ('0' > c || c > '9') && strings.IndexByte("-tfn{[", c) < 0 {
		return v, false
	}
	v, err := jcs.ParseString(cell)
	return v, err == nil && v.End == len(cell) && Inexact(&v, cell) == nil
}

// takes reports whether a member of that name may have a value that is no text. One
// without a meaning may if the value has no other spelling: all else could be a text.
func takes(name string, v *jcs.Value, part string) bool {
	object := v.Kind == jcs.Object
	switch kind := kindOfName(name); {
	case kind == kindNumber:
		return v.Kind == jcs.Number
	case slices.Contains(dimensionNames, name):
		return v.Kind == jcs.Number || object // {"score": 90}
	case kind == kindObject || IsScores(name):
		return object
	case kind != "":
		return false
	}
	return string(v.AppendCanonical(nil)) == part
}
