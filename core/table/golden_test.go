package table_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/table"
	"github.com/tallyproof/tallyproof/core/table/read"
	"github.com/tallyproof/tallyproof/testdata"
)

var update = flag.Bool("update", false, "rewrite testdata/tables/read")

const tables = "tables"

// files returns the tables of testdata by their names.
func files(t testing.TB) map[string][]byte {
	t.Helper()
	entries, err := fs.ReadDir(testdata.FS, tables)
	if err != nil {
		t.Fatal(err)
	}
	all := map[string][]byte{}
	for _, entry := range entries {
		if entry.IsDir() {
			continue
		}
		if all[entry.Name()], err = fs.ReadFile(testdata.FS, path.Join(tables, entry.Name())); err != nil {
			t.Fatal(err)
		}
	}
	if len(all) < 47 {
		t.Fatalf("%d tables: want all of them", len(all))
	}
	return all
}

// answer returns the answer of table.read to a file, indented.
func answer(t testing.TB, file []byte) []byte {
	t.Helper()
	text, _, refusal := table.Decode(file)
	var envelope []byte
	if refusal != nil {
		envelope = op.Envelope(refusal)
	} else {
		request, err := json.Marshal(map[string]string{"text": text})
		if err != nil {
			t.Fatal(err)
		}
		envelope = read.Ops[0].Call(request)
	}
	var out bytes.Buffer
	if err := json.Indent(&out, envelope, "", "  "); err != nil {
		t.Fatal(err)
	}
	return append(out.Bytes(), '\n')
}

// Each table in testdata is read as the file of its name below read says.
func TestTables(t *testing.T) {
	for name, file := range files(t) {
		t.Run(name, func(t *testing.T) {
			got, golden := answer(t, file), path.Join(tables, "read", name+".json")
			if *update {
				if err := os.WriteFile(filepath.Join("../../testdata", golden), got, 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			want, err := fs.ReadFile(testdata.FS, golden)
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(got, want) {
				t.Errorf("%s", difference(string(got), string(want)))
			}
		})
	}
}

// difference shows the first line in which two texts differ.
func difference(got, want string) string {
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range g {
		if i >= len(w) || g[i] != w[i] {
			return "line " + strings.TrimSpace(g[i]) + ", want " + strings.TrimSpace(append(w, "")[min(i, len(w))])
		}
	}
	return "too short: " + got
}
