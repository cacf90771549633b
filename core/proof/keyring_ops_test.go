package proof

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/core/internal/prooftest"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/proof/key"
	"github.com/tallyproof/tallyproof/core/proof/signature"
)

// otherKey is any other key: that of RFC 8032, section 7.1, test 1.
const otherKey = "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a"

func TestKeyringJoins(t *testing.T) {
	pem, _ := json.Marshal(string(prooftest.FormatFile(t, "pubkey.pem")))
	ring := func(members ...string) string { return `{"keys":[{` + strings.Join(members, "},{") + `}]}` }
	k, other := `"public_key":"`+prooftest.TheKey+`"`, `"public_key":"`+otherKey+`"`
	for _, c := range []struct {
		name  string
		rings []string
		want  string
	}{
		{"none", nil, `[]`},
		{"empty", []string{`{"keys":[]}`}, `[]`},
		{"a key alone", []string{`"` + strings.ToUpper(prooftest.TheKey) + `"`}, `[{` + k + `}]`},
		{"a keyring as a text", []string{`"{\"keys\":[]}"`}, `[]`},
		{"a JWK", []string{string(prooftest.FormatFile(t, "pubkey.jwk.json"))}, `[{"id":"runner-1",` + k + `}]`},
		{"one key twice, the second says more", []string{string(pem), ring(`"owner":"b","valid_from":"2025-01-01T00:00:00Z",` + k)}, `[{"owner":"b",` + k + `,"valid_from":"2025-01-01T00:00:00Z"}]`},
		{"one key twice, the first holds", []string{ring(`"owner":"a",` + k), ring(`"owner":"b",` + k)}, `[{"owner":"a",` + k + `}]`},
		{"revoked by the second", []string{ring(k), ring(`"status":"revoked",` + k)}, `[{` + k + `,"status":"revoked"}]`},
		{"revoked by the first", []string{ring(`"status":"revoked",` + k), ring(`"status":"active",` + k)}, `[{` + k + `,"status":"revoked"}]`},
		{"the second says until when", []string{ring(`"valid_from":"2025-01-01T00:00:00Z",` + k), ring(`"valid_from":"2024-01-01T00:00:00Z","valid_to":"2026-01-01T00:00:00Z",` + k)}, `[{` + k + `,"valid_from":"2025-01-01T00:00:00Z","valid_to":"2026-01-01T00:00:00Z"}]`},
		{"the second says since when", []string{ring(`"valid_to":"2026-01-01T00:00:00Z",` + k), ring(`"valid_from":"2025-01-01T00:00:00Z",` + k)}, `[{` + k + `,"valid_from":"2025-01-01T00:00:00Z","valid_to":"2026-01-01T00:00:00Z"}]`},
		{"an end before the beginning", []string{ring(`"valid_from":"2025-01-01T00:00:00Z",` + k), ring(`"valid_to":"2024-01-01T00:00:00Z",` + k)}, `[{` + k + `,"valid_from":"2025-01-01T00:00:00Z","status":"revoked"}]`},
		{"a beginning behind the end", []string{ring(`"valid_to":"2024-01-01T00:00:00Z",` + k), ring(`"valid_from":"2025-01-01T00:00:00Z",` + k)}, `[{` + k + `,"valid_to":"2024-01-01T00:00:00Z","status":"revoked"}]`},
		{"two keys of one id", []string{ring(`"id":"r",` + k), ring(`"id":"r","owner":"b",` + other)}, `[{"id":"r",` + k + `},{"owner":"b",` + other + `}]`},
	} {
		t.Run(c.name, func(t *testing.T) {
			var req key.KeyringRequest
			for _, text := range c.rings {
				req.Keyrings = append(req.Keyrings, op.Raw(text))
			}
			res, err := key.Keyring(req)
			if err != nil {
				t.Fatal(err)
			}
			if got, _ := json.Marshal(res.Keys); string(got) != c.want {
				t.Errorf("%s: want %s", got, c.want)
			}
			text, _ := json.Marshal(res)
			if _, p := key.ParseKeyring(text); p != nil {
				t.Errorf("the keyring cannot be read: %s", p.Message)
			}
		})
	}
}

func TestKeyringOpRefuses(t *testing.T) {
	for _, c := range []struct{ name, ring, field, message string }{
		{"no key", `"hello"`, "/keyrings/1", "a public key in hex"},
		{"a broken object", `"{\"keys\":"`, "/keyrings/1", "line 1, column 9"},
		{"a number", `1`, "/keyrings/1", `"keys"`},
		{"a private key", `"MC4CAQAwBQYDK2VwBCIEIAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"`, "/keyrings/1", "private key"},
		{"a key inside", `{"keys":[{"public_key":"x"}]}`, "/keyrings/1/keys/0/public_key", "a public key"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := key.Keyring(key.KeyringRequest{Keyrings: []op.Raw{op.Raw(`{"keys":[]}`), op.Raw(c.ring)}})
			refusal, ok := err.(*op.Error)
			if !ok || refusal.Field != c.field || !strings.Contains(refusal.Message, c.message) {
				t.Errorf("%v: want %s about %q", err, c.field, c.message)
			}
		})
	}
}

// A record that names somebody who is listed with another key raises the alarm,
// whether by owner, arena or id, and the answer says which key is listed.
func TestChangedKey(t *testing.T) {
	forged := string(prooftest.FormatFile(t, "neg-self-signed-forgery.json")) // names arena.example and signs with a key of its own
	for _, c := range []struct{ name, members, listed, whose string }{
		{"the arena", `"arena":"arena.example"`, otherKey, "arena.example"},
		{"the arena as an owner", `"owner":"arena.example"`, otherKey, "arena.example"},
		{"another arena", `"arena":"arena.test"`, "", ""},
		{"an id it does not name", `"id":"runner-1"`, "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			res, err := Verify(VerifyRequest{Text: forged, Keys: op.Raw(`{"keys":[{` + c.members + `,"public_key":"` + otherKey + `"}]}`)})
			if err != nil {
				t.Fatal(err)
			}
			if res.Verdict != unknownKey || res.Key.Changed != (c.listed != "") || res.Key.Listed != c.listed {
				t.Errorf("%s, %+v: want %q listed", res.Verdict, res.Key, c.listed)
			}
			if !strings.Contains(res.Sentence, "but "+c.whose+" is listed with another key") && c.whose != "" {
				t.Errorf("%s: want %s named", res.Sentence, c.whose)
			}
		})
	}
}

// The signatures to repeat are those that were checked.
func TestCheckedSignaturesAreListed(t *testing.T) {
	record, sig := string(prooftest.FormatFile(t, "record.json")), string(prooftest.FormatFile(t, "record.json.minisig"))
	credential := string(prooftest.FormatFile(t, "vc-eddsa-jcs-2022.json"))
	for _, c := range []struct {
		name   string
		req    VerifyRequest
		strict []bool
	}{
		{"flat", VerifyRequest{Text: string(prooftest.FormatFile(t, "flat-jcs.json"))}, []bool{true}},
		{"altered", VerifyRequest{Text: strings.Replace(credential, "85.5", "86.5", 1)}, []bool{false}},
		{"no layout fits", VerifyRequest{Text: string(prooftest.FormatFile(t, "neg-tampered-score.json"))}, nil},
		{"no key", VerifyRequest{Text: record, Signature: sig}, nil},
		{"unreadable", VerifyRequest{Text: "{"}, nil},
		{"minisign", VerifyRequest{Text: record, Signature: sig, Key: string(prooftest.FormatFile(t, "minisign.pub"))}, []bool{true, true}},
		{"minisign, its comment altered", VerifyRequest{Text: record, Signature: strings.Replace(sig, "\ntrusted comment: ", "\ntrusted comment: x", 1), Key: string(prooftest.FormatFile(t, "minisign.pub"))}, []bool{true, false}},
		{"minisign, the file altered", VerifyRequest{Text: record + " ", Signature: sig, Key: string(prooftest.FormatFile(t, "minisign.pub"))}, []bool{false, true}},
	} {
		t.Run(c.name, func(t *testing.T) {
			res, err := Verify(c.req)
			if err != nil {
				t.Fatal(err)
			}
			if len(res.Ed25519) != len(c.strict) {
				t.Fatalf("%d signatures: want %d", len(res.Ed25519), len(c.strict))
			}
			for i, one := range res.Ed25519 {
				got, err := signature.Ed25519(one)
				if err != nil || got.Strict != c.strict[i] {
					t.Errorf("signature %d: %t, %v: want %t", i, got.Strict, err, c.strict[i])
				}
			}
		})
	}
}

// A search goes on where another ended, and the verdict is that of a layout
// which was found by trying.
func TestVerifyFromAPosition(t *testing.T) {
	text := string(prooftest.FormatFile(t, "flat-jcs.json"))
	found, err := FindLayout(FindLayoutRequest{Text: text})
	if err != nil || !found.Found {
		t.Fatal(found, err)
	}
	for _, c := range []struct {
		name        string
		from, limit int
		verdict     string
	}{
		{"there", found.Next - 1, 1, unknownKey},
		{"before it", 0, found.Next, unknownKey},
		{"behind it", found.Next, 1, unmatched},
		{"beyond the last", found.Total + 5, 1, unmatched},
	} {
		t.Run(c.name, func(t *testing.T) {
			res, err := Verify(VerifyRequest{Text: text, From: c.from, Limit: c.limit})
			if err != nil || res.Verdict != c.verdict {
				t.Errorf("%s, %v: want %s", res.Verdict, err, c.verdict)
			}
		})
	}
}

// What is recomputed is shown with its parts, and says where the weights are
// from.
func TestRecomputed(t *testing.T) {
	text := string(prooftest.FormatFile(t, "flat-jcs.json")) // correctness 100, speed 62.25, quality 80, process 75, score 85.5
	for _, c := range []struct {
		name     string
		weights  map[string]float64
		agrees   bool
		defaults bool
		total    float64
	}{
		{"the rules' own weights: 40 + 12.45 + 16 + 15", nil, false, true, 83.45},
		{"the weights given: 50 + 9.3375 + 16 + 11.25 = 86.5875", map[string]float64{"correctness": 0.5, "speed": 0.15, "quality": 0.2, "process": 0.15}, false, false, 86.5875},
	} {
		t.Run(c.name, func(t *testing.T) {
			res, err := Verify(VerifyRequest{Text: text, Weights: c.weights})
			got := res.Recomputed
			if err != nil || got == nil || got.Field != "score" || got.Claimed != 85.5 || got.Agrees != c.agrees || got.Defaults != c.defaults || got.Score.Score != c.total || len(got.Score.Breakdown) != 4 {
				t.Errorf("%+v, %v", got, err)
			}
		})
	}
	altered, err := Verify(VerifyRequest{Text: string(prooftest.FormatFile(t, "neg-tampered-score.json"))})
	if err != nil || altered.Recomputed != nil {
		t.Errorf("%+v, %v: an altered record is not recomputed", altered.Recomputed, err)
	}
}
