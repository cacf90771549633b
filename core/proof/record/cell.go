package record

import (
	"slices"

	"github.com/tallyproof/tallyproof/core/jcs"
	"github.com/tallyproof/tallyproof/core/table"
)

// AppendPart appends a signed value without a kind of its own, for example from joined
// values, as the JSON value of the member called name. It is a number only where the name
// takes one: an agent may be called 1e2.
func AppendPart(dst []byte, name, part string) []byte {
	if v, ok := table.CellValue(part); ok && takes(name, &v, part) {
		return append(dst, part...)
	}
	return jcs.AppendString(dst, part)
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
