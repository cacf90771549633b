package sqlite

import (
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// TestOpen opens files of odd names, twice each, and finds what was kept.
func TestOpen(t *testing.T) {
	for _, name := range []string{"proofs.db", "a b.db", "what?mode=memory.db", "50%25.db", "#.db", "ü.db"} {
		t.Run(name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), name)
			db, err := Open(t.Context(), file)
			if err != nil {
				t.Fatal(err)
			}
			for pragma, want := range map[string]string{"journal_mode": "wal", "synchronous": "2", "user_version": "1"} {
				var got string
				if err := db.QueryRow("PRAGMA " + pragma).Scan(&got); err != nil || got != want {
					t.Errorf("%s is %q, %v: want %s", pragma, got, err, want)
				}
			}
			if _, err := db.Exec(`INSERT INTO proofs VALUES ('a', '', '', '', '', '', '', NULL, NULL, '', '')`); err != nil {
				t.Fatal(err)
			}
			db.Close()
			if _, err := os.Stat(file); err != nil {
				t.Fatal(err)
			}
			if db, err = Open(t.Context(), file); err != nil {
				t.Fatal(err)
			}
			defer db.Close()
			var n int
			if err := db.QueryRow(`SELECT COUNT(*) FROM proofs`).Scan(&n); err != nil || n != 1 {
				t.Errorf("%d rows, %v", n, err)
			}
		})
	}
}

// TestOpenTogether opens one new file from many sides at once.
func TestOpenTogether(t *testing.T) {
	file := filepath.Join(t.TempDir(), "proofs.db")
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			db, err := Open(t.Context(), file)
			if err != nil {
				t.Error(err)
				return
			}
			db.Close()
		})
	}
	all.Wait()
}

func TestOpenRefuses(t *testing.T) {
	dir := t.TempDir()
	other := filepath.Join(dir, "text.db")
	if err := os.WriteFile(other, []byte(strings.Repeat("no database ", 100)), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct{ name, path string }{
		{"folder", dir},
		{"folder that is not there", filepath.Join(dir, "none", "proofs.db")},
		{"another file", other},
	} {
		t.Run(row.name, func(t *testing.T) {
			if _, err := Open(t.Context(), row.path); err == nil || !strings.Contains(err.Error(), row.path) {
				t.Errorf("got %v", err)
			}
		})
	}
}
