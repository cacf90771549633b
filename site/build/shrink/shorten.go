package shrink

import "slices"

// shorten rewrites a function that has the form which Go gives to functions
// that may call others, and reports whether it has that form:
//
//	global.get 0; local.set 1            the stack pointer
//	block $unwind
//	 loop $again
//	  block $n … block $1 block $0       one for every place where it resumes
//	   local.get 0; br_table $0 …        local 0, the parameter, says at which
//	  end $0
//	  …
//	  end $1                             each place is the end of a block
//	  …
//	 end $again
//	 unreachable
//	end $unwind
//	i32.const 1                          the caller shall unwind, too
//
// Each change leaves every step of a run the same but for the parts named.
func (f *function) shorten() bool {
	if len(f.locals) == 0 || f.locals[0] != (locals{1, typeI32}) || len(f.code) < 4 ||
		!f.code[0].is(opGlobalGet, 0) || !f.code[1].is(opLocalSet, 1) {
		return false
	}
	told := f.jump()
	f.unwind()
	if f.address() && told {
		f.count()
	}
	f.slots()
	f.simplify()
	if told {
		f.forward()
		f.simplify()
	}
	return true
}

// jump makes jumps direct if they go to a place where the function also
// resumes. Go writes such a jump as a number for local 0 and a branch to
// $again, which goes through the table. But if the block of that number is
// still open, the branch can leave it directly. Nothing else may read local 0;
// otherwise the function stays as it is.
//
// The table of places becomes 0, 1, 2, …, which compresses to almost nothing:
// if several numbers lead to one block, it gets as many blocks inside, which
// end at the same place. jump reports whether local 0 is known to be only the place
// to resume.
func (f *function) jump() (told bool) {
	at := slices.IndexFunc(f.code, func(i instruction) bool { return i.op == opBrTable })
	if at < 1 || !f.code[at-1].is(opLocalGet, 0) {
		return at < 0
	}
	first := at - 1
	for f.code[first-1].is(opBlock, void) {
		first--
	}
	table := trim(f.code[at].to)
	var again *label
	if f.code[first-1].is(opLoop, void) {
		again = f.code[first-1].to[0]
	}
	if !f.tells(at-1, again) {
		return false
	}
	inside := blocksInside(f.code[first:at-1], table)
	if inside == nil {
		return false
	}
	j := jumper{code: f.code, table: table, inside: inside, again: again, dispatch: at, first: first}
	f.code = j.rewrite()
	if again != nil && !j.loops {
		f.remove(again)
	}
	return true
}

// jumper writes the code of a function with direct jumps.
type jumper struct {
	code            []instruction
	table           []*label
	inside          map[*label][]*label
	again           *label // the loop around the table, nil if there is none
	first, dispatch int    // where the blocks of the table begin, and the table

	out   []instruction
	open  []*label
	loops bool // a jump still goes through the table
}

func (j *jumper) rewrite() []instruction {
	j.out = make([]instruction, 0, len(j.code))
	for k := 0; k < len(j.code); k++ {
		i := j.code[k]
		switch {
		case k == j.dispatch:
			j.out = append(j.out, instruction{op: opBrTable, to: j.places()})
			continue
		case j.again != nil && k+2 < len(j.code) && j.code[k+2].op == opBr && j.code[k+2].to[0] == j.again:
			k += j.direct(k)
			continue
		case i.opens():
			j.open = append(j.open, i.to[0])
		case i.op == opEnd && len(j.open) > 0:
			j.closeInside()
		}
		j.out = append(j.out, i)
		if k >= j.first && k < j.dispatch-1 {
			j.openInside(i.to[0])
		}
	}
	return j.out
}

// places are the labels of the table 0, 1, 2, …
func (j *jumper) places() (to []*label) {
	for _, place := range j.table {
		if l := j.inside[place]; len(l) > 0 {
			to, j.inside[place] = append(to, l[0]), l[1:]
			continue
		}
		to = append(to, place)
	}
	return to
}

// direct writes the jump at k and returns how many more instructions it was.
func (j *jumper) direct(k int) int {
	i := j.code[k]
	to := j.table[min(uint64(i.n), uint64(len(j.table)-1))]
	forward := slices.Contains(j.open, to)
	j.loops = j.loops || !forward
	conditional := j.out[len(j.out)-1].is(opIf, void) && j.code[k+3].op == opEnd
	if conditional {
		j.out, j.open = j.out[:len(j.out)-1], j.open[:len(j.open)-1]
	}
	switch {
	case conditional && forward:
		j.out = append(j.out, instruction{op: opBrIf, to: []*label{to}})
	case conditional:
		j.out = append(j.out, i, j.code[k+1], instruction{op: opBrIf, to: []*label{j.again}})
	case forward:
		j.out = append(j.out, instruction{op: opBr, to: []*label{to}})
	default:
		j.out = append(j.out, j.code[k:k+3]...)
	}
	if conditional {
		return 3
	}
	return 2
}

// closeInside ends the blocks inside the innermost one, before its own end.
func (j *jumper) closeInside() {
	last := len(j.open) - 1
	for range count(j.table, j.open[last]) - 1 {
		j.out = append(j.out, instruction{op: opEnd})
	}
	j.open = j.open[:last]
}

// openInside starts the blocks inside one of the table.
func (j *jumper) openInside(l *label) {
	list := j.inside[l]
	for n := len(list) - 1; n >= 0; n-- {
		j.out = append(j.out, instruction{op: opBlock, n: void, to: []*label{list[n]}})
	}
}

// tells reports whether local 0 only holds the place to resume: only the table
// reads it, and it is set directly before each branch to again. Two
// neighbouring instructions may also use it for the number of a function to
// call.
func (f *function) tells(table int, again *label) bool {
	for k, i := range f.code {
		switch {
		case i.is(opLocalTee, 0):
			return false
		case i.is(opLocalGet, 0) && k != table:
			if k < 2 || !f.code[k-2].is(opLocalSet, 0) || !f.code[k-1].is(opI32Const, 0) {
				return false
			}
		case again != nil && (i.op == opBr || i.op == opBrIf || i.op == opBrTable) && slices.Contains(i.to, again):
			if i.op != opBr || k < 2 || f.code[k-2].op != opI32Const || f.code[k-2].n < 0 || !f.code[k-1].is(opLocalSet, 0) {
				return false
			}
		}
	}
	return true
}

// trim drops the last places of a table if they equal the place for all numbers
// beyond the table.
func trim(table []*label) []*label {
	for n := len(table); n > 1 && table[n-1] == table[n-2]; n-- {
		table = table[:n-1]
	}
	return table
}

func count(table []*label, l *label) (n int) {
	for _, t := range table {
		if t == l {
			n++
		}
	}
	return max(n, 1)
}

// blocksInside returns how many blocks each block shall contain, from the
// innermost, or nil if the table is not in their order.
func blocksInside(blocks []instruction, table []*label) map[*label][]*label {
	inside := make(map[*label][]*label)
	next := len(blocks) - 1
	for j, l := range table {
		if j > 0 && l == table[j-1] {
			inside[l] = append(inside[l], &label{opBlock})
			continue
		}
		if next < 0 || blocks[next].to[0] != l {
			return nil
		}
		next--
	}
	return inside
}

// remove takes out the block or loop l, to which nothing branches.
func (f *function) remove(l *label) {
	var open []*label
	f.code = slices.DeleteFunc(f.code, func(i instruction) bool {
		switch {
		case i.opens():
			open = append(open, i.to[0])
			return i.to[0] == l
		case i.op == opEnd && len(open) > 0:
			last := open[len(open)-1]
			open = open[:len(open)-1]
			return last == l
		}
		return false
	})
}

// unwind returns 1 directly in the places where Go branches to the end of
// $unwind. So the same bytes follow each call.
func (f *function) unwind() {
	n := len(f.code)
	if f.code[n-3].op != opEnd || !f.code[n-2].is(opI32Const, 1) {
		return
	}
	k := 2
	if !f.code[k].is(opBlock, void) {
		return
	}
	unwind := f.code[k].to[0]
	if f.ends()[n-3] != unwind {
		return
	}
	out := make([]instruction, 0, n)
	left := false
	for _, i := range f.code {
		if i.op == opBrIf && i.to[0] == unwind {
			out = append(out, instruction{op: opIf, n: void, to: []*label{{opIf}}}, instruction{op: opI32Const, n: 1}, instruction{op: opReturn}, instruction{op: opEnd})
			continue
		}
		left = left || !i.opens() && slices.Contains(i.to, unwind)
		out = append(out, i)
	}
	f.code = out
	if !left {
		f.remove(unwind)
	}
}

// ends are the constructs that the instructions close, nil for those that close none.
func (f *function) ends() []*label {
	ends := make([]*label, len(f.code))
	var open []*label
	for k, i := range f.code {
		switch {
		case i.opens():
			open = append(open, i.to[0])
		case i.op == opEnd && len(open) > 0:
			ends[k], open = open[len(open)-1], open[:len(open)-1]
		}
	}
	return ends
}

// address puts the common part of the return addresses that the function stores
// into a local: the function's own number in the upper bits. So two calls
// differ by a byte or two instead of five. It reports whether there are any.
func (f *function) address() (made bool) {
	const low = 1<<16 - 1
	base := int64(0)
	isAddress := func(k int) bool {
		i := f.code[k]
		return i.op == opI64Const && i.n > low && f.code[k-1].is(opLocalGet, 1) && f.code[k+1].is(opI64Store, 0) && (base == 0 || i.n&^low == base)
	}
	var out []instruction
	for k, i := range f.code {
		switch {
		case isAddress(k):
			base = i.n &^ low
			out = append(out, instruction{op: opLocalGet, n: 2}, instruction{op: opI64Const, n: i.n & low}, instruction{op: opI64Or})
		case i.op >= opLocalGet && i.op <= opLocalTee && i.n >= 2:
			out = append(out, instruction{op: i.op, n: i.n + 1})
		default:
			out = append(out, i)
		}
	}
	if base == 0 {
		return false
	}
	f.code = slices.Insert(out, 2, instruction{op: opI64Const, n: base}, instruction{op: opLocalSet, n: 2})
	if len(f.locals) > 1 && f.locals[1].typ == typeI64 {
		f.locals[1].count++
		return true
	}
	f.locals = slices.Insert(f.locals, 1, locals{1, typeI64})
	return true
}
