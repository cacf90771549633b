package main

import (
	"go/parser"
	"go/token"
	"strings"
	"testing"
)

// The core computes no logarithm by package math, by whatever name it imports it, and
// reads no clock. Square roots are the same everywhere, and fmath may use what it replaces.
func TestFunctionsThatTheCoreMustNotUse(t *testing.T) {
	for _, c := range []struct{ folder, imports, use, want string }{
		{"core/score", `"math"`, "math.Log10(2)", "a.go:5:9: math.Log10: want the function of core/fmath"},
		{"core/score", `"math"`, "apply(math.Lgamma)", "a.go:5:15: math.Lgamma"},
		{"core/score", `m "math"`, "m.Tanh(2)", "a.go:5:9: math.Tanh"},
		{"core/score", `"math"`, "math.Sqrt(2)", ""},
		{"core/fmath", `"math"`, "math.Log10(2)", ""},
		{"core/fmath", `"time"`, "time.Now()", "a.go:5:9: time.Now: the core has no clock"},
		{"core/score", `. "time"`, "Now()", "imports time by a dot"},
		{"site/pages", `"math"`, "math.Log10(2)", ""},
	} {
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, "a.go", "package a\n\nimport "+c.imports+"\n\nvar x = "+c.use+"\n", 0)
		if err != nil {
			t.Fatal(err)
		}
		got := strings.Join((&pkg{name: c.folder}).checkFile(fset, "a.go", file), "\n")
		if (c.want == "") != (got == "") || !strings.Contains(got, c.want) {
			t.Errorf("%s, %s: %q, want %q", c.imports, c.use, got, c.want)
		}
	}
}
