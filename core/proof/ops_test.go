package proof

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

	"github.com/tallyproof/tallyproof/testdata"
)

var update = flag.Bool("update", false, "rewrite the answers of testdata/ops/proof.* from this package")

// Every operation has an example, and every example's answer is the
// operation's.
func TestExamples(t *testing.T) {
	for i := range Ops {
		paths, err := fs.Glob(testdata.FS, "ops/"+Ops[i].Name+"/*.txtar")
		if err != nil || len(paths) == 0 {
			t.Errorf("%s has no example: %v", Ops[i].Name, err)
		}
		for _, path := range paths {
			t.Run(Ops[i].Name+"/"+strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
				text, err := testdata.FS.ReadFile(path)
				archive := txtar.Parse(text)
				if err != nil || len(archive.Files) == 0 {
					t.Fatal(err)
				}
				request := archive.Files[0]
				name := "response.json"
				body, refusal := Ops[i].Answer(bytes.TrimSuffix(request.Data, []byte("\n")))
				if refusal != nil {
					name = "error.json"
					if body, err = json.Marshal(refusal); err != nil {
						t.Fatal(err)
					}
				}
				var pretty bytes.Buffer
				if err := json.Indent(&pretty, body, "", "  "); err != nil {
					t.Fatal(err)
				}
				pretty.WriteByte('\n')
				if *update {
					archive.Files = []txtar.File{request, {Name: name, Data: pretty.Bytes()}}
					if err := os.WriteFile(filepath.Join("../../testdata", path), txtar.Format(archive), 0o644); err != nil {
						t.Fatal(err)
					}
					return
				}
				if len(archive.Files) != 2 || archive.Files[1].Name != name || !bytes.Equal(archive.Files[1].Data, pretty.Bytes()) {
					t.Errorf("%s: want\n%s", path, pretty.Bytes())
				}
			})
		}
	}
}
