package shrink

import (
	"encoding/binary"
	"math"
)

// slots shortens how the function addresses its slots on the stack. Go extends
// the stack pointer to 64 bits, adds the place of the slot and takes the lower
// 32 bits of the sum:
//
//	local.get 1; i64.extend_i32_u; i64.const n; i64.add; i32.wrap_i64
//
// The same address is the stack pointer plus n in 32 bits. If a load or store
// takes it, n becomes part of its offset. Such a sum is not cut to 32 bits, which
// makes no difference: every slot is within memory.
func (f *function) slots() {
	out := make([]instruction, 0, len(f.code))
	for k := 0; k < len(f.code); k++ {
		if n, ok := slotAt(f.code[k:]); ok {
			out = append(out, f.code[k], instruction{op: opI32Const, n: n}, instruction{op: opI32Add})
			k += slotLength - 1
			continue
		}
		out = append(out, f.code[k])
	}
	f.code = withOffsets(out)
}

const slotLength = 5 // instructions

// slotAt returns the place of the slot whose address code begins with.
func slotAt(code []instruction) (n int64, ok bool) {
	if len(code) < slotLength || !code[0].is(opLocalGet, 1) {
		return 0, false
	}
	n = code[2].n
	ok = code[1].op == opI64ExtendI32U && code[2].op == opI64Const && code[3].op == opI64Add && code[4].op == opI32WrapI64 &&
		n >= 0 && n <= math.MaxInt32
	return n, ok
}

// withOffsets moves the places of slots into the loads and stores that take them.
func withOffsets(code []instruction) []instruction {
	out := make([]instruction, 0, len(code))
	plus := make(map[int]int64) // what is added to the offset of an instruction
	for k := 0; k < len(code); k++ {
		if by, ok := plus[k]; ok {
			out = append(out, code[k].further(by))
			continue
		}
		out = append(out, code[k])
		if k+2 >= len(code) || !code[k].is(opLocalGet, 1) || code[k+1].op != opI32Const || code[k+2].op != opI32Add {
			continue
		}
		if at := taker(code[k+3:]); at >= 0 && code[k+1].n >= 0 {
			plus[k+3+at] = code[k+1].n
			k += 2
		}
	}
	return out
}

// taker is the load or store whose address lies on the stack before code, −1 if
// something else takes it, or if that is not seen soon.
func taker(code []instruction) int {
	const soon = 12
	above := 0 // values on the stack above the address
	for k, i := range code[:min(len(code), soon)] {
		takes, gives, known := i.effect()
		switch {
		case !known:
			return -1
		case takes <= above:
			above += gives - takes
		case i.loads(), i.stores() && above == 1:
			return k
		default:
			return -1
		}
	}
	return -1
}

// effect is how many values an instruction takes from the stack and puts there, of
// those that calculate an address or a value.
func (i instruction) effect() (takes, gives int, known bool) {
	switch op := i.op; {
	case op == opNop:
		return 0, 0, true
	case op == opLocalGet, op == opGlobalGet, op >= opI32Const && op <= 0x44: // constants
		return 0, 1, true
	case i.loads(), op == opLocalTee, i.ofOne():
		return 1, 1, true
	case op > opI32Eqz && op < opI32WrapI64: // calculations with two numbers
		return 2, 1, true
	case i.stores():
		return 2, 0, true
	}
	return 0, 0, false
}

// ofOne reports whether i calculates something of one number.
func (i instruction) ofOne() bool {
	op := i.op
	return op == opI32Eqz || op == opI64Eqz || op >= opI32WrapI64 && op <= 0xc4 || // comparisons with 0, conversions
		op >= 0x67 && op <= 0x69 || op >= 0x79 && op <= 0x7b || // counts of bits
		op >= 0x8b && op <= 0x91 || op >= 0x99 && op <= 0x9f // fractions: signs, rounding, roots
}

func (i instruction) loads() bool  { return i.op >= 0x28 && i.op <= 0x35 }
func (i instruction) stores() bool { return i.op >= 0x36 && i.op <= 0x3e }

// further is a load or store with a larger offset.
func (i instruction) further(by int64) instruction {
	r := reader{rest: i.bytes[1:]}
	align := r.unsigned()
	i.n += by
	i.bytes = binary.AppendUvarint(binary.AppendUvarint([]byte{i.op}, align), uint64(i.n))
	return i
}
