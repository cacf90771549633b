package build

import (
	"path"
	"regexp"
	"strings"
	"testing"
)

// TestLater has a page with two modules that are loaded when they are asked for, of
// which one asks for the other: they are one file, and the page's own modules are
// not in it.
func TestLater(t *testing.T) {
	files := buildFake(t, with(map[string]string{
		"site/assets/other.mjs": "import { tag } from \"./lib/tag.mjs\";\nexport const other = async () => tag((await import('./last.mjs')).last);\n",
		"site/assets/last.mjs":  "/** @type {typeof import(\"./lib/tag.mjs\")} */\nexport const last = \"the last one\";\n",
	}))
	later, text := unhashed(t, files, "assets/later.mjs")
	_, page := unhashed(t, files, "assets/page.mjs")
	if strings.Count(text, "the last one") != 1 || strings.Contains(text, "tagged") {
		t.Errorf("later: %s", text)
	}
	if !strings.Contains(page, "tagged") || strings.Contains(page, "the last one") {
		t.Errorf("page: %s", page)
	}
	for name, text := range map[string]string{"page": page, "later": text} {
		if want := `import("./` + path.Base(later) + `")`; strings.Count(text, "import(") != 1 || !strings.Contains(text, want) {
			t.Errorf("%s: %s\nwant one import(…), %s", name, text, want)
		}
	}
	for name := range files {
		if strings.HasSuffix(name, ".mjs") && strings.HasPrefix(name, "assets/") && !regexp.MustCompile(`/(host|later|page)\.`).MatchString(name) {
			t.Errorf("%s: want host, later and page alone", name)
		}
	}
}

// TestHashCoversReferences changes the innermost module: whatever reaches it
// must get another name, and nothing else may.
func TestHashCoversReferences(t *testing.T) {
	before := buildFake(t, fakeSite)
	after := buildFake(t, with(map[string]string{"wasm/engine/engine.mjs": "import \"./wasm_exec.js\";\nexport const load = () => 1;\n"}))
	for name, changes := range map[string]bool{
		"assets/host.mjs":    true,
		"assets/page.mjs":    true,
		"assets/later.mjs":   true, // it imports what the page begins with
		"assets/engine.wasm": false,
		"assets/style.css":   false,
		"assets/up.svg":      false,
	} {
		was, _ := unhashed(t, before, name)
		is, _ := unhashed(t, after, name)
		if (was != is) != changes {
			t.Errorf("%s: %s became %s", name, was, is)
		}
	}
}
