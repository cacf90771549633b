package shrink

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

const magic = "\x00asm\x01\x00\x00\x00"

// module is a header and one data section.
func module(body ...byte) []byte {
	return append(append([]byte(magic), dataSection, byte(len(body))), body...)
}

func TestModule(t *testing.T) {
	other := []byte(magic + "\x00\x03\x01aX") // a custom section
	for _, row := range []struct {
		name       string
		have, want []byte
	}{
		{"no data", other, other},
		{"one segment", module(1, 0, opI32Const, 8, opEnd, 2, 'a', 'b'), module(1, 0, opI32Const, 8, opEnd, 2, 'a', 'b')},
		{"a small gap", module(2, 0, opI32Const, 8, opEnd, 1, 'a', 0, opI32Const, 12, opEnd, 1, 'b'), module(1, 0, opI32Const, 8, opEnd, 5, 'a', 0, 0, 0, 'b')},
		{"no gap", module(2, 0, opI32Const, 8, opEnd, 1, 'a', 0, opI32Const, 9, opEnd, 1, 'b'), module(1, 0, opI32Const, 8, opEnd, 2, 'a', 'b')},
		{"out of order", module(2, 0, opI32Const, 10, opEnd, 1, 'b', 0, opI32Const, 8, opEnd, 1, 'a'), module(1, 0, opI32Const, 8, opEnd, 3, 'a', 0, 'b')},
		{"a large gap", module(2, 0, opI32Const, 8, opEnd, 1, 'a', 0, opI32Const, 0x80, 0x80, 0x80, 2, opEnd, 1, 'b'), module(2, 0, opI32Const, 8, opEnd, 1, 'a', 0, opI32Const, 0x80, 0x80, 0x80, 2, opEnd, 1, 'b')},
	} {
		t.Run(row.name, func(t *testing.T) {
			got, _, err := Module(row.have)
			if err != nil || !bytes.Equal(got, row.want) {
				t.Errorf("%x, %v\nwant %x", got[:min(len(got), 100)], err, row.want)
			}
		})
	}
	for _, row := range []struct {
		name, want string
		have       []byte
	}{
		{"no module", "not a WebAssembly module", []byte("\x00asm\x02\x00\x00\x00")},
		{"cut off", "bytes expected", []byte(magic + "\x0b\x05\x00")},
		{"a number cut off", "a number is cut off", []byte(magic + "\x0b\x80")},
		{"a passive segment", "a segment of kind 1", module(1, 1, 1, 'a')},
		{"at a global", "instruction 0x23", module(1, 0, 0x23, 0, opEnd, 1, 'a')},
		{"overlap", "segments that overlap", module(2, 0, opI32Const, 8, opEnd, 2, 'a', 'b', 0, opI32Const, 9, opEnd, 1, 'c')},
		{"too much", "after the last segment", module(0, 1)},
	} {
		t.Run(row.name, func(t *testing.T) {
			if _, _, err := Module(row.have); err == nil || !strings.Contains(err.Error(), row.want) {
				t.Errorf("error %v: want %q", err, row.want)
			}
		})
	}
}

func TestSigned(t *testing.T) {
	for _, x := range []int64{0, 1, 63, 64, 65, 127, 128, 8191, 8192, 1 << 31, -1, -64, -65, -1 << 31} {
		r := reader{rest: appendSigned(nil, x)}
		if got := r.signed(); got != x || r.err != nil || len(r.rest) > 0 {
			t.Errorf("%d comes back as %d, %v, %d bytes left", x, got, r.err, len(r.rest))
		}
	}
}

// goProgram is a program that Go linked, before and after Module.
func goProgram(t *testing.T) (before, after []byte) {
	t.Helper()
	program, err := linked()
	if err != nil {
		t.Fatal(err)
	}
	return program[0], program[1]
}

// linked builds that program, once for all tests: they only read it.
var linked = sync.OnceValues(func() (program [2][]byte, err error) {
	dir, err := os.MkdirTemp("", "shrink")
	if err != nil {
		return program, err
	}
	defer os.RemoveAll(dir)
	source, file := filepath.Join(dir, "main.go"), filepath.Join(dir, "main.wasm")
	text := "package main\n\nimport (\n\t\"os\"\n\t\"reflect\"\n)\n\nfunc main() { println(len(os.Args), reflect.ValueOf(os.Stdout).Method(0).String()) }\n"
	if err := os.WriteFile(source, []byte(text), 0o600); err != nil {
		return program, err
	}
	cmd := exec.Command("go", "build", "-o", file, source)
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "GOFLAGS=")
	if out, err := cmd.CombinedOutput(); err != nil {
		return program, fmt.Errorf("%w\n%s", err, out)
	}
	if program[0], err = os.ReadFile(file); err != nil {
		return program, err
	}
	program[1], _, err = Module(program[0])
	return program, err
})

// A program that Go linked finds the same memory at its start, told in few
// segments.
func TestSameMemory(t *testing.T) {
	before, after := goProgram(t)
	if !bytes.Equal(image(t, before), image(t, after)) {
		t.Error("memory differs")
	}
	if was, is := len(segments(t, before)), len(segments(t, after)); is*10 > was {
		t.Errorf("%d segments of %d: want a tenth", is, was)
	}
}

// segments are those of a module's data section.
func segments(t *testing.T, module []byte) []segment {
	t.Helper()
	for r := (reader{rest: module[len(magic):]}); len(r.rest) > 0; {
		id, body := r.byte(), r.bytes(r.unsigned())
		if id != dataSection {
			continue
		}
		list, err := readData(body)
		if err != nil {
			t.Fatal(err)
		}
		return list
	}
	t.Fatal("no data")
	return nil
}

// image is memory after instantiation and the start function, up to the last byte that is not 0.
func image(t *testing.T, module []byte) []byte {
	t.Helper()
	memory := make([]byte, 1<<24) // also for what only the start function writes
	for _, s := range segments(t, module) {
		if missing := int(s.at) + len(s.data) - len(memory); missing > 0 {
			memory = append(memory, make([]byte, missing)...)
		}
		copy(memory[s.at:], s.data)
	}
	run(t, module, memory)
	return bytes.TrimRight(memory, "\x00")
}
