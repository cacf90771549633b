package web

import "testing"

// TestReplay: an entry under a key that is revoked keeps its place and counts nowhere.
// What an honest host would not have stored is refused, whatever the time.
func TestReplay(t *testing.T) {
	app := newApp(t, func(c *Config) { c.Keyring, c.Replays = []byte(owners(revoked)), true })
	better := nova.like(record{"process": 90, "final_score": 87})
	for _, row := range []struct {
		name, text        string
		stored, authentic bool
	}{
		{"under a revoked key", runner.sign(t, nova), true, false},
		{"another score under the same key", runner.sign(t, better), false, false},
		{"by another owner", other.sign(t, better), false, false},
		{"under a key that is not listed", stranger.sign(t, better), false, false},
		{"with a false signature", runner.sign(t, nova)[:200], false, false},
		{"with a total that its parts contradict", runner.sign(t, nova.like(record{"submission_id": "2", "final_score": 99})), false, false},
		{"under another key of its owner", second.sign(t, nova), true, true},
		{"another score under that key", second.sign(t, better), false, false},
	} {
		before := rows(t, app)
		authentic, problem := app.Replay(t.Context(), row.text)
		if stored := rows(t, app) > before; stored != row.stored || authentic != row.authentic || stored != (problem == nil) {
			t.Errorf("%s: stored %v, authentic %v, %+v", row.name, stored, authentic, problem)
		}
	}
	if l := board(t, app, "/challenges/open/sort-1.json"); l.Count != 1 || l.Others != 1 || l.Entries[0].Verdict != "authentic" {
		t.Errorf("got %+v", l)
	}
}
