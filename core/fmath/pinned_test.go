//go:build !js

package fmath

import (
	"embed"
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strings"
	"testing"
)

//go:embed *.go
var sources embed.FS

// TestEveryFunctionHasBitRow: every exported function has its row in bitRows, and
// every row is an exported function.
func TestEveryFunctionHasBitRow(t *testing.T) {
	exported := exportedFunctions(t)
	if len(exported) == 0 {
		t.Fatal("found no exported functions")
	}
	var rows []string
	for _, row := range bitRows {
		rows = append(rows, row.name)
	}
	for _, name := range exported {
		if !slices.Contains(rows, name) {
			t.Errorf("%s is exported but has no row in bitRows", name)
		}
	}
	for i, name := range rows {
		if !slices.Contains(exported, name) || slices.Contains(rows[:i], name) {
			t.Errorf("row %s is not one exported function", name)
		}
	}
}

// exportedFunctions reads the names off the package's source.
func exportedFunctions(t *testing.T) []string {
	t.Helper()
	entries, err := sources.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), ".go") || strings.HasSuffix(e.Name(), "_test.go") {
			continue
		}
		text, err := sources.ReadFile(e.Name())
		if err != nil {
			t.Fatal(err)
		}
		f, err := parser.ParseFile(token.NewFileSet(), e.Name(), text, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range f.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Recv == nil && fn.Name.IsExported() {
				names = append(names, fn.Name.Name)
			}
		}
	}
	return names
}
