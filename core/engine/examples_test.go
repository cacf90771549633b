package engine

import (
	"bytes"
	"encoding/json"
	"flag"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/tallyproof/tallyproof/testdata"
)

var update = flag.Bool("update", false, "rewrite the answers of testdata/ops from the engine")

// An example is testdata/ops/<op>/<case>.txtar: a comment that says where its
// numbers come from, request.json, and response.json (or error.json).
type example struct {
	op, path string
	comment  string
	request  []byte
	answer   []byte // indented
	isError  bool
}

func examples(t testing.TB) []example {
	t.Helper()
	if readExamples == nil {
		readExamples = parseExamples(t)
	}
	return readExamples
}

// readExamples are kept: generators begin with them, one of every operation.
var readExamples []example

func parseExamples(t testing.TB) []example {
	t.Helper()
	files := fs.FS(testdata.FS)
	if *update {
		files = os.DirFS("../../testdata") // what is written now
	}
	paths, err := fs.Glob(files, "ops/*/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no examples found: %v", err)
	}
	var all []example
	for _, path := range paths {
		text, err := fs.ReadFile(files, path)
		if err != nil {
			t.Fatal(err)
		}
		archive := txtar.Parse(text)
		if len(bytes.TrimSpace(archive.Comment)) == 0 {
			t.Errorf("%s: no comment: want the source of its numbers", path)
		}
		e := example{op: filepath.Base(filepath.Dir(path)), path: path, comment: string(bytes.TrimSpace(archive.Comment))}
		for _, f := range archive.Files {
			switch f.Name {
			case "request.json":
				e.request = bytes.TrimSuffix(f.Data, []byte("\n"))
			case "response.json":
				e.answer = f.Data
			case "error.json":
				e.answer, e.isError = f.Data, true
			default:
				t.Errorf("%s: unknown file %q", path, f.Name)
			}
		}
		if e.request == nil {
			t.Errorf("%s: no request.json", path)
		}
		all = append(all, e)
	}
	return all
}

// Every operation has an example, every example an operation, and every
// example's answer is the engine's, byte for byte.
func TestExamples(t *testing.T) {
	seen := map[string]bool{}
	for _, e := range examples(t) {
		t.Run(e.op+"/"+strings.TrimSuffix(filepath.Base(e.path), ".txtar"), func(t *testing.T) {
			if _, ok := Find(e.op); !ok {
				t.Fatalf("%s: no operation is called %q", e.path, e.op)
			}
			seen[e.op] = true
			got := Call(e.op, e.request)
			if *update {
				rewrite(t, e, got)
				return
			}
			if want := envelopeOf(t, e); !bytes.Equal(got, want) {
				t.Errorf("%s\n got %s\nwant %s", e.path, got, want)
			}
		})
	}
	for _, o := range Catalogue {
		if !seen[o.Name] {
			t.Errorf("%s has no example in testdata/ops/%s", o.Name, o.Name)
		}
	}
}

// envelopeOf is the compact envelope of an example's answer.
func envelopeOf(t *testing.T, e example) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := json.Compact(&b, e.answer); err != nil {
		t.Fatalf("%s: %v", e.path, err)
	}
	member := `{"ok":`
	if e.isError {
		member = `{"error":`
	}
	return []byte(member + b.String() + "}")
}

func rewrite(t *testing.T, e example, envelope []byte) {
	t.Helper()
	file := filepath.Join("../../testdata", e.path)
	archive, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	name, body := "response.json", bytes.TrimSuffix(bytes.TrimPrefix(envelope, []byte(`{"ok":`)), []byte("}"))
	if bytes.HasPrefix(envelope, []byte(`{"error":`)) {
		name, body = "error.json", bytes.TrimSuffix(bytes.TrimPrefix(envelope, []byte(`{"error":`)), []byte("}"))
	}
	var pretty bytes.Buffer
	if err := json.Indent(&pretty, body, "", "  "); err != nil {
		t.Fatal(err)
	}
	archive.Files = []txtar.File{{Name: "request.json", Data: append(e.request, '\n')}, {Name: name, Data: append(pretty.Bytes(), '\n')}}
	if err := os.WriteFile(file, txtar.Format(archive), 0o644); err != nil {
		t.Fatal(err)
	}
	readExamples = nil // the tests after this one read what is written now
}

// Over HTTP the answer is the envelope's content, with the status of its code.
func TestExamplesOverHTTP(t *testing.T) {
	for _, e := range examples(t) {
		t.Run(e.path, func(t *testing.T) {
			res := HTTP(Request{Method: http.MethodPost, Path: Prefix + "/" + e.op, Body: e.request})
			want := envelopeOf(t, e)
			if !e.isError {
				if got := `{"ok":` + string(res.Body) + "}"; res.Status != 200 || got != string(want) {
					t.Errorf("status %d, body %s\nwant %s", res.Status, got, want)
				}
				return
			}
			var failed struct {
				Error struct{ Code, Field, Message string }
			} // what it offers is in the message, too
			if err := json.Unmarshal(want, &failed); err != nil {
				t.Fatal(err)
			}
			var problem struct{ Code, Field, Detail string }
			if err := json.Unmarshal(res.Body, &problem); err != nil {
				t.Fatal(err)
			}
			refused := failed.Error
			if problem.Code != refused.Code || problem.Field != refused.Field || problem.Detail != refused.Message || res.Status != StatusOf(refused.Code) {
				t.Errorf("status %d, problem %+v, want %+v", res.Status, problem, refused)
			}
			if got := res.Header.Get("Content-Type"); got != "application/problem+json" {
				t.Errorf("content type %q", got)
			}
		})
	}
}
