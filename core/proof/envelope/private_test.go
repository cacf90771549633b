package envelope

import (
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/core/proof/key"
	"github.com/tallyproof/tallyproof/core/proof/text"
)

// TestPrivateKeys gives private keys of every kind to every reader. Each refuses
// and none repeats a word of it. The keys are zeros or, where their makers'
// tools are needed, only have the right shape.
func TestPrivateKeys(t *testing.T) {
	secretPart := strings.Repeat("A", 43)
	mini := "RWRTY0Iy" + strings.Repeat("A", 204)
	signify := "RWRCSwAA" + strings.Repeat("A", 131) + "="
	seed := strings.Repeat("00", 32)
	for _, c := range []struct{ name, text string }{
		{"PKCS #8", "-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEI" + secretPart + "\n-----END PRIVATE KEY-----\n"},
		{"encrypted PKCS #8", "-----BEGIN ENCRYPTED PRIVATE KEY-----\nAAAA\n-----END ENCRYPTED PRIVATE KEY-----\n"},
		{"EC", "-----BEGIN EC PRIVATE KEY-----\nAAAA\n-----END EC PRIVATE KEY-----\n"},
		{"OpenSSH", "-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXktdjEAAAAA\n-----END OPENSSH PRIVATE KEY-----\n"},
		{"OpenSSH without armour", "b3BlbnNzaC1rZXktdjEAAAAA" + secretPart},
		{"PKCS #8 in base64", "MC4CAQAwBQYDK2VwBCIEI" + secretPart},
		{"PKCS #8 in hex", "302E020100300506032B657004220420" + seed},
		{"JWK", `{"kty":"OKP","crv":"Ed25519","x":"nj27eNEFfv1yi1SuGgcLzhVjWP-A5TTviO4sAEo2oFM","d":"` + secretPart + `"}`},
		{"JWK cut", `{"kty":"OKP","crv":"Ed25519","d":"` + secretPart},
		{"JWK with an escaped name", `{"kty":"OKP","crv":"Ed25519","x":"nj27eNEFfv1yi1SuGgcLzhVjWP-A5TTviO4sAEo2oFM","\u0064":"` + secretPart + `"}`},
		{"RSA JWK", `{"kty":"RSA","n":"AQAB","e":"AQAB","d":"` + secretPart + `"}`},
		{"symmetric JWK", `{"kty":"oct","k":"` + secretPart + `"}`},
		{"JWKS", `{"keys":[{"kty":"OKP","crv":"Ed25519","x":"nj27eNEFfv1yi1SuGgcLzhVjWP-A5TTviO4sAEo2oFM","\u0064":"` + secretPart + `"}]}`},
		{"Multikey", "z3u2en7t5LR2WtQH5PfFqMqwVHBeXouLzo6haApm8XHqvjxq"},
		{"did:key", "did:key:z3u2en7t5LR2WtQH5PfFqMqwVHBeXouLzo6haApm8XHqvjxq"},
		{"note signer", "PRIVATE+KEY+arena.example+00000000+" + secretPart},
		{"minisign", "untrusted comment: minisign encrypted secret key\n" + mini + "\n"},
		{"minisign, the line", mini},
		{"signify", "untrusted comment: signify secret key\n" + signify + "\n"},
		{"PuTTY", "PuTTY-User-Key-File-3: ssh-ed25519\nEncryption: none\n"},
		{"age", "AGE-SECRET-KEY-1" + strings.ToUpper(secretPart)},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, ofKey := key.Parse(c.text)
			_, ofRing := key.ParseKeyring([]byte(c.text))
			_, ofProof := Read(c.text)
			_, ofFile := ReadBeside(c.text, []byte("m"))
			for reader, p := range map[string]*text.Problem{"key": ofKey, "keyring": ofRing, "proof": ofProof, "signature": ofFile} {
				switch {
				case p == nil:
					t.Errorf("%s: read", reader)
				case strings.Contains(p.Message, "AAAA") || strings.Contains(p.Message, "z3u2"):
					t.Errorf("%s: repeated: %s", reader, p.Message)
				case reader == "key" && !strings.Contains(p.Message, "private key"):
					t.Errorf("%s: %s", reader, p.Message)
				}
			}
			ring := `{"keys":[{"public_key":"` + strings.NewReplacer(`"`, `\"`, "\n", `\n`, `\`, `\\`).Replace(c.text) + `"}]}`
			if _, p := key.ParseKeyring([]byte(ring)); p == nil || strings.Contains(p.Message, "AAAA") || !strings.Contains(p.Message, "private key") {
				t.Errorf("in a keyring: %+v", p)
			}
		})
	}
}
