package shrink

import "slices"

// forward takes out locals that only carry a value to where it is used. Go writes
//
//	value; local.set 4; address; local.get 4; i64.store
//
// which becomes address; value; i64.store, if nothing reads the local later. Its
// number differed from place to place.
func (f *function) forward() {
	later := f.later()
	out := make([]instruction, 0, len(f.code))
	for k, i := range f.code {
		last := i.n >= firstRegister && i.n < 64 && later[k]>>i.n&1 == 0
		switch {
		case last && i.op == opLocalTee:
		case last && i.op == opLocalGet && carry(out, i.n):
			out = out[:len(out)-1]
		default:
			out = append(out, i)
		}
	}
	f.code = out
}

// firstRegister is the first local that holds what the program calculates.
const firstRegister = 4

// carry moves the instruction that sets a local to the end of code, and before it those
// that calculate the value, if only calculations of other values are in between.
func carry(code []instruction, local int64) bool {
	set := len(code)
	for set > 0 && !code[set-1].is(opLocalSet, local) {
		set = value(code[:set])
	}
	if set <= 0 {
		return false
	}
	from := value(code[:set-1])
	if from < 0 || !apart(code[from:set], code[set:]) {
		return false
	}
	between := slices.Clone(code[set:])
	copy(code[from+len(between):], code[from:set])
	copy(code[from:], between)
	return true
}

// value is where the instructions begin that calculate the value which code leaves on
// the stack, −1 if others than calculations and loads do.
func value(code []instruction) int {
	missing := 1
	for k, i := range slices.Backward(code) {
		takes, gives, known := i.effect()
		if !known || i.stores() {
			return -1
		}
		if missing += takes - gives; missing == 0 {
			return k
		}
	}
	return -1
}

// apart reports whether neither a nor b sets a local that the other reads or sets.
func apart(a, b []instruction) bool {
	for _, i := range a {
		for _, j := range b {
			if i.local() && j.local() && i.n == j.n && (i.op != opLocalGet || j.op != opLocalGet) {
				return false
			}
		}
	}
	return true
}

func (i instruction) local() bool { return i.op >= opLocalGet && i.op <= opLocalTee }

// later tells of each instruction which of the first 64 locals may be read after it,
// before they are set again: a bit each. It goes through the code from its end, again
// until what is read after jumps back is known.
func (f *function) later() []uint64 {
	r := reads{function: f, ends: f.ends(), later: make([]uint64, len(f.code)), at: make(map[*label]uint64)}
	if k := slices.IndexFunc(f.code, func(i instruction) bool { return i.op == opBrTable }); k >= 0 {
		r.places = f.code[k].to
	}
	for r.changed = true; r.changed; {
		r.changed = false
		now := uint64(0)
		for k := range slices.Backward(f.code) {
			r.later[k] = now
			now = r.before(k, now)
		}
	}
	return r.later
}

// reads is what is known of the locals that may be read.
type reads struct {
	*function
	ends    []*label
	places  []*label // where the function resumes
	later   []uint64
	at      map[*label]uint64 // where a branch to a label leads
	changed bool
}

// before are the locals that may be read before instruction k, if those in after may be
// read after it.
func (r *reads) before(k int, after uint64) uint64 {
	switch i := r.code[k]; {
	case i.op == opEnd && r.ends[k] != nil && r.ends[k].op != opLoop:
		r.note(r.ends[k], after)
	case i.op == opLoop:
		r.note(i.to[0], after)
	case i.op == opIf:
		return after | r.at[i.to[0]]
	case i.op == opElse: // Go writes none
		return ^uint64(0)
	case i.op == opReturn, i.op == opUnreachable:
		return 0
	case i.op == opBr:
		return r.jump(k, i.to[0])
	case i.op == opBrIf:
		return after | r.jump(k, i.to[0])
	case i.op == opBrTable:
		after = 0
		for _, to := range i.to {
			after |= r.at[to]
		}
	case i.op == opLocalGet:
		return after | 1<<i.n
	case i.op == opLocalSet, i.op == opLocalTee:
		return after &^ (1 << i.n)
	}
	return after
}

// jump is what may be read where the branch k leads. Before one to the table, local 0
// is set to a place.
func (r *reads) jump(k int, to *label) uint64 {
	if to.op == opLoop && len(r.places) > 0 && k > 1 && r.code[k-1].is(opLocalSet, 0) && r.code[k-2].op == opI32Const {
		to = r.places[min(uint64(r.code[k-2].n), uint64(len(r.places)-1))]
	}
	return r.at[to]
}

func (r *reads) note(l *label, now uint64) {
	r.changed = r.changed || r.at[l] != now
	r.at[l] = now
}
