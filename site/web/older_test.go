package web

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// bothRunners lists two keys of one owner.
func bothRunners(second evaluator) func(*Config) {
	return func(c *Config) {
		c.Keyring = fmt.Appendf(nil, `{"keys": [{"id": "runner-1", "owner": "o", "arena": "open", "public_key": %q}, {"id": "runner-2", "owner": "o", "arena": "open", "public_key": %q}]}`, runner.public(), second.public())
	}
}

// TestOlderReplacesNothing: anybody may post what an owner has signed, so that an older
// score does not replace a newer one, and an old withdrawal no newer proof.
func TestOlderReplacesNothing(t *testing.T) {
	second := newEvaluator(9)
	app := newApp(t, bothRunners(second))
	at := func(hour, score int) record {
		return nova.like(record{"scoring_weights": nil, "correctness": nil, "speed": nil, "quality": nil, "process": nil, "final_score": score, "evaluated_at": fmt.Sprintf("2026-11-20T%d:00:00Z", hour)})
	}
	id := keep(t, app, second.sign(t, at(18, 50)))
	if w := ask(app, "POST", Proofs, runner.sign(t, at(10, 99))); w.Code != 409 {
		t.Errorf("an older score: %d, %s", w.Code, w.Body)
	}
	old := record{"version": "tallyproof-score/1", "type": "withdrawal", "arena": "open", "of": id, "reason": "wrong input", "evaluated_at": "2026-11-20T13:00:00Z"}
	if w := ask(app, "POST", Proofs, runner.sign(t, old)); w.Code != 422 {
		t.Errorf("an old withdrawal: %d, %s", w.Code, w.Body)
	}
	keep(t, app, runner.sign(t, at(18, 51))) // as old as the latest
	keep(t, app, runner.sign(t, old.like(record{"evaluated_at": "2026-11-20T19:00:00Z"})))
}

// TestOlderThanChange: what was signed before a change of the latest score does not take
// its place.
func TestOlderThanChange(t *testing.T) {
	at := func(hour, score int) record {
		return record{"version": "tallyproof-score/1", "arena": "open", "challenge_id": "c", "agent_id": "nova", "submission_id": "1", "score": score, "evaluated_at": fmt.Sprintf("2026-11-20T%d:00:00Z", hour)}
	}
	for _, row := range []struct {
		name   string
		by     record // which replaces it; nil for a withdrawal
		signer evaluator
	}{
		{"withdrawn", nil, runner},
		{"replaced", at(18, 40).like(record{"submission_id": "2"}), second},
	} {
		app := newApp(t, func(c *Config) { c.Keyring = []byte(owners("")) })
		id := keep(t, app, runner.sign(t, at(10, 50)))
		by := ""
		if row.by != nil {
			by = keep(t, app, runner.sign(t, row.by))
		}
		keep(t, app, runner.sign(t, change(id, by).like(record{"evaluated_at": "2026-11-20T19:00:00Z"})))
		if w := ask(app, "POST", Proofs, row.signer.sign(t, at(11, 99))); w.Code != 409 || !strings.Contains(w.Body.String(), "no earlier than the change") {
			t.Errorf("%s: %d %s", row.name, w.Code, w.Body)
		}
		anew := keep(t, app, row.signer.sign(t, at(19, 60)))
		if l := board(t, app, "/challenges/open/c.json"); l.Entries[0].ID != anew || *l.Entries[0].Total != 60 {
			t.Errorf("%s: got %+v", row.name, l)
		}
	}
}

// TestCrowdedChange: changes that do not count, however many, hide none that does: a
// proof's page, its badge and its leaderboard agree.
func TestCrowdedChange(t *testing.T) {
	third, lost := newEvaluator(10), newEvaluator(11)
	keyring := func(status string) string {
		return fmt.Sprintf(`{"keys": [{"id": "a", "owner": "o", "arena": "open", "public_key": %q}, {"id": "b", "owner": "o", "arena": "open", "public_key": %q},
			{"id": "c", "owner": "o", "arena": "open", "public_key": %q, "status": %[4]q}, {"id": "d", "owner": "o", "arena": "open", "public_key": %[5]q, "status": %[4]q}]}`,
			runner.public(), second.public(), third.public(), status, lost.public())
	}
	for _, row := range []struct {
		name, state string
		counting    func(id string) string
		others      func(id string, i int) string
	}{
		{
			"withdrawals", "withdrawn",
			func(id string) string { return runner.sign(t, change(id, "")) },
			func(id string, i int) string {
				return third.sign(t, change(id, "").like(record{"reason": fmt.Sprint("leaked ", i)}))
			},
		},
		{
			"the same submission", "replaced",
			func(string) string { return second.sign(t, nova) },
			func(_ string, i int) string {
				return []evaluator{third, lost}[i%2].sign(t, nova.like(record{"note": i}))
			},
		},
	} {
		clock := now
		app := newApp(t, func(c *Config) { c.Keyring, c.Now = []byte(keyring("active")), func() time.Time { return clock } })
		id := keep(t, app, runner.sign(t, nova))
		keep(t, app, row.counting(id))
		clock = now.Add(time.Hour)
		for i := range 9 {
			keep(t, app, row.others(id, i))
		}
		app = app.withKeys(t, keyring("revoked"))
		stored := storedText(t, app, id)
		if last := len(stored.History) - 1; stored.State != row.state || last != 7 || !stored.History[last].Counts || stored.History[0].Counts {
			t.Errorf("%s: state %q, %d changes", row.name, stored.State, len(stored.History))
		}
		if badge := ask(app, "GET", "/badge/p/"+id+"/score.json", "").Body.String(); !strings.Contains(badge, row.state) {
			t.Errorf("%s: the badge is %s", row.name, badge)
		}
		for _, e := range board(t, app, "/challenges/open/sort-1.json").Entries {
			if e.ID == id {
				t.Errorf("%s: ranked", row.name)
			}
		}
	}
}

// TestListsVerifyWhatDecides: a list takes as much work for a proof with many changes and
// later versions as for one with a single change, and says the same of it as its page.
func TestListsVerifyWhatDecides(t *testing.T) {
	simple := record{"version": "tallyproof-score/1", "arena": "open", "challenge_id": "c", "agent_id": "nova", "submission_id": "1", "score": 85, "evaluated_at": "2026-11-20T10:00:00Z"}
	hosts := map[int]*App{1: newApp(t, nil), 8: newApp(t, nil)}
	allocations := map[int]map[string]float64{1: {}, 8: {}}
	for n, app := range hosts {
		clock := now
		app.Now = func() time.Time { return clock }
		id := keep(t, app, runner.sign(t, simple))
		withdraw := func(id string, i int) {
			clock = clock.Add(time.Second)
			keep(t, app, runner.sign(t, change(id, "").like(record{"reason": fmt.Sprint("wrong ", i)})))
		}
		for i := range n {
			withdraw(id, i)
		}
		for i := range n - 1 {
			withdraw(keep(t, app, runner.sign(t, simple.like(record{"score": i, "evaluated_at": "2026-11-21T12:00:00Z"}))), i)
		}
		if _, err := app.DB.Exec(`UPDATE proofs SET challenge = 'later' WHERE id <> ?`, id); err != nil { // so that the list has one
			t.Fatal(err)
		}
		for _, path := range []string{"/challenges/open/c.json", "/badge/p/" + id + "/score.json"} {
			allocations[n][path[:4]] = testing.AllocsPerRun(3, func() { ask(app, "GET", path, "") })
		}
		stored := storedText(t, app, id)
		l := board(t, app, "/challenges/open/c.json")
		if want := fmt.Sprintf("Authentic, but withdrawn on 2026-11-21: wrong %d", n-1); stored.State != "withdrawn" || len(stored.History) != 2*n-1 || len(l.Apart) != 1 || l.Apart[0].State != "withdrawn" || l.Apart[0].Heading != want {
			t.Errorf("%d changes: %+v; want %q and the %d events of %+v", n, l.Apart, want, 2*n-1, stored.History)
		}
	}
	for path, one := range allocations[1] {
		if many := allocations[8][path]; many > 1.5*one {
			t.Errorf("%s: %v allocations with 15 events, %v with one", path, many, one)
		}
	}

	// If what would decide is not authentic for another reason than its key, another does.
	app := hosts[8]
	if _, err := app.DB.Exec(`UPDATE changes SET text = replace(text, '"reason":"wrong 7"', '"reason":"wrong 9"')`); err != nil {
		t.Fatal(err)
	}
	if l := board(t, app, "/challenges/open/c.json"); len(l.Apart) != 1 || !strings.HasSuffix(l.Apart[0].Heading, ": wrong 6") {
		t.Errorf("got %+v", l.Apart)
	}
}

// TestOptionsByTheirNames: the options of a Data Integrity proof are read by their exact
// names, as proof.verify reads them.
func TestOptionsByTheirNames(t *testing.T) {
	app := newApp(t, nil)
	keep(t, app, runner.secure(t, nova.like(record{"version": nil}), map[string]any{"Created": "2020-01-01T00:00:00Z", "expires": "2027-01-01T00:00:00Z", "expire\u017f": "2020-01-01T00:00:00Z"}))
	var expires, signed string
	if err := app.DB.QueryRow(`SELECT expires, signed_at FROM proofs`).Scan(&expires, &signed); err != nil {
		t.Fatal(err)
	}
	if expires != moment("2027-01-01T00:00:00Z", "") || signed == moment("2020-01-01T00:00:00Z", "") {
		t.Errorf("expires %s, signed %s", expires, signed)
	}
}
