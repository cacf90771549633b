package proof

import (
	"bytes"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/core/internal/prooftest"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/proof/envelope"
	"github.com/tallyproof/tallyproof/core/proof/key"
	"github.com/tallyproof/tallyproof/core/proof/layout"
	"github.com/tallyproof/tallyproof/core/proof/text"
)

// ringOf is a keyring of entries, each without its braces.
func ringOf(entries ...string) op.Raw {
	return op.Raw(`{"keys": [{` + strings.Join(entries, "}, {") + `}]}`)
}

func entryOf(public []byte, more string) string {
	return fmt.Sprintf(`"public_key": "%x"%s`, public, more)
}

// flatOf is a flat record of these members, without braces, whose signature is
// over text.
func flatOf(private ed25519.PrivateKey, members, text string) string {
	return fmt.Sprintf(`{%s, "evaluator_pubkey": "%x", "evaluator_signature": "%x"}`, members, private.Public(), ed25519.Sign(private, []byte(text)))
}

// What a link, a file or a document brings is never trusted, and changes nothing
// that a trusted keyring says.
func TestBroughtKeysAreNeverTrusted(t *testing.T) {
	public, private := prooftest.TestKey('v')
	text := declaredRecord(private, `"agent": "Mallory", "score": 97.5`)
	claims := entryOf(public, `, "id": "airena-runner-2", "owner": "AiRENA", "valid_from": "2025-10-01T00:00:00Z"`)
	got := verified(t, VerifyRequest{Text: text, Brought: ringOf(claims)})
	if got.Verdict != unknownKey || got.Key.Pinned || got.Key.Owner != "" || got.Key.Called != "AiRENA" || got.Key.Entry != "" {
		t.Errorf("%s, key %+v: want an unknown key that is called AiRENA", got.Verdict, got.Key)
	}
	if strings.Contains(got.Sentence, "Signed by AiRENA") || !strings.Contains(got.Sentence, `calls the key "AiRENA", which anyone can write`) {
		t.Errorf("%q", got.Sentence)
	}
	revoked := ringOf(entryOf(public, `, "id": "r", "owner": "AiRENA", "arena": "a", "status": "revoked", "valid_to": "2026-01-01T00:00:00Z"`))
	for name, req := range map[string]VerifyRequest{
		"candidates": {Text: text, Keys: revoked, Brought: ringOf(claims)},
		"pins":       {Text: text, Keys: revoked, Pins: ringOf(claims)},
	} {
		got := verified(t, req)
		if got.Verdict != qualified || got.Key.Owner != "AiRENA" || got.Key.ID != "r" || got.Key.ValidTo == "" || got.Key.Entry != "/keys/keys/0" {
			t.Errorf("%s: %s, key %+v: want what keys says", name, got.Verdict, got.Key)
		}
	}
	got = verified(t, VerifyRequest{Text: text, Pins: ringOf(claims)})
	if got.Verdict != authentic || got.Key.Entry != "/pins/keys/0" {
		t.Errorf("%s, key %+v: want a pin to count", got.Verdict, got.Key)
	}
	// Keys that were brought are tried if the proof names none.
	got = verified(t, VerifyRequest{Text: "a message", Signature: hex.EncodeToString(ed25519.Sign(private, []byte("a message"))), Brought: ringOf(claims)})
	if got.Verdict != unknownKey || got.Key == nil || got.Key.Called != "AiRENA" {
		t.Errorf("%s, key %+v: want the key that was brought", got.Verdict, got.Key)
	}
}

// Bytes of one format are not read as another: a layout that makes the bytes of
// the demonstration record reads Mallory's 97.5 out of Nova's 94.25.
func TestLayoutsOfARequest(t *testing.T) {
	public, private := prooftest.TestKey('v')
	nova := `"agent": "nova", "correctness": 97.5, "elo_after": 1249.49, "final_score": 94.25`
	res, err := Statement(StatementRequest{Document: op.Raw(fmt.Sprintf(`{"version": "tallyproof-score/1", %s, "evaluator_pubkey": "%x"}`, nova, public))})
	if err != nil {
		t.Fatal(err)
	}
	signed, err := base64.StdEncoding.DecodeString(res.Message)
	if err != nil {
		t.Fatal(err)
	}
	prefix, rest, _ := strings.Cut(string(signed), `97.5,"elo_after":`)
	forged := flatOf(private, `"agent": "Mallory", "final_score": 97.5, "rest": `+mustJSON(t, rest), string(signed))
	l := &layout.Layout{Form: "values", Prefix: prefix, Separator: `,"elo_after":`, Order: "listed", Fields: []string{"final_score", "rest"}}
	got := verified(t, VerifyRequest{Text: forged, Keys: pin(public, ""), Layout: l})
	if got.Verdict != notAuthentic || !strings.Contains(got.Sentence, "read in that format alone") || len(got.Claims) != 0 {
		t.Errorf("%s, %q, %+v: want no reading of another format's bytes", got.Verdict, got.Sentence, got.Claims)
	}
	dsse := envelope.PreAuthenticated("370", []byte(`x`))
	forged = flatOf(private, `"agent": "Mallory", "score": 370, "rest": "1 x"`, string(dsse))
	l = &layout.Layout{Form: "values", Prefix: "DSSEv1 3 ", Separator: " ", Order: "listed", Fields: []string{"score", "rest"}}
	if got := verified(t, VerifyRequest{Text: forged, Keys: pin(public, ""), Layout: l}); got.Verdict != notAuthentic {
		t.Errorf("%s: want a DSSE envelope not read as a flat record", got.Verdict)
	}
	tests := []struct {
		name, members, text string
		layout              layout.Layout
	}{
		{"values", `"agent": "Mallory", "score": 97`, "Mallory:97", layout.Layout{Form: "values", Separator: ":", Order: "listed", Fields: []string{"agent", "score"}}},
		{"pairs", `"agent": "Mallory", "score": 97`, "agent=Mallory&score=97", layout.Layout{Form: "pairs", Assign: "=", Separator: "&", Order: "listed", Fields: []string{"agent", "score"}}},
		{"a prefix", `"score": 97`, `nova {"score":97}`, layout.Layout{Form: "json", Prefix: "nova ", Order: "listed", Fields: []string{"score"}}},
		{"a hash", `"score": 97`, string(sha256Of(`{"score":97}`)), layout.Layout{Form: "json", Hash: "sha256", Order: "listed", Fields: []string{"score"}}},
	}
	for _, c := range tests {
		t.Run(c.name, func(t *testing.T) {
			text := flatOf(private, c.members, c.text)
			got := verified(t, VerifyRequest{Text: text, Keys: pin(public, ""), Layout: &c.layout})
			if got.Verdict != qualified || len(got.SignedFields) != 0 {
				t.Errorf("given: %s with %v signed: want qualified, and nothing shown as signed", got.Verdict, got.SignedFields)
			}
			found := verified(t, VerifyRequest{Text: text, Keys: pin(public, "")})
			if found.Verdict == authentic || len(found.SignedFields) != 0 {
				t.Errorf("found: %s with %v signed", found.Verdict, found.SignedFields)
			}
			own, err := json.Marshal(c.layout)
			if err != nil {
				t.Fatal(err)
			}
			listed := verified(t, VerifyRequest{Text: text, Keys: pin(public, `, "layout": `+string(own))})
			if listed.Verdict != authentic || len(listed.SignedFields) == 0 {
				t.Errorf("listed with the key: %s, %q: want authentic", listed.Verdict, listed.Sentence)
			}
		})
	}
	// A layout that bytes bear out by themselves is still the request's.
	plain := flatOf(private, `"agent": "nova", "score": 97`, `{"agent":"nova","score":97}`)
	given := verified(t, VerifyRequest{Text: plain, Keys: pin(public, ""), Layout: &layout.Layout{Form: "json", Order: "listed", Fields: []string{"agent", "score"}}})
	if given.Verdict != qualified || given.Heading != "Authentic, but the layout came with the request" {
		t.Errorf("%s, %q", given.Verdict, given.Heading)
	}
	if found := verified(t, VerifyRequest{Text: plain, Keys: pin(public, "")}); found.Verdict != authentic {
		t.Errorf("found: %s", found.Verdict)
	}
}

// The entry of a key limits what the key is for.
func TestEntriesLimitKeys(t *testing.T) {
	public, private := prooftest.TestKey('v')
	ofArena := declaredRecord(private, `"arena": "airena", "score": 97`)
	envelope := fmt.Sprintf(`{"payloadType": "application/vnd.score+json", "payload": %q, "signatures": [{"sig": %q}]}`, base64.StdEncoding.EncodeToString([]byte(`{"score":97}`)),
		base64.StdEncoding.EncodeToString(ed25519.Sign(private, envelope.PreAuthenticated("application/vnd.score+json", []byte(`{"score":97}`)))))
	ssh, p := key.Parse(string(prooftest.FormatFile(t, "sshsig.pub")))
	if p != nil {
		t.Fatal(p)
	}
	signed := VerifyRequest{Text: string(prooftest.FormatFile(t, "record.json")), Signature: string(prooftest.FormatFile(t, "record.json.sshsig"))}
	with := func(req VerifyRequest, keys op.Raw) VerifyRequest {
		req.Keys = keys
		return req
	}
	tests := []struct {
		name    string
		req     VerifyRequest
		verdict string
		heading string
	}{
		{"its arena", VerifyRequest{Text: ofArena, Keys: pin(public, `, "arena": "airena"`)}, authentic, "Authentic"},
		{"another arena", VerifyRequest{Text: ofArena, Keys: pin(public, `, "arena": "clawdiators"`)}, qualified, "Authentic, but the key is of another arena"},
		{"an arena that is no text", VerifyRequest{Text: declaredRecord(private, `"arena": 1, "score": 97`), Keys: pin(public, `, "arena": "airena"`)}, qualified, "Authentic, but the key is of another arena"},
		{"another arena_id", VerifyRequest{Text: declaredRecord(private, `"arena_id": "other", "score": 97`), Keys: pin(public, `, "arena": "airena"`)}, qualified, "Authentic, but the key is of another arena"},
		{"another Arena", VerifyRequest{Text: declaredRecord(private, `"Arena": "other", "score": 97`), Keys: pin(public, `, "arena": "airena"`)}, qualified, "Authentic, but the key is of another arena"},
		{"another arena ID beside its arena", VerifyRequest{Text: declaredRecord(private, `"arena": "airena", "arena ID": "other", "score": 97`), Keys: pin(public, `, "arena": "airena"`)}, qualified, "Authentic, but the key is of another arena"},
		{"its arena as arenaId", VerifyRequest{Text: declaredRecord(private, `"arenaId": "airena", "score": 97`), Keys: pin(public, `, "arena": "airena"`)}, authentic, "Authentic"},
		{"no arena", VerifyRequest{Text: declaredRecord(private, `"score": 97`), Keys: pin(public, `, "arena": "airena"`)}, authentic, "Authentic"},
		{"any type", VerifyRequest{Text: envelope, Keys: pin(public, "")}, authentic, "Authentic"},
		{"its type", VerifyRequest{Text: envelope, Keys: pin(public, `, "payload_types": ["a", "application/vnd.score+json"]`)}, authentic, "Authentic"},
		{"another type", VerifyRequest{Text: envelope, Keys: pin(public, `, "payload_types": ["application/vnd.in-toto+json"]`)}, qualified, "Authentic, but the key is not for this type"},
		{"any namespace", with(signed, pin(ssh.Bytes, "")), authentic, "Authentic"},
		{"another namespace", with(signed, pin(ssh.Bytes, `, "namespaces": ["git"]`)), qualified, "Authentic, but the key is not for this namespace"},
	}
	for _, c := range tests {
		t.Run(c.name, func(t *testing.T) {
			got := verified(t, c.req)
			if got.Verdict != c.verdict || got.Heading != c.heading {
				t.Errorf("%s, %q, %q: want %s, %q", got.Verdict, got.Heading, got.Sentence, c.verdict, c.heading)
			}
		})
	}
}

// A signature that no known key made is someone's: it is not called false, and
// changes nothing about one that holds.
func TestUnknownSignatures(t *testing.T) {
	public, private := prooftest.TestKey('v')
	_, stranger := prooftest.TestKey('s')
	other, _ := prooftest.TestKey('o')
	body := []byte(`{"score":97}`)
	sig := func(key ed25519.PrivateKey) string {
		return base64.StdEncoding.EncodeToString(ed25519.Sign(key, envelope.PreAuthenticated("t", body)))
	}
	dsse := func(signatures ...string) string {
		return fmt.Sprintf(`{"payloadType": "t", "payload": %q, "signatures": [%s]}`, base64.StdEncoding.EncodeToString(body), strings.Join(signatures, ","))
	}
	one := func(key ed25519.PrivateKey) string { return fmt.Sprintf(`{"sig": %q}`, sig(key)) }
	jws := func(key ed25519.PrivateKey, header string) string {
		input := base64.RawURLEncoding.EncodeToString([]byte(header)) + "." + base64.RawURLEncoding.EncodeToString(body)
		return input + "." + base64.RawURLEncoding.EncodeToString(ed25519.Sign(key, []byte(input)))
	}
	brought := func(req VerifyRequest, keys op.Raw) VerifyRequest {
		req.Brought = keys
		return req
	}
	numbered := strings.TrimSpace(strings.Split(string(prooftest.FormatFile(t, "minisign.pub")), "\n")[1])
	data, _ := text.DecodeBase64(numbered)
	renumbered := bytes.Clone(data)
	renumbered[2] ^= 1
	minisign := VerifyRequest{Text: string(prooftest.FormatFile(t, "record.json")), Signature: string(prooftest.FormatFile(t, "record.json.minisig"))}
	with := func(req VerifyRequest, keys op.Raw) VerifyRequest {
		req.Keys = keys
		return req
	}
	tests := []struct {
		name    string
		req     VerifyRequest
		verdict string
	}{
		{"DSSE with a second signature of a stranger", VerifyRequest{Text: dsse(one(private), one(stranger)), Keys: pin(public, "")}, authentic},
		{"the stranger's first", VerifyRequest{Text: dsse(one(stranger), one(private)), Keys: pin(public, "")}, authentic},
		{"DSSE of a stranger", VerifyRequest{Text: dsse(one(stranger)), Keys: pin(public, "")}, unknownKey},
		{"JWS of a stranger, without kid", VerifyRequest{Text: jws(stranger, `{"alg":"EdDSA"}`), Keys: pin(public, "")}, unknownKey},
		{"JWS of a stranger, with another kid", VerifyRequest{Text: jws(stranger, `{"alg":"EdDSA","kid":"x"}`), Keys: pin(public, "")}, unknownKey},
		{"JWS with the kid of a listed key", VerifyRequest{Text: jws(stranger, `{"alg":"EdDSA","kid":"runner-1"}`), Keys: pin(public, "")}, notAuthentic},
		{"JWS of two listed keys", VerifyRequest{Text: jws(stranger, `{"alg":"EdDSA"}`), Keys: ringOf(entryOf(public, ""), entryOf(other, ""))}, unknownKey},
		{"minisign, its key", with(minisign, op.Raw(fmt.Sprintf(`{"keys": [{"id": "mine", "public_key": %q}]}`, numbered))), authentic},
		{"minisign, the key under another number", with(minisign, op.Raw(fmt.Sprintf(`{"keys": [{"id": "mine", "public_key": %q}]}`, base64.StdEncoding.EncodeToString(renumbered)))), unknownKey},
		{"minisign, the key and another key_number", with(minisign, pin(data[10:], `, "key_number": "0123456789ABCDEF"`)), unknownKey},
		{"minisign, another number, and the key among candidates", brought(with(minisign, pin(data[10:], `, "key_number": "0123456789ABCDEF"`)), ringOf(entryOf(data[10:], ""))), unknownKey},
		{"minisign, the key without a number", with(minisign, pin(data[10:], "")), authentic},
	}
	for _, c := range tests {
		t.Run(c.name, func(t *testing.T) {
			if got := verified(t, c.req); got.Verdict != c.verdict {
				t.Errorf("%s, %q: want %s", got.Verdict, got.Sentence, c.verdict)
			}
		})
	}
}

// A document that a revoked and a new key signed is what the new key makes of it, in
// whichever order they stand, alone and in a list.
func TestBestSignatureCounts(t *testing.T) {
	public, private := prooftest.TestKey('v')
	revoked, old := prooftest.TestKey('o')
	body := []byte(`{"score":97}`)
	one := func(key ed25519.PrivateKey) string {
		return fmt.Sprintf(`{"sig": %q}`, base64.StdEncoding.EncodeToString(ed25519.Sign(key, envelope.PreAuthenticated("t", body))))
	}
	keys := ringOf(entryOf(revoked, `, "owner": "old", "status": "revoked"`), entryOf(public, `, "owner": "new"`))
	for signatures, verdict := range map[string]string{one(old) + "," + one(private): authentic, one(private) + "," + one(old): authentic, one(old): qualified} {
		text := fmt.Sprintf(`{"payloadType": "t", "payload": %q, "signatures": [%s]}`, base64.StdEncoding.EncodeToString(body), signatures)
		got := verified(t, VerifyRequest{Text: text, Keys: keys})
		if got.Verdict != verdict || verdict == authentic && got.Key.Owner != "new" {
			t.Errorf("%s, %q: want %s", got.Verdict, got.Sentence, verdict)
		}
		row, err := VerifyBatch(VerifyBatchRequest{Text: text, Keys: keys})
		if err != nil || len(row.Results) != 1 || row.Results[0].Verdict != verdict {
			t.Errorf("in a list: %v, %v", row, err)
		}
	}
}

// A flattened JWS may leave its payload out, and stand beside it.
func TestDetachedFlattenedJWS(t *testing.T) {
	public, private := prooftest.TestKey('v')
	header := base64.RawURLEncoding.EncodeToString([]byte(`{"alg":"EdDSA"}`))
	signature := base64.RawURLEncoding.EncodeToString(ed25519.Sign(private, []byte(header+"."+base64.RawURLEncoding.EncodeToString([]byte(`{"score":97}`)))))
	for name, jws := range map[string]string{
		"flattened": fmt.Sprintf(`{"protected": %q, "signature": %q}`, header, signature),
		"general":   fmt.Sprintf(`{"signatures": [{"protected": %q, "signature": %q}]}`, header, signature),
	} {
		for _, payload := range []string{`{"score":97}`, `{ "score": 97.0 }`} {
			if got := verified(t, VerifyRequest{Text: payload, Signature: jws, Keys: pin(public, "")}); got.Verdict != authentic || len(got.SignedFields) != 1 {
				t.Errorf("%s over %s: %s, %q", name, payload, got.Verdict, got.Sentence)
			}
		}
		if got := verified(t, VerifyRequest{Text: `{"score":98}`, Signature: jws, Key: hex.EncodeToString(public)}); got.Verdict != notAuthentic {
			t.Errorf("%s over another payload: %s", name, got.Verdict)
		}
	}
}

// A bare signature over bytes of another format is not read as one, nor is a note
// whose text they are: it would escape the types that the key's entry allows.
func TestTaggedBytesAreReadByTheirFormat(t *testing.T) {
	public, private := prooftest.TestKey('v')
	for _, message := range []string{"tallyproof-score/1\n{\"score\":97}", "DSSEv1 1 t 1 x", "SSHSIG\x00", "eyJhbGciOiJFZERTQSJ9.e30", "ewogImFsZyI6ICJFZERTQSIKfQ.e30", "IHsiYWxnIjoiRWREU0EifQ.", "— name AAAA"} {
		req := VerifyRequest{Message: base64.StdEncoding.EncodeToString([]byte(message)), Signature: hex.EncodeToString(ed25519.Sign(private, []byte(message))), Keys: pin(public, "")}
		if got := verified(t, req); got.Verdict != unreadable || !strings.Contains(got.Sentence, "in that format alone") {
			t.Errorf("%q: %s, %q", message, got.Verdict, got.Sentence)
		}
	}
	note := func(text string) VerifyRequest {
		signature := append([]byte(key.NoteHash("arena", public)), ed25519.Sign(private, []byte(text))...)
		return VerifyRequest{Text: text + "\n— arena " + base64.StdEncoding.EncodeToString(signature) + "\n", Keys: pin(public, `, "payload_types": ["application/vnd.score+json"]`)}
	}
	for _, text := range []string{"tallyproof-score/1\n{\"score\":97}\n", string(envelope.PreAuthenticated("t", []byte("{\"score\":97}\n"))), "DSSEv1 1 t 47 \n5\n" + base64.StdEncoding.EncodeToString(sha256Of("root")) + "\n"} {
		if got := verified(t, note(text)); got.Verdict != unreadable || !strings.Contains(got.Sentence, "in that format alone") {
			t.Errorf("a note of %q: %s, %q", text, got.Verdict, got.Sentence)
		}
	}
	if got := verified(t, note("— a line of a note\n")); got.Verdict != qualified {
		t.Errorf("a note that begins as a signature line does: %s, %q", got.Verdict, got.Sentence)
	}
}

// A signature over a hash says nothing of what was hashed: the bytes that one
// format signs, shown as those of a bare signature, are qualified at best, however
// the hash is written and whatever carries it.
func TestBareHashes(t *testing.T) {
	public, private := prooftest.TestKey('v')
	sum := string(sha256Of("a record"))
	for name, message := range map[string]string{
		"32 bytes": sum, "64 bytes": sum + sum, "hexadecimal": hex.EncodeToString([]byte(sum)), "a line of hexadecimal": hex.EncodeToString([]byte(sum)) + "\n",
		"base64": base64.StdEncoding.EncodeToString([]byte(sum)), "base64url": base64.RawURLEncoding.EncodeToString([]byte(sum + sum)),
	} {
		req := VerifyRequest{Message: base64.StdEncoding.EncodeToString([]byte(message)), Signature: hex.EncodeToString(ed25519.Sign(private, []byte(message))), Keys: pin(public, "")}
		if got := verified(t, req); got.Verdict != qualified || got.Heading != "Authentic, but the signature covers only a hash" {
			t.Errorf("%s: %s, %q", name, got.Verdict, got.Heading)
		}
	}
	inBase64 := base64.StdEncoding.EncodeToString([]byte(sum))
	encoded := base64.RawURLEncoding.EncodeToString
	input := encoded([]byte(`{"alg": "EdDSA"}`)) + "." + encoded([]byte(sum))
	noted := hex.EncodeToString([]byte(sum)) + "\n"
	for name, text := range map[string]string{
		"DSSE": fmt.Sprintf(`{"payloadType": "t", "payload": %q, "signatures": [{"sig": %q}]}`, inBase64, base64.StdEncoding.EncodeToString(ed25519.Sign(private, envelope.PreAuthenticated("t", []byte(sum))))),
		"JWS":  input + "." + encoded(ed25519.Sign(private, []byte(input))),
		"note": noted + "\n— arena " + base64.StdEncoding.EncodeToString(append([]byte(key.NoteHash("arena", public)), ed25519.Sign(private, []byte(noted))...)) + "\n",
	} {
		if got := verified(t, VerifyRequest{Text: text, Keys: pin(public, "")}); got.Verdict != qualified || got.Heading != "Authentic, but the signature covers only a hash" {
			t.Errorf("%s: %s, %q", name, got.Verdict, got.Heading)
		}
	}
}

// A table with more columns than one can have is refused before it is read.
func TestTablesWithManyColumns(t *testing.T) {
	var header strings.Builder
	header.WriteString("signature")
	for i := range 200_000 {
		fmt.Fprintf(&header, ",c%d", i)
	}
	_, err := VerifyBatch(VerifyBatchRequest{Text: header.String() + "\nx\n"})
	if err == nil || !strings.Contains(err.Error(), "200001 columns: want at most 1000") {
		t.Errorf("%v", err)
	}
}

// A row that the work of the call did not reach says so, and one that it reached
// has the verdict it has alone.
func TestBatchAgreesWithVerify(t *testing.T) {
	public, private := prooftest.TestKey('v')
	rows := []string{
		flatOf(private, `"score": 85.5, "agent": "Zoë", "speed": 1, "quality": 2, "process": 3, "note": "x", "more": "y"`, `{"speed": 1, "score": 85.5, "agent": "Zo\u00eb"}`),
		flatOf(private, `"score": 85.5, "agent": "a", "speed": 1`, "nothing of it"),
	}
	got, err := VerifyBatch(VerifyBatchRequest{Text: strings.Join(rows, "\n") + "\n", Keys: pin(public, "")})
	if err != nil || len(got.Results) != len(rows) {
		t.Fatal(got, err)
	}
	for i, row := range got.Results {
		alone := verified(t, VerifyRequest{Text: rows[i], Keys: pin(public, "")})
		if alone.Verdict != row.Verdict && !row.Unfinished {
			t.Errorf("row %d: %s, alone %s with %+v", i, row.Verdict, alone.Verdict, alone.Layout)
		}
	}
	var many strings.Builder
	for range 400 {
		many.WriteString(rows[1] + "\n")
	}
	got, err = VerifyBatch(VerifyBatchRequest{Text: many.String(), Keys: pin(public, "")})
	if last := got.Results[len(got.Results)-1]; err != nil || !last.Unfinished || got.Results[0].Unfinished {
		t.Errorf("%+v, %v: want the last rows to say that their work was not done", last, err)
	}
}

func sha256Of(str string) []byte {
	sum := sha256.Sum256([]byte(str))
	return sum[:]
}

func mustJSON(t *testing.T, text string) string {
	t.Helper()
	data, err := json.Marshal(text)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
