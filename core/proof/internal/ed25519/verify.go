package ed25519

import "github.com/tallyproof/tallyproof/core/sha2"

// Verdict says under which rules a signature holds (see the package comment).
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

// blockSize is how many signatures share an inversion.
const blockSize = 128

// VerifyAll answers every signature as Verify would, many of them in a fraction
// of the time; see [Key.Prepare].
func (k *Key) VerifyAll(signed []Signed) []Verdict {
	k.Prepare(len(signed))
	verdicts := make([]Verdict, len(signed))
	for i := 0; i < len(signed); i += blockSize {
		end := min(i+blockSize, len(signed))
		k.block(verdicts[i:end], signed[i:end])
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
		if !well[i] {
			continue
		}
		r := [32]byte(one.Signature[:32])
		verdicts[i].ZIP215 = sums[i].encodesAs(&r, &zs[i])
		verdicts[i].Strict = verdicts[i].ZIP215 && strict && !isSmallOrder(&r)
		verdicts[i].ZIP215 = verdicts[i].ZIP215 || sums[i].equalsTimes8(&r)
	}
}

// addExpected adds [S]B − [k]A, which R should be. If the signature has not 64
// bytes, or S is not below L, it adds nothing and reports false.
func (k *Key) addExpected(p *sum, one Signed) bool {
	if len(one.Signature) != SignatureSize {
		return false
	}
	s := words((*[32]byte)(one.Signature[32:]))
	if !s.less(&order) {
		return false
	}
	hash := sha2.Sum512(one.Signature[:32], k.bytes[:], one.Message)
	h := reduce(&hash)
	if k.many == nil {
		k.odds.addTo(p, &s, &h)
		return true
	}
	baseMany().addTo(p, &s, false)
	k.many.addTo(p, &h, true)
	return true
}

// encodesAs reports whether r is the point's canonical encoding, given 1/Z.
func (p *point) encodesAs(r *[32]byte, zInv *element) bool {
	var x, y element
	x.mul(&p.x, zInv)
	y.mul(&p.y, zInv)
	return encode(&x, &y) == *r
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
