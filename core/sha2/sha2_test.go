package sha2_test

import (
	"bytes"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/hex"
	"math/rand/v2"
	"testing"

	"github.com/tallyproof/tallyproof/core/sha2"
)

// The examples of FIPS 180-4 (csrc.nist.gov, "Examples with Intermediate
// Values") and the empty message.
func TestExamples(t *testing.T) {
	const long = "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu"
	for _, c := range []struct{ name, message, sum256, sum512 string }{
		{"empty", "",
			"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
			"cf83e1357eefb8bdf1542850d66d8007d620e4050b5715dc83f4a921d36ce9ce47d0d13c5d85f2b0ff8318d2877eec2f63b931bd47417a81a538327af927da3e"},
		{"one block", "abc",
			"ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
			"ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f"},
		{"two blocks", long,
			"cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1",
			"8e959b75dae313da8cf4f72814fc143f8f7779c6eb9f7fa17299aeadb6889018501d289e4900f7e4331b99dec4b5433ac7d329eeb6dd26545e96e55b874be909"},
	} {
		t.Run(c.name, func(t *testing.T) {
			sum256, sum512 := sha2.Sum256([]byte(c.message)), sha2.Sum512([]byte(c.message))
			if got := hex.EncodeToString(sum256[:]); got != c.sum256 {
				t.Errorf("SHA-256: got %s, want %s", got, c.sum256)
			}
			if got := hex.EncodeToString(sum512[:]); got != c.sum512 {
				t.Errorf("SHA-512: got %s, want %s", got, c.sum512)
			}
		})
	}
}

// Every length around three blocks and some far longer, against the standard
// library, whole and in three parts.
func TestStandardLibrary(t *testing.T) {
	random := rand.New(rand.NewPCG(180, 4))
	lengths := []int{1023, 1024, 1025, 65536, 100003}
	for n := range 400 {
		lengths = append(lengths, n)
	}
	for _, n := range lengths {
		data := make([]byte, n)
		for i := range data {
			data[i] = byte(random.Uint32())
		}
		i := random.IntN(n + 1)
		j := i + random.IntN(n-i+1)
		before := bytes.Clone(data)
		if sha2.Sum256(data) != sha256.Sum256(data) || sha2.Sum256(data[:i], data[i:j], data[j:]) != sha256.Sum256(data) {
			t.Errorf("SHA-256 of %d bytes, cut at %d and %d, differs", n, i, j)
		}
		if sha2.Sum512(data) != sha512.Sum512(data) || sha2.Sum512(data[:i], data[i:j], data[j:]) != sha512.Sum512(data) {
			t.Errorf("SHA-512 of %d bytes, cut at %d and %d, differs", n, i, j)
		}
		if !bytes.Equal(data, before) {
			t.Fatalf("%d bytes: the message was changed", n)
		}
	}
}

func FuzzStandardLibrary(f *testing.F) {
	f.Add([]byte("abc"), 1)
	f.Fuzz(func(t *testing.T, data []byte, cut int) {
		cut = max(0, min(cut, len(data)))
		if sha2.Sum256(data[:cut], data[cut:]) != sha256.Sum256(data) {
			t.Error("SHA-256 differs")
		}
		if sha2.Sum512(data[:cut], data[cut:]) != sha512.Sum512(data) {
			t.Error("SHA-512 differs")
		}
	})
}

func BenchmarkSum512(b *testing.B) { benchmark(b, func(d []byte) { sha2.Sum512(d) }) }
func BenchmarkSum256(b *testing.B) { benchmark(b, func(d []byte) { sha2.Sum256(d) }) }
func BenchmarkStd512(b *testing.B) { benchmark(b, func(d []byte) { sha512.Sum512(d) }) }

func benchmark(b *testing.B, sum func([]byte)) {
	data := make([]byte, 1<<14)
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		sum(data)
	}
}
