package shrink

import (
	"errors"
	"fmt"
)

// Function is a function of a module, with the bytes of its shortened code.
type Function struct {
	Name string // as Go's linker writes it: _ stands for all but letters, digits, dots
	Size int
}

// nameSection is the custom section that names a module's functions.
const nameSection = "name"

// isNames reports whether a custom section is the one with names. Browsers show
// the names in traces; here they are read and left out.
func isNames(body []byte) bool {
	r := reader{rest: body}
	return string(r.bytes(r.unsigned())) == nameSection
}

// readNames reads the names of functions from a section of names, in the order
// of the code section: imported functions have none in what Go links.
func readNames(body []byte) ([]string, error) {
	const functionNames = 1
	r := reader{rest: body}
	r.bytes(r.unsigned()) // the section's own name
	if kind := r.byte(); r.err == nil && kind != functionNames {
		return nil, fmt.Errorf("a section of names that begins with kind %d: want %d", kind, functionNames)
	}
	r.unsigned() // bytes to come
	var names []string
	for n, last := r.unsigned(), uint64(0); n > 0 && r.err == nil; n-- {
		at := r.unsigned()
		if r.err == nil && len(names) > 0 && at != last+1 {
			return nil, errors.New("names of functions out of order")
		}
		names, last = append(names, string(r.bytes(r.unsigned()))), at
	}
	return names, r.err
}

// named joins names and sizes; a module without names has no list.
func named(names []string, sizes []int) ([]Function, error) {
	if names == nil {
		return nil, nil
	}
	if len(names) != len(sizes) {
		return nil, fmt.Errorf("%d names of %d functions", len(names), len(sizes))
	}
	list := make([]Function, len(names))
	for i := range names {
		list[i] = Function{names[i], sizes[i]}
	}
	return list, nil
}
