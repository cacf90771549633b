// Package vectors reads golden data for tests. A file or a list without a case
// is an error: a test that finds nothing to test must not pass.
package vectors

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
)

// Root is the repository's testdata folder, seen from the package whose tests
// run.
var Root = root()

func root() string {
	up := ""
	for range 8 {
		if _, err := os.Stat(filepath.Join(up, "go.mod")); err == nil {
			return filepath.Join(up, "testdata")
		}
		up = filepath.Join(up, "..")
	}
	panic("vectors: no go.mod above the tests")
}

// Load reads the cases of testdata/vectors/<name>, {"cases": […]}.
func Load[T any](t testing.TB, name string) []T {
	t.Helper()
	file := File[struct {
		Cases []T `json:"cases"`
	}](t, name)
	if len(file.Cases) == 0 {
		t.Fatalf("%s: no cases", name)
	}
	return file.Cases
}

// File reads testdata/vectors/<name> whole.
func File[T any](t testing.TB, name string) T {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(Root, "vectors", name))
	if err != nil {
		t.Fatal(err)
	}
	var file T
	if err := json.Unmarshal(text, &file); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return file
}
