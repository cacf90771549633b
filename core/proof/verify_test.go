package proof

import (
	"crypto/ed25519"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/core/internal/prooftest"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/proof/layout"
	"github.com/tallyproof/tallyproof/core/rulebook"
)

// pin is a keyring of one key.
func pin(public []byte, more string) op.Raw {
	return op.Raw(fmt.Sprintf(`{"keys": [{"id": "runner-1", "owner": "airena-runner-2", "public_key": "%x"%s}]}`, public, more))
}

// testKeyOfVectors is the key that most files of vectors/proofs/formats are
// signed with.
func testKeyOfVectors(t testing.TB) []byte {
	t.Helper()
	key, err := hex.DecodeString(strings.TrimSpace(string(prooftest.FormatFile(t, "pubkey.hex"))))
	if err != nil {
		t.Fatal(err)
	}
	return key
}

// declaredRecord is a record of version tallyproof-score/1, signed.
func declaredRecord(private ed25519.PrivateKey, members string) string {
	record := fmt.Sprintf(`{"version": "tallyproof-score/1", %s, "evaluator_pubkey": "%x"}`, members, private.Public())
	res, err := Statement(StatementRequest{Document: op.Raw(record)})
	if err != nil {
		panic(err)
	}
	signed, err := base64.StdEncoding.DecodeString(res.Message)
	if err != nil {
		panic(err)
	}
	return strings.TrimSuffix(record, "}") + fmt.Sprintf(`, "evaluator_signature": "%x"}`, ed25519.Sign(private, signed))
}

const (
	journey = `"correctness": 97, "speed": 60, "quality": 80, "process": 80, "final_score": 82.8` // 38.8 + 12 + 16 + 16
	weighed = `, "scoring_weights": {"correctness": 40, "speed": 20, "quality": 20, "process": 20}`
	codeOf  = `, "code_hash": "` + prooftest.Hash + `"`
	when    = `, "evaluated_at": "2026-03-01T12:00:00Z"`
)

// The verdict is the first that applies, and a failed check names itself.
func TestVerdicts(t *testing.T) {
	public, private := prooftest.TestKey('v')
	other, _ := prooftest.TestKey('o')
	whole := declaredRecord(private, journey+weighed+codeOf+when)
	tests := []struct {
		name    string
		req     VerifyRequest
		verdict string
		heading string
		check   string // one that is as status says
		status  string
		said    string // part of its message
	}{
		{"everything agrees", VerifyRequest{Text: whole, Keys: pin(public, `, "valid_from": "2025-10-01T00:00:00Z"`)},
			authentic, "Authentic", "arithmetic", pass, "38.8 + 12.0 + 16.0 + 16.0 = 82.8 by the rules of AiRENA."},
		{"its weights", VerifyRequest{Text: whole, Keys: pin(public, "")}, authentic, "", "weights", pass, "40 + 20 + 20 + 20 = 100 %."},
		{"its code is not given yet", VerifyRequest{Text: whole, Keys: pin(public, "")}, authentic, "", "code", skipped, "Add the code to match its hash."},
		{"no keys", VerifyRequest{Text: whole}, unknownKey, "Signed by a key we do not know", "key", unknown, "came with the document"},
		{"another key is pinned", VerifyRequest{Text: whole, Keys: op.Raw(fmt.Sprintf(`{"keys": [{"public_key": "%x"}]}`, other))}, unknownKey, "", "key", unknown, "came with the document"},
		{"the key is given, not pinned", VerifyRequest{Text: whole, Key: hex.EncodeToString(public)}, unknownKey, "", "signature", pass, ""},
		{"the key changed", VerifyRequest{Text: declaredRecord(private, journey+`, "runner": "airena-runner-2"`), Keys: pin(other, "")}, unknownKey, "", "key", fail, "is not the one listed for airena-runner-2"},
		{"one digit edited", VerifyRequest{Text: strings.Replace(whole, "82.8", "92.8", 1), Keys: pin(public, "")},
			notAuthentic, "Not authentic", "signature", fail, "The signature does not match these"},
		{"version edited", VerifyRequest{Text: strings.Replace(whole, "score/1", "score/2", 1), Keys: pin(public, ""), Limit: 200},
			unmatched, "No known spelling of this record fits the signature", "signature", fail, "fits none of the 200 layouts tried"},
		{"truncated", VerifyRequest{Text: whole[:len(whole)-1], Keys: pin(public, "")}, unreadable, "Can't read this", "format", fail, "Line 1, column"},
		{"an integer no double holds", VerifyRequest{Text: strings.Replace(whole, "97", "9007199254740993", 1), Keys: pin(public, "")}, unreadable, "", "format", fail, "expected an integer within"},
		{"the sum does not match", VerifyRequest{Text: declaredRecord(private, strings.Replace(journey, "82.8", "83.8", 1)+weighed), Keys: pin(public, "")},
			qualified, "Authentic, but the sum does not match", "arithmetic", fail, "The record's final_score is 83.8; its dimensions make 82.8 by the rules of AiRENA."},
		{"weights in words", VerifyRequest{Text: declaredRecord(private, strings.Replace(journey, "82.8", "99", 1)+strings.Replace(weighed, "40", `"40"`, 1)), Keys: pin(public, "")},
			qualified, "Authentic, but the weights do not match", "weights", fail, "The signed member scoring_weights has no number for each dimension"},
		{"a list of weights", VerifyRequest{Text: declaredRecord(private, journey+`, "scoring_weights": [40, 20, 20, 20]`), Keys: pin(public, "")}, qualified, "", "weights", fail, "scoring_weights"},
		{"a list of weights in a text", VerifyRequest{Text: declaredRecord(private, journey+`, "scoring_weights": "[40, 20, 20, 20]"`), Keys: pin(public, "")}, qualified, "", "weights", fail, "scoring_weights"},
		{"the name of weights, and a file of weights", VerifyRequest{Text: declaredRecord(private, journey+`, "scoring_weights": "default v2", "weights": "nova-7b.safetensors"`), Keys: pin(public, "")}, authentic, "", "weights", unknown, "does not carry"},
		{"null for weights", VerifyRequest{Text: declaredRecord(private, journey+`, "scoring_weights": null`), Keys: pin(public, "")}, authentic, "", "weights", unknown, "does not carry"},
		{"no weight of a dimension that is not known", VerifyRequest{Text: declaredRecord(private, strings.Replace(journey, "82.8", "99", 1)+strings.Replace(weighed, "{", `{"style": 0, `, 1)), Keys: pin(public, "")},
			qualified, "Authentic, but the sum does not match", "arithmetic", fail, "The record's final_score is 99; its dimensions make 82.8 by the rules of AiRENA."},
		{"weights that somebody gives", VerifyRequest{Text: declaredRecord(private, journey), Keys: pin(public, ""), Weights: map[string]float64{"speed": 1}},
			qualified, "Authentic, but the sum does not match the weights given", "arithmetic", fail, "The record's final_score is 82.8; its dimensions make 60 by the rules of AiRENA and the weights given."},
		{"weights that fit a wrong total", VerifyRequest{Text: declaredRecord(private, strings.Replace(journey, "82.8", "97", 1)), Keys: pin(public, ""), Weights: map[string]float64{"correctness": 1}},
			authentic, "", "arithmetic", pass, "The total recomputes to 97 by the rules of AiRENA and the weights given."},
		{"no weights", VerifyRequest{Text: declaredRecord(private, journey), Keys: pin(public, "")}, authentic, "", "arithmetic", unknown, "The default weights of AiRENA would make 82.8"},
		{"the rulebook is given", VerifyRequest{Text: declaredRecord(private, journey), Keys: pin(public, ""), Rulebook: rulebook.ID("airena")}, authentic, "", "weights", pass, "The rulebook's weights sum to 100 %."},
		{"the sum does not match, and rules of other parts are given", VerifyRequest{Text: declaredRecord(private, strings.Replace(journey, "82.8", "83.8", 1)+weighed), Keys: pin(public, ""), Rulebook: rulebook.ID("term")},
			qualified, "Authentic, but the sum does not match", "arithmetic", fail, "make 82.8 by the rules of AiRENA."},
		{"the sum does not match, and rules of some of its parts are given", VerifyRequest{Text: declaredRecord(private, strings.Replace(journey, "82.8", "83.8", 1)+weighed), Keys: pin(public, ""), Rulebook: rulebook.ID("clawdiators")},
			qualified, "Authentic, but the sum does not match", "arithmetic", fail, "make 82.8 by the rules of AiRENA."},
		{"the sum of some of its parts, and rules without the others are given", VerifyRequest{Text: declaredRecord(private, strings.Replace(journey, "82.8", "51", 1)+weighed), Keys: pin(public, ""), Rulebook: rulebook.ID("clawdiators-live")},
			qualified, "Authentic, but the sum does not match", "arithmetic", fail, "make 82.8 by the rules of AiRENA."},
		{"the sum matches, and rules of other parts are given", VerifyRequest{Text: whole, Keys: pin(public, ""), Rulebook: rulebook.ID("term")}, authentic, "Authentic", "arithmetic", pass, "38.8 + 12.0 + 16.0 + 16.0 = 82.8 by the rules of AiRENA."},
		{"no weights, and rules of other parts are given", VerifyRequest{Text: declaredRecord(private, journey), Keys: pin(public, ""), Rulebook: rulebook.ID("term")}, authentic, "Authentic", "arithmetic", unknown, "no dimension scores"},
		{"weights that do not sum", VerifyRequest{Text: declaredRecord(private, journey+strings.Replace(weighed, "40", "50", 1)), Keys: pin(public, "")},
			qualified, "Authentic, but the weights do not match", "weights", fail, "The weights sum to 110, not to 1 or 100 %."},
		{"other weights are given", VerifyRequest{Text: whole, Keys: pin(public, ""), Weights: map[string]float64{"correctness": 0.25, "speed": 0.25, "quality": 0.25, "process": 0.25}},
			qualified, "Authentic, but the sum does not match the weights given and the weights do not match", "weights", fail, "are not those of the record's scoring_weights"},
		{"the same weights are given as fractions", VerifyRequest{Text: whole, Keys: pin(public, ""), Weights: map[string]float64{"correctness": 0.4, "speed": 0.2, "quality": 0.2, "process": 0.2}}, authentic, "", "weights", pass, "The weights given sum to 100 %."},
		{"the code", VerifyRequest{Text: whole, Keys: pin(public, ""), Code: base64.StdEncoding.EncodeToString(prooftest.FormatFile(t, "code.py"))}, authentic, "", "code", pass, "is the record's code_hash"},
		{"other code", VerifyRequest{Text: whole, Keys: pin(public, ""), Code: "AAAA"}, qualified, "Authentic, but the code is not the code that was scored", "code", fail, "the code that was scored is another"},
		{"a code hash that is none", VerifyRequest{Text: declaredRecord(private, journey+`, "code_hash": "abc"`), Keys: pin(public, ""), Code: "AAAA"}, qualified, "", "code", fail, `is not a SHA-256 hash: "abc"`},
		{"revoked", VerifyRequest{Text: whole, Keys: pin(public, `, "status": "revoked"`)}, qualified, "Authentic, but the key is revoked", "key", fail, "is revoked"},
		{"before the key", VerifyRequest{Text: whole, Keys: pin(public, `, "valid_from": "2026-03-01T12:00:01Z"`)}, qualified, "Authentic, but the dates do not fit", "time", fail, "The key is valid from 2026-03-01T12:00:01Z, and it was used at 2026-03-01T12:00:00Z."},
		{"the key's last instant", VerifyRequest{Text: whole, Keys: pin(public, `, "valid_to": "2026-03-01T12:00:01Z"`), At: "2027-01-01T00:00:00Z"}, authentic, "", "time", pass, "evaluated_at is 1 Mar 2026, 12:00 UTC, not in the future."},
		{"when the key ends", VerifyRequest{Text: whole, Keys: pin(public, `, "valid_to": "2026-03-01T12:00:00Z"`)}, qualified, "", "time", fail, "valid until"},
		{"no date, key over", VerifyRequest{Text: declaredRecord(private, journey), Keys: pin(public, `, "valid_to": "2026-03-01T12:00:00Z"`), At: "2026-04-01T00:00:00Z"}, qualified, "", "time", fail, "it was used now"},
		{"no date at all", VerifyRequest{Text: declaredRecord(private, journey), Keys: pin(public, `, "valid_to": "2026-03-01T12:00:00Z"`)}, authentic, "", "time", unknown, "nothing signed says when"},
		{"from the future", VerifyRequest{Text: whole, Keys: pin(public, ""), At: "2026-03-01T11:54:59Z"}, qualified, "", "time", fail, "evaluated_at 2026-03-01T12:00:00Z is in the future."},
		{"clocks apart", VerifyRequest{Text: whole, Keys: pin(public, ""), At: "2026-03-01T11:55:00Z"}, authentic, "", "time", pass, ""},
		{"not a date", VerifyRequest{Text: declaredRecord(private, journey+`, "evaluated_at": "yesterday"`), Keys: pin(public, "")}, qualified, "", "time", fail, `evaluated_at is "yesterday", not an RFC 3339 time`},
		{"no score", VerifyRequest{Text: declaredRecord(private, `"agent": "a"`), Keys: pin(public, "")}, qualified, "Authentic, but the signed bytes have no score", "coverage", fail, "have no score, a number called final_score, "},
		{"only the code's hash is signed", VerifyRequest{Text: prooftest.FlatRecord(private, prooftest.Hash), Keys: pin(public, "")}, qualified, "Authentic, but the signature does not cover the score", "coverage", fail, "The signed bytes do not say which value is which"},
		{"bare values, found by trying", VerifyRequest{Text: prooftest.FlatRecord(private, "sub-456:85.5:"+prooftest.Hash), Keys: pin(public, "")}, qualified, "Authentic, but the signature does not cover the score", "coverage", fail, "found by trying"},
		{"bare values, declared", VerifyRequest{Text: prooftest.FlatRecord(private, "sub-456:85.5:"+prooftest.Hash), Keys: pin(public, ""), Layout: &layout.Layout{Form: "values", Separator: ":", Order: "listed", Fields: []string{"submission_id", "score", "code_hash"}}},
			qualified, "Authentic, but the signature does not cover the score", "coverage", fail, "came with the request: only one that is listed with the key counts."},
		{"declared layout, other bytes", VerifyRequest{Text: prooftest.FlatRecord(private, prooftest.Canonical), Keys: pin(public, ""), Layout: &layout.Layout{Form: "json", Order: "document", Without: []string{"evaluator_signature"}}}, notAuthentic, "", "signature", fail, "does not match these"},
		{"declared layout, member missing", VerifyRequest{Text: prooftest.FlatRecord(private, prooftest.Canonical), Keys: pin(public, ""), Layout: &layout.Layout{Form: "json", Order: "sorted", Fields: []string{"rank"}}}, notAuthentic, "", "signature", fail, "no member rank"},
		{"nothing", VerifyRequest{}, unreadable, "Can't read this", "format", fail, "an empty text"},
	}
	for _, c := range tests {
		t.Run(c.name, func(t *testing.T) {
			got, err := Verify(c.req)
			if err != nil {
				t.Fatal(err)
			}
			if got.Verdict != c.verdict || c.heading != "" && got.Heading != c.heading {
				t.Errorf("%s, %q: want %s, %q\n%+v", got.Verdict, got.Heading, c.verdict, c.heading, got.Checks)
			}
			for _, check := range got.Checks {
				if check.ID == c.check && (check.Status != c.status || !strings.Contains(check.Message, c.said)) {
					t.Errorf("check %s: %s, %q; want %s, …%q…", c.check, check.Status, check.Message, c.status, c.said)
				}
				if check.ID != c.check && check.Status == fail && c.verdict == authentic {
					t.Errorf("authentic with a failed check: %+v", check)
				}
			}
			if n := checksNamed(got.Checks, c.check); n != 1 {
				t.Errorf("%d checks %s, want 1", n, c.check)
			}
			switch c.verdict {
			case notAuthentic, unmatched, unreadable:
				if len(got.Checks) != 1 || len(got.Claims)+len(got.SignedFields)+len(got.SignedBytes) != 0 {
					t.Errorf("shows more than the check that failed: %+v", got)
				}
			default:
				if len(got.Checks) != 9 {
					t.Errorf("%d checks, want 9", len(got.Checks))
				}
			}
			for _, text := range append([]string{got.Sentence}, messages(got.Checks)...) {
				if !strings.HasSuffix(text, ".") || strings.Contains(text, "..") {
					t.Errorf("not a finished sentence: %q", text)
				}
			}
		})
	}
}

func checksNamed(checks []Check, id string) (n int) {
	for _, c := range checks {
		if c.ID == id {
			n++
		}
	}
	return n
}

func messages(checks []Check) (all []string) {
	for _, c := range checks {
		all = append(all, c.Message)
	}
	return all
}

// The sentence of an authentic record names who signed what.
func TestAuthenticSentence(t *testing.T) {
	public, private := prooftest.TestKey('v')
	got, err := Verify(VerifyRequest{Text: declaredRecord(private, journey), Keys: pin(public, `, "valid_from": "2025-10-01T00:00:00Z"`)})
	if err != nil {
		t.Fatal(err)
	}
	key := hex.EncodeToString(public)
	want := "Signed by airena-runner-2 · key " + key[:4] + "…" + key[60:] + ", listed since 1 Oct 2025."
	if got.Sentence != want {
		t.Errorf("%q, want %q", got.Sentence, want)
	}
}

// The records of vectors/proofs/formats, which independent tools made: pos-*
// and the envelopes are authentic under the key beside them, and unknown
// without a keyring; neg-* never are.
func TestFormats(t *testing.T) {
	record := string(prooftest.FormatFile(t, "record.json"))
	keyOf := func(file string) op.Raw {
		spelled, err := json.Marshal(strings.TrimSpace(string(prooftest.FormatFile(t, file))))
		if err != nil {
			t.Fatal(err)
		}
		return op.Raw(`{"keys": [{"owner": "arena.example", "public_key": ` + string(spelled) + `}]}`)
	}
	tests := []struct {
		name, text, signature, key string
		verdict                    string
	}{
		{"flat-jcs.json", "", "", "pubkey.hex", authentic},
		{"pos-number-respelled.json", "", "", "pubkey.pem", authentic},
		{"vc-eddsa-jcs-2022.json", "", "", "pubkey.multibase", authentic},
		{"dsse-intoto.json", "", "", "pubkey.jwk.json", authentic},
		{"jws-compact.txt", "", "", "pubkey.hex", authentic},
		{"jws-flattened.json", "", "", "pubkey.hex", authentic},
		{"a2a-jws-over-jcs.json", "", "", "pubkey.hex", authentic},
		{"record.note", "", "", "note.vkey", authentic},
		{"checkpoint.note", "", "", "note.vkey", qualified},
		{"record.json.minisig", record, "signature", "minisign.pub", authentic},
		{"record.json.signify", record, "signature", "signify.pub", authentic},
		{"record.json.sshsig", record, "signature", "sshsig.pub", authentic},
		{"jws-detached-over-jcs.txt", record, "signature", "pubkey.hex", authentic},
		{"record.tlog-proof", string(prooftest.FormatFile(t, "record.jcs.json")), "signature", "note.vkey", authentic},
		{"neg-tampered-score.json", "", "", "pubkey.hex", unmatched},
		{"neg-self-signed-forgery.json", "", "", "pubkey.hex", unknownKey},
		{"neg-duplicate-key.json", "", "", "pubkey.hex", unreadable},
	}
	for _, c := range tests {
		t.Run(c.name, func(t *testing.T) {
			req := VerifyRequest{Text: string(prooftest.FormatFile(t, c.name)), Keys: keyOf(c.key)}
			if c.signature != "" {
				req.Text, req.Signature = c.text, req.Text
			}
			got, err := Verify(req)
			if err != nil {
				t.Fatal(err)
			}
			if got.Verdict != c.verdict {
				t.Errorf("%s, %q: want %s\n%+v", got.Verdict, got.Sentence, c.verdict, got.Checks)
			}
			req.Keys = nil
			if got, err = Verify(req); err != nil {
				t.Fatal(err)
			}
			if c.verdict == authentic && got.Verdict != unknownKey {
				t.Errorf("without a keyring: %s, want %s", got.Verdict, unknownKey)
			}
		})
	}
}

// Refusals name the member of the request.
func TestVerifyRefusals(t *testing.T) {
	tests := []struct {
		name, request, field, message string
	}{
		{"text and document", `{"text": "{}", "document": {}}`, "/document", "give either text or document, not both"},
		{"code", `{"text": "{}", "code": "*"}`, "/code", `"*": want base64`},
		{"at", `{"text": "{}", "at": "noon"}`, "/at", `"noon": want an RFC 3339 time such as 2026-03-01T12:00:00Z`},
		{"rulebook", `{"text": "{}", "rulebook": "nowhere"}`, "/rulebook", `unknown rulebook "nowhere"`},
		{"message alone", `{"message": "AAAA"}`, "/signature", "missing: want the signature of message"},
		{"message and text", `{"message": "AAAA", "signature": "x", "text": "y"}`, "/message", "give either message or text, not both"},
		{"key", `{"text": "{}", "key": "abc"}`, "/key", "line 1, column 1 (byte 0): expected"},
		{"keys", `{"text": "{}", "keys": 7}`, "/keys", "expected"},
		{"layout without form", `{"text": "{}", "layout": {"order": "sorted"}}`, "/layout/form", "missing: want json,"},
		{"layout without order", `{"text": "{}", "layout": {"form": "json"}}`, "/layout/order", "missing: want sorted,"},
		{"layout without members", `{"text": "{}", "layout": {"form": "json", "order": "sorted"}}`, "/layout/fields", "missing: want the members that are signed"},
		{"layout listed", `{"text": "{}", "layout": {"form": "json", "order": "listed", "without": ["a"]}}`, "/layout/fields", "missing: want the members in their order"},
		{"layout twice", `{"text": "{}", "layout": {"form": "json", "order": "listed", "fields": ["a", "a"]}}`, "/layout/fields/1", `"a" twice: want each member once`},
		{"layout both", `{"text": "{}", "layout": {"form": "json", "order": "sorted", "fields": ["a"], "without": ["b"]}}`, "/layout/without", "give either fields or without, not both"},
	}
	for _, c := range tests {
		t.Run(c.name, func(t *testing.T) {
			_, refusal := Ops[0].Answer([]byte(c.request))
			if refusal == nil || refusal.Code != op.Invalid || refusal.Field != c.field || !strings.Contains(refusal.Message, c.message) {
				t.Errorf("%+v: want %s: %s", refusal, c.field, c.message)
			}
		})
	}
}

// proof.statement gives the bytes that proof.verify finds signed.
func TestStatement(t *testing.T) {
	public, private := prooftest.TestKey('v')
	did := "did:key:z" + prooftest.Base58(append([]byte{0xED, 0x01}, public...))
	record := `{"correctness": 97, "score": 82.8, "proof": {"type": "DataIntegrityProof", "cryptosuite": "eddsa-jcs-2022", "created": "2026-03-01T12:00:00Z", "verificationMethod": "` + did + `", "proofPurpose": "assertionMethod"%s}}`
	res, err := Statement(StatementRequest{Document: op.Raw(fmt.Sprintf(record, ""))})
	if err != nil {
		t.Fatal(err)
	}
	signed, err := base64.StdEncoding.DecodeString(res.Message)
	if err != nil || len(signed) != 64 {
		t.Fatal(len(signed), err)
	}
	proof := fmt.Sprintf(record, `, "proofValue": "z`+prooftest.Base58(ed25519.Sign(private, signed))+`"`)
	got, err := Verify(VerifyRequest{Text: proof, Keys: pin(public, "")})
	if err != nil || got.Verdict != authentic || got.SignedBytes != res.Message {
		t.Errorf("%+v, %v", got, err)
	}
	for name, document := range map[string]string{
		"not an object": `[]`, "unsigned": `{"score": 1}`, "other suite": `{"proof": {"type": "DataIntegrityProof", "cryptosuite": "ecdsa-jcs-2019"}}`,
		"no method": `{"proof": {"type": "DataIntegrityProof", "cryptosuite": "eddsa-jcs-2022"}}`, "too large": `{"version": "tallyproof-score/1", "score": 9007199254740993}`,
	} {
		if _, err := Statement(StatementRequest{Document: op.Raw(document)}); err == nil {
			t.Errorf("%s: want a refusal", name)
		}
	}
}

// The sentences of refusals, and those that depend on more than the verdict.
func TestSentences(t *testing.T) {
	public, private := prooftest.TestKey('v')
	whole := declaredRecord(private, journey)
	tests := []struct {
		name string
		req  VerifyRequest
		want string
	}{
		{"one digit edited", VerifyRequest{Text: strings.Replace(whole, "82.8", "92.8", 1)},
			"These are not the bytes that were signed. Trust nothing in this record."},
		{"unknown key", VerifyRequest{Text: whole}, fmt.Sprintf("The bytes are intact, and signed by a key that is not listed here. Get the arena's key from the arena itself, and compare it with this one: %x.", public)},
		{"no key", VerifyRequest{Text: string(prooftest.FormatFile(t, "jws-compact.txt"))},
			`No key that is known here made this signature: another key made it, or the bytes were changed. It names the key "runner-1".`},
		{"not what was logged", VerifyRequest{Text: strings.Replace(string(prooftest.FormatFile(t, "record.jcs.json")), "85.5", "95.5", 1), Signature: string(prooftest.FormatFile(t, "record.tlog-proof")), Key: string(prooftest.FormatFile(t, "note.vkey"))},
			"The record is not what the log “arena.example/scores” holds at index 5. Trust nothing in this record."},
		{"truncated", VerifyRequest{Text: "{\n  \"score\": 1\n  \"speed\": 2\n}"}, `Line 3, column 3: expected a comma or } after the member, found "\"".`},
	}
	for _, c := range tests {
		if got := verified(t, c.req); got.Sentence != c.want {
			t.Errorf("%s:\n got %q\nwant %q", c.name, got.Sentence, c.want)
		}
	}
}
