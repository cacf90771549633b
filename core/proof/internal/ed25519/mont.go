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
	n, all := 1<<(w-1), windows(w)
	g := &grid{w, make([]mont, n*all)}

	// Doublings give the first, second, fourth … of each window, and the next.
	powers := make([]point, w*all)
	next := newSum(p)
	for i := range powers {
		powers[i] = next.point
		next.double(false)
	}
	zs := make([]element, len(powers)) // (Z − Y)·X
	product := element{1}
	for i := range powers {
		zs[i].sub(&powers[i].z, &powers[i].y)
		zs[i].mul(&zs[i], &powers[i].x)
		product.mul(&product, &zs[i])
	}
	if product.isZero() {
		return nil, false
	}
	invertAll(zs)
	for i := range powers {
		q, e := &powers[i], &g.entries[i/w*n+1<<(i%w)-1]
		e.v.add(&q.z, &q.y)
		e.v.mul(&e.v, &zs[i])
		e.u.mul(&e.v, &q.x) // (Z + Y)/(Z − Y)
		e.v.mul(&e.v, &q.z)
		e.v.mul(&e.v, &sqrtMont)
	}

	r := adder{steps: make([]step, len(g.entries)/2+1)}
	additions := make([]addition, 0, len(g.entries)/2)
	for power := 2; power < n; power *= 2 {
		additions = additions[:0]
		for i := 0; i < len(g.entries); i += n {
			for j := 1; j < power; j++ {
				additions = append(additions, addition{int32(i + j - 1), int32(i + power - 1), int32(i + power + j - 1), false})
			}
		}
		if !r.add(g.entries, g.entries, additions) {
			return nil, false
		}
	}
	return g, true
}
