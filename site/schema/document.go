package schema

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/site/names"
)

// Head says what a schema is of.
type Head struct {
	ID          string // where it is published, from the root of the site
	Title       string
	Description string
}

// Document is the JSON Schema of the catalogue's type of that name, with the
// types it refers to in $defs. The text is indented.
func Document(catalogue []op.Op, name string, head Head) ([]byte, error) {
	t := newTypes(catalogue, func(other string) string {
		if other == name {
			return "#"
		}
		return "#/$defs/" + other
	})
	root, others := t.reached(name)
	if root == nil {
		return nil, fmt.Errorf("schema: the catalogue has no type %q", name)
	}
	root.Dialect, root.ID, root.Title, root.Description = dialect, head.ID, head.Title, head.Description
	for _, d := range others {
		root.Defs.add(d.Name, t.definition(d))
	}
	text, err := encode(root)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	err = json.Indent(&out, text, "", "  ")
	out.WriteByte('\n')
	return out.Bytes(), err
}

// reached is the type of that name, nil if there is none, and the declarations
// of those below it in the order of the catalogue.
func (t *types) reached(name string) (root *node, others []names.Declaration) {
	below := map[string]bool{}
	for _, d := range t.names.Declared {
		if d.Name == name && !d.Alias {
			root = t.definition(d)
			t.below(d.Schema, below)
		}
	}
	for _, d := range t.names.Declared {
		if d.Name != name && below[d.Name] {
			others = append(others, d)
		}
	}
	return root, others
}

// below notes the names below s.
func (t *types) below(s *op.Schema, found map[string]bool) {
	each(s, func(next *op.Schema) {
		name, named := t.names.Name(next)
		if named && found[name] {
			return
		}
		if named {
			found[name] = true
		}
		t.below(next, found)
	})
}
