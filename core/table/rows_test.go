package table

import (
	"slices"
	"testing"
)

// objects is a kind of tables whose rows are objects.
type objects struct{}

func (objects) IsHeader(columns []string) bool { return slices.Contains(columns, "id") }
func (objects) IsLine(line string) bool        { return line == "one" }
func (objects) IsNote(text string) bool        { return text == "[note]" }
func (objects) IsWhole(text string) bool       { return text == "{\n{\n" }

// A caller's kind decides which texts are tables of its rows.
func TestKind(t *testing.T) {
	for text, want := range map[string]string{
		"id,a\n1,2": CSV, "record,a\n{},2": CSV, "no,a\n1,2": Document,
		"one\none": Lines, "two\ntwo": Document,
		"[1]": Array, "[note]": Document,
		"{\n{": Lines, "{\n{\n": Document,
	} {
		r, refusal := New(text, nil, false, objects{})
		if refusal != nil {
			t.Fatal(refusal)
		}
		if got := r.State().Format; got != want {
			t.Errorf("%q: format %s, want %s", text, got, want)
		}
	}
}
