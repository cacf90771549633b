package web

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

// second and late are further keys of the owner of runner; late is not valid any
// more. other is of another owner of the same arena.
var second, late, other = newEvaluator(4), newEvaluator(5), newEvaluator(6)

// owners is a keyring with them; change is made to the entry of runner.
func owners(change string) string {
	return fmt.Sprintf(`{"keys": [
	{"id": "runner-1", "owner": "open-runner", "arena": "open", "public_key": %q%s},
	{"id": "runner-2", "owner": "open-runner", "arena": "open", "public_key": %q},
	{"id": "runner-0", "owner": "open-runner", "arena": "open", "public_key": %q, "valid_to": "2026-11-21T00:00:00Z"},
	{"id": "other-1", "owner": "other-runner", "arena": "open", "public_key": %q}
]}`, runner.public(), change, second.public(), late.public(), other.public())
}

const revoked = `, "status": "revoked"`

// board reads a leaderboard with all of its pages.
func board(t testing.TB, app *App, path string) (whole List) {
	t.Helper()
	whole = read[List](t, ask(app, "GET", path, ""))
	for next := whole.Next; next != ""; {
		l := read[List](t, ask(app, "GET", strings.TrimPrefix(next, base), ""))
		if l.Count != whole.Count || l.Others != whole.Others || len(l.Apart) > 0 {
			t.Fatalf("%s: counts %d and %d, want %d and %d", next, l.Count, l.Others, whole.Count, whole.Others)
		}
		whole.Entries = append(whole.Entries, l.Entries...)
		next = l.Next
	}
	for next := whole.NextApart; next != ""; {
		l := read[List](t, ask(app, "GET", strings.TrimPrefix(next, base), ""))
		whole.Apart = append(whole.Apart, l.Apart...)
		next = l.NextApart
	}
	return whole
}

// TestBoardsCountNow: of the proofs of two keys, those of the one that is revoked,
// not listed, not valid then, or listed for another arena have no rank and stand
// apart, over all pages.
func TestBoardsCountNow(t *testing.T) {
	app := newApp(t, func(c *Config) { c.Keyring = []byte(owners("")) })
	const each = pageSize + 3
	for i := range each {
		for who, e := range []evaluator{runner, second} {
			keep(t, app, e.sign(t, record{
				"version": "tallyproof-score/1", "arena": "open", "challenge_id": "c", "agent_id": fmt.Sprintf("a%d-%d", who, i), "submission_id": "s",
				"evaluated_at": "2026-11-20T12:00:00Z", "total": 1000 - i - 500*who, // runner leads
			}))
		}
	}
	for _, row := range []struct{ name, change, say string }{
		{"revoked", revoked, "the key is revoked"},
		{"not valid then", `, "valid_to": "2026-11-20T12:00:00Z"`, "valid until 2026-11-20T12:00:00Z"},
		{"not valid yet", `, "valid_from": "2026-11-20T12:00:01Z"`, "valid from 2026-11-20T12:00:01Z"},
		{"of another arena", "arena", "arena"},
		{"not listed", "id", "a key we do not know"},
	} {
		t.Run(row.name, func(t *testing.T) {
			ring := owners(row.change)
			switch row.change {
			case "arena":
				ring = strings.Replace(owners(""), `"owner": "open-runner", "arena": "open"`, `"owner": "open-runner", "arena": "closed"`, 1)
			case "id":
				ring = strings.Replace(owners(""), runner.public(), newEvaluator(99).public(), 1)
			}
			app := app.withKeys(t, ring)
			l := board(t, app, "/challenges/open/c.json")
			if l.Count != each || len(l.Entries) != each || l.Others != each || len(l.Apart) != each {
				t.Fatalf("%d of %d rank, %d of %d are apart: want %d each", len(l.Entries), l.Count, len(l.Apart), l.Others, each)
			}
			for i, e := range l.Entries {
				if e.Rank != i+1 || e.Verdict != "authentic" || *e.Total != float64(500-i) {
					t.Fatalf("entry %d is %+v", i, e)
				}
			}
			for _, e := range l.Apart {
				if e.Rank != 0 || e.Verdict == "authentic" || *e.Total <= 500 {
					t.Fatalf("apart is %+v", e)
				}
			}
			page := ask(app, "GET", "/challenges/open/c", "").Body.String()
			ranked, _, _ := strings.Cut(page, "Not counted now")
			if !strings.Contains(ranked, "a1-0 leads with 500.") || !strings.Contains(ranked, "53 proofs in all") && !strings.Contains(page, "53 proofs in all") || strings.Contains(ranked, ">1000<") || strings.Contains(ranked, "a0-") {
				t.Errorf("the page is %s", ranked)
			}
			index := read[ChallengeList](t, ask(app, "GET", Challenges+"index.json", ""))
			if len(index.Entries) != 1 || index.Entries[0].Count != each || index.Entries[0].Best != 500 {
				t.Errorf("the index is %+v", index)
			}
			proof := ask(app, "GET", "/p/"+l.Apart[0].ID, "").Body.String()
			if !strings.Contains(proof, row.say) {
				t.Errorf("want %q: %s", row.say, proof)
			}
		})
	}
	none := app.withKeys(t, `{"keys": []}`)
	page := ask(none, "GET", "/challenges/open/c", "").Body.String()
	if !strings.Contains(page, "No proof counts now. Of 106 proofs") || strings.Contains(page, "leads with") || strings.Contains(page, "signed by a key that is listed here") {
		t.Errorf("without keys: %s", page)
	}
}

// TestBoardCorrected: a proof whose key counts, and which is not authentic for
// another reason, is not ranked, and ranks again once it is.
func TestBoardCorrected(t *testing.T) {
	app := newApp(t, nil)
	first := keep(t, app, runner.sign(t, nova))
	keep(t, app, runner.sign(t, nova.like(record{"agent_id": "atlas", "process": 90, "final_score": 87})))
	// A row that was changed behind our back.
	if _, err := app.DB.Exec(`UPDATE proofs SET text = replace(text, '"final_score":87', '"final_score":99') WHERE id <> ?`, first); err != nil {
		t.Fatal(err)
	}
	l := board(t, app, "/challenges/open/sort-1.json")
	if l.Count != 1 || len(l.Entries) != 1 || l.Entries[0].ID != first || l.Entries[0].Rank != 1 || l.Others != 1 || l.Apart[0].Verdict != "not-authentic" {
		t.Errorf("got %+v", l)
	}
	if _, err := app.DB.Exec(`UPDATE proofs SET text = replace(text, '"final_score":99', '"final_score":87')`); err != nil {
		t.Fatal(err)
	}
	board(t, app, "/challenges/open/sort-1.json") // looks at what is apart
	if l := board(t, app, "/challenges/open/sort-1.json"); l.Count != 2 || l.Others != 0 {
		t.Errorf("got %+v", l)
	}
}

// change is a withdrawal, or with another proof's id a replacement.
func change(of, by string) record {
	r := record{"version": "tallyproof-score/1", "type": "withdrawal", "of": of, "arena": "open", "reason": "the clock of the runner was wrong"}
	if by != "" {
		return r.like(record{"type": "replacement", "by": by})
	}
	return r
}

// TestWithdrawal: the owner of a proof takes it off the boards, and nobody else.
func TestWithdrawal(t *testing.T) {
	// A fourth key of the owner is listed for no arena.
	keyring := strings.Replace(owners(""), "[", fmt.Sprintf(`[{"id": "runner-3", "owner": "open-runner", "public_key": %q},`, anywhere.public()), 1)
	app := newApp(t, func(c *Config) { c.Keyring = []byte(keyring) })
	id := keep(t, app, runner.sign(t, nova))
	foreign := keep(t, app, other.sign(t, nova.like(record{"agent_id": "atlas"})))
	elsewhere := keep(t, app, anywhere.sign(t, nova.like(record{"arena": "closed"})))
	evening := keep(t, app, runner.sign(t, nova.like(record{"challenge_id": "sort-2", "evaluated_at": "2026-11-20T18:00:00Z"})))
	for _, row := range []struct {
		name, text string
		status     int
		field, say string
	}{
		{"key not listed", stranger.sign(t, change(id, "")), 403, "", "a key we do not know"},
		{"other owner", other.sign(t, change(id, "")), 422, "/of", "does not belong to the owner"},
		{"key that is not valid any more", late.sign(t, change(id, "").like(record{"evaluated_at": "2026-11-20T00:00:00Z"})), 422, "/of", "no longer valid"},
		{"other arena", runner.sign(t, change(id, "").like(record{"arena": "closed"})), 403, "", "another arena"},
		{"other arena, by a key of all arenas", anywhere.sign(t, change(id, "").like(record{"arena": "closed"})), 422, "/arena", "the proof is of the arena"},
		{"no arena, by a key of all arenas", anywhere.sign(t, change(id, "").like(record{"arena": nil})), 422, "/arena", "the proof is of the arena"},
		{"no id", runner.sign(t, change(id, "").like(record{"of": nil})), 422, "/of", "missing"},
		{"no such proof", runner.sign(t, change(strings.Repeat("a", 26), "")), 422, "/of", "that is stored here"},
		{"no reason", runner.sign(t, change(id, "").like(record{"reason": ""})), 422, "/reason", "want a reason"},
		{"long reason", runner.sign(t, change(id, "").like(record{"reason": strings.Repeat("é", 201)})), 422, "/reason", "1 to 200 characters"},
		{"withdrawal with another", runner.sign(t, change(id, "").like(record{"by": foreign})), 422, "/by", "no id in a withdrawal"},
		{"replacement by nothing", runner.sign(t, change(id, "").like(record{"type": "replacement"})), 422, "/by", "want the id"},
		{"replacement by itself", runner.sign(t, change(id, id)), 422, "/by", "another proof"},
		{"replacement by another owner's", runner.sign(t, change(id, foreign)), 422, "/by", "same owner"},
		{"replacement by a proof of another arena", runner.sign(t, change(id, elsewhere)), 422, "/by", "same owner and arena"},
		{"replacement by a later proof", runner.sign(t, change(id, evening).like(record{"evaluated_at": "2026-11-20T15:00:00Z"})), 422, "/by", "signed before the replacing proof"},
		{"tampered", strings.Replace(second.sign(t, change(id, "")), "the clock", "no clock", 1), 403, "", "Not authentic"},
	} {
		if w := ask(app, "POST", Proofs, row.text); w.Code != row.status || read[Problem](t, w).Field != row.field || !strings.Contains(w.Body.String(), row.say) {
			t.Errorf("%s: %d %s", row.name, w.Code, w.Body)
		}
	}
	if l := board(t, app, "/challenges/open/sort-1.json"); l.Count != 2 {
		t.Fatalf("%d count", l.Count)
	}
	text := second.sign(t, change(id, ""))
	for i, status := range []int{201, 200} {
		if w := ask(app, "POST", Proofs, text); w.Code != status || read[Kept](t, w).ID != id {
			t.Fatalf("time %d: %d %s", i, w.Code, w.Body)
		}
	}
	l := board(t, app, "/challenges/open/sort-1.json")
	if l.Count != 1 || l.Entries[0].ID != foreign || len(l.Apart) != 1 || l.Apart[0].State != "withdrawn" || l.Apart[0].Heading != "Authentic, but withdrawn on 2026-11-21: the clock of the runner was wrong" {
		t.Errorf("got %+v", l)
	}
	stored := storedText(t, app, id)
	if stored.State != "withdrawn" || len(stored.History) != 1 || !stored.History[0].Counts || !sameJSON(stored.History[0].Text, text) {
		t.Errorf("got %+v", stored.History)
	}
	for _, path := range []string{"/p/" + id, "/embed/card/" + id} {
		if body := ask(app, "GET", path, "").Body.String(); !strings.Contains(body, "Authentic, but withdrawn") || strings.Contains(body, `" data-state="authentic"`) {
			t.Errorf("%s: %s", path, body)
		}
	}
	noNumber(t, app, id)
	if body := ask(app, "GET", "/p/"+id, "").Body.String(); !strings.Contains(body, "Withdrawn on 2026-11-21") || !strings.Contains(body, "because: <bdi>“the clock of the runner was wrong”</bdi>") {
		t.Errorf("no history: %s", body)
	}
	for _, kind := range []string{"score", "verified"} {
		svg := ask(app, "GET", "/badge/p/"+id+"/"+kind+".svg", "").Body.String()
		if !strings.Contains(svg, "withdrawn") || strings.Contains(svg, "claims") {
			t.Errorf("the badge is %s", svg)
		}
	}
	// A withdrawal by a key that was revoked since says nothing.
	again := app.withKeys(t, strings.Replace(keyring, `"id": "runner-2",`, `"id": "runner-2", "status": "revoked",`, 1))
	if l := board(t, again, "/challenges/open/sort-1.json"); l.Count != 2 {
		t.Errorf("%d count", l.Count)
	}
	stored = storedText(t, again, id)
	if stored.State != "" || stored.History[0].Counts {
		t.Errorf("got %+v", stored)
	}
}

// TestReissue: the same submission under another key of the owner replaces what is
// there, both are kept, and nobody else can.
func TestReissue(t *testing.T) {
	app := newApp(t, func(c *Config) { c.Keyring = []byte(owners("")) })
	old := keep(t, app, runner.sign(t, nova))
	for name, text := range map[string]string{
		"by the same key":         runner.sign(t, nova.like(record{"process": 90, "final_score": 87})),
		"by a key that has ended": late.sign(t, nova),
	} {
		if w := ask(app, "POST", Proofs, text); w.Code != 409 && w.Code != 403 {
			t.Errorf("%s: %d %s", name, w.Code, w.Body)
		}
	}
	// The key is revoked; its owner signs anew.
	app = app.withKeys(t, owners(revoked))
	text := second.sign(t, nova)
	id := keep(t, app, text)
	if id == old || keep(t, app, text) != id {
		t.Fatalf("the new one is %s, the old %s", id, old)
	}
	l := board(t, app, "/challenges/open/sort-1.json")
	if l.Count != 1 || l.Entries[0].ID != id || len(l.Apart) != 1 || storedText(t, app, l.Apart[0].ID).State != "replaced" {
		t.Errorf("got %+v", l)
	}
	// Where both keys count, the later counts alone.
	both := app.withKeys(t, owners(""))
	if l := board(t, both, "/challenges/open/sort-1.json"); l.Count != 1 || l.Entries[0].ID != id || l.Apart[0].State != "replaced" {
		t.Errorf("got %+v", l)
	}
	stored := storedText(t, both, old)
	if stored.State != "replaced" || stored.History[0].Kind != "reissue" || stored.History[0].By != base+"/p/"+id || !sameJSON(stored.History[0].Text, text) {
		t.Errorf("got %+v", stored.History)
	}
	if w := ask(both, "POST", Proofs, runner.sign(t, nova)); w.Code != 200 || read[Kept](t, w).ID != old {
		t.Errorf("the old one again: %d %s", w.Code, w.Body)
	}
	// Withdrawn, the new one makes room for another score by the same key, and the
	// old one stays replaced.
	keep(t, both, second.sign(t, change(id, "")))
	if l := board(t, both, "/challenges/open/sort-1.json"); l.Count != 0 || l.Others != 2 {
		t.Errorf("got %+v", l)
	}
	third := keep(t, both, second.sign(t, nova.like(record{"process": 90, "final_score": 87})))
	if l := board(t, both, "/challenges/open/sort-1.json"); l.Count != 1 || l.Entries[0].ID != third || l.Others != 2 {
		t.Errorf("got %+v", l)
	}
	if n := rows(t, both); n != 3 {
		t.Errorf("%d rows", n)
	}
}

// TestReplacement: a signed replacement names the proof in its place.
func TestReplacement(t *testing.T) {
	app := newApp(t, func(c *Config) { c.Keyring = []byte(owners("")) })
	id := keep(t, app, runner.sign(t, nova))
	by := keep(t, app, second.sign(t, nova.like(record{"submission_id": "2", "process": 90, "final_score": 87})))
	keep(t, app, runner.sign(t, change(id, by).like(record{"reason": strings.Repeat("é", 200)}))) // the longest
	body := ask(app, "GET", "/p/"+id, "").Body.String()
	if !strings.Contains(body, "Authentic, but replaced") || !strings.Contains(body, `<a href="/p/`+by+`">The proof that replaced it</a>`) {
		t.Errorf("got %s", body)
	}
	if l := board(t, app, "/agents/open/nova.json"); l.Count != 1 || l.Entries[0].ID != by || l.Apart[0].State != "replaced" {
		t.Errorf("got %+v", l)
	}
}

// TestReissueAtOnce posts two new scores of one submission at once, often: one of
// them replaces the old, and the other is a conflict.
func TestReissueAtOnce(t *testing.T) {
	for range 20 {
		app := newApp(t, func(c *Config) { c.Keyring = []byte(owners("")) })
		keep(t, app, runner.sign(t, nova))
		texts := []string{second.sign(t, nova), second.sign(t, nova.like(record{"process": 90, "final_score": 87}))}
		codes := make(chan int, 2)
		for _, text := range texts {
			go func() { codes <- ask(app, "POST", Proofs, text).Code }()
		}
		got := []int{<-codes, <-codes}
		if slices.Sort(got); !slices.Equal(got, []int{201, 409}) {
			t.Fatalf("got %v", got)
		}
	}
}

// TestExpires: a proof that has expired by what it signs does not rank, and no list
// says it does, before anybody has looked at it.
func TestExpires(t *testing.T) {
	r := record{"arena": "open", "challenge_id": "c", "agent_id": "nova", "score": 85}
	end := now.AddDate(0, 0, 1).Add(-time.Hour)
	for name, text := range map[string]string{
		"a Data Integrity proof": runner.secure(t, r, map[string]any{"expires": "2026-11-22T00:00:00Z"}),
		"a credential":           runner.secure(t, record{"credentialSubject": r, "validUntil": end.Format(time.RFC3339)}, nil),
		"a token":                runner.token(t, r.like(record{"exp": end.Unix()})),
	} {
		t.Run(name, func(t *testing.T) { expires(t, text) })
	}
}

func expires(t *testing.T, text string) {
	clock := now
	app := newApp(t, func(c *Config) { c.Now = func() time.Time { return clock } })
	keep(t, app, text)
	if l := board(t, app, "/challenges/open/c.json"); l.Count != 1 {
		t.Errorf("got %+v", l)
	}
	clock = now.AddDate(0, 0, 1)
	var good int
	if l := board(t, app, "/challenges/open/c.json"); l.Count != 0 || l.Others != 1 || l.Apart[0].Verdict != "qualified" {
		t.Errorf("got %+v", l)
	}
	if err := app.DB.QueryRow(`SELECT good FROM proofs`).Scan(&good); err != nil || good != 1 {
		t.Errorf("good is %d, %v: the store did not know", good, err)
	}
}

// TestInvalidArena: a key whose arena is no id stores nothing, and changes nothing.
func TestInvalidArena(t *testing.T) {
	for _, arena := range []string{"../x", "a/b", "a  b", "aбγ"} {
		listed, _ := json.Marshal(arena)
		app := newApp(t, func(c *Config) {
			c.Keyring = fmt.Appendf(nil, `{"keys": [{"id": "k", "arena": %s, "public_key": %q}]}`, listed, runner.public())
		})
		for _, r := range []record{nova, nova.like(record{"arena": nil}), nova.like(record{"arena": arena}), change(strings.Repeat("a", 26), "").like(record{"arena": nil})} {
			w := ask(app, "POST", Proofs, runner.sign(t, r))
			if w.Code != 403 && (w.Code != 422 || read[Problem](t, w).Field != "/arena") || rows(t, app) != 0 {
				t.Errorf("%q, record of %v: %d %s", arena, r["arena"], w.Code, w.Body)
			}
		}
	}
}

// TestNotStale: nobody may serve a verdict that is older than five minutes, even
// from two caches behind each other.
func TestNotStale(t *testing.T) {
	app := newApp(t, nil)
	text := runner.sign(t, nova)
	id := keep(t, app, text)
	for _, path := range []string{
		"/p/" + id, "/p/" + id + ".json", "/challenges/open/sort-1", "/challenges/", "/badge/index.json", "/agents/open/nova.json", "/embed/card/" + id,
		"/oembed?url=" + base + "/p/" + id, "/badge/p/" + id + "/verified.svg", "/badge/p/" + id + "/score.json",
		"/badge/d/" + base64.RawURLEncoding.EncodeToString([]byte(text)) + "/score.svg",
	} {
		w := ask(app, "GET", path, "")
		var age int
		said := w.Header().Get("Cache-Control")
		if n, err := fmt.Sscanf(said, "public, max-age=%d, must-revalidate", &age); w.Code != 200 || n != 1 || err != nil || 2*age > 300 || strings.Contains(said, "stale") {
			t.Errorf("%s: %d, %q", path, w.Code, said)
		}
	}
}
