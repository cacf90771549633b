package server

import (
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// Only files that the site is made of count.
func TestLook(t *testing.T) {
	for file, seen := range map[string]bool{
		"site/assets/styles/base.css":      true,
		"wasm/engine/main.go":              true,
		"templates/layout/layout.templ":    true,
		"site/demo/flat/nova.json":         true,
		"CHANGELOG.md":                     true,
		"core/op/op_test.go":               false,
		"templates/layout/layout_templ.go": false,
		"site/assets/.style.css.swp":       false,
		"site/assets/style.css~":           false,
		"scripts/test.sh":                  false,
	} {
		root := t.TempDir()
		file = filepath.Join(root, filepath.FromSlash(file))
		states := []state{look(root)}
		for _, at := range []int64{10, 20} {
			write(t, file, time.Unix(at, 0))
			states = append(states, look(root))
		}
		for i, is := range states[1:] {
			if (is != states[i]) != seen {
				t.Errorf("%s: %+v after %+v", file, is, states[i])
			}
		}
		if err := os.Remove(file); err != nil {
			t.Fatal(err)
		}
		if gone := look(root); gone != states[0] || gone != look(root) {
			t.Errorf("%s: %+v, want %+v", file, gone, states[0])
		}
	}
}

func write(t *testing.T, file string, at time.Time) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Chtimes(file, at, at); err != nil {
		t.Fatal(err)
	}
}

// Open pages ask which program serves them; all else is the site's.
func TestWatched(t *testing.T) {
	site := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, r.URL.Path) })
	for path, want := range map[string]string{"/verify/": "/verify/", "/-/program": "the second", liveScript: live} {
		got := httptest.NewRecorder()
		watched(site, "the second").ServeHTTP(got, httptest.NewRequest("GET", path, nil))
		if got.Body.String() != want {
			t.Errorf("%s: got %q, want %q", path, got.Body, want)
		}
	}
}
