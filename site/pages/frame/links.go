package frame

import "strings"

// OperationPath is the page of an operation.
func OperationPath(name string) string { return "/docs/operations/" + name + "/" }

// Group is the part of an operation's name before the dot.
func Group(name string) string {
	before, _, _ := strings.Cut(name, ".")
	return before
}
