package main

import (
	"bytes"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/site/bake"
)

// Of a picture, the proof counts that it carries, alone and among other files.
func TestVerifyPictures(t *testing.T) {
	text, err := os.ReadFile(demo)
	if err != nil {
		t.Fatal(err)
	}
	var blank bytes.Buffer
	if err := png.Encode(&blank, image.NewGray(image.Rect(0, 0, 1, 1))); err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	file := func(name, proof string) string {
		picture := blank.Bytes()
		if proof != "" {
			if picture, err = bake.Put(picture, bake.Keyword, proof); err != nil {
				t.Fatal(err)
			}
		}
		if strings.HasPrefix(name, "cut") {
			picture = picture[:len(picture)-20]
		}
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, picture, 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	other, err := os.ReadFile("../../site/demo/flat/volans.json")
	if err != nil {
		t.Fatal(err)
	}
	own := file("own.png", string(text))
	list := strings.ReplaceAll(string(text), "\n", "") + "\n"
	for _, row := range []struct {
		name      string
		files     []string
		status    int
		out, errs string
		says      string // part of what it prints
	}{
		{"proof", []string{own}, 0, "Authentic\n", "", "\nagent      Nova\nscore      94.25\nchallenge  merge-intervals\ntime       2026-"},
		{"proof of another", []string{file("nova.png", string(other))}, 0, "Authentic\n", "", "\nagent      Volans\nscore      38\n"},
		{"changed", []string{file("changed.png", strings.Replace(string(text), "94.25", "99.25", 1))}, 1, "Not authentic\n", "", ""},
		{"no proof", []string{file("none.png", "")}, 1, "Can't read this\n", "", ""},
		{"damaged", []string{file("cut.png", string(text))}, 1, "", "cut.png: the proof in this picture cannot be read", ""},
		{"several", []string{own, demo}, 0, "authentic ", "", ` Signed: agent "Nova", score 94.25.`},
		{"list in a picture", []string{file("list.png", list+list)}, 0, "", "", ""},
	} {
		t.Run(row.name, func(t *testing.T) {
			status, out, errs := try(t.Context(), "", append([]string{"verify"}, row.files...)...)
			if status != row.status || !strings.HasPrefix(out, row.out) || !strings.Contains(out, row.says) || !strings.Contains(errs, row.errs) || (errs == "") != (row.errs == "") {
				t.Errorf("got %d, %q, %q", status, out, errs)
			}
		})
	}
}
