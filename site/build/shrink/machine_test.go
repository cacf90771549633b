package shrink

import (
	"encoding/binary"
	"fmt"
	"hash/fnv"
)

// machine calculates what a function's instructions do: the addresses and values of
// stores, conditions and calls. It does not matter where values are kept meanwhile. What
// it does not know it notes, and forgets the stack.
type machine struct {
	locals map[int64]uint64
	floats int64  // the first local that holds a fraction
	shift  int64  // 1 if local 2 holds the common part of return addresses, 2 if local 3 holds the last one
	sp     uint64 // global 0
	stack  []uint64
	steps  []step
}

// step is what an instruction does: which it is, and the numbers that it takes.
type step struct {
	what, bytes string
	x, y        uint64
	stack       string
}

func (s step) String() string {
	return fmt.Sprintf("%s %x %d %d, stack %s", s.what, s.bytes, s.x, s.y, s.stack)
}

const stackPointer = 123_456_784

// shift is that of the machine of a function.
func (f *function) shift() int64 {
	switch {
	case f.code[2].op == opI64Const && f.code[3].is(opLocalTee, 2):
		return 2
	case f.code[2].op == opI64Const && f.code[3].is(opLocalSet, 2):
		for k, i := range f.code { // the table, after which local 3 is the place where it resumes
			if i.op == opBrTable && f.code[k-2].is(opLocalSet, 3) && f.code[k-3].op == opI64Or {
				return 2
			}
		}
		return 1
	}
	return 0
}

// floats is the first local of a function that holds a fraction.
func (f *function) floats() int64 {
	n := int64(1)
	for _, l := range f.locals {
		if l.typ == typeI32 || l.typ == typeI64 {
			n += int64(l.count)
		}
	}
	return n
}

func (m *machine) step(what string, bytes []byte, x, y uint64) {
	m.steps = append(m.steps, step{what: what, bytes: string(bytes), x: x, y: y})
}

// all is a step that may depend on the whole stack.
func (m *machine) all(what string, bytes []byte) {
	m.steps = append(m.steps, step{what: what, bytes: string(bytes), x: m.sp, stack: fmt.Sprint(m.stack)})
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
	return 1_000_000 * uint64(m.number(n))
}

// number is which local n is, however many others the function has: fractions
// count on from 1,000.
func (m *machine) number(n int64) int64 {
	switch {
	case n < 2:
		return n
	case n >= m.floats:
		return 1000 + n - m.floats
	}
	return n - m.shift
}

func (m *machine) run(i instruction) {
	switch {
	case i.op == opLocalGet:
		m.push(m.local(i.n))
	case i.op == opNop:
	case i.is(opGlobalSet, 0): // seen by calls, and by callers
		m.sp = m.pop()
	case i.op == opLocalSet, i.op == opLocalTee:
		if m.locals[i.n] = m.pop(); i.op == opLocalTee {
			m.push(m.locals[i.n])
		}
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
	case i.op >= 0x28 && i.op <= 0x35: // what memory holds depends on the steps before
		m.push(mixed(i.bytes[:2], m.pop()+uint64(i.n), uint64(len(m.steps))))
	case i.op >= 0x36 && i.op <= 0x3e:
		x := m.pop()
		m.step("store", i.bytes[:2], x, m.pop()+uint64(i.n))
	case i.op == opI32Eqz, i.op == opI64Eqz:
		m.test(m.pop() == 0)
	case i.op >= 0x46 && i.op <= 0x4f:
		b, a := uint32(m.pop()), uint32(m.pop())
		m.test(compare(i.op-0x46, int64(int32(a)), int64(int32(b)), uint64(a), uint64(b)))
	case i.op >= 0x51 && i.op <= 0x5a:
		b, a := m.pop(), m.pop()
		m.test(compare(i.op-0x51, int64(a), int64(b), a, b))
	default:
		takes, _, known := i.effect()
		if !known {
			m.all("other", i.bytes)
			m.stack = nil
			return
		}
		m.push(mixed(i.bytes, m.take(takes)...))
	}
}

// take takes so many values.
func (m *machine) take(n int) (values []uint64) {
	for range n {
		values = append(values, m.pop())
	}
	return values
}

// mixed stands for the result of an instruction with some numbers. It has 32 bits, as
// those have that need no more.
func mixed(instruction []byte, numbers ...uint64) uint64 {
	h := fnv.New32a()
	h.Write(instruction)
	for _, x := range numbers {
		h.Write(binary.LittleEndian.AppendUint64(nil, x))
	}
	return uint64(h.Sum32())
}

// test pushes the result of a comparison.
func (m *machine) test(is bool) {
	if is {
		m.push(1)
		return
	}
	m.push(0)
}

// compare is a comparison of whole numbers, by its place in the order that those
// of 32 and 64 bits share.
func compare(which byte, a, b int64, ua, ub uint64) bool {
	return []bool{a == b, a != b, a < b, ua < ub, a > b, ua > ub, a <= b, ua <= ub, a >= b, ua >= ub}[which]
}
