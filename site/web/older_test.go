package web

import (
	"fmt"
	"testing"
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
