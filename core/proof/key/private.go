package key

import (
	"strings"

	"github.com/tallyproof/tallyproof/core/proof/text"
)

// RefuseText stops texts that are too long, or secret.
func RefuseText(str string) *text.Problem {
	if len(str) > text.MaxText {
		return text.ProblemAt(str, 0, "expected "+text.TooLong("a text", len(str)))
	}
	return RefusePrivate(str)
}

// Secret is the error of readers of keys for a private key.
const Secret = "a public key, found a private key"

// RefuseSecret returns the refusal of a private key. It quotes nothing.
func RefuseSecret(str string) *text.Problem {
	return text.ProblemAt(str, 0,
		"expected "+Secret+": it was not read. Nobody but its owner may see it; if this screen was shared, make a new one")
}

// privateMarks are texts that only private keys hold.
var privateMarks = []string{
	"PRIVATE KEY-----",     // PEM of any kind, OpenSSH
	"PRIVATE+KEY+",         // signer of a signed note
	"PuTTY-User-Key-File-", // PuTTY
	"AGE-SECRET-KEY-",      // age
	"b3BlbnNzaC1rZXktdjE",  // base64 of openssh-key-v1
	"MC4CAQAwBQYDK2Vw",     // base64 of PKCS #8 with Ed25519 (RFC 8410)
	"MFECAQEwBQYDK2Vw",     // the same with the public key
	"did:key:z3u2",         // Multikey of a private key, as a did:key
}

// RefusePrivate refuses a text that is a private key beyond doubt, whatever it
// was given as. Private JWKs are found where JSON is read, PKCS #8 in hexadecimal
// where bytes are.
func RefusePrivate(text string) *text.Problem {
	for _, mark := range privateMarks {
		if strings.Contains(text, mark) {
			return RefuseSecret(text)
		}
	}
	if strings.HasPrefix(strings.TrimSpace(text), "z3u2") {
		return RefuseSecret(text)
	}
	for line := range strings.Lines(text) {
		if isSecretLine(strings.TrimSpace(line)) {
			return RefuseSecret(text)
		}
	}
	return nil
}

// refuseKey is refuse for texts that are to be keys.
func refuseKey(text string) *text.Problem {
	if p := RefuseText(text); p != nil || !LooksLikePrivateJWK(text) {
		return p
	}
	return RefuseSecret(text)
}

// LooksLikePrivateJWK finds a private JWK even in JSON that cannot be read: a member d or
// k next to a member kty.
func LooksLikePrivateJWK(text string) bool {
	return hasMember(text, "kty") && (hasMember(text, "d") || hasMember(text, "k"))
}

// hasMember finds a member of that name in a text that may not be JSON: the name
// in quotes, and a colon behind it.
func hasMember(text, name string) bool {
	for {
		_, after, found := strings.Cut(text, `"`+name+`"`)
		if !found {
			return false
		}
		if strings.HasPrefix(strings.TrimLeft(after, " \t\r\n"), ":") {
			return true
		}
		text = after
	}
}

// isSecretLine tells the secret key of signify or minisign by its length, 104
// or 158 bytes in base64, and beginning, "Ed".
func isSecretLine(line string) bool {
	return (len(line) == 140 || len(line) == 212) && strings.HasPrefix(line, "RW")
}
