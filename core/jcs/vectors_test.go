package jcs_test

import (
	"encoding/json"
	"errors"
	"io/fs"
	"path"
	"testing"

	"github.com/tallyproof/tallyproof/core/jcs"
	"github.com/tallyproof/tallyproof/testdata"
)

// vectors is described in its README.md and in the PROVENANCE.md above it.
const vectors = "vectors/proofs/jcs"

// pair is one of the RFC author's documents and its canonical form, from
// github.com/cyberphone/json-canonicalization.
type pair struct {
	name          string
	input, output []byte
}

func pairs(t testing.TB) []pair {
	t.Helper()
	paths, err := fs.Glob(testdata.FS, vectors+"/input/*.json")
	if err != nil || len(paths) != 6 {
		t.Fatalf("want 6 input files in %s, got %d (%v)", vectors, len(paths), err)
	}
	var list []pair
	for _, file := range paths {
		name := path.Base(file)
		list = append(list, pair{name, read(t, "input", name), read(t, "output", name)})
	}
	return list
}

// edge is one of our own accept-or-reject cases.
type edge struct {
	Name        string
	InputBase64 []byte // encoding/json decodes base64 into bytes
	Expect      string
	Reject      bool
}

func edges(t testing.TB) []edge {
	t.Helper()
	var list []edge
	if err := json.Unmarshal(read(t, "edge-cases.json"), &list); err != nil {
		t.Fatal(err)
	}
	if len(list) < 41 {
		t.Fatalf("want at least 41 edge cases, got %d", len(list))
	}
	return list
}

func read(t testing.TB, elem ...string) []byte {
	t.Helper()
	data, err := testdata.FS.ReadFile(path.Join(append([]string{vectors}, elem...)...))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestPairs(t *testing.T) {
	for _, p := range pairs(t) {
		t.Run(p.name, func(t *testing.T) { expectCanonical(t, p.input, string(p.output)) })
	}
}

// deeper names the one edge case we judge differently: RFC 8785 sets no limit
// to nesting, and the case accepts 1000 levels; we stop at MaxDepth.
const deeper = "depth 1000"

func TestEdgeCases(t *testing.T) {
	for _, e := range edges(t) {
		t.Run(e.Name, func(t *testing.T) {
			if !e.Reject && e.Name != deeper {
				expectCanonical(t, e.InputBase64, e.Expect)
				return
			}
			got, err := jcs.Canonicalize(e.InputBase64)
			if _, ok := errors.AsType[*jcs.Error](err); !ok || got != nil {
				t.Errorf("got %q, %v; want nil and a *jcs.Error", got, err)
			}
		})
	}
}

// expectCanonical also holds that a canonical text is its own canonical form.
func expectCanonical(t *testing.T, text []byte, want string) {
	t.Helper()
	got, err := jcs.Canonicalize(text)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	again, err := jcs.Canonicalize(got)
	if err != nil || string(again) != string(got) {
		t.Errorf("second time: got %s (%v)\nwant %s", again, err, got)
	}
}
