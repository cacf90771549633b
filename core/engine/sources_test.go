package engine

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// What the comment of an example may name as its source beside docs/sources.md: that the
// numbers follow from the request, that there are none, or files of this repository.
var (
	ownSource  = regexp.MustCompile(`(?i)\bby\s+hand\b|\bmade\s+for\s+this\s+test\b|\bdocs/sources\.md\b`)
	ownFile    = regexp.MustCompile(`\b(?:testdata/)?(?:vectors|site/demo)/[\w./-]*\w`)
	linkInName = regexp.MustCompile(`\[([^\]]*)\]\([^)]*\)`)
	rfc        = regexp.MustCompile(`RFC \d+\b`)
	year       = regexp.MustCompile(`(\. \w+) \d{4}$`)
)

// TestExamplesNameTheirSources: whoever reads an answer can find out why it is right.
func TestExamplesNameTheirSources(t *testing.T) {
	names := sourceNames(t)
	for _, e := range examples(t) {
		if e.isError {
			continue // refusals have no numbers
		}
		files := ownFile.FindAllString(e.comment, -1)
		for _, file := range files {
			if strings.HasPrefix(file, "vectors/") {
				file = "testdata/" + file
			}
			if _, err := os.Stat("../../" + file); err != nil {
				t.Errorf("%s: its source is not there: %v", e.path, err)
			}
		}
		if len(files) == 0 && !ownSource.MatchString(e.comment) && !names.MatchString(e.comment) {
			t.Errorf("%s: %q names no source: want a name of docs/sources.md, a file below vectors/ or site/demo/, \"by hand\" or \"made for this test\"", e.path, e.comment)
		}
	}
}

// sourceNames matches the names in the first columns of docs/sources.md.
func sourceNames(t *testing.T) *regexp.Regexp {
	t.Helper()
	text, err := os.ReadFile("../../docs/sources.md")
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	inNames := false
	for line := range strings.Lines(string(text)) {
		cell, isRow := strings.CutPrefix(line, "|")
		cell, _, _ = strings.Cut(strings.TrimSpace(cell), " |")
		if cell == "name" || !isRow {
			inNames = isRow
			continue
		}
		if !inNames || strings.HasPrefix(cell, "---") {
			continue
		}
		cell = linkInName.ReplaceAllString(cell, "$1")
		for _, name := range append(strings.Split(cell, "; "), rfc.FindAllString(cell, -1)...) {
			name, _, _ = strings.Cut(name, ",") // without the part of a document, or the title of a book
			names = append(names, regexp.QuoteMeta(year.ReplaceAllString(strings.TrimSpace(name), "$1")))
		}
	}
	if len(names) < 50 {
		t.Fatalf("docs/sources.md has %d names: %q", len(names), names)
	}
	return regexp.MustCompile(`\b(?:` + strings.Join(names, "|") + `)`)
}
