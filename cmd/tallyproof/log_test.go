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
	"sync/atomic"
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
	ring    string // file of the keyring
	signer  ed25519.PrivateKey
	list    func(ring string)                     // gives the host and its visitors another keyring
	change  func(path string, body []byte) []byte // what the host answers in place of the truth; nil for the truth
}

// newLogged is a host that keeps the cosignatures of some witnesses.
func newLogged(t *testing.T, witnesses ...string) *logged {
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
	return loggedBy(t, string(secret), strings.TrimSpace(out), witnesses)
}

// TestLogKeygenRefuses: a name that no log or witness can have makes no key.
func TestLogKeygenRefuses(t *testing.T) {
	for _, name := range []string{"", "a b", "a+b", "a\nb", "a\u00a0b", "\xff", "\x1b[31mopen", "op\u200ben", "https://open.example/log"} {
		for _, kind := range []string{"-witness=false", "-witness"} {
			file := filepath.Join(t.TempDir(), "key")
			status, out, errs := try(t.Context(), "", "log", "keygen", kind, name, file)
			if _, err := os.Stat(file); status != misled || out != "" || !strings.Contains(errs, "without a scheme, spaces and plus signs") || err == nil {
				t.Errorf("%q, %s: %d, %q, %q", name, kind, status, out, errs)
			}
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
		{"a private key of a witness", []string{"log", "verify", "-key", l.key, "-witness", private, "https://open.example/log"}, "the witness's key is a private one: want its verifier key"},
		{"an address without a scheme", []string{"log", "verify", "-key", l.key, "open.example/log"}, `"open.example/log": want the address of a log`},
		{"a private key of a host's witness", []string{"serve", "-addr", "127.0.0.1:0", "-dist", smallSite(t), "-witness", private}, "the witness's key is a private one"},
	} {
		status, out, errs := try(t.Context(), "", row.args...)
		if status != misled || out != "" || !strings.Contains(errs, row.say) || strings.Contains(errs, private[len(private)-20:]) {
			t.Errorf("%s: %d, %q, %q; want %q", row.name, status, out, errs, row.say)
		}
	}
}

// loggedBy is an empty host whose log has that key.
func loggedBy(t *testing.T, secret, key string, witnesses []string) *logged {
	t.Helper()
	l := &logged{key: key, secret: secret, t: t, signer: ed25519.NewKeyFromSeed([]byte(strings.Repeat("k", ed25519.SeedSize))), ring: filepath.Join(t.TempDir(), "keys.json")}
	db, err := sqlite.Open(t.Context(), sqlite.Memory)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	var app atomic.Pointer[web.App] // other processes ask, too
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if l.change == nil || r.Method != http.MethodGet {
			app.Load().ServeHTTP(w, r)
			return
		}
		truth := httptest.NewRecorder()
		app.Load().ServeHTTP(truth, r)
		w.WriteHeader(truth.Code)
		w.Write(l.change(r.URL.Path, truth.Body.Bytes()))
	}))
	t.Cleanup(server.Close)
	l.address = server.URL
	l.list = func(ring string) {
		if err := os.WriteFile(l.ring, []byte(ring), 0o600); err != nil {
			t.Fatal(err)
		}
		made, err := web.New(web.Config{DB: db, Keyring: []byte(ring), Base: server.URL, Style: "/s.css", LogKey: secret, Witnesses: witnesses})
		if err != nil {
			t.Fatal(err)
		}
		app.Store(made)
	}
	l.list(fmt.Sprintf(`{"keys": [{"owner": "runner", "arena": "open", "public_key": %q}]}`, l.public()))
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
	status, out, trouble = try(l.t.Context(), "", append([]string{"log", "verify", "-key", l.key, "-keys", l.ring, "-board", l.address + "/challenges/open/sort"}, append(more, l.address+"/log")...)...)
	return out, trouble, status
}

func TestLogVerify(t *testing.T) {
	l := newLogged(t)
	l.fill(120)
	kept := filepath.Join(t.TempDir(), "checkpoint.txt")
	out, trouble, status := l.verify("-kept", kept)
	for _, want := range []string{"The checkpoint of 121 entries is signed", "This is the first run: no checkpoint was kept in " + kept + ".", "The current checkpoint is kept in " + kept + " now.", "121 are authentic now, 0 are not", "challenges/open/sort follows from them: 119 proofs"} {
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

// TestLogVerifyAfterKeys: whatever became of the keys since, the leaderboard that a host
// shows under today's keyring follows from its entries under the same one.
func TestLogVerifyAfterKeys(t *testing.T) {
	l := newLogged(t)
	keys := map[string]ed25519.PrivateKey{"first": l.signer}
	for _, name := range []string{"second", "third"} {
		keys[name] = ed25519.NewKeyFromSeed([]byte(strings.Repeat(name[:1], ed25519.SeedSize)))
	}
	ring := func(changes map[string]string) string {
		var all []string
		for name, key := range keys {
			all = append(all, fmt.Sprintf(`{"owner": "runner", "arena": "open", "public_key": "%x"%s}`, key.Public(), changes[name]))
		}
		return `{"keys": [` + strings.Join(all, ", ") + `]}`
	}
	l.list(ring(nil))
	by := func(name string, record map[string]any) string {
		l.signer = keys[name]
		record["evaluated_at"] = "2020-01-01T00:00:00Z"
		return l.store(record)
	}
	score := func(name, submission string, total int) string {
		return by(name, map[string]any{"challenge_id": "sort", "agent_id": "nova", "submission_id": submission, "total": total})
	}
	withdraw := func(name, id string) {
		by(name, map[string]any{"type": "withdrawal", "of": id, "reason": "the clock was wrong"})
	}
	score("first", "replaced", 50)
	score("second", "replaced", 70)
	withdraw("second", score("first", "withdrawn, and scored again", 60))
	score("first", "withdrawn, and scored again", 65)
	score("first", "replaced, and withdrawn", 80)
	withdraw("second", score("third", "replaced, and withdrawn", 90))
	const ended, revoked = `, "valid_to": "2021-01-01T00:00:00Z"`, `, "status": "revoked"`
	for _, row := range []struct {
		name    string
		changes map[string]string
		says    string
	}{
		{"as they were", nil, "8 are authentic now, 0 are not"},
		{"all have ended", map[string]string{"first": ended, "second": ended, "third": ended}, "8 are authentic now, 0 are not"},
		{"the first is revoked", map[string]string{"first": revoked}, "4 are authentic now, 4 are not"},
		{"the second is revoked", map[string]string{"second": revoked}, "5 are authentic now, 3 are not"},
		{"the third is revoked", map[string]string{"third": revoked}, "7 are authentic now, 1 is not and counts nowhere"},
	} {
		l.list(ring(row.changes))
		if out, trouble, status := l.verify(); status != done || !strings.Contains(out, row.says) {
			t.Errorf("%s: status %d, %s%s; want %q", row.name, status, out, trouble, row.says)
		}
	}
}

// TestLogVerifyUnlisted: a leaderboard that depends on an entry under a key that is not
// listed any more is not held against the host.
func TestLogVerifyUnlisted(t *testing.T) {
	l := newLogged(t)
	lost, kept := l.signer, ed25519.NewKeyFromSeed([]byte(strings.Repeat("l", ed25519.SeedSize)))
	ring := func(keys ...ed25519.PrivateKey) string {
		var all []string
		for _, key := range keys {
			all = append(all, fmt.Sprintf(`{"owner": "runner", "arena": "open", "public_key": "%x"}`, key.Public()))
		}
		return `{"keys": [` + strings.Join(all, ", ") + `]}`
	}
	score := func(key ed25519.PrivateKey, challenge, submission string, total int) string {
		l.signer = key
		return l.store(map[string]any{"challenge_id": challenge, "agent_id": "nova", "submission_id": submission, "total": total})
	}
	l.list(ring(lost, kept))
	score(lost, "sort", "withdrawn", 50)
	l.store(map[string]any{"type": "withdrawal", "of": score(kept, "sort", "withdrawn", 60), "reason": "the clock was wrong"})
	score(lost, "again", "1", 50)
	score(kept, "again", "1", 60)
	score(lost, "gone", "1", 50)
	for _, row := range []struct {
		name, host, visitor, board string
		status                     int
		says                       string
	}{
		{"all are listed", ring(lost, kept), ring(lost, kept), "sort", done, "follows from them: 0 proofs"},
		{"withdrawn by its id", ring(kept), ring(kept), "sort", misled, "cannot tell: entry 0 is signed by no key that is listed"},
		{"signed again", ring(kept), ring(kept), "again", done, "follows from them: 1 proof."},
		{"none is listed", ring(kept), ring(kept), "gone", done, "follows from them: 0 proofs"},
		{"the visitor lacks a key of the host", ring(lost, kept), ring(kept), "gone", misled, "cannot tell: entry 5 is signed by no key that is listed, and without it the leaderboard does not follow from the log: the leaderboard counts 1 proof, the log has 0"},
		{"the host lacks a key of the visitor", ring(kept), ring(lost, kept), "gone", failed, "contradicts"},
	} {
		l.list(row.host)
		if err := os.WriteFile(l.ring, []byte(row.visitor), 0o600); err != nil {
			t.Fatal(err)
		}
		status, out, trouble := try(t.Context(), "", "log", "verify", "-key", l.key, "-keys", l.ring, "-board", l.address+"/challenges/open/"+row.board, l.address+"/log")
		if status != row.status || !strings.Contains(out+trouble, row.says) || status == misled && strings.Contains(trouble, "contradicts") {
			t.Errorf("%s: status %d, %s%s; want %d, %q", row.name, status, out, trouble, row.status, row.says)
		}
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
		{"a row dropped from the board", replace("/challenges/open/sort.json", `"rank":1,`, `"rank":2,`), "the leaderboard has rank 2"},
		{"a better score on the board", replace("/challenges/open/sort.json", `"total":89`, `"total":99`), "from the log follows rank 1"},
		{"another count", replace("/challenges/open/sort.json", `"count":299`, `"count":298`), "counts 298 proofs, the log has 299"},
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
