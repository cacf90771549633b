package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// printPackages prints the packages that run goroutines, or the others: the steps
// race and native of scripts/test.sh part them by it.
func printPackages(flag string) error {
	if flag != "-concurrent" && flag != "-sequential" {
		return fmt.Errorf("%s: want -concurrent or -sequential", flag)
	}
	packages, err := list()
	if err != nil {
		return err
	}
	for _, p := range packages {
		concurrent, err := p.isConcurrent()
		if err != nil {
			return err
		}
		if p.isNative() && concurrent == (flag == "-concurrent") {
			fmt.Println(p.ImportPath)
		}
	}
	return nil
}

// startsThem are packages of the standard library that start goroutines for
// their callers, or are of use to goroutines alone.
var startsThem = []string{"net/http", "net/http/httptest", "database/sql", "sync/atomic"}

// isConcurrent reports whether the package or its tests run goroutines.
func (p *pkg) isConcurrent() (bool, error) {
	if slices.ContainsFunc(alone, func(folder string) bool { return isBelow(p.name, folder) }) {
		return false, nil // which check makes sure of
	}
	for _, name := range slices.Concat(p.GoFiles, p.TestGoFiles, p.XTestGoFiles) {
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, filepath.Join(p.Dir, name), nil, parser.SkipObjectResolution)
		if err != nil {
			return false, err
		}
		for _, spec := range file.Imports {
			path, _ := strconv.Unquote(spec.Path.Value)
			if slices.Contains(startsThem, path) && !(path == "net/http" && namesOnly(file)) {
				return true, nil
			}
		}
		if len(startsGoroutines(fset, file)) > 0 || waits(file) {
			return true, nil
		}
	}
	return false, nil
}

// namesOnly reports whether a file takes nothing from net/http but the names of
// statuses and methods, which are constants.
func namesOnly(file *ast.File) bool {
	only := true
	ast.Inspect(file, func(n ast.Node) bool {
		if sel, ok := n.(*ast.SelectorExpr); ok {
			if x, ok := sel.X.(*ast.Ident); ok && x.Name == "http" {
				only = only && (strings.HasPrefix(sel.Sel.Name, "Status") || strings.HasPrefix(sel.Sel.Name, "Method"))
			}
		}
		return true
	})
	return only
}

// waits finds uses of sync's types; sync.OnceValue and its like start nothing.
func waits(file *ast.File) (found bool) {
	ast.Inspect(file, func(n ast.Node) bool {
		if sel, ok := n.(*ast.SelectorExpr); ok {
			x, ok := sel.X.(*ast.Ident)
			found = found || ok && x.Name == "sync" && slices.Contains([]string{"WaitGroup", "Mutex", "RWMutex", "Cond", "Map"}, sel.Sel.Name)
		}
		return true
	})
	return found
}

// isNative reports whether the package has anything to run on this machine.
func (p *pkg) isNative() bool {
	return len(p.GoFiles)+len(p.TestGoFiles)+len(p.XTestGoFiles) > 0 && !isBelow(p.name, "wasm")
}

// alone are the folders whose code runs in one goroutine, so that the race
// detector has nothing to check there.
var alone = []string{"core", "site/build/strip"}

// startsGoroutines finds go statements.
func startsGoroutines(fset *token.FileSet, file *ast.File) (faults []string) {
	ast.Inspect(file, func(n ast.Node) bool {
		if g, ok := n.(*ast.GoStmt); ok {
			faults = append(faults, fset.Position(g.Pos()).String()+" starts a goroutine: "+strings.Join(alone, " and ")+" have none")
		}
		return true
	})
	return faults
}
