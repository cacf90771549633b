package strip

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestDirect fails where Go's runtime has changed: then the engine is built with
// an index of functions, 1.2 MB that compress to 9 KB.
func TestDirect(t *testing.T) {
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	src, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(root)), "src", "runtime", "symtab.go"))
	if err != nil {
		t.Fatal(err)
	}
	direct, done := Direct(src)
	if !done {
		t.Fatal("findfunc is not what it was in Go 1.26")
	}
	if _, again := Direct(direct); again {
		t.Error("it is rewritten twice")
	}
	if other, done := Direct([]byte("package runtime\n")); done || string(other) != "package runtime\n" {
		t.Errorf("%q, %t: want what cannot be rewritten as it was", other, done)
	}
}

// TestClearIndex clears what Direct calculates, and nothing that differs from it.
func TestClearIndex(t *testing.T) {
	program, _ := goProgram(t)
	table := functionTable(t, program)
	if !table.clearIndex() {
		t.Fatal("the index of a program that Go linked is not as Direct calculates it")
	}
	if index := table.told(moduleIndex)[:320*(len(table.records)-1)]; len(index) < 300_000 || len(bytes.Trim(index, "\x00")) > 0 {
		t.Errorf("%d bytes: want those of a program, all cleared", len(index))
	}
	if table.clearIndex() {
		t.Error("an index of zeros is said to be what Direct calculates")
	}
	table = functionTable(t, program)
	table.set(table.word(headerFuncs)+8, 7)
	if table.clearIndex() {
		t.Error("the index is cleared though numbers of functions are left out")
	}
}
