package sqlite

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/tallyproof/tallyproof/site/web/migrations"
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
			for pragma, want := range map[string]string{"journal_mode": "wal", "synchronous": "2", "user_version": strconv.Itoa(newest(t))} {
				var got string
				if err := db.QueryRow("PRAGMA " + pragma).Scan(&got); err != nil || got != want {
					t.Errorf("%s is %q, %v: want %s", pragma, got, err, want)
				}
			}
			if _, err := db.Exec(`INSERT INTO proofs (id, content, text, arena, challenge, agent, name, at, stored_at) VALUES ('a', '', '', '', '', '', '', '', '')`); err != nil {
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

// TestOpenAtOnce opens one new file from many sides at once.
func TestOpenAtOnce(t *testing.T) {
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

// newest is how many files there are to apply.
func newest(t *testing.T) int {
	t.Helper()
	names, err := fs.Glob(migrations.Files, "*.sql")
	if err != nil || len(names) == 0 {
		t.Fatalf("%d files, %v", len(names), err)
	}
	return len(names)
}

// TestNewerDatabaseIsRefused: tables of a newer program are refused at once, and stay as they are.
func TestNewerDatabaseIsRefused(t *testing.T) {
	file := filepath.Join(t.TempDir(), "proofs.db")
	db, err := Open(t.Context(), file)
	if err != nil {
		t.Fatal(err)
	}
	next := strconv.Itoa(newest(t) + 1)
	if _, err := db.Exec(`PRAGMA user_version = ` + next); err != nil {
		t.Fatal(err)
	}
	db.Close()
	want := "its tables have version " + next + ", made by a newer version of this program"
	for range 2 {
		if _, err := Open(t.Context(), file); err == nil || !strings.Contains(err.Error(), want) || errors.Is(err, ErrReadOnly) {
			t.Errorf("got %v", err)
		}
	}
}

// TestReadOnly tells a disk that cannot be written from other faults, and leaves
// nothing behind.
func TestReadOnly(t *testing.T) {
	folder := t.TempDir()
	file := filepath.Join(folder, "proofs.db")
	if os.Getuid() == 0 { // may write to every folder but the kernel's
		file = "/sys/proofs.db"
	} else if err := os.Chmod(folder, 0o555); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(t.Context(), file); !errors.Is(err, ErrReadOnly) {
		t.Errorf("got %v", err)
	}
	if _, err := Open(t.Context(), filepath.Join(folder, "none", "proofs.db")); err == nil || errors.Is(err, ErrReadOnly) || !errors.Is(err, os.ErrNotExist) || !strings.Contains(err.Error(), "there is no folder") {
		t.Errorf("a folder that is not there: %v", err)
	}
	if left, err := os.ReadDir(folder); err != nil || len(left) > 0 {
		t.Errorf("%v is left, %v", left, err)
	}
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
