package reward

import (
	"bytes"
	"encoding/json"
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/testdata"
)

var update = flag.Bool("update", false, "rewrite the answers of testdata/ops/reward.* from the operations")

// example is one file of testdata/ops/<op>; core/engine reads the same files.
type example struct {
	path    string
	archive *txtar.Archive
	request []byte
}

func examplesOf(t testing.TB, name string) []example {
	t.Helper()
	paths, err := fs.Glob(testdata.FS, "ops/"+name+"/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatalf("%s has no examples: %v", name, err)
	}
	var all []example
	for _, path := range paths {
		text, err := testdata.FS.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		archive := txtar.Parse(text)
		if len(archive.Files) == 0 || archive.Files[0].Name != "request.json" {
			t.Fatalf("%s: want request.json first", path)
		}
		all = append(all, example{path, archive, bytes.TrimSpace(archive.Files[0].Data)})
	}
	return all
}

func operation(t testing.TB, name string) op.Op {
	t.Helper()
	for _, o := range Ops {
		if o.Name == name {
			return o
		}
	}
	t.Fatalf("no operation is called %q", name)
	return op.Op{}
}

// Every example's answer is the operation's, byte for byte.
func TestExamples(t *testing.T) {
	for _, o := range Ops {
		for _, e := range examplesOf(t, o.Name) {
			t.Run(o.Name+"/"+strings.TrimSuffix(filepath.Base(e.path), ".txtar"), func(t *testing.T) {
				name, body := answerOf(t, o.Call(e.request))
				if *update {
					e.archive.Files = []txtar.File{e.archive.Files[0], {Name: name, Data: body}}
					if err := os.WriteFile(filepath.Join("../../testdata", e.path), txtar.Format(e.archive), 0o644); err != nil {
						t.Fatal(err)
					}
					return
				}
				if len(e.archive.Files) != 2 || e.archive.Files[1].Name != name || !bytes.Equal(e.archive.Files[1].Data, body) {
					t.Errorf("%s: got %s\n%s", e.path, name, body)
				}
			})
		}
	}
}

// answerOf takes an answer out of its envelope.
func answerOf(t *testing.T, envelope []byte) (name string, body []byte) {
	t.Helper()
	name, body = "response.json", bytes.TrimPrefix(envelope, []byte(`{"ok":`))
	if bytes.HasPrefix(envelope, []byte(`{"error":`)) {
		name, body = "error.json", bytes.TrimPrefix(envelope, []byte(`{"error":`))
	}
	var pretty bytes.Buffer
	if err := json.Indent(&pretty, bytes.TrimSuffix(body, []byte("}")), "", "  "); err != nil {
		t.Fatalf("%v: %s", err, envelope)
	}
	pretty.WriteByte('\n')
	return name, pretty.Bytes()
}
