package ed25519

import "sync"

// table holds multiples of one point P for sums [s]P without doublings: the
// scalar is cut into windows of w bits, and the i-th has j·2^(w·i)·P for j from 1
// to 2^(w−1), the most that a signed digit needs.
type table struct {
	w       int
	entries []affine // 2^(w−1) for each window
}

const scalarBits = 254 // a scalar below 2^253, and the carry of signed digits

// newTable makes the given number of windows. It takes about 15 products an
// entry, and an entry 108 bytes.
func newTable(p *point, w, windows int) *table {
	n := 1 << (w - 1)
	points := make([]point, n*windows)
	next := newSum(p)
	var first cached
	for i := range points {
		if i%n == 0 {
			first = next.cached()
			points[i] = next.point
			continue
		}
		next.add(&first, false)
		points[i] = next.point
		if i%n == n-1 {
			next.double(true) // 2^w times what the window began with
		}
	}
	return &table{w, toAffine(points)}
}

// toAffine divides by Z, with one inversion for all.
func toAffine(points []point) []affine {
	zs := make([]element, len(points))
	for i := range points {
		zs[i] = points[i].z
	}
	invertAll(zs)
	entries := make([]affine, len(points))
	for i := range points {
		var x, y element
		x.mul(&points[i].x, &zs[i])
		y.mul(&points[i].y, &zs[i])
		q := &entries[i]
		q.plus.addSub(&q.minus, &y, &x)
		q.t2d.mul(&x, &y)
		q.t2d.mul(&q.t2d, &d2)
	}
	return entries
}

func windows(w int) int { return (scalarBits + w - 1) / w }

// addTo sets p = p + [s]P, or p − [s]P. The table has all windows.
func (t *table) addTo(p *sum, s *words256, minus bool) {
	n := 1 << (t.w - 1)
	rest := digits{words: s}
	for i := range windows(t.w) {
		if digit := rest.next(t.w); digit > 0 {
			p.addAffine(&t.entries[i*n+digit-1], minus)
		} else if digit < 0 {
			p.addAffine(&t.entries[i*n-digit-1], !minus)
		}
	}
}

// The base point's tables are the same for every caller, and made at first use.
var base struct {
	naf, many, grid sync.Once
	small, wide     *table
	montgomery      *grid
}

// baseNAF returns the first window, whose odd multiples the form uses.
func baseNAF() *table {
	base.naf.Do(func() { base.small = newTable(&generator, baseWidth, 1) })
	return base.small
}

func baseMany() *table {
	base.many.Do(func() { base.wide = newTable(&generator, widest, windows(widest)) })
	return base.wide
}

func baseGrid() *grid {
	base.grid.Do(func() { base.montgomery, _ = newGrid(&generator, baseGridWidth) })
	return base.montgomery
}

// What an entry costs, in additions.
const (
	tableEntry = 2
	gridEntry  = 1
)

// Widths, in bits.
const (
	baseWidth = 8 // of the form in which one signature is summed
	keyWidth  = 5
	widest    = 8 // of a table with all windows

	baseGridWidth = 12 // of the base point's grid: 22 windows
)

// widthFor returns the width of a key's table at which n sums cost least, table
// included, if an entry costs about as much as so many additions.
func widthFor(n, entry int) int {
	best, least := 0, 0
	for w := 4; w <= widest; w++ {
		cost := windows(w) * (entry<<(w-1) + n)
		if best == 0 || cost < least {
			best, least = w, cost
		}
	}
	return best
}

// odds are 1, 3, 5 … times one point, for sums in non-adjacent form.
type odds [1 << (keyWidth - 2)]cached

func newOdds(p *point) (o odds) {
	next := newSum(p)
	next.double(true)
	p2 := next.cached()
	next.point = *p
	o[0] = next.cached()
	for i := 1; i < len(o); i++ {
		next.add(&p2, false)
		o[i] = next.cached()
	}
	return o
}

// addTo adds [s]B − [k]P, where o are multiples of P, to the identity: what else p
// is would be doubled.
func (o *odds) addTo(p *sum, s, k *words256) {
	base := baseNAF()
	ds, dk := s.naf(baseWidth), k.naf(keyWidth)
	i := 255
	for i > 0 && ds[i] == 0 && dk[i] == 0 {
		i--
	}
	for ; i >= 0; i-- {
		p.double(ds[i] != 0 || dk[i] != 0)
		if digit := int(ds[i]); digit > 0 {
			p.addAffine(&base.entries[digit-1], false)
		} else if digit < 0 {
			p.addAffine(&base.entries[-digit-1], true)
		}
		if digit := int(dk[i]); digit > 0 {
			p.add(&o[digit/2], true)
		} else if digit < 0 {
			p.add(&o[-digit/2], false)
		}
	}
}
