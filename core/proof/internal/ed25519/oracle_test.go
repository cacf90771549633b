package ed25519

import (
	"crypto/sha512"
	"math/big"
	"slices"
	"sync"
)

// This file is a second implementation for tests, on math/big, slow and close to
// the definitions (RFC 8032, 5.1; ZIP 215).

var (
	bigP     = new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), 255), big.NewInt(19))
	bigL, _  = new(big.Int).SetString("7237005577332262213973186563042994240857116359379907606001950938285454250989", 10)
	bigD     = mod(new(big.Int).Mul(big.NewInt(-121665), inverse(big.NewInt(121666))))
	bigBaseY = mod(new(big.Int).Mul(big.NewInt(4), inverse(big.NewInt(5))))
)

func mod(x *big.Int) *big.Int     { return x.Mod(x, bigP) }
func inverse(x *big.Int) *big.Int { return new(big.Int).ModInverse(x, bigP) }
func times(factors ...*big.Int) *big.Int {
	product := new(big.Int).Set(factors[0])
	for _, f := range factors[1:] {
		mod(product.Mul(product, f))
	}
	return product
}

// bigPoint is projective: x = X/Z, y = Y/Z.
type bigPoint struct{ x, y, z *big.Int }

var bigIdentity = bigPoint{big.NewInt(0), big.NewInt(1), big.NewInt(1)}

// plus is the addition law of RFC 8032, 5.1.4, without T.
func (p bigPoint) plus(q bigPoint) bigPoint {
	a := times(p.z, q.z)
	b := times(a, a)
	c, d := times(p.x, q.x), times(p.y, q.y)
	e := times(bigD, c, d)
	f, g := new(big.Int).Sub(b, e), new(big.Int).Add(b, e)
	h := times(new(big.Int).Add(p.x, p.y), new(big.Int).Add(q.x, q.y))
	h.Sub(h, c).Sub(h, d)
	return bigPoint{times(a, f, h), times(a, g, new(big.Int).Add(d, c)), times(f, g)}
}

func (p bigPoint) negated() bigPoint {
	return bigPoint{mod(new(big.Int).Neg(p.x)), p.y, p.z}
}

func (p bigPoint) multiple(n *big.Int) bigPoint {
	sum := bigIdentity
	for i := n.BitLen() - 1; i >= 0; i-- {
		sum = sum.plus(sum)
		if n.Bit(i) == 1 {
			sum = sum.plus(p)
		}
	}
	return sum
}

// bigDoubles are [2^i]B: most multiples that tests ask for are of B.
var bigDoubles = sync.OnceValue(func() (doubles [256]bigPoint) {
	doubles[0] = bigBase
	for i := range doubles[1:] {
		doubles[i+1] = doubles[i].plus(doubles[i])
	}
	return doubles
})

// multipleOfBase is [n]B, for n below 2^256.
func multipleOfBase(n *big.Int) bigPoint {
	sum := bigIdentity
	for i, p := range bigDoubles() {
		if n.Bit(i) == 1 {
			sum = sum.plus(p)
		}
	}
	return sum
}

func (p bigPoint) isIdentity() bool { return p.x.Sign() == 0 && p.y.Cmp(p.z) == 0 }

func (p bigPoint) encode() [32]byte {
	zInv := inverse(p.z)
	x, y := times(p.x, zInv), times(p.y, zInv)
	b := toLittle(y)
	b[31] |= byte(x.Bit(0)) << 7
	return b
}

// bigDecode reads any y below 2^255, and any sign of x = 0.
func bigDecode(b [32]byte) (bigPoint, bool) {
	sign := uint(b[31] >> 7)
	b[31] &= 0x7f
	y := mod(fromLittle(b[:]))
	y2 := times(y, y)
	u := new(big.Int).Sub(y2, big.NewInt(1))
	v := new(big.Int).Add(times(bigD, y2), big.NewInt(1))
	x := new(big.Int).ModSqrt(times(mod(u), inverse(v)), bigP)
	if x == nil {
		return bigPoint{}, false
	}
	if x.Bit(0) != sign {
		x = mod(x.Neg(x))
	}
	return bigPoint{x, y, big.NewInt(1)}, true
}

var bigBase = func() bigPoint {
	p, _ := bigDecode(toLittle(bigBaseY))
	return p
}()

func fromLittle(b []byte) *big.Int {
	b = slices.Clone(b)
	slices.Reverse(b)
	return new(big.Int).SetBytes(b)
}

func toLittle(x *big.Int) (b [32]byte) {
	x.FillBytes(b[:])
	slices.Reverse(b[:])
	return b
}

var bigEight = big.NewInt(8)

// isBigSmall reports whether a point's order divides 8.
func (p bigPoint) isSmall() bool { return p.multiple(bigEight).isIdentity() }

// oracle verifies by the definitions.
func oracle(key, message, signature []byte) Verdict {
	if len(key) != 32 || len(signature) != 64 {
		return Verdict{}
	}
	a, okA := bigDecode([32]byte(key))
	s := fromLittle(signature[32:])
	if !okA || s.Cmp(bigL) >= 0 {
		return Verdict{}
	}
	k := bigChallenge(signature[:32], key, message)
	sum := multipleOfBase(s).plus(a.multiple(k).negated())

	var v Verdict
	r, okR := bigDecode([32]byte(signature[:32]))
	v.ZIP215 = okR && sum.plus(r.negated()).isSmall()
	v.Strict = sum.encode() == [32]byte(signature[:32]) &&
		a.encode() == [32]byte(key) && !a.isSmall() && !(okR && r.isSmall())
	return v
}

// bigChallenge is SHA-512(R ‖ A ‖ M) mod L.
func bigChallenge(r, key, message []byte) *big.Int {
	digest := sha512.Sum512(slices.Concat(r, key, message))
	k := fromLittle(digest[:])
	return k.Mod(k, bigL)
}
