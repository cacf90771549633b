package web

import (
	"strings"
	"testing"
)

// TestBadgesThatFollow: the badge of an agent has the values of its newest proof that
// counts, at one address, whatever is stored, withdrawn or written into rows since.
func TestBadgesThatFollow(t *testing.T) {
	app := newApp(t, nil)
	const score, rank, rating = "/badge/a/open/nova/score.svg", "/badge/a/open/nova/rank.svg", "/badge/a/open/nova/rating.json"
	holds := func(step, path string, status int, want, never string) {
		t.Helper()
		w := ask(app, "GET", path, "")
		body := w.Body.String()
		if w.Code != status || !strings.Contains(body, want) || never != "" && strings.Contains(body, never) {
			t.Errorf("%s: %s: %d %s\nwant %d with %q and without %q", step, path, w.Code, body, status, want, never)
		}
		if got := w.Header().Get("Cache-Control"); got != "public, max-age=120, must-revalidate" {
			t.Errorf("%s: %s: Cache-Control: %q", step, path, got)
		}
		tag := w.Header().Get("ETag")
		if w := ask(app, "GET", path, "", "If-None-Match: "+tag); tag == "" || status == 200 && w.Code != 304 {
			t.Errorf("%s: %s with the ETag %q: %d", step, path, tag, w.Code)
		}
	}
	holds("nothing is stored", score, 404, ">no authentic proof<", "claims")

	keep(t, app, runner.sign(t, nova.like(record{"rank": 3})))
	holds("one proof", score, 200, ">claims 85<", "")
	holds("one proof", rank, 200, ">claims rank 3<", "")
	holds("a value that it lacks", rating, 200, "not in this proof", "")

	later := runner.sign(t, nova.like(record{"submission_id": "sort-1-nova-2", "evaluated_at": "2026-11-21T09:00:00Z",
		"correctness": 100, "final_score": 89, "elo_after": 1249.5}))
	id := keep(t, app, later)
	holds("a newer one", score, 200, ">claims 89<", "claims 85")
	holds("a newer one", rating, 200, `"message":"claims rating 1249.5`, "")

	keep(t, app, runner.sign(t, nova.like(record{"submission_id": "old", "evaluated_at": "2026-11-01T09:00:00Z", "correctness": 80, "final_score": 81})))
	holds("an older one that is stored later", score, 200, ">claims 89<", "claims 81")
	holds("another agent", "/badge/a/open/lyra/score.svg", 404, ">no authentic proof<", "claims")
	holds("another arena", "/badge/a/closed/nova/score.svg", 404, ">no authentic proof<", "claims")

	page := ask(app, "GET", "/agents/open/nova", "").Body.String()
	for _, want := range []string{
		`<img src="` + score + `" alt="Score of Nova" height="20">`,
		"[![Score of Nova](" + base + score + ")](" + base + "/agents/open/nova)",
		"/badge/a/open/nova/rating.svg",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the agent's page: want %s", want)
		}
	}
	if line := "[![Score of Nova](" + base + score + ")](" + base + "/agents/open/nova)"; len([]rune(line)) > 160 {
		t.Errorf("%d characters to paste: %s", len([]rune(line)), line)
	}

	if _, err := app.DB.Exec(`UPDATE proofs SET agent = 'lyra', arena = 'closed' WHERE id = ?`, keep(t, app, runner.sign(t, nova.like(record{"submission_id": "moved"})))); err != nil {
		t.Fatal(err)
	}
	holds("a row under another agent's name", "/badge/a/closed/lyra/score.svg", 404, ">no authentic proof<", "claims")
	if _, err := app.DB.Exec(`UPDATE proofs SET total = 999, name = 'Somebody Else' WHERE id = ?`, id); err != nil {
		t.Fatal(err)
	}
	holds("a row that differs from its proof", score, 200, ">claims 85<", "999")

	other := keep(t, app, runner.sign(t, nova.like(record{"submission_id": "3", "evaluated_at": "2026-11-21T10:00:00Z", "correctness": 95, "final_score": 87})))
	holds("a third", score, 200, ">claims 87<", "")
	keep(t, app, runner.sign(t, change(other, "")))
	holds("it is withdrawn", score, 200, ">claims 85<", "claims 87")
}
