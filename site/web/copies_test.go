package web

import (
	"bytes"
	"context"
	"database/sql"
	"strings"
	"testing"
	"time"

	"github.com/tallyproof/tallyproof/site/sqlite"
	"github.com/tallyproof/tallyproof/site/web/copies"
)

// A leaderboard whose store fails is the last one, with its age. Nobody may keep that.
func TestLastGoodBoard(t *testing.T) {
	db, err := sqlite.Open(context.Background(), sqlite.Memory)
	if err != nil {
		t.Fatal(err)
	}
	clock, memory := now, copies.NewMemory(1<<20)
	with := func(keyring []byte) *App {
		return newApp(t, func(c *Config) {
			c.DB, c.Copies, c.Keyring = db, memory, keyring
			c.Now = func() time.Time { return clock }
		})
	}
	app := with(ring)
	keep(t, app, runner.sign(t, nova))
	for _, clock = range []time.Time{now, now.AddDate(0, 0, 1)} { // of two copies the later one counts
		for _, path := range []string{"/challenges/open/sort-1", "/agents/open/nova", "/embed/board/open/sort-1"} {
			if w := ask(app, "GET", path, ""); w.Code != 200 || strings.Contains(w.Body.String(), "Last updated") {
				t.Fatalf("%s: %d %s", path, w.Code, w.Body)
			}
		}
	}
	db.Close()
	clock = now.AddDate(0, 0, 9)
	otherBuild, otherHost, unreadable := with(ring), with(ring), with(ring)
	otherBuild.Style = "/assets/other.css"
	otherHost.Base = "https://other.example"
	unreadable.Copies = cut{memory}

	const cannot = "Last updated 8 days ago. The proofs of "
	for _, row := range []struct {
		name, path string
		want       []string
	}{
		{"a page", "/challenges/open/sort-1", []string{"<title>Last updated 8 days ago · Leaderboard of ", `<p class="as-of" data-age="old">` + cannot + "this host cannot be read now.</p>", "1 proof in all, all authentic at that time: signed", ">Nova<", "85"}},
		{"its Markdown", "/challenges/open/sort-1.md", []string{cannot + "this host cannot be read now.", "Nova", "85"}},
		{"a history", "/agents/open/nova", []string{cannot, "85"}},
		{"a frame", "/embed/board/open/sort-1", []string{`<b>Not checked yet</b> <span>Last updated 8 days ago</span>`, ">Nova<"}},
		{"a frame with other rows", "/embed/board/open/sort-1?rows=5", []string{"Last updated 8 days ago", ">Nova<"}},
		{"a frame in other colours", "/embed/board/open/sort-1?theme=dark", []string{`content="dark"`, "Last updated 8 days ago"}},
	} {
		t.Run(row.name, func(t *testing.T) {
			w := ask(app, "GET", row.path, "")
			if w.Code != 200 || w.Header().Get("Cache-Control") != "no-store" {
				t.Fatalf("%d, Cache-Control %q: want 200 and no-store", w.Code, w.Header().Get("Cache-Control"))
			}
			for _, want := range row.want {
				if !bytes.Contains(w.Body.Bytes(), []byte(want)) {
					t.Errorf("it has no %s:\n%s", want, w.Body)
				}
			}
		})
	}

	for _, row := range []struct {
		name, path string
		app        *App
	}{
		{"JSON, which has no place for an age", "/challenges/open/sort-1.json", app},
		{"a page that nobody had opened", "/challenges/open/sort-1?after=" + strings.Repeat("a", 26), app},
		{"a proof, which has a verdict", "/p/" + strings.Repeat("a", 26), app},
		{"a page of another build", "/challenges/open/sort-1", otherBuild},
		{"a page of another host", "/challenges/open/sort-1", otherHost},
		{"a copy that cannot be read", "/challenges/open/sort-1", unreadable},
		{"a page under another keyring", "/challenges/open/sort-1", with(bytes.Replace(ring, []byte("open-runner-1"), []byte("open-runner-2"), 1))},
	} {
		t.Run(row.name, func(t *testing.T) {
			if w := ask(row.app, "GET", row.path, ""); w.Code != 500 {
				t.Errorf("%d %s: want 500", w.Code, w.Body)
			}
		})
	}
}

// counted notes for which keys there are copies.
type counted struct {
	copies.Keeper
	keys map[string]bool
}

func (c counted) Put(ctx context.Context, key string, copied copies.Copy) {
	c.keys[key] = true
	c.Keeper.Put(ctx, key, copied)
}

// Whoever makes up addresses of a list drives out no copies: there is one of its first
// page and one of its frames.
func TestOneCopyOfAList(t *testing.T) {
	kept := counted{copies.NewMemory(1 << 20), map[string]bool{}}
	app := newApp(t, func(c *Config) { c.Copies = kept })
	first := keep(t, app, runner.sign(t, nova))
	second := keep(t, app, runner.sign(t, nova.like(record{"submission_id": "second"})))
	for _, path := range []string{"/challenges/open/sort-1", "/challenges/open/sort-1?after=" + first, "/challenges/open/sort-1?after=" + second + "&apart=" + first, "/embed/board/open/sort-1", "/embed/board/open/sort-1?rows=1"} {
		if w := ask(app, "GET", path, ""); w.Code != 200 {
			t.Fatalf("%s: %d %s", path, w.Code, w.Body)
		}
	}
	if len(kept.keys) != 2 {
		t.Errorf("%d copies: want that of the first page and that of the frames", len(kept.keys))
	}
}

// A list that the store has no more does not come back when the store fails.
func TestNoCopyOfWhatIsGone(t *testing.T) {
	const path = "/challenges/open/sort-1"
	memory := copies.NewMemory(1 << 20)
	with := func() (*App, *sql.DB) {
		db, err := sqlite.Open(context.Background(), sqlite.Memory)
		if err != nil {
			t.Fatal(err)
		}
		return newApp(t, func(c *Config) { c.DB, c.Copies = db, memory }), db
	}
	app, _ := with()
	keep(t, app, runner.sign(t, nova))
	if w := ask(app, "GET", path, ""); w.Code != 200 {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
	empty, db := with()
	if w := ask(empty, "GET", path, ""); w.Code != 404 {
		t.Fatalf("without the proof: %d %s", w.Code, w.Body)
	}
	db.Close()
	if w := ask(empty, "GET", path, ""); w.Code != 500 {
		t.Errorf("%d %s: want 500", w.Code, w.Body)
	}
}

// cut keeps copies of which the end is lost.
type cut struct{ copies.Keeper }

func (k cut) Get(ctx context.Context, key string) (copies.Copy, bool) {
	c, found := k.Keeper.Get(ctx, key)
	c.Text = c.Text[:len(c.Text)/2]
	return c, found
}
