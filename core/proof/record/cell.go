package record

import (
	"strings"

	"github.com/tallyproof/tallyproof/core/jcs"
)

// AppendCell appends a cell as a JSON value: as it is, if it is one by the
// strict reader and no text, and no integer that a double does not hold; else
// as a text.
func AppendCell(dst []byte, cell string) []byte {
	if cell == "" {
		return append(dst, `""`...)
	}
	if c := cell[0]; '0' <= c && c <= '9' || strings.IndexByte("-tfn{[", c) >= 0 {
		v, err := jcs.ParseString(cell)
		if err == nil && v.End == len(cell) && Inexact(&v, cell) == nil {
			return append(dst, cell...)
		}
	}
	return jcs.AppendString(dst, cell)
}
