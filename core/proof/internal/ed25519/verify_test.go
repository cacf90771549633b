package ed25519

import (
	"bytes"
	std "crypto/ed25519"
	"encoding/binary"
	"math/big"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"
)

// signed makes n signatures under a key of its own.
func signed(seed byte, n int) (std.PublicKey, []Signed) {
	private := std.NewKeyFromSeed(bytes.Repeat([]byte{seed}, std.SeedSize))
	all := make([]Signed, n)
	for i := range all {
		message := binary.BigEndian.AppendUint64(bytes.Repeat([]byte("score "), 10), uint64(i))
		all[i] = Signed{message, std.Sign(private, message)}
	}
	return private.Public().(std.PublicKey), all
}

func mustParse(t testing.TB, key []byte) *Key {
	t.Helper()
	k, ok := Parse(key)
	if !ok {
		t.Fatalf("%x does not parse", key)
	}
	return k
}

func TestLengths(t *testing.T) {
	key, all := signed(1, 1)
	message, signature := all[0].Message, all[0].Signature
	for n := range 66 {
		if _, ok := Parse(make([]byte, n)); ok != (n == KeySize) { // y = 0 is on the curve
			t.Errorf("a key of %d bytes: got %v", n, ok)
		}
		long := append(slices.Clone(signature), 0, 0)
		if v := mustParse(t, key).Verify(message, long[:n]); v.Strict != (n == SignatureSize) || v.ZIP215 != v.Strict {
			t.Errorf("a signature of %d bytes: got %v", n, v)
		}
	}
	if v := mustParse(t, key).Verify(nil, nil); v != (Verdict{}) {
		t.Errorf("no signature: got %v", v)
	}
	if got := mustParse(t, key).VerifyAll(nil, 0); len(got) != 0 {
		t.Errorf("no signatures: got %v", got)
	}
}

func TestKeyProperties(t *testing.T) {
	small := torsion(t)
	honest := multipleOfBase(big.NewInt(8032))
	respelled := func(b [32]byte, n int64) [32]byte {
		sign := b[31] & 0x80
		b[31] &= 0x7f
		b = toLittle(new(big.Int).Add(fromLittle(b[:]), big.NewInt(n)))
		b[31] |= sign
		return b
	}
	minusZero := small[0].encode()
	minusZero[31] |= 0x80
	onePlusP := toLittle(new(big.Int).Add(bigP, big.NewInt(1)))
	// The least y of 2 and more that is on the curve, written as y + p.
	above := toLittle(new(big.Int).Add(bigP, big.NewInt(3)))
	for _, c := range []struct {
		name                                    string
		key                                     [32]byte
		parses, canonical, smallOrder, primeOrd bool
	}{
		{"base point", bigBase.encode(), true, true, false, true},
		{"honest", honest.encode(), true, true, false, true},
		{"honest, negative", honest.negated().encode(), true, true, false, true},
		{"honest and order 2", honest.plus(small[4]).encode(), true, true, false, false},
		{"honest and order 4", honest.plus(small[2]).encode(), true, true, false, false},
		{"honest and order 8", honest.plus(small[1]).encode(), true, true, false, false},
		{"identity", small[0].encode(), true, true, true, false},
		{"identity with the sign of −0", minusZero, true, false, true, false},
		{"identity, y = p + 1", onePlusP, true, false, true, false},
		{"order 2", small[4].encode(), true, true, true, false},
		{"order 4", small[2].encode(), true, true, true, false},
		{"order 4, y = p", respelled([32]byte{}, 0), true, true, true, false},
		{"order 8", small[1].encode(), true, true, true, false},
		{"y = 3 written p + 3", above, true, false, false, false},
		{"y = 2 is on no point", [32]byte{2}, false, false, false, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			k, ok := Parse(c.key[:])
			if ok != c.parses {
				t.Fatalf("parses: got %v", ok)
			}
			if !ok {
				return
			}
			if k.Canonical() != c.canonical {
				t.Errorf("canonical: got %v", !c.canonical)
			}
			if k.SmallOrder() != c.smallOrder {
				t.Errorf("small order: got %v", !c.smallOrder)
			}
			if k.PrimeOrder() != c.primeOrd {
				t.Errorf("prime order: got %v", !c.primeOrd)
			}
		})
	}
}

// Ordinary signatures are answered together, and not one after the other when
// that has failed, which would say the same and take twice as long.
func TestTogetherAnswers(t *testing.T) {
	key, all := signed(3, blockSize)
	k := mustParse(t, key)
	k.VerifyAll(all, 0)
	if k.grid == nil {
		t.Fatal("the key has no grid")
	}
	verdicts := make([]Verdict, len(all))
	if !k.together(verdicts, all, newSums(len(all), baseGrid(), k.grid)) {
		t.Fatal("want answers")
	}
	for i, v := range verdicts {
		if !v.Strict || !v.ZIP215 {
			t.Errorf("signature %d: %v", i, v)
		}
	}
}

// Around a block and the number from which tables are made, with one signature in
// seven spoilt in some way.
func TestVerifyAll(t *testing.T) {
	key, all := signed(2, 2*blockSize+3)
	for i := 0; i < len(all); i += 7 {
		bad := slices.Clone(all[i].Signature)
		switch i / 7 % 4 {
		case 0:
			bad[i%64] ^= 1
		case 1:
			bad = bad[:63]
		case 2:
			bad[63] |= 0xf0 // S ≥ L
		default:
			bad = nil
		}
		all[i].Signature = bad
	}
	for _, n := range []int{0, 1, 2, manySignatures - 1, manySignatures, blockSize - 1, blockSize, blockSize + 1, len(all)} {
		k := mustParse(t, key)
		got := k.VerifyAll(all[:n], 0)
		again := k.VerifyAll(all[:n], 0)
		if len(got) != n {
			t.Fatalf("%d signatures: %d answers", n, len(got))
		}
		for i, v := range got {
			want := i%7 != 0
			alone := mustParse(t, key).Verify(all[i].Message, all[i].Signature)
			if v.Strict != want || v.ZIP215 != want || alone != v || again[i] != v {
				t.Errorf("%d of %d: got %v, then %v, alone %v, want %v", i, n, v, again[i], alone, want)
			}
		}
	}
}

// Signatures that only a cofactored equation accepts, and only a lenient one.
func TestMixedOrders(t *testing.T) {
	count := 40
	if runtime.GOARCH == "wasm" {
		count = 6
	}
	random := rand.New(rand.NewPCG(12, 12))
	seen := map[Verdict]int{}
	for i := range count {
		key, message, signature := torsionSignature(random, torsion(t), i)
		want := oracle(key, message, signature)
		if got := verify(key, message, signature); got != want {
			t.Errorf("key %x, message %x, signature %x: got %v, want %v", key, message, signature, got, want)
		}
		k := mustParse(t, key)
		k.Prepare(manySignatures)
		if got := k.Verify(message, signature); got != want {
			t.Errorf("key %x, message %x, signature %x, with tables: got %v, want %v", key, message, signature, got, want)
		}
		seen[want]++
	}
	if len(seen) < 2 {
		t.Errorf("not enough kinds: %v", seen)
	}
}

// torsionSignature signs with torsion added to A and R.
func torsionSignature(random *rand.Rand, small []bigPoint, i int) (key, message, signature []byte) {
	secret, nonce := randomBelow(random, bigL), randomBelow(random, bigL)
	a := multipleOfBase(secret).plus(small[i%8]).encode()
	r := multipleOfBase(nonce).plus(small[i/2%8]).encode()
	message = []byte{byte(i), byte(i >> 8)}
	k := bigChallenge(r[:], a[:], message)
	s := k.Mul(k, secret).Add(k, nonce)
	sb := toLittle(s.Mod(s, bigL))
	return a[:], message, slices.Concat(r[:], sb[:])
}

// Differences from crypto/ed25519 are the strict conditions and nothing else;
// natively the oracle's answers too.
func FuzzVerify(f *testing.F) {
	for i, v := range edgeVectors(f) {
		if i%16 == 0 || i < 151 && i%4 == 0 || i >= 1065 {
			f.Add(v.key, v.message, v.signature)
		}
	}
	for seed := range byte(3) {
		key, all := signed(seed, 1)
		f.Add([]byte(key), all[0].Message, all[0].Signature)
	}
	f.Fuzz(func(t *testing.T, key, message, signature []byte) {
		got := verify(key, message, signature)
		if got.Strict && !got.ZIP215 {
			t.Error("strict without ZIP 215")
		}
		if len(key) != KeySize {
			return
		}
		accepted := std.Verify(key, message, signature)
		k, ok := Parse(key)
		strict := accepted && ok && k.Canonical() && !k.SmallOrder() && !isSmallOrder((*[32]byte)(signature))
		if got.Strict != strict {
			t.Errorf("strict: got %v, want %v", got.Strict, strict)
		}
		if accepted && !got.ZIP215 {
			t.Error("crypto/ed25519 accepts what ZIP 215 does not")
		}
		if ok {
			k.Prepare(manySignatures)
			if v := k.Verify(message, signature); v != got {
				t.Errorf("with tables %v, without %v", v, got)
			}
			for _, v := range k.VerifyAll(slices.Repeat([]Signed{{message, signature}}, manySignatures), 0) {
				if v != got {
					t.Errorf("together %v, alone %v", v, got)
				}
			}
		}
		if runtime.GOARCH != "wasm" {
			if want := oracle(key, message, signature); got != want {
				t.Errorf("got %v, want %v", got, want)
			}
		}
	})
}
