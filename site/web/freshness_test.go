package web

import (
	"strings"
	"testing"
	"time"
)

// TestFreshness lets time pass over a proof.
func TestFreshness(t *testing.T) {
	clock := now
	app := newApp(t, func(c *Config) { c.Now = func() time.Time { return clock } })
	id := keep(t, app, runner.sign(t, nova))
	unrated := keep(t, app, runner.sign(t, record{"version": "tallyproof-score/1", "score": 12, "rulebook": "open-3"}))
	evaluated := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	keepAt := func(at string) string {
		return keep(t, app, runner.sign(t, nova.like(record{"evaluated_at": at, "submission_id": at})))
	}
	for _, row := range []struct {
		name, id string
		at       time.Time
		say      string
		card     string // says
		stale    bool
	}{
		{"the next day", id, now, "as of 2026-11-20 · rules AiRENA", "20 Nov 2026", false},
		{"a week", id, evaluated.AddDate(0, 0, 7), "as of 2026-11-20 · rules AiRENA", "20 Nov 2026", false},
		{"a second more", id, evaluated.AddDate(0, 0, 7).Add(time.Second), "as of 2026-11-20, 7 days old · rules AiRENA", "20 Nov 2026", false},
		{"eight days", id, evaluated.AddDate(0, 0, 8), "as of 2026-11-20, 8 days old · rules AiRENA", "20 Nov 2026", false},
		{"30 days", id, evaluated.AddDate(0, 0, 31).Add(-time.Second), "as of 2026-11-20, 30 days old · rules AiRENA", "20 Nov 2026", false},
		{"31 days", id, evaluated.AddDate(0, 0, 31), "as of 2026-11-20, 31 days old · rules AiRENA", "20 Nov 2026 · 31 days old", true},
		{"undated", unrated, now, "stored 2026-11-21 · rules open-3", "stored 21 Nov 2026", false},
		{"in another zone", keepAt("2026-11-19T23:30:00-05:00"), now, "as of 2026-11-19 · rules AiRENA", "20 Nov 2026", false},
		{"in small letters", keepAt("2026-11-20t12:00:00z"), now, "as of 2026-11-20 · rules AiRENA", "20 Nov 2026", false},
		{"in a leap second", keepAt("2026-11-20T23:59:60Z"), now, "as of 2026-11-20 · rules AiRENA", "21 Nov 2026", false},
	} {
		t.Run(row.name, func(t *testing.T) {
			clock = row.at
			day, _, _ := strings.Cut(row.say, " · ")
			if said := ask(app, "GET", "/badge/p/"+row.id+"/verified.json", "").Body.String(); row.id != unrated && !strings.Contains(said, " · "+day+`"`) {
				t.Errorf("its badge says %s", said)
			}
			for path, say := range map[string]string{"/embed/card/": row.card, "/p/": row.say} {
				body := ask(app, "GET", path+row.id, "").Body.String()
				if !strings.Contains(body, ">"+say+"<") || strings.Contains(body, `data-age="old"`) != row.stale {
					t.Errorf("%s: %s", path, body)
				}
			}
		})
	}
}

// withKeys is an app on the same database by another keyring.
func (a *App) withKeys(t testing.TB, ring string) *App {
	t.Helper()
	return newApp(t, func(c *Config) { c.DB, c.Keyring = a.DB, []byte(ring) })
}

// TestRevoked: what a stored proof proves is decided when it is shown.
func TestRevoked(t *testing.T) {
	app := newApp(t, nil)
	id := keep(t, app, runner.sign(t, nova))
	app = app.withKeys(t, strings.Replace(string(ring), `"id": "runner-1",`, `"id": "runner-1", "status": "revoked",`, 1))
	for _, path := range []string{"/p/" + id, "/challenges/open/sort-1", "/agents/open/nova", "/embed/card/" + id} {
		if body := ask(app, "GET", path, "").Body.String(); !strings.Contains(body, "Authentic, but the key is revoked") || !strings.Contains(body, `" data-state="qualified"`) {
			t.Errorf("%s: %s", path, body)
		}
	}
	noNumber(t, app, id)
	app = app.withKeys(t, `{"keys": []}`)
	if body := ask(app, "GET", "/embed/card/"+id, "").Body.String(); !strings.Contains(body, "Signed by a key we do not know") {
		t.Errorf("without the key: %s", body)
	}
	noNumber(t, app, id)
}

// noNumber fails if a card or what names it shows the number of a proof that does not
// count, 85, which no badge of it shows.
func noNumber(t *testing.T, app *App, id string) {
	t.Helper()
	for _, path := range []string{"/embed/card/" + id, "/oembed?url=" + base + "/p/" + id, "/badge/p/" + id + "/score.json"} {
		if body := ask(app, "GET", path, "").Body.String(); strings.Contains(body, ">85<") || strings.Contains(body, "Nova: 85") || strings.Contains(body, "score 85") {
			t.Errorf("%s has the number: %s", path, body)
		}
	}
}
