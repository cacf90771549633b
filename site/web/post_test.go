package web

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/tallyproof/tallyproof/site/sqlite"
	"github.com/tallyproof/tallyproof/site/web/store"
	"github.com/tallyproof/tallyproof/templates/stored"
)

func TestPost(t *testing.T) {
	app := newApp(t, nil)
	text := runner.sign(t, nova)

	w := ask(app, "POST", Proofs, text)
	kept := read[Kept](t, w)
	want := Kept{
		ID: kept.ID, Created: true, URL: base + "/p/" + kept.ID, JSON: base + "/p/" + kept.ID + ".json", Card: base + "/embed/card/" + kept.ID,
		Challenge: base + "/challenges/open/sort-1", Agent: base + "/agents/open/nova",
	}
	if w.Code != 201 || kept != want || w.Header().Get("Location") != "/p/"+kept.ID || !isID(kept.ID) || w.Header().Get("Cache-Control") != "no-store" {
		t.Errorf("got %d %v %+v", w.Code, w.Header(), kept)
	}
	stored := storedText(t, app, kept.ID)
	if !sameJSON(stored.Text, text) || strings.ContainsAny(stored.Text, " \n") || stored.StoredAt != "2026-11-21T12:00:00Z" {
		t.Errorf("stored at %s: %s", stored.StoredAt, stored.Text)
	}

	want.Created = false
	for _, row := range []struct{ name, text string }{
		{"the same text", text},
		{"respelled", strings.ReplaceAll(text, "\n", "\r\n\t")},
		{"as long as can be", text + strings.Repeat(" ", 64<<10-len(text))},
	} {
		t.Run(row.name, func(t *testing.T) {
			w := ask(app, "POST", Proofs, row.text)
			if got := read[Kept](t, w); w.Code != 200 || got != want {
				t.Errorf("got %d %+v", w.Code, got)
			}
		})
	}
	if longest := storedText(t, app, keep(t, app, sized(t, app, 16<<10))); len(longest.Text) != 16<<10 {
		t.Errorf("%d bytes are stored", len(longest.Text))
	}
	if again := storedText(t, app, kept.ID); again.Text != stored.Text {
		t.Errorf("the stored text is now %s", again.Text)
	}
}

// TestPostFromOtherSites: pages of other sites may post proofs, and read where a proof is.
func TestPostFromOtherSites(t *testing.T) {
	app := newApp(t, nil)
	for _, method := range []string{"OPTIONS", "POST"} {
		h := ask(app, method, Proofs, "", "Origin: https://blog.test").Header()
		for name, want := range map[string]string{"Origin": "*", "Credentials": ""} {
			if got := h.Get("Access-Control-Allow-" + name); got != want {
				t.Errorf("%s: %s: got %q, want %q", method, name, got, want)
			}
		}
		if !strings.Contains(h.Get("Access-Control-Allow-Methods"), "POST") || h.Get("Access-Control-Allow-Headers") != "Content-Type" || h.Get("Access-Control-Expose-Headers") != "Location" {
			t.Errorf("%s: %v", method, h)
		}
	}
}

// storedText is what a proof's JSON says of its text.
func storedText(t *testing.T, app *App, id string) (stored struct {
	Text     string
	StoredAt string `json:"stored_at"`
	State    string
	History  []Event
}) {
	t.Helper()
	if err := json.Unmarshal(ask(app, "GET", "/p/"+id+".json", "").Body.Bytes(), &stored); err != nil {
		t.Fatal(err)
	}
	return stored
}

// TestRefusals posts what is not stored. Each row's proof is signed as it
// stands, unless it is about that.
func TestRefusals(t *testing.T) {
	app := newApp(t, nil)
	keep(t, app, runner.sign(t, nova))
	text := runner.sign(t, nova)
	for _, row := range []struct {
		name, text   string
		status       int
		code, field  string
		verdict, say string
	}{
		{"empty", "", 400, "malformed", "", "", "the body is empty"},
		{"white space", " \n", 400, "malformed", "", "", "the body is empty"},
		{"no JSON", "{", 400, "malformed", "", "unreadable", "Can't read this. Line 1, column 2"},
		{"member twice", strings.Replace(text, `"arena"`, `"arena": "a", "arena"`, 1), 400, "malformed", "", "unreadable", "Can't read this"},
		{"not UTF-8", "{\"a\": \"\xff\"}", 400, "malformed", "", "", "not UTF-8"},
		{"U+0000", text + "\x00", 400, "malformed", "", "", "U+0000"},
		{"nested", strings.Repeat("[", 1000), 400, "malformed", "", "unreadable", "Can't read this"},
		{"no proof", `{"arena": "open", "final_score": 100}`, 400, "malformed", "", "unreadable", "Can't read this"},
		{"over 64 KiB", text + strings.Repeat(" ", 64<<10+1-len(text)), 413, "too-large", "", "", "over 64 KiB"},
		{"over 1 MiB", strings.Repeat("x", 2<<20), 413, "too-large", "", "", "over 64 KiB"},
		{"key not listed", stranger.sign(t, nova), 403, "not-authentic", "", "unknown-key", "Signed by a key we do not know"},
		{"layout that must be searched for", strings.Replace(strings.Replace(text, `"tallyproof-score/1"`, `"another"`, 1), "\n", "", -1), 403, "not-authentic", "", "unmatched", "want the version tallyproof-score/1"},
		{"tampered", strings.Replace(text, `"final_score": 85`, `"final_score": 95`, 1), 403, "not-authentic", "", "not-authentic", "Not authentic"},
		{"wrong sum", runner.sign(t, nova.like(record{"final_score": 95})), 403, "not-authentic", "", "qualified", "the sum does not match"},
		{"key not valid yet", runner.sign(t, nova.like(record{"submitted_at": nil, "evaluated_at": "2025-12-31T00:00:00Z"})), 403, "not-authentic", "", "qualified", "valid from 2026-01-01"},
		{"from the future", runner.sign(t, nova.like(record{"evaluated_at": "2026-11-22T00:00:00Z"})), 403, "not-authentic", "", "qualified", "in the future"},
		{"other score of the submission", runner.sign(t, nova.like(record{"process": 90, "final_score": 87})), 409, "conflict", "", "", "has another score"},
		{"other arena", runner.sign(t, nova.like(record{"arena": "airena"})), 403, "not-authentic", "", "qualified", "the key is of another arena"},
		{"arena that is a folder", anywhere.sign(t, nova.like(record{"arena": ".."})), 422, "invalid", "/arena", "", "no dots"},
		{"challenge above", runner.sign(t, nova.like(record{"challenge_id": "../../etc/passwd"})), 422, "invalid", "/challenge_id", "", "no dots"},
		{"agent that is a dot", runner.sign(t, nova.like(record{"agent_id": "."})), 422, "invalid", "/agent_id", "", "no dots"},
		{"agent with a slash", runner.sign(t, nova.like(record{"agent_id": "a/b"})), 422, "invalid", "/agent_id", "", `"/": want letters, digits`},
		{"SQL in the agent", runner.sign(t, nova.like(record{"agent_id": "'); DROP TABLE proofs; --"})), 422, "invalid", "/agent_id", "", `want letters`},
		{"SQL in the challenge", runner.sign(t, nova.like(record{"challenge_id": `" OR 1=1`})), 422, "invalid", "/challenge_id", "", `want letters`},
		{"markup in the agent", runner.sign(t, nova.like(record{"agent_id": "<script>alert(1)</script>"})), 422, "invalid", "/agent_id", "", `"<": want letters`},
		{"markup in the arena", anywhere.sign(t, nova.like(record{"arena": "<b>"})), 422, "invalid", "/arena", "", `"<": want letters`},
		{"right-to-left override", runner.sign(t, nova.like(record{"agent_id": "a\u202eb"})), 422, "invalid", "/agent_id", "", "want letters"},
		{"over 16 KiB", sized(t, app, 16<<10+1), 413, "too-large", "", "", "the signed bytes and their signature are over 16 KiB"},
		{"long agent", runner.sign(t, nova.like(record{"agent_id": strings.Repeat("é", 129)})), 422, "invalid", "/agent_id", "", "at most 128 characters"},
		{"space at an end", runner.sign(t, nova.like(record{"agent_id": "nova "})), 422, "invalid", "/agent_id", "", "no space at the start"},
		{"total below zero", runner.sign(t, record{"version": "tallyproof-score/1", "score": -1}), 422, "invalid", "/score", "", "-1: want a total from 0 to"},
		{"total too high", runner.sign(t, record{"version": "tallyproof-score/1", "score": 1e10}), 422, "invalid", "/score", "", "want a total from 0 to"},
	} {
		t.Run(row.name, func(t *testing.T) {
			w := ask(app, "POST", Proofs, row.text, "Accept: text/html")
			if got := w.Header().Get("Content-Type"); got != "application/problem+json" {
				t.Fatalf("got %d %s: %s", w.Code, got, w.Body)
			}
			p := read[Problem](t, w)
			if w.Code != row.status || p.Status != row.status || p.Code != row.code || p.Field != row.field || p.Verdict != row.verdict || !strings.Contains(p.Detail, row.say) {
				t.Errorf("got %d %+v", w.Code, p)
			}
			if p.Type != "about:blank" || p.Title == "" || (p.URL != "") != (row.status == 409) {
				t.Errorf("got %+v", p)
			}
			if w.Header().Get("Cache-Control") != "no-store" || w.Header().Get("Access-Control-Allow-Origin") != "*" {
				t.Errorf("headers %v", w.Header())
			}
		})
	}
	if n := rows(t, app); n != 1 {
		t.Errorf("%d proofs are stored, want 1", n)
	}
}

// sized is a proof of which that many bytes are stored.
func sized(t testing.TB, app *App, bytes int) string {
	t.Helper()
	logging := func(n int) string {
		return runner.sign(t, nova.like(record{"submission_id": "sized", "log": strings.Repeat("x", n)}))
	}
	return logging(bytes - len(examineProof(t, app, logging(0)).Text))
}

// TestUnsigned refuses members that the signature does not cover, but for the
// key.
func TestUnsigned(t *testing.T) {
	app := newApp(t, nil)
	res, err := app.verify(runner.sign(t, nova))
	if err != nil {
		t.Fatal(err)
	}
	res.UnsignedFields = []string{"evaluator_pubkey"}
	if _, problem := app.rowOf("", &res); problem != nil {
		t.Errorf("the key: %+v", problem)
	}
	res.UnsignedFields = append(res.UnsignedFields, "a/note")
	if _, problem := app.rowOf("", &res); problem == nil || problem.Field != "/a~1note" || !strings.Contains(problem.Detail, "not inside the signed bytes") {
		t.Errorf("a note: %+v", problem)
	}
}

// examineProof is the row of a proof that must be taken.
func examineProof(t testing.TB, app *App, text string) *store.Proof {
	t.Helper()
	found, problem := app.examine(text)
	if problem != nil || found.proof == nil {
		t.Fatalf("%+v", problem)
	}
	return found.proof
}

// TestIDs tells which records share an id.
func TestIDs(t *testing.T) {
	app := newApp(t, nil)
	id := func(e evaluator, r record) string {
		found, problem := app.examine(e.sign(t, r))
		if problem != nil {
			t.Fatalf("%+v", problem)
		}
		return found.proof.ID
	}
	of := id(runner, nova)
	for _, row := range []struct {
		name string
		id   string
		same bool
	}{
		{"another score", id(runner, nova.like(record{"process": 90, "final_score": 87})), true},
		{"another key", id(anywhere, nova), true},
		{"the arena by the key alone", id(runner, nova.like(record{"arena": nil})), true},
		{"another arena", id(anywhere, nova.like(record{"arena": "other"})), false},
		{"no arena", id(anywhere, nova.like(record{"arena": nil})), false},
		{"another challenge", id(runner, nova.like(record{"challenge_id": "sort-2"})), false},
		{"another agent", id(runner, nova.like(record{"agent_id": "atlas"})), false},
		{"another submission", id(runner, nova.like(record{"submission_id": "2"})), false},
		{"no submission", id(runner, nova.like(record{"submission_id": nil})), false},
	} {
		if (row.id == of) != row.same {
			t.Errorf("%s: same id is %v", row.name, row.id == of)
		}
	}
	without := nova.like(record{"submission_id": nil})
	if first, again, other := id(runner, without), id(runner, without), id(runner, without.like(record{"process": 90, "final_score": 87})); first == other || first != again {
		t.Error("a record without a submission has not the id of its content")
	}
}

// TestHostileTexts stores markup and SQL where any text may stand, and finds it
// on no page as anything but text.
func TestHostileTexts(t *testing.T) {
	app := newApp(t, nil)
	const hostile = `<script>alert(1)</script>'"; DROP TABLE proofs; -- &amp; ]]> </style> {{7*7}} ${7} ![x](javascript:1)`
	r := nova.like(record{hostile: hostile})
	for name, v := range nova {
		if _, text := v.(string); text && !strings.Contains("version arena challenge_id agent_id submitted_at evaluated_at", name) {
			r[name] = hostile
		}
	}
	id := keep(t, app, runner.sign(t, r))
	for _, path := range []string{"/p/" + id, "/challenges/open/sort-1", "/agents/open/nova", "/embed/card/" + id, "/embed/board/open/sort-1"} {
		body := ask(app, "GET", path, "").Body.String()
		if strings.Contains(strings.Replace(body, "<script>"+stored.BoardScript+"</script>", "", 1), "<script") || strings.Contains(body, "alert(1)</") || !strings.Contains(body, "&lt;script&gt;alert(1)") {
			t.Errorf("%s: %s", path, body)
		}
	}
	embed := read[OEmbed](t, ask(app, "GET", "/oembed?url="+base+"/p/"+id, ""))
	if strings.Contains(embed.HTML, "<script") || strings.Count(embed.HTML, "<") != 2 {
		t.Errorf("oEmbed: %s", embed.HTML)
	}
	if n := rows(t, app); n != 1 {
		t.Errorf("%d rows", n)
	}
}

// TestClientsAtOnce posts one proof many times from 64 clients at once: one row.
func TestClientsAtOnce(t *testing.T) {
	posts := 10_000
	if testing.Short() {
		posts = 1000
	}
	for _, row := range []struct {
		name, path string
	}{
		{"file", t.TempDir() + "/proofs.db"},
		{"memory", sqlite.Memory},
	} {
		t.Run(row.name, func(t *testing.T) {
			db, err := sqlite.Open(t.Context(), row.path)
			if err != nil {
				t.Fatal(err)
			}
			defer db.Close()
			app := newApp(t, func(c *Config) { c.DB = db })
			p := examineProof(t, app, runner.sign(t, nova))
			var made sync.Map
			var clients sync.WaitGroup
			for client := range 64 {
				clients.Go(func() {
					for i := range posts/64 + 1 {
						_, created, err := app.store.Put(context.Background(), p)
						if err != nil {
							t.Error(err)
							return
						}
						if created {
							made.Store([2]int{client, i}, true)
						}
					}
				})
			}
			clients.Wait()
			n := 0
			made.Range(func(any, any) bool { n++; return true })
			if n != 1 || rows(t, app) != 1 {
				t.Errorf("made %d times, %d rows: want 1", n, rows(t, app))
			}
		})
	}
}

// TestConflictAtOnce lets two scores of one submission meet: one is stored, the other is a
// conflict, whoever is first.
func TestConflictAtOnce(t *testing.T) {
	for range 20 {
		app := newApp(t, nil)
		a := examineProof(t, app, runner.sign(t, nova))
		b := examineProof(t, app, runner.sign(t, nova.like(record{"process": 90, "final_score": 87})))
		errs := make(chan error, 2)
		for _, p := range []*store.Proof{a, b} {
			go func() {
				_, _, err := app.store.Put(context.Background(), p)
				errs <- err
			}()
		}
		first, second := <-errs, <-errs
		if first != nil {
			first, second = second, first
		}
		if first != nil || !errors.Is(second, store.ErrConflict) || rows(t, app) != 1 {
			t.Fatalf("got %v, %v and %d rows", first, second, rows(t, app))
		}
	}
}

// TestBrokenStore answers with a fault that says nothing of the database.
func TestBrokenStore(t *testing.T) {
	app := newApp(t, nil)
	text := runner.sign(t, nova)
	id := keep(t, app, text)
	app.DB.Close()
	for _, row := range []struct{ method, path, body string }{
		{"POST", Proofs, text},
		{"GET", "/p/" + id, ""},
		{"GET", "/p/" + id + ".json", ""},
		{"GET", "/challenges/open/sort-1", ""},
		{"GET", "/agents/open/nova", ""},
		{"GET", "/embed/card/" + id, ""},
		{"GET", "/oembed?url=" + base + "/p/" + id, ""},
	} {
		w := ask(app, row.method, row.path, row.body)
		if p := read[Problem](t, w); w.Code != 500 || p.Code != "internal" || strings.Contains(p.Detail, "sql") {
			t.Errorf("%s: %d %+v", row.path, w.Code, p)
		}
	}
}

func rows(t testing.TB, app *App) (n int) {
	t.Helper()
	if err := app.DB.QueryRow(`SELECT COUNT(*) FROM proofs`).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

// TestNew refuses what would fail later.
func TestNew(t *testing.T) {
	good := newApp(t, nil).Config
	for _, row := range []struct {
		name   string
		change func(*Config)
		say    string
	}{
		{"keyring that is none", func(c *Config) { c.Keyring = []byte(`{"keys": [{}]}`) }, "the keyring"},
		{"base with a path", func(c *Config) { c.Base = "https://a.test/b" }, `the base is "https://a.test/b"`},
		{"base with a slash", func(c *Config) { c.Base = "https://a.test/" }, "the base"},
		{"no base", func(c *Config) { c.Base = "" }, `the base is ""`},
		{"other scheme", func(c *Config) { c.Base = "javascript://a.test" }, "the base"},
		{"no style", func(c *Config) { c.Style = "" }, "stylesheet"},
	} {
		t.Run(row.name, func(t *testing.T) {
			c := good
			row.change(&c)
			if _, err := New(c); err == nil || !strings.Contains(err.Error(), row.say) {
				t.Errorf("got %v", err)
			}
		})
	}
	good.Now, good.Errors = nil, nil
	app, err := New(good)
	if err != nil || time.Since(app.Now()) > time.Minute || app.Errors == nil {
		t.Errorf("the zero values: %v", err)
	}
}
