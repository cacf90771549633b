package shrink

import "slices"

// counted is a function whose return addresses are counted on where that is
// possible. Go stores a return address before each call: the function's own number
// in the upper bits, which local 2 holds (see address), and below it the number of
// the place after the call. Here local 3 holds the address of the last call or of
// the place where the function resumed. From there to the next call, if there is
// one way only, a small number is added:
//
//	local.get 2; i64.const n; i64.or     becomes
//	local.get 3; i64.const 1; i64.add; local.tee 3
//
// If there are several ways, the address is made of local 2 as before, in the same
// form. So most calls have the same bytes.
type counted struct {
	code  []instruction
	table int // of places, −1 if there is none

	out  []instruction
	open []construct
	at   map[*label]int64 // what is known of local 3 where branches to a label lead
	now  int64            // what is known of it here: a place, unknown or unreached
}

// construct is a block, loop or if that is open.
type construct struct {
	label *label
	start int64 // what was known of local 3 at its start
}

const (
	unknown   = -1
	unreached = -2
)

// both is what is known where two ways join.
func both(a, b int64) int64 {
	switch {
	case a == unreached, a == b:
		return b
	case b == unreached:
		return a
	}
	return unknown
}

// count makes return addresses of the addresses before them. Only functions whose
// local 0 is nothing but the place to resume, as jump has found, may have a table.
func (f *function) count() {
	c := counted{code: f.code, at: map[*label]int64{}, now: unknown}
	c.table = slices.IndexFunc(f.code, func(i instruction) bool { return i.op == opBrTable })
	if c.table >= 0 {
		c.places()
	}
	c.rewrite()
	f.code = c.out
	f.locals[1].count++
}

// places notes that local 3 holds the number of the place where the function
// resumes. The last place of the table is also that of all numbers beyond, if there
// are any.
func (c *counted) places() {
	table := c.code[c.table].to
	for n, to := range table {
		c.join(to, int64(n))
	}
	last := len(table) - 1
	for k := range c.code {
		if c.code[k].n > int64(last) && (isReturn(c.code, k) || k+1 < len(c.code) && c.code[k+1].is(opLocalSet, 0)) {
			c.at[table[last]] = unknown
		}
	}
}

func (c *counted) join(to *label, known int64) {
	was, ok := c.at[to]
	if !ok {
		was = unreached
	}
	c.at[to] = both(was, known)
}

// isReturn reports whether the instruction at k is the number of a place in a
// return address, as address leaves it.
func isReturn(code []instruction, k int) bool {
	return k > 0 && k+2 < len(code) && code[k].op == opI64Const && code[k-1].is(opLocalGet, 2) && code[k+1].op == opI64Or && code[k+2].is(opI64Store, 0)
}

func (c *counted) rewrite() {
	const start = 4 // after the stack pointer and the function's number
	c.out = append(c.out, c.code[:start]...)
	if c.table < 0 {
		c.now = 0
		c.out[start-1].op = opLocalTee
		c.out = append(c.out, instruction{op: opLocalSet, n: 3})
	}
	for k := start; k < len(c.code); k++ {
		i := c.code[k]
		switch {
		case k+1 == c.table:
			c.out = append(c.out, instruction{op: opLocalGet, n: 2}, i, instruction{op: opI64ExtendI32U}, instruction{op: opI64Or}, instruction{op: opLocalSet, n: 3}, i)
			continue
		case isReturn(c.code, k):
			c.address(i.n)
			k++
			continue
		case i.op >= opLocalGet && i.op <= opLocalTee && i.n >= 3:
			i = instruction{op: i.op, n: i.n + 1}
		}
		c.out = append(c.out, i)
		c.follow(i, k == c.table)
	}
}

// address writes a return address. Within an if, local 3 keeps its value: what
// is called there does not return to a place of its own.
func (c *counted) address(place int64) {
	from, add := int64(2), place
	if c.now >= 0 {
		from, add = 3, place-c.now
	}
	c.out[len(c.out)-1].n = from
	c.out = append(c.out, instruction{op: opI64Const, n: add}, instruction{op: opI64Add})
	if !slices.ContainsFunc(c.open, func(o construct) bool { return o.label.op == opIf }) {
		c.out = append(c.out, instruction{op: opLocalTee, n: 3})
		c.now = place
	}
}

// follow notes what is known of local 3 after an instruction.
func (c *counted) follow(i instruction, table bool) {
	switch {
	case i.opens():
		c.open = append(c.open, construct{i.to[0], c.now})
		if i.op == opLoop {
			c.now = unknown
		}
	case i.op == opElse:
		last := c.open[len(c.open)-1]
		c.join(last.label, c.now)
		c.now = last.start
	case i.op == opEnd && len(c.open) > 0:
		c.end()
	case i.op == opBr, i.op == opBrIf, i.op == opBrTable && !table:
		for _, to := range i.to {
			c.join(to, c.now)
		}
	}
	if i.op == opBr || i.op == opBrTable || i.op == opReturn || i.op == opUnreachable {
		c.now = unreached
	}
}

// end closes the innermost construct, to whose end branches lead, but for a loop.
func (c *counted) end() {
	last := c.open[len(c.open)-1]
	c.open = c.open[:len(c.open)-1]
	if last.label.op == opIf { // which may not have been entered
		c.now = both(c.now, last.start)
	}
	if known, ok := c.at[last.label]; ok && last.label.op != opLoop {
		c.now = both(c.now, known)
	}
}
