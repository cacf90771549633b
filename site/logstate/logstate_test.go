package logstate

import (
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"
)

// TestSwapAtOnce: of many that replace a text at the same time, each sees what another one wrote.
func TestSwapAtOnce(t *testing.T) {
	const writers, each = 4, 25
	file := filepath.Join(t.TempDir(), "log.key.signed")
	var writing sync.WaitGroup
	for writer := range writers {
		writing.Go(func() {
			for range each {
				add(t, File(file), writer)
			}
		})
	}
	writing.Wait()
	if text, err := File(file).Load(t.Context()); err != nil || count(text) != writers*each {
		t.Errorf("%q, %v: want %d", text, err, writers*each)
	}
	left, err := os.ReadDir(filepath.Dir(file))
	if err != nil || len(left) != 2 { // and the lock's
		t.Errorf("beside it are %v, %v", left, err)
	}
}

// add counts one more in a file, and writes who did.
func add(t *testing.T, f File, writer int) {
	text, err := f.Load(t.Context())
	for err == nil {
		next, now := fmt.Sprintf("%d by %d", count(text)+1, writer), ""
		if now, err = f.Swap(t.Context(), text, next); now == next {
			return // nobody else writes this: the text was the old one
		}
		text = now
	}
	t.Error(err)
}

func count(text string) (n int) {
	fmt.Sscan(text, &n)
	return n
}

// TestUnreadable: what is there and cannot be read is not taken for nothing.
func TestUnreadable(t *testing.T) {
	folder := t.TempDir()
	empty := filepath.Join(folder, "empty")
	if err := os.WriteFile(empty, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{empty, folder} {
		if text, err := File(file).Load(t.Context()); err == nil {
			t.Errorf("%s: %q", file, text)
		}
		if text, err := File(file).Swap(t.Context(), "", "new"); err == nil {
			t.Errorf("%s is replaced by %q", file, text)
		}
	}
	if _, err := File(filepath.Join(folder, "none", "file")).Swap(t.Context(), "", "new"); err == nil {
		t.Error("a file in no folder is written")
	}
}

// TestMakeKeyAtOnce: the key is made once, and nobody else reads it.
func TestMakeKeyAtOnce(t *testing.T) {
	file := filepath.Join(t.TempDir(), "proofs.db.log-key")
	var making sync.WaitGroup
	for range 8 {
		making.Go(func() {
			if err := MakeKey(file, "open.example/log"); err != nil {
				t.Error(err)
			}
		})
	}
	making.Wait()
	first, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := MakeKey(file, "other.example/log"); err != nil {
		t.Error(err)
	}
	again, _ := os.ReadFile(file)
	info, err := os.Stat(file)
	if err != nil || string(again) != string(first) || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v: the key is now %q", info, err, again)
	}
	if left, err := os.ReadDir(filepath.Dir(file)); err != nil || len(left) != 1 {
		t.Errorf("beside it are %v, %v", left, err)
	}
}
