package envelope

import (
	"crypto/ed25519"
	"encoding/json"
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/core/internal/prooftest"
	"github.com/tallyproof/tallyproof/core/internal/vectors"
	"github.com/tallyproof/tallyproof/core/proof/key"
)

// TestRFC8037 reads the example of RFC 8037 appendix A.4.
func TestRFC8037(t *testing.T) {
	v := vectors.File[struct {
		JWK     json.RawMessage
		Payload string
		JWS     string
	}](t, "proofs/rfc8032/rfc8037_a4.json")
	key, p := key.Parse(string(v.JWK))
	if p != nil {
		t.Fatal(p)
	}
	statements, p := Read(v.JWS)
	if p != nil || len(statements) != 1 || !holds(&statements[0], key.Bytes) || statements[0].says() != nil {
		t.Fatalf("%+v, %+v", statements, p)
	}
	parts := strings.Split(v.JWS, ".")
	detached, p := ReadBeside(parts[0]+".."+parts[2], []byte(v.Payload))
	if p != nil || len(detached) != 1 || !holds(&detached[0], key.Bytes) {
		t.Errorf("detached: %+v, %+v", detached, p)
	}
}

// signedJWS is a compact JWS by a key of zeros, and that key.
func signedJWS(header, payload string) (text string, key []byte) {
	private := ed25519.NewKeyFromSeed(make([]byte, 32))
	text = prooftest.UrlBase64(header) + "." + prooftest.UrlBase64(payload)
	return text + "." + prooftest.UrlBase64(string(ed25519.Sign(private, []byte(text)))), private.Public().(ed25519.PublicKey)
}

func general(jws ...string) string {
	var list []string
	var payload string
	for _, text := range jws {
		parts := strings.Split(text, ".")
		payload = parts[1]
		list = append(list, `{"protected":"`+parts[0]+`","signature":"`+parts[2]+`"}`)
	}
	return `{"payload":"` + payload + `","signatures":[` + strings.Join(list, ",") + `]}`
}

func TestJWS(t *testing.T) {
	const record = `{"score": 85.5}`
	jwk := string(prooftest.FormatFile(t, "pubkey.jwk.json"))
	plain, k := signedJWS(`{"alg":"EdDSA"}`, record)
	named, _ := signedJWS(`{"alg":"Ed25519","kid":"k"}`, record)
	embedded, _ := signedJWS(`{"alg":"EdDSA","jwk":`+jwk+`,"x5u":"https://evil.example","jku":"https://evil.example"}`, record)
	ecdsa, _ := signedJWS(`{"alg":"ES256"}`, record)
	text, _ := signedJWS(`{"alg":"EdDSA"}`, "Example of Ed25519 signing")
	carried, _ := key.Parse(jwk)
	for _, c := range []struct {
		name, text string
		count      int
		keyID      string
		key        []byte
		unread     int
	}{
		{"compact", plain, 1, "", nil, 0},
		{"compact with a line feed behind", plain + "\n", 1, "", nil, 0},
		{"alg Ed25519 (RFC 9864) and kid", named, 1, "k", nil, 0},
		{"a key inside is a hint, addresses are nothing", embedded, 1, "", carried.Bytes, 0},
		{"general, two signatures", general(plain, named), 2, "", nil, 0},
		{"general, one of them ECDSA", general(ecdsa, plain), 1, "", nil, 1},
		{"flattened, kid unprotected", flattened(plain, `,"header":{"kid":"u"}`), 1, "u", nil, 0},
		{"flattened, members that are not signed", flattened(plain, `,"score":100`), 1, "", nil, 0},
		{"payload is not JSON", text, 1, "", nil, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			statements, p := Read(c.text)
			if p != nil || len(statements) != c.count {
				t.Fatalf("%+v, %+v", statements, p)
			}
			s := statements[0]
			if s.KeyID != c.keyID || string(s.Key) != string(c.key) || len(s.Unread) != c.unread {
				t.Errorf("keyID %q, key %x, unread %q", s.KeyID, s.Key, s.Unread)
			}
			for i := range statements {
				if !holds(&statements[i], k) {
					t.Errorf("statement %d does not hold", i)
				}
			}
			if want := record; c.text != text && string(s.says()) != want {
				t.Errorf("record %q, want %q", s.says(), want)
			}
		})
	}
}

// TestDetachedJWS: a signature over bytes beside it is one over these, or over the
// canonical JSON of an object that is written otherwise.
func TestDetachedJWS(t *testing.T) {
	const exact, canonical = "detached JWS over the exact bytes of the message", "detached JWS over the canonical JSON of the message"
	for _, c := range []struct {
		name, over string
		layouts    []string
	}{
		{"an object", `{"score": 85.5}`, []string{exact, canonical}},
		{"an object that is canonical", `{"score":85.5}`, []string{exact}},
		{"a list", `[85.5, 1]`, []string{exact}},
		{"words", "Example of Ed25519 signing", []string{exact}},
	} {
		signed := c.over
		if len(c.layouts) > 1 {
			signed = strings.ReplaceAll(c.over, " ", "")
		}
		compact, key := signedJWS(`{"alg":"EdDSA"}`, signed)
		parts := strings.Split(compact, ".")
		statements, p := ReadBeside(parts[0]+".."+parts[2], []byte(c.over))
		if p != nil || len(statements) != len(c.layouts) {
			t.Errorf("%s: %d statements, %+v, want %q", c.name, len(statements), p, c.layouts)
			continue
		}
		for i := range statements {
			s, last := &statements[i], i == len(statements)-1
			if s.Layout != c.layouts[i] || s.Alternative != (i > 0) || holds(s, key) != last {
				t.Errorf("%s: layout %q, alternative %t, holds %t", c.name, s.Layout, s.Alternative, holds(s, key))
			}
		}
	}
}

// detachedJWS is a JWS without its payload, and with a signature that is none.
func detachedJWS(header string) string {
	return prooftest.UrlBase64(header) + ".." + prooftest.UrlBase64(strings.Repeat("s", 64))
}

// TestNotEncoded reads the example of RFC 7797 section 4.2, signed with a key of ours, and a
// record: the payload is signed as it is.
func TestNotEncoded(t *testing.T) {
	private := ed25519.NewKeyFromSeed(make([]byte, 32))
	const header = `{"alg":"EdDSA","b64":false,"crit":["b64"]}`
	for _, payload := range []string{"$.02", `{"score":85.5}`, "", "a.b"} {
		signed := prooftest.UrlBase64(header) + "." + payload
		signature := prooftest.UrlBase64(string(ed25519.Sign(private, []byte(signed))))
		for _, text := range []string{prooftest.UrlBase64(header) + ".." + signature,
			`{"protected":"` + prooftest.UrlBase64(header) + `","signature":"` + signature + `"}`,
			`{"signatures":[{"protected":"` + prooftest.UrlBase64(header) + `","signature":"` + signature + `"}]}`} {
			statements, p := ReadBeside(text, []byte(payload))
			if p != nil || !holds(&statements[0], private.Public().(ed25519.PublicKey)) || string(statements[0].Plain()) != payload {
				t.Errorf("%q: %+v, %+v", payload, statements, p)
			}
		}
		raw := prooftest.UrlBase64(string(ed25519.Sign(private, []byte(signed)))) // of the same bytes, in no format
		if _, p := ReadBeside(raw, []byte(signed)); p == nil || !strings.Contains(p.Message, "begin as those of a JSON Web Signature") {
			t.Errorf("%q as a bare signature: %+v", payload, p)
		}
	}
}

func flattened(jws, more string) string {
	parts := strings.Split(jws, ".")
	return `{"protected":"` + parts[0] + `","payload":"` + parts[1] + `","signature":"` + parts[2] + `"` + more + `}`
}

func TestJWSRefused(t *testing.T) {
	signed := func(header, payload string) string { text, _ := signedJWS(header, payload); return text }
	plain := signed(`{"alg":"EdDSA"}`, `{"score": 85.5}`)
	parts := strings.Split(plain, ".")
	private := `{"kty":"OKP","crv":"Ed25519","x":"nj27eNEFfv1yi1SuGgcLzhVjWP-A5TTviO4sAEo2oFM","d":"nj27eNEFfv1yi1SuGgcLzhVjWP-A5TTviO4sAEo2oFM"}`
	checkRefused(t, []brokenText{
		{"no alg", signed(`{"kid":"a"}`, "{}"), "", `expected the algorithm EdDSA or Ed25519 in the protected header, found ""`},
		{"alg none", signed(`{"alg":"none"}`, "{}"), "", `found "none"`},
		{"alg ES256", signed(`{"alg":"ES256"}`, "{}"), "", `a JWS with the algorithm "ES256", which is recognized but not checked`},
		{"alg Ed448", signed(`{"alg":"Ed448"}`, "{}"), "", `a JWS with the algorithm "Ed448", which is recognized but not checked`},
		{"alg of no such name", signed(`{"alg":"XS256"}`, "{}"), "", `found "XS256"`},
		{"alg in another case", signed(`{"alg":"eddsa"}`, "{}"), "", `found "eddsa"`},
		{"crit", signed(`{"alg":"EdDSA","crit":["exp"],"exp":1}`, "{}"), "", `a header without "crit", which changes what is signed`},
		{"b64", signed(`{"alg":"EdDSA","b64":false}`, "{}"), "", `a header without "b64"`},
		{"b64 false with crit, and a payload", signed(`{"alg":"EdDSA","b64":false,"crit":["b64"]}`, "{}"), "", `a detached JWS, as its header says "b64": false`},
		{"b64 false with crit, flattened, and a payload", flattened(signed(`{"alg":"EdDSA","b64":false,"crit":["b64"]}`, "{}"), ""), "", `a detached JWS`},
		{"b64 true", detachedJWS(`{"alg":"EdDSA","b64":true,"crit":["b64"]}`), "{}", `a header without "crit"`},
		{"b64 false without crit", detachedJWS(`{"alg":"EdDSA","b64":false}`), "{}", `a header without "b64"`},
		{"crit without b64", detachedJWS(`{"alg":"EdDSA","crit":["b64"]}`), "{}", `a header without "crit"`},
		{"b64 and another member in crit", detachedJWS(`{"alg":"EdDSA","b64":false,"crit":["b64","exp"]}`), "{}", `a header without "crit"`},
		{"b64 twice in crit", detachedJWS(`{"alg":"EdDSA","b64":false,"crit":["b64","b64"]}`), "{}", `a header without "crit"`},
		{"b64 as a text", detachedJWS(`{"alg":"EdDSA","b64":"false","crit":["b64"]}`), "{}", `a header without "crit"`},
		{"b64 in a token", detachedJWS(`{"alg":"EdDSA","typ":"JWT","b64":false,"crit":["b64"]}`), "{}", `a JSON Web Token without "b64"`},
		{"b64 in one of two signatures", `{"signatures":[{"protected":"` + prooftest.UrlBase64(`{"alg":"EdDSA"}`) + `","signature":"` + prooftest.UrlBase64(strings.Repeat("s", 64)) + `"},{"protected":"` + prooftest.UrlBase64(`{"alg":"EdDSA","b64":false,"crit":["b64"]}`) + `","signature":"` + prooftest.UrlBase64(strings.Repeat("s", 64)) + `"}]}`, "{}", `the same "b64" in all signatures`},
		{"b64 unprotected", flattened(plain, `,"header":{"b64":false}`), "", `a header without "b64"`},
		{"crit unprotected", flattened(plain, `,"header":{"crit":[]}`), "", `a header without "crit"`},
		{"jwk unprotected", flattened(plain, `,"header":{"jwk":{}}`), "", "a jwk in the protected header only"},
		{"alg in both headers", flattened(plain, `,"header":{"alg":"EdDSA"}`), "", `expected "alg" in one of the two headers`},
		{"unprotected header is no object", flattened(plain, `,"header":1`), "", "an object for the unprotected header"},
		{"signature and signatures", flattened(plain, `,"signatures":[]`), "", "either signature or signatures in a JWS, found both"},
		{"JWE header", signed(`{"alg":"EdDSA","enc":"A128GCM"}`, "{}"), "", "which is encrypted and not signed"},
		{"jwk is a text", signed(`{"alg":"EdDSA","jwk":"x"}`, "{}"), "", "in the header, expected a JWK, which is a JSON object"},
		{"duplicate member of the header", signed(`{"alg":"none","alg":"EdDSA"}`, "{}"), "", "in the header, line 1, column 15: expected each member name once"},
		{"header is no object", prooftest.UrlBase64(`[{"`) + "." + parts[1] + "." + parts[2], "", "expected a proof"},
		{"header is no JSON", prooftest.UrlBase64(`{"al`) + "." + parts[1] + "." + parts[2], "", "in the header, line 1"},
		{"private key in the header", signed(`{"alg":"EdDSA","jwk":`+private+`}`, "{}"), "", "found a private key"},
		{"duplicate member of the payload", signed(`{"alg":"EdDSA"}`, `{"score":99,"score":85}`), "", "in the signed text, line 1, column 13: expected each member name once"},
		{"token that ended, behind a byte order mark", signed(`{"alg":"EdDSA","typ":"JWT"}`, "\ufeff{\"exp\":1}"), "", "in the signed text, line 1, column 1: expected UTF-8 text without a byte order mark"},
		{"token that ended, behind a blank that binds", signed(`{"alg":"EdDSA","typ":"JWT"}`, "\u00a0{\"exp\":1}"), "", "in the signed text, line 1, column 1"},
		{"padded", plain + "==", "", "base64url with no padding"},
		{"standard alphabet", parts[0] + "." + strings.ReplaceAll(prooftest.UrlBase64("{\"a\":\"x>>>>\"}"), "-", "+") + "." + parts[2], "", "expected a payload in base64url"},
		{"bits left over", parts[0] + "." + parts[1] + "." + parts[2][:85] + "B", "", "base64url whose unused bits are zero"},
		{"signature cut", plain[:len(plain)-2], "", "expected a signature of 64 bytes, found 63"},
		{"signature too long", plain + "AAAA", "", "expected a signature of 64 bytes, found 67"},
		{"no signature", parts[0] + "." + parts[1] + ".", "", "found 0"},
		{"two parts", parts[0] + "." + parts[1], "", "expected a proof"},
		{"five parts", plain + ".a.b", "", "expected a proof"},
		{"white space inside", parts[0] + ". " + parts[1] + "." + parts[2], "", "expected a proof"},
		{"attached JWS beside a message", plain, "{}", "expected no payload in a JWS that stands beside its message"},
		{"general without Ed25519", general(signed(`{"alg":"ES256"}`, "{}"), signed(`{"alg":"ES256K"}`, "{}")), "", "other algorithms than EdDSA"},
		{"general with a broken one", general(plain, signed(`{"alg":"EdDSA","crit":[]}`, `{"score": 85.5}`)), "", `a header without "crit"`},
		{"no payload", `{"payload":"","protected":"e30","signature":""}`, "", "expected a text for \"payload\""},
		{"payload cut", flattened(parts[0]+".e30x."+parts[2], ""), "", "in the signed text"},
		{"private key in the unprotected header", `{"payload":"e30","protected":"` + parts[0] + `","header":{"jwk":` + private + `},"signature":"` + parts[2] + `"}`, "", "a jwk in the protected header only"},
		{"header that is a list", flattened(prooftest.UrlBase64("[1]")+"."+parts[1]+"."+parts[2], ""), "", "expected an object in the header"},
		{"general, empty", `{"payload":"e30","signatures":[]}`, "", "at least one signature"},
		{"flattened without signature", `{"payload":"e30","protected":"e30"}`, "", `expected a member "signatures"`},
	})
}
