package proof

import (
	"crypto/ed25519"
	"fmt"
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/core/internal/prooftest"
)

// TestIssuer: whom a credential or a token names as its issuer is held against the key that
// signed it, and against the owner that the keyring names.
func TestIssuer(t *testing.T) {
	public, private := prooftest.TestKey('v')
	other, _ := prooftest.TestKey('o')
	did := func(key []byte) string { return "did:key:z" + prooftest.Base58(append([]byte("\xed\x01"), key...)) }
	credential := func(issuer string) string {
		return `{"credentialSubject": {` + journey + when + `}, "issuer": ` + issuer + `}`
	}
	for _, row := range []struct{ name, claims, verdict, says string }{
		{"the owner's name", credential(`"airena-runner-2"`), authentic, ""},
		{"the owner's name in other letters", credential(`{"id": "` + did(public) + `", "name": "AiRENA-runner-2"}`), authentic, ""},
		{"the id of the key", credential(`{"id": "runner-1", "name": "Runner"}`), authentic, ""},
		{"the key itself", credential(`"` + did(public) + `"`), authentic, ""},
		{"another name", credential(`{"id": "` + did(public) + `", "name": "Arena of others"}`), authentic, "It names another issuer: Arena of others."},
		{"another address", credential(`"https://evil.example"`), authentic, "It names another issuer: “https://evil.example”."},
		{"another key", credential(`"` + did(other) + `"`), qualified, "as its issuer, and another key signed it"},
		{"a key of another kind", credential(`"did:key:zDnaerx9CtbPJ1q36T5Ln5wYt3MQYeGRG5ehnPAmxcf5mDZpv"`), qualified, "a key as its issuer that is not the key that signed it"},
		{"the issuer of a token", `{"iss": "arena of others", ` + journey + when + `}`, authentic, "It names another issuer"},
		{"a token of another key", `{"iss": "` + did(other) + `", ` + journey + when + `}`, qualified, "another key signed it"},
		{"a credential in a token", `{"vc": {"credentialSubject": {` + journey + when + `}, "issuer": "` + did(other) + `"}}`, qualified, "another key signed it"},
		{"a number", credential(`17`), authentic, ""},
		{"a record that is no credential", `{"issuer": "others", ` + journey + when + `}`, authentic, ""},
	} {
		signed := prooftest.UrlBase64(`{"alg":"EdDSA"}`) + "." + prooftest.UrlBase64(row.claims)
		text := signed + "." + prooftest.UrlBase64(string(ed25519.Sign(private, []byte(signed))))
		res := verified(t, VerifyRequest{Text: text, Keys: pin(public, ""), At: "2026-11-01T00:00:00Z"})
		key := checkOf(res, "key")
		if res.Verdict != row.verdict || !strings.Contains(res.Sentence, row.says) || !strings.Contains(key.Message, row.says) {
			t.Errorf("%s: %s, %s, %s: want %s, %q", row.name, res.Verdict, res.Sentence, key.Message, row.verdict, row.says)
		}
		if row.says == "" && strings.Contains(res.Sentence, "issuer") {
			t.Errorf("%s: %s", row.name, res.Sentence)
		}
		if res := verified(t, VerifyRequest{Text: text, Key: fmt.Sprintf("%x", public)}); res.Verdict != unknownKey {
			t.Errorf("%s, not pinned: %s", row.name, res.Verdict)
		}
	}
}

// TestNotSupported: a format that is recognized and not checked has its own heading, and an
// explanation without a place.
func TestNotSupported(t *testing.T) {
	sshRSA := prooftest.Armour([]byte("SSHSIG\x00\x00\x00\x01" + prooftest.SshParts(prooftest.SshParts("ssh-rsa", "e", "n"), "file", "", "sha512", "s")))
	es256 := prooftest.UrlBase64(`{"alg":"ES256"}`) + ".e30." + prooftest.UrlBase64("s")
	for _, row := range []struct {
		name, heading, sentence string
		req                     VerifyRequest
	}{
		{"COSE", notSupported, "This is a COSE signature, which is recognized but not checked.", VerifyRequest{Text: string(prooftest.FormatFile(t, "cose-sign1.cbor"))}},
		{"OpenPGP", notSupported, "This is an OpenPGP signature, which is recognized but not checked (gpg --verify does it).", VerifyRequest{Text: "-----BEGIN PGP SIGNATURE-----\n"}},
		{"CMS", notSupported, "This is a CMS signature", VerifyRequest{Text: "-----BEGIN PKCS7-----\n"}},
		{"sigstore", notSupported, "This is a sigstore bundle", VerifyRequest{Text: `{"verificationMaterial":{}}`}},
		{"RDF", notSupported, `This proof is signed with "Ed25519Signature2020"`, VerifyRequest{Text: `{"proof":{"type":"Ed25519Signature2020","proofValue":"z"}}`}},
		{"ES256", notSupported, `This is a JWS with the algorithm "ES256"`, VerifyRequest{Text: es256}},
		{"ES256 in a string", notSupported, `This is a JWS with the algorithm "ES256"`, VerifyRequest{Text: `"` + es256 + `"`}},
		{"SSH with RSA", notSupported, `This is an SSH signature by a key of the type "ssh-rsa"`, VerifyRequest{Text: "a", Signature: sshRSA}},
		{"alg none", "Can't read this", "Line 1, column 1: expected the algorithm EdDSA", VerifyRequest{Text: prooftest.UrlBase64(`{"alg":"none"}`) + ".e30."}},
		{"words", "Can't read this", "Line 1, column 1: expected a proof", VerifyRequest{Text: "hello"}},
	} {
		res := verified(t, row.req)
		if res.Verdict != unreadable || res.Heading != row.heading || !strings.HasPrefix(res.Sentence, row.sentence) {
			t.Errorf("%s: %s, %q, %q", row.name, res.Verdict, res.Heading, res.Sentence)
		}
	}
}
