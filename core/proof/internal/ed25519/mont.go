package ed25519

// mont is a point of the curve in Montgomery's form, v² = u³ + A·u² + u with
// A = 486662 (RFC 7748, 4.1): u = (1 + y)/(1 − y) and v = √−486664·u/x. The two
// points with x = 0 have no place in it. Limbs are within ±u.
//
// To add two such points takes an inversion, two products and a square. Many
// additions share one inversion for three further products each, and then cost
// less than additions in extended coordinates.
type mont struct{ u, v element }

const montA = 486662

// sqrtMont is √−486664.
var sqrtMont = element{-12222970, 57681240, -12148557, 61317783, 83356762, 74318334, -84981268, -24374271, 993006}

// grid is a table in Montgomery's form: for each window of w bits, the i-th, it
// has j·2^(w·i)·P for j from 1 to 2^(w−1).
type grid struct {
	w       int
	entries []mont
}

// newGrid takes about as long as an addition for each entry. It reports false if
// P is of small order: then multiples of it are not all different.
func newGrid(p *point, w int) (*grid, bool) {
	g := &grid{w, make([]mont, windows(w)<<(w-1))}
	return g, g.begin(p) && g.fill(1<<(w-1), &adder{})
}

// begin makes the first two entries of each window, by doublings.
func (g *grid) begin(p *point) bool {
	n, all := 1<<(g.w-1), windows(g.w)
	firsts := make([]point, 0, 2*all)
	next := newSum(p)
	for i := range g.w * all {
		if i%g.w < 2 {
			firsts = append(firsts, next.point)
		}
		next.double(false)
	}
	zs := make([]element, len(firsts)) // (Z − Y)·X
	product := element{1}
	for i := range firsts {
		zs[i].sub(&firsts[i].z, &firsts[i].y)
		zs[i].mul(&zs[i], &firsts[i].x)
		product.mul(&product, &zs[i])
	}
	if product.isZero() {
		return false
	}
	invertAll(zs)
	for i := range firsts {
		q, e := &firsts[i], &g.entries[i/2*n+i%2]
		e.v.add(&q.z, &q.y)
		e.v.mul(&e.v, &zs[i])
		e.u.mul(&e.v, &q.x) // (Z + Y)/(Z − Y)
		e.v.mul(&e.v, &q.z)
		e.v.mul(&e.v, &sqrtMont)
	}
	return true
}

// fill makes the entries up to n of each window. From those up to m come one in the
// middle, c = m + (c−m), and then c ± j in pairs, which share what a division costs.
func (g *grid) fill(n int, r *adder) bool {
	if n <= 2 {
		return true
	}
	m := n/3 + 1
	for m > 2 && (n+m)%2 == 0 || 3*m < n+3 {
		m++
	}
	c := (n + m + 1) / 2
	return g.fill(m, r) && g.add(r, c-m, m, false) && (c == n || g.add(r, n-c, c, true))
}

// add makes entry b + a of each window, or b ± j for all j up to a.
func (g *grid) add(r *adder, a, b int, both bool) bool {
	n, from := 1<<(g.w-1), a
	if both {
		from = 1
	}
	var all []addition
	for i := 0; i < len(g.entries); i += n {
		for j := from; j <= a; j++ {
			all = append(all, addition{a: int32(i + j - 1), b: int32(i + b - 1), out: int32(i + b + j - 1), both: both})
		}
	}
	return r.add(g.entries, g.entries, all)
}
