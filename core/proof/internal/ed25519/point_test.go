package ed25519

import (
	"math/big"
	"math/rand/v2"
	"testing"
)

func (p *point) big() bigPoint { return bigPoint{p.x.big(), p.y.big(), p.z.big()} }

func samePoint(p *sum, want bigPoint) bool { return p.big().encode() == want.encode() }

// torsion are the eight points whose order divides 8, from one of order 8.
func torsion(t *testing.T) (all []bigPoint) {
	t.Helper()
	b := y8[0].bytes()
	p, ok := bigDecode(b)
	if !ok {
		t.Fatal("y8 is not on the curve")
	}
	sum := bigIdentity
	for range 8 {
		all = append(all, sum)
		sum = sum.plus(p)
	}
	if !sum.isIdentity() || all[4].isIdentity() {
		t.Fatal("the order of y8 is not 8")
	}
	return all
}

// Every value whose y has one of the small orders, found by decoding and not from
// a list: y and y + p, with either sign.
func TestSmallOrder(t *testing.T) {
	small := map[[32]byte]bool{}
	for _, p := range torsion(t) {
		encoded := p.encode()
		encoded[31] &= 0x7f
		for _, y := range []*big.Int{fromLittle(encoded[:]), new(big.Int).Add(fromLittle(encoded[:]), bigP)} {
			if y.BitLen() > 255 {
				continue
			}
			b := toLittle(y)
			small[b] = true
			b[31] |= 0x80
			small[b] = true
		}
	}
	if len(small) != 14 {
		t.Fatalf("%d small-order encodings, want 14", len(small))
	}
	for b := range small {
		if !isSmallOrder(&b) {
			t.Errorf("%x is not recognized", b)
		}
		for bit := range 256 {
			other := b
			other[bit/8] ^= 1 << (bit % 8)
			if isSmallOrder(&other) != small[other] {
				t.Errorf("%x: want %v", other, small[other])
			}
		}
	}
	for n := int64(-60); n <= 60; n++ {
		for _, from := range []*big.Int{new(big.Int), bigP} {
			y := new(big.Int).Add(from, big.NewInt(n))
			if y.Sign() < 0 || y.BitLen() > 255 {
				continue
			}
			if b := toLittle(y); isSmallOrder(&b) != small[b] {
				t.Errorf("%v: want %v", y, small[b])
			}
		}
	}
}

// Random points with every torsion added.
func mixedPoints(t *testing.T, random *rand.Rand, count int) (all []bigPoint) {
	for range count {
		p := multipleOfBase(randomBelow(random, bigL))
		for _, q := range torsion(t) {
			all = append(all, p.plus(q))
		}
	}
	return append(all, torsion(t)...)
}

func decoded(t *testing.T, p bigPoint) sum {
	t.Helper()
	var q sum
	if b := p.encode(); !q.setBytes(&b) {
		t.Fatalf("%x does not decode", b)
	}
	return q
}

func TestEncoding(t *testing.T) {
	random := rand.New(rand.NewPCG(8, 8))
	for _, p := range mixedPoints(t, random, 10) {
		q := decoded(t, p)
		if got := encode(&q.x, &q.y); got != p.encode() {
			t.Errorf("%x comes back as %x", p.encode(), got)
		}
	}
	on := 0
	for range 500 {
		b := toLittle(randomBelow(random, new(big.Int).Lsh(big.NewInt(1), 256)))
		compareDecoding(t, b, &on)
	}
	for n := range int64(19) { // y from p to 2^255 − 1
		b := toLittle(new(big.Int).Add(bigP, big.NewInt(n)))
		compareDecoding(t, b, &on)
		b[31] |= 0x80
		compareDecoding(t, b, &on)
	}
	if on < 200 {
		t.Errorf("only %d values on the curve", on)
	}
}

func compareDecoding(t *testing.T, b [32]byte, on *int) {
	t.Helper()
	var q point
	want, ok := bigDecode(b)
	if q.setBytes(&b) != ok {
		t.Fatalf("%x on the curve: want %v", b, ok)
	}
	if !ok {
		return
	}
	*on++
	if q.big().encode() != want.encode() {
		t.Fatalf("%x: got %x, want %x", b, q.big().encode(), want.encode())
	}
	if q.t.big().Cmp(times(q.x.big(), q.y.big())) != 0 {
		t.Fatalf("%x: T is not x·y", b)
	}
}

// The law is complete: every pair, also equal and opposite ones.
func TestAddition(t *testing.T) {
	all := mixedPoints(t, rand.New(rand.NewPCG(9, 9)), 2)
	for _, p := range all {
		for _, q := range append(all, p, p.negated()) {
			right := decoded(t, q)
			for range 2 { // the second time with Z ≠ 1
				total, difference := decoded(t, p), decoded(t, p)
				c := right.cached()
				total.add(&c, false)
				difference.add(&c, true)
				if !samePoint(&total, p.plus(q)) || !samePoint(&difference, p.plus(q.negated())) {
					t.Fatalf("%x ± %x is wrong", p.encode(), q.encode())
				}
				if right.z == (element{1}) {
					total, difference = decoded(t, p), decoded(t, p)
					total.addAffine(&c.affine, false)
					difference.addAffine(&c.affine, true)
					if !samePoint(&total, p.plus(q)) || !samePoint(&difference, p.plus(q.negated())) {
						t.Fatalf("%x ± %x, affine, is wrong", p.encode(), q.encode())
					}
				}
				if times(total.x.big(), total.y.big()).Cmp(times(total.z.big(), total.t.big())) != 0 {
					t.Fatal("T is not X·Y/Z")
				}
				zero := identity.cached()
				two := total
				right.double(true)
				two.double(false)
				two.double(true)
				if !samePoint(&two, p.plus(q).multiple(big.NewInt(4))) {
					t.Fatal("4(p + q) is wrong")
				}
				right = decoded(t, q)
				right.double(true)
				right.add(&c, true)
				right.add(&zero, false)
			}
		}
	}
}

func TestEqual(t *testing.T) {
	all := mixedPoints(t, rand.New(rand.NewPCG(10, 10)), 2)
	for i, p := range all {
		for j, q := range all {
			a, b := decoded(t, p), decoded(t, q)
			zero := generator.cached()
			a.add(&zero, false)
			a.add(&zero, true)
			if a.equal(&b.point) != (i == j) {
				t.Fatalf("%x = %x: want %v", p.encode(), q.encode(), i == j)
			}
		}
	}
}

// Every way to [s]B − [k]P, with points of every order, against math/big.
func TestSumsOfMultiples(t *testing.T) {
	random := rand.New(rand.NewPCG(11, 11))
	points := mixedPoints(t, random, 1)
	lMinus1 := new(big.Int).Sub(bigL, big.NewInt(1))
	scalars := []*big.Int{new(big.Int), big.NewInt(1), big.NewInt(127), big.NewInt(128), big.NewInt(129), lMinus1}
	for range 2 {
		scalars = append(scalars, randomBelow(random, bigL))
	}
	for i, p := range points {
		q := decoded(t, p)
		o := newOdds(&q.point)
		var tables []*table
		for w := 4; w <= widest && i%5 == 0; w++ {
			tables = append(tables, newTable(&q.point, w, windows(w)))
		}
		for n, k := range scalars {
			s := scalars[(n*3+i)%len(scalars)]
			want := multipleOfBase(s).plus(p.multiple(k).negated())
			sb, kb := toLittle(s), toLittle(k)
			sw, kw := words(&sb), words(&kb)
			got := newSum(&identity)
			if o.addTo(got, &sw, &kw); !samePoint(got, want) {
				t.Fatalf("[%v]B − [%v]%x is wrong", s, k, p.encode())
			}
			for _, table := range tables {
				got := newSum(&identity)
				baseMany().addTo(got, &sw, false)
				table.addTo(got, &kw, true)
				if !samePoint(got, want) {
					t.Fatalf("[%v]B − [%v]%x with windows of %d bits is wrong", s, k, p.encode(), table.w)
				}
			}
		}
	}
}

func TestWidth(t *testing.T) {
	for _, entry := range []int{tableEntry, gridEntry} {
		last := 0
		for n := 1; n < 20000; n++ {
			w := widthFor(n, entry)
			if w < last || w < 4 || w > widest {
				t.Fatalf("%d signatures: width %d after %d", n, w, last)
			}
			last = w
		}
		if last != widest {
			t.Errorf("the widest table is never made")
		}
	}
}
