package main

import (
	"archive/zip"
	"bytes"
	"io/fs"
	"testing"
	"testing/fstest"
	"time"
)

// TestPack: the archive has every byte of every file, and is the same for files of another
// time.
func TestPack(t *testing.T) {
	site := fstest.MapFS{}
	later := fstest.MapFS{}
	for name, text := range map[string]string{
		"index.html": "home", "index.html.br": "home in br", "_assets": "{}", "score/airena/index.html": "score",
		".well-known/arena-keys.json": "{}", "assets/font.woff2": "font",
	} {
		site[name] = &fstest.MapFile{Data: []byte(text), ModTime: time.Unix(1e9, 0), Mode: 0o644}
		later[name] = &fstest.MapFile{Data: []byte(text), ModTime: time.Unix(2e9, 0), Mode: 0o600}
	}
	var first, second bytes.Buffer
	if err := pack(site, &first); err != nil {
		t.Fatal(err)
	}
	if err := pack(later, &second); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(first.Bytes(), second.Bytes()) {
		t.Error("two archives of the same files differ")
	}
	archive, err := zip.NewReader(bytes.NewReader(first.Bytes()), int64(first.Len()))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for name, file := range site {
		names = append(names, name)
		if got, err := fs.ReadFile(archive, name); err != nil || !bytes.Equal(got, file.Data) {
			t.Errorf("%s: %q, %v", name, got, err)
		}
		if info, err := fs.Stat(archive, name); err != nil || !info.Mode().IsRegular() {
			t.Errorf("%s is no regular file: %v", name, err)
		}
	}
	if err := fstest.TestFS(archive, names...); err != nil {
		t.Error(err)
	}
}
