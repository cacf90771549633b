package main

import (
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/testdata"
)

// TestRankTables: each table in testdata is ranked as it is read, or refused for the same reason.
func TestRankTables(t *testing.T) {
	entries, err := fs.ReadDir(testdata.FS, "tables")
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		if entry.IsDir() {
			continue
		}
		t.Run(entry.Name(), func(t *testing.T) {
			golden, err := fs.ReadFile(testdata.FS, "tables/read/"+entry.Name()+".json")
			if err != nil {
				t.Fatal(err)
			}
			var read struct {
				OK *struct {
					Line    string
					Columns []struct{ Role string }
				}
				Error struct{ Message string }
			}
			if err := json.Unmarshal(golden, &read); err != nil {
				t.Fatal(err)
			}
			file, err := fs.ReadFile(testdata.FS, "tables/"+entry.Name())
			if err != nil {
				t.Fatal(err)
			}
			path := filepath.Join(t.TempDir(), entry.Name())
			if err := os.WriteFile(path, file, 0o600); err != nil {
				t.Fatal(err)
			}
			status, out, errs := try(t.Context(), "", "rank", path)
			switch {
			case read.OK == nil:
				if status == 0 || out != "" || !strings.Contains(errs, read.Error.Message) {
					t.Errorf("got %d, %q, %q: want %q", status, out, errs, read.Error.Message)
				}
			case strings.Contains(string(golden), `"role": "dimension"`):
				if status != 0 || !strings.Contains(out, read.OK.Line) {
					t.Errorf("got %d, %q, %q: want %q", status, out, errs, read.OK.Line)
				}
			case status == 0 || !strings.Contains(errs, "score at least one column"):
				t.Errorf("got %d, %q, %q: want a column to score", status, out, errs)
			}
		})
	}
}
