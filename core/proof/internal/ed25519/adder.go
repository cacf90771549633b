package ed25519

// addition is out = b + a, or b − a, or both: then b − a is as far before b as
// b + a is behind it. Points are places in lists, as pointers in their stead would
// keep the collector busy.
type addition struct {
	a, b, out   int32
	minus, both bool
}

// adder makes many additions at once. Its fields are room for what is between.
type adder struct {
	steps               []step
	inverse, inv, dv, w element
}

// step is an addition's denominator, and the product of it and all behind it.
type step struct{ d, product element }

// add makes all additions of points of one list into another, or into places of
// the same if no term is. It reports false, and leaves the results without
// meaning, if one is of two points with the same u, for which there is no slope.
//
//	λ = (v2 − v1)/(u2 − u1)   u3 = λ² − A − u1 − u2   v3 = λ·(u2 − u3) − v2
//
// To subtract (u1, v1) is to add (u1, −v1). Limbs of the differences are within
// ±2u.
func (r *adder) add(to, from []mont, all []addition) bool {
	if len(r.steps) <= len(all) {
		r.steps = make([]step, len(all)+1)
	}
	steps := r.steps[:len(all)+1]
	last := &steps[len(all)].product
	*last = element{1}
	for i := range all { // by itself, so that the machine waits for many points at once
		x, d := &all[i], &steps[i].d
		a, b := &from[x.a].u, &from[x.b].u
		d[0], d[1], d[2] = b[0]-a[0], b[1]-a[1], b[2]-a[2]
		d[3], d[4], d[5] = b[3]-a[3], b[4]-a[4], b[5]-a[5]
		d[6], d[7], d[8] = b[6]-a[6], b[7]-a[7], b[8]-a[8]
	}
	for i := len(all) - 1; i >= 0; i-- {
		s := &steps[i]
		s.product.mul(last, &s.d)
		last = &s.product
	}
	if last.isZero() {
		return false
	}
	r.inverse.invert(last)
	for i := range all {
		x, s := &all[i], &steps[i]
		r.inv.mul(&r.inverse, &steps[i+1].product)
		r.inverse.mul(&r.inverse, &s.d)
		r.sum(&to[x.out], &from[x.a], &from[x.b], x.minus)
		if x.both {
			r.sum(&to[2*x.b-x.out], &from[x.a], &from[x.b], true)
		}
	}
	return true
}

// sum sets out = b + a, or b − a, where inv is 1/(u2 − u1).
func (r *adder) sum(out, a, b *mont, minus bool) {
	if minus {
		r.dv.add(&b.v, &a.v)
	} else {
		r.dv.sub(&b.v, &a.v)
	}
	r.dv.mul(&r.dv, &r.inv)
	third(&out.u, &r.w, &r.dv, &a.u, &b.u)
	out.v.mulSub(&r.w, &r.dv, &b.v)
}

// sums adds up many sums of points at once.
type sums struct {
	adder
	tables    [2]*grid
	additions [2][]addition // of each table's points
	points    [2][]mont     // what one round of additions gives, and the next
	terms     []term        // of all sums, one behind the other
	counts    []int         // of each sum
}

// term is a point of a sum, or what is taken from it.
type term struct {
	at    int32
	minus bool
}

// newSums has room for n sums of multiples from two tables.
func newSums(n int, first, second *grid) *sums {
	a, b := (windows(first.w)+1)/2, (windows(second.w)+1)/2
	most := (a + b) * n
	return &sums{
		adder:     adder{steps: make([]step, max(a, b, (a+b+1)/2)*n+1)},
		tables:    [2]*grid{first, second},
		additions: [2][]addition{make([]addition, 0, max(a, (a+b+1)/2)*n), make([]addition, 0, b*n)},
		points:    [2][]mont{make([]mont, most), make([]mont, (most+n+1)/2)},
		terms:     make([]term, 0, most),
		counts:    make([]int, 0, n),
	}
}

func (r *sums) clear() {
	r.additions[0], r.additions[1] = r.additions[0][:0], r.additions[1][:0]
	r.terms, r.counts = r.terms[:0], r.counts[:0]
}

// begin begins a sum: [s]P − [k]Q. It reports false if that has no terms.
func (r *sums) begin(s, k *words256) bool {
	before := len(r.terms)
	r.multiple(0, s, false)
	r.multiple(1, k, true)
	r.counts = append(r.counts, len(r.terms)-before)
	return len(r.terms) > before
}

// multiple notes the first round's additions for one table: each digit of the
// scalar that is not 0 is a point, and two make an addition.
func (r *sums) multiple(table int, s *words256, minus bool) {
	g, all, to := r.tables[table], r.additions[table], int32(len(r.terms))
	n, rest := 1<<(g.w-1), digits{words: s}
	one, waits := term{}, false
	for i := range windows(g.w) {
		first := i * n
		digit := rest.next(g.w)
		if digit == 0 {
			continue
		}
		sign := digit >> 63 // −1 or 0, without a branch, which the processor would predict wrong half of the time
		two := term{int32(first + (digit ^ sign) - sign - 1), minus != (sign != 0)}
		if waits = !waits; waits {
			one = two
			continue
		}
		all = append(all, addition{a: one.at, b: two.at, out: to, minus: one.minus != two.minus})
		r.terms = append(r.terms, term{to, two.minus})
		to++
	}
	if waits {
		r.points[0][to] = g.entries[one.at]
		r.terms = append(r.terms, term{to, one.minus})
	}
	r.additions[table] = all
}

// add leaves each sum as its one term, and returns the list of these. It reports
// false if [adder.add] does.
func (r *sums) add() ([]mont, bool) {
	for i, table := range r.tables {
		if !r.adder.add(r.points[0], table.entries, r.additions[i]) {
			return nil, false
		}
	}
	for round := 0; ; round = 1 - round {
		from, to := r.points[round], r.points[1-round]
		all, terms := r.additions[0][:0], r.terms[:0]
		at, next := 0, int32(0)
		for i, n := range r.counts {
			for ; n > 1; n -= 2 {
				a, b := r.terms[at], r.terms[at+1]
				all = append(all, addition{a: a.at, b: b.at, out: next, minus: a.minus != b.minus})
				terms = append(terms, term{next, b.minus})
				at += 2
				next++
			}
			if n == 1 { // stays as it is
				a := r.terms[at]
				to[next] = from[a.at]
				terms = append(terms, term{next, a.minus})
				at++
				next++
			}
			r.counts[i] = (r.counts[i] + 1) / 2
		}
		r.additions[0], r.terms = all, terms
		if len(all) == 0 {
			return to, true
		}
		if !r.adder.add(to, from, all) {
			return nil, false
		}
	}
}
