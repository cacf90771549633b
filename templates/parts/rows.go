package parts

import (
	"strconv"
	"strings"
)

// RowName returns the name of the control for a member of a row: /submissions/2/name.
func RowName(group string, i int, member string) string {
	return group + "/" + strconv.Itoa(i) + "/" + member
}

// RowLabel puts the row's number for the #.
func RowLabel(label string, i int) string {
	return strings.Replace(label, "#", strconv.Itoa(i+1), 1)
}

// RowGroup returns the name of a row that is one value.
func RowGroup(group string, i int) string { return group + "/" + strconv.Itoa(i) }
