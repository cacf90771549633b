package web

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"log"
	"maps"
	"math/big"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tallyproof/tallyproof/core/jcs"
	"github.com/tallyproof/tallyproof/site/sqlite"
)

const base = "https://tallyproof.test"

// now is the time of every test that does not say another.
var now = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

// evaluator signs records; a test's keys are made from a number.
type evaluator struct{ key ed25519.PrivateKey }

func newEvaluator(seed byte) evaluator {
	return evaluator{ed25519.NewKeyFromSeed(bytes.Repeat([]byte{seed}, ed25519.SeedSize))}
}

func (e evaluator) public() string {
	return hex.EncodeToString(e.key.Public().(ed25519.PublicKey))
}

// record is a score record.
type record map[string]any

// like is a record with other members; nil takes one away.
func (r record) like(changes record) record {
	changed := maps.Clone(r)
	for name, v := range changes {
		if changed[name] = v; v == nil {
			delete(changed, name)
		}
	}
	return changed
}

var nova = record{
	"version": "tallyproof-score/1", "arena": "open", "challenge_id": "sort-1", "challenge_name": "Sorting",
	"agent_id": "nova", "agent_name": "Nova", "submission_id": "sort-1-nova",
	"submitted_at": "2026-11-20T09:00:00Z", "evaluated_at": "2026-11-20T12:00:00Z",
	"correctness": 90, "speed": 80, "quality": 85, "process": 80,
	"scoring_weights": map[string]any{"correctness": 0.4, "speed": 0.2, "quality": 0.2, "process": 0.2},
	"final_score":     85,
}

// sign makes a flat record, tallyproof-score/1.
func (e evaluator) sign(t testing.TB, r record) string {
	t.Helper()
	r = r.like(record{"evaluator_pubkey": e.public()})
	text, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	canonical, err := jcs.Canonicalize(text)
	if err != nil {
		t.Fatal(err)
	}
	r["evaluator_signature"] = hex.EncodeToString(ed25519.Sign(e.key, append([]byte("tallyproof-score/1\n"), canonical...)))
	text, err = json.MarshalIndent(r, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// runner is the evaluator that the ring lists for the arena open; anywhere is
// listed for no arena, and stranger is not listed.
var runner, anywhere, stranger = newEvaluator(1), newEvaluator(2), newEvaluator(3)

var ring = fmt.Appendf(nil, `{"keys": [
	{"id": "runner-1", "owner": "open-runner-1", "arena": "open", "public_key": %q, "valid_from": "2026-01-01T00:00:00Z"},
	{"id": "any-1", "owner": "any-runner", "public_key": %q}
]}`, runner.public(), anywhere.public())

// ringWith is the ring with one key more, that of a log.
func ringWith(key string) []byte {
	return bytes.Replace(ring, []byte("\n]}"), fmt.Appendf(nil, ",\n\t{\"owner\": \"the log\", \"public_key\": %q}\n]}", key), 1)
}

// newApp is an app on an empty database in memory; change may be nil.
func newApp(t testing.TB, change func(*Config)) *App {
	t.Helper()
	db, err := sqlite.Open(context.Background(), sqlite.Memory)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	c := Config{DB: db, Compiled: true, Keyring: ring, Base: base, Style: "/assets/style.css", Font: "/assets/font.woff2", Now: func() time.Time { return now }, Errors: log.New(logged{t}, "", 0)}
	if change != nil {
		change(&c)
	}
	app, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	return app
}

// logged passes lines to the test's log.
type logged struct{ t testing.TB }

func (l logged) Write(line []byte) (int, error) {
	l.t.Logf("%s", line)
	return len(line), nil
}

// ask sends a request with headers, "Name: value" each.
func ask(h http.Handler, method, target, body string, headers ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, "http://host.test"+target, strings.NewReader(body))
	for _, header := range headers {
		name, value, _ := strings.Cut(header, ": ")
		r.Header.Add(name, value)
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

// keep stores a proof that must be taken, and answers its id.
func keep(t testing.TB, app *App, text string) string {
	t.Helper()
	w := ask(app, "POST", Proofs, text)
	if w.Code != 200 && w.Code != 201 {
		t.Fatalf("a proof is refused: %d %s", w.Code, w.Body)
	}
	return read[Kept](t, w).ID
}

// read decodes a JSON answer, in which there may be nothing but T's members.
func read[T any](t testing.TB, w *httptest.ResponseRecorder) (v T) {
	t.Helper()
	d := json.NewDecoder(bytes.NewReader(w.Body.Bytes()))
	d.DisallowUnknownFields()
	if err := d.Decode(&v); err != nil {
		t.Fatalf("%v: %s", err, w.Body)
	}
	return v
}

// sameJSON reports whether two texts say the same.
func sameJSON(a, b string) bool {
	one, err := jcs.Canonicalize([]byte(a))
	other, err2 := jcs.Canonicalize([]byte(b))
	return err == nil && err2 == nil && bytes.Equal(one, other)
}

// base58 is a number in base58btc.
func base58(data []byte) string {
	const digits = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
	n, base, rest := new(big.Int).SetBytes(data), big.NewInt(58), new(big.Int)
	var out []byte
	for n.Sign() > 0 {
		n.DivMod(n, base, rest)
		out = append(out, digits[rest.Int64()])
	}
	for _, b := range data {
		if b != 0 {
			break
		}
		out = append(out, digits[0])
	}
	slices.Reverse(out)
	return string(out)
}

// token is a record as a JSON Web Token.
func (e evaluator) token(t testing.TB, r record) string {
	t.Helper()
	payload, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	encode := base64.RawURLEncoding.EncodeToString
	input := encode([]byte(`{"alg":"EdDSA","typ":"JWT"}`)) + "." + encode(payload)
	return input + "." + encode(ed25519.Sign(e.key, []byte(input)))
}

// secure makes a Data Integrity proof of a record, with options.
func (e evaluator) secure(t testing.TB, r record, more map[string]any) string {
	t.Helper()
	method := "did:key:z" + base58(append([]byte{0xed, 0x01}, e.key.Public().(ed25519.PublicKey)...))
	options := map[string]any{"type": "DataIntegrityProof", "cryptosuite": "eddsa-jcs-2022", "proofPurpose": "assertionMethod", "verificationMethod": method}
	maps.Copy(options, more)
	hash := func(v any) []byte {
		text, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		canonical, err := jcs.Canonicalize(text)
		if err != nil {
			t.Fatal(err)
		}
		sum := sha256.Sum256(canonical)
		return sum[:]
	}
	options["proofValue"] = "z" + base58(ed25519.Sign(e.key, append(hash(options), hash(r)...)))
	text, err := json.MarshalIndent(r.like(record{"proof": options}), "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
