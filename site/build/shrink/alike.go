package shrink

import "slices"

// alike gives the function as many locals of 64 bits as others have: 8, or 24 if
// that is too few. A function never reads those that are added. But most
// functions then begin with the same bytes, and those that calculate with
// fractions number their locals alike.
func (f *function) alike() {
	first := uint64(1) // the local after the parameter
	at := 0
	for at < len(f.locals) && f.locals[at].typ == typeI32 {
		first += f.locals[at].count
		at++
	}
	if at == len(f.locals) || f.locals[at].typ != typeI64 {
		f.locals = slices.Insert(f.locals, at, locals{0, typeI64})
	}
	has := f.locals[at].count
	by := common(has) - has
	f.locals[at].count += by
	for k, i := range f.code {
		if i.op >= opLocalGet && i.op <= opLocalTee && uint64(i.n) >= first+has {
			f.code[k] = instruction{op: i.op, n: i.n + int64(by)}
		}
	}
}

// common is the number of locals that a function gets instead of n.
func common(n uint64) uint64 {
	for _, many := range []uint64{8, 24} {
		if n <= many {
			return many
		}
	}
	return n
}
