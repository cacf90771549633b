package sbom

import (
	"encoding/base64"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

var root = filepath.Join("..", "..")

func TestDocument(t *testing.T) {
	entries := []Entry{
		{"go", "example.com/m", "v1.2.3", "site", "MIT", "h1:" + base64.StdEncoding.EncodeToString([]byte("abc")), "numbers"},
		{"npm", "@a/b", "4.5.6", "test", "MIT OR Apache-2.0", "sha512-" + base64.StdEncoding.EncodeToString([]byte("d")), "for c"},
	}
	text, err := Document(entries, "go1.2.3")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`"bomFormat": "CycloneDX"`, `"purl": "pkg:golang/std@1.2.3"`,
		`"purl": "pkg:golang/example.com/m@v1.2.3"`, `"content": "616263"`, `"alg": "SHA-256"`, `"scope": "required"`,
		`"purl": "pkg:npm/%40a/b@4.5.6"`, `"alg": "SHA-512"`, `"scope": "excluded"`, `"expression": "MIT OR Apache-2.0"`,
	} {
		if !strings.Contains(string(text), want) {
			t.Errorf("want %s in\n%s", want, text)
		}
	}
}

func TestDocumentRefuses(t *testing.T) {
	good := Entry{"go", "example.com/m", "v1.2.3", "site", "MIT", "h1:YWJj", "numbers"}
	for _, row := range []struct {
		name, want string
		change     func(*Entry)
	}{
		{"a kind", `kind "cargo": want go or npm`, func(e *Entry) { e.Kind = "cargo" }},
		{"a sum", `sum "md5:00": want h1:… or sha512-…`, func(e *Entry) { e.Sum = "md5:00" }},
		{"base64", "illegal base64", func(e *Entry) { e.Sum = "h1:?" }},
	} {
		t.Run(row.name, func(t *testing.T) {
			e := good
			row.change(&e)
			if _, err := Document([]Entry{e}, "go1"); err == nil || !strings.Contains(err.Error(), row.want) {
				t.Errorf("got %v, want …%s…", err, row.want)
			}
		})
	}
}

func TestReadRefuses(t *testing.T) {
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "docs"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, List), []byte("# a\n\ngo\tname\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Read(dir); err == nil || err.Error() != List+":3: got 2 fields, want 7" {
		t.Errorf("got %v", err)
	}
}

// Every module that a program links is listed as that program's.
func TestListHasWhatProgramsLink(t *testing.T) {
	entries, err := Read(root)
	if err != nil {
		t.Fatal(err)
	}
	for program, row := range map[string]struct {
		use, system string
		least       int
	}{
		"./cmd/tallyproof": {"site", runtime.GOOS + "/" + runtime.GOARCH, 8},
		"./hosts/worker":   {"worker", "js/wasm", 2},
		"./wasm/engine":    {"engine", "js/wasm", 0}, // links none
	} {
		t.Run(program, func(t *testing.T) {
			linked := modules(t, program, row.system)
			if len(linked) < row.least {
				t.Fatalf("%d modules: want at least %d", len(linked), row.least)
			}
			for _, module := range linked {
				if !slices.ContainsFunc(entries, func(e Entry) bool {
					return e.Kind == "go" && e.Name+" "+e.Version == module && (e.Use == row.use || e.Use == "site" && row.use == "worker")
				}) {
					t.Errorf("%s links %s: want a line of %s with that version and use %s", program, module, List, row.use)
				}
			}
		})
	}
}

// modules lists the other modules that a program links, each with its version.
func modules(t *testing.T, program, system string) []string {
	t.Helper()
	cmd := exec.Command("go", "list", "-deps", "-f", "{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}}{{end}}{{end}}", program)
	cmd.Dir = root
	goos, goarch, _ := strings.Cut(system, "/")
	cmd.Env = append(os.Environ(), "GOOS="+goos, "GOARCH="+goarch)
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	all := strings.FieldsFunc(string(out), func(r rune) bool { return r == '\n' })
	slices.Sort(all)
	return slices.Compact(all)
}
