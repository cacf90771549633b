package envelope

import (
	"encoding/hex"
	"encoding/json"
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/core/internal/prooftest"
	"github.com/tallyproof/tallyproof/core/internal/vectors"
	"github.com/tallyproof/tallyproof/core/jcs"
	"github.com/tallyproof/tallyproof/core/proof/key"
)

// TestOfficialDataIntegrity holds every intermediate value of the official
// eddsa-jcs-2022 vectors (w3c/vc-di-eddsa, TestVectors/eddsa-jcs-2022).
func TestOfficialDataIntegrity(t *testing.T) {
	v := vectors.File[struct {
		CombinedHash, CanonicalDocument, CanonicalProofConfig string
		KeyPair                                               struct{ PublicKeyMultibase, PrivateKeyMultibase string }
	}](t, "proofs/w3c-eddsa-jcs-2022/vectors.json")
	statements, p := Read(string(prooftest.VectorFile(t, "w3c-eddsa-jcs-2022/signedJCS.json")))
	if p != nil || len(statements) != 1 {
		t.Fatal(len(statements), p)
	}
	s := statements[0]
	s.Record()
	if got := hex.EncodeToString(s.Message); got != v.CombinedHash {
		t.Errorf("signed %s, want %s", got, v.CombinedHash)
	}
	if got, want := string(s.Readable), v.CanonicalProofConfig+"\n"+v.CanonicalDocument; got != want {
		t.Errorf("hashed\n%s\nwant\n%s", got, want)
	}
	signature, _ := hex.DecodeString(strings.TrimSpace(string(prooftest.VectorFile(t, "w3c-eddsa-jcs-2022/sigHexJCS.txt"))))
	if string(s.Signature) != string(signature) {
		t.Errorf("signature %x, want %x", s.Signature, signature)
	}
	k, p := key.Parse(v.KeyPair.PublicKeyMultibase)
	if p != nil || !holds(&s, k.Bytes) || string(s.Key) != string(k.Bytes) {
		t.Errorf("does not hold under the key of the document (%v)", p)
	}
	if s.Created != "2023-02-24T23:36:38Z" || !s.Dated {
		t.Errorf("created %q", s.Created)
	}
	if _, p := key.Parse(v.KeyPair.PrivateKeyMultibase); p == nil || !strings.Contains(p.Message, "private key") {
		t.Errorf("the private key of the vectors: %+v", p)
	}
}

func TestDataIntegrityContext(t *testing.T) {
	text := string(prooftest.FormatFile(t, "vc-eddsa-jcs-2022.json"))
	key, _ := key.Parse(string(prooftest.FormatFile(t, "pubkey.hex")))
	const document = "\"@context\": [\n    \"https://www.w3.org/ns/credentials/v2\"\n  ]"
	for _, c := range []struct {
		name, context string
		holds         bool
	}{
		{"as signed", document, true},
		{"more after those of the proof", `"@context": ["https://www.w3.org/ns/credentials/v2", {"a": "b"}]`, true},
		{"more before those of the proof", `"@context": [{"a": "b"}, "https://www.w3.org/ns/credentials/v2"]`, false},
		{"another", `"@context": ["https://www.w3.org/ns/credentials/v1"]`, false},
		{"one value instead of a list", `"@context": "https://www.w3.org/ns/credentials/v2"`, true},
		{"none", `"comment": 1`, false},
		{"empty", `"@context": []`, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			statements, p := Read(prooftest.SwapOnce(t, text, document, c.context))
			if got := p == nil && anyHolds(statements, key.Bytes) != nil; got != c.holds {
				t.Fatalf("holds %t, want %t (%+v)", got, c.holds, p)
			}
			if p != nil && !strings.Contains(p.Message, "expected the document's @context to start with the proof's") {
				t.Errorf("message %q", p.Message)
			}
		})
	}
}

// TestProofSet reads a document that two keys sign, and a third with a suite
// that is not checked.
func TestProofSet(t *testing.T) {
	var doc map[string]any
	if err := json.Unmarshal(prooftest.FormatFile(t, "vc-eddsa-jcs-2022.json"), &doc); err != nil {
		t.Fatal(err)
	}
	first := doc["proof"]
	doc["proof"] = []any{map[string]any{"type": "DataIntegrityProof", "cryptosuite": "ecdsa-jcs-2019"}, first, first}
	text, _ := json.Marshal(doc)
	statements, p := Read(string(text))
	if p != nil || len(statements) != 2 || len(statements[0].Unread) != 1 {
		t.Fatalf("%+v, %+v", statements, p)
	}
	if !strings.Contains(statements[0].Unread[0], "ecdsa-jcs-2019") {
		t.Errorf("unread %q", statements[0].Unread)
	}
	key, _ := key.Parse(string(prooftest.FormatFile(t, "pubkey.hex")))
	for i := range statements {
		if !holds(&statements[i], key.Bytes) {
			t.Errorf("proof %d does not hold", i)
		}
	}
}

// TestContextsOfProofSet: each proof of a document has a context of its own.
func TestContextsOfProofSet(t *testing.T) {
	var doc map[string]any
	if err := json.Unmarshal(prooftest.FormatFile(t, "vc-eddsa-jcs-2022.json"), &doc); err != nil {
		t.Fatal(err)
	}
	more := append(doc["@context"].([]any), map[string]any{"a": "b"})
	longer := map[string]any{}
	for name, v := range doc["proof"].(map[string]any) {
		longer[name] = v
	}
	longer["@context"] = more
	doc["@context"], doc["proof"] = more, []any{doc["proof"], longer}
	text, _ := json.Marshal(doc)
	statements, p := Read(string(text))
	if p != nil || len(statements) != 2 {
		t.Fatalf("%+v, %+v", statements, p)
	}
	for i, want := range []bool{false, true} {
		statements[i].Record()
		if got := strings.Contains(string(statements[i].Readable), `{"a":"b"}`); got != want {
			t.Errorf("proof %d signs the second context: %t, want %t", i, got, want)
		}
	}
}

// TestRecordDataIntegrity signs a plain record, without contexts, as record/1
// does.
func TestRecordDataIntegrity(t *testing.T) {
	const text = `{"score":85.5,"proof":{"type":"DataIntegrityProof","cryptosuite":"eddsa-jcs-2022","verificationMethod":"https://arena.example/keys#1",
"proofPurpose":"assertionMethod","created":"2026-03-01T12:00:00Z","expires":"2027-03-01T12:00:00Z","proofValue":"z2HnFSSPPBzR36zdDgK8PbEHeXbR56YF24jwMpt3R1eHXQzJDMWS93FCzpvJpwTWd3GAVFuUfjoJdcnTMuVor51aX"}}`
	statements, p := Read(string(text))
	if p != nil || len(statements) != 1 {
		t.Fatal(p)
	}
	s := statements[0]
	if s.Key != nil || s.KeyID != "https://arena.example/keys#1" || s.Expires != "2027-03-01T12:00:00Z" || string(s.says()) != `{"score":85.5}` {
		t.Errorf("key %x, keyID %q, expires %q, record %s", s.Key, s.KeyID, s.Expires, s.says())
	}
	record, _ := jcs.Parse([]byte(`{"score":85.5}`))
	options, _ := jcs.Parse([]byte(`{"created":"2026-03-01T12:00:00Z","cryptosuite":"eddsa-jcs-2022","expires":"2027-03-01T12:00:00Z",
"proofPurpose":"assertionMethod","type":"DataIntegrityProof","verificationMethod":"https://arena.example/keys#1"}`))
	if want := DataIntegrityMessage(&record, &options); string(s.Message) != string(want) {
		t.Errorf("message %x, want %x", s.Message, want)
	}
}

func TestDataIntegrityRefused(t *testing.T) {
	text := string(prooftest.FormatFile(t, "vc-eddsa-jcs-2022.json"))
	const value = "z34PqgUHAskZcVM6QyACRnvrRztYuqo5qAPYdDvMk1VnENx6566B3VyN1Tezu3EDfGDXXYqLzdBMX7vzRJXwYffvK"
	const method = `"verificationMethod": "did:key:z6Mkq6y4KgpUMyaaa1cS4mAG8gwjCnwkpRtJqRU8zj7KeQsU#z6Mkq6y4KgpUMyaaa1cS4mAG8gwjCnwkpRtJqRU8zj7KeQsU"`
	checkRefused(t, []brokenText{
		{"truncated", text[:len(text)/2], "", "unexpected end of text"},
		{"trailing data", text + "{}", "", "expected the end of the text after the value"},
		{"duplicate member", prooftest.SwapOnce(t, text, `"process": 75`, `"process": 75, "process": 100`), "", "expected each member name once"},
		{"other suite", prooftest.SwapOnce(t, text, `"eddsa-jcs-2022"`, `"eddsa-rdfc-2022"`), "", `this proof is signed with "eddsa-rdfc-2022"`},
		{"other type", prooftest.SwapOnce(t, text, `"DataIntegrityProof"`, `"Ed25519Signature2018"`), "", `"Ed25519Signature2018"`},
		{"chain", prooftest.SwapOnce(t, text, `"proofPurpose"`, `"previousProof": "urn:uuid:1", "proofPurpose"`), "", "chains of proofs are not read"},
		{"other purpose", prooftest.SwapOnce(t, text, `"assertionMethod"`, `"authentication"`), "", `expected the proofPurpose "assertionMethod", found "authentication"`},
		{"no purpose", prooftest.SwapOnce(t, text, `"proofPurpose"`, `"purpose"`), "", `expected a member "proofPurpose" in the proof`},
		{"no value", prooftest.SwapOnce(t, text, `"proofValue"`, `"value"`), "", `expected a member "proofValue" in the proof`},
		{"value without its letter", prooftest.SwapOnce(t, text, value, value[1:]), "", "64 bytes in base58btc after the letter z"},
		{"value in another base", prooftest.SwapOnce(t, text, value, "u"+value[1:]), "", "64 bytes in base58btc after the letter z"},
		{"value too short", prooftest.SwapOnce(t, text, value, value[:80]), "", "64 bytes in base58btc"},
		{"value too long", prooftest.SwapOnce(t, text, value, value+"11"), "", "64 bytes in base58btc"},
		{"value with a leading zero", prooftest.SwapOnce(t, text, value, "z1"+value[1:]), "", "64 bytes in base58btc"},
		{"value with a letter that base58 lacks", prooftest.SwapOnce(t, text, value, "z0"+value[2:]), "", "64 bytes in base58btc"},
		{"value far too long", prooftest.SwapOnce(t, text, value, "z"+strings.Repeat("2", 300)), "", "64 bytes in base58btc"},
		{"no method", prooftest.SwapOnce(t, text, method, `"x": 1`), "", `expected a member "verificationMethod"`},
		{"P-256 did:key", prooftest.SwapOnce(t, text, method, `"verificationMethod": "did:key:zDnaerDaTF5BXEavCrfRZEk316dpbLsfPDZ3WJ5hRTPFU2169"`), "", "an Ed25519 Multikey"},
		{"fragment of another key", prooftest.SwapOnce(t, text, "#z6Mkq6y4KgpUMyaaa1cS4mAG8gwjCnwkpRtJqRU8zj7KeQsU", "#z6MkrJVnaZkeFzdQyMZu1cgjg7k1pZZ6pvBQ7XJPt4swbTQ2"), "", "whose fragment repeats the key"},
		{"created is no time", prooftest.SwapOnce(t, text, `"created": "2026-03-01T12:00:00Z"`, `"created": "yesterday"`), "", `an RFC 3339 time such as 2026-03-01T12:00:00Z for "created"`},
		{"expires is no time", prooftest.SwapOnce(t, text, `"created"`, `"expires": 1, "created"`), "", `for "expires"`},
		{"too many proofs", `{"proof":[{"type":"DataIntegrityProof"}` + strings.Repeat(",{}", 32) + `]}`, "", "at most 32 signatures, found 33"},
		{"a proof is no object", `{"proof":[{"type":"DataIntegrityProof"},1]}`, "", "expected an object for a proof"},
	})
}
