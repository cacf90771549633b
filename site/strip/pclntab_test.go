package strip

import (
	"bytes"
	"encoding/binary"
	"maps"
	"slices"
	"strings"
	"testing"
)

// TestForgetNames compares memory of a program that Go linked before and after:
// of what the runtime knows of functions, all that is not for tracebacks is
// there, and nothing else has changed.
func TestForgetNames(t *testing.T) {
	before, after := goProgram(t)
	if n := len(segments(t, after)); n >= 1000 {
		t.Errorf("%d segments", n)
	}
	was, is := functionTable(t, before), functionTable(t, after)
	if was.at != is.at || len(was.records) != len(is.records) || len(is.records) < 1000 {
		t.Fatalf("%d functions at %d, were %d at %d", len(is.records), is.at, len(was.records), was.at)
	}
	for n, r := range was.records {
		for _, field := range []int{0, 8, 12, recordStack, recordTables, 40} { // address, size of arguments, where deferred calls are run, tables, kind and flags
			if was.word(r+field) != is.word(r+field) {
				t.Fatalf("function %d, field %d: %d was %d", n, field, is.word(r+field), was.word(r+field))
			}
		}
		tables := []int{r + recordStack}
		for k := 1; k < was.word(r+recordTables); k++ {
			tables = append(tables, r+recordSize+4*k)
		}
		for _, at := range tables {
			if want, got := was.table(was.word(at)), is.table(is.word(at)); !bytes.Equal(want, got) {
				t.Fatalf("function %d, table at %d: %x was %x", n, at-r, got, want)
			}
		}
	}
	sameData(t, was, is)

	names := is.names()
	for name, want := range map[string]bool{
		"runtime.main": true, "runtime.bgsweep": true, "runtime.gcBgMarkWorker": true, "runtime.runFinalizers": true,
		"reflect.methodValueCall": true, "reflect.(*ptrType).Kind": true,
		"main.main": false, "runtime.mallocgc": false, "os.newFile": false,
	} {
		if !slices.Contains(was.names(), name) {
			t.Errorf("%s was not there", name)
		}
		if got := slices.Contains(names, name); got != want {
			t.Errorf("%s is there: %t, want %t", name, got, want)
		}
	}

	// Beyond the table and what it refers to, memory is the same.
	old, now := image(t, before), image(t, after)
	from, to := was.at, was.at+int64(was.records[len(was.records)-1])
	data := int64(bytes.Index(old, was.told(moduleFuncData)[:4096]))
	last := data + int64(slices.Max(slices.Collect(maps.Keys(was.references()))))
	for i := range old {
		inside := int64(i) >= from && int64(i) < to+recordSize+128 || int64(i) >= data && int64(i) < last+inlinedSize
		if old[i] != now[i] && !inside {
			t.Fatalf("byte %#x was %#x and is %#x", i, old[i], now[i])
		}
	}
}

// sameData compares what the records refer to: maps of pointers, variables on
// the stack, deferred calls, and of inlined functions kind and place.
func sameData(t *testing.T, was, is *table) {
	t.Helper()
	old, now := was.told(moduleFuncData), is.told(moduleFuncData)
	if old == nil || now == nil {
		t.Fatal("the data of functions is not found")
	}
	starts := slices.Sorted(maps.Keys(was.references()))
	inlined, compared := 0, 0
	for n, r := range was.records {
		at := r + recordSize + 4*was.word(r+recordTables)
		for k := range int(was.data[r+recordData]) {
			start := was.word(at + 4*k)
			if start >= len(old) || k == dataArguments || k == dataLive {
				continue
			}
			if is.word(at+4*k) != start {
				t.Fatalf("function %d, data %d: at %d, was at %d", n, k, is.word(at+4*k), start)
			}
			if k == dataInlined {
				for range was.inlined(r) {
					for _, field := range []int{0, 8} {
						if !bytes.Equal(old[start+field:start+field+4], now[start+field:start+field+4]) {
							t.Fatalf("function %d: an inlined function differs", n)
						}
					}
					start += inlinedSize
					inlined++
				}
				continue
			}
			end := start + 8
			if i, _ := slices.BinarySearch(starts, start+1); i < len(starts) {
				end = starts[i]
			}
			if !bytes.Equal(old[start:end], now[start:end]) {
				t.Fatalf("function %d, data %d: %x was %x", n, k, now[start:end], old[start:end])
			}
			compared++
		}
	}
	if inlined < 1000 || compared < 1000 {
		t.Errorf("%d inlined functions, %d other pieces: want those of a program", inlined, compared)
	}
}

// functionTable is the table of functions in a module.
func functionTable(t *testing.T, module []byte) *table {
	t.Helper()
	memory, err := joined(segments(t, module))
	if err != nil {
		t.Fatal(err)
	}
	found := findTable(memory)
	if found == nil {
		t.Fatal("no table of functions")
	}
	return found
}

// table returns the bytes of the numbers that start there.
func (t *table) table(start int) []byte {
	at := t.word(headerValues) + start
	return t.data[at : at+t.numbers(start, func(int64) {})]
}

// names are those of all functions.
func (t *table) names() (names []string) {
	for _, r := range t.records {
		name, _, _ := bytes.Cut(t.data[t.word(headerNames)+t.word(r+recordName):], []byte{0})
		names = append(names, string(name))
	}
	return names
}

// references are where in the data of functions something starts.
func (t *table) references() map[int]bool {
	starts, size := map[int]bool{}, len(t.told(moduleFuncData))
	for _, r := range t.records {
		for k := range int(t.data[r+recordData]) {
			if start := t.word(r + recordSize + 4*(t.word(r+recordTables)+k)); start < size {
				starts[start] = true
			}
		}
	}
	return starts
}

// TestUnknownTable leaves alone what it does not know.
func TestUnknownTable(t *testing.T) {
	header := func(numbers ...uint64) []byte {
		b := []byte(tableMark)
		for _, n := range numbers {
			b = binary.LittleEndian.AppendUint64(b, n)
		}
		return append(b, strings.Repeat("main.main\x00", 20)...)
	}
	for _, row := range []struct {
		name string
		data []byte
	}{
		{"no table", []byte("main.main\x00")},
		{"cut off", []byte(tableMark + "\x00")},
		{"beyond the end", header(1, 1, 0, 72, 7200, 7300, 7400, 7500)},
		{"backward", header(1, 1, 0, 100, 90, 110, 120, 130)},
		{"more functions than bytes", header(1<<20, 1, 0, 72, 80, 90, 100, 110)},
		{"a record beyond the end", header(1, 1, 0, 72, 80, 90, 100, 110)},
	} {
		t.Run(row.name, func(t *testing.T) {
			got := slices.Clone(row.data)
			if err := forget(segment{8, got}, false); err != nil || !bytes.Equal(got, row.data) {
				t.Errorf("%q, %v\nwas %q", got, err, row.data)
			}
			if err := forget(segment{8, got}, true); err == nil {
				t.Error("the index is said to be cleared")
			}
		})
	}
}
