package build

import (
	"bytes"
	"path"

	tdewolff "github.com/tdewolff/minify/v2"
	"github.com/tdewolff/minify/v2/html"
	"github.com/tdewolff/minify/v2/svg"
)

// minify makes a file smaller without changing what it does. Kinds of files it
// does not know stay as they are.
func minify(name string, data []byte) ([]byte, error) {
	switch path.Ext(name) {
	case ".html":
		return minified(&html.Minifier{KeepDocumentTags: true, KeepEndTags: true, KeepDefaultAttrVals: true}, data)
	case ".svg":
		// The minifier drops the space between text and a <tspan>, and with it
		// the space between two words (v2.24.25).
		if bytes.Contains(data, []byte("<tspan")) {
			return data, nil
		}
		return minified(&svg.Minifier{}, data)
	}
	return data, nil
}

// minified runs a single minifier. No minifiers are registered for embedded
// content, so scripts, styles and SVG inside HTML stay as they are. Programs
// make them, and they are small.
func minified(m tdewolff.Minifier, data []byte) ([]byte, error) {
	var out bytes.Buffer
	if err := m.Minify(tdewolff.New(), &out, bytes.NewReader(bytes.Clone(data)), nil); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}
