package web

import (
	"database/sql"
	"encoding/json"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/tallyproof/tallyproof/site/logstate"
	"github.com/tallyproof/tallyproof/site/sqlite"
	"github.com/tallyproof/tallyproof/site/web/translog"
)

// restored is a host whose database is older than its log: three proofs of five are in
// its copy. It returns what the host signed.
func restored(t *testing.T) (old *App, signed string) {
	t.Helper()
	folder := t.TempDir()
	copied, state := filepath.Join(folder, "copy.db"), &translog.Volatile{}
	app := newLogged(t, func(c *Config) { c.DB, c.LogState = openFile(t, filepath.Join(folder, "proofs.db")), state })
	for i := range 3 {
		keep(t, app, runner.sign(t, nova.like(record{"submission_id": strconv.Itoa(i)})))
	}
	openCheckpoint(t, app)
	if err := os.WriteFile(copied, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if has, err := sqlite.Backup(t.Context(), filepath.Join(folder, "proofs.db"), copied); err != nil || has.Proofs != 3 || has.Log != 3 {
		t.Fatalf("the copy has %+v, %v", has, err)
	}
	keep(t, app, runner.sign(t, nova.like(record{"submission_id": "3"})))
	keep(t, app, runner.sign(t, nova.like(record{"submission_id": "4"})))
	if tree := openCheckpoint(t, app); tree.N != 5 {
		t.Fatalf("%d entries were signed", tree.N)
	}
	signed = ask(app, "GET", "/log/checkpoint", "").Body.String()
	return newLogged(t, func(c *Config) { c.DB, c.LogState = openFile(t, copied), state }), signed
}

func openFile(t *testing.T, file string) *sql.DB {
	t.Helper()
	db, err := sqlite.Open(t.Context(), file)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

// wantUnsigned wants a log that signs nothing, and pages all the same.
func wantUnsigned(t *testing.T, app *App, id string) {
	t.Helper()
	if w := ask(app, "GET", "/log/checkpoint", ""); w.Code != 500 || !strings.Contains(w.Body.String(), "accept-rollback") {
		t.Errorf("the checkpoint: %d %s", w.Code, w.Body)
	}
	if w := ask(app, "GET", "/p/"+id, ""); w.Code != 200 {
		t.Errorf("a page: %d %s", w.Code, w.Body)
	}
}

// TestRestored: an older copy of the database is not signed until the host accepts that,
// and then its reason is in the log.
func TestRestored(t *testing.T) {
	app, _ := restored(t)
	first := keep(t, app, runner.sign(t, nova.like(record{"submission_id": "0"})))
	wantUnsigned(t, app, first)
	if trouble := app.CheckLog(t.Context()); trouble == nil || !strings.Contains(trouble.Error(), "3 entries, 5 were signed") {
		t.Errorf("at the start it says %v", trouble)
	}
	lost := read[translog.Rollback](t, ask(app, "GET", Rollback, ""))
	if lost.Signed.Size != 5 || lost.From.Size != 3 || lost.Log != "tallyproof.test/log" {
		t.Fatalf("it lacks %+v", lost)
	}
	lost.Reason = "the disk failed"
	note, err := translog.SignRollback(testKey(t), lost)
	if err != nil {
		t.Fatal(err)
	}
	if w := ask(app, "POST", Rollback, note); w.Code != 200 {
		t.Fatalf("it is refused: %d %s", w.Code, w.Body)
	}
	if tree := openCheckpoint(t, app); tree.N != 4 {
		t.Errorf("the log has %d entries, want 3 and the reason", tree.N)
	}
	if texts, err := app.store.LogEntries(t.Context(), 3, 1); err != nil || texts[0] != note {
		t.Errorf("the entry is %q, %v", texts, err)
	}
	if w := ask(app, "POST", Rollback, note); w.Code != 404 {
		t.Errorf("again: %d %s", w.Code, w.Body)
	}
	keep(t, app, runner.sign(t, nova.like(record{"submission_id": "5"})))
	if tree := openCheckpoint(t, app); tree.N != 5 {
		t.Errorf("later, the log has %d entries", tree.N)
	}
}

// TestRestoredGrows: a log that grew past what was signed, with other entries, is not signed.
func TestRestoredGrows(t *testing.T) {
	app, signed := restored(t)
	id := ""
	for i := range 4 {
		id = keep(t, app, runner.sign(t, nova.like(record{"submission_id": "other " + strconv.Itoa(i)})))
		wantUnsigned(t, app, id)
	}
	lost := read[translog.Rollback](t, ask(app, "GET", Rollback, ""))
	if lost.From.Size != 7 || !strings.Contains(signed, lost.Signed.Root) {
		t.Errorf("it has %+v; %s was signed", lost, signed)
	}
}

// TestRefusedRollbacks: only the log's key can have a log go back, to a state that it has,
// from the state that was signed, with a reason.
func TestRefusedRollbacks(t *testing.T) {
	app, _ := restored(t)
	lost := read[translog.Rollback](t, ask(app, "GET", Rollback, ""))
	lost.Reason = "the disk failed"
	other, _, err := translog.GenerateKey(strings.NewReader(strings.Repeat("another key here ", 4)), "tallyproof.test/log")
	if err != nil {
		t.Fatal(err)
	}
	for name, row := range map[string]struct {
		key    string
		change func(*translog.Rollback)
	}{
		"another key":        {other, func(*translog.Rollback) {}},
		"no reason":          {testKey(t), func(r *translog.Rollback) { r.Reason = "" }},
		"a long reason":      {testKey(t), func(r *translog.Rollback) { r.Reason = strings.Repeat("x", 201) }},
		"another log":        {testKey(t), func(r *translog.Rollback) { r.Log = "other.test/log" }},
		"from another state": {testKey(t), func(r *translog.Rollback) { r.Signed.Size = 4 }},
		"to another root":    {testKey(t), func(r *translog.Rollback) { r.From.Root = r.Signed.Root }},
		"to what is lost":    {testKey(t), func(r *translog.Rollback) { r.From = r.Signed }},
	} {
		r := lost
		row.change(&r)
		note, err := translog.SignRollback(row.key, r)
		if err != nil {
			t.Fatal(err)
		}
		if w := ask(app, "POST", Rollback, note); w.Code != 422 {
			t.Errorf("%s: %d %s", name, w.Code, w.Body)
		}
	}
	unsigned, _ := json.Marshal(lost)
	if w := ask(app, "POST", Rollback, string(unsigned)); w.Code != 422 {
		t.Errorf("without a signature: %d %s", w.Code, w.Body)
	}
	sound := newLogged(t, func(c *Config) { c.LogState = &translog.Volatile{} })
	if w := ask(sound, "GET", Rollback, ""); w.Code != 404 {
		t.Errorf("a sound log: %d %s", w.Code, w.Body)
	}
	if w := ask(newApp(t, nil), "POST", Rollback, ""); w.Code != 404 {
		t.Errorf("no log: %d %s", w.Code, w.Body)
	}
}

// TestTwoHostsAtOnce: two programs that sign one log, at the same time, keep the highest
// state, and sign no other than it.
func TestTwoHostsAtOnce(t *testing.T) {
	folder := t.TempDir()
	state := logstate.File(filepath.Join(folder, "log.key.signed"))
	var hosts []*App
	for range 2 {
		hosts = append(hosts, newLogged(t, func(c *Config) { c.DB, c.LogState = openFile(t, filepath.Join(folder, "proofs.db")), state }))
	}
	var posting sync.WaitGroup
	for n, host := range hosts {
		posting.Go(func() {
			for i := range 40 {
				ask(host, "POST", Proofs, runner.sign(t, nova.like(record{"submission_id": strconv.Itoa(n*100 + i)})))
				if w := ask(host, "GET", "/log/checkpoint", ""); w.Code != 200 {
					t.Errorf("the checkpoint: %d %s", w.Code, w.Body)
				}
			}
		})
	}
	posting.Wait()
	last := ask(hosts[0], "GET", "/log/checkpoint", "").Body.String()
	if kept, err := state.Load(t.Context()); err != nil || kept != last || !strings.Contains(kept, "\n80\n") {
		t.Errorf("it keeps %q, %v; want %q", kept, err, last)
	}
}

// TestUnreadableState: what should be the last signed state and is not lets nothing be signed.
func TestUnreadableState(t *testing.T) {
	for _, text := range []string{"x", "tallyproof.test/log\n0\n47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=\n", " "} {
		state := &translog.Volatile{}
		state.Swap(t.Context(), "", text)
		app := newLogged(t, func(c *Config) { c.LogState = state })
		id := keep(t, app, runner.sign(t, nova))
		if w := ask(app, "GET", "/log/checkpoint", ""); w.Code != 500 || !strings.Contains(w.Body.String(), "what its log signed last") {
			t.Errorf("%q: %d %s", text, w.Code, w.Body)
		}
		if w := ask(app, "GET", "/p/"+id, ""); w.Code != 200 {
			t.Errorf("%q, a page: %d %s", text, w.Code, w.Body)
		}
		if kept, _ := state.Load(t.Context()); kept != text {
			t.Errorf("it keeps %q now", kept)
		}
	}
}

// TestStateIsReported: a log whose state is in the database alone says so when it signs more.
func TestStateIsReported(t *testing.T) {
	var said strings.Builder
	app := newLogged(t, nil)
	app.Errors.SetOutput(&said)
	openCheckpoint(t, app)
	openCheckpoint(t, app)
	if n := strings.Count(said.String(), "kept in the database alone"); n != 1 {
		t.Errorf("it said so %d times: %s", n, &said)
	}
}
