package proof

import (
	"crypto/ed25519"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/core/jcs"
)

// testKey is a key for tests, from a seed of one repeated byte.
func testKey(seed byte) (ed25519.PublicKey, ed25519.PrivateKey) {
	private := ed25519.NewKeyFromSeed([]byte(strings.Repeat(string(rune(seed)), ed25519.SeedSize)))
	return private.Public().(ed25519.PublicKey), private
}

const unsignedRecord = `{
  "submission_id": "sub-456", "agent": "Zoë <b>", "score": 85.5, "correctness": 100.0, "speed": 62.25,
  "quality": 80, "passed_tests": 20, "code_hash": "d5676f168b78597c5a0ad851caa19244590011a832339b8f070e2151b8264925",
  "evaluated_at": "2026-03-01T12:00:00Z", "scores": {"b": 1.50, "a": [2, {}]},
  "evaluator_pubkey": "%s"%s}`

// flatRecord is unsignedRecord signed over some bytes.
func flatRecord(private ed25519.PrivateKey, signed string) string {
	public := hex.EncodeToString(private.Public().(ed25519.PublicKey))
	signature := hex.EncodeToString(ed25519.Sign(private, []byte(signed)))
	return fmt.Sprintf(unsignedRecord, public, `, "evaluator_signature": "`+signature+`"`)
}

const hash = "d5676f168b78597c5a0ad851caa19244590011a832339b8f070e2151b8264925"

// Spellings of unsignedRecord without its key, written by hand or by the
// languages named.
const (
	canonical     = `{"agent":"Zoë <b>","code_hash":"` + hash + `","correctness":100,"evaluated_at":"2026-03-01T12:00:00Z","passed_tests":20,"quality":80,"score":85.5,"scores":{"a":[2,{}],"b":1.5},"speed":62.25,"submission_id":"sub-456"}`
	canonicalOf   = `{"agent":"Zoë <b>","code_hash":"` + hash + `","correctness":100,"evaluated_at":"2026-03-01T12:00:00Z","evaluator_pubkey":"%s","passed_tests":20,"quality":80,"score":85.5,"scores":{"a":[2,{}],"b":1.5},"speed":62.25,"submission_id":"sub-456"}`
	pythonSorted  = `{"agent": "Zo\u00eb <b>", "code_hash": "` + hash + `", "correctness": 100.0, "evaluated_at": "2026-03-01T12:00:00Z", "passed_tests": 20, "quality": 80, "score": 85.5, "scores": {"a": [2, {}], "b": 1.5}, "speed": 62.25, "submission_id": "sub-456"}`
	pythonPlain   = `{"submission_id": "sub-456", "agent": "Zo\u00eb <b>", "score": 85.5, "correctness": 100.0, "speed": 62.25, "quality": 80.0, "passed_tests": 20, "code_hash": "` + hash + `", "evaluated_at": "2026-03-01T12:00:00Z", "scores": {"b": 1.5, "a": [2, {}]}}`
	javascript    = `{"submission_id":"sub-456","agent":"Zoë <b>","score":85.5,"correctness":100,"speed":62.25,"quality":80,"passed_tests":20,"code_hash":"` + hash + `","evaluated_at":"2026-03-01T12:00:00Z","scores":{"b":1.5,"a":[2,{}]}}`
	goSorted      = `{"agent":"Zoë \u003cb\u003e","code_hash":"` + hash + `","correctness":100,"evaluated_at":"2026-03-01T12:00:00Z","passed_tests":20,"quality":80,"score":85.5,"scores":{"a":[2,{}],"b":1.5},"speed":62.25,"submission_id":"sub-456"}`
	indentedPlain = "{\n  \"submission_id\": \"sub-456\",\n  \"agent\": \"Zoë <b>\",\n  \"score\": 85.5,\n  \"correctness\": 100,\n  \"speed\": 62.25,\n  \"quality\": 80,\n  \"passed_tests\": 20,\n  \"code_hash\": \"" + hash + "\",\n  \"evaluated_at\": \"2026-03-01T12:00:00Z\",\n  \"scores\": {\n    \"b\": 1.5,\n    \"a\": [\n      2,\n      {}\n    ]\n  }\n}"
)

func sha(text string) string     { sum := sha256.Sum256([]byte(text)); return string(sum[:]) }
func sha512of(t string) string   { sum := sha512.Sum512([]byte(t)); return string(sum[:]) }
func hexText(text string) string { return hex.EncodeToString([]byte(text)) }

// signedTexts are what evaluators might sign of unsignedRecord, and words of the
// layout's name.
func signedTexts(public string) []struct{ name, text, words string } {
	raw, _ := hex.DecodeString(hash)
	withKey := fmt.Sprintf(canonicalOf, public)
	return []struct{ name, text, words string }{
		{"canonical", canonical, "canonical JSON (RFC 8785) of every member but evaluator_pubkey and evaluator_signature"},
		{"canonical with the key", withKey, "canonical JSON (RFC 8785) of every member but evaluator_signature"},
		{"JavaScript, JSON.stringify", javascript, "compact JSON of every member but evaluator_pubkey and evaluator_signature, in the record's order"},
		{"Go, json.Marshal of a map", goSorted, `<, > and & as \u escapes`},
		{"Python, sort_keys", pythonSorted, `beyond ASCII as \u escapes`},
		{"Python, floats", pythonPlain, "numbers as Python writes them, scores as floats"},
		{"Python, ensure_ascii=False", strings.ReplaceAll(pythonSorted, `\u00eb`, "ë"), `JSON with ", " and ": "`},
		{"Python, compact", strings.NewReplacer(": ", ":", ", ", ",").Replace(pythonSorted), "compact JSON"},
		{"JSON.stringify, two spaces", indentedPlain, "JSON indented by two spaces"},
		{"code hash, text", hash, "the value of code_hash"},
		{"code hash, bytes", string(raw), "the bytes that code_hash stands for in hexadecimal"},
		{"code hash as JSON", `{"code_hash":"` + hash + `"}`, "canonical JSON (RFC 8785) of code_hash"},
		{"SHA-256 of canonical", sha(canonical), "the SHA-256 hash of canonical JSON"},
		{"SHA-256 of canonical, hex", hexText(sha(canonical)), "the SHA-256 hash, in hexadecimal, of canonical JSON"},
		{"SHA-256 of canonical, base64", base64.StdEncoding.EncodeToString([]byte(sha(canonical))), "the SHA-256 hash, in base64, of canonical JSON"},
		{"SHA-512 of canonical", sha512of(canonical), "the SHA-512 hash of canonical JSON"},
		{"SHA-512 of canonical, hex", hexText(sha512of(canonical)), "the SHA-512 hash, in hexadecimal, of canonical JSON"},
		{"base64 of canonical", base64.StdEncoding.EncodeToString([]byte(canonical)), "base64 of canonical JSON"},
		{"hex of canonical", hexText(canonical), "hexadecimal of canonical JSON"},
		{"canonical and a line feed", canonical + "\n", "ended by a line feed"},
		{"canonical with the key, SHA-256", sha(withKey), "the SHA-256 hash of canonical JSON (RFC 8785) of every member but evaluator_signature"},
		{"SHA-256 of Python's", sha(pythonSorted), "the SHA-256 hash of JSON"},
		{"id, score, hash by colons", "sub-456:85.5:" + hash, `the values of submission_id, score and code_hash joined by ":"`},
		{"id, score, hash by bars", "sub-456|85.5|" + hash, `joined by "|"`},
		{"hash, id, score by colons", hash + ":sub-456:85.5", "the values of code_hash, submission_id and score"},
		{"id, score, hash by lines", "sub-456\n85.5\n" + hash, `joined by "\n"`},
		{"id and hash, joined", "sub-456" + hash, "one after the other"},
		{"SHA-256 of id, score, hash", sha("sub-456:85.5:" + hash), "the SHA-256 hash of the values"},
		{"SHA-256 hex of id and score", hexText(sha("sub-456:85.5")), "the SHA-256 hash, in hexadecimal, of the values of submission_id and score"},
		{"two decimals", hash + "|85.50|sub-456", "scores with 2 decimals"},
		{"score alone", "85.5", "the value of score"},
		{"score and hash", `{"code_hash":"` + hash + `","score":85.5}`, "canonical JSON (RFC 8785) of code_hash and score"},
		{"score and hash as listed", `{"score":85.5,"code_hash":"` + hash + `"}`, "compact JSON of score and code_hash"},
		{"pairs as in a query", "submission_id=sub-456&score=85.5&code_hash=" + hash, `as pairs written as "name=value" and joined by "&"`},
		{"all pairs but the scores", "agent=Zoë <b>&code_hash=" + hash + "&correctness=100&evaluated_at=2026-03-01T12:00:00Z&passed_tests=20&quality=80&score=85.5&speed=62.25&submission_id=sub-456", "every member but scores"},
		{"one member more left out", strings.Replace(canonical, `"evaluated_at":"2026-03-01T12:00:00Z",`, "", 1), "every member but evaluated_at"},
		{"two members more left out", strings.NewReplacer(`"evaluated_at":"2026-03-01T12:00:00Z",`, "", `"agent":"Zoë <b>",`, "").Replace(canonical), "every member but agent, evaluated_at"},
		{"first three members", `{"submission_id":"sub-456","agent":"Zoë <b>","score":85.5}`, "submission_id, agent and score"},
		{"four members by lines", "sub-456\n85.5\n" + hash + "\n2026-03-01T12:00:00Z", "submission_id, score, code_hash and evaluated_at"},
		{"score and time as Python writes them", `{"score": 85.5, "evaluated_at": "2026-03-01T12:00:00Z"}`, `JSON with ", " and ": " of score and evaluated_at`},
	}
}

// findWhole looks until a layout is found or none is left.
func findWhole(t *testing.T, text string) FindLayoutResponse {
	t.Helper()
	tried, from := 0, 0
	for {
		got, err := FindLayout(FindLayoutRequest{Text: text, From: from, Limit: 1_000_000})
		if err != nil {
			t.Fatal(err)
		}
		tried += got.Tried
		if got.Tried = tried; got.Found || got.Exhausted {
			return got
		}
		if got.Next <= from {
			t.Fatalf("no further than %d", from)
		}
		from = got.Next
	}
}

func TestFinder(t *testing.T) {
	public, private := testKey('f')
	cases := signedTexts(hex.EncodeToString(public))
	if len(cases) < 30 {
		t.Fatalf("%d layouts: want at least 30", len(cases))
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			text := flatRecord(private, c.text)
			got := findWhole(t, text)
			if !got.Found {
				t.Fatalf("not found among %d candidates", got.Tried)
			}
			if !strings.Contains(got.Layout.Name, c.words) {
				t.Errorf("found %q: want a name with %q", got.Layout.Name, c.words)
			}
			t.Logf("found at %d of %d", got.Tried, got.Total)
			if refusal := got.Layout.check(); refusal != nil {
				t.Errorf("proof.verify refuses the layout: %v", refusal)
			}
			res, err := Verify(VerifyRequest{Text: text, Layout: got.Layout})
			if err != nil || res.Verdict != unknownKey {
				t.Fatalf("verify with the layout: %s, %v", res.Verdict, err)
			}
			if signed, _ := base64.StdEncoding.DecodeString(res.SignedBytes); string(signed) != c.text {
				t.Errorf("signed bytes %q, want %q", signed, c.text)
			}
		})
	}
}

// The likeliest layouts are tried first.
func TestFinderOrder(t *testing.T) {
	_, private := testKey('f')
	text := flatRecord(private, "")
	root, err := jcs.Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	f := newFinder(newSpeller([]byte(text), &root))
	for position, want := range []string{
		"canonical JSON (RFC 8785) of every member but evaluator_signature",
		"canonical JSON (RFC 8785) of every member but evaluator_pubkey and evaluator_signature",
		"canonical JSON (RFC 8785) of code_hash",
		"compact JSON of every member but evaluator_signature, in the record's order",
	} {
		if got := f.layout(position).Name; got != want {
			t.Errorf("position %d: %q, want %q", position, got, want)
		}
	}
}

// A search in parts looks at what one search looks at.
func TestFinderResumes(t *testing.T) {
	_, private := testKey('f')
	text := flatRecord(private, "sub-456|85.5|"+hash)
	whole := findWhole(t, text)
	if !whole.Found {
		t.Fatal(whole)
	}
	tried, from := 0, 0
	for {
		part, err := FindLayout(FindLayoutRequest{Text: text, From: from, Limit: 777})
		if err != nil {
			t.Fatal(err)
		}
		tried += part.Tried
		from = part.Next
		if part.Found {
			if part.Layout.Name != whole.Layout.Name || tried != whole.Tried || part.Next != whole.Next {
				t.Errorf("in parts: %q after %d, at once: %q after %d", part.Layout.Name, tried, whole.Layout.Name, whole.Tried)
			}
			return
		}
		if part.Exhausted || part.Tried != 777 || part.Next != tried {
			t.Fatalf("stopped at %+v", part)
		}
	}
}

// A search that finds nothing ends, and says so.
func TestFinderExhausted(t *testing.T) {
	_, private := testKey('f')
	text := fmt.Sprintf(`{"a": 1, "evaluator_pubkey": "%s", "evaluator_signature": "%s"}`,
		hex.EncodeToString(private.Public().(ed25519.PublicKey)), hex.EncodeToString(ed25519.Sign(private, []byte("something else"))))
	got := findWhole(t, text)
	if got.Found || !got.Exhausted || got.Tried != got.Total || got.Next != got.Total {
		t.Errorf("%+v: want everything tried and nothing found", got)
	}
	past, err := FindLayout(FindLayoutRequest{Text: text, From: got.Total + 5, Limit: 10})
	if err != nil || past.Tried != 0 || !past.Exhausted {
		t.Errorf("beyond the end: %+v, %v", past, err)
	}
}

// A record may be as large as a text may be.
func TestFinderManyMembers(t *testing.T) {
	_, private := testKey('f')
	var b strings.Builder
	b.WriteString("{")
	for i := range 50_000 {
		fmt.Fprintf(&b, `"%x":%d,`, i, i)
	}
	members := b.String()
	root, err := jcs.Canonicalize([]byte(strings.TrimSuffix(members, ",") + "}"))
	if err != nil {
		t.Fatal(err)
	}
	text := members + fmt.Sprintf(`"evaluator_pubkey": "%s", "evaluator_signature": "%s"}`,
		hex.EncodeToString(private.Public().(ed25519.PublicKey)), hex.EncodeToString(ed25519.Sign(private, root)))
	got, err := FindLayout(FindLayoutRequest{Text: text, Limit: 10})
	if err != nil || !got.Found {
		t.Fatalf("%+v, %v", got, err)
	}
}

func BenchmarkFinder(b *testing.B) {
	_, private := testKey('f')
	text := flatRecord(private, "bytes that no layout spells")
	root, err := jcs.Parse([]byte(text))
	if err != nil {
		b.Fatal(err)
	}
	statements, p := readFlat([]byte(text), &root)
	if p != nil {
		b.Fatal(p)
	}
	s := statements[0]
	const some = 20_000
	for b.Loop() {
		if got := newFinder(newSpeller([]byte(text), &root)).search(0, some, []*preparedKey{prepare(s.key)}, s.signature, new(10*mostWork)); got.tried != some {
			b.Fatal(got)
		}
	}
	b.ReportMetric(float64(some)*float64(b.N)/b.Elapsed().Seconds(), "candidates/s")
}
