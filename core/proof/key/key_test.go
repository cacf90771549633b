package key

import (
	"encoding/base64"
	"encoding/hex"
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/core/internal/prooftest"
	"github.com/tallyproof/tallyproof/core/proof/signature"
	"github.com/tallyproof/tallyproof/core/proof/text"
)

func TestParseKey(t *testing.T) {
	raw, _ := hex.DecodeString(prooftest.TheKey)
	std, url := base64.StdEncoding.EncodeToString(raw), base64.RawURLEncoding.EncodeToString(raw)
	der, _ := hex.DecodeString("302a300506032b6570032100" + prooftest.TheKey)
	jwk := string(prooftest.FormatFile(t, "pubkey.jwk.json"))
	var colons string
	for _, b := range raw {
		colons += hex.EncodeToString([]byte{b}) + ":"
	}
	const multikey = "z6Mkq6y4KgpUMyaaa1cS4mAG8gwjCnwkpRtJqRU8zj7KeQsU"
	sshVkey := "ssh-log.example+" + hex.EncodeToString([]byte(NoteHash("ssh-log.example", raw))) + "+" + prooftest.StdBase64("\x01"+string(raw))
	line := strings.TrimSpace(string(prooftest.FormatFile(t, "sshsig.pub")))
	blob := strings.Fields(line)[1]
	sshKey, _ := base64.StdEncoding.DecodeString(blob)
	sshHex := hex.EncodeToString(sshKey[19:])
	for _, c := range []struct {
		name, text, key, id, of, spelling string
	}{
		{"hex", prooftest.TheKey, prooftest.TheKey, "", "", "hex"},
		{"hex, upper case", strings.ToUpper(prooftest.TheKey), prooftest.TheKey, "", "", "hex"},
		{"hex, 0x", "0x" + prooftest.TheKey, prooftest.TheKey, "", "", "hex"},
		{"hex with colons", strings.TrimSuffix(colons, ":"), prooftest.TheKey, "", "", "hex"},
		{"hex with colons, upper case", strings.ToUpper(strings.TrimSuffix(colons, ":")), prooftest.TheKey, "", "", "hex"},
		{"hex as OpenSSL prints it", colons[:45] + "\n    " + colons[45:90] + "\n    " + strings.TrimSuffix(colons[90:], ":"), prooftest.TheKey, "", "", "hex"},
		{"ed25519: and hex", "ed25519:" + prooftest.TheKey, prooftest.TheKey, "", "", "hex"},
		{"ed25519: and base64", "ed25519:" + std, prooftest.TheKey, "", "", "base64"},
		{"ed25519: and base58", "Ed25519:" + prooftest.Base58(raw), prooftest.TheKey, "", "", "base58"},
		{"allowed_signers with limits", `a@b,c@d namespaces="file,git",valid-after="20260101Z",valid-before="202701011200Z" ` + line, sshHex, "", "test", "SSH"},
		{"hex with white space around", " \n" + prooftest.TheKey + "\r\n", prooftest.TheKey, "", "", "hex"},
		{"base64", std, prooftest.TheKey, "", "", "base64"},
		{"base64 without padding", strings.TrimRight(std, "="), prooftest.TheKey, "", "", "base64"},
		{"base64url", url, prooftest.TheKey, "", "", "base64"},
		{"base64url with padding", url + "=", prooftest.TheKey, "", "", "base64"},
		{"DER in base64", base64.StdEncoding.EncodeToString(der), prooftest.TheKey, "", "", "DER"},
		{"DER in hex", hex.EncodeToString(der), prooftest.TheKey, "", "", "DER"},
		{"PEM", string(prooftest.FormatFile(t, "pubkey.pem")), prooftest.TheKey, "", "", "PEM"},
		{"PEM, CR LF", strings.ReplaceAll(string(prooftest.FormatFile(t, "pubkey.pem")), "\n", "\r\n"), prooftest.TheKey, "", "", "PEM"},
		{"JWK", jwk, prooftest.TheKey, "runner-1", "", "JWK"},
		{"JWK with a chain", prooftest.SwapOnce(t, jwk, "{", `{"x5c":["AAAA"],`), prooftest.TheKey, "runner-1", "", "JWK"},
		{"JWK that may verify", prooftest.SwapOnce(t, jwk, `"use":"sig"`, `"key_ops":["sign","verify"]`), prooftest.TheKey, "runner-1", "", "JWK"},
		{"JWKS with one key of ours", `{"keys":[{"kty":"EC","crv":"P-256","x":"AA","y":"AA"},` + jwk + `]}`, prooftest.TheKey, "runner-1", "", "JWKS"},
		{"did:key", "did:key:" + multikey, prooftest.TheKey, "did:key:" + multikey, "", "did:key"},
		{"did:key with fragment", "did:key:" + multikey + "#" + multikey, prooftest.TheKey, "did:key:" + multikey + "#" + multikey, "", "did:key"},
		{"Multikey", multikey, prooftest.TheKey, multikey, "", "Multikey"},
		{"Multikey file", string(prooftest.FormatFile(t, "pubkey.multibase")), prooftest.TheKey, multikey, "", "Multikey"},
		{"verifier key", string(prooftest.FormatFile(t, "note.vkey")), prooftest.TheKey, "arena.example/scores+87c5c822", "arena.example/scores", "note"},
		{"SSH line", line, sshHex, "", "test", "SSH"},
		{"SSH line without comment", "ssh-ed25519 " + blob, sshHex, "", "", "SSH"},
		{"SSH blob", blob, sshHex, "", "", "SSH"},
		{"allowed_signers", string(prooftest.FormatFile(t, "sshsig.allowed_signers")), sshHex, "", "test@arena.example", "SSH"},
		{"authorized_keys with options", `restrict,command="echo \"a b\"" ssh-ed25519 ` + blob + " me on laptop", sshHex, "", "me on laptop", "SSH"},
		{"authorized_keys with comments", "# mine\n\nssh-ed25519 " + blob + "\n", sshHex, "", "", "SSH"},
		{"verifier key of a name like SSH's", sshVkey, prooftest.TheKey, sshVkey[:len(sshVkey)-45], "ssh-log.example", "note"},
		{"minisign file", string(prooftest.FormatFile(t, "minisign.pub")), "", "DF7F01F5749AB94C", "minisign public key DF7F01F5749AB94C", "minisign"},
		{"minisign line", "RWRMuZp09QF/37qnxMYAV9+3GFdwxnVyXnqHoDIshDLqqAc3O4V+ENBl", "", "DF7F01F5749AB94C", "", "minisign"},
		{"signify file", string(prooftest.FormatFile(t, "signify.pub")), "", "7576E17036DD6183", "score test public key", "signify"},
	} {
		t.Run(c.name, func(t *testing.T) {
			k, p := Parse(c.text)
			if p != nil {
				t.Fatalf("%+v", p)
			}
			if len(k.Bytes) != signature.KeySize || c.key != "" && hex.EncodeToString(k.Bytes) != c.key {
				t.Errorf("key %x, want %s", k.Bytes, c.key)
			}
			if k.ID != c.id || k.Name != c.of || k.Spelling != c.spelling {
				t.Errorf("id %q, name %q, spelling %q", k.ID, k.Name, k.Spelling)
			}
		})
	}
}

// ambiguous is 32 bytes in base64 without padding, and other 32 bytes in base58.
var ambiguous = strings.Repeat("z", 42) + "4"

func TestParseKeyRefused(t *testing.T) {
	jwk := string(prooftest.FormatFile(t, "pubkey.jwk.json"))
	vkey := string(prooftest.FormatFile(t, "note.vkey"))
	pem := string(prooftest.FormatFile(t, "pubkey.pem"))
	mini := string(prooftest.FormatFile(t, "minisign.pub"))
	line := strings.TrimSpace(string(prooftest.FormatFile(t, "sshsig.pub")))
	for _, c := range []struct{ name, text, wanted string }{
		{"empty", "", "found an empty text"},
		{"prose", "my key", "expected a public key in hex"},
		{"byte order mark", "\ufeff{\"keys\":[]}", "expected a public key, found a byte order mark: save the text as UTF-8 without one"},
		{"UTF-16", "\xff\xfe{\x00}\x00", "expected a public key, found UTF-16, as some shells of Windows write files: save the text as UTF-8"},
		{"hex cut", prooftest.TheKey[:62], "a public key of 32 bytes, found 31"},
		{"hex too long", prooftest.TheKey + "00", "a public key of 32 bytes, found 33"},
		{"odd hex", prooftest.TheKey[:63], "expected a public key in hex"},
		{"two keys", prooftest.TheKey + "\n" + prooftest.TheKey, "expected a public key in hex"},
		{"base64 with bits left over", "nj27eNEFfv1yi1SuGgcLzhVjWP-A5TTviO4sAEo2oFN", "expected a public key in hex"},
		{"base64 in both alphabets", "nj27eNEFfv1yi1SuGgcLzhVjWP-A5TTviO4sAEo2o/M", "expected a public key in hex"},
		{"64 bytes", prooftest.TheKey + prooftest.TheKey, "found 64: a signature, or a private key"},
		{"too long", strings.Repeat("a", text.MaxText+1), "of at most 1048576 bytes"},
		{"PEM cut", pem[:60], "expected the line -----END PUBLIC KEY-----"},
		{"PEM with more behind", pem + pem, "expected nothing after the line"},
		{"PEM of another key", "-----BEGIN PUBLIC KEY-----\nMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE\n-----END PUBLIC KEY-----", "found one of another kind"},
		{"PEM with bits left over", strings.Replace(pem, "oFM=", "oFN=", 1), "unused bits are zero"},
		{"certificate", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----", `found the label "CERTIFICATE"`},
		{"JSON cut", jwk[:50], "a JWK in strict JSON (line 1, column"},
		{"JWK of another curve", prooftest.SwapOnce(t, jwk, "Ed25519", "Ed448"), `found "OKP" and "Ed448"`},
		{"JWK of another kind", prooftest.SwapOnce(t, jwk, "OKP", "EC"), `found "EC" and "Ed25519"`},
		{"JWK for ES256", prooftest.SwapOnce(t, jwk, "EdDSA", "ES256"), `a JWK with alg "EdDSA" or "Ed25519"`},
		{"JWK for encryption", prooftest.SwapOnce(t, jwk, `"sig"`, `"enc"`), `a JWK with use "sig"`},
		{"JWK that only signs", prooftest.SwapOnce(t, jwk, `"use":"sig"`, `"key_ops":["sign"]`), `"verify" among its key_ops`},
		{"JWK with x cut", prooftest.SwapOnce(t, jwk, "AEo2oFM", ""), "a JWK whose x has 32 bytes, found 27"},
		{"JWK with padded x", prooftest.SwapOnce(t, jwk, "oFM", "oFM="), "the JWK's x in base64url with no padding"},
		{"JWK with bits left over", prooftest.SwapOnce(t, jwk, "oFM", "oFN"), "unused bits are zero"},
		{"JWK with a member twice", prooftest.SwapOnce(t, jwk, "{", `{"kid":"a",`), "a JWK in strict JSON"},
		{"JWKS with two keys", `{"keys":[` + jwk + `,` + jwk + `]}`, "a JWKS with one Ed25519 key, found 2"},
		{"JWKS without a key", `{"keys":[]}`, "a JWKS with one Ed25519 key, found 0"},
		{"did:key of another method", "did:web:arena.example", "expected a public key in hex"},
		{"did:key cut", "did:key:z6Mkq6y4KgpUMyaaa1cS4mAG8gwjCnwkpRtJqRU8zj7KeQs", "an Ed25519 Multikey"},
		{"did:key with a letter that base58 lacks", "did:key:z6Mk0", "a Multikey in base58btc"},
		{"did:key in base64", "did:key:u7QGePbt4", "which begins with z"},
		{"X25519 Multikey", "z6LSbysY2xFMRpGMhb7tFTLMpeuPRaqaWM1yECx2AtzE3KCc", "an Ed25519 Multikey"},
		{"Multikey with a letter that base58 lacks", "z6Mkq6y4KgpUMyaaa1cS4mAG8gwjCnwkpRtJqRU8zj7KeQs0", "a Multikey in base58btc"},
		{"verifier key with another hash", prooftest.SwapOnce(t, vkey, "+87c5c822+", "+87c5c823+"), "whose hash is that of its name and key"},
		{"verifier key with another name", prooftest.SwapOnce(t, vkey, "arena.example", "arena.exemple"), "whose hash is that of its name and key"},
		{"verifier key with its hash in upper case", prooftest.SwapOnce(t, vkey, "+87c5c822+", "+87C5C822+"), "its name and key, in lower case"},
		{"verifier key of a witness", "w+00000000+" + prooftest.StdBase64("\x04"+strings.Repeat("k", 32)), "of type 1, Ed25519, found type 4"},
		{"verifier key cut", "w+00000000+" + prooftest.StdBase64("\x01"+strings.Repeat("k", 31)), "a verifier key of 32 bytes, found 31"},
		{"verifier key without a key", "w+00000000+", "a verifier key"},
		{"verifier key with a name of two words", "a b+87c5c822+" + vkey[len(vkey)-45:], "a verifier key with a name without spaces"},
		{"verifier key in base64url", prooftest.SwapOnce(t, vkey, "j/gOU", "j_gOU"), "a verifier key whose last part is standard base64"},
		{"JWKS with a broken key", `{"keys":[{"kty":"OKP","crv":"Ed25519","x":"AA"}]}`, "a JWK whose x has 32 bytes, found 1"},
		{"minisign key that is no base64", prooftest.SwapOnce(t, mini, "RWRM", "RW%M"), "a second line in standard base64"},
		{"SSH key that is no base64", "ssh-ed25519 %", "an SSH key in standard base64"},
		{"SSH key behind three words", "a b c " + line, "at most principals and options before the type"},
		{"SSH type inside a word", "assh-ed25519", "an SSH key of the type ssh-ed25519"},
		{"SSH key of another type", "ssh-rsa AAAAB3NzaC1yc2E= me", `of the type ssh-ed25519, found "ssh-rsa"`},
		{"security key", "sk-ssh-ed25519@openssh.com AAAA", `found "sk-ssh-ed25519@openssh.com"`},
		{"SSH key cut", line[:60], "the type ssh-ed25519 and 32 bytes in an SSH key"},
		{"SSH key without base64", "ssh-ed25519", "base64 after the type"},
		{"SSH key with another type inside", "ssh-ed25519 " + prooftest.StdBase64(prooftest.SshParts("ssh-rsa", strings.Repeat("k", 32))), "the type ssh-ed25519 and 32 bytes"},
		{"two SSH keys", line + "\n" + line, "one SSH key, found another line"},
		{"open quote", `command="a ` + line, "whose quotes are closed"},
		{"certificate authority", "a cert-authority " + line, "without the option cert-authority"},
		{"namespaces with a pattern", `a namespaces="git,*@arena" ` + line, "namespaces of an SSH key by their whole names"},
		{"namespaces, empty", `a namespaces="" ` + line, "namespaces of an SSH key by their whole names"},
		{"namespaces twice", `a namespaces="git",namespaces="file" ` + line, "the option namespaces of an SSH key once"},
		{"valid-before in local time", `a valid-before="20260101" ` + line, "one time in UTC for valid-before"},
		{"valid-before that is no day", `a valid-before="20260230Z" ` + line, "a time in UTC for valid-before"},
		{"valid-after twice", `a valid-after="20260101Z",valid-after="20250101Z" ` + line, "one time in UTC for valid-after"},
		{"fingerprint", "SHA256:nThbg6kXUpJWGl7E1IGOCspRomTxdCARLviKw6E5SY8", "found the fingerprint of one"},
		{"ed25519: alone", "ed25519:", "a public key after ed25519:"},
		{"ed25519: and a private key in base58", "ed25519:" + prooftest.Base58([]byte(strings.Repeat("k", 64))), "found a private key"},
		{"ed25519: and base58 of 30 bytes", "ed25519:" + prooftest.Base58([]byte(strings.Repeat("k", 30))), "expected a public key"},
		{"ed25519: and base64 or base58", "ed25519:" + ambiguous, "this is base64 or base58"},
		{"colons, cut", "d7:5a:98:01", "a public key of 32 bytes, found 4"},
		{"colons, odd", "d7:5a:9", "expected a public key in hex"},
		{"minisign key cut", mini[:len(mini)-9], "in the second line"},
		{"minisign with more behind", mini + "x\n", "a key file of two lines, found 3"},
		{"minisign signature as a key", string(prooftest.FormatFile(t, "record.json.minisig")), "a key file of two lines, found 4"},
		{"signify signature as a key", string(prooftest.FormatFile(t, "record.json.signify")), "a key of minisign or signify in the second line"},
	} {
		t.Run(c.name, func(t *testing.T) {
			k, p := Parse(c.text)
			if p == nil {
				t.Fatalf("read: %+v", k)
			}
			if !strings.Contains(p.Message, c.wanted) {
				t.Errorf("message %q, want %q in it", p.Message, c.wanted)
			}
			prooftest.CheckProblem(t, []byte(c.text), p)
		})
	}
}
