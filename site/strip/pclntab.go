package strip

import (
	"bytes"
	"encoding/binary"
	"errors"
	"slices"
	"strings"
)

// The table that Go's runtime keeps of functions, since Go 1.20: a header, the
// names of functions, of files, tables from instructions to numbers, and a
// record of each function.
const (
	tableMark = "\xf1\xff\xff\xff\x00\x00\x01\x08" // version; 0; 0; the unit of an address; the size of one

	headerNumber = 8  // how many functions; then, in 64 bits each, from the table's start:
	headerNames  = 32 // where names are
	headerUnits  = 40
	headerValues = 56 // where tables from instructions to numbers are
	headerFuncs  = 64 // where records are, and first where each is

	recordName   = 4
	recordStack  = 16 // table of how large the frame is
	recordFile   = 20 // table of files
	recordLine   = 24 // table of lines
	recordTables = 28 // how many more tables there are after the record
	recordUnit   = 32
	recordStart  = 36 // line where the function starts
	recordKind   = 40
	recordData   = 43 // how many offsets of data there are after the tables
	recordSize   = 44

	tableUnsafe  = 0 // instructions where no signal may interrupt
	tableInlined = 2 // which function was inlined there

	dataInlined   = 3 // the functions that were inlined
	dataArguments = 5 // how to print arguments
	dataLive      = 6 // which of them can be printed
	inlinedSize   = 16
	inlinedName   = 4
	inlinedStart  = 12

	moduleIndex    = 152 // in what refers to the table: where the index of records is
	moduleFuncData = 320 // and where their data is

	functionAddresses = 1 << 16 // of a function in wasm
)

// keptNames are those that the runtime compares with: of functions that it
// starts as goroutines of its own, and of two that have no map of arguments.
// It also takes apart those of wrappers, to say of which method a receiver is nil.
var keptNames = []string{
	"runtime.bgscavenge", "runtime.bgsweep", "runtime.forcegchelper", "runtime.gcBgMarkWorker",
	"runtime.handleAsyncEvent", "runtime.main", "runtime.runCleanups", "runtime.runFinalizers",
	"runtime.updateMaxProcsGoroutine",
	"reflect.makeFuncStub", "reflect.methodValueCall",
}

// forget clears what Go's runtime knows of functions only to print a traceback:
// names, lines, how to print arguments; and where signals may interrupt, of
// which wasm has none. What the collector and recover need stays. A table of
// another form stays as it is. Where direct is true, the index from addresses
// to records is cleared, too.
func forget(memory segment, direct bool) error {
	t := findTable(memory)
	if direct && (t == nil || !t.clearIndex()) {
		return errors.New("the runtime finds functions directly, but the table of functions is in an unknown form")
	}
	if t != nil {
		t.forget()
	}
	return nil
}

// findTable returns the table of functions, or nil.
func findTable(memory segment) *table {
	at := bytes.Index(memory.data, []byte(tableMark))
	if at < 0 {
		return nil
	}
	t := &table{memory: memory, at: memory.at + int64(at), data: memory.data[at:]}
	if !t.valid() {
		return nil
	}
	return t
}

// table is a table of functions; its data is all memory from there.
type table struct {
	memory  segment
	at      int64
	data    []byte
	records []int // where in data each function's is
}

func (t *table) word(at int) int { return int(binary.LittleEndian.Uint32(t.data[at:])) }

func (t *table) set(at int, x uint32) { binary.LittleEndian.PutUint32(t.data[at:], x) }

// valid finds the records, and tells whether all is where it should be.
func (t *table) valid() bool {
	const header = 72
	if len(t.data) < header {
		return false
	}
	number, names, units, values, funcs := t.word(headerNumber), t.word(headerNames), t.word(headerUnits), t.word(headerValues), t.word(headerFuncs)
	if !slices.IsSorted([]int{header, names, units, values, funcs, len(t.data)}) || number < 1 || number > (len(t.data)-funcs)/8 {
		return false
	}
	for i := range number {
		at := funcs + t.word(funcs+8*i+4)
		if at+recordSize > len(t.data) || at+recordSize+4*(t.word(at+recordTables)+int(t.data[at+recordData])) > len(t.data) ||
			t.word(at+recordTables) > 8 {
			return false
		}
		t.records = append(t.records, at)
	}
	return true
}

// forget clears.
func (t *table) forget() {
	kept, none := t.clearNames(t.wrappers())
	name := func(old int) uint32 {
		if kept[old] {
			return uint32(old)
		}
		return uint32(none)
	}
	tables := map[int]bool{}
	for _, r := range t.records {
		t.set(r+recordName, name(t.word(r+recordName)))
		for _, field := range []int{recordFile, recordLine, recordUnit, recordStart} {
			t.set(r+field, 0)
		}
		if n := t.word(r + recordTables); n > tableUnsafe {
			t.set(r+recordSize, 0)
		}
		tables[t.word(r+recordStack)] = true
		for k := range t.word(r + recordTables) {
			tables[t.word(r+recordSize+4*k)] = true
		}
	}
	t.clearTables(tables)
	t.clearData(name)
}

// wrappers returns where the names of methods are that the compiler made around
// others. Their kind is the last of all.
func (t *table) wrappers() map[int]bool {
	last := byte(0)
	for _, r := range t.records {
		last = max(last, t.data[r+recordKind])
	}
	names := map[int]bool{}
	for _, r := range t.records {
		if last > 0 && t.data[r+recordKind] == last {
			names[t.word(r+recordName)] = true
		}
	}
	return names
}

// clearNames returns where the names are that stay, and where an empty one is.
func (t *table) clearNames(wrappers map[int]bool) (kept map[int]bool, none int) {
	kept = map[int]bool{}
	from, to := t.word(headerNames), t.word(headerUnits)
	for at := from; at < to; {
		name, _, _ := bytes.Cut(t.data[at:to], []byte{0})
		if at == from {
			none = len(name)
		}
		if slices.Contains(keptNames, string(name)) || strings.HasPrefix(string(name), "runtime.trace") ||
			wrappers[at-from] && bytes.Contains(name, []byte("(*")) {
			kept[at-from] = true
		} else {
			clear(name)
		}
		at += len(name) + 1
	}
	return kept, none
}

// clearTables clears what is in none of the tables that start at the places
// named.
func (t *table) clearTables(starts map[int]bool) {
	values := t.data[t.word(headerValues):t.word(headerFuncs)]
	used := make([]bool, len(values))
	for start := range starts {
		for i := range t.numbers(start, func(int64) {}) {
			used[start+i] = true
		}
	}
	for i, u := range used {
		if !u {
			values[i] = 0
		}
	}
}

// clearData clears the names of inlined functions and how to print arguments,
// in what the records refer to.
func (t *table) clearData(name func(int) uint32) {
	data := t.told(moduleFuncData)
	if data == nil {
		return
	}
	starts, printed, other := map[int]bool{}, map[int]bool{}, map[int]bool{}
	for _, r := range t.records {
		at := r + recordSize + 4*t.word(r+recordTables)
		for k := range int(t.data[r+recordData]) {
			start := t.word(at + 4*k)
			if start >= len(data) {
				continue // there is none
			}
			starts[start] = true
			switch k {
			case dataArguments, dataLive:
				printed[start] = true
				t.set(at+4*k, 0xffffffff)
				continue
			case dataInlined:
				for range t.inlined(r) {
					if start+inlinedSize > len(data) {
						break
					}
					old := int(binary.LittleEndian.Uint32(data[start+inlinedName:]))
					binary.LittleEndian.PutUint32(data[start+inlinedName:], name(old))
					binary.LittleEndian.PutUint32(data[start+inlinedStart:], 0)
					start += inlinedSize
				}
			}
			other[t.word(at+4*k)] = true
		}
	}
	sorted := make([]int, 0, len(starts))
	for s := range starts {
		sorted = append(sorted, s)
	}
	slices.Sort(sorted)
	for i, s := range sorted {
		if printed[s] && !other[s] && i+1 < len(sorted) {
			clear(data[s:sorted[i+1]])
		}
	}
}

// inlined is how many functions were inlined into that of record r: one more
// than the largest number in its table of them.
func (t *table) inlined(r int) int {
	if t.word(r+recordTables) <= tableInlined {
		return 0
	}
	most := int64(-1)
	t.numbers(t.word(r+recordSize+4*tableInlined), func(x int64) { most = max(most, x) })
	return int(most + 1)
}

// numbers calls f with each number in the table that starts there, and returns
// how many bytes the table has. It is pairs, of how much the number changes and
// of how many instructions have it, and a zero after the last. One that starts
// at 0 is empty.
func (t *table) numbers(start int, f func(int64)) int {
	values := t.data[t.word(headerValues):t.word(headerFuncs)]
	if start <= 0 || start >= len(values) {
		return 0
	}
	r, x := reader{rest: values[start:]}, int64(-1)
	for first := true; ; first = false {
		change := r.unsigned()
		if r.err != nil || change == 0 && !first {
			return len(values) - start - len(r.rest)
		}
		x += int64(-(change & 1) ^ change>>1)
		f(x)
		r.unsigned()
	}
}

// clearIndex clears the index from addresses to records, of which there is one
// for every 4096 addresses: the number of the first record and how many follow
// in each sixteenth. It tells whether the index had what Direct calculates.
func (t *table) clearIndex() bool {
	const each, size = functionAddresses / 4096, 4 + 16
	funcs := t.word(headerFuncs)
	n := each * (len(t.records) - 1) // what there is of the last stays
	index := t.told(moduleIndex)
	if len(index) < n*size {
		return false
	}
	index = index[:n*size]
	for i := range t.records {
		if t.word(funcs+8*i) != t.word(funcs)+i {
			return false
		}
	}
	for i := range n {
		entry := index[i*size:][:size]
		if binary.LittleEndian.Uint32(entry) != uint32(i/each) || len(bytes.Trim(entry[4:], "\x00")) > 0 {
			return false
		}
	}
	clear(index)
	return true
}

// told is memory from where the module's description says at field, or nil. The
// description starts with the addresses of the table and of its names.
func (t *table) told(field int) []byte {
	mark := binary.LittleEndian.AppendUint64(nil, uint64(t.at))
	mark = binary.LittleEndian.AppendUint64(mark, uint64(t.at)+uint64(t.word(headerNames)))
	at := bytes.Index(t.memory.data, mark)
	if at < 0 || len(t.memory.data) < at+moduleFuncData+8 {
		return nil
	}
	start := int64(binary.LittleEndian.Uint64(t.memory.data[at+field:])) - t.memory.at
	if start < 0 || start >= int64(len(t.memory.data)) {
		return nil
	}
	return t.memory.data[start:]
}
