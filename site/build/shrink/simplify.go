package shrink

// simplify replaces sequences that Go writes by shorter ones with the same effect:
// it takes out nop, extensions that are cut again, comparisons of comparisons, locals
// that are set to what they hold, and all but the last of two additions to the stack
// pointer. These interrupt what is
// otherwise the same in many places, so the code compresses better without them.
func (f *function) simplify() {
	out := make([]instruction, 0, len(f.code))
	for _, i := range f.code {
		if i.op == opNop { // Go marks inlined calls with it
			continue
		}
		out = append(out, i)
		for again := true; again; {
			out, again = shorterEnd(out)
		}
	}
	f.code = out
}

// shorterEnd shortens the last instructions of code.
func shorterEnd(code []instruction) ([]instruction, bool) {
	n := len(code)
	end := func(back int) instruction {
		if back > n {
			return instruction{}
		}
		return code[n-back]
	}
	last, before := end(1), end(2)
	switch {
	case before.op == opI64ExtendI32U && last.op == opI32WrapI64:
		return code[:n-2], true
	case before.op == opLocalSet && before.n > 1 && last.is(opLocalGet, before.n):
		return append(code[:n-2], instruction{op: opLocalTee, n: before.n}), true
	case before.op == opLocalGet && before.n > 1 && last.is(opLocalSet, before.n):
		return code[:n-2], true
	case before.op == opLocalTee && before.n > 1 && last.is(opLocalSet, before.n):
		return append(code[:n-2], last), true
	case last.op == opI64Eqz && before.op == opI64ExtendI32U && end(3).compares():
		return append(code[:n-2], instruction{op: opI32Eqz}), true
	case last.op == opI32Eqz && opposites[before.op] != 0:
		return append(code[:n-2], instruction{op: opposites[before.op]}), true
	case last.is(opGlobalSet, 0) && end(10).is(opLocalGet, 1) && raises(code[n-9:n-5]) && end(5).is(opLocalGet, 1) && raises(code[n-4:]):
		code[n-9].n, code[n-9].bytes = code[n-9].n+code[n-4].n, nil
		return code[:n-5], true
	case last.op == opReturn && before.is(opI32Const, 0) && end(3).is(opGlobalSet, 0) && end(4).is(opLocalTee, 1):
		return append(code[:n-4], end(3), before, last), true
	}
	return code, false
}

// raises reports whether code adds a number to the stack pointer that is on the
// stack, and sets it.
func raises(code []instruction) bool {
	return code[0].op == opI32Const && code[1].op == opI32Add && code[2].is(opLocalTee, 1) && code[3].is(opGlobalSet, 0)
}

// compares reports whether i is a comparison, which gives 0 or 1.
func (i instruction) compares() bool { return i.op >= opI32Eqz && i.op <= 0x66 }

// opposites are the comparisons of whole numbers that are true if others are not.
var opposites = func() (all [256]byte) {
	const eq, ne, ltS, ltU, gtS, gtU, leS, leU, geS, geU = 0, 1, 2, 3, 4, 5, 6, 7, 8, 9
	const i32, i64 = 0x46, 0x51 // their first comparisons, eq
	for _, first := range []byte{i32, i64} {
		for _, pair := range [][2]byte{{eq, ne}, {ltS, geS}, {ltU, geU}, {gtS, leS}, {gtU, leU}} {
			all[first+pair[0]], all[first+pair[1]] = first+pair[1], first+pair[0]
		}
	}
	return all
}()
