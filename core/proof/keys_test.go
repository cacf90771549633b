package proof

import (
	"encoding/base64"
	"encoding/hex"
	"strings"
	"testing"
)

// theKey is the evaluator's key of vectors/proofs/formats.
const theKey = "9e3dbb78d1057efd728b54ae1a070bce156358ff80e534ef88ee2c004a36a053"

func TestParseKey(t *testing.T) {
	raw, _ := hex.DecodeString(theKey)
	std, url := base64.StdEncoding.EncodeToString(raw), base64.RawURLEncoding.EncodeToString(raw)
	der, _ := hex.DecodeString("302a300506032b6570032100" + theKey)
	jwk := string(formatFile(t, "pubkey.jwk.json"))
	const multikey = "z6Mkq6y4KgpUMyaaa1cS4mAG8gwjCnwkpRtJqRU8zj7KeQsU"
	sshVkey := "ssh-log.example+" + hex.EncodeToString([]byte(noteHash("ssh-log.example", raw))) + "+" + stdBase64("\x01"+string(raw))
	line := strings.TrimSpace(string(formatFile(t, "sshsig.pub")))
	blob := strings.Fields(line)[1]
	sshKey, _ := base64.StdEncoding.DecodeString(blob)
	sshHex := hex.EncodeToString(sshKey[19:])
	for _, c := range []struct {
		name, text, key, id, of, spelling string
	}{
		{"hex", theKey, theKey, "", "", "hex"},
		{"hex, upper case", strings.ToUpper(theKey), theKey, "", "", "hex"},
		{"hex, 0x", "0x" + theKey, theKey, "", "", "hex"},
		{"hex with white space around", " \n" + theKey + "\r\n", theKey, "", "", "hex"},
		{"base64", std, theKey, "", "", "base64"},
		{"base64 without padding", strings.TrimRight(std, "="), theKey, "", "", "base64"},
		{"base64url", url, theKey, "", "", "base64"},
		{"base64url with padding", url + "=", theKey, "", "", "base64"},
		{"DER in base64", base64.StdEncoding.EncodeToString(der), theKey, "", "", "DER"},
		{"DER in hex", hex.EncodeToString(der), theKey, "", "", "DER"},
		{"PEM", string(formatFile(t, "pubkey.pem")), theKey, "", "", "PEM"},
		{"PEM, CR LF", strings.ReplaceAll(string(formatFile(t, "pubkey.pem")), "\n", "\r\n"), theKey, "", "", "PEM"},
		{"JWK", jwk, theKey, "runner-1", "", "JWK"},
		{"JWK with a chain", swapOnce(t, jwk, "{", `{"x5c":["AAAA"],`), theKey, "runner-1", "", "JWK"},
		{"JWK that may verify", swapOnce(t, jwk, `"use":"sig"`, `"key_ops":["sign","verify"]`), theKey, "runner-1", "", "JWK"},
		{"JWKS with one key of ours", `{"keys":[{"kty":"EC","crv":"P-256","x":"AA","y":"AA"},` + jwk + `]}`, theKey, "runner-1", "", "JWKS"},
		{"did:key", "did:key:" + multikey, theKey, "did:key:" + multikey, "", "did:key"},
		{"did:key with fragment", "did:key:" + multikey + "#" + multikey, theKey, "did:key:" + multikey + "#" + multikey, "", "did:key"},
		{"Multikey", multikey, theKey, multikey, "", "Multikey"},
		{"Multikey file", string(formatFile(t, "pubkey.multibase")), theKey, multikey, "", "Multikey"},
		{"verifier key", string(formatFile(t, "note.vkey")), theKey, "arena.example/scores+87c5c822", "arena.example/scores", "note"},
		{"SSH line", line, sshHex, "", "test", "SSH"},
		{"SSH line without comment", "ssh-ed25519 " + blob, sshHex, "", "", "SSH"},
		{"SSH blob", blob, sshHex, "", "", "SSH"},
		{"allowed_signers", string(formatFile(t, "sshsig.allowed_signers")), sshHex, "", "test@arena.example", "SSH"},
		{"authorized_keys with options", `restrict,command="echo \"a b\"" ssh-ed25519 ` + blob + " me on laptop", sshHex, "", "me on laptop", "SSH"},
		{"authorized_keys with comments", "# mine\n\nssh-ed25519 " + blob + "\n", sshHex, "", "", "SSH"},
		{"verifier key of a name like SSH's", sshVkey, theKey, sshVkey[:len(sshVkey)-45], "ssh-log.example", "note"},
		{"minisign file", string(formatFile(t, "minisign.pub")), "", "DF7F01F5749AB94C", "minisign public key DF7F01F5749AB94C", "minisign"},
		{"minisign line", "RWRMuZp09QF/37qnxMYAV9+3GFdwxnVyXnqHoDIshDLqqAc3O4V+ENBl", "", "DF7F01F5749AB94C", "", "minisign"},
		{"signify file", string(formatFile(t, "signify.pub")), "", "7576E17036DD6183", "score test public key", "signify"},
	} {
		t.Run(c.name, func(t *testing.T) {
			k, p := parseKey(c.text)
			if p != nil {
				t.Fatalf("%+v", p)
			}
			if len(k.bytes) != keySize || c.key != "" && hex.EncodeToString(k.bytes) != c.key {
				t.Errorf("key %x, want %s", k.bytes, c.key)
			}
			if k.id != c.id || k.name != c.of || k.spelling != c.spelling {
				t.Errorf("id %q, name %q, spelling %q", k.id, k.name, k.spelling)
			}
		})
	}
}

func TestParseKeyRefused(t *testing.T) {
	jwk := string(formatFile(t, "pubkey.jwk.json"))
	vkey := string(formatFile(t, "note.vkey"))
	pem := string(formatFile(t, "pubkey.pem"))
	mini := string(formatFile(t, "minisign.pub"))
	line := strings.TrimSpace(string(formatFile(t, "sshsig.pub")))
	for _, c := range []struct{ name, text, wanted string }{
		{"empty", "", "found an empty text"},
		{"prose", "my key", "expected a public key in hex"},
		{"hex cut", theKey[:62], "a public key of 32 bytes, found 31"},
		{"hex too long", theKey + "00", "a public key of 32 bytes, found 33"},
		{"odd hex", theKey[:63], "expected a public key in hex"},
		{"two keys", theKey + "\n" + theKey, "expected a public key in hex"},
		{"base64 with bits left over", "nj27eNEFfv1yi1SuGgcLzhVjWP-A5TTviO4sAEo2oFN", "expected a public key in hex"},
		{"base64 in both alphabets", "nj27eNEFfv1yi1SuGgcLzhVjWP-A5TTviO4sAEo2o/M", "expected a public key in hex"},
		{"64 bytes", theKey + theKey, "found 64: a signature, or a private key"},
		{"too long", strings.Repeat("a", maxText+1), "of at most 1048576 bytes"},
		{"PEM cut", pem[:60], "expected the line -----END PUBLIC KEY-----"},
		{"PEM with more behind", pem + pem, "expected nothing after the line"},
		{"PEM of another key", "-----BEGIN PUBLIC KEY-----\nMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE\n-----END PUBLIC KEY-----", "found one of another kind"},
		{"PEM with bits left over", strings.Replace(pem, "oFM=", "oFN=", 1), "unused bits are zero"},
		{"certificate", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----", `found the label "CERTIFICATE"`},
		{"JSON cut", jwk[:50], "a JWK in strict JSON (line 1, column"},
		{"JWK of another curve", swapOnce(t, jwk, "Ed25519", "Ed448"), `found "OKP" and "Ed448"`},
		{"JWK of another kind", swapOnce(t, jwk, "OKP", "EC"), `found "EC" and "Ed25519"`},
		{"JWK for ES256", swapOnce(t, jwk, "EdDSA", "ES256"), `a JWK with alg "EdDSA" or "Ed25519"`},
		{"JWK for encryption", swapOnce(t, jwk, `"sig"`, `"enc"`), `a JWK with use "sig"`},
		{"JWK that only signs", swapOnce(t, jwk, `"use":"sig"`, `"key_ops":["sign"]`), `"verify" among its key_ops`},
		{"JWK with x cut", swapOnce(t, jwk, "AEo2oFM", ""), "a JWK whose x has 32 bytes, found 27"},
		{"JWK with padded x", swapOnce(t, jwk, "oFM", "oFM="), "the JWK's x in base64url with no padding"},
		{"JWK with bits left over", swapOnce(t, jwk, "oFM", "oFN"), "unused bits are zero"},
		{"JWK with a member twice", swapOnce(t, jwk, "{", `{"kid":"a",`), "a JWK in strict JSON"},
		{"JWKS with two keys", `{"keys":[` + jwk + `,` + jwk + `]}`, "a JWKS with one Ed25519 key, found 2"},
		{"JWKS without a key", `{"keys":[]}`, "a JWKS with one Ed25519 key, found 0"},
		{"did:key of another method", "did:web:arena.example", "expected a public key in hex"},
		{"did:key cut", "did:key:z6Mkq6y4KgpUMyaaa1cS4mAG8gwjCnwkpRtJqRU8zj7KeQs", "an Ed25519 Multikey"},
		{"did:key with a letter that base58 lacks", "did:key:z6Mk0", "a Multikey in base58btc"},
		{"did:key in base64", "did:key:u7QGePbt4", "which begins with z"},
		{"X25519 Multikey", "z6LSbysY2xFMRpGMhb7tFTLMpeuPRaqaWM1yECx2AtzE3KCc", "an Ed25519 Multikey"},
		{"Multikey with a letter that base58 lacks", "z6Mkq6y4KgpUMyaaa1cS4mAG8gwjCnwkpRtJqRU8zj7KeQs0", "a Multikey in base58btc"},
		{"verifier key with another hash", swapOnce(t, vkey, "+87c5c822+", "+87c5c823+"), "whose hash is that of its name and key"},
		{"verifier key with another name", swapOnce(t, vkey, "arena.example", "arena.exemple"), "whose hash is that of its name and key"},
		{"verifier key with its hash in upper case", swapOnce(t, vkey, "+87c5c822+", "+87C5C822+"), "its name and key, in lower case"},
		{"verifier key of a witness", "w+00000000+" + stdBase64("\x04"+strings.Repeat("k", 32)), "of type 1, Ed25519, found type 4"},
		{"verifier key cut", "w+00000000+" + stdBase64("\x01"+strings.Repeat("k", 31)), "a verifier key of 32 bytes, found 31"},
		{"verifier key without a key", "w+00000000+", "a verifier key"},
		{"verifier key with a name of two words", "a b+87c5c822+" + vkey[len(vkey)-45:], "a verifier key with a name without spaces"},
		{"verifier key in base64url", swapOnce(t, vkey, "j/gOU", "j_gOU"), "a verifier key whose last part is standard base64"},
		{"JWKS with a broken key", `{"keys":[{"kty":"OKP","crv":"Ed25519","x":"AA"}]}`, "a JWK whose x has 32 bytes, found 1"},
		{"minisign key that is no base64", swapOnce(t, mini, "RWRM", "RW%M"), "a second line in standard base64"},
		{"SSH key that is no base64", "ssh-ed25519 %", "an SSH key in standard base64"},
		{"SSH key behind three words", "a b c " + line, "at most principals and options before the type"},
		{"SSH type inside a word", "assh-ed25519", "an SSH key of the type ssh-ed25519"},
		{"SSH key of another type", "ssh-rsa AAAAB3NzaC1yc2E= me", `of the type ssh-ed25519, found "ssh-rsa"`},
		{"security key", "sk-ssh-ed25519@openssh.com AAAA", `found "sk-ssh-ed25519@openssh.com"`},
		{"SSH key cut", line[:60], "the type ssh-ed25519 and 32 bytes in an SSH key"},
		{"SSH key without base64", "ssh-ed25519", "base64 after the type"},
		{"SSH key with another type inside", "ssh-ed25519 " + stdBase64(sshParts("ssh-rsa", strings.Repeat("k", 32))), "the type ssh-ed25519 and 32 bytes"},
		{"two SSH keys", line + "\n" + line, "one SSH key, found another line"},
		{"open quote", `command="a ` + line, "whose quotes are closed"},
		{"certificate authority", "a cert-authority " + line, "without the option cert-authority"},
		{"namespaces", `a namespaces="git" ` + line, "without the option namespaces"},
		{"valid-before", `a valid-before="20260101" ` + line, "without the option valid-before"},
		{"minisign key cut", mini[:len(mini)-9], "in the second line"},
		{"minisign with more behind", mini + "x\n", "a key file of two lines, found 3"},
		{"minisign signature as a key", string(formatFile(t, "record.json.minisig")), "a key file of two lines, found 4"},
		{"signify signature as a key", string(formatFile(t, "record.json.signify")), "a key of minisign or signify in the second line"},
	} {
		t.Run(c.name, func(t *testing.T) {
			k, p := parseKey(c.text)
			if p == nil {
				t.Fatalf("read: %+v", k)
			}
			if !strings.Contains(p.message, c.wanted) {
				t.Errorf("message %q, want %q in it", p.message, c.wanted)
			}
			checkProblem(t, []byte(c.text), p)
		})
	}
}

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
			_, ofKey := parseKey(c.text)
			_, ofRing := parseKeyring([]byte(c.text))
			_, ofProof := readStatements([]byte(c.text))
			_, ofFile := readDetached([]byte(c.text), []byte("m"))
			for reader, p := range map[string]*problem{"key": ofKey, "keyring": ofRing, "proof": ofProof, "signature": ofFile} {
				switch {
				case p == nil:
					t.Errorf("%s: read", reader)
				case strings.Contains(p.message, "AAAA") || strings.Contains(p.message, "z3u2"):
					t.Errorf("%s: repeated: %s", reader, p.message)
				case reader == "key" && !strings.Contains(p.message, "private key"):
					t.Errorf("%s: %s", reader, p.message)
				}
			}
			ring := `{"keys":[{"public_key":"` + strings.NewReplacer(`"`, `\"`, "\n", `\n`, `\`, `\\`).Replace(c.text) + `"}]}`
			if _, p := parseKeyring([]byte(ring)); p == nil || strings.Contains(p.message, "AAAA") || !strings.Contains(p.message, "private key") {
				t.Errorf("in a keyring: %+v", p)
			}
		})
	}
}
