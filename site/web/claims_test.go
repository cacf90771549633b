package web

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/site/web/migrations"
)

// entry is an entry of a keyring for the arena open, with more members.
func entry(e evaluator, owner, more string) string {
	return fmt.Sprintf(`{"owner": %q, "arena": "open", "public_key": %q%s}`, owner, e.public(), more)
}

// open is an entry for any arena.
func open(e evaluator, owner string) string {
	return fmt.Sprintf(`{"owner": %q, "public_key": %q}`, owner, e.public())
}

// ringOfEntries is a keyring with these entries, in their order.
func ringOfEntries(entries ...string) string { return `{"keys": [` + strings.Join(entries, ",") + `]}` }

// at is what an address shows as JSON.
func at(t *testing.T, app *App, address string) (s Stored) {
	t.Helper()
	w := ask(app, "GET", strings.TrimPrefix(address, base)+".json", "")
	if err := json.Unmarshal(w.Body.Bytes(), &s); err != nil || w.Code != 200 {
		t.Fatalf("%s: %d %s", address, w.Code, w.Body)
	}
	return s
}

// wantShown wants the score of one record on all surfaces of an address.
func wantShown(t *testing.T, app *App, id string, score, not int) {
	t.Helper()
	for path, words := range map[string]string{
		"/p/" + id: "Is the score of Nova, %d,", "/p/" + id + ".md": "Is the score of Nova, %d,", "/embed/card/" + id: ">%d<",
		"/badge/p/" + id + "/score.svg": ">claims %d<", "/oembed?url=" + base + "/p/" + id: "Nova: %d",
	} {
		text := ask(app, "GET", path, "").Body.String()
		if !strings.Contains(text, fmt.Sprintf(words, score)) || strings.Contains(text, fmt.Sprintf(words, not)) {
			t.Errorf("%s lacks %d or shows %d: %.2000s", path, score, not, text)
		}
	}
}

// TestSquatting: another listed key, of the same arena or without one, that signs a
// submission first takes nothing from the arena's own evaluator.
func TestSquatting(t *testing.T) {
	free := newEvaluator(11)
	good, squatters := entry(runner, "Good", ""), map[string]string{
		"of the same arena": entry(other, "Other", ""),
		"of no arena":       open(free, "Free"),
		"without an owner":  fmt.Sprintf(`{"public_key": %q}`, free.public()),
	}
	for name, squatter := range squatters {
		t.Run(name, func(t *testing.T) {
			by := free
			if strings.Contains(squatter, other.public()) {
				by = other
			}
			app := newApp(t, func(c *Config) { c.Keyring = []byte(ringOfEntries(good, squatter)) })
			first := keep(t, app, by.sign(t, scored(11, 10)))
			wantShown(t, app, first, 11, 77)
			own := keep(t, app, runner.sign(t, scored(77, 10)))
			wantShown(t, app, first, 77, 11)
			wantShown(t, app, own, 77, 11)
			claims := at(t, app, "/p/"+first).Claims
			if len(claims) != 2 || claims[0].Owner != "Good" || *claims[0].Total != 77 || *claims[1].Total != 11 {
				t.Fatalf("the claims are %+v", claims)
			}
			for _, c := range claims {
				if s := at(t, app, c.URL); s.URL != c.URL || !strings.Contains(s.Text, fmt.Sprint(`"final_score":`, *c.Total)) {
					t.Errorf("%s shows %s at %s", c.URL, s.Text, s.URL)
				}
				if page := ask(app, "GET", "/p/"+first, "").Body.String(); !strings.Contains(page, `href="`+strings.TrimPrefix(c.URL, base)+`"`) {
					t.Errorf("the page does not lead to %s", c.URL)
				}
			}
			for _, e := range board(t, app, "/challenges/open/c.json").Entries {
				if s := at(t, app, e.URL); !strings.Contains(s.Text, fmt.Sprint(`"final_score":`, *e.Total)) || s.ID != e.ID {
					t.Errorf("%s of the leaderboard shows %s", e.URL, s.Text)
				}
			}
			if kept := read[Kept](t, ask(app, "POST", Proofs, by.sign(t, scored(11, 10)))); kept.Created || kept.URL != claims[1].URL {
				t.Errorf("the first one again: %+v, want %s", kept, claims[1].URL)
			}
			// Without its key, the squatter has no claim.
			alone := app.withKeys(t, ringOfEntries(good))
			if s := at(t, alone, "/p/"+first); len(s.Claims) > 0 || s.Answer.Verdict != "authentic" {
				t.Errorf("alone: %+v", s)
			}
			wantShown(t, alone, first, 77, 11)
			// Where the evaluator's key is not listed, the squatter's record is what there is.
			wantShown(t, app.withKeys(t, ringOfEntries(squatter)), first, 11, 77)
		})
	}
}

// TestClaimWithoutAPage: a row whose id is none has no page, so that nothing leads to it.
func TestClaimWithoutAPage(t *testing.T) {
	app := newApp(t, func(c *Config) {
		c.Keyring = []byte(ringOfEntries(entry(runner, "Good", ""), entry(other, "Other", "")))
	})
	first := keep(t, app, other.sign(t, scored(11, 10)))
	own := keep(t, app, runner.sign(t, scored(77, 10)))
	if claims := at(t, app, "/p/"+own).Claims; len(claims) != 2 {
		t.Fatalf("the claims are %+v", claims)
	}
	if _, err := app.DB.Exec(`UPDATE proofs SET id = 'Zzyzx: verified' WHERE id = ?`, first); err != nil {
		t.Fatal(err)
	}
	for _, form := range []string{"", ".md", ".json"} {
		if text := ask(app, "GET", "/p/"+own+form, "").Body.String(); !strings.Contains(text, "77") || strings.Contains(text, "Zzyzx") {
			t.Errorf("%s: %.3000s", form, text)
		}
	}
}

// TestOneClaimAnOwner: an owner has one claim, also where the store names another one for an
// earlier record of it.
func TestOneClaimAnOwner(t *testing.T) {
	app := newApp(t, func(c *Config) {
		c.Keyring = []byte(ringOfEntries(entry(runner, "Good", ""), entry(anywhere, "Good", ""), entry(other, "Other", "")))
	})
	first := keep(t, app, runner.sign(t, scored(77, 10)))
	keep(t, app, anywhere.sign(t, scored(78, 11)))
	keep(t, app, other.sign(t, scored(11, 10)))
	if _, err := app.DB.Exec(`UPDATE proofs SET owner = 'Somebody' WHERE total = 77`); err != nil {
		t.Fatal(err)
	}
	owners := map[string]int{}
	for _, claim := range at(t, app, "/p/"+first).Claims {
		owners[claim.Owner]++
	}
	if owners["Good"] != 1 || owners["Other"] != 1 || len(owners) != 2 {
		t.Errorf("claims by owners: %v", owners)
	}
}

// TestOrderOfOwners: the first entry with the arena decides, also for another key of its
// owner; entries without an arena come last.
func TestOrderOfOwners(t *testing.T) {
	free := newEvaluator(11)
	all := ringOfEntries(entry(runner, "Good", ""), entry(other, "Other", ""), open(free, "Free"))
	app := newApp(t, func(c *Config) { c.Keyring = []byte(all) })
	id := keep(t, app, other.sign(t, scored(11, 10)))
	keep(t, app, runner.sign(t, scored(77, 10)))
	keep(t, app, free.sign(t, scored(55, 10)))
	for _, row := range []struct {
		name, ring string
		score      string
	}{
		{"as it was", all, "77"},
		{"the other first", ringOfEntries(entry(other, "Other", ""), entry(runner, "Good", "")), "11"},
		{"one without an arena first", ringOfEntries(open(free, "Free"), entry(other, "Other", ""), entry(runner, "Good", "")), "11"},
		{"by an entry of a lost key", ringOfEntries(entry(second, "Good", revoked), entry(other, "Other", ""), entry(runner, "Good", "")), "77"},
		{"no arena at all", ringOfEntries(open(free, "Free"), open(other, "Other")), "55"},
	} {
		if s := at(t, app.withKeys(t, row.ring), "/p/"+id); !strings.Contains(s.Text, `"final_score":`+row.score) {
			t.Errorf("%s: %s, want %s", row.name, s.Text, row.score)
		}
	}
}

// TestLeakedKey: a score that a thief stored under a key that is revoked since is not in
// the way of the true one, however the thief dated it.
func TestLeakedKey(t *testing.T) {
	keys := func(change string) string {
		return ringOfEntries(entry(runner, "Good", change), entry(second, "Good", ""))
	}
	app := newApp(t, func(c *Config) { c.Keyring = []byte(keys("")) })
	id := keep(t, app, runner.sign(t, scored(11, 23)))
	app = app.withKeys(t, keys(revoked))
	if s := at(t, app, "/p/"+id); s.Answer.Verdict != "qualified" {
		t.Errorf("the thief's: %+v", s)
	}
	keep(t, app, second.sign(t, scored(77, 10)))
	wantShown(t, app, id, 77, 11)
	l := board(t, app, "/challenges/open/c.json")
	if l.Count != 1 || *l.Entries[0].Total != 77 || len(l.Apart) != 1 {
		t.Fatalf("the leaderboard is %+v", l)
	}
	if s := at(t, app, l.Apart[0].URL); s.Answer.Verdict != "qualified" || !strings.Contains(s.Text, `"final_score":11`) {
		t.Errorf("%s shows %+v", l.Apart[0].URL, s)
	}
	if w := ask(app, "POST", Proofs, second.sign(t, scored(78, 11))); w.Code != 409 {
		t.Errorf("another score by the same key: %d %s", w.Code, w.Body)
	}
}

// TestOwnWithdrawal: an owner withdraws its own record by the id of the submission, and
// nobody else's.
func TestOwnWithdrawal(t *testing.T) {
	app := newApp(t, func(c *Config) { c.Keyring = []byte(owners("")) })
	id := keep(t, app, other.sign(t, scored(11, 10)))
	good := keep(t, app, runner.sign(t, scored(77, 10)))
	if w := ask(app, "POST", Proofs, other.sign(t, change(good, ""))); w.Code != 422 {
		t.Errorf("another's record: %d %s", w.Code, w.Body)
	}
	keep(t, app, runner.sign(t, change(id, "")))
	if s := at(t, app, "/p/"+good); s.State != withdrawn {
		t.Errorf("it is %q", s.State)
	}
	l := board(t, app, "/challenges/open/c.json")
	if l.Count != 1 || *l.Entries[0].Total != 11 {
		t.Errorf("the leaderboard is %+v", l)
	}
}

// TestOwnersMigration: a database of an earlier version keeps its addresses and their
// order, and other owners may follow.
func TestOwnersMigration(t *testing.T) {
	app := newApp(t, func(c *Config) { c.Keyring = []byte(owners("")) })
	id := keep(t, app, runner.sign(t, scored(50, 10)))
	again := keep(t, app, second.sign(t, scored(60, 11)))
	older := openOlder(t, "0006", app)
	for _, address := range []string{id, again} {
		if ask(older, "GET", "/p/"+address+".json", "").Body.String() != ask(app, "GET", "/p/"+address+".json", "").Body.String() {
			t.Errorf("/p/%s has changed", address)
		}
	}
	keep(t, older, other.sign(t, scored(99, 11)))
	if s := at(t, older, "/p/"+id); s.State != replaced || len(s.Claims) != 2 || !strings.Contains(s.Text, `"final_score":50`) {
		t.Errorf("%+v", s)
	}
}

// openOlder is an app on a database that had only the migrations up to one of that number
// when the proofs of another app were stored in it.
func openOlder(t *testing.T, last string, of *App) *App {
	t.Helper()
	file := t.TempDir() + "/older.db"
	db := openFile(t, file)
	names, err := fs.Glob(migrations.Files, "*.sql")
	if err != nil {
		t.Fatal(err)
	}
	statements := []string{`PRAGMA writable_schema = RESET`, `DROP TABLE proofs`, `DROP TABLE changes`, `DROP TABLE quotas`, `DROP TABLE rings`, `DROP TABLE log`, `DROP TABLE log_hashes`, `DROP TABLE log_heads`}
	version := 0
	for _, name := range names {
		if name[:len(last)] > last {
			break
		}
		text, err := migrations.Files.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		statements, version = append(statements, string(text)), version+1
	}
	for _, statement := range append(statements, fmt.Sprintf(`PRAGMA user_version = %d`, version)) {
		if _, err := db.Exec(statement); err != nil {
			t.Fatalf("%s: %v", statement, err)
		}
	}
	const columns = `id, content, text, arena, challenge, agent, name, total, rating, at, stored_at, slot, generation, key, owner, signed_at, expires`
	rows, err := of.DB.Query(`SELECT ` + columns + ` FROM proofs ORDER BY rowid`)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		values := make([]any, 17)
		for i := range values {
			values[i] = new(any)
		}
		if err := rows.Scan(values...); err != nil {
			t.Fatal(err)
		}
		if _, err := db.Exec(`INSERT INTO proofs (`+columns+`) VALUES (?`+strings.Repeat(", ?", 16)+`)`, values...); err != nil {
			t.Fatal(err)
		}
	}
	db.Close()
	return newApp(t, func(c *Config) { c.DB, c.Keyring = openFile(t, file), of.Keyring })
}
