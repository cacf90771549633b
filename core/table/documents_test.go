package table

import (
	"strings"
	"testing"
)

// proofs is a kind for tests: no line and no text is a proof.
type proofs struct{}

func (proofs) IsHeader(names []string) bool { return false }
func (proofs) IsLine(string) bool           { return false }
func (proofs) IsNote(string) bool           { return false }
func (proofs) IsWhole(string) bool          { return false }

// A cell in a column called record or document is a document only if it begins like one.
func TestDocumentColumns(t *testing.T) {
	for _, tt := range []struct{ name, text, format, first string }{
		{"names of files", "agent,quality,record\nNova,80,runs/01_nova\n", Document, ""},
		{"words", "agent,quality,document\nNova,80,yes\n", Document, ""},
		{"objects", "agent,record\nNova,\"{\"\"score\"\": 1}\"\n", CSV, `{"score": 1}`},
		{"a name with marks", "agent,quality,record\nNova,80,Nova (v2): best\n", Document, ""},
		{"a picture that carries a proof", "agent,record\nNova,<svg/>\n", CSV, "<svg/>"},
		{"a proof in a string", "agent,record\nNova,\"\"\"{}\"\"\"\n", CSV, `"{}"`},
		{"a padded proof", "agent,record\nNova,\"\n\na.b.c\"\n", CSV, "\n\na.b.c"},
		{"a text as long as a signature", "agent,record\nNova," + strings.Repeat("a", 81) + "\n", CSV, strings.Repeat("a", 81)},
		{"an empty cell", "agent,document\nNova,\n", CSV, "{}"},
		{"proofs", "proof\na\n", CSV, "a"},
		{"a word after an object", "record,agent\n{},Nova\nyes,Atlas\n", CSV, "{}"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r, refusal := New(tt.text, nil, false, proofs{})
			if refusal != nil {
				t.Fatal(refusal)
			}
			if got := r.State().Format; got != tt.format {
				t.Fatalf("format %q, want %q", got, tt.format)
			}
			if row, _ := r.Next(); tt.first != "" && row.Text != tt.first {
				t.Errorf("first row %q, want %q", row.Text, tt.first)
			}
		})
	}
}
