// Package prooftest has fixtures that the tests of several proof packages share.
package prooftest

import (
	"bytes"
	"crypto/ed25519"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"io/fs"
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/core/proof/text"
	"github.com/tallyproof/tallyproof/testdata"
)

// Armour returns an SSH signature in its armour.
func Armour(data []byte) string {
	return "-----BEGIN SSH SIGNATURE-----\n" + base64.StdEncoding.EncodeToString(data) + "\n-----END SSH SIGNATURE-----\n"
}

// SshParts joins strings of RFC 4251 section 5.
func SshParts(parts ...string) string {
	var data []byte
	for _, part := range parts {
		data = append(binary.BigEndian.AppendUint32(data, uint32(len(part))), part...)
	}
	return string(data)
}

// VectorFile reads a file of testdata/vectors/proofs.
func VectorFile(t testing.TB, name string) []byte {
	t.Helper()
	data, err := testdata.FS.ReadFile("vectors/proofs/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// FormatFile reads a file of testdata/vectors/proofs/formats.
func FormatFile(t testing.TB, name string) []byte {
	t.Helper()
	return VectorFile(t, "formats/"+name)
}

// CheckProblem holds that a problem points into the text and reads well.
func CheckProblem(t testing.TB, text []byte, p *text.Problem) {
	t.Helper()
	if p.Offset < 0 || p.Offset > len(text) || p.Message == "" || len(p.Message) > 400 {
		t.Fatalf("problem %+v of %q", p, text)
	}
	before := text[:p.Offset]
	if want := 1 + bytes.Count(before, []byte("\n")); p.Line != want {
		t.Fatalf("problem %+v of %q, want line %d", p, text, want)
	}
	if strings.ContainsAny(p.Message, "\n\r\t\x1b") {
		t.Fatalf("problem %+v: message of several lines", p)
	}
}

// SwapOnce replaces the one place of a text where old stands.
func SwapOnce(t testing.TB, text, old, new string) string {
	t.Helper()
	if strings.Count(text, old) != 1 {
		t.Fatalf("%q is %d times in %q", old, strings.Count(text, old), text)
	}
	return strings.Replace(text, old, new, 1)
}

// UrlBase64 is base64url without padding.
func UrlBase64(s string) string { return base64.RawURLEncoding.EncodeToString([]byte(s)) }

// StdBase64 is base64 with padding.
func StdBase64(s string) string { return base64.StdEncoding.EncodeToString([]byte(s)) }

// TestKey returns a key for tests, from a seed of one repeated byte.
func TestKey(seed byte) (ed25519.PublicKey, ed25519.PrivateKey) {
	private := ed25519.NewKeyFromSeed([]byte(strings.Repeat(string(rune(seed)), ed25519.SeedSize)))
	return private.Public().(ed25519.PublicKey), private
}

// UnsignedRecord is a flat record: %s are its key and what follows that.
const UnsignedRecord = `{
  "submission_id": "sub-456", "agent": "Zoë <b>", "score": 85.5, "correctness": 100.0, "speed": 62.25,
  "quality": 80, "passed_tests": 20, "code_hash": "d5676f168b78597c5a0ad851caa19244590011a832339b8f070e2151b8264925",
  "evaluated_at": "2026-03-01T12:00:00Z", "scores": {"b": 1.50, "a": [2, {}]},
  "evaluator_pubkey": "%s"%s}`

// FlatRecord is [UnsignedRecord] signed over some bytes.
func FlatRecord(private ed25519.PrivateKey, signed string) string {
	public := hex.EncodeToString(private.Public().(ed25519.PublicKey))
	signature := hex.EncodeToString(ed25519.Sign(private, []byte(signed)))
	return fmt.Sprintf(UnsignedRecord, public, `, "evaluator_signature": "`+signature+`"`)
}

// Hash is the code hash of [UnsignedRecord].
const Hash = "d5676f168b78597c5a0ad851caa19244590011a832339b8f070e2151b8264925"

// Spellings of unsignedRecord without its key, written by hand or by the
// languages named.
const (
	Canonical = `{"agent":"Zoë <b>","code_hash":"` + Hash +
		`","correctness":100,"evaluated_at":"2026-03-01T12:00:00Z","passed_tests":20,"quality":80,"score":85.5,"scores":{"a":[2,{}],"b":1.5},"speed":62.25,"submission_id":"sub-456"}`
	canonicalOf = `{"agent":"Zoë <b>","code_hash":"` + Hash +
		`","correctness":100,"evaluated_at":"2026-03-01T12:00:00Z","evaluator_pubkey":"%s","passed_tests":20,"quality":80,"score":85.5,"scores":{"a":[2,{}],"b":1.5},"speed":62.25,"submission_id":"sub-456"}`
	pythonSorted = `{"agent": "Zo\u00eb <b>", "code_hash": "` + Hash +
		`", "correctness": 100.0, "evaluated_at": "2026-03-01T12:00:00Z", "passed_tests": 20, "quality": 80, "score": 85.5, "scores": {"a": [2, {}], "b": 1.5}, "speed": 62.25, "submission_id": "sub-456"}`
	pythonPlain = `{"submission_id": "sub-456", "agent": "Zo\u00eb <b>", "score": 85.5, "correctness": 100.0, "speed": 62.25, "quality": 80.0, "passed_tests": 20, "code_hash": "` + Hash + `", "evaluated_at": "2026-03-01T12:00:00Z", "scores": {"b": 1.5, "a": [2, {}]}}`
	javascript  = `{"submission_id":"sub-456","agent":"Zoë <b>","score":85.5,"correctness":100,"speed":62.25,"quality":80,"passed_tests":20,"code_hash":"` + Hash + `","evaluated_at":"2026-03-01T12:00:00Z","scores":{"b":1.5,"a":[2,{}]}}`
	goSorted    = `{"agent":"Zoë \u003cb\u003e","code_hash":"` + Hash +
		`","correctness":100,"evaluated_at":"2026-03-01T12:00:00Z","passed_tests":20,"quality":80,"score":85.5,"scores":{"a":[2,{}],"b":1.5},"speed":62.25,"submission_id":"sub-456"}`
	indentedPlain = "{\n  \"submission_id\": \"sub-456\",\n  \"agent\": \"Zoë <b>\",\n  \"score\": 85.5,\n  " +
		"\"correctness\": 100,\n  \"speed\": 62.25,\n  \"quality\": 80,\n  \"passed_tests\": 20,\n  \"code_hash\": \"" +
		Hash + "\",\n  \"evaluated_at\": \"2026-03-01T12:00:00Z\",\n  \"scores\": {\n    \"b\": 1.5,\n    \"a\": [\n      " +
		"2,\n      {}\n    ]\n  }\n}"
)

func sha(text string) string { sum := sha256.Sum256([]byte(text)); return string(sum[:]) }

func sha512of(t string) string { sum := sha512.Sum512([]byte(t)); return string(sum[:]) }

func hexText(text string) string { return hex.EncodeToString([]byte(text)) }

// SignedTexts returns the texts that evaluators might sign for unsignedRecord, with words
// of each layout's name.
func SignedTexts(public string) []struct{ Name, Text, Words string } {
	raw, _ := hex.DecodeString(Hash)
	withKey := fmt.Sprintf(canonicalOf, public)
	return []struct{ Name, Text, Words string }{
		{"canonical", Canonical, "canonical JSON (RFC 8785) of every member but evaluator_pubkey and evaluator_signature"},
		{"canonical with the key", withKey, "canonical JSON (RFC 8785) of every member but evaluator_signature"},
		{"JavaScript, JSON.stringify", javascript,
			"compact JSON of every member but evaluator_pubkey and evaluator_signature, in the record's order"},
		{"Go, json.Marshal of a map", goSorted, `<, > and & as \u escapes`},
		{"Python, sort_keys", pythonSorted, `beyond ASCII as \u escapes`},
		{"Python, floats", pythonPlain, "numbers as Python writes them, scores as floats"},
		{"Python, ensure_ascii=False", strings.ReplaceAll(pythonSorted, `\u00eb`, "ë"), `JSON with ", " and ": "`},
		{"Python, compact", strings.NewReplacer(": ", ":", ", ", ",").Replace(pythonSorted), "compact JSON"},
		{"JSON.stringify, two spaces", indentedPlain, "JSON indented by two spaces"},
		{"code hash, text", Hash, "the value of code_hash"},
		{"code hash, bytes", string(raw), "the bytes that code_hash stands for in hexadecimal"},
		{"code hash as JSON", `{"code_hash":"` + Hash + `"}`, "canonical JSON (RFC 8785) of code_hash"},
		{"SHA-256 of canonical", sha(Canonical), "the SHA-256 hash of canonical JSON"},
		{"SHA-256 of canonical, hex", hexText(sha(Canonical)), "the SHA-256 hash, in hexadecimal, of canonical JSON"},
		{"SHA-256 of canonical, base64", base64.StdEncoding.EncodeToString([]byte(sha(Canonical))),
			"the SHA-256 hash, in base64, of canonical JSON"},
		{"SHA-512 of canonical", sha512of(Canonical), "the SHA-512 hash of canonical JSON"},
		{"SHA-512 of canonical, hex", hexText(sha512of(Canonical)), "the SHA-512 hash, in hexadecimal, of canonical JSON"},
		{"base64 of canonical", base64.StdEncoding.EncodeToString([]byte(Canonical)), "base64 of canonical JSON"},
		{"hex of canonical", hexText(Canonical), "hexadecimal of canonical JSON"},
		{"canonical and a line feed", Canonical + "\n", "ended by a line feed"},
		{"canonical with the key, SHA-256", sha(withKey),
			"the SHA-256 hash of canonical JSON (RFC 8785) of every member but evaluator_signature"},
		{"SHA-256 of Python's", sha(pythonSorted), "the SHA-256 hash of JSON"},
		{"id, score, hash by colons", "sub-456:85.5:" + Hash,
			`the values of submission_id, score and code_hash joined by ":"`},
		{"id, score, hash by bars", "sub-456|85.5|" + Hash, `joined by "|"`},
		{"hash, id, score by colons", Hash + ":sub-456:85.5", "the values of code_hash, submission_id and score"},
		{"id, score, hash by lines", "sub-456\n85.5\n" + Hash, `joined by "\n"`},
		{"id and hash, joined", "sub-456" + Hash, "one after the other"},
		{"SHA-256 of id, score, hash", sha("sub-456:85.5:" + Hash), "the SHA-256 hash of the values"},
		{"SHA-256 hex of id and score", hexText(sha("sub-456:85.5")),
			"the SHA-256 hash, in hexadecimal, of the values of submission_id and score"},
		{"two decimals", Hash + "|85.50|sub-456", "scores with 2 decimals"},
		{"score alone", "85.5", "the value of score"},
		{"score and hash", `{"code_hash":"` + Hash + `","score":85.5}`, "canonical JSON (RFC 8785) of code_hash and score"},
		{"score and hash as listed", `{"score":85.5,"code_hash":"` + Hash + `"}`, "compact JSON of score and code_hash"},
		{"pairs as in a query", "submission_id=sub-456&score=85.5&code_hash=" + Hash,
			`as pairs written as "name=value" and joined by "&"`},
		{"all pairs but the scores", "agent=Zoë <b>&code_hash=" + Hash +
			"&correctness=100&evaluated_at=2026-03-01T12:00:00Z&passed_tests=20&quality=80&score=85.5&speed=62.25&submission_id=sub-456", "every member but scores"},
		{"one member more left out", strings.Replace(Canonical, `"evaluated_at":"2026-03-01T12:00:00Z",`, "", 1),
			"every member but evaluated_at"},
		{"two members more left out", strings.NewReplacer(`"evaluated_at":"2026-03-01T12:00:00Z",`, "", `"agent":"Zoë <b>",`,
			"").Replace(Canonical), "every member but agent, evaluated_at"},
		{"first three members", `{"submission_id":"sub-456","agent":"Zoë <b>","score":85.5}`,
			"submission_id, agent and score"},
		{"four members by lines", "sub-456\n85.5\n" + Hash + "\n2026-03-01T12:00:00Z",
			"submission_id, score, code_hash and evaluated_at"},
		{"score and time as Python writes them", `{"score": 85.5, "evaluated_at": "2026-03-01T12:00:00Z"}`,
			`JSON with ", " and ": " of score and evaluated_at`},
	}
}

// SeedFiles adds every file of the folders below vectors/proofs.
func SeedFiles(f *testing.F, add func([]byte), folders ...string) {
	n := 0
	for _, folder := range folders {
		files, _ := fs.Glob(testdata.FS, "vectors/proofs/"+folder+"/*")
		for _, file := range files {
			data, err := testdata.FS.ReadFile(file)
			if err != nil {
				f.Fatal(err)
			}
			add(data)
			n++
		}
	}
	if n == 0 {
		f.Fatal("no seeds")
	}
}

// TheKey is the evaluator's key of vectors/proofs/formats.
const TheKey = "9e3dbb78d1057efd728b54ae1a070bce156358ff80e534ef88ee2c004a36a053"

// Base58 encodes bytes that do not begin with zero in the Bitcoin alphabet.
func Base58(data []byte) string {
	const digits = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
	var out []byte
	for n := append([]byte(nil), data...); len(n) > 0; {
		rest := 0
		var quotient []byte
		for _, c := range n {
			rest = rest<<8 | int(c)
			if q := rest / 58; q > 0 || len(quotient) > 0 {
				quotient = append(quotient, byte(q))
			}
			rest %= 58
		}
		out = append([]byte{digits[rest]}, out...)
		n = quotient
	}
	return string(out)
}
