package key

import (
	"bytes"
	"encoding/hex"
	"testing"

	"github.com/tallyproof/tallyproof/core/internal/prooftest"
	"github.com/tallyproof/tallyproof/core/proof/signature"
)

// FuzzKey holds that a key that is read has one meaning: its hexadecimal
// spelling is the same key.
func FuzzKey(f *testing.F) {
	prooftest.SeedFiles(f, func(data []byte) { f.Add(string(data)) }, "formats")
	f.Add(prooftest.TheKey)
	f.Add("nj27eNEFfv1yi1SuGgcLzhVjWP-A5TTviO4sAEo2oFM")
	f.Add("did:key:z6Mkq6y4KgpUMyaaa1cS4mAG8gwjCnwkpRtJqRU8zj7KeQsU")
	f.Fuzz(func(t *testing.T, text string) {
		k, p := Parse(text)
		if p != nil {
			prooftest.CheckProblem(t, []byte(text), p)
			return
		}
		again, p := Parse(hex.EncodeToString(k.Bytes))
		if p != nil || !bytes.Equal(again.Bytes, k.Bytes) || len(k.Bytes) != signature.KeySize || k.Spelling == "" {
			t.Fatalf("%q: %+v, again %+v, %+v", text, k, again, p)
		}
	})
}

// FuzzKeyring holds that each key of a keyring that is read is found in it.
func FuzzKeyring(f *testing.F) {
	prooftest.SeedFiles(f, func(data []byte) { f.Add(data) }, "formats")
	f.Add([]byte(`{"keys":[{"id":"a","owner":"o","arena":"r","public_key":"` + prooftest.TheKey + `","valid_from":"2025-10-01T00:00:00Z","valid_to":"2026-10-01T00:00:00Z","status":"active"}]}`))
	f.Add([]byte(`{"keys":[{"kty":"OKP","crv":"Ed25519","x":"nj27eNEFfv1yi1SuGgcLzhVjWP-A5TTviO4sAEo2oFM"}]}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		ring, p := ParseKeyring(text)
		if p != nil {
			prooftest.CheckProblem(t, text, p)
			return
		}
		for i := range ring.Keys {
			k := &ring.Keys[i]
			if len(k.Bytes) != signature.KeySize || ring.lookup(k.Bytes) != k || k.FromAt.Known != (k.From != "") {
				t.Fatalf("%q: %+v", text, k)
			}
		}
	})
}
