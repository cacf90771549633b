package frame

import "strings"

// OperationPath returns the page of an operation.
func OperationPath(name string) string { return "/docs/operations/" + name + "/" }

// Group returns the part of an operation's name before the dot.
func Group(name string) string {
	before, _, _ := strings.Cut(name, ".")
	return before
}
