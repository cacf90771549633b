package proof

import (
	"crypto/ed25519"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/core/internal/prooftest"
	"github.com/tallyproof/tallyproof/core/proof/envelope"
)

// dsseOf is an envelope with signatures over a payload, in base64.
func dsseOf(payload string, signatures ...[]byte) string {
	var list []string
	for _, sig := range signatures {
		list = append(list, fmt.Sprintf(`{"sig":%q}`, base64.StdEncoding.EncodeToString(sig)))
	}
	return fmt.Sprintf(`{"payloadType":"a","payload":%q,"signatures":[%s]}`, base64.StdEncoding.EncodeToString([]byte(payload)), strings.Join(list, ","))
}

// jwsOf is a JWS in JSON with signatures over a payload.
func jwsOf(payload string, signatures ...[]byte) string {
	header := base64.RawURLEncoding.EncodeToString([]byte(`{"alg":"EdDSA"}`))
	var list []string
	for _, sig := range signatures {
		list = append(list, fmt.Sprintf(`{"protected":%q,"signature":%q}`, header, base64.RawURLEncoding.EncodeToString(sig)))
	}
	return fmt.Sprintf(`{"payload":%q,"signatures":[%s]}`, base64.RawURLEncoding.EncodeToString([]byte(payload)), strings.Join(list, ","))
}

// TestContentIsReadAfterASignature holds that nothing is said of what an envelope
// carries before a signature over it holds, even if it is broken.
func TestContentIsReadAfterASignature(t *testing.T) {
	public, private := prooftest.TestKey('w')
	junk := make([]byte, ed25519.SignatureSize)
	named := hex.EncodeToString(public)
	for name, payload := range map[string]string{
		"no JSON": "{no JSON", "a member twice": `{"score":1,"score":2}`, "a date": `{"credentialSubject":{"score":1},"validUntil":"soon"}`,
	} {
		signed := map[string]VerifyRequest{
			"DSSE":     {Text: dsseOf(payload, junk, ed25519.Sign(private, envelope.PreAuthenticated("a", []byte(payload))))},
			"detached": {Text: payload, Signature: hex.EncodeToString(ed25519.Sign(private, []byte(payload)))},
		}
		for form, req := range signed {
			req.Key = named
			if got := verified(t, req); got.Verdict != unreadable || !strings.Contains(got.Sentence, "in the signed text, ") {
				t.Errorf("%s, %s, signed: %s: %s", form, name, got.Verdict, got.Sentence)
			}
		}
		for form, req := range map[string]VerifyRequest{
			"DSSE":     {Text: dsseOf(payload, junk, junk)},
			"JWS":      {Text: jwsOf(payload, junk, junk)},
			"base64":   {Text: strings.Replace(jwsOf(payload, junk), `"payload":"`, `"payload":"*`, 1)},
			"detached": {Text: payload, Signature: hex.EncodeToString(junk)},
		} {
			for key, want := range map[string]string{named: notAuthentic, "": unknownKey} {
				req.Key = key
				if got := verified(t, req); got.Verdict != want || len(got.Claims) > 0 {
					t.Errorf("%s, %s, key %q: %s, %v: want %s and no claims", form, name, key, got.Verdict, got.Claims, want)
				}
			}
		}
	}
}

// TestSignaturesShareTheirContent holds that a long payload is decoded and parsed once
// however many signatures cover it, and not at all if none holds.
func TestSignaturesShareTheirContent(t *testing.T) {
	public, private := prooftest.TestKey('w')
	payload := `{"credentialSubject":{"final_score":1},"a":[` + strings.Repeat("0,", 100_000) + "0]}"
	sig := ed25519.Sign(private, envelope.PreAuthenticated("a", []byte(payload)))
	junk := make([]byte, ed25519.SignatureSize)
	many := func(first []byte, others ...[]byte) []byte {
		all := [][]byte{first}
		for len(all) < envelope.MostSignatures {
			all = append(all, others...)
		}
		return []byte(dsseOf(payload, all...))
	}
	used := func(text []byte, want string) float64 {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		if got := verified(t, VerifyRequest{Text: string(text), Key: hex.EncodeToString(public)}); got.Verdict != want {
			t.Fatalf("%s: %s", got.Verdict, got.Sentence)
		}
		runtime.ReadMemStats(&after)
		return float64(after.TotalAlloc-before.TotalAlloc) / float64(len(payload))
	}
	one := used([]byte(dsseOf(payload, sig)), unknownKey)
	if none := used(many(junk, junk), notAuthentic); none > 12 {
		t.Errorf("none of 32 holds: %.0f times its size are allocated, want at most 12", none)
	}
	for name, text := range map[string][]byte{"the first": many(sig, junk), "all": many(sig, sig)} {
		if got := used(text, unknownKey); got > one+4 {
			t.Errorf("%s of 32 holds: %.0f times its size are allocated, %.0f if there is no other", name, got, one)
		}
	}
}
