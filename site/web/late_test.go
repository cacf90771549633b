package web

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// scored is a record of the submission 1 with a score, at an hour.
func scored(score, hour int) record {
	return record{"version": "tallyproof-score/1", "arena": "open", "challenge_id": "c", "agent_id": "nova", "agent_name": "Nova", "submission_id": "1", "final_score": score, "evaluated_at": fmt.Sprintf("2026-11-20T%02d:00:00Z", hour)}
}

// TestLateLeak: nothing is stored first under a key that has ended, whatever time it names;
// what was stored before keeps its place.
func TestLateLeak(t *testing.T) {
	clock := now
	app := newApp(t, func(c *Config) {
		c.Now = func() time.Time { return clock }
		c.Keyring = fmt.Appendf(nil, `{"keys": [{"owner": "Good", "arena": "open", "public_key": %q, "valid_to": "2026-11-22T00:00:00Z"}]}`, runner.public())
	})
	text := runner.sign(t, scored(77, 10))
	id := keep(t, app, text)
	withdrawal := runner.sign(t, change(keep(t, app, runner.sign(t, scored(50, 10).like(record{"submission_id": "2"}))), "").like(record{"evaluated_at": "2026-11-20T20:00:00Z"}))
	keep(t, app, withdrawal)
	clock = now.AddDate(0, 1, 0)
	for name, late := range map[string]record{"another submission": scored(99, 10).like(record{"submission_id": "3"}), "the same submission": scored(99, 11)} {
		if w := ask(app, "POST", Proofs, runner.sign(t, late)); w.Code != 403 || !strings.Contains(w.Body.String(), "not valid now") {
			t.Errorf("%s: %d %s", name, w.Code, w.Body)
		}
	}
	for name, again := range map[string]string{"a proof": text, "a withdrawal": withdrawal} {
		if kept := read[Kept](t, ask(app, "POST", Proofs, again)); kept.Created {
			t.Errorf("%s is stored again: %+v", name, kept)
		}
	}
	l := board(t, app, "/challenges/open/c.json")
	if l.Count != 1 || l.Entries[0].ID != id || l.Entries[0].Verdict != "authentic" {
		t.Errorf("what was stored before: %+v", l)
	}
}
