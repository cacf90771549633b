package web

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"

	"github.com/tallyproof/tallyproof/core/proof"
	"github.com/tallyproof/tallyproof/site/sqlite"
	"github.com/tallyproof/tallyproof/site/web/migrations"
	"github.com/tallyproof/tallyproof/site/web/translog"
)

// newLogged is an app that signs a log.
func newLogged(t testing.TB, change func(*Config)) *App {
	return newApp(t, func(c *Config) {
		c.LogKey = testKey(t)
		if change != nil {
			change(c)
		}
	})
}

// testKey is a log's key made from a constant.
func testKey(t testing.TB) string {
	t.Helper()
	private, _, err := translog.GenerateKey(strings.NewReader(strings.Repeat("a log of tests! ", 4)), "tallyproof.test/log")
	if err != nil {
		t.Fatal(err)
	}
	return private
}

// TestLogForOthers reads the log with published packages only: note opens the
// checkpoint, tlog reads the tiles and proves every entry.
func TestLogForOthers(t *testing.T) {
	app := newLogged(t, nil)
	var texts []string
	for i := range 300 {
		id := keep(t, app, runner.sign(t, nova.like(record{"submission_id": strconv.Itoa(i)})))
		p, err := app.store.Get(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, p.Text)
	}
	tree := openCheckpoint(t, app)
	if tree.N != 300 {
		t.Fatalf("the checkpoint has %d entries, want 300", tree.N)
	}
	reader := tlog.TileHashReader(tree, &remote{t: t, host: app})
	for i, text := range texts {
		proof, err := tlog.ProveRecord(tree.N, int64(i), reader)
		if err != nil {
			t.Fatalf("entry %d: %v", i, err)
		}
		if err := tlog.CheckRecord(proof, tree.N, tree.Hash, int64(i), tlog.RecordHash([]byte(text))); err != nil {
			t.Fatalf("entry %d: %v", i, err)
		}
	}
	first, err := translog.Unbundle(ask(app, "GET", "/log/tile/entries/000", "").Body.Bytes(), 256)
	if err != nil || first[255] != texts[255] {
		t.Errorf("the first bundle is not the first 256 entries: %v", err)
	}
}

// openCheckpoint is the tree of the host's checkpoint, whose signature holds.
func openCheckpoint(t testing.TB, host http.Handler) tlog.Tree {
	t.Helper()
	key, err := translog.VerifierKey(testKey(t))
	if err != nil {
		t.Fatal(err)
	}
	verifier, err := note.NewVerifier(key)
	if err != nil {
		t.Fatal(err)
	}
	w := ask(host, "GET", "/log/checkpoint", "")
	n, err := note.Open(w.Body.Bytes(), note.VerifierList(verifier))
	if err != nil {
		t.Fatalf("%v: %s", err, w.Body)
	}
	lines := strings.Split(n.Text, "\n")
	if len(lines) != 4 || lines[0] != "tallyproof.test/log" || lines[3] != "" {
		t.Fatalf("the checkpoint is %q", n.Text)
	}
	size, err := strconv.ParseInt(lines[1], 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	root, err := tlog.ParseHash(lines[2])
	if err != nil {
		t.Fatal(err)
	}
	return tlog.Tree{N: size, Hash: root}
}

// remote reads tiles as a program elsewhere does.
type remote struct {
	t    testing.TB
	host http.Handler
}

func (r *remote) Height() int                     { return translog.Height }
func (r *remote) SaveTiles([]tlog.Tile, [][]byte) {}
func (r *remote) ReadTiles(tiles []tlog.Tile) (all [][]byte, err error) {
	for _, tile := range tiles {
		w := ask(r.host, "GET", Log+translog.Path(tile), "")
		if w.Code != 200 || w.Header().Get("Cache-Control") != forEver {
			return nil, fmt.Errorf("%s: %d %s", translog.Path(tile), w.Code, w.Body)
		}
		all = append(all, w.Body.Bytes())
	}
	return all, nil
}

// root is the root of a tree by the definition of RFC 6962, section 2.1.
func root(entries []string) (hash [32]byte) {
	switch n := len(entries); n {
	case 0:
		return sha256.Sum256(nil)
	case 1:
		return sha256.Sum256(append([]byte{0}, entries[0]...))
	default:
		k := 1
		for 2*k < n {
			k *= 2
		}
		left, right := root(entries[:k]), root(entries[k:])
		return sha256.Sum256(append(append([]byte{1}, left[:]...), right[:]...))
	}
}

// TestLogRoots compares the root after every entry with its definition.
func TestLogRoots(t *testing.T) {
	app := newLogged(t, nil)
	var texts []string
	for i := range 70 {
		if got, want := openCheckpoint(t, app), root(texts); got.N != int64(i) || [32]byte(got.Hash) != want {
			t.Fatalf("of %d entries: %d with the root %s, want %s", i, got.N, got.Hash, tlog.Hash(want))
		}
		id := keep(t, app, runner.sign(t, nova.like(record{"submission_id": strconv.Itoa(i)})))
		p, err := app.store.Get(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, p.Text)
	}
}

// TestLogProof downloads the proof of a stored proof and verifies it as any
// visitor does, without the host.
func TestLogProof(t *testing.T) {
	app := newLogged(t, nil)
	id := keep(t, app, runner.sign(t, nova))
	for i := range 5 {
		keep(t, app, runner.sign(t, nova.like(record{"submission_id": strconv.Itoa(i)})))
	}
	var stored struct {
		Text string
		Log  *Logged
	}
	if err := json.Unmarshal(ask(app, "GET", "/p/"+id+".json", "").Body.Bytes(), &stored); err != nil {
		t.Fatal(err)
	}
	if stored.Log == nil || stored.Log.Place != 0 || stored.Log.Size != 6 {
		t.Fatalf("the proof's place is %+v, want 0 of 6", stored.Log)
	}
	text := ask(app, "GET", strings.TrimPrefix(stored.Log.Proof, base), "").Body.String()
	verifies := func(text string) (proof.VerifyResponse, string) {
		t.Helper()
		res, err := proof.Verify(proof.VerifyRequest{Text: text, Keys: ringWith(app.log.Key()), At: "2026-11-21T12:00:00Z"})
		if err != nil {
			t.Fatal(err)
		}
		for _, check := range res.Checks {
			if check.ID == "log" {
				return res, check.Status
			}
		}
		return res, ""
	}
	if res, status := verifies(text); status != "pass" || res.Verdict != "authentic" {
		t.Errorf("the log check is %q and the verdict %s: want pass and authentic", status, res.Verdict)
	}
	for _, place := range []int64{-1, 6} { // of no entry of the 6
		h, _ := app.log.Head(t.Context())
		if _, err := app.log.Proof(t.Context(), h, place); err != translog.ErrNoEntry {
			t.Errorf("entry %d of %d: %v", place, h.Size, err)
		}
	}
	extra := base64.StdEncoding.EncodeToString([]byte(strings.Replace(stored.Text, `"final_score":85`, `"final_score":95`, 1)))
	changed := strings.Split(text, "\n")
	if changed[1] == "extra "+extra {
		t.Fatal("nothing was changed")
	}
	changed[1] = "extra " + extra
	if res, status := verifies(strings.Join(changed, "\n")); res.Verdict == "authentic" || status == "pass" {
		t.Errorf("a changed entry: %s, log %s", res.Verdict, status)
	}
}

// TestLogAtOnce stores from 64 clients while others ask for checkpoints: every
// proof has one place, places have no gap, all checkpoints are of one history.
func TestLogAtOnce(t *testing.T) {
	db, err := sqlite.Open(t.Context(), t.TempDir()+"/proofs.db")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	app := newLogged(t, func(c *Config) { c.DB = db })
	const clients, each = 64, 4
	var lock sync.Mutex
	seen := map[int64]tlog.Hash{}
	var all sync.WaitGroup
	for client := range clients {
		all.Go(func() {
			for i := range each {
				keep(t, app, runner.sign(t, nova.like(record{"submission_id": fmt.Sprint(client, "-", i)})))
				tree := openCheckpoint(t, app)
				lock.Lock()
				if root, ok := seen[tree.N]; ok && root != tree.Hash {
					t.Errorf("two roots of %d entries: %s and %s", tree.N, root, tree.Hash)
				}
				seen[tree.N] = tree.Hash
				lock.Unlock()
			}
		})
	}
	all.Wait()
	texts, err := app.store.LogEntries(t.Context(), 0, clients*each)
	if err != nil {
		t.Fatal(err)
	}
	for size, hash := range seen {
		if want := root(texts[:size]); [32]byte(hash) != want {
			t.Errorf("the root of %d entries was %s, now it is %s", size, hash, tlog.Hash(want))
		}
	}
	if tree := openCheckpoint(t, app); tree.N != clients*each {
		t.Errorf("%d entries, want %d", tree.N, clients*each)
	}
	var gaps int
	if err := db.QueryRow(`SELECT COUNT(*) FROM proofs WHERE id NOT IN (SELECT id FROM log WHERE kind = 'proof')`).Scan(&gaps); err != nil || gaps > 0 {
		t.Errorf("%d proofs have no place; %v", gaps, err)
	}
}

// TestLogRewritten changes the database behind the host's back. What was signed
// must not be signed again with other contents.
func TestLogRewritten(t *testing.T) {
	for _, c := range []struct{ name, statement string }{
		{"a changed entry", `UPDATE proofs SET text = replace(text, '"final_score":85', '"final_score":86') WHERE id = (SELECT id FROM log WHERE place = 1)`},
		{"a dropped entry", `DELETE FROM proofs WHERE id = (SELECT id FROM log WHERE place = 1)`},
		{"a dropped place", `DELETE FROM log WHERE place = 1`},
		{"a log cut off", `DELETE FROM log WHERE place >= 1`},
	} {
		t.Run(c.name, func(t *testing.T) {
			app := newLogged(t, func(c *Config) { c.Errors = nil })
			for i := range 4 {
				keep(t, app, runner.sign(t, nova.like(record{"submission_id": strconv.Itoa(i)})))
			}
			openCheckpoint(t, app)
			for _, statement := range []string{c.statement, `DELETE FROM log_hashes`} {
				if _, err := app.DB.Exec(statement); err != nil {
					t.Fatal(err)
				}
			}
			id := keep(t, app, runner.sign(t, nova.like(record{"submission_id": "later"})))
			if w := ask(app, "GET", "/log/checkpoint", ""); w.Code != 500 || !strings.Contains(w.Body.String(), "behind the host's back") {
				t.Errorf("it is signed again, or the reason is not said: %d %s", w.Code, w.Body)
			}
			if _, err := app.log.Head(t.Context()); !isDamaged(err) {
				t.Errorf("the head has the error %v", err)
			}
			if w := ask(app, "GET", "/p/"+id+".json", ""); w.Code != 200 || strings.Contains(w.Body.String(), `"log":{`) {
				t.Errorf("a proof is not shown, or has a place: %d", w.Code)
			}
			if list := read[List](t, ask(app, "GET", "/challenges/open/sort-1.json", "")); list.Log != nil || list.Count == 0 {
				t.Errorf("a board of %d proofs was computed from %+v", list.Count, list.Log)
			}
		})
	}
}

// TestLogChanges has a withdrawal and a reissue in the log, after what they are of.
func TestLogChanges(t *testing.T) {
	app := newLogged(t, nil)
	id := keep(t, app, runner.sign(t, nova))
	text := runner.sign(t, record{"version": "tallyproof-score/1", "type": "withdrawal", "of": id, "arena": "open", "reason": "measured again"})
	keep(t, app, text)
	keep(t, app, runner.sign(t, nova.like(record{"final_score": 86, "correctness": 92.5})))
	texts, err := app.store.LogEntries(t.Context(), 0, 3)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(texts[1], "measured again") || !strings.Contains(texts[2], "92.5") {
		t.Errorf("the entries are %q", texts)
	}
	tree := openCheckpoint(t, app)
	list := read[List](t, ask(app, "GET", "/challenges/open/sort-1.json", ""))
	if list.Log == nil || list.Log.Size != tree.N || list.Log.Root != tree.Hash.String() {
		t.Errorf("the board was computed from %+v, want %+v", list.Log, tree)
	}
}

// TestLogAddresses has the answers that are not tiles.
func TestLogAddresses(t *testing.T) {
	app := newLogged(t, nil)
	id := keep(t, app, runner.sign(t, nova))
	openCheckpoint(t, app)
	for _, c := range []struct {
		path string
		code int
		says string
	}{
		{"/log/", 200, "tallyproof log verify -key "},
		{"/log", 308, ""},
		{"/log/index.json", 200, `"size":1`},
		{"/log/tile/0/000.p/1", 200, ""},
		{"/log/tile/entries/000.p/1", 200, nova["agent_name"].(string)},
		{"/log/tile/0/000", 404, "no such tile"},
		{"/log/tile/0/000.p/2", 404, "no such tile"},
		{"/log/tile/0/0.p/1", 404, "no such tile"},
		{"/log/tile/1/000.p/1", 404, "no such tile"},
		{"/log/tile/63/000.p/1", 404, "no such tile"},
		{"/log/tile/0/x999/x999/x999/x999/x999/x999/999", 404, "no such tile"},
		{"/log/tile/-1/000.p/1", 404, "no such tile"},
		{"/log/tile/data/000.p/1", 404, "no such tile"},
		{"/log/tile/8/entries/000.p/1", 404, "no such tile"},
		{"/log/tile/", 404, "no such tile"},
		{"/log/proof/" + id + ".tlog-proof", 200, "c2sp.org/tlog-proof@v1"},
		{"/log/proof/" + strings.Repeat("a", 26) + ".tlog-proof", 404, "is in the log"},
		{"/log/proof/" + id, 404, ""},
	} {
		if w := ask(app, "GET", c.path, ""); w.Code != c.code || !strings.Contains(w.Body.String(), c.says) {
			t.Errorf("%s: %d %s, want %d %q", c.path, w.Code, w.Body, c.code, c.says)
		}
	}
	unsigned := newApp(t, nil)
	keep(t, unsigned, runner.sign(t, nova))
	for _, path := range []string{"/log/", "/log/checkpoint", "/log/tile/0/000.p/1", "/log/index.json"} {
		if w := ask(unsigned, "GET", path, ""); w.Code != 404 || !strings.Contains(w.Body.String(), "signs no log") {
			t.Errorf("%s without a key: %d %s", path, w.Code, w.Body)
		}
	}
}

// TestLogKey refuses what is not a key, without repeating it.
func TestLogKey(t *testing.T) {
	for _, key := range []string{"x", "PRIVATE+KEY+secret", strings.Replace(testKey(t), "+A", "+B", 1)} {
		_, err := New(Config{DB: newApp(t, nil).DB, Keyring: ring, Base: base, Style: "/s.css", LogKey: key})
		if err == nil || strings.Contains(err.Error(), key) {
			t.Errorf("%q: %v", key, err)
		}
	}
}

// TestLogMigration gives rows that were stored before there was a log their places.
func TestLogMigration(t *testing.T) {
	app := newLogged(t, nil)
	chance := rand.New(rand.NewPCG(3, 26))
	for i := range 40 {
		keep(t, app, runner.sign(t, nova.like(record{"submission_id": strconv.Itoa(i)})))
	}
	for _, statement := range []string{`DROP TABLE log`, `DROP TABLE log_hashes`, `DROP TABLE log_heads`, `DROP TRIGGER log_proof`, `DROP TRIGGER log_reread`, `DROP TRIGGER log_change`} {
		if _, err := app.DB.Exec(statement); err != nil {
			t.Fatal(err)
		}
	}
	for i := range 40 {
		if _, err := app.DB.Exec(`UPDATE proofs SET stored_at = ? WHERE rowid = ?`, fmt.Sprintf("2026-11-%02dT00:00:00Z", 1+chance.IntN(28)), i+1); err != nil {
			t.Fatal(err)
		}
	}
	text, err := migrations.Files.ReadFile("0003_log.sql")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := app.DB.Exec(string(text)); err != nil {
		t.Fatal(err)
	}
	if tree := openCheckpoint(t, app); tree.N != 40 {
		t.Errorf("%d entries, want 40", tree.N)
	}
	var unordered int
	if err := app.DB.QueryRow(`SELECT COUNT(*) FROM log a JOIN log b ON b.place = a.place + 1 JOIN proofs p ON p.id = a.id JOIN proofs q ON q.id = b.id WHERE p.stored_at > q.stored_at`).Scan(&unordered); err != nil || unordered > 0 {
		t.Errorf("%d entries are before one that was stored earlier; %v", unordered, err)
	}
}
