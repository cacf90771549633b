package op

import "strconv"

// path is where a decoder is, as a chain from the leaf to the root, so that
// walking down costs nothing and only an error builds the pointer.
type path struct {
	up    *path
	name  string // member name, or "" in an array
	index int
	array bool
}

func (p *path) pointer() string {
	if p == nil {
		return ""
	}
	if p.array {
		return p.up.pointer() + "/" + strconv.Itoa(p.index)
	}
	return p.up.pointer() + "/" + escapePointer(p.name)
}
