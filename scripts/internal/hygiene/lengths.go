package main

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"regexp"
	"strings"
)

// Limits of CONTRIBUTING.md, in lines.
const (
	mostOfFile     = 400
	mostOfFunction = 60
)

// written are names of files that people write.
var written = []string{"*.go", "*.templ", "*.mjs", "*.js", "*.ts", "*.mts", "*.css", "*.sql", "*.sh", "*.py"}

// generated is the first line of a file that a program wrote.
var generated = regexp.MustCompile(`\A// Code generated .* DO NOT EDIT\.\n`)

// lengths finds what is too long, and counts what it looked at.
type lengths struct {
	files, functions int
}

// few returns an error if so little was looked at that the rules for it do not fit the
// repository any more.
func (l *lengths) few() error {
	if l.files < 500 || l.functions < 2000 {
		return fmt.Errorf("counted the lines of %d files and %d functions: want those of the whole repository", l.files,
			l.functions)
	}
	return nil
}

// look lists the lengths of a file and of its functions that are over their limits. Tests
// may have longer functions, for their tables.
func (l *lengths) look(name string, text []byte) (faults []string, err error) {
	if !isAny(name, written) || strings.HasPrefix(name, "testdata/") || generated.Match(text) {
		return nil, nil
	}
	l.files++
	if lines := bytes.Count(text, []byte("\n")); lines > mostOfFile {
		faults = append(faults, fmt.Sprintf("%s: has %d lines: want at most %d", name, lines, mostOfFile))
	}
	if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
		return faults, nil
	}
	places := token.NewFileSet()
	file, err := parser.ParseFile(places, name, text, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n.(type) {
		case *ast.FuncDecl, *ast.FuncLit:
		default:
			return true
		}
		l.functions++
		first, last := places.Position(n.Pos()).Line, places.Position(n.End()).Line
		if lines := last - first + 1; lines > mostOfFunction {
			faults = append(faults, fmt.Sprintf("%s:%d: has a function of %d lines: want at most %d", name, first, lines,
				mostOfFunction))
		}
		return false // a function in it is shorter
	})
	return faults, nil
}
