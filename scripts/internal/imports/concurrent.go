package main

import (
	"go/ast"
	"go/token"
	"strings"
)

// alone are the folders whose code runs in one goroutine, so that the race
// detector has nothing to check there.
var alone = []string{"core", "site/build/strip"}

// startsGoroutines finds go statements.
func startsGoroutines(fset *token.FileSet, file *ast.File) (faults []string) {
	ast.Inspect(file, func(n ast.Node) bool {
		if g, ok := n.(*ast.GoStmt); ok {
			faults = append(faults, fset.Position(g.Pos()).String()+" starts a goroutine: "+strings.Join(alone,
				" and ")+" have none")
		}
		return true
	})
	return faults
}
