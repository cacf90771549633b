package shrink

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// TestSameSteps runs every function that Go linked into a program before and
// after, from every place where it may resume, along random ways: whatever is
// not a jump comes in the same order, with the same numbers.
func TestSameSteps(t *testing.T) {
	before, _ := goProgram(t)
	functions, shortens := functionsOf(t, before)
	shortened, direct, steps := 0, 0, 0
	for n, body := range functions {
		was, err := readFunction(body)
		if err != nil {
			t.Fatalf("function %d: %v", n, err)
		}
		if got := was.write(); !bytes.Equal(got, body) {
			t.Fatalf("function %d is written otherwise than it was read", n)
		}
		is, _ := readFunction(body)
		if !shortens[n] || !is.shorten() {
			continue
		}
		is.alike()
		shortened++
		direct += branches(was) - branches(is)
		is, err = readFunction(is.write())
		if err != nil {
			t.Fatalf("function %d, shorter: %v", n, err)
		}
		wasWalk, isWalk := newWalker(was), newWalker(is)
		for start := range int64(max(places(was), 1)) {
			seed := uint64(n) + uint64(start) // another way from each place
			want, got := wasWalk.walk(start, seed), isWalk.walk(start, seed)
			steps += len(want)
			if !slices.Equal(want, got) {
				t.Fatalf("function %d from %d, way %d:\n%v\nwas\n%v", n, start, seed, got, want)
			}
		}
	}
	if shortened < 1000 || direct < 3000 || steps < 100_000 {
		t.Errorf("%d functions, %d fewer jumps over a table, %d steps: want those of a program", shortened, direct, steps)
	}
}

// branches are those to a loop.
func branches(f *function) (n int) {
	for _, i := range f.code {
		if (i.op == opBr || i.op == opBrIf) && i.to[0].op == opLoop {
			n++
		}
	}
	return n
}

// places are those in the table of a function.
func places(f *function) int {
	for _, i := range f.code {
		if i.op == opBrTable {
			return len(i.to)
		}
	}
	return 0
}

// walker walks a function, whose constructs start and end where it notes.
type walker struct {
	*function
	from, to map[*label]int
	shift    int64
}

func newWalker(f *function) walker {
	from, to := extents(f)
	return walker{f, from, to, f.shift()}
}

// walk returns what a function does, beside jumps, from a place where it
// resumes: at most 300 steps along a random way. Addresses and values are
// calculated, so that it does not matter how the function calculates them.
func (f walker) walk(start int64, seed uint64) []step {
	random := rand.New(rand.NewPCG(seed, 1))
	m := &machine{locals: map[int64]uint64{0: uint64(start), 1: stackPointer}, floats: f.floats(), shift: f.shift}
	var open []*label
	next := 0
	leave := func(l *label) {
		n := slices.Index(open, l)
		switch {
		case n < 0:
			next = len(f.code) - 1
		case l.op == opLoop:
			open, next = open[:n+1], f.from[l]+1
		default:
			open, next = open[:n], f.to[l]+1
		}
	}
	for len(m.steps) < 300 {
		k := next
		i := f.code[k]
		next++
		switch {
		case i.op == opBlock, i.op == opLoop:
			open = append(open, i.to[0])
		case i.op == opIf:
			m.step("if", nil, m.pop(), 0)
			if open = append(open, i.to[0]); random.IntN(2) == 0 {
				if open = open[:len(open)-1]; f.code[f.elseOf(i.to[0], k)].op == opElse {
					open = append(open, i.to[0])
				}
				next = f.elseOf(i.to[0], k) + 1
			}
		case i.op == opElse:
			leave(open[len(open)-1])
		case i.op == opEnd && len(open) > 0:
			open = open[:len(open)-1]
		case i.op == opReturn, i.op == opEnd, i.op == opUnreachable:
			if i.op == opEnd {
				i.op = opReturn
			}
			m.all("return", []byte{i.op})
			return m.steps
		case i.op == opBr:
			leave(i.to[0])
		case i.op == opBrIf:
			m.step("if", nil, m.pop(), 0)
			if random.IntN(2) == 1 {
				leave(i.to[0])
			}
		case i.op == opBrTable:
			leave(i.to[min(int(start), len(i.to)-1)])
		case i.is(opLocalGet, 0) && f.code[k+1].op == opBrTable:
		case i.op == opI32Const && f.code[k+1].is(opLocalSet, 0):
			start, next = i.n, k+2
			m.locals[0] = uint64(start)
		default:
			m.run(i)
		}
	}
	return m.steps
}

// extents are where each construct starts and ends.
func extents(f *function) (from, to map[*label]int) {
	from, to = map[*label]int{}, map[*label]int{}
	var open []*label
	for k, i := range f.code {
		switch {
		case i.opens():
			from[i.to[0]] = k
			open = append(open, i.to[0])
		case i.op == opEnd && len(open) > 0:
			to[open[len(open)-1]] = k
			open = open[:len(open)-1]
		}
	}
	return from, to
}

// elseOf returns where the other part of an if begins, or its end.
func (f walker) elseOf(l *label, k int) int {
	depth := 0
	for at := k + 1; at < f.to[l]; at++ {
		switch i := f.code[at]; {
		case i.opens():
			depth++
		case i.op == opEnd:
			depth--
		case i.op == opElse && depth == 0:
			return at
		}
	}
	return f.to[l]
}

// functionsOf are the bodies in a module, and which of them have the type of
// those that Go compiled.
func functionsOf(t *testing.T, module []byte) (bodies [][]byte, shortens []bool) {
	t.Helper()
	var typ types
	for r := (reader{rest: module[len(magic):]}); len(r.rest) > 0; {
		id, body := r.byte(), r.bytes(r.unsigned())
		switch id {
		case typeSection, functionSection:
			if err := typ.read(id, body); err != nil {
				t.Fatal(err)
			}
		case codeSection:
			code := reader{rest: body}
			for n := code.unsigned(); n > 0; n-- {
				bodies = append(bodies, code.bytes(code.unsigned()))
				shortens = append(shortens, typ.ordinary[typ.of[len(bodies)-1]])
			}
			if code.err != nil {
				t.Fatal(code.err)
			}
		}
	}
	if len(bodies) < 1000 {
		t.Fatalf("%d functions: want those of a program", len(bodies))
	}
	return bodies, shortens
}

// ordinary is a function in the form that shorten knows, with a local for the
// stack pointer and one more.
func ordinary(code ...byte) []byte {
	return slices.Concat([]byte{2, 1, typeI32, 1, typeI64, opGlobalGet, 0, opLocalSet, 1}, code)
}

// TestLeavesOtherFunctionsUnchanged shortens nothing that is not in the form it knows.
func TestLeavesOtherFunctionsUnchanged(t *testing.T) {
	dispatch := []byte{opLoop, void, opBlock, void, opBlock, void, opLocalGet, 0, opBrTable, 1, 0, 1, opEnd}
	tail := []byte{opEnd, opUnreachable, opEnd}
	for _, row := range []struct {
		name string
		body []byte
	}{
		{"local 0 read elsewhere", ordinary(slices.Concat(dispatch, []byte{opI32Const, 1, opLocalSet, 0, opBr, 1, opEnd, opLocalGet, 0, 0x1a}, tail)...)},
		{"local 0 kept on the stack", ordinary(slices.Concat(dispatch, []byte{opI32Const, 1, opLocalTee, 0, 0x1a, opI32Const, 1, opLocalSet, 0, opBr, 1, opEnd}, tail)...)},
		{"a jump to a place that was calculated", ordinary(slices.Concat(dispatch, []byte{opI32Const, 1, 0x45, opLocalSet, 0, opBr, 1, opEnd}, tail)...)},
		{"a jump on a condition", ordinary(slices.Concat(dispatch, []byte{opI32Const, 1, opI32Const, 1, opLocalSet, 0, opBrIf, 1, opEnd}, tail)...)},
		{"a table out of order", ordinary(opBlock, void, opBlock, void, opLocalGet, 0, opBrTable, 1, 1, 0, opEnd, opEnd, opUnreachable, opEnd)},
		{"a table of another local", ordinary(opBlock, void, opBlock, void, opLocalGet, 1, opBrTable, 1, 0, 1, opEnd, opEnd, opUnreachable, opEnd)},
	} {
		t.Run(row.name, func(t *testing.T) {
			f, err := readFunction(row.body)
			if err != nil {
				t.Fatal(err)
			}
			f.shorten()
			if got := f.write(); !bytes.Equal(got, row.body) {
				t.Errorf("%x\nwas %x", got, row.body)
			}
		})
	}
}

func TestShorten(t *testing.T) {
	for _, row := range []struct {
		name       string
		have, want []byte
	}{
		{"a jump forward, another back",
			ordinary(opLoop, void, opBlock, void, opBlock, void, opLocalGet, 0, opBrTable, 1, 0, 1, opEnd,
				opLocalGet, 1, opIf, void, opI32Const, 1, opLocalSet, 0, opBr, 2, opEnd,
				opI32Const, 0, opLocalSet, 0, opBr, 1, opEnd, opI32Const, 0, opReturn, opEnd, opUnreachable, opEnd),
			ordinary(opLoop, void, opBlock, void, opBlock, void, opLocalGet, 0, opBrTable, 1, 0, 1, opEnd,
				opLocalGet, 1, opBrIf, 0,
				opI32Const, 0, opLocalSet, 0, opBr, 1, opEnd, opI32Const, 0, opReturn, opEnd, opUnreachable, opEnd)},
		{"no jump back: no loop",
			ordinary(opLoop, void, opBlock, void, opBlock, void, opLocalGet, 0, opBrTable, 1, 0, 1, opEnd,
				opI32Const, 1, opLocalSet, 0, opBr, 1, opEnd, opI32Const, 0, opReturn, opEnd, opUnreachable, opEnd),
			ordinary(opBlock, void, opBlock, void, opLocalGet, 0, opBrTable, 1, 0, 1, opEnd,
				opBr, 0, opEnd, opI32Const, 0, opReturn, opUnreachable, opEnd)},
		{"numbers that lead to one place",
			ordinary(opBlock, void, opBlock, void, opLocalGet, 0, opBrTable, 4, 0, 0, 1, 1, 1, opEnd, opEnd, opUnreachable, opEnd),
			ordinary(opBlock, void, opBlock, void, opBlock, void, opLocalGet, 0, opBrTable, 2, 0, 1, 2, opEnd, opEnd, opEnd, opUnreachable, opEnd)},
		{"unwinding",
			ordinary(opBlock, void, opI32Const, 0, opCall, 9, opBrIf, 0, opUnreachable, opEnd, opI32Const, 1, opEnd),
			ordinary(opI32Const, 0, opCall, 9, opIf, void, opI32Const, 1, opReturn, opEnd, opUnreachable, opI32Const, 1, opEnd)},
		{"return addresses",
			ordinary(opLocalGet, 1, opI64Const, 0x81, 0x80, 0x08, opI64Store, 3, 0, opLocalGet, 1, opI64Const, 0x82, 0x80, 0x08, opI64Store, 3, 0, opLocalGet, 2, 0x1a, opUnreachable, opEnd),
			[]byte{2, 1, typeI32, 3, typeI64, opGlobalGet, 0, opLocalSet, 1, opI64Const, 0x80, 0x80, 0x08, opLocalTee, 2, opLocalSet, 3,
				opLocalGet, 1, opLocalGet, 3, opI64Const, 1, opI64Add, opLocalTee, 3, opI64Store, 3, 0, opLocalGet, 1, opLocalGet, 3, opI64Const, 1, opI64Add, opLocalTee, 3, opI64Store, 3, 0, opLocalGet, 4, 0x1a, opUnreachable, opEnd}},
		{"return addresses where ways join, and within an if",
			ordinary(opBlock, void, opBlock, void, opBlock, void, opLocalGet, 0, opBrTable, 2, 0, 1, 2, opEnd,
				opLocalGet, 1, opIf, void, opLocalGet, 1, opI64Const, 0x81, 0x80, 0x08, opI64Store, 3, 0, opEnd,
				opLocalGet, 2, opI32WrapI64, opBrIf, 1, opLocalGet, 1, opI64Const, 0x81, 0x80, 0x08, opI64Store, 3, 0, opEnd,
				opLocalGet, 1, opI64Const, 0x83, 0x80, 0x08, opI64Store, 3, 0, opEnd,
				opLocalGet, 1, opI64Const, 0x82, 0x80, 0x08, opI64Store, 3, 0, opUnreachable, opEnd),
			[]byte{2, 1, typeI32, 3, typeI64, opGlobalGet, 0, opLocalSet, 1, opI64Const, 0x80, 0x80, 0x08, opLocalSet, 2,
				opBlock, void, opBlock, void, opBlock, void,
				opLocalGet, 2, opLocalGet, 0, opI64ExtendI32U, opI64Or, opLocalSet, 3, opLocalGet, 0, opBrTable, 2, 0, 1, 2, opEnd,
				opLocalGet, 1, opIf, void, opLocalGet, 1, opLocalGet, 3, opI64Const, 1, opI64Add, opI64Store, 3, 0, opEnd,
				opLocalGet, 4, opI32WrapI64, opBrIf, 1, opLocalGet, 1, opLocalGet, 3, opI64Const, 1, opI64Add, opLocalTee, 3, opI64Store, 3, 0, opEnd,
				opLocalGet, 1, opLocalGet, 3, opI64Const, 2, opI64Add, opLocalTee, 3, opI64Store, 3, 0, opEnd,
				opLocalGet, 1, opLocalGet, 2, opI64Const, 2, opI64Add, opLocalTee, 3, opI64Store, 3, 0, opUnreachable, opEnd}},
		{"a slot that is stored to, and one that is loaded from",
			ordinary(slices.Concat(slot(8), slot(24), []byte{opI64Load, 3, 8, opI64Const, 5, opI64Add, opI64Store, 3, 0x7f, opUnreachable, opEnd})...),
			ordinary(opLocalGet, 1, opLocalGet, 1, opI64Load, 3, 32, opI64Const, 5, opI64Add, opI64Store, 3, 0x87, 1, opUnreachable, opEnd)},
		{"a slot whose address is a value",
			ordinary(slices.Concat(slot(8), []byte{opLocalTee, 0, 0x1a}, []byte{opLocalGet, 2}, slot(16), []byte{opI64Store, 3, 0, opUnreachable, opEnd})...),
			ordinary(opLocalGet, 1, opI32Const, 8, opI32Add, opLocalTee, 0, 0x1a, opLocalGet, 2, opLocalGet, 1, opI32Const, 16, opI32Add, opI64Store, 3, 0, opUnreachable, opEnd)},
		{"marks of inlined calls, and an address that is extended for nothing",
			ordinary(opNop, opLocalGet, 1, opI64ExtendI32U, opNop, opI32WrapI64, opI64Load, 3, 8, opLocalSet, 2, opLocalGet, 2, 0x1a, opUnreachable, opEnd),
			ordinary(opLocalGet, 1, opI64Load, 3, 8, opLocalTee, 2, 0x1a, opUnreachable, opEnd)},
		{"locals that are set to what they hold",
			ordinary(opLocalGet, 1, opI64Load, 3, 8, opLocalSet, 2, opLocalGet, 2, opLocalSet, 2, opLocalGet, 2, opLocalSet, 2, opLocalGet, 2, 0x1a, opLocalGet, 2, 0x1a, opUnreachable, opEnd),
			ordinary(opLocalGet, 1, opI64Load, 3, 8, opLocalTee, 2, 0x1a, opLocalGet, 2, 0x1a, opUnreachable, opEnd)},
		{"a fraction that is added to a slot",
			ordinary(slices.Concat(slot(8), []byte{opLocalGet, 2, opLocalGet, 2, 0xa0, opI64Store, 3, 0, opUnreachable, opEnd})...),
			ordinary(opLocalGet, 1, opLocalGet, 2, opLocalGet, 2, 0xa0, opI64Store, 3, 8, opUnreachable, opEnd)},
		{"comparisons that are negated",
			ordinary(opLocalGet, 2, opI64Const, 5, 0x53, opI64ExtendI32U, opI64Eqz, 0x1a, 0x63, opI32Eqz, 0x1a, opUnreachable, opEnd),
			ordinary(opLocalGet, 2, opI64Const, 5, 0x59, 0x1a, 0x63, opI32Eqz, 0x1a, opUnreachable, opEnd)},
		{"the end of a call",
			ordinary(slices.Concat(raised(0x20), raised(8), []byte{opI32Const, 0, opReturn, opUnreachable, opEnd})...),
			ordinary(opLocalGet, 1, opI32Const, 0x28, opI32Add, opGlobalSet, 0, opI32Const, 0, opReturn, opUnreachable, opEnd)},
		{"places below the stack pointer, and sums of 64 bits",
			ordinary(slices.Concat(slot(0x7f), []byte{opI64Load, 3, 0, opLocalGet, 1, opI64ExtendI32U, opI64Const, 8, opI64Add, opLocalSet, 2, opUnreachable, opEnd})...),
			ordinary(slices.Concat(slot(0x7f), []byte{opI64Load, 3, 0, opLocalGet, 1, opI64ExtendI32U, opI64Const, 8, opI64Add, opLocalSet, 2, opUnreachable, opEnd})...)},
	} {
		t.Run(row.name, func(t *testing.T) {
			f, err := readFunction(row.have)
			if err != nil {
				t.Fatal(err)
			}
			if !f.shorten() {
				t.Fatal("not in the form")
			}
			if got := f.write(); !bytes.Equal(got, row.want) {
				t.Errorf("%x\nwant %x", got, row.want)
			}
		})
	}
}

// slot is how Go calculates the address of a slot.
func slot(n byte) []byte {
	return []byte{opLocalGet, 1, opI64ExtendI32U, opI64Const, n, opI64Add, opI32WrapI64}
}

// raised is how Go adds to the stack pointer.
func raised(n byte) []byte {
	return []byte{opLocalGet, 1, opI32Const, n, opI32Add, opLocalTee, 1, opGlobalSet, 0}
}

func TestReadFunction(t *testing.T) {
	for _, row := range []struct {
		name, want string
		body       []byte
	}{
		{"an instruction of later", "did not write", []byte{0, 0xfd, 0x0c, opEnd}},
		{"a block with a type of the module", "did not write", []byte{0, opBlock, 0, opEnd, opEnd}},
		{"a branch too far", "out of 2 of 1", []byte{0, opBr, 2, opEnd}},
		{"no end", "without an end", []byte{0, opUnreachable}},
		{"cut off", "1 bytes expected", []byte{0, opI32Const}},
		{"code after the end", "after the end", []byte{0, opEnd, opEnd}},
	} {
		t.Run(row.name, func(t *testing.T) {
			if _, err := readFunction(row.body); err == nil || !strings.Contains(err.Error(), row.want) {
				t.Errorf("error %v: want %q", err, row.want)
			}
		})
	}
}
