package shrink

import (
	"slices"
	"strings"
	"testing"
)

// TestFunctions reads names and sizes off a program that Go linked.
func TestFunctions(t *testing.T) {
	before, after := goProgram(t)
	small, functions, err := Module(before)
	if err != nil {
		t.Fatal(err)
	}
	bodies, _ := functionsOf(t, small)
	if len(functions) != len(bodies)-1 { // the start function is not Go's
		t.Fatalf("%d functions: want %d", len(functions), len(bodies)-1)
	}
	for i, f := range functions {
		if f.Size != len(bodies[i]) {
			t.Fatalf("%s has %d bytes: want %d", f.Name, f.Size, len(bodies[i]))
		}
	}
	for _, name := range []string{"main.main", "runtime.mallocgc", "os.__File_.Close"} {
		if !slices.ContainsFunc(functions, func(f Function) bool { return f.Name == name }) {
			t.Errorf("no function is called %s", name)
		}
	}
	if _, again, err := Module(after); err != nil || again != nil {
		t.Errorf("the shortened module has %d names, error %v: want none", len(again), err)
	}
}

func TestReadNames(t *testing.T) {
	for _, row := range []struct{ name, body, want string }{
		{"names of something else", "\x04name\x00\x01\x00", "begins with kind 0"},
		{"out of order", "\x04name\x01\x07\x02\x01\x01a\x03\x01b", "out of order"},
		{"cut off", "\x04name\x01\x07\x02\x01\x01a", "cut off"},
	} {
		t.Run(row.name, func(t *testing.T) {
			if _, err := readNames([]byte(row.body)); err == nil || !strings.Contains(err.Error(), row.want) {
				t.Errorf("error %v: want %q", err, row.want)
			}
		})
	}
	if _, err := named([]string{"a"}, nil); err == nil {
		t.Error("a name without a function is not refused")
	}
}
