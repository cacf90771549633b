package audit

import (
	"crypto/ed25519"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"
)

// signed is a record of the demonstration, whose signature is valid: it says 38.
func signed(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("../../site/demo/flat/volans.json")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// signedJWS is a proof in which a key that it carries signs a payload.
func signedJWS(payload string) string {
	private := ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize))
	encoded := base64.RawURLEncoding.EncodeToString
	header := `{"alg":"EdDSA","jwk":{"kty":"OKP","crv":"Ed25519","x":"` + encoded(private.Public().(ed25519.PublicKey)) + `"}}`
	input := encoded([]byte(header)) + "." + encoded([]byte(payload))
	return `"` + input + "." + encoded(ed25519.Sign(private, []byte(input))) + `"`
}

// flatRecord is a record that does not say which of its bytes are signed.
func flatRecord(members string) string {
	private := ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize))
	return fmt.Sprintf(`{%s,"evaluator_pubkey":"%x","evaluator_signature":"%x"}`, members, private.Public(), ed25519.Sign(private, []byte("{"+members+"}")))
}

// A proof agrees with what a submission claims only where it says the same.
func TestSignedClaims(t *testing.T) {
	whole := signedJWS(`{"score":38,"rank":12,"elo_after":1210.5}`)
	for _, row := range []struct {
		name, claims, proof string
		matches, unread     int
		claimed, recomputed string // of a difference
	}{
		{"what is claimed", `"score":38,"rank":12,"rating_after":1210.5`, whole, 1, 0, "", ""},
		{"another rank", `"score":38,"rank":1`, whole, 0, 0, "1", "12"},
		{"another rating", `"score":38,"rank":12,"rating_after":1300`, whole, 0, 0, "1300", "1210.5"},
		{"a rating with fewer decimals", `"score":38,"rank":12,"rating_after":1210`, whole, 1, 0, "", ""},
		{"the rating before", `"score":38,"rank":12,"rating_before":1210.5,"rating_after":1300`, whole, 1, 0, "", ""},
		{"a rank that is not signed", `"score":38,"rank":12`, signedJWS(`{"score":38}`), 1, 0, "", ""},
		{"a score that is not signed", `"name":"Mallory","score":99`, signedJWS(`{"hello":"world"}`), 0, 1, "", ""},
		{"a text without a score", `"score":99`, signedJWS(`hello`), 0, 1, "", ""},
		{"nothing that is signed", `"name":"Mallory","rank":1,"rating_after":1300`, signedJWS(`{"hello":"world"}`), 0, 1, "", ""},
		{"nothing at all", `"verified":true`, whole, 0, 1, "", ""},
		{"its id alone", `"verified":true`, signedJWS(`{"id":"b"}`), 1, 0, "", ""},
		{"a rank alone", `"rank":12`, whole, 1, 0, "", ""},
		{"a rank that is signed as a text", `"score":38,"rank":1`, signedJWS(`{"score":38,"rank":"12"}`), 0, 1, "", ""},
		{"a rating that is signed as a text", `"score":38,"rating_after":1300`, signedJWS(`{"score":38,"elo_after":"1200"}`), 0, 1, "", ""},
		{"a rank in words", `"score":38,"rank":1`, signedJWS(`{"score":38,"rank":"Gold"}`), 1, 0, "", ""},
		{"another result", `"score":38,"result":"win"`, signedJWS(`{"score":38,"result":"loss"}`), 0, 0, "win", "loss"},
		{"another outcome", `"outcome":"win"`, signedJWS(`{"outcome":"loss"}`), 0, 0, "win", "loss"},
		{"a result and another outcome that are signed", `"result":"win","outcome":"draw"`, signedJWS(`{"result":"win","outcome":"draw"}`), 1, 0, "", ""},
		{"another outcome beside the same result", `"result":"win","outcome":"win"`, signedJWS(`{"result":"win","outcome":"loss"}`), 0, 0, "win", "loss"},
		{"the same result", `"result":"win"`, signedJWS(`{"result":"win"}`), 1, 0, "", ""},
		{"a result in other words", `"score":38,"result":"win"`, signedJWS(`{"score":38,"result":"finished"}`), 1, 0, "", ""},
	} {
		t.Run(row.name, func(t *testing.T) {
			res := auditOf(t, readRequest(t, `{"rulebook":"airena","challenge":{"submissions":[{"id":"b",`+row.claims+`,"proof":`+row.proof+`}]}}`))
			differing, unread := "", 0
			for _, f := range res.Findings {
				if strings.HasPrefix(f.Label, "Signed ") {
					differing += f.Claimed + " " + f.Recomputed
				}
				if strings.Contains(f.Rule, "not checked, the first because") {
					unread++
				}
			}
			if got := res.Summary.ByRule[proofRule].Matches; got != row.matches || unread != row.unread || differing != strings.TrimSpace(row.claimed+" "+row.recomputed) {
				t.Errorf("%d matches, %d not checked, %q: %+v", got, unread, differing, res)
			}
		})
	}
}

// A signature is checked against its bytes, and the score in these against the
// claimed one.
func TestChallengeProofs(t *testing.T) {
	good := signed(t)
	quote := func(text string) string {
		quoted, err := json.Marshal(text)
		if err != nil {
			t.Fatal(err)
		}
		return string(quoted)
	}
	quoted, unversioned := quote(good), flatRecord(`"agent":"nova","score":38`)
	for _, row := range []struct {
		name, proof, score  string
		matches             int
		claimed, recomputed string // of a difference
	}{
		{"the signed score", good, "38", 1, "", ""},
		{"no score beside it", good, "null", 0, "", ""},
		{"as a text", quoted, "38", 1, "", ""},
		{"with a layout that must be found", unversioned, "38", 1, "", ""},
		{"with a layout that must be found, as a text", quote(unversioned), "38", 1, "", ""},
		{"another score", good, "48", 0, "48", "38"},
		{"another score, as a text", quoted, "48", 0, "48", "38"},
		{"an edited record", strings.Replace(good, `"rank": 12`, `"rank": 1`, 1), "38", 0, "signed", "not-authentic"},
	} {
		t.Run(row.name, func(t *testing.T) {
			score := `"score":` + row.score + `,`
			if row.score == "null" {
				score = ""
			}
			res := auditOf(t, readRequest(t, `{"rulebook":"airena","challenge":{"submissions":[{"id":"a"},{"id":"b",`+score+`"proof":`+row.proof+`}]}}`))
			if got := res.Summary.ByRule[proofRule].Matches; got != row.matches {
				t.Errorf("%d matches, want %d: %+v", got, row.matches, res)
			}
			if row.claimed == "" {
				return
			}
			if f := res.Findings[0]; f.Field != "/challenge/submissions/1/proof" || f.Claimed != row.claimed || f.Recomputed != row.recomputed || res.Summary.Differences != 1 {
				t.Errorf("%+v", res)
			}
		})
	}
}

// TestProofOfAnother: a valid signature over the same score of somebody else is a
// difference if the submission has a name.
func TestProofOfAnother(t *testing.T) {
	good := signed(t)
	for _, row := range []struct {
		name, submission string
		differences      int
	}{
		{"its name", `"id":"s1","name":"Volans"`, 0},
		{"its name as the id", `"id":"Volans","name":"The last"`, 0},
		{"another name", `"id":"s1","name":"Nova"`, 1},
		{"no name", `"id":"s1"`, 0},
	} {
		t.Run(row.name, func(t *testing.T) {
			res := auditOf(t, readRequest(t, `{"rulebook":"airena","challenge":{"submissions":[{`+row.submission+`,"score":38,"proof":`+good+`}]}}`))
			if res.Summary.Differences != row.differences || row.differences == 1 && (res.Findings[0].Claimed != `"Nova"` || res.Findings[0].Recomputed != `"Volans"`) {
				t.Errorf("%+v", res)
			}
		})
	}
}

// A signature under no known key was not checked: it agrees with nothing.
func TestProofsUnderNoKnownKey(t *testing.T) {
	envelope := `{"payloadType":"t","payload":"eyJzY29yZSI6OTl9","signatures":[{"sig":"` + strings.Repeat("A", 86) + `"}]}`
	quoted, err := json.Marshal(envelope)
	if err != nil {
		t.Fatal(err)
	}
	for _, proof := range []string{envelope, string(quoted)} {
		res := auditOf(t, readRequest(t, `{"rulebook":"airena","challenge":{"submissions":[{"id":"a","score":99,"proof":`+proof+`}]}}`))
		text, err := json.Marshal(res)
		if err != nil {
			t.Fatal(err)
		}
		if res.Summary.ByRule[proofRule].Matches != 0 || strings.Contains(string(text), "signature is valid") || !strings.Contains(string(text), "not checked, the first because: ") {
			t.Errorf("%s", text)
		}
	}
}

// Proofs that are checked in several parts are those of their own rows.
func TestProofsInParts(t *testing.T) {
	good := signed(t)
	bad := strings.Replace(good, `"rank": 12`, `"rank": 1`, 1)
	req := readRequest(t, `{"rulebook":"airena","challenge":{"submissions":[{"id":"a","score":38,"proof":`+good+`},{"id":"b","proof":`+bad+`},{"id":"c"},{"id":"d","proof":`+bad+`},{"id":"e","score":38,"proof":`+good+`}]}}`)
	a, err := Begin(Basis{Rulebook: req.Rulebook, Keys: req.Keys}, req.Challenge)
	if err != nil {
		t.Fatal(err)
	}
	for i, c := range req.Challenge.Submissions {
		if refusal := a.Add(c); refusal != nil {
			t.Fatal(refusal)
		}
		if i%2 == 1 {
			if refusal := a.CheckProofs(); refusal != nil {
				t.Fatal(refusal)
			}
		}
	}
	if refusal := a.Finish(); refusal != nil {
		t.Fatal(refusal)
	}
	var fields []string
	for _, d := range a.Differences() {
		fields = append(fields, d.Field)
	}
	if got := strings.Join(fields, " "); got != "/challenge/submissions/1/proof /challenge/submissions/3/proof" {
		t.Errorf("differences at %s", got)
	}
	if c := a.Summary().ByRule[proofRule]; c.Matches != 2 || c.Differences != 2 {
		t.Errorf("%+v", c)
	}
}
