package pack

import (
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/andybalholm/brotli"
)

func TestCompress(t *testing.T) {
	long := []byte(strings.Repeat("Tallyproof ", 1000))
	files := map[string][]byte{"a.html": long, "b/c.html": long, "d.wasm": []byte("d"), "e.png": long, "_headers": long, "f.txt": nil}
	if err := All(t.Context(), files, ""); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"a.html", "b/c.html", "d.wasm", "f.txt"} {
		if !unpacksTo(files[name+".br"], files[name]) {
			t.Errorf("%s.br: another content", name)
		}
		r, err := gzip.NewReader(bytes.NewReader(files[name+".gz"]))
		if err != nil {
			t.Fatalf("%s.gz: %v", name, err)
		}
		if !r.ModTime.IsZero() || r.Name != "" {
			t.Errorf("%s.gz: holds %v, %q", name, r.ModTime, r.Name)
		}
		if plain, err := io.ReadAll(r); err != nil || !bytes.Equal(plain, files[name]) {
			t.Errorf("%s.gz: another content, %v", name, err)
		}
	}
	if len(files) != 6+2*4 {
		t.Errorf("%d files: want copies of four alone", len(files))
	}
	if len(files["a.html.br"]) > 100 {
		t.Errorf("%d bytes after Brotli", len(files["a.html.br"]))
	}
}

func TestCache(t *testing.T) {
	data := []byte(strings.Repeat("Tallyproof ", 1000))
	want := Brotli(data)
	for _, row := range []struct {
		name string
		harm func(file string) error
	}{
		{"hit", func(string) error { return nil }},
		{"gone", os.Remove},
		{"empty", func(file string) error { return os.WriteFile(file, nil, 0o644) }},
		{"cut short", func(file string) error { return os.Truncate(file, int64(len(want)-1)) }},
		{"garbage", func(file string) error { return os.WriteFile(file, []byte("garbage"), 0o644) }},
		{"of another file", func(file string) error { return os.WriteFile(file, Brotli([]byte("other")), 0o644) }},
		{"of a longer file", func(file string) error { return os.WriteFile(file, Brotli(append(bytes.Clone(data), 'x')), 0o644) }},
		{"cannot be read", func(file string) error { os.Remove(file); return os.Mkdir(file, 0o755) }},
	} {
		t.Run(row.name, func(t *testing.T) {
			c := OpenCache(t.TempDir())
			c.brotli(data)
			file := filepath.Join(string(c), cacheKey(data))
			if _, err := os.Stat(file); err != nil {
				t.Fatal("nothing was kept: ", err)
			}
			if err := row.harm(file); err != nil {
				t.Fatal(err)
			}
			for range 2 {
				if got := c.brotli(data); !bytes.Equal(got, want) {
					t.Errorf("got %d bytes, want %d", len(got), len(want))
				}
			}
		})
	}
}

// TestCacheIsUsed plants a file of lower quality, which is valid but not what a
// build would make.
func TestCacheIsUsed(t *testing.T) {
	data := []byte(strings.Repeat("Tallyproof ", 1000))
	var planted bytes.Buffer
	w := brotli.NewWriterLevel(&planted, brotli.BestSpeed)
	w.Write(data)
	w.Close()

	c := OpenCache(t.TempDir())
	if err := os.WriteFile(filepath.Join(string(c), cacheKey(data)), planted.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	if got := c.brotli(data); !bytes.Equal(got, planted.Bytes()) || bytes.Equal(got, Brotli(data)) {
		t.Error("the kept file was not used")
	}
}

func TestCacheForgets(t *testing.T) {
	dir := t.TempDir()
	for name, age := range map[string]time.Duration{"new": unused - time.Hour, "old": unused + time.Hour} {
		file := filepath.Join(dir, name)
		if err := os.WriteFile(file, nil, 0o644); err != nil {
			t.Fatal(err)
		}
		then := time.Now().Add(-age)
		if err := os.Chtimes(file, then, then); err != nil {
			t.Fatal(err)
		}
	}
	OpenCache(dir)
	if got, err := os.ReadDir(dir); err != nil || len(got) != 1 {
		t.Errorf("left: %v, want new alone", got)
	}
}

func TestUnusableCacheFolder(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	c := OpenCache(filepath.Join(file, "below"))
	if got := c.brotli([]byte("a")); !unpacksTo(got, []byte("a")) {
		t.Error("without a cache, the result is another")
	}
}
