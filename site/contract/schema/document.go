// Package schema writes the shapes of the engine's catalogue for other tools, as
// JSON Schema (draft 2020-12): of one type, or of all for a document that has
// them, such as OpenAPI.
//
// A schema never refuses what the engine accepts. The engine refuses more: it
// counts the bytes of a text, while maxLength counts characters; of several
// shapes that begin with the same JSON type it takes the first; and its
// operations check relations between members. Numbers are IEEE 754 binary64
// when limits are compared.
//
// The same catalogue gives the same bytes.
package schema

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/site/contract/names"
)

// Head is the title and the description of a schema.
type Head struct {
	ID          string // where it is published, from the root of the site
	Title       string
	Description string
}

// Document returns the JSON Schema of the catalogue's type of that name, with the
// types it refers to in $defs. The text is indented.
func Document(catalogue []op.Op, name string, head Head) ([]byte, error) {
	t := NewTypes(catalogue, func(other string) string {
		if other == name {
			return "#"
		}
		return "#/$defs/" + other
	})
	root, others := t.reached(name)
	if root == nil {
		return nil, fmt.Errorf("schema: the catalogue has no type %q", name)
	}
	root.Dialect, root.ID, root.Title, root.Description = Dialect, head.ID, head.Title, head.Description
	for _, d := range others {
		root.Defs.Add(d.Name, t.Definition(d))
	}
	text, err := Encode(root)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	err = json.Indent(&out, text, "", "  ")
	out.WriteByte('\n')
	return out.Bytes(), err
}

// reached returns the type of that name, or nil, and the declarations
// of those below it in the order of the catalogue.
func (t *Types) reached(name string) (root *Node, others []names.Declaration) {
	below := map[string]bool{}
	for _, d := range t.Names.Declared {
		if d.Name == name && !d.Alias {
			root = t.Definition(d)
			t.below(d.Schema, below)
		}
	}
	for _, d := range t.Names.Declared {
		if d.Name != name && below[d.Name] {
			others = append(others, d)
		}
	}
	return root, others
}

// below notes the names below s.
func (t *Types) below(s *op.Schema, found map[string]bool) {
	each(s, func(next *op.Schema) {
		name, named := t.Names.Name(next)
		if named && found[name] {
			return
		}
		if named {
			found[name] = true
		}
		t.below(next, found)
	})
}
