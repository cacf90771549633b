package proof

import (
	"crypto/ed25519"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/core/internal/prooftest"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/proof/envelope"
	"github.com/tallyproof/tallyproof/core/proof/key"
	"github.com/tallyproof/tallyproof/core/proof/record"
	"github.com/tallyproof/tallyproof/core/rulebook"
)

// Values that a layout joins are read from the signed bytes alone, and only if
// the bytes can be taken apart in one way.
func TestJoinedValuesAreRead(t *testing.T) {
	public, private := prooftest.TestKey('v')
	const layout = `, "layout": {"form": "values", "separator": "::", "order": "listed", "fields": ["agent", "score"]}`
	tests := []struct{ name, members, text, verdict string }{
		{"two values", `"agent": "nova", "score": 97`, "nova::97", authentic},
		{"the separator in a value", `"agent": "no::va", "score": 97`, "no::va::97", qualified},
		{"two ways to split", `"agent": "nova:", "score": 97`, "nova:::97", qualified},
		{"another member stands beside", `"agent": "nova", "score": 97, "rank": 1`, "nova::97", qualified},
		{"a note stands beside", `"agent": "nova", "score": 97, "note": "x"`, "nova::97", authentic},
		{"another score", `"agent": "nova", "score": 98`, "nova::97", notAuthentic},
	}
	for _, c := range tests {
		t.Run(c.name, func(t *testing.T) {
			got := verified(t, VerifyRequest{Text: flatOf(private, c.members, c.text), Keys: pin(public, layout)})
			if got.Verdict != c.verdict {
				t.Errorf("%s, %q: want %s", got.Verdict, got.Sentence, c.verdict)
			}
		})
	}
}

// A name that is spelled as a number is a text: no other spelling of that number
// passes for the agent of that name, and none falls away for another member.
func TestJoinedNamesAreTexts(t *testing.T) {
	public, private := prooftest.TestKey('v')
	tests := []struct{ name, numbers, value, signed, verdict, shown string }{
		{"a name in digits", "as-written", `"1e2"`, "1e2", authentic, "1e2"},
		{"a number beside such a name", "as-written", `1e2`, "1e2", qualified, "1e2"},
		{"an id that is a number", "as-written", `7`, "7", authentic, "7"},
		{"the same in quotation marks", "as-written", `"7"`, "7", authentic, "7"},
		{"a number with a decimal zero", "as-written", `100.0`, "100.0", qualified, "100.0"},
		{"by Python", "python", `100.0`, "100.0", qualified, "100.0"},
		{"by Python, scores as floats", "python-scores", `100.0`, "100.0", qualified, "100.0"},
		{"minus zero", "as-written", `-0`, "-0", qualified, "-0"},
		{"null without quotation marks", "as-written", `null`, "null", qualified, "null"},
		{"null as a name", "as-written", `"null"`, "null", authentic, "null"},
		{"true", "as-written", `true`, "true", qualified, "true"},
		{"an object", "as-written", `{"a": 1}`, `{"a":1}`, qualified, `{"a":1}`},
		{"a list", "as-written", `[1]`, `[1]`, qualified, `[1]`},
	}
	for _, name := range []string{"agent_id", "agent_name", "agent", "challenge_id"} {
		means := map[string]string{"challenge_id": record.MeansChallenge}[name]
		if means == "" {
			means = record.MeansName
		}
		for _, c := range tests {
			members := fmt.Sprintf(`%q: %s, "final_score": 97.5`, name, c.value)
			layout := fmt.Sprintf(`, "layout": {"form": "values", "separator": "|", "order": "listed", "fields": [%q, "final_score"], "numbers": %q}`, name, c.numbers)
			got := verified(t, VerifyRequest{Text: flatOf(private, members, c.signed+"|97.5"), Keys: pin(public, layout)})
			if _, shown := got.signed.Text(means); got.Verdict != c.verdict || shown != c.shown {
				t.Errorf("%s of %s: %s, %q, %q: want %s, %q", c.name, name, got.Verdict, shown, got.Sentence, c.verdict, c.shown)
			}
		}
	}
}

// Joined values of other names are read as what they can only be.
func TestJoinedValuesOfOtherNames(t *testing.T) {
	public, private := prooftest.TestKey('v')
	tests := []struct{ name, member, value, signed, verdict, kind string }{
		{"a score as written", "final_score", "1e2", "1e2", authentic, "number"},
		{"a score in quotation marks", "final_score", `"97.5"`, "97.5", qualified, "number"},
		{"a dimension", "correctness", "80.0", "80.0", authentic, "number"},
		{"parts of the score", "scores", `{"a": 1}`, `{"a":1}`, authentic, "object"},
		{"a count", "passed_tests", "20", "20", authentic, "number"},
		{"a text in digits", "team", `"20"`, "20", authentic, "number"},
		{"another spelling of a text", "team", "1e2", "1e2", qualified, "text"},
		{"true", "passed", "true", "true", authentic, "true"},
	}
	for _, c := range tests {
		layout := fmt.Sprintf(`, "layout": {"form": "values", "separator": "|", "order": "listed", "fields": [%q, "agent_id"], "numbers": "as-written"}`, c.member)
		got := verified(t, VerifyRequest{Text: flatOf(private, fmt.Sprintf(`%q: %s, "agent_id": "a"`, c.member, c.value), c.signed+"|a"), Keys: pin(public, layout), Want: []string{}})
		if got.Verdict != c.verdict || len(got.Claims) != 2 || got.Claims[0].Kind != c.kind {
			t.Errorf("%s: %s, %q, %+v: want %s, %s", c.name, got.Verdict, got.Sentence, got.Claims, c.verdict, c.kind)
		}
	}
}

// What is rounded in the signed bytes is shown as it is signed.
func TestSignedNumbersAreShown(t *testing.T) {
	public, private := prooftest.TestKey('v')
	text := flatOf(private, `"agent": "nova", "score": 82.84`, `{"agent":"nova","score":82.8}`)
	got := verified(t, VerifyRequest{Text: text, Keys: pin(public, `, "layout": {"form": "json", "numbers": "fixed-1", "order": "listed", "fields": ["agent", "score"]}`)})
	if _, x, _ := got.signed.Number(record.MeansScore); got.Verdict != qualified || x != 82.8 || !strings.Contains(got.Sentence, "differ in score") {
		t.Errorf("%s, %v, %q", got.Verdict, x, got.Sentence)
	}
}

// A number in a text is a text, wherever a record is read. No other member counts in
// its place, and the proof is qualified.
func TestNumbersAsTexts(t *testing.T) {
	public, private := prooftest.TestKey('v')
	tests := []struct{ name, members, verdict, heading string }{
		{"a total in quotation marks", `"agent": "A", "final_score": "41.50", "total": 100`, qualified, "Authentic, but final_score is no number"},
		{"a later name of the total", `"agent": "A", "score": 85, "total": "999"`, qualified, "Authentic, but total is no number"},
		{"null", `"agent": "A", "final_score": null, "score": 85`, qualified, "Authentic, but final_score is no number"},
		{"a rating", `"score": 85, "elo_after": "Infinity", "elo": 1200`, qualified, "Authentic, but elo_after is no number"},
		{"a rank", `"score": 85, "rank": "1", "place": 7`, qualified, "Authentic, but rank is no number"},
		{"a total in capitals", `"Final_Score": "41.5", "total": 100`, qualified, "Authentic, but Final_Score is no number"},
		{"a rating with a blank", `"score": 85, "ELO after": "1300"`, qualified, "Authentic, but ELO after is no number"},
		{"a name that ends otherwise", `"score": 85, "Final_Scores": "41.5", "rank_": "Gold"`, authentic, "Authentic"},
		{"no rank yet, and no rating", `"score": 85, "rank": null, "elo_after": null`, authentic, "Authentic"},
		{"a rank in words", `"score": 85, "rank": "Gold"`, authentic, "Authentic"},
		{"numbers", `"score": 85, "elo_after": 1216, "elo": 1200, "rank": 1`, authentic, "Authentic"},
		{"texts of other names", `"score": 85, "attempts": "3"`, authentic, "Authentic"},
	}
	for _, c := range tests {
		t.Run(c.name, func(t *testing.T) {
			text := declaredRecord(private, c.members)
			got := verified(t, VerifyRequest{Text: text, Keys: pin(public, "")})
			if got.Verdict != c.verdict || got.Heading != c.heading {
				t.Errorf("%s, %q, %q: want %s, %q", got.Verdict, got.Heading, got.Sentence, c.verdict, c.heading)
			}
			batch, err := VerifyBatch(VerifyBatchRequest{Text: text, Keys: pin(public, "")})
			if err != nil || batch.Results[0].Verdict != c.verdict {
				t.Errorf("in a list: %+v, %v", batch.Results, err)
			}
		})
	}
	got := verified(t, VerifyRequest{Text: declaredRecord(private, `"final_score": "999", "score": 85, "elo_after": "Infinity", "elo": 1200`), Keys: pin(public, "")})
	for _, means := range []string{record.MeansScore, record.MeansRating} {
		if field, x, ok := got.signed.Number(means); ok {
			t.Errorf("%s: %s, %v: want none", means, field, x)
		}
	}
	for _, c := range got.Claims {
		if len(c.Means) > 0 {
			t.Errorf("%s, %s means %v", c.Field, c.Kind, c.Means)
		}
	}
	both := verified(t, VerifyRequest{Text: declaredRecord(private, `"elo": 1200, "elo_after": 1216`), Keys: pin(public, "")})
	if field, _, _ := both.signed.Number(record.MeansRating); field != "elo_after" {
		t.Errorf("rating is %s: want elo_after", field)
	}
}

// A record is of its agent, and of the agent's model only if it names no agent.
func TestWhoseRecordItIs(t *testing.T) {
	_, private := prooftest.TestKey('v')
	for members, want := range map[string]string{
		`"agent_id": "agent-7", "model": "Nova"`: "agent-7", `"model": "Nova", "hotkey": "5F"`: "5F", `"participant_id": 7, "model": "Nova"`: "7",
		`"model": "Nova"`: "Nova", `"agent_id": "agent-7", "agent_name": "Atlas"`: "Atlas",
	} {
		got := verified(t, VerifyRequest{Text: declaredRecord(private, members+`, "score": 9`)})
		if _, name := got.signed.Text(record.MeansName); name != want {
			t.Errorf("%s: %s, want %s", members, name, want)
		}
	}
}

// Integers of many digits are one number in canonical JSON, 1e+21: they are refused
// where that is signed, since any of them could stand in the document.
func TestLongIntegers(t *testing.T) {
	public, private := prooftest.TestKey('v')
	proof := `"proof": {"type": "DataIntegrityProof", "cryptosuite": "eddsa-jcs-2022", "verificationMethod": "runner-1", "proofPurpose": "assertionMethod"`
	res, err := Statement(StatementRequest{Document: op.Raw(`{"score": 97, "tokens": 1e21, ` + proof + `}}`)})
	if err != nil {
		t.Fatal(err)
	}
	message, _ := base64.StdEncoding.DecodeString(res.Message)
	whole := `{"score": 97, "tokens": 1e21, ` + proof + `, "proofValue": "z` + prooftest.Base58(ed25519.Sign(private, message)) + `"}}`
	header := base64.RawURLEncoding.EncodeToString([]byte(`{"alg":"EdDSA"}`))
	signature := ed25519.Sign(private, []byte(header+"."+base64.RawURLEncoding.EncodeToString([]byte(`{"score":97,"tokens":1e+21}`))))
	card := fmt.Sprintf(`{"score": 97, "tokens": 1e21, "signatures": [{"protected": %q, "signature": %q}]}`, header, base64.RawURLEncoding.EncodeToString(signature))
	for _, text := range []string{whole, card} {
		if got := verified(t, VerifyRequest{Text: text, Keys: pin(public, "")}); got.Verdict != authentic {
			t.Errorf("%s: %s, %q", text, got.Verdict, got.Sentence)
		}
		got := verified(t, VerifyRequest{Text: strings.Replace(text, "1e21", "1000000000000000000001", 1), Keys: pin(public, "")})
		if got.Verdict != unreadable || got.Problem.Offset != strings.Index(text, "1e21") {
			t.Errorf("%s: %s, %q, %+v", text, got.Verdict, got.Sentence, got.Problem)
		}
	}
}

// The picture of a badge is held against its record once a signature over the record
// is valid, by the strict rule or by ZIP-215 alone, and not before.
func TestPictureOfBadge(t *testing.T) {
	public, private := prooftest.TestKey('v')
	record := declaredRecord(private, journey)
	loose := `{"version": "tallyproof-score/1", ` + journey + `, "evaluator_pubkey": "01` + strings.Repeat("0", 62) + `", "evaluator_signature": "01` + strings.Repeat("0", 126) + `"}`
	input := prooftest.UrlBase64(`{"alg":"EdDSA"}`) + "." + prooftest.UrlBase64("{"+journey+"}")
	token := input + "." + prooftest.UrlBase64(string(ed25519.Sign(private, []byte(input))))
	made := verified(t, VerifyRequest{Text: record, Keys: pin(public, "")})
	for _, c := range []struct {
		name, text    string
		keys          op.Raw
		whole, edited string
	}{
		{"strict", record, pin(public, ""), authentic, notAuthentic},
		{"by ZIP-215 alone", loose, nil, contested, notAuthentic},
		{"no key for it", token, nil, unknownKey, unknownKey},
	} {
		b, ok := Badge(made.Signed(), "score", "auto", c.text)
		svg, _ := b.SVG()
		if res := verified(t, VerifyRequest{Text: svg, Keys: c.keys}); !ok || res.Verdict != c.whole {
			t.Errorf("%s: %s, %s: want %s", c.name, res.Verdict, res.Sentence, c.whole)
		}
		svg = strings.ReplaceAll(svg, "82.8", "92.8")
		if res := verified(t, VerifyRequest{Text: svg, Keys: c.keys}); res.Verdict != c.edited {
			t.Errorf("%s, edited: %s, %s: want %s", c.name, res.Verdict, res.Sentence, c.edited)
		}
	}
}

// Checks look at the members that are shown as time, weights and code, and at none
// before them of another kind.
func TestChecksReadWhatIsShown(t *testing.T) {
	public, private := prooftest.TestKey('v')
	since := pin(public, `, "valid_from": "2025-01-01T00:00:00Z"`)
	tests := []struct{ name, members, check string }{
		{"a time before the key's", `"score": 97, "timestamp": 1712345678, "completed_at": "2024-04-05T19:34:38Z"`, "time"},
		{"a time of the future", `"score": 97, "evaluated_at": "", "timestamp": "2099-01-01T00:00:00Z"`, "time"},
		{"weights that make another total", journey + `, "scoring_weights": null, "weights": {"correctness": 1, "speed": 0, "quality": 0, "process": 0}`, "arithmetic"},
		{"another code", `"score": 97, "code_hash": null, "code_sha256": "` + strings.Repeat("00", 32) + `"`, "code"},
	}
	for _, c := range tests {
		t.Run(c.name, func(t *testing.T) {
			got := verified(t, VerifyRequest{Text: declaredRecord(private, c.members), Keys: since, At: "2026-01-01T00:00:00Z", Code: "AAAA"})
			for _, check := range got.Checks {
				if check.ID == c.check && check.Status != fail {
					t.Errorf("%s: %s, %q", got.Verdict, check.Status, check.Message)
				}
			}
		})
	}
}

// A member that is shown and not signed qualifies the proof.
func TestWhatIsShownIsSigned(t *testing.T) {
	public, private := prooftest.TestKey('v')
	for member, verdict := range map[string]string{
		`"agent": "Mallory"`: qualified, `"challenge": "c"`: qualified, `"arena": "a"`: qualified, `"elo_after": 2000`: qualified, `"rank": 1`: qualified,
		`"tier": "gold"`: qualified, `"evaluated_at": "2026-03-01T12:00:00Z"`: qualified, `"correctness": 100`: qualified, `"note": "x"`: authentic,
		`"Score": 99`: qualified, `"final_Score": 99`: qualified, `"finalScore": 99`: qualified, `"score ": 99`: qualified, "\"\uff53core\": 99": qualified, `"ſcore": 99`: qualified, `"scores_of_others": 99`: authentic,
		`"\ufb01nal_score": 99`: qualified, `"score\u2060": 99`: qualified, `"score\u00ad": 99`: qualified, `"score\ufe0f": 99`: qualified, `"score\u034f": 99`: qualified,
		`"score\u2028": 99`: qualified, `"score\u202f": 99`: qualified, `"score\u3164": 99`: qualified, `"\u2066score": 99`: qualified, `"final\u2011score": 99`: qualified,
		`"𝐬𝐜𝐨𝐫𝐞": 99`: qualified, `"ѕcore": 99`: qualified, `"аgent": "Nova"`: qualified, `"score\t": 99`: qualified, `"score\u0000": 99`: qualified, `"final.score": 99`: qualified,
		`"größe": 1`: qualified, `"@context": "x"`: qualified, `"judge.note 2-b_C": "x"`: authentic,
	} {
		text := strings.TrimSuffix(flatOf(private, `"score": 97`, `{"score":97}`), "}") + ", " + member + "}"
		got := verified(t, VerifyRequest{Text: text, Keys: pin(public, "")})
		if got.Verdict != verdict {
			t.Errorf("%s: %s, want %s", member, got.Verdict, verdict)
		}
		for _, c := range got.Claims {
			if c.Signed != (c.Field == "score") || !c.Signed && c.Means != nil {
				t.Errorf("%s: %+v", member, c)
			}
		}
	}
}

// Members that stand in an envelope beside its own are not signed, whatever they are
// called: those that are shown qualify the proof, and all are named.
func TestMembersOfEnvelopes(t *testing.T) {
	public, private := prooftest.TestKey('v')
	encoded := base64.RawURLEncoding.EncodeToString
	dsse := func(payload string) string {
		return fmt.Sprintf(`{"payloadType": "t", "payload": %q, "signatures": [{"sig": %q}]}`, base64.StdEncoding.EncodeToString([]byte(payload)), base64.StdEncoding.EncodeToString(ed25519.Sign(private, envelope.PreAuthenticated("t", []byte(payload)))))
	}
	protected, payload := encoded([]byte(`{"alg":"EdDSA"}`)), encoded([]byte(`{"agent":"Mallory","score":12}`))
	signature := encoded(ed25519.Sign(private, []byte(protected+"."+payload)))
	scored := dsse(`{"agent":"Mallory","score":12}`)
	flattened := fmt.Sprintf(`{"payload": %q, "protected": %q, "header": {"kid": "x"}, "signature": %q}`, payload, protected, signature)
	general := fmt.Sprintf(`{"payload": %q, "signatures": [{"protected": %q, "signature": %q}]}`, payload, protected, signature)
	detached := fmt.Sprintf(`{"protected": %q, "signature": %q}`, protected, signature)
	const others = `, "agent": "Nova", "score": 99, "rank": 1`
	tests := []struct{ name, text, members, beside, verdict, heading, unsigned string }{
		{"DSSE", scored, "", "", authentic, "Authentic", ""},
		{"DSSE with another score", scored, others, "", qualified, "Authentic, but the signature does not cover all of the record", "agent score rank"},
		{"DSSE with a score in capitals", scored, `, "SCORE": 99`, "", qualified, "Authentic, but the signature does not cover all of the record", "SCORE"},
		{"DSSE with a note", scored, `, "note": "x"`, "", authentic, "Authentic", "note"},
		{"DSSE of a record without a score", dsse(`{"agent":"Mallory"}`), others, "", qualified, "Authentic, but the signature does not cover the score", "agent score rank"},
		{"DSSE of a record without a score, with a note", dsse(`{"agent":"Mallory"}`), `, "note": "x"`, "", qualified, "Authentic, but the signed bytes have no score", "note"},
		{"DSSE of a text", dsse("hello"), others, "", qualified, "Authentic, but the signature does not cover the score", "agent score rank"},
		{"flattened JWS", flattened, "", "", authentic, "Authentic", ""},
		{"flattened JWS with another score", flattened, others, "", qualified, "Authentic, but the signature does not cover all of the record", "agent score rank"},
		{"general JWS with another score", general, others, "", qualified, "Authentic, but the signature does not cover all of the record", "agent score rank"},
		{"detached JWS", detached, "", `{"agent":"Mallory","score":12}`, authentic, "Authentic", ""},
		{"detached JWS with another score", detached, others, `{"agent":"Mallory","score":12}`, qualified, "Authentic, but the signature does not cover all of the record", "agent score rank"},
	}
	for _, c := range tests {
		t.Run(c.name, func(t *testing.T) {
			req := VerifyRequest{Text: strings.TrimSuffix(c.text, "}") + c.members + "}", Keys: pin(public, "")}
			if c.beside != "" {
				req.Text, req.Signature = c.beside, req.Text
			}
			got := verified(t, req)
			if got.Verdict != c.verdict || got.Heading != c.heading || strings.Join(got.UnsignedFields, " ") != c.unsigned {
				t.Errorf("%s, %q, not signed: %q\n%q", got.Verdict, got.Heading, got.UnsignedFields, messages(got.Checks))
			}
			for _, said := range messages(got.Checks) {
				if c.unsigned != "" && strings.Contains(said, "every other member") {
					t.Errorf("%q", said)
				}
			}
		})
	}
}

// A member that the given rulebook makes the total of is a part of it, and is signed.
func TestPartsByARulebookAreSigned(t *testing.T) {
	public, private := prooftest.TestKey('v')
	text := strings.TrimSuffix(flatOf(private, `"score": 97`, `{"score":97}`), "}") + `, "pass_rate": 97}`
	for rules, verdict := range map[string]string{"": authentic, "airena": authentic, "term": qualified} {
		got := verified(t, VerifyRequest{Text: text, Keys: pin(public, ""), Rulebook: rulebook.ID(rules)})
		if got.Verdict != verdict {
			t.Errorf("rulebook %s: %s, want %s: %q", rules, got.Verdict, verdict, messages(got.Checks))
		}
		batch, err := VerifyBatch(VerifyBatchRequest{Text: text, Keys: pin(public, ""), Rulebook: rulebook.ID(rules)})
		if err != nil || len(batch.Results) != 1 || batch.Results[0].Verdict != verdict {
			t.Errorf("rulebook %s, in a list: %+v, %v: want %s", rules, batch.Results, err, verdict)
		}
	}
}

// A total that agrees only after rounding is shown beside the recomputed one.
func TestRoundedTotals(t *testing.T) {
	public, private := prooftest.TestKey('v')
	got := verified(t, VerifyRequest{Text: declaredRecord(private, strings.Replace(journey, "82.8", "83", 1)+weighed), Keys: pin(public, "")})
	if got.Verdict != authentic || !got.Recomputed.Agrees || !got.Recomputed.Rounded {
		t.Errorf("%s, %+v", got.Verdict, got.Recomputed)
	}
	if n := checksNamed(got.Checks, "arithmetic"); n != 1 || !strings.Contains(strings.Join(messages(got.Checks), "\n"), "= 82.8 by the rules of AiRENA, and the record rounds it to 83.") {
		t.Errorf("%q", messages(got.Checks))
	}
}

// Signed bytes that are no JSON object do not say which value is which, however they
// are dressed and whatever carries them.
func TestBytesWithoutARecord(t *testing.T) {
	public, private := prooftest.TestKey('v')
	sum := hex.EncodeToString(sha256Of("a record"))
	encoded := base64.RawURLEncoding.EncodeToString
	for name, message := range map[string]string{
		"a hash in quotation marks": `"` + sum + `"`, "a hash behind its name": "sha256:" + sum, "a hash behind 0x": "0x" + sum, "40 digits": sum[:40],
		"as sha256sum writes it": sum + "  score.json\n", "as BSD writes it": "SHA256 (score.json) = " + sum + "\n",
		"joined values": "agent-7|97.5|2026-03-01T12:00:00Z", "a list": `["agent-7",97.5]`, "a number": "97.5", "a text of 64 bytes": strings.Repeat("a text, ", 8),
	} {
		input := encoded([]byte(`{"alg":"EdDSA"}`)) + "." + encoded([]byte(message))
		dsse := ed25519.Sign(private, envelope.PreAuthenticated("t", []byte(message)))
		for form, req := range map[string]VerifyRequest{
			"raw":  {Text: message, Signature: hex.EncodeToString(ed25519.Sign(private, []byte(message)))},
			"JWS":  {Text: input + "." + encoded(ed25519.Sign(private, []byte(input)))},
			"DSSE": {Text: fmt.Sprintf(`{"payloadType": "t", "payload": %q, "signatures": [{"sig": %q}]}`, base64.StdEncoding.EncodeToString([]byte(message)), base64.StdEncoding.EncodeToString(dsse))},
		} {
			req.Keys = pin(public, "")
			if got := verified(t, req); got.Verdict != qualified || got.Heading != "Authentic, but the signature covers no record" {
				t.Errorf("%s, %s: %s, %q", name, form, got.Verdict, got.Heading)
			}
		}
	}
	for note, verdict := range map[string]string{"arena\n13\n%s\n": authentic, "arena\n13\n%s\nscore 99\n": qualified, "arena\n97.5\n%s\n": qualified} {
		text := fmt.Sprintf(note, base64.StdEncoding.EncodeToString(sha256Of("root")))
		signature := append([]byte(key.NoteHash("arena", public)), ed25519.Sign(private, []byte(text))...)
		if got := verified(t, VerifyRequest{Text: text + "\n— arena " + base64.StdEncoding.EncodeToString(signature) + "\n", Keys: pin(public, ""), Want: []string{}}); got.Verdict != verdict {
			t.Errorf("a note of %q: %s, %q: want %s", text, got.Verdict, got.Sentence, verdict)
		}
	}
}
