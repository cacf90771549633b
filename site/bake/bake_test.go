package bake

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"flag"
	"hash/crc32"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the pictures of testdata")

// blank is a picture of one pixel.
func blank(t testing.TB) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := png.Encode(&out, image.NewGray(image.Rect(0, 0, 1, 1))); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// with is a picture with one more chunk behind its header.
func with(picture []byte, kind, data string) []byte {
	piece := binary.BigEndian.AppendUint32(nil, uint32(len(data)))
	piece = append(piece, kind+data...)
	piece = binary.BigEndian.AppendUint32(piece, crc32.ChecksumIEEE(piece[4:]))
	return append(append(bytes.Clone(picture[:33]), piece...), picture[33:]...)
}

const plain = "\x00\x00\x00\x00\x00"

// cases are pictures, honest and not. said is their proof, "" for none; bad ones
// cannot be read.
func cases(t testing.TB) map[string]struct {
	picture []byte
	said    string
	bad     bool
} {
	one := blank(t)
	mine := with(one, "iTXt", Keyword+plain+"a proof")
	lies := func(length uint32) []byte {
		picture := bytes.Clone(mine)
		binary.BigEndian.PutUint32(picture[33:], length)
		return picture
	}
	flipped := bytes.Clone(mine)
	flipped[33+8+len(Keyword)+5] ^= 1 // the first letter of the proof
	type row = struct {
		picture []byte
		said    string
		bad     bool
	}
	return map[string]row{
		"own":                  {mine, "a proof", false},
		"open-badge":           {with(one, "iTXt", OpenBadge+plain+`{"type":"x"}`), `{"type":"x"}`, false},
		"language":             {with(one, "iTXt", Keyword+"\x00\x00\x00en\x00a name\x00ä proof\n"), "ä proof\n", false},
		"mark":                 {with(one, "iTXt", Keyword+plain+"\ufeffmarked"), "\ufeffmarked", false},
		"none":                 {one, "", false},
		"other-keyword":        {with(one, "iTXt", "Comment"+plain+"a proof"), "", false},
		"other-chunk":          {with(one, "tEXt", Keyword+"\x00a proof"), "", false},
		"behind-the-end":       {append(bytes.Clone(one), with(one, "iTXt", Keyword+plain+"a proof")...), "", false},
		"two":                  {with(mine, "iTXt", Keyword+plain+"another"), "", true},
		"two-keywords":         {with(mine, "iTXt", OpenBadge+plain+"another"), "", true},
		"twice-the-same":       {with(mine, "iTXt", Keyword+plain+"a proof"), "", true},
		"empty":                {with(one, "iTXt", Keyword+plain), "", true},
		"compressed":           {with(one, "iTXt", Keyword+"\x00\x01\x00\x00\x00x"), "", true},
		"method":               {with(one, "iTXt", Keyword+"\x00\x00\x01\x00\x00x"), "", true},
		"keyword-alone":        {with(one, "iTXt", Keyword), "", true},
		"no-text":              {with(one, "iTXt", Keyword+"\x00\x00\x00en"), "", true},
		"no-utf8":              {with(one, "iTXt", Keyword+plain+"\xff"), "", true},
		"changed":              {flipped, "", true},
		"length-too-long":      {lies(1 << 20), "", true},
		"length-100-mb":        {lies(100 << 20), "", true},
		"length-beyond-31-bit": {lies(1<<32 - 1), "", true},
		"length-too-short":     {lies(3), "", true},
		"cut":                  {mine[:len(mine)-9], "", true},
		"cut-in-a-header":      {mine[:35], "", true},
		"signature-alone":      {mine[:8], "", true},
	}
}

// The cases are files, which the reader of the browser also reads (e2e/node).
func TestTake(t *testing.T) {
	said := map[string]*string{}
	for name, row := range cases(t) {
		file := filepath.Join("testdata", name+".png")
		if *update {
			if err := os.WriteFile(file, row.picture, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		picture, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		proof, err := Take(picture)
		if proof != row.said || errors.Is(err, ErrUnreadable) != row.bad || err == nil == row.bad {
			t.Errorf("%s: got %q, %v", name, proof, err)
		}
		if said[name] = &row.said; row.bad {
			said[name] = nil
		}
	}
	list, err := json.MarshalIndent(said, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	golden := filepath.Join("testdata", "said.json")
	if *update {
		if err := os.WriteFile(golden, append(list, '\n'), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if want, err := os.ReadFile(golden); err != nil || string(want) != string(list)+"\n" {
		t.Errorf("said.json differs, %v: run with -update", err)
	}
}

func TestPut(t *testing.T) {
	for _, proof := range []string{"a proof", strings.Repeat("ü", Most/2), "{\r\n}\u2028"} {
		picture, err := Put(blank(t), OpenBadge, proof)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := Take(picture); got != proof || err != nil {
			t.Errorf("got %d bytes, %v", len(got), err)
		}
		if _, err := png.Decode(bytes.NewReader(picture)); err != nil {
			t.Errorf("the picture cannot be drawn: %v", err)
		}
	}
	for name, proof := range map[string]string{"none": "", "NUL": "a\x00b", "no UTF-8": "\xff", "too long": strings.Repeat("x", Most+1)} {
		if _, err := Put(blank(t), Keyword, proof); err == nil {
			t.Errorf("%s: it was put", name)
		}
	}
	for _, picture := range [][]byte{nil, blank(t)[:20], []byte("GIF89a, and then much more than a header has")} {
		if _, err := Put(picture, Keyword, "x"); err == nil {
			t.Errorf("%q took a proof", picture)
		}
	}
}

// A picture that is too large is not looked into.
func TestLargePicture(t *testing.T) {
	large := with(blank(t), "iTXt", Keyword+plain+strings.Repeat("x", Most+1))
	if _, err := Take(large); !errors.Is(err, ErrUnreadable) {
		t.Errorf("a long proof: %v", err)
	}
	if _, err := Take(append(blank(t), make([]byte, MostFile)...)); !errors.Is(err, ErrUnreadable) {
		t.Errorf("a long file: %v", err)
	}
}

// FuzzTake: what is taken was in the file as it is, once.
func FuzzTake(f *testing.F) {
	for _, row := range cases(f) {
		f.Add(row.picture)
	}
	f.Fuzz(func(t *testing.T, picture []byte) {
		proof, err := Take(picture)
		if proof != "" && (err != nil || !bytes.Contains(picture, []byte("\x00"+proof))) {
			t.Errorf("got %q, %v", proof, err)
		}
	})
}
