package strip

import (
	"bytes"
	"encoding/binary"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const magic = "\x00asm\x01\x00\x00\x00"

// module is a header and one data section.
func module(body ...byte) []byte {
	return append(append([]byte(magic), dataSection, byte(len(body))), body...)
}

func TestWasm(t *testing.T) {
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
		{"a large gap", module(2, 0, opI32Const, 8, opEnd, 1, 'a', 0, opI32Const, 0x8a, 2, opEnd, 1, 'b'), module(2, 0, opI32Const, 8, opEnd, 1, 'a', 0, opI32Const, 0x8a, 2, opEnd, 1, 'b')},
	} {
		t.Run(row.name, func(t *testing.T) {
			got, err := Wasm(row.have)
			if err != nil || !bytes.Equal(got, row.want) {
				t.Errorf("%x, %v\nwant %x", got, err, row.want)
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
			if _, err := Wasm(row.have); err == nil || !strings.Contains(err.Error(), row.want) {
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

// goProgram is a program that Go linked, before and after Wasm.
func goProgram(t *testing.T) (before, after []byte) {
	t.Helper()
	dir := t.TempDir()
	source, file := filepath.Join(dir, "main.go"), filepath.Join(dir, "main.wasm")
	text := "package main\n\nimport \"os\"\n\nfunc main() { println(len(os.Args), \"says hello\") }\n"
	if err := os.WriteFile(source, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("go", "build", "-o", file, source)
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "GOFLAGS=")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	before, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if after, err = Wasm(before); err != nil {
		t.Fatal(err)
	}
	return before, after
}

// TestGoProgram strips a program that Go linked: memory is the same but for the
// names of functions, which are gone.
func TestGoProgram(t *testing.T) {
	before, after := goProgram(t)
	was, is := image(t, before), image(t, after)
	if len(was) != len(is) || len(was) < 100_000 {
		t.Fatalf("memory of %d bytes was %d", len(is), len(was))
	}
	changed := 0
	for i := range was {
		if was[i] != is[i] {
			if is[i] != 0 {
				t.Fatalf("byte %d was %#x and is %#x", i, was[i], is[i])
			}
			changed++
		}
	}
	if changed < 10_000 {
		t.Errorf("%d bytes of names are gone: want most of a program's", changed)
	}
	for name, want := range map[string]bool{"runtime.main\x00": true, "main.main\x00": false, "os.NewFile\x00": false} {
		if !bytes.Contains(was, []byte(name)) {
			t.Errorf("%q was not there", name)
		}
		if got := bytes.Contains(is, []byte(name)); got != want {
			t.Errorf("%q is there: %t, want %t", name, got, want)
		}
	}
	if n := len(segments(t, after)); n >= 1000 {
		t.Errorf("%d segments", n)
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

// image is memory after instantiation, up to the last byte that is not 0.
func image(t *testing.T, module []byte) []byte {
	t.Helper()
	var memory []byte
	for _, s := range segments(t, module) {
		if missing := int(s.at) + len(s.data) - len(memory); missing > 0 {
			memory = append(memory, make([]byte, missing)...)
		}
		copy(memory[s.at:], s.data)
	}
	return bytes.TrimRight(memory, "\x00")
}

// TestBlankNames leaves alone what it does not know.
func TestBlankNames(t *testing.T) {
	table := func(from, to uint64, names string) []byte {
		b := append([]byte("before\xf1\xff\xff\xff\x00\x00\x01\x08"), make([]byte, 24)...)
		b = binary.LittleEndian.AppendUint64(b, from)
		b = binary.LittleEndian.AppendUint64(b, to)
		return append(b, names...)
	}
	const names = "main.main\x00runtime.main\x00strings.Cut\x00"
	for _, row := range []struct {
		name       string
		have, want []byte
	}{
		{"names", table(48, 48+uint64(len(names)), names+"after"), table(48, 48+uint64(len(names)), "\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00runtime.main\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00after")},
		{"beyond the end", table(48, 4800, names), table(48, 4800, names)},
		{"backward", table(60, 48, names), table(60, 48, names)},
		{"no table", []byte("main.main\x00"), []byte("main.main\x00")},
		{"a table cut off", []byte("\xf1\xff\xff\xff\x00\x00\x01\x08\x00"), []byte("\xf1\xff\xff\xff\x00\x00\x01\x08\x00")},
	} {
		t.Run(row.name, func(t *testing.T) {
			got := slices.Clone(row.have)
			if blankNames(got); !bytes.Equal(got, row.want) {
				t.Errorf("%q\nwant %q", got, row.want)
			}
		})
	}
}
