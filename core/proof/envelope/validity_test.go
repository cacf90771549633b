package envelope

import (
	"fmt"
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
