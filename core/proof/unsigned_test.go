package proof

import (
	"crypto/ed25519"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/core/internal/prooftest"
	"github.com/tallyproof/tallyproof/core/jcs"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/proof/envelope"
	"github.com/tallyproof/tallyproof/core/proof/key"
)

// inDSSE is a payload in a DSSE envelope, with more members of its signature.
func inDSSE(private ed25519.PrivateKey, kind, payload, more string) string {
	signature := ed25519.Sign(private, envelope.PreAuthenticated(kind, []byte(payload)))
	return fmt.Sprintf(`{"payloadType":%q,"payload":%q,"signatures":[{"sig":%q%s}]}`, kind, prooftest.StdBase64(payload), prooftest.StdBase64(string(signature)), more)
}

// jwsParts are the three parts of a JWS over a payload.
func jwsParts(private ed25519.PrivateKey, header, payload string) (protected, body, signature string) {
	protected, body = prooftest.UrlBase64(header), prooftest.UrlBase64(payload)
	return protected, body, prooftest.UrlBase64(string(ed25519.Sign(private, []byte(protected+"."+body))))
}

// inJWS is a payload in a compact JWS.
func inJWS(private ed25519.PrivateKey, header, payload string) string {
	protected, body, signature := jwsParts(private, header, payload)
	return protected + "." + body + "." + signature
}

// inDataIntegrity is a document with a proof, whose options may have a context.
func inDataIntegrity(t *testing.T, private ed25519.PrivateKey, document, context string) string {
	t.Helper()
	options := `{"type":"DataIntegrityProof","cryptosuite":"eddsa-jcs-2022","proofPurpose":"assertionMethod","verificationMethod":"k"` + context + `}`
	d, err := jcs.Parse([]byte(document))
	o, err2 := jcs.Parse([]byte(options))
	if err != nil || err2 != nil {
		t.Fatal(err, err2)
	}
	value := prooftest.Base58(ed25519.Sign(private, envelope.DataIntegrityMessage(&d, &o)))
	return strings.TrimSuffix(document, "}") + `,"proof":` + strings.TrimSuffix(options, "}") + `,"proofValue":"z` + value + `"}}`
}

// noteOf is a note under a name, by a key.
func noteOf(public ed25519.PublicKey, private ed25519.PrivateKey, name, text string) string {
	data := append([]byte(key.NoteHash(name, public)), ed25519.Sign(private, []byte(text))...)
	return text + "\n— " + name + " " + base64.StdEncoding.EncodeToString(data) + "\n"
}

// TestUnsignedIsNamed checks that what a stranger can add to an authentic proof is named
// as not signed, is no reason to call it authentic if a reader may take it for a part of
// the record, and is not in the minimal text.
func TestUnsignedIsNamed(t *testing.T) {
	public, private := prooftest.TestKey('v')
	const said = `{"agent":"Mallory","score":12}`
	flat := flatOf(private, `"agent":"Mallory","score":12`, said)
	protected, body, signature := jwsParts(private, `{"alg":"EdDSA"}`, said)
	flattened := func(header string) string {
		return fmt.Sprintf(`{"payload":%q,"protected":%q,"signature":%q,"header":%s}`, body, protected, signature, header)
	}
	general := func(more string) string {
		return fmt.Sprintf(`{"payload":%q,"signatures":[{"protected":%q,"signature":%q%s}]}`, body, protected, signature, more)
	}
	_, stranger := prooftest.TestKey('w')
	_, _, strange := jwsParts(stranger, `{"alg":"EdDSA"}`, said)
	second := func(more string) string {
		return general(fmt.Sprintf(`},{"protected":%q,"signature":%q%s`, protected, strange, more))
	}
	es256 := func(more string) string { // a signature that is not checked
		return fmt.Sprintf(`},{"protected":%q,"signature":""%s`, prooftest.UrlBase64(`{"alg":"ES256"}`), more)
	}
	integrity := inDataIntegrity(t, private, `{"agent":"Mallory","score":12}`, "")
	another := func(more string) string { // a proof of a stranger
		at := strings.Index(integrity, `"proof":`) + len(`"proof":`)
		var proof map[string]any
		if err := json.Unmarshal([]byte(integrity[at:len(integrity)-1]), &proof); err != nil {
			t.Fatal(err)
		}
		own, _ := json.Marshal(proof)
		foreign := strings.Replace(string(own), "{", "{"+more, 1)
		return integrity[:at] + "[" + string(own) + "," + foreign + "]}"
	}
	ofKind := func(kind, more string) string { // a proof of a kind that is not checked
		return strings.Replace(another(`"type":`+kind+`,`+more), `,"type":"DataIntegrityProof","verificationMethod":"k"}]`, "}]", 1)
	}
	with := func(text, more string) string { return strings.TrimSuffix(text, "}") + more + "}" }
	for _, row := range []struct {
		name, text, verdict string
		unsigned            []string
	}{
		{"a second signature of a flat record", with(flat, `,"signature":"Nova cheated"`), authentic, []string{"evaluator_pubkey", "signature"}},
		{"a second key of a flat record", with(flat, `,"public_key":"Nova scored 99"`), authentic, []string{"evaluator_pubkey", "public_key"}},
		{"hints in a header that is not signed", flattened(`{"kid":"k","typ":"JWT","x5t#S256":"x"}`), authentic, nil},
		{"a comment in a header that is not signed", flattened(`{"note":"Nova cheated"}`), authentic, []string{"note"}},
		{"a score in a header that is not signed", flattened(`{"agent":"Nova","score":99}`), qualified, []string{"agent", "score"}},
		{"a score in that of one of several", general(`,"header":{"score":99}`), qualified, []string{"score"}},
		{"a score beside a signature of several", general(`,"score":99`), qualified, []string{"score"}},
		{"a key in the header of another kind", general(es256(`,"header":{"jwk":{"kty":"EC"}}`)), authentic, []string{"kty"}},
		{"an object for a hint in a header", flattened(`{"kid":{"total":99}}`), qualified, []string{"total"}},
		{"a list for a header of another kind", general(es256(`,"header":[[{"total":99}]]`)), qualified, []string{"total"}},
		{"an object for a signature of another kind", general(strings.Replace(es256(""), `""`, `{"agent_name":"Nova"}`, 1)), qualified, []string{"agent_name"}},
		{"another's signature", second(`,"header":{"kid":"w"}` + es256(`,"header":{"jwk":{}}`)), authentic, nil},
		{"a score in the header of another's signature", second(`,"header":{"agent":"Nova","score":99}`), qualified, []string{"agent", "score"}},
		{"a score beside a signature of another kind", general(es256(`,"score":99`)), qualified, []string{"score"}},
		{"a comment in two signatures", second(`,"note":"Nova cheated"` + es256(`,"header":{"note":"Nova cheated"}`)), authentic, []string{"note"}},
		{"a score beside another DSSE signature", inDSSE(private, "t", said, `},{"sig":"AAAA","score":99`), qualified, []string{"score"}},
		{"a score beside a DSSE signature", inDSSE(private, "t", said, `,"agent":"Nova","score":99`), qualified, []string{"agent", "score"}},
		{"a comment beside a DSSE signature", inDSSE(private, "t", said, `,"cert":"x"`), authentic, []string{"cert"}},
		{"an object for the hint of a DSSE signature", inDSSE(private, "t", said, `,"keyid":{"total":99}`), qualified, []string{"total"}},
		{"another proof", another(`"challenge":"x","domain":"x",`), authentic, nil},
		{"a comment in another proof", another(`"note":"Nova cheated",`), authentic, nil},
		{"a score in another proof", another(`"agent":"Nova","score":99,`), qualified, []string{"agent", "score"}},
		{"an object for the time of another proof", ofKind(`"x"`, `"created":{"total":99,"agent_name":"Nova"},`), qualified, []string{"total", "agent_name"}},
		{"an object for the id of another proof", ofKind(`"x"`, `"id":{"score":99},`), qualified, []string{"score"}},
		{"an object in the context of another proof", ofKind(`"x"`, `"@context":["a",{"total":99}],`), qualified, []string{"total"}},
		{"an object for the type of another proof", ofKind(`{"total":99}`, ""), qualified, []string{"total"}},
		{"the context that is signed", inDataIntegrity(t, private, `{"@context":["a"],"agent":"Mallory","score":12}`, `,"@context":["a"]`), authentic, nil},
		{"a context behind the one that is signed", strings.Replace(inDataIntegrity(t, private, `{"@context":["a"],"agent":"Mallory","score":12}`, `,"@context":["a"]`), `["a"]`, `["a",{"score":"https://evil.example/rank"}]`, 1), qualified, []string{"@context"}},
	} {
		req := VerifyRequest{Text: row.text, Keys: pin(public, "")}
		res := verified(t, req)
		if res.Verdict != row.verdict || !slices.Equal(res.UnsignedFields, row.unsigned) {
			t.Errorf("%s: %s, not signed %q, want %s, %q: %s", row.name, res.Verdict, res.UnsignedFields, row.verdict, row.unsigned, res.Sentence)
		}
		coverage := messages(res.Checks)[slices.IndexFunc(res.Checks, func(c Check) bool { return c.ID == "coverage" })]
		for _, name := range row.unsigned {
			if name != "evaluator_pubkey" && !strings.Contains(coverage, name) {
				t.Errorf("%s: %q does not name %s", row.name, coverage, name)
			}
		}
		if minimal, err := Minimal(req); row.verdict == authentic && (err != nil || strings.Contains(minimal, "Nova") || strings.Contains(minimal, "cert")) {
			t.Errorf("%s: %v, a minimal text of more than is signed: %s", row.name, err, minimal)
		}
	}
}

// TestNamesOfNotes checks that a key that is listed with its name as a key of notes signs
// under that name alone, and that the name that any other key gives is not kept.
func TestNamesOfNotes(t *testing.T) {
	public, private := prooftest.TestKey('v')
	named := func(name string) string {
		return fmt.Sprintf(`"public_key": "%s+%x+%s"`, name, key.NoteHash(name, public), base64.StdEncoding.EncodeToString(append([]byte{1}, public...)))
	}
	const record = `{"agent":"Mallory","score":12}` + "\n"
	merged, err := key.Keyring(key.KeyringRequest{Keyrings: []op.Raw{op.Raw(`{"keys":[{"id":"w1",` + named("witness.example/w1") + `}]}`)}})
	if err != nil {
		t.Fatal(err)
	}
	joined, _ := json.Marshal(merged)
	for _, row := range []struct {
		name          string
		keys          []byte
		under, result string
	}{
		{"its own name", ringOf(named("arena.example")), "arena.example", authentic},
		{"another name", ringOf(named("arena.example")), "nova-cheated.example", unknownKey},
		{"another name, with an id", ringOf(`"id":"w1",` + named("arena.example")), "nova-cheated.example", unknownKey},
		{"another name, after keyrings were joined", joined, "nova-cheated.example", unknownKey},
		{"its own name, after keyrings were joined", joined, "witness.example/w1", authentic},
		{"any name of a key without one", pin(public, ""), "nova-cheated.example", authentic},
	} {
		req := VerifyRequest{Text: noteOf(public, private, row.under, record), Keys: row.keys}
		if res := verified(t, req); res.Verdict != row.result {
			t.Errorf("%s: %s, want %s: %s", row.name, res.Verdict, row.result, res.Sentence)
		}
		if minimal, err := Minimal(req); row.result == authentic && (err != nil || strings.Contains(minimal, "cheated")) {
			t.Errorf("%s: %v, minimal text %s", row.name, err, minimal)
		}
	}
	for _, name := range []string{"two words", "a+b", "a\\u200bb", ""} {
		if ring, p := key.ParseKeyring([]byte(fmt.Sprintf(`{"keys":[{"public_key":"%x","key_name":"%s"}]}`, public, name))); p == nil || !strings.HasPrefix(p.Message, "/keys/0/key_name: expected ") {
			t.Errorf("the name %q: %+v, %v", name, ring, p)
		}
	}
	leaf := `{"agent":"Mallory","score":99}`
	root := sha256Of("\x00" + leaf)
	checkpoint := "log.example\n1\n" + base64.StdEncoding.EncodeToString(root) + "\n"
	proof := "c2sp.org/tlog-proof@v1\nextra " + prooftest.StdBase64(leaf) + "\nindex 0\n\n" + noteOf(public, private, "log.example", checkpoint)
	for keys, want := range map[string]string{named("log.example"): authentic, named("witness.example/w1"): unknownKey} {
		if res := verified(t, VerifyRequest{Text: proof, Keys: ringOf(keys)}); res.Verdict != want {
			t.Errorf("%s: %s, want %s: %s", keys, res.Verdict, want, res.Sentence)
		}
	}
}

// TestArenasAroundRecords checks that a key of one arena does not sign for another,
// wherever in what is signed the arena is named, and that the record of a credential is
// its subject in every envelope.
func TestArenasAroundRecords(t *testing.T) {
	public, private := prooftest.TestKey('v')
	const subject = `"credentialSubject":{"agent":"Nova","score":85}`
	statement := func(more string) string {
		return `{"_type":"https://in-toto.io/Statement/v1"` + more + `,"predicate":{"agent":"Nova","score":85}}`
	}
	for _, row := range []struct{ name, inArena, verdict string }{
		{"no arena", "", authentic},
		{"its own arena", `,"arena":"open"`, authentic},
		{"another arena", `,"arena":"closed"`, qualified},
		{"another arena by its slug", `,"arena_slug":"closed"`, qualified},
	} {
		credential := `{"type":["VerifiableCredential"]` + row.inArena + `,` + subject + `}`
		for kind, text := range map[string]string{
			"Data Integrity":      inDataIntegrity(t, private, credential, ""),
			"JWS":                 inJWS(private, `{"alg":"EdDSA"}`, credential),
			"DSSE":                inDSSE(private, "t", credential, ""),
			"note":                noteOf(public, private, "arena", credential+"\n"),
			"in-toto":             inDSSE(private, "application/vnd.in-toto+json", statement(row.inArena), ""),
			"a token's member vc": inJWS(private, `{"alg":"EdDSA"}`, `{"iss":"k"`+row.inArena+`,"vc":{`+subject+`}}`),
			"in a token's vc":     inJWS(private, `{"alg":"EdDSA"}`, `{"iss":"k","vc":{"type":[]`+row.inArena+`,`+subject+`}}`),
		} {
			res := verified(t, VerifyRequest{Text: text, Keys: pin(public, `, "arena": "open"`)})
			name, score := res.signed.Whose()
			if res.Verdict != row.verdict || name != "Nova" || score == nil || *score != 85 {
				t.Errorf("%s, %s: %s of %s, want %s of Nova with 85: %s", row.name, kind, res.Verdict, name, row.verdict, res.Sentence)
			}
		}
	}
}

// TestWhenTokensWereSigned checks that a token whose iat is no number is refused, and
// that it is the time of use if it is one.
func TestWhenTokensWereSigned(t *testing.T) {
	public, private := prooftest.TestKey('v')
	for _, row := range []struct{ typ, iat, verdict string }{
		{"JWT", `1790000000`, authentic},
		{"JWT", `1577836800`, qualified},
		{"JWT", `"1577836800"`, unreadable},
		{"JWT", `"2020-01-01T00:00:00Z"`, unreadable},
		{"JWT", `[1577836800]`, unreadable},
		{"JOSE", `"2020-01-01T00:00:00Z"`, authentic}, // another member of that name
	} {
		text := inJWS(private, `{"alg":"EdDSA","typ":"`+row.typ+`"}`, `{"agent":"nova","score":88,"iat":`+row.iat+`}`)
		res := verified(t, VerifyRequest{Text: text, Keys: pin(public, `, "valid_from": "2026-06-01T00:00:00Z"`), At: "2026-11-01T00:00:00Z"})
		if res.Verdict != row.verdict {
			t.Errorf("%s, iat %s: %s, want %s: %s", row.typ, row.iat, res.Verdict, row.verdict, res.Sentence)
		}
	}
}
