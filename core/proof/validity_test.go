package proof

import (
	"crypto/ed25519"
	"encoding/base64"
	"fmt"
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/core/internal/prooftest"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/proof/envelope"
	"github.com/tallyproof/tallyproof/core/proof/key"
)

// TestTokenValidity: a JSON Web Token that has ended, or is not yet valid, is not authentic.
func TestTokenValidity(t *testing.T) {
	public, private := prooftest.TestKey('v')
	for claim, verdict := range map[string]string{`"exp": 1798761600`: authentic, `"exp": 1767225600`: qualified, `"nbf": 1798761600`: qualified, `"nbf": 1767225600`: authentic} {
		signed := prooftest.UrlBase64(`{"alg":"EdDSA","typ":"JWT"}`) + "." + prooftest.UrlBase64(`{`+journey+`, `+claim+`}`)
		text := signed + "." + prooftest.UrlBase64(string(ed25519.Sign(private, []byte(signed))))
		if res := verified(t, VerifyRequest{Text: text, Keys: pin(public, ""), At: "2026-11-01T00:00:00Z"}); res.Verdict != verdict {
			t.Errorf("%s: %s, %s: want %s", claim, res.Verdict, res.Sentence, verdict)
		}
	}
}

// TestTokenTimes: the iat of a token is when its key was used.
func TestTokenTimes(t *testing.T) {
	public, private := prooftest.TestKey('v')
	for _, row := range []struct{ name, claims, verdict, says string }{
		{"before the key was valid", `"iat": 1577836800`, qualified, "The key is valid from 2026-06-01T00:00:00Z, and it was used at 2020-01-01T00:00:00Z."},
		{"while it was valid", `"iat": 1790812800`, authentic, ""},
		{"after that", `"iat": 1793491200, "exp": 1798761600`, qualified, "The key is valid until 2026-10-15T00:00:00Z"},
		{"in the future", `"iat": 1798761600`, qualified, "iat 2027-01-01T00:00:00Z is in the future."},
		{"before the evaluation", `"iat": 1790812800, "evaluated_at": "2026-10-02T00:00:00Z"`, qualified, "It was signed at 2026-10-01T00:00:00Z, before evaluated_at"},
		{"words, beside an issuer", `"iss": "a", "iat": "soon", "evaluated_at": "2026-10-02T00:00:00Z"`, authentic, ""},
	} {
		signed := prooftest.UrlBase64(`{"alg":"EdDSA"}`) + "." + prooftest.UrlBase64(`{`+journey+`, `+row.claims+`}`)
		text := signed + "." + prooftest.UrlBase64(string(ed25519.Sign(private, []byte(signed))))
		res := verified(t, VerifyRequest{Text: text, Keys: pin(public, `, "valid_from": "2026-06-01T00:00:00Z", "valid_to": "2026-10-15T00:00:00Z"`), At: "2026-11-01T00:00:00Z"})
		if res.Verdict != row.verdict || !strings.Contains(res.Sentence, row.says) {
			t.Errorf("%s: %s, %s: want %s, %q", row.name, res.Verdict, res.Sentence, row.verdict, row.says)
		}
	}
}

// TestCredentialValidity: outside of the time that a credential gives itself, it is
// not authentic.
func TestCredentialValidity(t *testing.T) {
	public, private := prooftest.TestKey('v')
	for _, row := range []struct{ name, more, verdict, says string }{
		{"within", `"validFrom": "2026-01-01T00:00:00Z", "validUntil": "2027-01-01T00:00:00Z"`, authentic, ""},
		{"clocks differ a little", `"validFrom": "2026-11-01T00:04:00Z"`, authentic, ""},
		{"before", `"validFrom": "2026-11-02T00:00:00Z"`, qualified, "It is valid only from 2026-11-02T00:00:00Z."},
		{"after", `"validUntil": "2026-10-31T00:00:00Z"`, qualified, "The signature expired at 2026-10-31T00:00:00Z."},
		{"a second before its end", `"validUntil": "2026-11-01T00:00:01Z"`, authentic, ""},
		{"at its end", `"validUntil": "2026-11-01T00:00:00Z"`, qualified, "The signature expired at 2026-11-01T00:00:00Z."},
		{"after, in version 1.1", `"expirationDate": "2026-10-31T00:00:00Z"`, qualified, "The signature expired at 2026-10-31T00:00:00Z."},
	} {
		credential := fmt.Sprintf(`{"credentialSubject": {%s%s}, %s, "proof": {"type": "DataIntegrityProof", "cryptosuite": "eddsa-jcs-2022", "proofPurpose": "assertionMethod", "verificationMethod": "k"}}`, journey, when, row.more)
		statement, err := Statement(StatementRequest{Document: op.Raw(credential)})
		if err != nil {
			t.Fatal(row.name, err)
		}
		message, _ := base64.StdEncoding.DecodeString(statement.Message)
		signed := strings.Replace(credential, `"k"}`, `"k", "proofValue": "z`+prooftest.Base58(ed25519.Sign(private, message))+`"}`, 1)
		res := verified(t, VerifyRequest{Text: signed, Keys: pin(public, ""), At: "2026-11-01T00:00:00Z"})
		if res.Verdict != row.verdict || !strings.Contains(res.Sentence, row.says) {
			t.Errorf("%s: %s, %s: want %s, %q", row.name, res.Verdict, res.Sentence, row.verdict, row.says)
		}
	}
}

// TestRevocableCredentials: one that names a list in which it may be revoked says so,
// in every envelope, since the list is not fetched.
func TestRevocableCredentials(t *testing.T) {
	public, private := prooftest.TestKey('v')
	for _, row := range []struct{ name, claims, status string }{
		{"a credential", `{"credentialSubject": {` + journey + `, "evaluated_at": "2026-10-02T00:00:00Z"}, "credentialStatus": {"type": "BitstringStatusListEntry"}}`, unknown},
		{"in a token", `{"vc": {"credentialSubject": {` + journey + `, "evaluated_at": "2026-10-02T00:00:00Z"}, "credentialStatus": [{"type": "BitstringStatusListEntry"}]}}`, unknown},
		{"without a list", `{"credentialSubject": {` + journey + `, "evaluated_at": "2026-10-02T00:00:00Z"}}`, pass},
		{"no credential", `{` + journey + `, "evaluated_at": "2026-10-02T00:00:00Z", "credentialStatus": "x"}`, pass},
	} {
		signed := prooftest.UrlBase64(`{"alg":"EdDSA"}`) + "." + prooftest.UrlBase64(row.claims)
		text := signed + "." + prooftest.UrlBase64(string(ed25519.Sign(private, []byte(signed))))
		note := row.claims + "\n\n— arena " + base64.StdEncoding.EncodeToString(append([]byte(key.NoteHash("arena", public)), ed25519.Sign(private, []byte(row.claims+"\n"))...)) + "\n"
		for envelope, text := range map[string]string{"jws": text, "note": note} {
			res := verified(t, VerifyRequest{Text: text, Keys: pin(public, ""), At: "2026-11-01T00:00:00Z"})
			open := strings.Contains(strings.Join(res.DoesNotProve, "; "), "that its issuer has not revoked it")
			if check := checkOf(res, "time"); res.Verdict != authentic || check.Status != row.status || open != (row.status == unknown) {
				t.Errorf("%s, %s: %s, the time is %s: %s; it does not prove %q", row.name, envelope, res.Verdict, check.Status, check.Message, res.DoesNotProve)
			}
		}
	}
}

// TestCredentialsInEnvelopes: a credential that has ended is not authentic, whatever
// carries it, and neither is a token whose signature stands beside its claims.
func TestCredentialsInEnvelopes(t *testing.T) {
	public, private := prooftest.TestKey('v')
	ended := `{"credentialSubject":{"agent":"nova","score":88},"validUntil":"2020-01-01T00:00:00Z"}`
	token := `{"agent":"nova","exp":1600000001,"score":88}`
	inside := func(header, document string) string {
		protected := prooftest.UrlBase64(header)
		sig := ed25519.Sign(private, []byte(protected+"."+prooftest.UrlBase64(document)))
		return strings.TrimSuffix(document, "}") + fmt.Sprintf(`,"signatures":[{"protected":%q,"signature":%q}]}`, protected, prooftest.UrlBase64(string(sig)))
	}
	inDSSE := func(kind, payload string) string {
		signature := ed25519.Sign(private, envelope.PreAuthenticated(kind, []byte(payload)))
		return fmt.Sprintf(`{"payloadType":%q,"payload":%q,"signatures":[{"sig":%q}]}`, kind, prooftest.StdBase64(payload), prooftest.StdBase64(string(signature)))
	}
	carried := `{"agent":"nova","score":88,"vc":` + ended + `}`
	members := strings.TrimSuffix(strings.TrimPrefix(ended, "{"), "}")
	noted := ended + "\n"
	for name, text := range map[string]string{
		"a token, JWS inside":      inside(`{"alg":"EdDSA","typ":"JWT"}`, token),
		"a credential, JWS inside": inside(`{"alg":"EdDSA"}`, ended),
		"a credential in DSSE":     inDSSE("t", ended),
		"a member vc in DSSE":      inDSSE("t", carried),
		"an in-toto predicate":     inDSSE("application/vnd.in-toto+json", `{"_type":"https://in-toto.io/Statement/v1","predicate":`+ended+`}`),
		"a predicate with vc":      inDSSE("application/vnd.in-toto+json", `{"_type":"https://in-toto.io/Statement/v1","predicate":`+carried+`}`),
		"a flat record":            declaredRecord(private, members),
		"a flat record with vc":    declaredRecord(private, strings.TrimSuffix(strings.TrimPrefix(carried, "{"), "}")),
		"a flat record, laid out":  flatOf(private, members, ended),
		"a credential in a note":   noted + "\n— arena " + base64.StdEncoding.EncodeToString(append([]byte(key.NoteHash("arena", public)), ed25519.Sign(private, []byte(noted))...)) + "\n",
	} {
		if res := verified(t, VerifyRequest{Text: text, Keys: pin(public, ""), At: "2026-11-01T00:00:00Z"}); res.Verdict != qualified || !strings.Contains(res.Sentence, "expired at 2020") {
			t.Errorf("%s: %s, %s", name, res.Verdict, res.Sentence)
		}
	}
	unsigned := strings.TrimSuffix(flatOf(private, `"agent": "nova", "score": 88`, `{"agent":"nova","score":88}`), "}") + `, "credentialSubject": {}, "validUntil": "2020-01-01T00:00:00Z"}`
	if res := verified(t, VerifyRequest{Text: unsigned, Keys: pin(public, ""), At: "2026-11-01T00:00:00Z"}); res.Verdict != authentic || res.Expires() != "" {
		t.Errorf("dates that are not signed: %s, %s", res.Verdict, res.Sentence)
	}
	// The place of a date in a signed text may lie beyond the end of its signature.
	far := `{"credentialSubject":{"agent":"` + strings.Repeat("a", 200) + `"},"validUntil":"soon"}`
	if res := verified(t, VerifyRequest{Text: far, Signature: fmt.Sprintf("%x", ed25519.Sign(private, []byte(far))), Keys: pin(public, "")}); res.Verdict != unreadable || !strings.Contains(res.Sentence, `for "validUntil"`) {
		t.Errorf("a date that is none: %s, %s", res.Verdict, res.Sentence)
	}
}
