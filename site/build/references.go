package build

import "path"

// reference is a relative URL in the text of a source: data[start:end] is the
// path, without quotes, query and fragment.
type reference struct {
	start, end int
	path       string
	later      bool // import("…"): loaded when it is asked for
}

// references finds the assets that a source names by a relative URL, in order.
func references(s source) ([]reference, error) {
	switch path.Ext(s.name) {
	case ".mjs", ".js":
		return moduleReferences(s)
	case ".css":
		return styleReferences(s)
	}
	return nil, nil
}
