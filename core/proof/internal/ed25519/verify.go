package ed25519

import "crypto/sha512"

// Verdict describes under which rules a signature holds (see the package comment).
// Strict implies ZIP215.
type Verdict struct{ Strict, ZIP215 bool }

// Signed is a message and what should be its signature, of any length.
type Signed struct{ Message, Signature []byte }

// Verify answers one signature.
func (k *Key) Verify(message, signature []byte) Verdict {
	var verdict [1]Verdict
	k.block(verdict[:], []Signed{{message, signature}})
	return verdict[0]
}

// blockSize is the number of signatures that share inversions.
const blockSize = 128

// VerifyAll answers every signature as Verify would, many of them in a fraction
// of the time. If you pass the signatures in several calls, set inAll to their
// total; then the table is made for all.
func (k *Key) VerifyAll(signed []Signed, inAll int) []Verdict {
	verdicts := make([]Verdict, len(signed))
	if len(signed) >= manySignatures {
		if w := widthFor(max(len(signed), inAll), gridEntry); k.grid == nil || k.grid.w < w {
			k.grid, _ = newGrid(&k.point, w)
			k.sums = nil
		}
	}
	if n := min(len(signed), blockSize); k.grid != nil && (k.sums == nil || cap(k.sums.counts) < n) {
		k.sums = newSums(n, baseGrid(), k.grid)
	}
	for i := 0; i < len(signed); i += blockSize {
		end := min(i+blockSize, len(signed))
		if k.grid == nil || !k.together(verdicts[i:end], signed[i:end], k.sums) {
			k.block(verdicts[i:end], signed[i:end])
		}
	}
	return verdicts
}

// block answers signatures that share an inversion, and one sum's memory.
func (k *Key) block(verdicts []Verdict, signed []Signed) {
	var total sum
	sums := make([]point, len(signed))
	zs := make([]element, len(signed))
	well := make([]bool, len(signed))
	for i, one := range signed {
		total.point = identity
		well[i] = k.addExpected(&total, one)
		sums[i], zs[i] = total.point, total.z
	}
	invertAll(zs)
	strict := k.Canonical() && !k.SmallOrder()
	for i, one := range signed {
		if well[i] {
			sums[i].x.mul(&sums[i].x, &zs[i])
			sums[i].y.mul(&sums[i].y, &zs[i])
			sums[i].z = element{1}
			verdicts[i] = compare(&sums[i], one, strict)
		}
	}
}

// together answers signatures whose additions share their inversions. It reports false
// without answering if that fails: an attacker can lead a sum through points that
// [adder.add] or the form itself cannot represent.
func (k *Key) together(verdicts []Verdict, signed []Signed, r *sums) bool {
	r.clear()
	well := make([]bool, len(signed))
	for i, one := range signed {
		s, h, ok := k.scalars(one)
		if ok && !r.begin(&s, &h) {
			return false
		}
		well[i] = ok
	}
	points, ok := r.add()
	if !ok {
		return false
	}

	// x = √−486664·u/v and y = (u − 1)/(u + 1), over v·(u + 1)
	one, product := element{1}, element{1}
	over := make([]element, len(r.terms))
	for i, t := range r.terms {
		at := &points[t.at]
		over[i].add(&at.u, &one)
		over[i].mul(&over[i], &at.v)
		product.mul(&product, &over[i])
	}
	if product.isZero() {
		return false
	}
	invertAll(over)
	n, strict := 0, k.Canonical() && !k.SmallOrder()
	for i := range signed {
		if !well[i] {
			continue
		}
		at, p := &points[r.terms[n].at], point{z: one}
		p.y.sub(&at.u, &one)
		p.y.mul(&p.y, &at.v)
		p.y.mul(&p.y, &over[n])
		p.x.add(&at.u, &one)
		p.x.mul(&p.x, &at.u)
		p.x.mul(&p.x, &over[n])
		p.x.mul(&p.x, &sqrtMont)
		if r.terms[n].minus {
			p.x.sub(&element{}, &p.x)
		}
		verdicts[i] = compare(&p, signed[i], strict)
		n++
	}
	return true
}

// compare answers a signature, given [S]B − [k]A with Z = 1, of which it does not
// read T, and whether the strict rule takes the key.
func compare(sum *point, one Signed, strict bool) (v Verdict) {
	r := [32]byte(one.Signature[:32])
	v.ZIP215 = encode(&sum.x, &sum.y) == r
	v.Strict = v.ZIP215 && strict && !isSmallOrder(&r)
	v.ZIP215 = v.ZIP215 || sum.equalsTimes8(&r)
	return v
}

// addExpected adds [S]B − [k]A, which R should be. It reports false if
// [Key.scalars] does.
func (k *Key) addExpected(p *sum, one Signed) bool {
	s, h, ok := k.scalars(one)
	switch {
	case !ok:
		return false
	case k.many == nil:
		k.odds.addTo(p, &s, &h)
	default:
		baseMany().addTo(p, &s, false)
		k.many.addTo(p, &h, true)
	}
	return true
}

// scalars are S and k of a signature. It reports false if the signature has not 64
// bytes, or S is not below L.
func (k *Key) scalars(one Signed) (s, h words256, ok bool) {
	if len(one.Signature) != SignatureSize {
		return s, h, false
	}
	s = words((*[32]byte)(one.Signature[32:]))
	if !s.less(&order) {
		return s, h, false
	}
	hash := sum512(one.Signature[:32], k.bytes[:], one.Message)
	return s, reduce(&hash), true
}

// sum512 returns the SHA-512 of the parts, one after the other.
func sum512(parts ...[]byte) (sum [sha512.Size]byte) {
	h := sha512.New()
	for _, part := range parts {
		h.Write(part)
	}
	h.Sum(sum[:0])
	return sum
}

// equalsTimes8 reports whether r encodes, canonically or not, a point of which 8
// times is 8p.
func (p *point) equalsTimes8(r *[32]byte) bool {
	var q point
	if !q.setBytes(r) {
		return false
	}
	p8, q8 := times8(p), times8(&q)
	return p8.equal(&q8)
}
