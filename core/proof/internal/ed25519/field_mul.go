package ed25519

// fold is 2^261 mod p, what a bit above the ninth limb is worth: 2^6·19.
const fold = 64 * 19

const (
	mask = 1<<29 - 1
	half = 1 << 28
)

var zero element // is never written

// mul sets r = f·g. It is mulSub with zero: to subtract zero takes less time than
// the processor loses if it runs two long functions by turns.
func (r *element) mul(f, g *element) { r.mulSub(f, g, &zero) }

// mulSub sets r = f·g − v. Column k of the schoolbook product is Σ f_i·g_(k−i);
// the column 9 above it, h, is worth fold·2^29k. Since fold·h would not fit, h mod
// 2^29 is folded, and ⌊h/2^29⌋ belongs to the next h.
//
// Bounds, with u = 2^28 + 2^16: let every |f_i| ≤ a·u and |g_i| ≤ b·u with
// a·b ≤ 14. A column has at most 9 products, so it is below 9·14·u² < 2^62.98,
// and 2^63 is not reached with (h mod 2^29)·fold < 2^40, |c| < 2^35 and what is left
// of the last h, which is below 2^35 and times fold below 2^46. Any v fits.
// Each carry rounds, so what stays is within ±2^28, in the ninth limb ±2^22. The
// last t is below 2^40 and 19·t below 2^45, so what reaches r1 is below 2^16: all
// limbs of r are within ±u.
func (r *element) mulSub(f, g, v *element) {
	f0, f1, f2 := int64(f[0]), int64(f[1]), int64(f[2])
	f3, f4, f5 := int64(f[3]), int64(f[4]), int64(f[5])
	f6, f7, f8 := int64(f[6]), int64(f[7]), int64(f[8])
	g0, g1, g2 := int64(g[0]), int64(g[1]), int64(g[2])
	g3, g4, g5 := int64(g[3]), int64(g[4]), int64(g[5])
	g6, g7, g8 := int64(g[6]), int64(g[7]), int64(g[8])
	h := f1*g8 + f2*g7 + f3*g6 + f4*g5 + f5*g4 + f6*g3 + f7*g2 + f8*g1
	r0 := f0*g0 + (h&mask)*fold - int64(v[0])
	c := (r0 + half) >> 29
	r0 -= c << 29

	h = h>>29 + f2*g8 + f3*g7 + f4*g6 + f5*g5 + f6*g4 + f7*g3 + f8*g2
	r1 := f0*g1 + f1*g0 + (h&mask)*fold + c - int64(v[1])
	c = (r1 + half) >> 29
	r1 -= c << 29

	h = h>>29 + f3*g8 + f4*g7 + f5*g6 + f6*g5 + f7*g4 + f8*g3
	r2 := f0*g2 + f1*g1 + f2*g0 + (h&mask)*fold + c - int64(v[2])
	c = (r2 + half) >> 29
	r2 -= c << 29

	h = h>>29 + f4*g8 + f5*g7 + f6*g6 + f7*g5 + f8*g4
	r3 := f0*g3 + f1*g2 + f2*g1 + f3*g0 + (h&mask)*fold + c - int64(v[3])
	c = (r3 + half) >> 29
	r3 -= c << 29

	h = h>>29 + f5*g8 + f6*g7 + f7*g6 + f8*g5
	r4 := f0*g4 + f1*g3 + f2*g2 + f3*g1 + f4*g0 + (h&mask)*fold + c - int64(v[4])
	c = (r4 + half) >> 29
	r4 -= c << 29

	h = h>>29 + f6*g8 + f7*g7 + f8*g6
	r5 := f0*g5 + f1*g4 + f2*g3 + f3*g2 + f4*g1 + f5*g0 + (h&mask)*fold + c - int64(v[5])
	c = (r5 + half) >> 29
	r5 -= c << 29

	h = h>>29 + f7*g8 + f8*g7
	r6 := f0*g6 + f1*g5 + f2*g4 + f3*g3 + f4*g2 + f5*g1 + f6*g0 + (h&mask)*fold + c - int64(v[6])
	c = (r6 + half) >> 29
	r6 -= c << 29

	h = h>>29 + f8*g8
	r7 := f0*g7 + f1*g6 + f2*g5 + f3*g4 + f4*g3 + f5*g2 + f6*g1 + f7*g0 + (h&mask)*fold + c - int64(v[7])
	c = (r7 + half) >> 29
	r7 -= c << 29

	r8 := f0*g8 + f1*g7 + f2*g6 + f3*g5 + f4*g4 + f5*g3 + f6*g2 + f7*g1 + f8*g0 + (h>>29)*fold + c - int64(v[8])
	t := (r8 + half>>6) >> 23
	r8 -= t << 23

	r0 += 19 * t
	t = (r0 + half) >> 29
	r0 -= t << 29
	r1 += t

	r[0], r[1], r[2] = int32(r0), int32(r1), int32(r2)
	r[3], r[4], r[5] = int32(r3), int32(r4), int32(r5)
	r[6], r[7], r[8] = int32(r6), int32(r7), int32(r8)
}

// square sets r = f². Its bounds are the bounds of mul with f = g: |f_i| ≤ 3·u.
func (r *element) square(f *element) {
	f0, f1, f2 := int64(f[0]), int64(f[1]), int64(f[2])
	f3, f4, f5 := int64(f[3]), int64(f[4]), int64(f[5])
	f6, f7, f8 := int64(f[6]), int64(f[7]), int64(f[8])

	h := 2 * (f1*f8 + f2*f7 + f3*f6 + f4*f5)
	r0 := f0*f0 + (h&mask)*fold
	c := (r0 + half) >> 29
	r0 -= c << 29

	h = h>>29 + 2*(f2*f8+f3*f7+f4*f6) + f5*f5
	r1 := 2*f0*f1 + (h&mask)*fold + c
	c = (r1 + half) >> 29
	r1 -= c << 29

	h = h>>29 + 2*(f3*f8+f4*f7+f5*f6)
	r2 := 2*f0*f2 + f1*f1 + (h&mask)*fold + c
	c = (r2 + half) >> 29
	r2 -= c << 29

	h = h>>29 + 2*(f4*f8+f5*f7) + f6*f6
	r3 := 2*(f0*f3+f1*f2) + (h&mask)*fold + c
	c = (r3 + half) >> 29
	r3 -= c << 29

	h = h>>29 + 2*(f5*f8+f6*f7)
	r4 := 2*(f0*f4+f1*f3) + f2*f2 + (h&mask)*fold + c
	c = (r4 + half) >> 29
	r4 -= c << 29

	h = h>>29 + 2*f6*f8 + f7*f7
	r5 := 2*(f0*f5+f1*f4+f2*f3) + (h&mask)*fold + c
	c = (r5 + half) >> 29
	r5 -= c << 29

	h = h>>29 + 2*f7*f8
	r6 := 2*(f0*f6+f1*f5+f2*f4) + f3*f3 + (h&mask)*fold + c
	c = (r6 + half) >> 29
	r6 -= c << 29

	h = h>>29 + f8*f8
	r7 := 2*(f0*f7+f1*f6+f2*f5+f3*f4) + (h&mask)*fold + c
	c = (r7 + half) >> 29
	r7 -= c << 29

	r8 := 2*(f0*f8+f1*f7+f2*f6+f3*f5) + f4*f4 + (h>>29)*fold + c
	t := (r8 + half>>6) >> 23
	r8 -= t << 23

	r0 += 19 * t
	t = (r0 + half) >> 29
	r0 -= t << 29
	r1 += t

	r[0], r[1], r[2] = int32(r0), int32(r1), int32(r2)
	r[3], r[4], r[5] = int32(r3), int32(r4), int32(r5)
	r[6], r[7], r[8] = int32(r6), int32(r7), int32(r8)
}

// third sets u = f² − A − u1 − u2 and w = u2 − u, see [adder.add]. It has the bounds of
// square, with any u1 and u2. Only w must differ from the other terms.
func third(u, w, f, u1, u2 *element) {
	f0, f1, f2 := int64(f[0]), int64(f[1]), int64(f[2])
	f3, f4, f5 := int64(f[3]), int64(f[4]), int64(f[5])
	f6, f7, f8 := int64(f[6]), int64(f[7]), int64(f[8])
	h := 2 * (f1*f8 + f2*f7 + f3*f6 + f4*f5)
	r0 := f0*f0 + (h&mask)*fold - int64(u1[0]) - int64(u2[0]) - montA
	c := (r0 + half) >> 29
	r0 -= c << 29

	h = h>>29 + 2*(f2*f8+f3*f7+f4*f6) + f5*f5
	r1 := 2*f0*f1 + (h&mask)*fold + c - int64(u1[1]) - int64(u2[1])
	c = (r1 + half) >> 29
	r1 -= c << 29

	h = h>>29 + 2*(f3*f8+f4*f7+f5*f6)
	r2 := 2*f0*f2 + f1*f1 + (h&mask)*fold + c - int64(u1[2]) - int64(u2[2])
	c = (r2 + half) >> 29
	r2 -= c << 29

	h = h>>29 + 2*(f4*f8+f5*f7) + f6*f6
	r3 := 2*(f0*f3+f1*f2) + (h&mask)*fold + c - int64(u1[3]) - int64(u2[3])
	c = (r3 + half) >> 29
	r3 -= c << 29

	h = h>>29 + 2*(f5*f8+f6*f7)
	r4 := 2*(f0*f4+f1*f3) + f2*f2 + (h&mask)*fold + c - int64(u1[4]) - int64(u2[4])
	c = (r4 + half) >> 29
	r4 -= c << 29

	h = h>>29 + 2*f6*f8 + f7*f7
	r5 := 2*(f0*f5+f1*f4+f2*f3) + (h&mask)*fold + c - int64(u1[5]) - int64(u2[5])
	c = (r5 + half) >> 29
	r5 -= c << 29

	h = h>>29 + 2*f7*f8
	r6 := 2*(f0*f6+f1*f5+f2*f4) + f3*f3 + (h&mask)*fold + c - int64(u1[6]) - int64(u2[6])
	c = (r6 + half) >> 29
	r6 -= c << 29

	h = h>>29 + f8*f8
	r7 := 2*(f0*f7+f1*f6+f2*f5+f3*f4) + (h&mask)*fold + c - int64(u1[7]) - int64(u2[7])
	c = (r7 + half) >> 29
	r7 -= c << 29

	r8 := 2*(f0*f8+f1*f7+f2*f6+f3*f5) + f4*f4 + (h>>29)*fold + c - int64(u1[8]) - int64(u2[8])
	t := (r8 + half>>6) >> 23
	r8 -= t << 23

	r0 += 19 * t
	t = (r0 + half) >> 29
	r0 -= t << 29
	r1 += t

	w[0], w[1], w[2] = u2[0]-int32(r0), u2[1]-int32(r1), u2[2]-int32(r2)
	w[3], w[4], w[5] = u2[3]-int32(r3), u2[4]-int32(r4), u2[5]-int32(r5)
	w[6], w[7], w[8] = u2[6]-int32(r6), u2[7]-int32(r7), u2[8]-int32(r8)
	u[0], u[1], u[2] = int32(r0), int32(r1), int32(r2)
	u[3], u[4], u[5] = int32(r3), int32(r4), int32(r5)
	u[6], u[7], u[8] = int32(r6), int32(r7), int32(r8)
}
