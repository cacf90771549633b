package key

import (
	"cmp"
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/core/internal/prooftest"
	"github.com/tallyproof/tallyproof/core/proof/text"
)

func TestParseKeyring(t *testing.T) {
	jwk := string(prooftest.FormatFile(t, "pubkey.jwk.json"))
	other := string(prooftest.FormatFile(t, "signify.pub"))
	text := fmt.Sprintf(`{"keys": [
  {"id": "runner-1", "owner": "airena", "arena": "arena.example", "source": "https://arena.example/keys", "public_key": %q, "valid_from": "2025-10-01T00:00:00Z", "valid_to": "2026-10-01T00:00:00Z", "status": "active"},
  {"owner": "airena", "public_key": %q, "status": "revoked"}
]}`, prooftest.TheKey, other)
	ring, p := ParseKeyring([]byte(text))
	if p != nil || len(ring.Keys) != 2 {
		t.Fatalf("%+v, %+v", ring, p)
	}
	raw, _ := hex.DecodeString(prooftest.TheKey)
	first := ring.lookup(raw)
	if first == nil || first.ID != "runner-1" || first.Owner != "airena" || first.Arena != "arena.example" || first.Source != "https://arena.example/keys" || first.Revoked() ||
		first.From != "2025-10-01T00:00:00Z" || first.To != "2026-10-01T00:00:00Z" || first.FromAt.Compare(first.ToAt) >= 0 {
		t.Errorf("%+v", first)
	}
	second := (&Trusted{ring}).Other("airena", raw)
	if second == nil || !second.Revoked() || second.ID != "7576E17036DD6183" {
		t.Errorf("%+v", second)
	}
	if ring.lookup(raw[1:]) != nil || (&Trusted{ring}).Other("", raw) != nil || (&Trusted{ring}).Other("nobody", raw) != nil {
		t.Error("found what is not there")
	}
	if ring.named("runner-1") != first || ring.named("") != nil {
		t.Errorf("%+v", ring.named("runner-1"))
	}
	for name, text := range map[string]string{
		"JWKS":                            `{"keys":[` + jwk + `],"updated":"2026"}`,
		"JWKS with a key of another kind": `{"keys":[{"kty":"RSA","n":"AQAB","e":"AQAB"},` + jwk + `]}`,
		"public_key is a JWK":             `{"keys":[{"public_key":` + jwk + `}]}`,
		"a JWK among others":              `{"keys":[` + jwk + `,{"public_key":"` + strings.Split(other, "\n")[1] + `"}]}`,
	} {
		ring, p := ParseKeyring([]byte(text))
		if p != nil || ring.lookup(raw) == nil || ring.lookup(raw).ID != "runner-1" {
			t.Errorf("%s: %+v, %+v", name, ring, p)
		}
	}
	if ring, p := ParseKeyring([]byte(`{"keys": []}`)); p != nil || len(ring.Keys) != 0 {
		t.Errorf("empty: %+v, %+v", ring, p)
	}
}

// A key of a JWKS is valid and in use as its entry says.
func TestValidityOfJWKs(t *testing.T) {
	jwk := strings.TrimSuffix(strings.TrimSpace(string(prooftest.FormatFile(t, "pubkey.jwk.json"))), "}")
	for _, c := range []struct {
		name, members, from, to string
		revoked                 bool
	}{
		{"nothing", `"iat": 1`, "", "", false},
		{"its time", `"nbf": 1767225600, "exp": 1772366400`, "2026-01-01T00:00:00Z", "2026-03-01T12:00:00Z", false},
		{"revoked", `"revoked": {"revoked_at": 1767225600, "reason": "superseded"}`, "", "", true},
		{"revoked, by a word", `"revoked": true`, "", "", true},
		{"not revoked", `"revoked": null`, "", "", false},
		{"not revoked, by a word", `"revoked": false`, "", "", false},
		{"times that are not given", `"nbf": null, "exp": null`, "", "", false},
	} {
		one := jwk + "," + c.members + "}"
		for where, text := range map[string]string{
			"in a set":             `{"keys":[` + one + `]}`,
			"in an entry":          `{"keys":[{"public_key":` + one + `}]}`,
			"as a text":            `{"keys":[{"public_key":` + strconv.Quote(one) + `}]}`,
			"as a set, as a text":  `{"keys":[{"public_key":` + strconv.Quote(`{"keys":[`+one+`]}`) + `}]}`,
			"alone":                one,
			"in a wider entry":     `{"keys":[{"valid_from":"2020-01-01T00:00:00Z","public_key":` + one + `,"valid_to":"2030-01-01T00:00:00Z"}]}`,
			"in a narrower window": `{"keys":[{"valid_from":"2026-02-01T00:00:00Z","public_key":` + one + `,"valid_to":"2026-02-02T00:00:00Z"}]}`,
		} {
			from, to := c.from, c.to
			switch where {
			case "in a wider entry":
				from, to = cmp.Or(from, "2020-01-01T00:00:00Z"), cmp.Or(to, "2030-01-01T00:00:00Z")
			case "in a narrower window":
				from, to = "2026-02-01T00:00:00Z", "2026-02-02T00:00:00Z"
			}
			ring, p := ReadAny(text)
			if p != nil {
				t.Fatalf("%s, %s: %+v", c.name, where, p)
			}
			if key := ring.Keys[0]; key.From != from || key.To != to || key.FromAt.Known != (from != "") || key.ToAt.Known != (to != "") || key.Revoked() != c.revoked {
				t.Errorf("%s, %s: %+v", c.name, where, key)
			}
		}
	}
	for members, wanted := range map[string]string{`"exp": "2026"`: "a JWK whose exp is a number of seconds", `"nbf": 2, "exp": 1`: "a JWK that is valid at some time, found from 1970-01-01T00:00:02Z to 1970-01-01T00:00:01Z"} {
		for text, pointer := range map[string]string{
			jwk + "," + members + "}":                                "",
			`{"keys":[` + jwk + "," + members + `}]}`:                "/keys/0: ",
			`{"keys":[{"public_key":` + jwk + "," + members + `}}]}`: "/keys/0/public_key: ",
		} {
			if _, p := ReadAny(text); p == nil || p.Message != pointer+"expected "+wanted {
				t.Errorf("%s: %+v, want %s", text, p, wanted)
			}
		}
	}
}

// TestSignersLimits: a line of allowed_signers limits the entry that it is the key of, and
// the entry limits the line.
func TestSignersLimits(t *testing.T) {
	line := strings.TrimSpace(string(prooftest.FormatFile(t, "sshsig.pub")))
	limited := `a namespaces="file,git",valid-after="20260101Z",valid-before="202602011200Z" ` + line
	for _, c := range []struct{ name, text, namespaces, from, to string }{
		{"alone", limited, "file,git", "2026-01-01T00:00:00Z", "2026-02-01T12:00:00Z"},
		{"in an entry", `{"keys":[{"public_key":` + strconv.Quote(limited) + `}]}`, "file,git", "2026-01-01T00:00:00Z", "2026-02-01T12:00:00Z"},
		{"in a narrower entry", `{"keys":[{"namespaces":["git","mail"],"valid_to":"2026-01-09T00:00:00Z","public_key":` + strconv.Quote(limited) + `}]}`, "git", "2026-01-01T00:00:00Z", "2026-01-09T00:00:00Z"},
		{"no limits", line, "", "", ""},
	} {
		ring, p := ReadAny(c.text)
		if p != nil {
			t.Fatalf("%s: %+v", c.name, p)
		}
		if k := ring.Keys[0]; strings.Join(k.namespaces, ",") != c.namespaces || k.From != c.from || k.To != c.to || k.FromAt.Known != (c.from != "") || k.ToAt.Known != (c.to != "") {
			t.Errorf("%s: %+v", c.name, k)
		}
	}
	for wanted, text := range map[string]string{
		"a namespace that both": `{"keys":[{"namespaces":["mail"],"public_key":` + strconv.Quote(limited) + `}]}`,
		"valid at some time":    `{"keys":[{"valid_to":"2025-01-01T00:00:00Z","public_key":` + strconv.Quote(limited) + `}]}`,
	} {
		if _, p := ReadAny(text); p == nil || !strings.Contains(p.Message, wanted) {
			t.Errorf("%+v, want %q", p, wanted)
		}
	}
}

func TestKeyringRefused(t *testing.T) {
	key := `"public_key":"` + prooftest.TheKey + `"`
	one := func(members string) string { return `{"keys":[{` + members + `}]}` }
	jwk := string(prooftest.FormatFile(t, "pubkey.jwk.json"))
	for _, c := range []struct{ name, text, wanted string }{
		{"not JSON", "ssh-ed25519", "expected a value"},
		{"array", "[]", `expected an object with the member "keys"`},
		{"no keys", "{}", "/keys: expected a list of keys"},
		{"keys is no list", `{"keys":{}}`, "/keys: expected a list of keys"},
		{"key is a text", `{"keys":["` + prooftest.TheKey + `"]}`, "/keys/0: expected an object"},
		{"no public_key", one(`"id":"a"`), "/keys/0/public_key: expected a public key, found none"},
		{"public_key is a number", one(`"public_key":1`), "/keys/0/public_key: expected a public key in hex"},
		{"public_key cut", one(`"public_key":"9e3d"`), "/keys/0/public_key: expected a public key of 32 bytes, found 2"},
		{"public_key empty", one(`"public_key":""`), "/keys/0/public_key: expected a public key, found an empty text"},
		{"unknown member of a key", one(key + `,"valid_until":"2026-01-01T00:00:00Z"`), `/keys/0: there is no member "valid_until": want one of public_key, layout, namespaces, payload_types, id, owner, arena, source, key_number, key_name, valid_from, valid_to, status`},
		{"unknown member", `{"keys":[],"a/b":1}`, `there is no member "a/b": want keys`},
		{"unknown member with a line feed", one(key + `,"ar\na":"r"`), `/keys/0: there is no member "ar\na"`},
		{"status", one(key + `,"status":"Revoked"`), `/keys/0/status: expected "active" or "revoked"`},
		{"valid_from", one(key + `,"valid_from":"2026"`), `/keys/0/valid_from: expected an RFC 3339 time such as 2026-03-01T12:00:00Z, found "2026"`},
		{"valid_to", one(key + `,"valid_to":"2026-13-01T00:00:00Z"`), "/keys/0/valid_to: expected an RFC 3339 time"},
		{"window turned round", one(key + `,"valid_from":"2026-01-02T00:00:00Z","valid_to":"2026-01-01T00:00:00Z"`), "/keys/0/valid_to: expected a time after valid_from, 2026-01-02T00:00:00Z, found 2026-01-01T00:00:00Z"},
		{"empty window, in two zones", one(key + `,"valid_from":"2026-01-02T00:00:00Z","valid_to":"2026-01-02T01:00:00+01:00"`), "/keys/0/valid_to: expected a time after valid_from"},
		{"owner is a number", one(key + `,"owner":1`), "/keys/0/owner: expected a text, found 1"},
		{"source is a number", one(key + `,"source":1`), "/keys/0/source: expected a text"},
		{"source is no address", one(key + `,"source":"http://arena.example"`), `/keys/0/source: expected an address that begins with https://, found "http://arena.example"`},
		{"no payload types", one(key + `,"payload_types":[]`), "/keys/0/payload_types: expected a list of 1 to 32 texts"},
		{"an empty payload type", one(key + `,"payload_types":["a",""]`), `/keys/0/payload_types/1: expected a text, found ""`},
		{"a namespace that is a number", one(key + `,"namespaces":[1]`), "/keys/0/namespaces/0: expected a text, found 1"},
		{"a namespace that is not in a list", one(key + `,"namespaces":"file"`), "/keys/0/namespaces: expected a list of 1 to 32 texts"},
		{"too many namespaces", one(key + `,"namespaces":["a"` + strings.Repeat(`,"a"`, 32) + `]`), "/keys/0/namespaces: expected a list of 1 to 32 texts"},
		{"id is empty", one(key + `,"id":""`), `/keys/0/id: expected a text, found ""`},
		{"key twice", `{"keys":[{` + key + `},` + jwk + `]}`, "/keys/1: expected each key once, found the key of /keys/0 again"},
		{"id twice", `{"keys":[{` + key + `,"id":"a"},{"id":"a","public_key":"` + strings.Repeat("ab", 32) + `"}]}`, "/keys/1: expected each id once, found the id of /keys/0 again"},
		{"JWKS without Ed25519", `{"keys":[{"kty":"RSA","n":"AQAB","e":"AQAB"}]}`, "/keys: expected an Ed25519 key among the JWKs, found none"},
		{"a JWK whose end is a text", `{"keys":[` + strings.TrimSuffix(strings.TrimSpace(jwk), "}") + `,"exp":"2026"}]}`, "/keys/0: expected a JWK whose exp is a number of seconds"},
		{"broken JWK", `{"keys":[{"kty":"OKP","crv":"Ed25519","x":"AA"}]}`, "/keys/0: expected a JWK whose x has 32 bytes, found 1"},
		{"duplicate member", one(key + "," + key), "expected each member name once"},
		{"too many keys", `{"keys":[` + strings.Repeat("{},", Most) + `{}]}`, "/keys: expected at most 10000 keys, found 10001"},
		{"too long", strings.Repeat(" ", text.MaxText+1), "of at most 1048576 bytes"},
	} {
		t.Run(c.name, func(t *testing.T) {
			ring, p := ParseKeyring([]byte(c.text))
			if p == nil {
				t.Fatalf("read: %+v", ring)
			}
			if !strings.Contains(p.Message, c.wanted) || strings.HasPrefix(p.Message, ":") {
				t.Errorf("message %q, want %q in it", p.Message, c.wanted)
			}
			prooftest.CheckProblem(t, []byte(c.text), p)
		})
	}
}
