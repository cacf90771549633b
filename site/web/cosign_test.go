package web

import (
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"golang.org/x/mod/sumdb/note"

	"github.com/tallyproof/tallyproof/core/proof"
	"github.com/tallyproof/tallyproof/site/web/translog"
)

// witness is a witness with a key made from a letter, at a clock that tests set.
type witness struct {
	public string
	signer note.Signer
	now    time.Time
}

func newWitness(t *testing.T, letter, name string) *witness {
	t.Helper()
	private, public, err := translog.GenerateWitnessKey(strings.NewReader(strings.Repeat(letter, 64)), name)
	if err != nil {
		t.Fatal(err)
	}
	w := &witness{public: public, now: now}
	if w.signer, err = translog.NewCosigner(private, func() time.Time { return w.now }); err != nil {
		t.Fatal(err)
	}
	return w
}

// cosign is a checkpoint with the witness's signature too.
func (w *witness) cosign(t *testing.T, app http.Handler, change func(text string) string) string {
	t.Helper()
	text := shownAt(t, app, "/log/checkpoint")
	n, err := note.Open([]byte(text), note.VerifierList(logVerifier(t)))
	if err != nil {
		t.Fatal(err)
	}
	if change != nil {
		n.Text = change(n.Text)
	}
	n.UnverifiedSigs = nil
	signed, err := note.Sign(n, w.signer)
	if err != nil {
		t.Fatal(err)
	}
	return string(signed)
}

func shownAt(t *testing.T, app http.Handler, path string) string {
	t.Helper()
	w := ask(app, "GET", path, "")
	if w.Code != 200 {
		t.Fatalf("%s: %d %s", path, w.Code, w.Body)
	}
	return w.Body.String()
}

func logVerifier(t *testing.T) note.Verifier {
	t.Helper()
	key, err := translog.VerifierKey(testKey(t))
	if err != nil {
		t.Fatal(err)
	}
	v, err := note.NewVerifier(key)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// TestCosign: what a listed witness signed stands under the checkpoint of its size,
// and proofs of inclusion with it verify as before.
func TestCosign(t *testing.T) {
	one, two := newWitness(t, "1", "one.example"), newWitness(t, "2", "two.example")
	app := newLogged(t, func(c *Config) { c.Witnesses = []string{one.public, two.public} })
	id := keep(t, app, runner.sign(t, nova))
	if w := ask(app, "GET", "/log/witnessed", ""); w.Code != 404 {
		t.Errorf("before anybody signed: %d %s", w.Code, w.Body)
	}
	plain := shownAt(t, app, "/log/checkpoint")
	signed := one.cosign(t, app, nil)
	if w := ask(app, "POST", Cosignatures, signed); w.Code != 200 || strings.TrimSpace(w.Body.String()) != `{"kept":1}` {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
	if got := shownAt(t, app, "/log/checkpoint"); got != signed || !strings.HasPrefix(got, plain) {
		t.Errorf("the checkpoint is %q, want %q", got, signed)
	}
	held := checkByHand(t, signed, one.public)
	if !held.Equal(now.Truncate(time.Second)) {
		t.Errorf("signed at %s", held)
	}
	inclusion := ask(app, "GET", "/log/proof/"+id+".tlog-proof", "").Body.String()
	if !strings.HasSuffix(inclusion, signed) {
		t.Errorf("the inclusion proof is %q", inclusion)
	}
	public, _ := translog.VerifierKey(testKey(t))
	if res, err := proof.Verify(proof.VerifyRequest{Text: inclusion, Keys: ringWith(public)}); err != nil || !logPasses(res) {
		t.Errorf("the inclusion proof: %s, %v", res.Sentence, err)
	}

	for path, want := range map[string]string{"/log/index.json": `"witnesses":["one.example","two.example"]`, Log: `href="/log/witnessed"`} {
		if got := shownAt(t, app, path); !strings.Contains(got, want) {
			t.Errorf("%s has no %s", path, want)
		}
		if got := shownAt(t, newLogged(t, nil), path); strings.Contains(got, "witness") {
			t.Errorf("%s of a host without witnesses names some", path)
		}
	}

	two.now = now.Add(-time.Hour)
	ask(app, "POST", Cosignatures, two.cosign(t, app, nil))
	one.now = now.Add(-time.Minute) // an older signature replaces no newer one
	ask(app, "POST", Cosignatures, one.cosign(t, app, nil))
	both := shownAt(t, app, "/log/checkpoint")
	if !checkByHand(t, both, one.public).Equal(now) || !checkByHand(t, both, two.public).Equal(two.now) {
		t.Errorf("two witnesses: %q", both)
	}

	keep(t, app, runner.sign(t, nova.like(record{"submission_id": "2"})))
	if got := shownAt(t, app, "/log/checkpoint"); strings.Contains(got, "one.example") || !strings.HasPrefix(got, "tallyproof.test/log\n2\n") {
		t.Errorf("the next checkpoint is %q", got)
	}
	for _, path := range []string{"/log/witnessed", "/log/witnessed?witness=two.example"} {
		if got := shownAt(t, app, path); got != both {
			t.Errorf("%s: %q, want %q", path, got, both)
		}
	}
	if w := ask(app, "GET", "/log/witnessed?witness=three.example", ""); w.Code != 404 {
		t.Errorf("an unknown witness: %d %s", w.Code, w.Body)
	}

	later := newLogged(t, func(c *Config) { c.DB, c.Witnesses = app.DB, []string{two.public} })
	if got := shownAt(t, later, "/log/witnessed"); strings.Contains(got, "one.example") || !strings.Contains(got, "two.example") {
		t.Errorf("of a witness that is no longer listed: %q", got)
	}
}

// logPasses reports whether the check of the transparency log passed.
func logPasses(res proof.VerifyResponse) bool {
	for _, c := range res.Checks {
		if c.ID == "log" {
			return c.Status == "pass"
		}
	}
	return false
}

// checkByHand verifies a cosignature as c2sp.org/tlog-cosignature defines it, with
// Go's own cryptography, and returns its time.
func checkByHand(t *testing.T, checkpoint, public string) time.Time {
	t.Helper()
	name, rest, _ := strings.Cut(public, "+")
	_, encoded, _ := strings.Cut(rest, "+")
	key, _ := base64.StdEncoding.DecodeString(encoded)
	text, signatures, _ := strings.Cut(checkpoint, "\n\n")
	for _, line := range strings.Split(signatures, "\n") {
		encoded, is := strings.CutPrefix(line, "— "+name+" ")
		if !is {
			continue
		}
		raw, err := base64.StdEncoding.DecodeString(encoded)
		id := sha256.Sum256([]byte(name + "\n" + string(key)))
		if err != nil || len(raw) != 4+8+64 || key[0] != 4 || string(raw[:4]) != string(id[:4]) {
			t.Fatalf("the line %q", line)
		}
		at := binary.BigEndian.Uint64(raw[4:])
		if !ed25519.Verify(key[1:], fmt.Appendf(nil, "cosignature/v1\ntime %d\n%s\n", at, text), raw[12:]) {
			t.Errorf("the cosignature of %s does not hold", name)
		}
		return time.Unix(int64(at), 0).UTC()
	}
	t.Errorf("no cosignature of %s in %q", name, checkpoint)
	return time.Time{}
}

// TestCosignRefused: nothing but a state of this log, signed by a listed witness, is
// kept.
func TestCosignRefused(t *testing.T) {
	one, stranger := newWitness(t, "1", "one.example"), newWitness(t, "3", "three.example")
	impostor := newWitness(t, "4", "one.example")
	app := newLogged(t, func(c *Config) { c.Witnesses = []string{one.public} })
	keep(t, app, runner.sign(t, nova))
	good := one.cosign(t, app, nil)
	late := newWitness(t, "1", "one.example")
	late.now = now.Add(6 * time.Minute)
	last := len(good) - 6
	for _, row := range []struct{ name, body string }{
		{"nothing", ""},
		{"a checkpoint without cosignatures", shownAt(t, app, "/log/checkpoint")},
		{"a witness that is not listed", stranger.cosign(t, app, nil)},
		{"another key of a listed name", impostor.cosign(t, app, nil)},
		{"another size", one.cosign(t, app, func(text string) string { return strings.Replace(text, "\n1\n", "\n2\n", 1) })},
		{"a size that is no number", one.cosign(t, app, func(text string) string { return strings.Replace(text, "\n1\n", "\n01\n", 1) })},
		{"another log", one.cosign(t, app, func(text string) string { return "other.example/log" + text[strings.Index(text, "\n"):] })},
		{"another root", one.cosign(t, app, func(text string) string { return text[:len(text)-5] + "AAA=\n" })},
		{"more lines", one.cosign(t, app, func(text string) string { return text + "more\n" })},
		{"a time in the future", late.cosign(t, app, nil)},
		{"a signature that is altered", good[:last] + string(good[last]^1) + good[last+1:]},
	} {
		if w := ask(app, "POST", Cosignatures, row.body); w.Code != 422 || !strings.Contains(w.Body.String(), "not a checkpoint") {
			t.Errorf("%s: %d %s", row.name, w.Code, w.Body)
		}
	}
	if w := ask(app, "POST", Cosignatures, good+strings.Repeat("x", mostRecord)); w.Code != 413 || w.Header().Get("Content-Type") != "application/problem+json" || !strings.Contains(w.Body.String(), `"code":"too-large"`) {
		t.Errorf("too long: %d %s", w.Code, w.Body)
	}
	if w := ask(app, "GET", "/log/witnessed", ""); w.Code != 404 {
		t.Errorf("something was kept: %s", w.Body)
	}
	if w := ask(app, "GET", Cosignatures, ""); w.Code != 405 {
		t.Errorf("GET: %d", w.Code)
	}
	if w := ask(newApp(t, nil), "POST", Cosignatures, good); w.Code != 404 {
		t.Errorf("a host without a log: %d", w.Code)
	}
	for _, key := range []string{"", "one.example", one.public[:len(one.public)-2], strings.Replace(one.public, "one", "two", 1), strings.Replace(one.public, "+", "+0", 1), strings.Replace(one.public, "+B", "+A", 1)} { // the last: of another type
		if _, err := translog.NewWitness(key); err == nil {
			t.Errorf("the witness key %q is no error", key)
		}
		if _, err := translog.NewCosigner("PRIVATE+KEY+"+key, time.Now); err == nil {
			t.Errorf("the private key of %q is no error", key)
		}
	}
}
