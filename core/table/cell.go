package table

import (
	"strings"

	"github.com/tallyproof/tallyproof/core/jcs"
)

// appendCell appends a cell as a JSON value: as it is, if it is one by the
// strict reader and no text, and no integer that a double does not hold; else
// as a text.
func appendCell(dst []byte, cell string) []byte {
	if _, ok := CellValue(cell); ok {
		return append(dst, cell...)
	}
	return jcs.AppendString(dst, cell)
}

// CellValue returns the JSON value that a cell is, if it is no text.
func CellValue(cell string) (v jcs.Value, ok bool) {
	if cell == "" {
		return v, false
	}
	if c := cell[0]; ('0' > c || c > '9') && strings.IndexByte("-tfn{[", c) < 0 {
		return v, false
	}
	v, err := jcs.ParseString(cell)
	return v, err == nil && v.End == len(cell) && jcs.Inexact(&v, cell) == nil
}
