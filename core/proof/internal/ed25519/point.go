package ed25519

// point is a point of the curve in extended coordinates: x = X/Z, y = Y/Z,
// x·y = T/Z. Limbs are within ±u.
//
// The formulas are those of Hisil, Wong, Carter and Dawson, "Twisted Edwards
// Curves Revisited" (2008), for a = −1. They are complete: d is no square, so Z is
// never 0, whatever is added to what.
type point struct{ x, y, z, t element }

// identity is the neutral element, (0, 1).
var identity = point{y: element{1}, z: element{1}}

// generator is B (RFC 8032, 5.1).
var generator = point{
	x: element{254137626, 179399428, 157936818, -108084950, 231065235, -250020117, 268108436, -92688950, 2189623},
	y: element{107374187, -214748365, -107374182, 214748365, 107374182, -214748365, -107374182, 214748365, -1677722},
	z: element{1},
	t: element{95935926, 250893725, -195773093, 20906223, -29896177, 122106454, -107635799, 33223023, -1603745},
}

// affine is a point to be added, with Z = 1. Limbs of the sums are within ±2u.
type affine struct{ plus, minus, t2d element } // y + x, y − x, 2·d·x·y

// cached is a point to be added, with any Z.
type cached struct {
	affine // Y + X, Y − X, 2·d·T
	z      element
}

func (p *point) cached() (q cached) {
	q.plus.addSub(&q.minus, &p.y, &p.x)
	q.t2d.mul(&p.t, &d2)
	q.z = p.z
	return q
}

// sum is a point that changes, with room for what is between. Go clears local
// variables first, which would take a tenth of the time.
type sum struct {
	point
	a, b, c, e, f, g, h element
}

func newSum(p *point) *sum { return &sum{point: *p} }

// add adds q, or subtracts it.
//
//	A = (Y1 − X1)·(Y2 − X2)   B = (Y1 + X1)·(Y2 + X2)   C = T1·2d·T2   D = 2·Z1·Z2
//	E = B − A   F = D − C   G = D + C   H = B + A
//	X3 = E·F   Y3 = G·H   T3 = E·H   Z3 = F·G
//
// To subtract is to add (−x, y): its sums change places, and F and G do. With
// limbs within ±u in A to C and ±2u in D, they are within ±2u in E and H and ±3u
// in F and G; 3·3 is less than 14.
func (p *sum) add(q *cached, minus bool) {
	p.z.mul(&p.z, &q.z)
	p.addAffine(&q.affine, minus)
}

// addAffine is add for Z2 = 1.
func (p *sum) addAffine(q *affine, minus bool) {
	p.b.addSub(&p.a, &p.y, &p.x)
	p.c.mul(&p.t, &q.t2d)
	if minus {
		p.a.mul(&p.a, &q.plus)
		p.b.mul(&p.b, &q.minus)
		join(&p.e, &p.g, &p.f, &p.h, &p.a, &p.b, &p.c, &p.z)
	} else {
		p.a.mul(&p.a, &q.minus)
		p.b.mul(&p.b, &q.plus)
		join(&p.e, &p.f, &p.g, &p.h, &p.a, &p.b, &p.c, &p.z)
	}
	p.x.mul(&p.e, &p.f)
	p.y.mul(&p.g, &p.h)
	p.z.mul(&p.f, &p.g)
	p.t.mul(&p.e, &p.h)
}

// double doubles p. Without withT it leaves T wrong, which a further double does
// not read.
//
//	A = X1²   B = Y1²   C = 2·Z1²   H = A + B   E = (X1 + Y1)² − H
//	G = B − A   F = C − G
//	X3 = E·F   Y3 = G·H   T3 = E·H   Z3 = F·G
//
// Limbs are within ±2u in G and H, ±3u in E and ±4u in F; 3·4 is less than 14.
func (p *sum) double(withT bool) {
	p.a.square(&p.x)
	p.b.square(&p.y)
	p.c.square(&p.z)
	p.e.add(&p.x, &p.y)
	p.e.square(&p.e)
	joinDouble(&p.e, &p.f, &p.g, &p.h, &p.a, &p.b, &p.c)
	p.x.mul(&p.e, &p.f)
	p.y.mul(&p.g, &p.h)
	p.z.mul(&p.f, &p.g)
	if withT {
		p.t.mul(&p.e, &p.h)
	}
}

// equal compares without reading T: X1·Z2 = X2·Z1 and Y1·Z2 = Y2·Z1.
func (p *point) equal(q *point) bool {
	var a, b element
	a.mul(&p.x, &q.z)
	b.mul(&q.x, &p.z)
	if !a.equal(&b) {
		return false
	}
	a.mul(&p.y, &q.z)
	b.mul(&q.y, &p.z)
	return a.equal(&b)
}

// setBytes decodes a point as ZIP 215 does: y may be p or more, and the sign of
// x = 0 may be set. It reports whether there is a point with this y; if not, p
// is without meaning. From the curve's equation, x² = (y² − 1)/(d·y² + 1).
func (p *point) setBytes(b *[32]byte) bool {
	var u, v, y2 element
	p.y.setBytes(b)
	p.z = element{1}
	y2.square(&p.y)
	u.sub(&y2, &p.z)
	v.mul(&y2, &d)
	v.add(&v, &p.z)
	if !p.x.sqrtRatio(&u, &v) {
		return false
	}
	if isOdd(&p.x) != (b[31]>>7 == 1) {
		p.x.sub(&element{}, &p.x)
	}
	p.t.mul(&p.x, &p.y)
	return true
}

func isOdd(x *element) bool {
	b := x.bytes()
	return b[0]&1 == 1
}

// encode returns the canonical encoding of the point (x, y) (RFC 8032, 5.1.2).
func encode(x, y *element) [32]byte {
	b := y.bytes()
	if isOdd(x) {
		b[31] |= 0x80
	}
	return b
}

// The y of the four points of order 8, two of which are y8 and two −y8.
var y8 = [2]words256{
	{0xb027b2c28f95e826, 0xf098eff289f4c345, 0x3933c6d305acdfd5, 0x05fc536d880238b1},
	{0x4fd84d3d706a17c7, 0x0f67100d760b3cba, 0xc6cc392cfa53202a, 0x7a03ac9277fdc74e},
}

// isSmallOrder reports whether b encodes, canonically or not, one of the eight
// points whose order divides 8. Their y are 1, −1, 0 twice, and y8; the values
// below 2^255 that are these modulo p are these, p and p + 1.
func isSmallOrder(b *[32]byte) bool {
	w := words(b)
	w[3] &= 1<<63 - 1
	if w == y8[0] || w == y8[1] {
		return true
	}
	const ones = 1<<64 - 1
	if w[1] == 0 && w[2] == 0 && w[3] == 0 {
		return w[0] <= 1
	}
	return w[1] == ones && w[2] == ones && w[3] == 1<<63-1 && -w[0] >= 18 && -w[0] <= 20 // p is 2^255 − 19
}
