package markdown

import (
	"encoding/json"
	"testing"

	"github.com/tallyproof/tallyproof/testdata"
)

// The table is also that of markdown.mjs (e2e/node/markdown.test.mjs), whose test
// reads what comes of it with a CommonMark parser.
func TestInlineMarkdown(t *testing.T) {
	data, err := testdata.FS.ReadFile("markdown.json")
	if err != nil {
		t.Fatal(err)
	}
	var rows [][2]string
	if err := json.Unmarshal(data, &rows); err != nil || len(rows) < 20 {
		t.Fatalf("%d rows, error %v", len(rows), err)
	}
	for _, row := range rows {
		if got := Escape(row[0]); got != row[1] {
			t.Errorf("%q: %q, want %q", row[0], got, row[1])
		}
	}
}
