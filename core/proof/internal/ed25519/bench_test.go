package ed25519

import (
	std "crypto/ed25519"
	"math/rand/v2"
	"testing"
)

func perVerify(b *testing.B, n int) {
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/verify")
}

// BenchmarkOneOff parses a key and verifies one signature with it.
func BenchmarkOneOff(b *testing.B) {
	key, all := signed(3, 1)
	verify(key, all[0].Message, all[0].Signature) // the base point's table
	for b.Loop() {
		if !verify(key, all[0].Message, all[0].Signature).Strict {
			b.Fatal("want a valid signature")
		}
	}
	perVerify(b, 1)
}

func BenchmarkSameKey256(b *testing.B)  { sameKey(b, 256) }
func BenchmarkSameKey1000(b *testing.B) { sameKey(b, 1000) }
func BenchmarkSameKey4000(b *testing.B) { sameKey(b, 4000) }

// sameKey verifies n signatures at once, the key's tables included.
func sameKey(b *testing.B, n int) {
	key, all := signed(3, n)
	mustParse(b, key).VerifyAll(all, 0)
	for b.Loop() {
		if !mustParse(b, key).VerifyAll(all, 0)[n-1].Strict {
			b.Fatal("want valid signatures")
		}
	}
	perVerify(b, n)
}

// BenchmarkOneByOne256 verifies signatures of one key one after the other, the key's
// table included.
func BenchmarkOneByOne256(b *testing.B) {
	key, all := signed(3, 256)
	mustParse(b, key).VerifyAll(all, 0)
	for b.Loop() {
		k := mustParse(b, key)
		k.Prepare(len(all))
		for _, one := range all {
			if !k.Verify(one.Message, one.Signature).Strict {
				b.Fatal("want valid signatures")
			}
		}
	}
	perVerify(b, 256)
}

// BenchmarkPrepared256 has the key's table made before.
func BenchmarkPrepared256(b *testing.B) {
	key, all := signed(3, 256)
	k := mustParse(b, key)
	k.VerifyAll(all, 4000)
	for b.Loop() {
		if !k.VerifyAll(all, 0)[255].Strict {
			b.Fatal("want valid signatures")
		}
	}
	perVerify(b, 256)
}

// BenchmarkStandard is crypto/ed25519, one after the other.
func BenchmarkStandard(b *testing.B) {
	key, all := signed(3, 1)
	for b.Loop() {
		if !std.Verify(key, all[0].Message, all[0].Signature) {
			b.Fatal("want a valid signature")
		}
	}
	perVerify(b, 1)
}

func BenchmarkMul(b *testing.B) {
	f := wide(rand.New(rand.NewPCG(13, 13)), 1, 1)[9]
	for b.Loop() {
		f.mul(&f, &d)
	}
}

func BenchmarkSquare(b *testing.B) {
	f := d
	for b.Loop() {
		f.square(&f)
	}
}

func BenchmarkAddAffine(b *testing.B) {
	p := newSum(&generator)
	q := p.cached()
	for b.Loop() {
		p.addAffine(&q.affine, false)
	}
}

func BenchmarkDouble(b *testing.B) {
	p := newSum(&generator)
	for b.Loop() {
		p.double(false)
	}
}

func BenchmarkReduce(b *testing.B) {
	var in [64]byte
	for i := range in {
		in[i] = byte(i * 7)
	}
	for b.Loop() {
		reduce(&in)
	}
}

func BenchmarkBytes(b *testing.B) {
	for b.Loop() {
		sqrtM1.bytes()
	}
}

// BenchmarkAdder is an addition among many that share an inversion.
func BenchmarkAdder(b *testing.B) {
	const n = 4096
	from, to := baseGrid().entries, make([]mont, n)
	all := make([]addition, n)
	for i := range all {
		all[i] = addition{a: int32(i % len(from)), b: int32((i*7 + 1) % len(from)), out: int32(i), minus: i%2 == 1}
	}
	var r adder
	for b.Loop() {
		if !r.add(to, from, all) {
			b.Fatal("want sums")
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/n, "ns/add")
}

func BenchmarkGrid(b *testing.B) {
	for b.Loop() {
		if _, ok := newGrid(&generator, 7); !ok {
			b.Fatal("want a grid")
		}
	}
}
