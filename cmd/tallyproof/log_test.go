package main

import (
	"crypto/ed25519"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/core/jcs"
	"github.com/tallyproof/tallyproof/site/sqlite"
	"github.com/tallyproof/tallyproof/site/web"
)

// logged is a host with a log, and what its visitors need.
type logged struct {
	t       *testing.T
	address string
	key     string // the log's verifier key
	secret  string // its private key
	signer  ed25519.PrivateKey
	change  func(path string, body []byte) []byte // what the host answers in place of the truth; nil for the truth
}

// newLogged is a host with a new log.
func newLogged(t *testing.T) *logged {
	t.Helper()
	private := filepath.Join(t.TempDir(), "log.key")
	status, out, _ := try(t.Context(), "", "log", "keygen", "open.example/log", private)
	if status != done {
		t.Fatalf("keygen ends with %d", status)
	}
	secret, err := os.ReadFile(private)
	if err != nil {
		t.Fatal(err)
	}
	return loggedBy(t, string(secret), strings.TrimSpace(out))
}

// TestLogKeygenRefuses: a name that no log can have makes no key.
func TestLogKeygenRefuses(t *testing.T) {
	for _, name := range []string{"", "a b", "a+b", "a\nb", "a\u00a0b", "\xff", "\x1b[31mopen", "op\u200ben", "https://open.example/log"} {
		file := filepath.Join(t.TempDir(), "key")
		status, out, errs := try(t.Context(), "", "log", "keygen", name, file)
		if _, err := os.Stat(file); status != misled || out != "" || !strings.Contains(errs, "without a scheme, spaces and plus signs") || err == nil {
			t.Errorf("%q: %d, %q, %q", name, status, out, errs)
		}
	}
}

// TestLogCalledWrongly: a key or an address that is none says nothing of a log, and a
// private key that is given instead of a public one is not repeated.
func TestLogCalledWrongly(t *testing.T) {
	l := newLogged(t)
	private := strings.TrimSpace(l.secret)
	for _, row := range []struct {
		name string
		args []string
		say  string
	}{
		{"no key", []string{"log", "verify", "-key", "open.example", "https://open.example/log"}, `the log's key "open.example": want its verifier key`},
		{"a private key", []string{"log", "verify", "-key", private, "https://open.example/log"}, "the log's key is a private one: want its verifier key"},
		{"an address without a scheme", []string{"log", "verify", "-key", l.key, "open.example/log"}, `"open.example/log": want the address of a log`},
	} {
		status, out, errs := try(t.Context(), "", row.args...)
		if status != misled || out != "" || !strings.Contains(errs, row.say) || strings.Contains(errs, private[len(private)-20:]) {
			t.Errorf("%s: %d, %q, %q; want %q", row.name, status, out, errs, row.say)
		}
	}
}

// loggedBy is an empty host whose log has that key.
func loggedBy(t *testing.T, secret, key string) *logged {
	t.Helper()
	l := &logged{key: key, secret: secret, t: t, signer: ed25519.NewKeyFromSeed([]byte(strings.Repeat("k", ed25519.SeedSize)))}
	db, err := sqlite.Open(t.Context(), sqlite.Memory)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	var app *web.App
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if l.change == nil || r.Method != http.MethodGet {
			app.ServeHTTP(w, r)
			return
		}
		truth := httptest.NewRecorder()
		app.ServeHTTP(truth, r)
		w.WriteHeader(truth.Code)
		w.Write(l.change(r.URL.Path, truth.Body.Bytes()))
	}))
	t.Cleanup(server.Close)
	l.address = server.URL
	ring := fmt.Sprintf(`{"keys": [{"owner": "runner", "arena": "open", "public_key": %q}]}`, l.public())
	if app, err = web.New(web.Config{DB: db, Keyring: []byte(ring), Base: server.URL, Style: "/s.css", LogKey: secret}); err != nil {
		t.Fatal(err)
	}
	return l
}

func (l *logged) public() string { return hex.EncodeToString(l.signer.Public().(ed25519.PublicKey)) }

// store signs a record and stores it.
func (l *logged) store(record map[string]any) (id string) {
	l.t.Helper()
	record["version"], record["arena"], record["evaluator_pubkey"] = "tallyproof-score/1", "open", l.public()
	text, err := json.Marshal(record)
	if err != nil {
		l.t.Fatal(err)
	}
	canonical, err := jcs.Canonicalize(text)
	if err != nil {
		l.t.Fatal(err)
	}
	record["evaluator_signature"] = hex.EncodeToString(ed25519.Sign(l.signer, append([]byte("tallyproof-score/1\n"), canonical...)))
	text, err = json.Marshal(record)
	if err != nil {
		l.t.Fatal(err)
	}
	response, err := http.Post(l.address+web.Proofs, "application/json", strings.NewReader(string(text)))
	if err != nil {
		l.t.Fatal(err)
	}
	defer response.Body.Close()
	var kept web.Kept
	if err := json.NewDecoder(response.Body).Decode(&kept); err != nil || kept.ID == "" {
		l.t.Fatalf("not stored: %s %v", response.Status, err)
	}
	return kept.ID
}

// fill stores n scores, the last one withdrawn.
func (l *logged) fill(n int) {
	l.t.Helper()
	last := ""
	for i := range n {
		last = l.store(map[string]any{"challenge_id": "sort", "agent_id": fmt.Sprint("agent-", i), "submission_id": fmt.Sprint(i), "score": 50 + i%40})
	}
	l.store(map[string]any{"type": "withdrawal", "of": last, "reason": "a wrong clock"})
}

// verify runs log verify with more arguments.
func (l *logged) verify(more ...string) (out, trouble string, status int) {
	l.t.Helper()
	status, out, trouble = try(l.t.Context(), "", append([]string{"log", "verify", "-key", l.key}, append(more, l.address+"/log")...)...)
	return out, trouble, status
}

func TestLogVerify(t *testing.T) {
	l := newLogged(t)
	l.fill(120)
	kept := filepath.Join(t.TempDir(), "checkpoint.txt")
	out, trouble, status := l.verify("-kept", kept)
	for _, want := range []string{"The checkpoint of 121 entries is signed", "This is the first run: no checkpoint was kept in " + kept + ".", "The current checkpoint is kept in " + kept + " now.", "All entries lead to its root."} {
		if status != done || !strings.Contains(out, want) {
			t.Errorf("status %d, %s%s: want %q", status, out, trouble, want)
		}
	}
	l.fill(200)
	older, err := os.Open(kept)
	if err != nil {
		t.Fatal(err)
	}
	defer older.Close()
	if out, trouble, status = l.verify("-kept", kept); status != done || !strings.Contains(out, "continues the checkpoint of 121 entries") {
		t.Errorf("status %d: %s%s", status, out, trouble)
	}
	if strings.Contains(out, "first run") || !strings.Contains(out, "The current checkpoint is kept in "+kept+" now.") {
		t.Errorf("the second run prints %s", out)
	}
	if text, err := os.ReadFile(kept); err != nil || !strings.HasPrefix(string(text), "open.example/log\n202\n") {
		t.Errorf("the checkpoint that was kept is %q, %v", text, err)
	}
	// No crash leaves half a checkpoint: the older one is replaced, not written over.
	if text, err := io.ReadAll(older); err != nil || !strings.HasPrefix(string(text), "open.example/log\n121\n") {
		t.Errorf("the older file was written over: %q, %v", text, err)
	}
}

// TestLogTampered has a host that lies in each way that a log is there to show.
func TestLogTampered(t *testing.T) {
	truth := newLogged(t)
	truth.fill(300)
	kept := filepath.Join(t.TempDir(), "checkpoint.txt")
	if _, trouble, status := truth.verify("-kept", kept); status != done {
		t.Fatal(trouble)
	}
	other := newLogged(t) // another history under the same name, but another key
	other.fill(3)
	flip := func(at string) func(string, []byte) []byte {
		return func(path string, body []byte) []byte {
			if strings.HasPrefix(path, at) && len(body) > 40 {
				body[37] ^= 1
			}
			return body
		}
	}
	replace := func(at, old, new string) func(string, []byte) []byte {
		return func(path string, body []byte) []byte {
			if strings.HasPrefix(path, at) {
				return []byte(strings.Replace(string(body), old, new, 1))
			}
			return body
		}
	}
	for _, c := range []struct {
		name   string
		change func(string, []byte) []byte
		says   string
	}{
		{"a tampered tile", flip("/log/tile/0/000"), "downloaded inconsistent tile"},
		{"a tampered entry", flip("/log/tile/entries/000"), "entry 0 is not the one that was logged"},
		{"a checkpoint with another size", replace("/log/checkpoint", "\n301\n", "\n300\n"), "not signed by open.example/log"},
		{"a bundle cut off", func(path string, body []byte) []byte {
			if strings.HasPrefix(path, "/log/tile/entries/") {
				return body[:len(body)-1]
			}
			return body
		}, "the bundle ends in entry"},
	} {
		t.Run(c.name, func(t *testing.T) {
			truth.change = c.change
			defer func() { truth.change = nil }()
			if out, trouble, status := truth.verify("-kept", kept); status != failed || !strings.Contains(trouble, c.says) {
				t.Errorf("status %d: %s%s; want 1 and %q", status, out, trouble, c.says)
			}
		})
	}
	t.Run("a head rolled back", func(t *testing.T) {
		short := newLogged(t)
		short.fill(2)
		early := filepath.Join(t.TempDir(), "early.txt")
		if _, trouble, status := short.verify("-kept", early); status != done {
			t.Fatal(trouble)
		}
		old, err := os.ReadFile(early)
		if err != nil {
			t.Fatal(err)
		}
		short.fill(9)
		if _, trouble, status := short.verify("-kept", early); status != done {
			t.Fatal(trouble)
		}
		short.change = func(path string, body []byte) []byte {
			if path == "/log/checkpoint" {
				return old
			}
			return body
		}
		if _, trouble, status := short.verify("-kept", early); status != failed || !strings.Contains(trouble, "entries now, and had") {
			t.Errorf("status %d: %s", status, trouble)
		}
	})
	t.Run("another log's key", func(t *testing.T) {
		truth.key = other.key
		if _, trouble, status := truth.verify(); status != failed || !strings.Contains(trouble, "not signed by") {
			t.Errorf("status %d: %s", status, trouble)
		}
	})
}

// TestLogVerifyOverlaps: a host that lets one run wait, and meanwhile shows another history
// to a second one, gets no two checkpoints kept that contradict each other.
func TestLogVerifyOverlaps(t *testing.T) {
	kept := filepath.Join(t.TempDir(), "kept.txt")
	l := newLogged(t)
	fork := loggedBy(t, l.secret, l.key)
	l.fill(5)
	fork.fill(5)
	if _, trouble, status := l.verify("-kept", kept); status != done {
		t.Fatal(trouble)
	}
	for host, score := range map[*logged]int{l: 1, fork: 99} {
		host.store(map[string]any{"challenge_id": "sort", "agent_id": "nova", "submission_id": "forked", "score": score})
	}
	goOn := l.hold("-kept", kept)
	if out, trouble, status := fork.verify("-kept", kept); status != misled || out != "" || !strings.Contains(trouble, "-kept "+kept+": another run of tallyproof is using it") {
		t.Errorf("while another run uses the file: %d %s%s", status, out, trouble)
	}
	if out, trouble, status := goOn(); status != done || !strings.Contains(out, "The checkpoint of 7 entries is signed") {
		t.Errorf("the first run: %d %s%s", status, out, trouble)
	}
	if _, trouble, status := fork.verify("-kept", kept); status != failed || !strings.Contains(trouble, "two checkpoints of 7 entries have different roots") {
		t.Errorf("afterwards: %d %s", status, trouble)
	}
	fork.store(map[string]any{"challenge_id": "sort", "agent_id": "nova", "submission_id": "later", "score": 2})
	if _, trouble, status := fork.verify("-kept", kept); status != failed || !strings.Contains(trouble, "it does not begin with the older checkpoint of 7 entries") {
		t.Errorf("a log that was rewritten: %d %s", status, trouble)
	}
}

// hold starts a run, and returns when it waits for a tile of the log. goOn lets it end.
func (l *logged) hold(more ...string) (goOn func() (out, trouble string, status int)) {
	asks, held := make(chan string, 9), make(chan struct{})
	l.change = func(path string, body []byte) []byte {
		if strings.HasPrefix(path, "/log/tile/") {
			asks <- path
			<-held
		}
		return body
	}
	var out, trouble string
	var status int
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		out, trouble, status = l.verify(more...)
	}()
	select {
	case <-asks:
	case <-ended:
		l.t.Fatalf("the run ends before it asks for a tile: %d %s%s", status, out, trouble)
	}
	return func() (string, string, int) {
		close(held)
		<-ended
		return out, trouble, status
	}
}

// TestLogOfOneEntry: what is said of one entry is not said as of several.
func TestLogOfOneEntry(t *testing.T) {
	kept := filepath.Join(t.TempDir(), "kept.txt")
	l := newLogged(t)
	l.store(map[string]any{"challenge_id": "sort", "agent_id": "nova", "submission_id": "1", "score": 50})
	l.verify("-kept", kept)
	out, trouble, status := l.verify("-kept", kept)
	for _, want := range []string{"The checkpoint of 1 entry is", "checkpoint of 1 entry that was kept"} {
		if status != done || !strings.Contains(out, want) {
			t.Errorf("status %d, %s%s: want %q", status, out, trouble, want)
		}
	}
}
