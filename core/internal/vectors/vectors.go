// Package vectors reads golden data for tests. A file or a list without a case
// is an error: a test that finds nothing to test must not pass.
package vectors

import (
	"encoding/json"
	"testing"

	"github.com/tallyproof/tallyproof/testdata"
)

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
	text, err := testdata.FS.ReadFile("vectors/" + name)
	if err != nil {
		t.Fatal(err)
	}
	var file T
	if err := json.Unmarshal(text, &file); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return file
}
