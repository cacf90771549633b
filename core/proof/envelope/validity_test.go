package envelope

import (
	"fmt"
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/core/internal/prooftest"
)

// TestValidity: a credential holds from its own beginning to its own end or that of
// its signature, whichever is earlier. A record of another kind has no such members.
func TestValidity(t *testing.T) {
	const credential = `{"credentialSubject":%s%s,"proof":{"type":"DataIntegrityProof","cryptosuite":"eddsa-jcs-2022",
"verificationMethod":"https://arena.example/keys#1","proofPurpose":"assertionMethod"%s,"proofValue":"z2HnFSSPPBzR36zdDgK8PbEHeXbR56YF24jwMpt3R1eHXQzJDMWS93FCzpvJpwTWd3GAVFuUfjoJdcnTMuVor51aX"}}`
	for _, row := range []struct{ name, more, proof, begins, expires string }{
		{"nothing said", ``, ``, "", ""},
		{"version 2.0", `,"validFrom":"2026-01-01T00:00:00Z","validUntil":"2027-01-01T00:00:00Z"`, ``, "2026-01-01T00:00:00Z", "2027-01-01T00:00:00Z"},
		{"version 1.1", `,"issuanceDate":"2026-01-01T00:00:00Z","expirationDate":"2027-01-01T00:00:00Z"`, ``, "2026-01-01T00:00:00Z", "2027-01-01T00:00:00Z"},
		{"its end is earlier", `,"validUntil":"2027-01-01T00:00:00Z"`, `,"expires":"2028-01-01T00:00:00Z"`, "", "2027-01-01T00:00:00Z"},
		{"the signature's end is earlier", `,"validUntil":"2027-01-01T00:00:00Z"`, `,"expires":"2026-12-31T23:00:00-00:30"`, "", "2026-12-31T23:00:00-00:30"},
		{"earlier by its zone alone", `,"validUntil":"2027-01-01T00:00:00+14:00"`, `,"expires":"2026-12-31T23:00:00Z"`, "", "2027-01-01T00:00:00+14:00"},
	} {
		for _, subject := range []string{`{"score":1}`, `[{"score":1},{"score":2}]`} {
			statements, p := Read(fmt.Sprintf(credential, subject, row.more, row.proof))
			if p != nil || len(statements) != 1 {
				t.Fatal(row.name, p)
			}
			if s := statements[0]; s.Begins != row.begins || s.Expires != row.expires {
				t.Errorf("%s, of %s: from %q to %q, want from %q to %q", row.name, subject, s.Begins, s.Expires, row.begins, row.expires)
			}
		}
	}
	text := string(prooftest.FormatFile(t, "vc-eddsa-jcs-2022.json"))
	checkRefused(t, []brokenText{
		{"a beginning that is no time", prooftest.SwapOnce(t, text, `"validFrom": "2026`, `"validFrom": "soon`), "", `for "validFrom"`},
		{"an end that is no time", prooftest.SwapOnce(t, text, `"credentialSubject"`, `"validUntil": 2027, "credentialSubject"`), "", `for "validUntil"`},
	})
	statements, p := Read(`{"score":1,"validUntil":"soon","proof":{"type":"DataIntegrityProof","cryptosuite":"eddsa-jcs-2022","verificationMethod":"https://arena.example/keys#1","proofPurpose":"assertionMethod","proofValue":"z2HnFSSPPBzR36zdDgK8PbEHeXbR56YF24jwMpt3R1eHXQzJDMWS93FCzpvJpwTWd3GAVFuUfjoJdcnTMuVor51aX"}}`)
	if p != nil || statements[0].Expires != "" {
		t.Errorf("a record that is no credential: %v", p)
	}
}

// TestClaims: a JSON Web Token holds from its nbf to its exp, and a credential inside a
// JWS as long as it says. A payload without any sign of a token has neither.
func TestClaims(t *testing.T) {
	for _, row := range []struct{ name, header, payload, begins, expires string }{
		{"a token by its header", `{"alg":"EdDSA","typ":"JWT"}`, `{"score":1,"exp":1767225600}`, "", "2026-01-01T00:00:00Z"},
		{"by a header with a suffix", `{"alg":"EdDSA","typ":"vc+JWT"}`, `{"score":1,"nbf":1767225600.5,"exp":1798761600}`, "2026-01-01T00:00:00Z", "2027-01-01T00:00:00Z"},
		{"by another claim", `{"alg":"EdDSA"}`, `{"score":1,"iss":"a","exp":1767225600}`, "", "2026-01-01T00:00:00Z"},
		{"by a whole media type", `{"alg":"EdDSA","typ":"application/JWT"}`, `{"score":1,"exp":1767225600}`, "", "2026-01-01T00:00:00Z"},
		{"for an audience", `{"alg":"EdDSA"}`, `{"score":1,"aud":"a","exp":1767225600}`, "", "2026-01-01T00:00:00Z"},
		{"words beside an issuer", `{"alg":"EdDSA"}`, `{"score":1,"iss":"a","exp":"1200 XP"}`, "", ""},
		{"a credential that never ends", `{"alg":"EdDSA"}`, `{"credentialSubject":{"score":1},"validUntil":"9999-12-31T23:59:59Z"}`, "", "9999-12-31T23:59:59Z"},
		{"experience", `{"alg":"EdDSA"}`, `{"score":1,"exp":1200}`, "", ""},
		{"a credential", `{"alg":"EdDSA"}`, `{"credentialSubject":{"score":1},"validFrom":"2026-01-01T00:00:00Z","validUntil":"2027-01-01T00:00:00Z"}`, "2026-01-01T00:00:00Z", "2027-01-01T00:00:00Z"},
		{"a credential inside a token, which ends earlier", `{"alg":"EdDSA"}`, `{"iss":"a","exp":1767225600,"vc":{"credentialSubject":{"score":1},"expirationDate":"2027-01-01T00:00:00Z"}}`, "", "2026-01-01T00:00:00Z"},
		{"a credential inside a token, which ends later", `{"alg":"EdDSA"}`, `{"iss":"a","exp":1830297600,"vc":{"credentialSubject":{"score":1},"expirationDate":"2027-01-01T00:00:00Z"}}`, "", "2027-01-01T00:00:00Z"},
		{"milliseconds", `{"alg":"EdDSA","typ":"JWT"}`, `{"score":1,"exp":1767225600000}`, "", "2200-12-31T23:59:59Z"},
		{"no object", `{"alg":"EdDSA","typ":"JWT"}`, `exp`, "", ""},
	} {
		compact, _ := signedJWS(row.header, row.payload)
		parts := strings.Split(compact, ".")
		beside, p := ReadBeside(parts[0]+".."+parts[2], []byte(row.payload))
		if p != nil {
			t.Fatal(row.name, p)
		}
		for form, text := range map[string]string{"compact": compact, "general": general(compact)} {
			statements, p := Read(text)
			if p != nil {
				t.Fatal(row.name, form, p)
			}
			for _, s := range append(statements, beside...) {
				s.Record()
				if s.Begins != row.begins || s.Expires != row.expires {
					t.Errorf("%s, %s: from %q to %q, want from %q to %q", row.name, form, s.Begins, s.Expires, row.begins, row.expires)
				}
			}
		}
	}
	broken := func(payload string) string { text, _ := signedJWS(`{"alg":"EdDSA","typ":"JWT"}`, payload); return text }
	checkRefused(t, []brokenText{
		{"an end in words", broken(`{"exp":"soon"}`), "", `seconds since 1970 for "exp"`},
		{"a beginning in words", broken(`{"nbf":"2026-01-01T00:00:00Z"}`), "", `seconds since 1970 for "nbf"`},
		{"two that are none: the same is refused each time", broken(`{"exp":"soon","nbf":"later"}`), "", `seconds since 1970 for "nbf"`},
		{"a credential whose end is no time", broken(`{"credentialSubject":{},"validUntil":"soon"}`), "", `for "validUntil"`},
	})
}
