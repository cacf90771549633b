package proof

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/core/internal/vectors"
	"github.com/tallyproof/tallyproof/core/jcs"
)

// seedFiles adds every file of the folders below vectors/proofs.
func seedFiles(f *testing.F, add func([]byte), folders ...string) {
	n := 0
	for _, folder := range folders {
		files, _ := filepath.Glob(filepath.Join(vectors.Root, "vectors", "proofs", folder, "*"))
		for _, file := range files {
			data, err := os.ReadFile(file)
			if err != nil {
				f.Fatal(err)
			}
			add(data)
			n++
		}
	}
	if n == 0 {
		f.Fatal("no seeds")
	}
}

// FuzzEnvelopes holds that a text is read or refused with a place, and that
// what is read is whole.
func FuzzEnvelopes(f *testing.F) {
	seedFiles(f, func(data []byte) { f.Add(data) }, "formats", "w3c-eddsa-jcs-2022", "signed-note")
	f.Add([]byte("c2sp.org/tlog-proof@v1\nextra aGVsbG8=\nindex 0\n\na\n1\nAAAA\n\n— a AAAA\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		statements, p := readStatements(text)
		checkStatements(t, text, statements, p)
	})
}

// FuzzDetached is FuzzEnvelopes for signatures beside their message.
func FuzzDetached(f *testing.F) {
	record := []byte(`{"b": 1, "a": 2}`)
	seedFiles(f, func(data []byte) { f.Add(data, record) }, "formats")
	f.Fuzz(func(t *testing.T, text, message []byte) {
		statements, p := readDetached(text, message)
		checkStatements(t, text, statements, p)
	})
}

func checkStatements(t *testing.T, text []byte, statements []statement, p *problem) {
	if p != nil {
		checkProblem(t, text, p)
		return
	}
	if len(statements) == 0 {
		t.Fatalf("%q: no statement and no problem", text)
	}
	for _, s := range statements {
		if s.format == "flat" {
			continue // the finder's
		}
		if len(s.signature) != signatureSize || s.layout == "" || s.format == "" || s.key != nil && len(s.key) != keySize {
			t.Fatalf("%q: %+v", text, s)
		}
		if s.also != nil && len(s.also.signature) != signatureSize {
			t.Fatalf("%q: also %+v", text, s.also)
		}
		if s.inside != nil {
			if v, err := jcs.Parse(s.inside); err != nil || v.Kind != jcs.Object {
				t.Fatalf("%q: record %q: %v", text, s.inside, err)
			}
		}
	}
}

// FuzzKey holds that a key that is read has one meaning: its hexadecimal
// spelling is the same key.
func FuzzKey(f *testing.F) {
	seedFiles(f, func(data []byte) { f.Add(string(data)) }, "formats")
	f.Add(theKey)
	f.Add("nj27eNEFfv1yi1SuGgcLzhVjWP-A5TTviO4sAEo2oFM")
	f.Add("did:key:z6Mkq6y4KgpUMyaaa1cS4mAG8gwjCnwkpRtJqRU8zj7KeQsU")
	f.Fuzz(func(t *testing.T, text string) {
		k, p := parseKey(text)
		if p != nil {
			checkProblem(t, []byte(text), p)
			return
		}
		again, p := parseKey(hex.EncodeToString(k.bytes))
		if p != nil || !bytes.Equal(again.bytes, k.bytes) || len(k.bytes) != keySize || k.spelling == "" {
			t.Fatalf("%q: %+v, again %+v, %+v", text, k, again, p)
		}
	})
}

// FuzzKeyring holds that each key of a keyring that is read is found in it.
func FuzzKeyring(f *testing.F) {
	seedFiles(f, func(data []byte) { f.Add(data) }, "formats")
	f.Add([]byte(`{"keys":[{"id":"a","owner":"o","arena":"r","public_key":"` + theKey + `","valid_from":"2025-10-01T00:00:00Z","valid_to":"2026-10-01T00:00:00Z","status":"active"}]}`))
	f.Add([]byte(`{"keys":[{"kty":"OKP","crv":"Ed25519","x":"nj27eNEFfv1yi1SuGgcLzhVjWP-A5TTviO4sAEo2oFM"}]}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		ring, p := parseKeyring(text)
		if p != nil {
			checkProblem(t, text, p)
			return
		}
		for i := range ring.keys {
			k := &ring.keys[i]
			if len(k.bytes) != keySize || ring.lookup(k.bytes) != k || k.fromAt.Known != (k.from != "") {
				t.Fatalf("%q: %+v", text, k)
			}
		}
	})
}

// FuzzDecode holds the decoders against encoding/base64 and encoding/hex, and
// that no two texts of one spelling mean the same bytes.
func FuzzDecode(f *testing.F) {
	for _, text := range []string{"", "AA==", "AB==", "-_-_", "+/+/", "9e3dbb78", "z6Mk", "2NEpo7TZRRrLZSi2U", "11233QC4"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if strings.ContainsAny(text, "\r\n") {
			return // encoding/base64 passes over them, we do not
		}
		std, wanted := base64Std.decode(text)
		if want, err := base64.StdEncoding.Strict().DecodeString(text); (wanted == "") != (err == nil) || err == nil && !bytes.Equal(std, want) {
			t.Fatalf("%q: %x, expected %q; oracle %x, %v", text, std, wanted, want, err)
		}
		url, wanted := base64URL.decode(text)
		if want, err := base64.RawURLEncoding.Strict().DecodeString(text); (wanted == "") != (err == nil) || err == nil && !bytes.Equal(url, want) {
			t.Fatalf("%q: %x, expected %q; oracle %x, %v", text, url, wanted, want, err)
		}
		data, ok := decodeHex(text)
		if want, err := hex.DecodeString(text); ok != (err == nil) || ok && !bytes.Equal(data, want) {
			t.Fatalf("%q: %x, %t; oracle %x, %v", text, data, ok, want, err)
		}
		if data, ok := decodeBase58(text); ok && encodeBase58(data) != text {
			t.Fatalf("%q: %x, which is %q", text, data, encodeBase58(data))
		}
	})
}

// encodeBase58 is base58btc by long division.
func encodeBase58(data []byte) string {
	var digits []byte
	zeros := len(data) - len(bytes.TrimLeft(data, "\x00"))
	for number := bytes.Clone(data[zeros:]); len(number) > 0; number = bytes.TrimLeft(number, "\x00") {
		rest := 0
		for i, b := range number {
			rest = rest<<8 | int(b)
			number[i] = byte(rest / 58)
			rest %= 58
		}
		digits = append([]byte{base58Digits[rest]}, digits...)
	}
	return strings.Repeat("1", zeros) + string(digits)
}
