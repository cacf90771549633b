package ed25519

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/testdata"
)

// Where these come from is in its PROVENANCE.md.
const vectorsDir = "vectors/proofs/"

type vector struct {
	name                    string
	key, message, signature []byte
}

func readVectors(t testing.TB, name string, into any) {
	t.Helper()
	text, err := testdata.FS.ReadFile(vectorsDir + name)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, into); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
}

func unhex(t testing.TB, s string) []byte {
	t.Helper()
	b, err := hex.DecodeString(s)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// edgeVectors are Wycheproof's, CCTV's and speccheck's, in the order of
// acceptance-matrix.json.
func edgeVectors(t testing.TB) (all []vector) {
	t.Helper()
	var wycheproof struct {
		TestGroups []struct {
			PublicKey struct{ Pk string }
			Tests     []struct {
				TcID     int
				Comment  string
				Msg, Sig string
			}
		}
	}
	readVectors(t, "wycheproof/ed25519_test.json", &wycheproof)
	for _, g := range wycheproof.TestGroups {
		for _, c := range g.Tests {
			if c.TcID != len(all)+1 {
				t.Fatalf("Wycheproof's tcId %d is in place %d", c.TcID, len(all)+1)
			}
			name := fmt.Sprintf("wycheproof %d %s", c.TcID, c.Comment)
			all = append(all, vector{name, unhex(t, g.PublicKey.Pk), unhex(t, c.Msg), unhex(t, c.Sig)})
		}
	}
	var cctv []struct {
		Number        int
		Key, Sig, Msg string
		Flags         []string
	}
	readVectors(t, "cctv/ed25519vectors.json", &cctv)
	for _, c := range cctv {
		name := fmt.Sprintf("cctv %d %s", c.Number, c.Flags)
		all = append(all, vector{name, unhex(t, c.Key), []byte(c.Msg), unhex(t, c.Sig)})
	}
	var speccheck []struct {
		Message   string
		Key       string `json:"pub_key"`
		Signature string
	}
	readVectors(t, "speccheck/cases.json", &speccheck)
	for i, c := range speccheck {
		all = append(all, vector{fmt.Sprintf("speccheck %d", i), unhex(t, c.Key), unhex(t, c.Message), unhex(t, c.Signature)})
	}
	if len(all) != 151+914+12 {
		t.Fatalf("%d vectors, want 1077", len(all))
	}
	return all
}

// verify is what callers do with bytes that came from anywhere.
func verify(key, message, signature []byte) Verdict {
	k, ok := Parse(key)
	if !ok {
		return Verdict{}
	}
	return k.Verify(message, signature)
}

// The whole answer of each rule is pinned, one digit a vector.
func TestAcceptanceMatrix(t *testing.T) {
	var matrix struct {
		Count  int
		Accept map[string]string
	}
	readVectors(t, "acceptance-matrix.json", &matrix)
	strict, zip215, prime := matrix.Accept["strict"], matrix.Accept["zip215"], matrix.Accept["strict-and-prime-order"]
	std := matrix.Accept["crypto/ed25519"]
	all := edgeVectors(t)
	if len(all) != matrix.Count || len(strict) != matrix.Count || len(zip215) != matrix.Count || len(prime) != matrix.Count {
		t.Fatalf("%d vectors, %d and %d answers, want %d", len(all), len(strict), len(zip215), matrix.Count)
	}
	for i, v := range all {
		verdict := verify(v.key, v.message, v.signature)
		k, ok := Parse(v.key)
		if verdict.Strict != (strict[i] == '1') {
			t.Errorf("%s: strict %v, pinned %c", v.name, verdict.Strict, strict[i])
		}
		if verdict.ZIP215 != (zip215[i] == '1') {
			t.Errorf("%s: ZIP 215 %v, pinned %c", v.name, verdict.ZIP215, zip215[i])
		}
		if got := verdict.Strict && ok && k.PrimeOrder(); got != (prime[i] == '1') {
			t.Errorf("%s: strict and of prime order %v, pinned %c", v.name, got, prime[i])
		}
		// What sets strict apart from crypto/ed25519 is its conditions alone.
		if ok && len(v.signature) == SignatureSize {
			conditions := k.Canonical() && !k.SmallOrder() && !isSmallOrder((*[32]byte)(v.signature))
			if verdict.Strict != (std[i] == '1' && conditions) {
				t.Errorf("%s: strict %v, crypto/ed25519 %c, conditions %v", v.name, verdict.Strict, std[i], conditions)
			}
		}
	}
}

// All signatures under one key at once give the answers of one by one, by every
// way to calculate.
func TestVerifyAllVectors(t *testing.T) {
	byKey := map[string][]Signed{}
	for _, v := range edgeVectors(t) {
		byKey[string(v.key)] = append(byKey[string(v.key)], Signed{v.message, v.signature})
	}
	if len(byKey) < 50 {
		t.Fatalf("%d keys", len(byKey))
	}
	n, inMont := 0, map[Verdict]int{}
	for key, signed := range byKey {
		k, ok := Parse([]byte(key))
		if !ok {
			continue
		}
		one := make([]Verdict, len(signed))
		for i, s := range signed {
			one[i] = k.Verify(s.Message, s.Signature)
		}
		few := k.VerifyAll(signed, 0)
		if n++; n%4 == 0 || len(signed) > 8 {
			k.Prepare(manySignatures)
		}
		many := k.VerifyAll(signed, 0)
		for i := range signed {
			if few[i] != one[i] || many[i] != one[i] {
				t.Errorf("key %x, signature %d: alone %v, together %v, with tables %v", key, i, one[i], few[i], many[i])
			}
			v, ok := together(k, signed[i])
			if ok && v != one[i] {
				t.Errorf("key %x, signature %d: alone %v, in Montgomery's form %v", key, i, one[i], v)
			}
			if ok {
				inMont[v]++
			}
		}
	}
	for _, v := range []Verdict{{}, {ZIP215: true}, {Strict: true, ZIP215: true}} {
		if inMont[v] < 100 {
			t.Errorf("%d signatures are %v in Montgomery's form: want many of each", inMont[v], v)
		}
	}
}

func TestRFC8032(t *testing.T) {
	var file struct {
		Vectors []struct{ Name, Public, Message, Signature string }
	}
	readVectors(t, "rfc8032/rfc8032_7_1.json", &file)
	if len(file.Vectors) != 5 {
		t.Fatalf("%d vectors, want the 5 of section 7.1", len(file.Vectors))
	}
	for _, v := range file.Vectors {
		t.Run(v.Name, func(t *testing.T) {
			checkHonest(t, unhex(t, v.Public), unhex(t, v.Message), unhex(t, v.Signature))
		})
	}
}

// The JWS of RFC 8037, A.4.
func TestRFC8037(t *testing.T) {
	var file struct {
		JWK struct{ X string }
		JWS string
	}
	readVectors(t, "rfc8032/rfc8037_a4.json", &file)
	key, err1 := base64.RawURLEncoding.DecodeString(file.JWK.X)
	at := strings.LastIndexByte(file.JWS, '.')
	signature, err2 := base64.RawURLEncoding.DecodeString(file.JWS[at+1:])
	if err1 != nil || err2 != nil {
		t.Fatal(err1, err2)
	}
	checkHonest(t, key, []byte(file.JWS[:at]), signature)
}

// sign.input, sk:pk:m:sig‖m, messages from 0 bytes on.
func TestSignInput(t *testing.T) {
	text, err := testdata.FS.ReadFile(vectorsDir + "rfc8032/sign.input.txt")
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	if len(lines) != 128 {
		t.Fatalf("%d lines, want 128", len(lines))
	}
	for i, line := range lines {
		fields := strings.Split(line, ":")
		message, signed := unhex(t, fields[2]), unhex(t, fields[3])
		if !bytes.Equal(signed[64:], message) {
			t.Fatalf("line %d: the signature is not followed by the message", i+1)
		}
		checkHonest(t, unhex(t, fields[1]), message, signed[:64])
	}
}

// checkHonest wants a signature to hold, and to fail with one bit changed.
func checkHonest(t *testing.T, key, message, signature []byte) {
	t.Helper()
	k, ok := Parse(key)
	if !ok || !k.Canonical() || k.SmallOrder() || !k.PrimeOrder() {
		t.Fatalf("key %x is not an honest one", key)
	}
	if v := k.Verify(message, signature); v != (Verdict{true, true}) {
		t.Fatalf("key %x, message %x: got %v", key, message, v)
	}
	for _, changed := range [][]byte{signature, message} {
		for bit := 3; bit < 8*len(changed); bit += 89 {
			changed[bit/8] ^= 1 << (bit % 8)
			if v := k.Verify(message, signature); v != (Verdict{}) {
				t.Errorf("key %x, message %x, bit %d changed: got %v", key, message, bit, v)
			}
			changed[bit/8] ^= 1 << (bit % 8)
		}
	}
}
