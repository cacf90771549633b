package released

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/site/serve"
)

// checkout is a folder with a list and modules of releases.
func checkout(t *testing.T, lines string, modules ...string) string {
	t.Helper()
	root := t.TempDir()
	for _, name := range append(modules, "integrity.txt") {
		text := name
		if name == "integrity.txt" {
			text = lines
		}
		file := filepath.Join(root, "site", "released", filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

// line is that of a module whose content is its name.
func line(name string) string { return serve.Integrity([]byte(name)) + " " + name + "\n" }

func TestRead(t *testing.T) {
	for _, row := range []struct {
		name, list string
		want       string // what the error says; "" for none
	}{
		{"two modules", line("assets/a.mjs") + line("assets/b.mjs"), ""},
		{"a module that is not there", line("assets/lost.mjs"), "names a module that is not there"},
		{"a module with other bytes", serve.Integrity(nil) + " assets/a.mjs\n", "assets/a.mjs has changed since its release"},
		{"a module twice", line("assets/a.mjs") + line("assets/a.mjs"), "want an integrity and the path of a module that no other line has"},
		{"a path that leads out", line("../a.mjs"), "want an integrity and the path"},
		{"a line without a path", serve.Integrity(nil) + "\n", "want an integrity and the path"},
	} {
		t.Run(row.name, func(t *testing.T) {
			got, err := Read(checkout(t, row.list, "assets/a.mjs", "assets/b.mjs"))
			switch {
			case row.want == "" && (err != nil || len(got) != 2 || string(got["assets/b.mjs"]) != "assets/b.mjs"):
				t.Errorf("%q, %v: want both modules", got, err)
			case row.want != "" && (err == nil || !strings.Contains(err.Error(), row.want)):
				t.Errorf("error %v, want %s", err, row.want)
			}
		})
	}
}

// A list that cannot be read is not an empty one, whose modules a release would drop.
func TestReadNoFile(t *testing.T) {
	root := checkout(t, "")
	list := in(root, list)
	if err := os.Remove(list); err != nil {
		t.Fatal(err)
	}
	if got, err := Read(root); err != nil || len(got) != 0 {
		t.Errorf("without a list: %q, %v", got, err)
	}
	if err := os.Mkdir(list, 0o755); err != nil {
		t.Fatal(err)
	}
	if _, err := Read(root); err == nil {
		t.Error("a folder is taken for an empty list")
	}
}

// A name has one content for ever, and what was kept before stays in the list.
func TestKeep(t *testing.T) {
	root := checkout(t, line("assets/a.mjs"), "assets/a.mjs")
	if kept, err := Keep(root, map[string][]byte{"assets/b.mjs": []byte("assets/b.mjs")}); err != nil || len(kept) != 1 || kept[0] != "site/released/assets/b.mjs" {
		t.Errorf("kept %q, %v", kept, err)
	}
	if got, err := Read(root); err != nil || len(got) != 2 {
		t.Errorf("then %q, %v: want both", got, err)
	}
	if kept, err := Keep(root, map[string][]byte{"assets/a.mjs": []byte("other")}); err == nil || !strings.Contains(err.Error(), "want one content for a name") {
		t.Errorf("another content of a name: kept %q, %v", kept, err)
	}
	if got, err := Read(root); err != nil || string(got["assets/a.mjs"]) != "assets/a.mjs" {
		t.Errorf("then %q, %v: want what was released", got["assets/a.mjs"], err)
	}
}
