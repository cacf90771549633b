package ed25519

// element is an integer modulo p = 2^255 − 19: the sum of its limbs times
// 2^(29·i). Limbs are signed and a value has many spellings; [element.bytes] has
// one.
//
// Wasm multiplies 64 bits by 64 to 64 and no wider, so a limb must leave room
// for sums of products: nine limbs of 29 bits make 81 products, where ten of
// 25.5 make 100. With u = 2^28 + 2^16, a product's limbs are within ±u; sums
// and differences add up, and [element.mul] says how large its factors may be.
type element [9]int32

var (
	// d is −121665/121666, the curve's constant: −x² + y² = 1 + d·x²·y².
	d  = element{-212240202, 257584721, -260691235, 1350275, -24543225, 3980221, -103927011, -37392896, -3013779}
	d2 = element{112390489, -21701471, 15488443, 2700549, -49086450, 7960442, -207854022, -74785792, 2361050} // 2·d

	// sqrtM1 is 2^((p−1)/4), whose square is −1.
	sqrtM1 = element{168730800, 124836154, 200875569, 103812442, -42306828, 5021438, -64180940, -267782084, 2851621}
)

// add sets r = f + g.
func (r *element) add(f, g *element) {
	r[0], r[1], r[2] = f[0]+g[0], f[1]+g[1], f[2]+g[2]
	r[3], r[4], r[5] = f[3]+g[3], f[4]+g[4], f[5]+g[5]
	r[6], r[7], r[8] = f[6]+g[6], f[7]+g[7], f[8]+g[8]
}

// sub sets r = f − g.
func (r *element) sub(f, g *element) {
	r[0], r[1], r[2] = f[0]-g[0], f[1]-g[1], f[2]-g[2]
	r[3], r[4], r[5] = f[3]-g[3], f[4]-g[4], f[5]-g[5]
	r[6], r[7], r[8] = f[6]-g[6], f[7]-g[7], f[8]-g[8]
}

// addSub sets r = f + g and s = f − g.
func (r *element) addSub(s, f, g *element) {
	r[0], s[0] = f[0]+g[0], f[0]-g[0]
	r[1], s[1] = f[1]+g[1], f[1]-g[1]
	r[2], s[2] = f[2]+g[2], f[2]-g[2]
	r[3], s[3] = f[3]+g[3], f[3]-g[3]
	r[4], s[4] = f[4]+g[4], f[4]-g[4]
	r[5], s[5] = f[5]+g[5], f[5]-g[5]
	r[6], s[6] = f[6]+g[6], f[6]-g[6]
	r[7], s[7] = f[7]+g[7], f[7]-g[7]
	r[8], s[8] = f[8]+g[8], f[8]-g[8]
}

// join sets E, F, G and H of [sum.addAffine] at once: four calls to add and sub
// take longer than a product.
func join(e, f, g, h, a, b, c, z *element) {
	e[0], f[0], g[0], h[0] = joinLimb(a[0], b[0], c[0], z[0])
	e[1], f[1], g[1], h[1] = joinLimb(a[1], b[1], c[1], z[1])
	e[2], f[2], g[2], h[2] = joinLimb(a[2], b[2], c[2], z[2])
	e[3], f[3], g[3], h[3] = joinLimb(a[3], b[3], c[3], z[3])
	e[4], f[4], g[4], h[4] = joinLimb(a[4], b[4], c[4], z[4])
	e[5], f[5], g[5], h[5] = joinLimb(a[5], b[5], c[5], z[5])
	e[6], f[6], g[6], h[6] = joinLimb(a[6], b[6], c[6], z[6])
	e[7], f[7], g[7], h[7] = joinLimb(a[7], b[7], c[7], z[7])
	e[8], f[8], g[8], h[8] = joinLimb(a[8], b[8], c[8], z[8])
}

func joinLimb(a, b, c, z int32) (e, f, g, h int32) {
	d := 2 * z
	return b - a, d - c, d + c, b + a
}

// joinDouble sets the factors of [sum.double], where e is (X1 + Y1)² and c is Z1².
func joinDouble(e, f, g, h, a, b, c *element) {
	e[0], f[0], g[0], h[0] = joinDoubleLimb(e[0], a[0], b[0], c[0])
	e[1], f[1], g[1], h[1] = joinDoubleLimb(e[1], a[1], b[1], c[1])
	e[2], f[2], g[2], h[2] = joinDoubleLimb(e[2], a[2], b[2], c[2])
	e[3], f[3], g[3], h[3] = joinDoubleLimb(e[3], a[3], b[3], c[3])
	e[4], f[4], g[4], h[4] = joinDoubleLimb(e[4], a[4], b[4], c[4])
	e[5], f[5], g[5], h[5] = joinDoubleLimb(e[5], a[5], b[5], c[5])
	e[6], f[6], g[6], h[6] = joinDoubleLimb(e[6], a[6], b[6], c[6])
	e[7], f[7], g[7], h[7] = joinDoubleLimb(e[7], a[7], b[7], c[7])
	e[8], f[8], g[8], h[8] = joinDoubleLimb(e[8], a[8], b[8], c[8])
}

func joinDoubleLimb(square, a, b, c int32) (e, f, g, h int32) {
	g, h = b-a, a+b
	return square - h, 2*c - g, g, h
}

// squares sets r = f^(2^n), n ≥ 1.
func (r *element) squares(f *element, n int) {
	r.square(f)
	for range n - 1 {
		r.square(r)
	}
}

// pow250 returns f^(2^250 − 1) and f^11, which both powers below begin with.
func (f *element) pow250() (t, f11 element) {
	var a, b element
	a.square(f)        // 2
	b.squares(&a, 2)   // 8
	b.mul(&b, f)       // 9
	f11.mul(&b, &a)    // 11
	a.square(&f11)     // 22
	t.mul(&a, &b)      // 2^5 − 1
	a.squares(&t, 5)   //
	t.mul(&a, &t)      // 2^10 − 1
	a.squares(&t, 10)  //
	b.mul(&a, &t)      // 2^20 − 1
	a.squares(&b, 20)  //
	a.mul(&a, &b)      // 2^40 − 1
	a.squares(&a, 10)  //
	t.mul(&a, &t)      // 2^50 − 1
	a.squares(&t, 50)  //
	b.mul(&a, &t)      // 2^100 − 1
	a.squares(&b, 100) //
	a.mul(&a, &b)      // 2^200 − 1
	a.squares(&a, 50)  //
	t.mul(&a, &t)      // 2^250 − 1
	return t, f11
}

// invert sets r = f^(p−2), which is 1/f, and 0 for 0. p − 2 = 2^255 − 21.
func (r *element) invert(f *element) {
	t, f11 := f.pow250()
	t.squares(&t, 5)
	r.mul(&t, &f11)
}

// sqrtRatio sets r to a square root of u/v and reports whether there is one.
// The candidate is u·v³·(u·v⁷)^((p−5)/8) (RFC 8032, 5.1.3); it is right, or wrong
// by √−1, or u/v is not a square.
func (r *element) sqrtRatio(u, v *element) bool {
	var v3, t, check element
	v3.square(v)
	v3.mul(&v3, v)
	t.square(&v3)
	t.mul(&t, v)
	t.mul(&t, u)
	p250, _ := t.pow250()
	p250.squares(&p250, 2)
	t.mul(&t, &p250) // (u·v⁷)^(2^252 − 3)
	t.mul(&t, &v3)
	t.mul(&t, u)

	check.square(&t)
	check.mul(&check, v)
	*r = t
	if check.equal(u) {
		return true
	}
	r.mul(&t, &sqrtM1)
	check.add(&check, u)
	return check.isZero()
}

// invertAll inverts every element, all non-zero, with one inversion and three products
// each (Montgomery's trick).
func invertAll(all []element) {
	before := make([]element, len(all)) // the product of the elements before
	product := element{1}
	for i := range all {
		before[i] = product
		product.mul(&product, &all[i])
	}
	product.invert(&product)
	for i := len(all) - 1; i >= 0; i-- {
		f := all[i]
		all[i].mul(&product, &before[i])
		product.mul(&product, &f)
	}
}

// setBytes reads the lower 255 bits, little endian, also of values from p on.
// All limbs are within ±u.
func (r *element) setBytes(b *[32]byte) {
	w := words(b)
	var carry int64
	for i := range 8 {
		limb := int64(w.bits(29*i, 29)) + carry
		carry = (limb + half) >> 29
		r[i] = int32(limb - carry<<29)
	}
	r[8] = int32(int64(w.bits(232, 23)) + carry)
}

// bytes returns the value from 0 to p − 1, little endian.
func (f *element) bytes() [32]byte {
	// The first pass leaves a value from −2^13 to 2^255 + 2^13, the second one
	// from 0 to 2^255 − 1, in limbs from 0 on unless 19 was taken or given. A
	// third at the latest finds nothing to carry.
	l := [9]int64{}
	for i := range l {
		l[i] = int64(f[i])
	}
	for {
		top := carry(&l)
		if top == 0 {
			break
		}
		l[0] += 19 * top
	}
	// The value is at least p if and only if 19 more reach 2^255.
	top := (l[0] + 19) >> 29
	for _, limb := range l[1:8] {
		top = (limb + top) >> 29
	}
	top = (l[8] + top) >> 23
	l[0] += 19 * top
	carry(&l)

	var w words256
	for i, limb := range l {
		at := 29 * i
		w[at/64] |= uint64(limb) << (at % 64)
		if at%64 > 64-29 && at/64 < 3 {
			w[at/64+1] |= uint64(limb) >> (64 - at%64)
		}
	}
	return w.bytes()
}

// carry brings all limbs into their range from 0 on, and returns what is left
// above 2^255.
func carry(l *[9]int64) int64 {
	var c int64
	for i := range 8 {
		c += l[i]
		l[i] = c & mask
		c >>= 29
	}
	c += l[8]
	l[8] = c & (1<<23 - 1)
	return c >> 23
}

// equal reports whether f = g. The limbs of f − g must fit 32 bits.
func (f *element) equal(g *element) bool {
	var diff element
	diff.sub(f, g)
	return diff.isZero()
}

func (f *element) isZero() bool { return f.bytes() == [32]byte{} }
