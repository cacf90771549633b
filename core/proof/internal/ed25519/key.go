package ed25519

// KeySize and SignatureSize are lengths in bytes.
const (
	KeySize       = 32
	SignatureSize = 64
)

// Key is a public key that encodes a point. [Key.Prepare] and [Key.VerifyAll] may change
// it, so they must not run at the same time as other calls.
type Key struct {
	bytes [32]byte
	point point
	odds  odds
	many  *table // nil until Prepare finds it worth its cost
	grid  *grid  // nil until VerifyAll does
	sums  *sums  // room for the sums of a block, with that grid; nil until VerifyAll makes it
}

// Parse reads a key of 32 bytes as ZIP 215 does, and reports whether it encodes a
// point: canonically or not, of any order.
func Parse(key []byte) (*Key, bool) {
	if len(key) != KeySize {
		return nil, false
	}
	k := &Key{bytes: [32]byte(key)}
	if !k.point.setBytes(&k.bytes) {
		return nil, false
	}
	k.odds = newOdds(&k.point)
	return k, true
}

// Canonical reports whether the key is the one encoding of its point that RFC
// 8032 allows.
func (k *Key) Canonical() bool { return encode(&k.point.x, &k.point.y) == k.bytes }

// SmallOrder reports whether the order of the key's point divides 8. Such a key
// has signatures that hold for any message.
func (k *Key) SmallOrder() bool { return isSmallOrder(&k.bytes) }

// PrimeOrder reports whether the order of the key's point is L, as for every key made by
// RFC 8032. It takes as long as a signature.
func (k *Key) PrimeOrder() bool {
	minusL := newSum(&identity)
	k.odds.addTo(minusL, &words256{}, &order)
	return minusL.equal(&identity) && !k.point.equal(&identity)
}

// manySignatures is the number of signatures at which full window tables pay off.
const manySignatures = 32

// Prepare makes tables of up to 0.5 MB if n signatures, one after the other, gain
// by them.
func (k *Key) Prepare(n int) {
	if n < manySignatures {
		return
	}
	if w := widthFor(n, tableEntry); k.many == nil || k.many.w < w {
		k.many = newTable(&k.point, w, windows(w))
	}
}
