package strip

import (
	"bytes"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"strings"
	"testing"
)

func TestGo(t *testing.T) {
	for _, row := range []struct{ name, src, want string }{
		{"lines", "package a\n\nvar x = 1\n", "//line :1\npackage a ;var x = 1 ;"},
		{"comments", "package a // one\n/* two\n */ var x /* three */ int\n", "//line :1\npackage a ;var x int ;"},
		{"a directive", "package a\n\n// F is.\n//\n//go:noinline\nfunc F() {}\n", "//line :1\npackage a ;\n//go:noinline\n//line :1\nfunc F ( ) { } ;"},
		{"a call over lines", "package a\nvar x = f(\n\t1,\n\t\"b\",\n)\n", "//line :1\npackage a ;var x = f ( 1 , \"b\" , ) ;"},
		{"tags", "package a\ntype t struct {\n\tA int `json:\"a\" op:\"min=1\" doc:\"Of \\\"a\\\" (see b).\"`\n}\n", "//line :1\npackage a ;type t struct { A int `json:\"a\" op:\"min=1\"` ;} ;"},
		{"a doc that comes first", "package a\ntype t struct {\n\tA int `doc:\"A.\" json:\"a\"`\n}\n", "//line :1\npackage a ;type t struct { A int ` json:\"a\"` ;} ;"},
		{"text over lines", "package a\nvar x = `1\n// 2\n`\n", "//line :1\npackage a ;var x = `1\n// 2\n` ;"},
	} {
		t.Run(row.name, func(t *testing.T) {
			got, err := Go([]byte(row.src))
			if err != nil || string(got) != row.want {
				t.Errorf("%q, %v\nwant %q", got, err, row.want)
			}
		})
	}
	if _, err := Go([]byte("package a\nvar x = 'ab\n")); err == nil {
		t.Error("a text that is no Go is not refused")
	}
}

// TestKeepsPrograms compares the syntax of every file of the engine, the
// standard library's too, with that of its stripped copy.
func TestKeepsPrograms(t *testing.T) {
	cmd := exec.Command("go", "list", "-deps", "-f", `{{range .GoFiles}}{{$.Dir}}/{{.}}{{"\n"}}{{end}}`, "../../../wasm/engine")
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	list, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	files := strings.Fields(string(list))
	if len(files) < 300 {
		t.Fatalf("%d files: want those of the engine and of the standard library under it", len(files))
	}
	docs := 0
	for i, file := range files {
		if testing.Short() && i%8 != 0 && !strings.Contains(file, "/core/") {
			continue // the standard library changes with Go alone
		}
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		small, err := Go(src)
		if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		docs += len(docTag.FindAll(src, -1))
		if docTag.Match(small) {
			t.Errorf("%s: a doc is left", file)
		}
		if want, got := bare(t, file, src), bare(t, file, small); !bytes.Equal(want, got) {
			t.Errorf("%s is another program after it", file)
		}
		if want, got := bytes.Count(src, []byte("\n//go:")), bytes.Count(small, []byte("\n//go:")); want > got {
			t.Errorf("%s: %d of %d directives are left", file, got, want)
		}
	}
	if docs < 100 {
		t.Errorf("%d docs in tags: want those of core", docs)
	}
}

// bare is a Go file without comments, docs of tags and layout.
func bare(t *testing.T, name string, src []byte) []byte {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), name, src, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(file, func(n ast.Node) bool {
		if s, ok := n.(*ast.BasicLit); ok && s.Kind == token.STRING {
			s.Value = docTag.ReplaceAllString(s.Value, "")
		}
		return true
	})
	var out bytes.Buffer
	if err := format.Node(&out, token.NewFileSet(), file); err != nil { // of no position: all on as few lines as can be
		t.Fatal(err)
	}
	return out.Bytes()
}
