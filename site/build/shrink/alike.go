package shrink

import "slices"

// usual is how many locals of 64 bits each function gets, unless it has more.
const usual = 24

// alike gives the function as many locals of 64 bits as others have. A function never
// reads those that are added. But most functions then begin with the same bytes, and
// those that calculate with fractions number their locals alike.
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
	by := max(has, usual) - has
	f.locals[at].count += by
	for k, i := range f.code {
		if i.op >= opLocalGet && i.op <= opLocalTee && uint64(i.n) >= first+has {
			f.code[k] = instruction{op: i.op, n: i.n + int64(by)}
		}
	}
}
