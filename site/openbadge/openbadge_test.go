package openbadge

import (
	"bytes"
	"cmp"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math/big"
	"os"
	"slices"
	"strings"
	"testing"

	oracle "github.com/gowebpki/jcs"

	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/proof"
)

var private = ed25519.NewKeyFromSeed(bytes.Repeat([]byte{9}, ed25519.SeedSize))

var public = private.Public().(ed25519.PublicKey)

const score = `{"version": "tallyproof-score/1", "arena": "open", "challenge_id": "sort-1", "challenge_name": "Sorting", "agent_id": "nova",
	"submitted_at": "2026-03-01T11:00:00Z", "evaluated_at": "2026-03-01T12:00:00Z", "result": "win",
	"correctness": 97, "speed": 60, "quality": 80, "process": 80, "final_score": 82.80, "rank": 2, "elo_after": 1210,
	"scoring_weights": {"correctness": 0.4, "speed": 0.2, "quality": 0.2, "process": 0.2},
	"evaluator_pubkey": "00", "evaluator_signature": "00"}`

// signed is the Open Badge of a record.
func signed(t *testing.T, record string, o Options) string {
	t.Helper()
	document, err := Credential([]byte(record), public, o)
	if err != nil {
		t.Fatal(err)
	}
	statement, err := proof.Statement(proof.StatementRequest{Document: document})
	if err != nil {
		t.Fatal(err)
	}
	message, _ := base64.StdEncoding.DecodeString(statement.Message)
	sealed, err := Sealed(document, ed25519.Sign(private, message))
	if err != nil {
		t.Fatal(err)
	}
	return string(sealed)
}

// verified is what proof.verify says of a text, with our key listed.
func verified(t *testing.T, text string) proof.VerifyResponse {
	t.Helper()
	ring := fmt.Sprintf(`{"keys": [{"id": "k", "owner": "open", "arena": "open", "public_key": "%x"}]}`, public)
	res, err := proof.Verify(proof.VerifyRequest{Text: text, Keys: op.Raw(ring), At: "2026-11-01T00:00:00Z"})
	if err != nil {
		t.Fatal(err)
	}
	return res
}

// TestVerifies: every check that a record alone would pass, the badge passes.
func TestVerifies(t *testing.T) {
	text := signed(t, score, Options{Achievement: "https://arena.example/challenges/sort-1", Issuer: "Open Arena"})
	res := verified(t, text)
	if res.Verdict != "authentic" {
		t.Fatalf("%s: %s", res.Verdict, res.Sentence)
	}
	for _, c := range res.Checks {
		want := cmp.Or(map[string]string{"code": "unknown", "log": "skipped"}[c.ID], "pass") // the record has neither
		if c.Status != want {
			t.Errorf("check %s: %s, want %s: %s", c.ID, c.Status, want, c.Message)
		}
	}
	means := map[string]string{}
	for _, c := range res.Claims {
		for _, m := range c.Means {
			means[m] = c.Value
		}
	}
	for name, want := range map[string]string{"score": "82.8", "agent": "nova", "challenge": "sort-1", "title": "Sorting", "result": "win", "rank": "2", "rating": "1210", "arena": "open"} {
		if means[name] != want {
			t.Errorf("%s is %q, want %q", name, means[name], want)
		}
	}
	for _, part := range []string{`"final_score":82.8`, `"value":"82.8"`, `"validFrom":"2026-03-01T12:00:00Z"`, `"name":"Open Arena"`, `"agent_id":"nova"`} {
		i := strings.Index(text, part)
		if i < 0 {
			t.Fatalf("the badge has no %s", part)
		}
		end := i + len(part) - 2
		other := text[:end] + string(text[end]^1) + text[end+1:]
		if res := verified(t, other); res.Verdict == "authentic" || res.Verdict == "qualified" {
			t.Errorf("with another %s it is %s", part, res.Verdict)
		}
	}
	if again := signed(t, score, Options{Achievement: "https://arena.example/challenges/sort-1", Issuer: "Open Arena"}); again != text {
		t.Error("a second one differs")
	}
	id := func(text string) string { return text[strings.LastIndex(text, `"id":"urn:uuid:`):][:51] }
	if other := signed(t, score, Options{Issuer: "Another Arena"}); id(other) == id(text) {
		t.Errorf("two different badges are called %s", id(text))
	}
}

// TestForOthers verifies a badge as the specification says (vc-di-eddsa, section
// 3.3.2), with Go's own cryptography and somebody else's canonical JSON.
func TestForOthers(t *testing.T) {
	var members map[string]any
	if err := json.Unmarshal([]byte(signed(t, score, Options{})), &members); err != nil {
		t.Fatal(err)
	}
	options := members["proof"].(map[string]any)
	delete(members, "proof")
	value := unbase58(t, options["proofValue"].(string))
	delete(options, "proofValue")
	hash := func(v any) []byte {
		text, _ := json.Marshal(v)
		canonical, err := oracle.Transform(text)
		if err != nil {
			t.Fatal(err)
		}
		sum := sha256.Sum256(canonical)
		return sum[:]
	}
	method := strings.Split(strings.TrimPrefix(options["verificationMethod"].(string), "did:key:"), "#")
	key := unbase58(t, method[0])
	if method[0] != method[1] || !bytes.Equal(key[:2], []byte{0xed, 0x01}) || !bytes.Equal(key[2:], public) {
		t.Errorf("the key is %v", method)
	}
	if !ed25519.Verify(key[2:], append(hash(options), hash(members)...), value) {
		t.Error("the signature does not hold")
	}
}

// unbase58 reads base58btc after its letter z.
func unbase58(t *testing.T, text string) []byte {
	t.Helper()
	n := new(big.Int)
	for _, c := range strings.TrimPrefix(text, "z") {
		n.Add(n.Mul(n, big.NewInt(58)), big.NewInt(int64(strings.IndexRune("123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz", c))))
	}
	return n.Bytes()
}

// TestMembers holds a badge against the tables of Open Badges 3.0: what must be there
// (section B.1), each with the kind of its value.
func TestMembers(t *testing.T) {
	var badge any
	status := Options{Status: "https://arena.example/revoked", Subject: "did:example:nova", Image: "https://arena.example/sort-1.png"}
	if err := json.Unmarshal([]byte(signed(t, score, status)), &badge); err != nil {
		t.Fatal(err)
	}
	at := func(path string) any {
		v := badge
		for _, step := range strings.Split(path, "/") {
			if list, ok := v.([]any); ok {
				v = list[0]
			}
			v = v.(map[string]any)[step]
		}
		return v
	}
	for path, want := range map[string]string{
		"type":                                "[VerifiableCredential OpenBadgeCredential]",
		"name":                                "Sorting",
		"issuer/type":                         "[Profile]",
		"validFrom":                           "2026-03-01T12:00:00Z",
		"credentialSubject/type":              "[AchievementSubject]",
		"credentialSubject/identifier/type":   "IdentityObject",
		"credentialSubject/identifier/hashed": "false",
		"credentialSubject/identifier/identityHash":                  "nova",
		"credentialSubject/identifier/identityType":                  "systemId",
		"credentialSubject/achievement/type":                         "[Achievement]",
		"credentialSubject/achievement/name":                         "Sorting",
		"credentialSubject/achievement/description":                  "A score in Sorting of the arena open.",
		"credentialSubject/id":                                       "did:example:nova",
		"credentialSubject/achievement/image/type":                   "Image",
		"credentialSubject/achievement/image/id":                     "https://arena.example/sort-1.png",
		"credentialStatus/type":                                      "1EdTechRevocationList",
		"credentialStatus/id":                                        "https://arena.example/revoked",
		"credentialSubject/result/type":                              "[Result]",
		"credentialSubject/result/value":                             "82.8",
		"credentialSubject/achievement/resultDescription/type":       "[ResultDescription]",
		"credentialSubject/achievement/resultDescription/name":       "Score",
		"credentialSubject/achievement/resultDescription/resultType": "RawScore",
	} {
		if got := fmt.Sprint(at(path)); got != want {
			t.Errorf("%s is %s, want %s", path, got, want)
		}
	}
	if at("credentialSubject/result/resultDescription") != at("credentialSubject/achievement/resultDescription/id") {
		t.Error("the result does not say what it means")
	}
	for _, path := range []string{"id", "issuer/id", "credentialSubject/achievement/id", "credentialSubject/achievement/criteria/narrative"} {
		if text, _ := at(path).(string); !strings.Contains(text, ":") && !strings.Contains(text, " ") {
			t.Errorf("%s is %q", path, text)
		}
	}
	contexts := at("@context").([]any)
	if contexts[0] != "https://www.w3.org/ns/credentials/v2" || contexts[1] != "https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json" {
		t.Errorf("the contexts are %v", contexts)
	}
}

// TestSchema holds badges against the JSON Schema that 1EdTech publishes of the class
// AchievementCredential, in Open Badges 3.0: for each object that a badge has, the members that
// it must have, and, if it may have no others, all that it may have. The schema itself is not a
// part of this repository, because its licence does not allow that.
func TestSchema(t *testing.T) {
	for name, options := range map[string]Options{"nothing said": {}, "all said": {Achievement: "https://arena.example/1", Issuer: "Arena", Image: "https://arena.example/1.png", Subject: "did:example:nova", Status: "https://arena.example/revoked"}} {
		var badge map[string]any
		if err := json.Unmarshal([]byte(signed(t, score, options)), &badge); err != nil {
			t.Fatal(err)
		}
		subject := badge["credentialSubject"].(map[string]any)
		achievement := subject["achievement"].(map[string]any)
		objects := map[string]any{"AchievementCredential": badge, "Profile": badge["issuer"], "Proof": badge["proof"],
			"AchievementSubject": subject, "Achievement": achievement, "Criteria": achievement["criteria"], "Image": achievement["image"],
			"IdentityObject": subject["identifier"].([]any)[0], "Result": subject["result"].([]any)[0], "ResultDescription": achievement["resultDescription"].([]any)[0]}
		if options.Status != "" {
			objects["CredentialStatus"] = badge["credentialStatus"]
		}
		for _, class := range []struct{ name, required, others string }{
			{"AchievementCredential", "@context id type name credentialSubject issuer validFrom", "*"},
			{"Profile", "id type", "*"},
			{"Proof", "type", "*"},
			{"AchievementSubject", "type achievement", "*"},
			{"Achievement", "id type criteria description name", "*"},
			{"Criteria", "", "*"},
			{"Image", "id type", "caption"},
			{"IdentityObject", "type hashed identityHash identityType", "salt"},
			{"Result", "type", "*"},
			{"ResultDescription", "id type name resultType", "*"},
			{"CredentialStatus", "id type", "*"},
		} {
			object, there := objects[class.name].(map[string]any)
			if !there && class.name != "CredentialStatus" {
				t.Errorf("%s: no %s", name, class.name)
			}
			required := strings.Fields(class.required)
			for _, member := range required {
				if object[member] == nil && there {
					t.Errorf("%s: %s has no %s", name, class.name, member)
				}
			}
			for member := range object {
				if class.others != "*" && !slices.Contains(append(required, strings.Fields(class.others)...), member) {
					t.Errorf("%s: %s has %s", name, class.name, member)
				}
			}
		}
	}
}

// TestRefused: what no badge can be made of, with the reason.
func TestRefused(t *testing.T) {
	without := func(member string) string {
		var members map[string]any
		if err := json.Unmarshal([]byte(score), &members); err != nil {
			t.Fatal(err)
		}
		delete(members, member)
		delete(members, map[string]string{"evaluated_at": "submitted_at", "final_score": "elo_after"}[member])
		text, _ := json.Marshal(members)
		return string(text)
	}
	for _, row := range []struct {
		name, record string
		options      Options
		want         string
	}{
		{"no object", `[1]`, Options{}, "want a JSON object"},
		{"two members of one name", `{"a": 1, "a": 2}`, Options{}, "the record: "},
		{"no agent", without("agent_id"), Options{}, "its agent: want a member such as agent_id"},
		{"no challenge", without("challenge_id"), Options{}, "its challenge: want a member such as challenge_id"},
		{"no time", without("evaluated_at"), Options{}, "its time: want a member such as evaluated_at"},
		{"no score", without("final_score"), Options{}, "its score: want a member such as final_score"},
		{"an integer that not every reader holds", strings.Replace(score, `"rank": 2`, `"rank": 9007199254740993`, 1), Options{}, "9007199254740993"},
		{"a member of Open Badges", strings.Replace(score, `"rank"`, `"narrative"`, 1), Options{}, "a member narrative, to which Open Badges give another meaning"},
		{"a result and an outcome", strings.Replace(score, `"rank": 2`, `"outcome": "win"`, 1), Options{}, "a member result"},
		{"a picture without a scheme", score, Options{Image: "sort-1.png"}, "the image \"sort-1.png\": want an address with a scheme"},
		{"a subject without a scheme", score, Options{Subject: "nova"}, "the subject \"nova\": want an address with a scheme"},
		{"a list without a scheme", score, Options{Status: "/revoked"}, "the list of revoked credentials \"/revoked\": want"},
		{"an achievement without a scheme", score, Options{Achievement: "arena.example/1"}, "want an address with a scheme"},
	} {
		if got, err := Credential([]byte(row.record), public, row.options); err == nil || !strings.Contains(err.Error(), row.want) {
			t.Errorf("%s: %s, %v: want %s", row.name, got, err, row.want)
		}
	}
}

// TestMultibase: base58btc of the vectors of the multibase specification, and zeros.
func TestMultibase(t *testing.T) {
	for text, want := range map[string]string{"yes mani !": "z7paNL19xttacUY", "\x00yes mani !": "z17paNL19xttacUY", "\x00\x00yes mani !": "z117paNL19xttacUY", "": "z"} {
		if got := multibase([]byte(text)); got != want {
			t.Errorf("%q is %s, want %s", text, got, want)
		}
	}
}

// TestProofs: a proof of either of our formats becomes a badge, whoever signed it.
func TestProofs(t *testing.T) {
	flat, err := os.ReadFile("../demo/flat/atlas.json")
	if err != nil {
		t.Fatal(err)
	}
	first := verified(t, signed(t, string(flat), Options{}))
	if !slices.Contains([]string{"authentic", "qualified"}, first.Verdict) {
		t.Errorf("of a flat record: %s", first.Sentence)
	}
	secured := strings.TrimSuffix(strings.TrimSpace(score), "}") + `, "proof": {"type": "DataIntegrityProof"}}`
	if res := verified(t, signed(t, secured, Options{})); res.Verdict != "authentic" {
		t.Errorf("of a record with a proof: %s", res.Sentence)
	}
}
