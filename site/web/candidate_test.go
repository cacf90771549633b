package web

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/site/picture"
)

// drawnIn is the text of a picture before it is drawn.
func drawnIn(c picture.Card) string {
	said := strings.Join([]string{c.Question, c.Answer, c.Key, c.Foot, c.Chart}, "\n")
	if c.Verdict != nil {
		said += fmt.Sprint("\n", *c.Verdict)
	}
	return said
}

// surfaces are all that a host says of a proof, its board and its agent, by address. Of
// pictures it is the text that is drawn.
func surfaces(t testing.TB, app *App, id, arena, challenge, agent string) map[string]string {
	t.Helper()
	said := map[string]string{}
	board, history := pathTo("challenges", arena, challenge), pathTo("agents", arena, agent)
	for _, path := range []string{
		"/p/" + id, "/p/" + id + ".json", "/p/" + id + ".md", board, board + ".json", board + ".md", history, history + ".json", history + ".md",
		Challenges, Challenges + "index.json", Challenges + "index.md", "/embed/card/" + id, pathTo("embed/board", arena, challenge),
		"/oembed?url=" + url.QueryEscape(app.Base+"/p/"+id), "/oembed?url=" + url.QueryEscape(app.Base+board), BadgeIndex,
		"/badge/p/" + id + "/score.svg", "/badge/p/" + id + "/score.json", "/badge/p/" + id + "/rating.svg", "/badge/p/" + id + "/verified.svg",
	} {
		if path == "" || path == ".json" || path == ".md" {
			continue
		}
		w := ask(app, "GET", path, "")
		if w.Code >= 500 {
			t.Errorf("%s: %d %s", path, w.Code, w.Body)
		}
		said[path] = w.Body.String()
	}
	p, err := app.store.Get(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	s, problem := app.show(t.Context(), p)
	if problem != nil {
		t.Fatal(problem)
	}
	said["the picture of the proof"] = drawnIn(app.proofCard(s))
	if l, problem := app.Leaderboard(t.Context(), arena, challenge, ""); problem == nil {
		said["the picture of the board"] = drawnIn(app.boardCard(l))
	}
	return said
}

// TestTamperedColumns: what a row's columns say and its proof does not is nowhere. The row
// keeps its signed name and total, has no rank, and ranks close up; once the row is as
// before, it ranks again.
func TestTamperedColumns(t *testing.T) {
	app := newLogged(t, nil)
	id := keep(t, app, runner.sign(t, nova))
	keep(t, app, runner.sign(t, nova.like(record{"agent_id": "atlas", "agent_name": "Atlas", "submission_id": "2", "process": 70, "final_score": 83})))
	const path = "/challenges/open/sort-1"
	if _, err := app.DB.Exec(`UPDATE proofs SET total = 999, name = 'Somebody Else' WHERE id = ?`, id); err != nil {
		t.Fatal(err)
	}
	for range 2 { // at once, and from then on
		for at, said := range surfaces(t, app, id, "open", "sort-1", "nova") {
			if strings.Contains(said, "999") || strings.Contains(said, "Somebody Else") {
				t.Errorf("%s says %s", at, said)
			}
		}
		l := read[List](t, ask(app, "GET", path+".json", ""))
		if l.Count != 1 || l.Others != 1 || l.Differing != 1 || len(l.Entries) != 1 || l.Entries[0].Rank != 1 || l.Entries[0].Name != "Atlas" {
			t.Errorf("%+v", l)
		}
		if len(l.Apart) != 1 || l.Apart[0].Name != "Nova" || *l.Apart[0].Total != 85 || l.Apart[0].Rank != 0 || l.Apart[0].Heading != "Differs from its proof" || l.Apart[0].State != "differs" {
			t.Errorf("apart: %+v", l.Apart)
		}
		for _, form := range []string{"", ".md"} {
			w := ask(app, "GET", path+form, "")
			for _, want := range []string{"Differs from its proof", "1 row of this host’s store differs from its proof."} {
				if !strings.Contains(w.Body.String(), want) {
					t.Errorf("%q does not say %q", form, want)
				}
			}
		}
	}
	if w := ask(app, "GET", "/embed/card/"+id, ""); !strings.Contains(w.Body.String(), "85") {
		t.Errorf("a card says nothing of what was signed: %s", w.Body)
	}
	if _, err := app.DB.Exec(`UPDATE proofs SET total = 85, name = 'Nova' WHERE id = ?`, id); err != nil {
		t.Fatal(err)
	}
	ask(app, "GET", path, "")
	if l := read[List](t, ask(app, "GET", path+".json", "")); l.Count != 2 || l.Differing != 0 || l.Entries[0].Name != "Nova" {
		t.Errorf("as before: %+v", l)
	}
}

// TestTamperedEveryRow: a store whose rows all differ has a board without ranks.
func TestTamperedEveryRow(t *testing.T) {
	app := newApp(t, nil)
	for i := range 70 {
		keep(t, app, runner.sign(t, nova.like(record{"agent_id": fmt.Sprint("a", i), "submission_id": fmt.Sprint(i)})))
	}
	if _, err := app.DB.Exec(`UPDATE proofs SET total = 999`); err != nil {
		t.Fatal(err)
	}
	l := read[List](t, ask(app, "GET", "/challenges/open/sort-1.json", ""))
	if l.Count != 0 || len(l.Entries) != 0 || l.Differing != 70 || len(l.Apart) != pageSize || l.NextApart == "" {
		t.Errorf("%d count, %d differ, %d apart, %q", l.Count, l.Differing, len(l.Apart), l.NextApart)
	}
	if page := ask(app, "GET", "/challenges/open/sort-1", "").Body.String(); strings.Contains(page, "999") || !strings.Contains(page, "or its row differs from it.") {
		t.Errorf("its page says %s", page)
	}
}

// TestTamperedChanges: a withdrawal, a replacement or a later score that its signer did not
// make of this proof changes nothing of it, and what columns say of a real one is nowhere.
func TestTamperedChanges(t *testing.T) {
	app := newApp(t, func(c *Config) { c.Keyring = []byte(owners("")) })
	id := keep(t, app, runner.sign(t, nova))
	victim := keep(t, app, runner.sign(t, nova.like(record{"agent_id": "atlas", "submission_id": "2"})))
	keep(t, app, runner.sign(t, change(id, "")))
	foreign := keep(t, app, other.sign(t, nova.like(record{"agent_id": "other", "submission_id": "3"})))
	exec := func(statement string, args ...any) {
		t.Helper()
		if _, err := app.DB.Exec(statement, args...); err != nil {
			t.Fatal(err)
		}
	}
	exec(`UPDATE changes SET kind = 'replacement', by = 'Somebody Else', reason = 'Somebody Else', stored_at = 'Somebody Else', id = 'Somebody Else'`)
	if said := ask(app, "GET", "/p/"+id, "").Body.String(); strings.Contains(said, "Somebody Else") || !strings.Contains(said, "Withdrawn") || !strings.Contains(said, "the clock of the runner") {
		t.Errorf("its page says %s", said)
	}
	for _, row := range []struct {
		name   string
		tamper func()
	}{
		{"another proof’s withdrawal", func() { exec(`UPDATE changes SET of = ?`, victim) }},
		{"another owner’s withdrawal", func() {
			exec(`UPDATE changes SET of = ?1, text = ?2, key = ?3`, victim, other.sign(t, change(victim, "")), other.public())
		}},
		{"another submission", func() {
			exec(`UPDATE changes SET of = ''`)
			exec(`UPDATE proofs SET slot = (SELECT slot FROM proofs WHERE id = ?1), generation = 7 WHERE id = ?2`, victim, foreign)
		}},
		{"another owner’s score of the submission", func() {
			exec(`UPDATE proofs SET text = ?1 WHERE id = ?2`, other.sign(t, nova.like(record{"agent_id": "atlas", "submission_id": "2"})), foreign)
		}},
	} {
		row.tamper()
		s := storedText(t, app, victim)
		if card := ask(app, "GET", "/embed/card/"+victim, "").Body.String(); s.State != "" || len(s.History) > 0 || !strings.Contains(card, "85") {
			t.Errorf("%s: state %q, %+v, %s", row.name, s.State, s.History, card)
		}
	}
}
