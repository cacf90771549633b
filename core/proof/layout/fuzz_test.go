package layout

import (
	"bytes"
	"testing"

	"github.com/tallyproof/tallyproof/core/jcs"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/proof/text"
)

// A layout that was found makes bytes that verify, and comes back as itself.
func FuzzFindLayout(f *testing.F) {
	f.Add(`{"a": 1, "score": 80.0}`, 3)
	f.Add(`{"score": 85.5, "name": "Zoë <b>", "of": {"b": [1, {}], "a": null}}`, 500)
	f.Add(`{"code_hash": "d567", "score": 1e-7, "version": "v"}`, 9000)
	f.Fuzz(func(t *testing.T, record string, position int) {
		root, p := text.ParseJSON(record)
		if p != nil || root.Kind != jcs.Object || len(root.Items) == 0 || len(record) > 2000 {
			return
		}
		finder := NewFinder(NewSpeller(record, &root))
		if finder.Total == 0 {
			return
		}
		finder.Complete()
		position = max(position, -position, 0) % finder.Total
		signed, ok := finder.candidate(position)
		if !ok {
			return
		}
		l := finder.layout(position)
		again, missing := l.Bytes(NewSpeller(record, &root))
		if missing != "" || !bytes.Equal(again, signed) {
			t.Fatalf("%q spells %q, its candidate %q", l.Name, again, signed)
		}
	})
}

// Any layout that check lets pass makes bytes or names a member, and has words.
func FuzzLayout(f *testing.F) {
	f.Add(`{"form": "json", "order": "sorted", "without": ["a"]}`, `{"a": 1, "score": 80.0}`)
	f.Add(`{"form": "bytes", "order": "document", "without": ["b"], "hash": "sha256", "encoding": "hex"}`, `{"a": "00ff"}`)
	f.Add(`{"form": "pairs", "order": "listed", "fields": ["b", "a"], "separator": "&", "assign": "=", "numbers": "fixed-2"}`, `{"a": 1, "b": {"c": []}}`)
	schema := op.LazySchema[Layout]()
	f.Fuzz(func(t *testing.T, layout, record string) {
		var l Layout
		root, p := text.ParseJSON(record)
		if schema().Decode([]byte(layout), &l) != nil || l.Check() != nil || p != nil || root.Kind != jcs.Object {
			return
		}
		sp := NewSpeller(record, &root)
		if signed, missing := l.Bytes(sp); missing == "" && l.Hash == "" && l.Encoding == "" {
			for _, from := range []Source{FromVersion, FromKey, FromSearch, FromRequest} {
				l.Inside(signed, from)
			}
		}
		if l.Words() == "" {
			t.Errorf("%+v has no words", l)
		}
	})
}
