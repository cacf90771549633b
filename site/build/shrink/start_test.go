package shrink

import (
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"strings"
	"testing"
)

// run runs a module's start function on its memory.
func run(t *testing.T, module, memory []byte) {
	t.Helper()
	imported, at := uint64(0), int64(-1)
	for r := (reader{rest: module[len(magic):]}); len(r.rest) > 0; {
		id, body := r.byte(), reader{rest: r.bytes(r.unsigned())}
		switch {
		case id == importSection:
			imported, _ = importedFunctions(body.rest)
		case id == startSection:
			at = int64(body.unsigned())
		case id == codeSection && at >= 0:
			var code []byte
			for n := body.unsigned(); n > 0; n-- {
				if f := body.bytes(body.unsigned()); uint64(at) == imported {
					code = f
				}
				imported++
			}
			f, err := readFunction(code)
			if err != nil {
				t.Fatal(err)
			}
			if err := f.run(memory); err != "" {
				t.Fatal(err)
			}
		}
	}
}

// run runs a function of numbers of 32 bits that has loops, none in another.
func (f *function) run(memory []byte) (problem string) {
	var stack []uint32
	pop := func() uint32 {
		x := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		return x
	}
	values := make([]uint32, f.locals[0].count)
	loops := map[*label]int{}
	for k := 0; k < len(f.code); k++ {
		switch i := f.code[k]; i.op {
		case opLoop:
			loops[i.to[0]] = k
		case opEnd:
		case opLocalGet:
			stack = append(stack, values[i.n])
		case opLocalSet:
			values[i.n] = pop()
		case opLocalTee:
			values[i.n] = stack[len(stack)-1]
		case opI32Const:
			stack = append(stack, uint32(i.n))
		case opI32Load:
			stack = append(stack, binary.LittleEndian.Uint32(memory[int64(pop())+i.n:]))
		case opI32Store:
			x := pop()
			binary.LittleEndian.PutUint32(memory[int64(pop())+i.n:], x)
		case opMemory:
			n, from, to := pop(), pop(), pop()
			copy(memory[to:to+n], memory[from:from+n])
		case opI32Add:
			stack = append(stack, pop()+pop())
		case opI32LtU:
			y, below := pop(), uint32(0)
			if pop() < y {
				below = 1
			}
			stack = append(stack, below)
		case opBrIf:
			if pop() != 0 {
				k = loops[i.to[0]]
			}
		default:
			return "an instruction that the start function does not need"
		}
	}
	return ""
}

// TestStart checks that a program that Go linked gets a start function, between its
// exports and its elements, and that the columns of its tables and what repeats in them
// are found. TestSameMemory checks that they are restored.
func TestStart(t *testing.T) {
	before, after := goProgram(t)
	var ids string
	for r := (reader{rest: after[len(magic):]}); len(r.rest) > 0; {
		ids += string('a' + rune(r.byte()))
		r.bytes(r.unsigned())
	}
	if !strings.Contains(ids, "hij") { // exports, start, elements
		t.Errorf("sections %s: want a start function between exports and elements", ids)
	}
	memory, err := joined(segments(t, before))
	if err != nil {
		t.Fatal(err)
	}
	if columns := takeRecords(memory); len(columns) < 2 {
		t.Errorf("columns in records %+v: want those of Go's records of functions", columns)
	}
	if columns := takeColumns(memory); len(columns) < 3 {
		t.Errorf("columns %+v: want those of Go's tables of functions", columns)
	}
	if repeats := takeRepeats(memory); len(repeats) != 1 {
		t.Errorf("repeats %+v: want the table of which function is where", repeats)
	}
}

// TestColumns checks that memory with columns, also with columns in columns, comes
// back whole, and that memory without them stays as it is.
func TestColumns(t *testing.T) {
	rising := func(stride, rise int) func(m []byte, random *rand.Rand) {
		return func(m []byte, random *rand.Rand) {
			x := random.Uint32N(1 << 20)
			for at := 64; at+4 <= len(m); at += stride {
				binary.LittleEndian.PutUint32(m[at:], x)
				x += random.Uint32N(uint32(rise))
			}
		}
	}
	for _, row := range []struct {
		name string
		fill []func(m []byte, random *rand.Rand)
		want int // columns at least; -1: none
	}{
		{"noise", nil, -1},
		{"one number in 20 bytes", []func([]byte, *rand.Rand){rising(20, 3)}, 1},
		{"one number in 8 bytes", []func([]byte, *rand.Rand){rising(8, 1000)}, 1},
		{"all numbers", []func([]byte, *rand.Rand){rising(4, 2)}, 5},
		{"numbers across others", []func([]byte, *rand.Rand){rising(8, 5), rising(20, 3)}, 1},
		{"steps that are too large", []func([]byte, *rand.Rand){rising(8, 1<<31)}, -1},
	} {
		for at := range int64(4) {
			random := rand.New(rand.NewPCG(1, uint64(at)))
			m := make([]byte, 1<<16)
			for i := range m {
				m[i] = byte(random.Uint32())
			}
			for _, fill := range row.fill {
				fill(m[-at&3:], random)
			}
			taken := bytes.Clone(m)
			columns := takeColumns(segment{at, taken})
			if row.want < 0 && len(columns) > 0 || len(columns) < row.want {
				t.Errorf("%s at %d: %d columns, want %d", row.name, at, len(columns), row.want)
			}
			if len(columns) == 0 {
				continue
			}
			memory := append(make([]byte, at), taken...)
			if problem := restoring(columns, nil).run(memory); problem != "" {
				t.Fatal(problem)
			}
			if !bytes.Equal(memory[at:], m) {
				t.Errorf("%s at %d: memory is another", row.name, at)
			}
		}
	}
}

// TestRecords checks that memory with records of different lengths behind their index
// comes back whole, and that other memory stays as it is.
func TestRecords(t *testing.T) {
	const rows = 2 * leastCount
	for _, row := range []struct {
		name                string
		stride, place, gap  int  // of the index: bytes of a row, the place in it, bytes behind it
		records             int  // of the rows that say where one is
		falls, back, beyond bool // the first number falls; a record is before the one before; the last two are outside
		want                int
	}{
		{name: "two columns", stride: 8, place: 4, records: rows, want: 2},
		{name: "places before other numbers", stride: 8, records: rows, want: 2},
		{name: "wide rows", stride: 20, place: 12, records: rows, want: 2},
		{name: "a half row in between", stride: 8, place: 4, gap: 4, records: rows, want: 2},
		{name: "a row in between", stride: 8, place: 4, gap: 12, records: rows},
		{name: "a record that no row has", stride: 8, place: 4, records: rows - 1, want: 2},
		{name: "too few", stride: 8, place: 4, records: leastCount / 2},
		{name: "a number that falls", stride: 8, place: 4, records: rows, falls: true, want: 1},
		{name: "a record before another", stride: 8, place: 4, records: rows, back: true},
		{name: "records outside", stride: 8, place: 4, records: rows, beyond: true},
	} {
		for at := range int64(4) {
			random := rand.New(rand.NewPCG(4, uint64(at)))
			noise := func(n int) (b []byte) {
				for range n {
					b = append(b, byte(random.Uint32()))
				}
				return b
			}
			table := int(-at&3) + 100
			m := noise(table + row.stride*row.records + row.gap)
			number := [2]uint32{1 << 20, 1 << 24}
			for i := range rows {
				place := len(m) - table
				if row.back && i == rows/2 || row.beyond && i >= rows-2 {
					place += 1 << 10
				}
				if i < row.records {
					binary.LittleEndian.PutUint32(m[table+i*row.stride+row.place:], uint32(place))
				}
				record := noise(12 + 4*random.IntN(5))
				for k := range number {
					binary.LittleEndian.PutUint32(record[4*k:], number[k])
					number[k] += random.Uint32N(100)
				}
				if row.falls {
					number[0] = random.Uint32()
				}
				m = append(m, record...)
			}
			taken := bytes.Clone(m)
			columns := takeRecords(segment{at, taken})
			if len(columns) != row.want {
				t.Errorf("%s at %d: %d columns, want %d", row.name, at, len(columns), row.want)
			}
			if changed := !bytes.Equal(taken, m); changed != (row.want > 0) {
				t.Errorf("%s at %d: memory is another: %t", row.name, at, changed)
			}
			memory := append(make([]byte, at), taken...)
			if problem := restoring(append(columns, takeColumns(segment{at, memory[at:]})...), nil).run(memory); problem != "" {
				t.Fatal(problem)
			}
			if !bytes.Equal(memory[at:], m) {
				t.Errorf("%s at %d: memory does not come back", row.name, at)
			}
		}
	}
}

// TestRepeats checks that memory that repeats comes back whole with a part of it
// stored, and that other memory stays as it is.
func TestRepeats(t *testing.T) {
	const enough = kept + leastCopied
	for _, row := range []struct {
		name   string
		sizes  []int // of what repeats, with noise before, between and behind
		period int
		want   int
	}{
		{"noise", nil, period, 0},
		{"just enough", []int{enough}, period, 1},
		{"a byte too few", []int{enough - 1}, period, 0},
		{"twice as much as is kept", []int{2 * kept}, period, 1},
		{"a byte more", []int{2*kept + 1}, period, 1},
		{"many times as much", []int{9*kept + 77}, period, 1},
		{"two", []int{enough + 5, 3 * kept}, period, 2},
		{"a shorter period that divides it", []int{enough}, period / 5, 1},
		{"another period", []int{3 * kept}, period + 4, 0},
	} {
		random := rand.New(rand.NewPCG(2, 3))
		noise := func(n int) (b []byte) {
			for range n {
				b = append(b, byte(random.Uint32N(255)))
			}
			return b
		}
		m := append(noise(1000), 255)
		for _, size := range row.sizes {
			m = append(m, bytes.Repeat(noise(row.period), size/row.period+1)[:size]...)
			m = append(append(m, 255), noise(1000)...)
		}
		const at = 64
		taken := bytes.Clone(m)
		repeats := takeRepeats(segment{at, taken})
		if len(repeats) != row.want {
			t.Errorf("%s: %d repeats, want %d", row.name, len(repeats), row.want)
		}
		if cleared := !bytes.Equal(taken, m); cleared != (row.want > 0) {
			t.Errorf("%s: something is left out: %t", row.name, cleared)
		}
		memory := append(make([]byte, at), taken...)
		if problem := restoring(nil, repeats).run(memory); problem != "" {
			t.Fatal(problem)
		}
		if !bytes.Equal(memory[at:], m) {
			t.Errorf("%s: memory is another", row.name)
		}
	}
}
