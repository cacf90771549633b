package shrink

import (
	"fmt"
	"slices"
)

// machine calculates what a function's instructions do, as far as addresses and
// values of single loads and stores go. What it does not know it notes, and
// forgets the stack.
type machine struct {
	locals map[int64]uint64
	shift  int64 // 1 if local 2 holds the common part of return addresses
	stack  []uint64
	steps  []string
}

const stackPointer = 123_456_784

func newMachine(f *function) *machine {
	m := &machine{locals: map[int64]uint64{1: stackPointer}}
	if f.code[2].op == opI64Const && f.code[3].is(opLocalSet, 2) {
		m.shift = 1
	}
	return m
}

func (m *machine) step(format string, args ...any) {
	m.steps = append(m.steps, fmt.Sprintf(format, args...))
}

func (m *machine) push(x uint64) { m.stack = append(m.stack, x) }

// pop takes a value; one that is not known is always the same.
func (m *machine) pop() uint64 {
	if len(m.stack) == 0 {
		return 777
	}
	x := m.stack[len(m.stack)-1]
	m.stack = m.stack[:len(m.stack)-1]
	return x
}

// local is the value of a local: at first, a number of its own.
func (m *machine) local(n int64) uint64 {
	if x, ok := m.locals[n]; ok {
		return x
	}
	return 1_000_000 * uint64(n-m.shift)
}

func (m *machine) run(i instruction) {
	switch {
	case i.op == opLocalGet:
		m.push(m.local(i.n))
	case i.op == opLocalSet && m.shift == 1 && i.n == 2:
		m.locals[2] = m.pop()
	case i.op == opLocalSet, i.op == opLocalTee:
		x := m.pop()
		m.locals[i.n] = x
		if i.op == opLocalTee {
			m.push(x)
		}
		if i.n > 1 {
			i.n -= m.shift
		}
		m.step("local %d = %d", i.n, x)
	case i.is(opGlobalGet, 0):
		m.push(stackPointer)
	case i.op == opI32Const, i.op == opI64Const:
		m.push(uint64(i.n))
	case i.op == opI32Add:
		m.push(uint64(uint32(m.pop() + m.pop())))
	case i.op == opI64Add:
		m.push(m.pop() + m.pop())
	case i.op == opI64Or:
		x := m.pop()
		m.push(x | m.pop())
	case i.op == opI32WrapI64, i.op == opI64ExtendI32U:
		m.push(uint64(uint32(m.pop())))
	case i.op >= 0x28 && i.op <= 0x35:
		at := m.pop() + uint64(i.n)
		m.step("load %#x %d", i.bytes[:2], at)
		m.push(at * 2_654_435_761)
	case i.op >= 0x36 && i.op <= 0x3e:
		x := m.pop()
		m.step("store %#x %d at %d", i.bytes[:2], x, m.pop()+uint64(i.n))
	default:
		m.step("%x with %d", i.bytes, slices.Clone(m.stack))
		m.stack = nil
	}
}
