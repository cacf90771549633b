package ed25519

import (
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"
)

// big is the point in the form that the tests calculate in, by the map's inverse:
// x = √−486664·u/v and y = (u − 1)/(u + 1).
func (q *mont) big() bigPoint {
	u, v, one := q.u.big(), q.v.big(), big.NewInt(1)
	x := times(sqrtMont.big(), u, inverse(v))
	y := times(new(big.Int).Sub(u, one), inverse(new(big.Int).Add(u, one)))
	return bigPoint{x, mod(y), one}
}

func TestMontgomeryRoot(t *testing.T) {
	if c := sqrtMont.big(); times(c, c).Cmp(mod(big.NewInt(-486664))) != 0 {
		t.Errorf("%v is no root of −486664", c)
	}
}

// The sums of coordinates at the bounds of their limbs.
func TestSumsAtLimbBounds(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 5))
	all := wide(random, 1, 30)
	for _, f := range all {
		for _, g := range all {
			for _, factor := range all[:12] {
				var r, u, w element
				r.mulSub(&f, &factor, &g)
				product := new(big.Int).Mul(f.big(), factor.big())
				checkProduct(t, "mulSub", &r, product.Sub(product, g.big()))
				third(&u, &w, &factor, &f, &g)
				square := factor.big()
				square.Mul(square, square)
				want := square.Sub(square, big.NewInt(montA))
				want.Sub(want, f.big()).Sub(want, g.big())
				checkProduct(t, "third", &u, want)
				for i, limb := range w {
					if limb > 2*unit || limb < -2*unit {
						t.Fatalf("third: limb %d of w is %d", i, limb)
					}
				}
				if mod(w.big()).Cmp(mod(want.Sub(g.big(), want))) != 0 {
					t.Fatal("third: w is not u2 − u")
				}
			}
		}
	}
}

// Every entry of every width is the multiple that it stands for.
func TestGrid(t *testing.T) {
	random := rand.New(rand.NewPCG(6, 6))
	checked := 0
	for i, p := range mixedPoints(t, random, 1) {
		q := decoded(t, p)
		g, ok := newGrid(&q.point, 4+i%4)
		if p.isSmall() {
			if ok {
				t.Errorf("%x is of small order and has a table", p.encode())
			}
			continue
		}
		if !ok {
			t.Fatalf("%x has no table", p.encode())
		}
		n := 1 << (g.w - 1)
		for at := 0; at < len(g.entries); at += 1 + random.IntN(2*n) {
			multiple := new(big.Int).Lsh(big.NewInt(int64(at%n+1)), uint(at/n*g.w))
			if g.entries[at].big().encode() != p.multiple(multiple).encode() {
				t.Fatalf("entry %d of %x, windows of %d bits, is wrong", at, p.encode(), g.w)
			}
			checked++
		}
	}
	if checked < 100 {
		t.Errorf("%d entries: want many", checked)
	}
}

// Additions that have no slope are refused: of a point and itself, or its
// negative.
func TestAdderRefuses(t *testing.T) {
	from := baseGrid().entries
	to := make([]mont, 3)
	for name, all := range map[string][]addition{
		"twice":    {{a: 0, b: 1, out: 0}, {a: 5, b: 5, out: 1}, {a: 2, b: 3, out: 2}},
		"to zero":  {{a: 0, b: 1, out: 0}, {a: 2, b: 3, out: 1, minus: true}, {a: 5, b: 5, out: 2, minus: true}},
		"once":     {{a: 7, b: 7, out: 0, minus: true}},
		"at first": {{a: 4, b: 4, out: 0}, {a: 0, b: 1, out: 1}},
	} {
		var r adder
		if r.add(to, from, all) {
			t.Errorf("%s: want a refusal", name)
		}
	}
	var r adder
	if !r.add(to, from, []addition{{a: 0, b: 1, out: 0}, {a: 0, b: 1, out: 1, minus: true}, {a: 3, b: 2, out: 2, minus: true}}) || !r.add(to, from, nil) {
		t.Error("want sums")
	}
}

// together answers one signature as many are answered together; ok is false
// where that does not work out.
func together(k *Key, one Signed) (v Verdict, ok bool) {
	if k.grid == nil {
		if k.grid, ok = newGrid(&k.point, 4); !ok {
			return v, false
		}
	}
	verdict := make([]Verdict, 1)
	ok = k.together(verdict, []Signed{one}, newSums(1, baseGrid(), k.grid))
	return verdict[0], ok
}

// Keys of which multiples meet those of the base point, keys of every order, and
// signatures whose sums pass through the identity: together they get the answers
// that they get alone.
func TestTogether(t *testing.T) {
	random := rand.New(rand.NewPCG(8, 8))
	small := torsion(t)
	lMinus1 := new(big.Int).Sub(bigL, big.NewInt(1))
	identity := multipleOfBase(new(big.Int))
	seen, inMont := map[Verdict]int{}, map[bool]int{}
	for i, secret := range []*big.Int{big.NewInt(1), lMinus1, big.NewInt(2), big.NewInt(1 << 10), big.NewInt(3 << 20), new(big.Int), randomBelow(random, bigL)} {
		for j, add := range []bigPoint{identity, small[i%8]} {
			a := multipleOfBase(secret).plus(add).encode()
			var all []Signed
			for n := range manySignatures {
				nonce := randomBelow(random, bigL)
				if n%5 == 0 {
					nonce.SetInt64(int64(n / 5)) // R is the identity, B, 2B …
				}
				r := multipleOfBase(nonce).plus([]bigPoint{identity, small[n%8]}[j]).encode()
				message := []byte{byte(i), byte(j), byte(n)}
				s := bigChallenge(r[:], a[:], message)
				s.Mul(s, secret).Add(s, nonce).Mod(s, bigL)
				if n%11 == 10 {
					s.SetInt64(int64(n % 2))
				}
				sb := toLittle(s)
				all = append(all, Signed{message, slices.Concat(r[:], sb[:])})
			}
			k := mustParse(t, a[:])
			for n, got := range k.VerifyAll(all, 0) {
				want := mustParse(t, a[:]).Verify(all[n].Message, all[n].Signature)
				if got != want {
					t.Errorf("key %x, signature %d: together %v, alone %v", a, n, got, want)
				}
				seen[got]++
				v, ok := together(k, all[n])
				if ok && v != want {
					t.Errorf("key %x, signature %d: in Montgomery's form %v, alone %v", a, n, v, want)
				}
				if k.grid != nil {
					inMont[ok]++
				}
			}
			if alone := k.VerifyAll(all[:1], 0)[0]; alone != mustParse(t, a[:]).Verify(all[0].Message, all[0].Signature) {
				t.Errorf("key %x: one with a table differs", a)
			}
		}
	}
	if len(seen) < 3 {
		t.Errorf("not every kind of answer: %v", seen)
	}
	if inMont[true] < 300 || inMont[false] < 5 {
		t.Errorf("not both ways to calculate: %v", inMont)
	}
}
