package web

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/tallyproof/tallyproof/core/score"
)

// TestRanks: page by page, a leaderboard is what score.rank makes of all its
// totals at once, ties over the end of a page too.
func TestRanks(t *testing.T) {
	for _, row := range []struct {
		name          string
		proofs        int
		totals, times int // how many different ones; few make ties
	}{
		{"one", 1, 1, 1},
		{"a page", pageSize, 1000, 1000},
		{"one more than a page", pageSize + 1, 1000, 1000},
		{"all tied", 2*pageSize + 7, 1, 1},
		{"many ties", 4*pageSize - 1, 5, 3},
		{"some ties", 3 * pageSize, 40, 2},
	} {
		t.Run(row.name, func(t *testing.T) {
			app := newApp(t, nil)
			chance := rand.New(rand.NewPCG(1, uint64(row.proofs)))
			req := score.RankRequest{Rulebook: totals}
			for i := range row.proofs {
				total := float64(chance.IntN(row.totals)) / 8
				r := record{"version": "tallyproof-score/1", "challenge_id": "c", "agent_id": fmt.Sprintf("a%d", i), "submission_id": "s", "total": total}
				at := ""
				if second := chance.IntN(row.times + 1); second > 0 {
					at = now.Add(-time.Duration(second) * time.Second).Format(time.RFC3339)
					r["submitted_at"] = at
				}
				id := keep(t, app, runner.sign(t, r))
				req.Submissions = append(req.Submissions, score.Submission{ID: id, SubmittedAt: at, Dimensions: map[string]float64{"total": total}})
			}
			want, err := score.Rank(req)
			if err != nil {
				t.Fatal(err)
			}
			var got []Entry
			for path := "/challenges/open/c.json"; path != ""; {
				l := read[List](t, ask(app, "GET", path, ""))
				if l.Count != row.proofs || len(l.Entries) == 0 {
					t.Fatalf("%s: %d of %d", path, len(l.Entries), l.Count)
				}
				got = append(got, l.Entries...)
				path = strings.TrimPrefix(l.Next, base)
			}
			if len(got) != row.proofs {
				t.Fatalf("%d entries, want %d", len(got), row.proofs)
			}
			for i, s := range want.Standings {
				if got[i].ID != s.ID || got[i].Rank != s.Rank || *got[i].Total != s.Score {
					t.Fatalf("place %d: got %s with rank %d and %v, want %s with rank %d and %v", i, got[i].ID, got[i].Rank, *got[i].Total, s.ID, s.Rank, s.Score)
				}
			}
		})
	}
}

// TestLeadersOverPages: how many proofs lead is counted over all pages, and in the
// picture too.
func TestLeadersOverPages(t *testing.T) {
	app := newApp(t, nil)
	const proofs = pageSize + 10
	for i := range proofs {
		keep(t, app, runner.sign(t, record{"version": "tallyproof-score/1", "challenge_id": "c", "agent_id": "nova", "agent_name": "Nova", "submission_id": fmt.Sprint(i), "score": 85}))
	}
	const want = "Nova leads, and 59 other proofs share the rank, by what 60 rows claim."
	l := read[List](t, ask(app, "GET", "/challenges/open/c.json", ""))
	for _, path := range []string{"/challenges/open/c.md", "/challenges/open/c.md" + l.Next[strings.Index(l.Next, "?"):]} {
		if body := ask(app, "GET", path, "").Body.String(); !strings.Contains(plainly.Replace(body), want) {
			t.Errorf("%s: %s", path, body)
		}
	}
	for query, want := range map[string]bool{"": false, l.Next[strings.Index(l.Next, "?"):]: true} {
		body := ask(app, "GET", "/challenges/open/c"+query, "").Body.String()
		if got := strings.Contains(body, `<a href="/challenges/open/c">First page</a>`); got != want {
			t.Errorf("%q leads to the first page: %v; want %v", query, got, want)
		}
	}
	whole, problem := app.Leaderboard(t.Context(), "open", "c", "")
	if problem != nil {
		t.Fatal(problem)
	}
	if got := app.boardCard(whole).Answer; got != "Nova leads with 85, and 59 other proofs share the rank." {
		t.Errorf("the picture says %q", got)
	}
}

// plainly takes away what only sets a name off from a sentence, and emphasis.
var plainly = strings.NewReplacer("\u2068", "", "\u2069", "", "**", "")

// TestHistory lists an agent's proofs over pages, the latest first and those without a
// time last, those of other arenas and agents not among them.
func TestHistory(t *testing.T) {
	app := newApp(t, nil)
	const proofs = 2 * pageSize // the first page ends between two of one time
	for i := range proofs {
		at := now.Add(-time.Duration(i/2) * time.Hour).Format(time.RFC3339) // each twice
		r := record{"version": "tallyproof-score/1", "challenge_id": fmt.Sprint("c", i), "agent_id": "nova", "score": i}
		if i%4 > 0 {
			r["evaluated_at"] = at
		}
		keep(t, app, runner.sign(t, r))
	}
	keep(t, app, anywhere.sign(t, record{"version": "tallyproof-score/1", "arena": "other", "agent_id": "nova", "score": 1}))
	keep(t, app, runner.sign(t, record{"version": "tallyproof-score/1", "agent_id": "atlas", "score": 1}))
	seen := map[string]bool{}
	last := "9999"
	for path := "/agents/open/nova.json"; path != ""; {
		l := read[List](t, ask(app, "GET", path, ""))
		if l.Count != proofs {
			t.Fatalf("count %d", l.Count)
		}
		for _, e := range l.Entries {
			if seen[e.ID] || e.EvaluatedAt > last || e.Rank != 0 {
				t.Errorf("%+v after %s", e, last)
			}
			seen[e.ID], last = true, e.EvaluatedAt
		}
		path = strings.TrimPrefix(l.Next, base)
	}
	if len(seen) != proofs {
		t.Errorf("%d entries, want %d", len(seen), proofs)
	}
}

// TestWithoutScore: a record without a score is not stored.
func TestWithoutScore(t *testing.T) {
	app := newApp(t, nil)
	r := record{"version": "tallyproof-score/1", "challenge_id": "c", "agent_id": "nova", "points": 9999, "elo_after": 1233.5}
	w := ask(app, "POST", Proofs, runner.sign(t, r))
	if problem := read[Problem](t, w); w.Code != 403 || problem.Verdict != "qualified" || !strings.Contains(problem.Detail, "have no score") {
		t.Errorf("got %d %+v", w.Code, problem)
	}
}

// TestSentences are the answers at the top of lists.
func TestSentences(t *testing.T) {
	x, y := 88.0, 11.0
	top := Entry{Rank: 1, Name: "Nova", Total: &x, Title: "Sorting", EvaluatedAt: "2026-11-20T12:00:00Z"}
	for _, row := range []struct {
		name string
		say  func(*List) string
		list List
		want string
	}{
		{"one leads", leads, List{Entries: []Entry{top, {Rank: 2}}}, "Nova leads with 88."},
		{"two lead", leads, List{Entries: []Entry{top, top}, tied: 2}, "Nova leads with 88, and one other proof shares the rank."},
		{"more than a page leads", leads, List{Entries: []Entry{top, top}, tied: 60}, "Nova leads with 88, and 59 other proofs share the rank."},
		{"without a name", leads, List{Entries: []Entry{{Rank: 1, Total: &x}}}, "A record without a name leads with 88."},
		{"a later page", leads, List{Count: 60, Entries: []Entry{{Rank: 51}}}, "60 proofs in all."},
		{"past the end", leads, List{Count: 1}, "1 proof in all."},
		{"newest", latest, List{Count: 1, Entries: []Entry{top}}, "The newest proof is of 88 in Sorting, on 2026-11-20."},
		{"newest, a rating", latest, List{Count: 1, Entries: []Entry{{Rating: &x, EvaluatedAt: "2026-11-20T12:00:00Z"}}}, "The newest proof is of a rating of 88, on 2026-11-20."},
		{"newest, handed in before another", latest, List{Count: 3, Entries: []Entry{{Total: &y, SubmittedAt: "2030-01-01T00:00:00Z", EvaluatedAt: "2026-11-20T13:00:00+02:00"}, top, {Total: &y}}}, "The newest proof is of 88 in Sorting, on 2026-11-20."},
		{"newest, two at once", latest, List{Count: 2, Entries: []Entry{top, top}}, "One of the newest proofs is of 88 in Sorting, on 2026-11-20."},
		{"newest of a page", latest, List{Count: 60, Entries: []Entry{top}}, "The newest proof on this page is of 88 in Sorting, on 2026-11-20."},
		{"no time is known", latest, List{Count: 1, Entries: []Entry{{Total: &x}}}, "1 proof in all."},
		{"history past the end", latest, List{Count: 2}, "2 proofs in all."},
	} {
		if got := row.say(&row.list); got != row.want {
			t.Errorf("%s: got %q, want %q", row.name, got, row.want)
		}
	}
}

// TestFullBoard: a leaderboard takes 10,000 proofs that count. What does not count takes
// nobody's place, and a full leaderboard is answered whole.
func TestFullBoard(t *testing.T) {
	app := newApp(t, func(c *Config) { c.Keyring = []byte(owners("")) })
	id := keep(t, app, runner.sign(t, nova))
	fill := func(n int) {
		t.Helper()
		ids := make([]string, n)
		for i := range ids {
			ids[i] = idOf("filler", fmt.Sprint(i))
		}
		list, _ := json.Marshal(ids)
		if _, err := app.DB.Exec(`INSERT INTO proofs (id, content, text, arena, challenge, agent, name, total, at, stored_at, slot, key, owner, signed_at)
			SELECT value, value, text, arena, challenge, agent, name, total, at, stored_at, value, proofs.key, owner, signed_at FROM proofs, json_each(?) WHERE proofs.id = ?`, string(list), id); err != nil {
			t.Fatal(err)
		}
	}
	fill(mostOnBoard - 2)
	last := nova.like(record{"submission_id": "last"})
	lastID := keep(t, app, runner.sign(t, last))
	further := nova.like(record{"submission_id": "further"})
	w := ask(app, "POST", Proofs, runner.sign(t, further))
	if problem := read[Problem](t, w); w.Code != 409 || problem.Code != "full" || !strings.Contains(problem.Detail, "has 10000 proofs") {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
	if l := read[List](t, ask(app, "GET", "/challenges/open/sort-1.json", "")); l.Count != mostOnBoard || len(l.Entries) != pageSize {
		t.Errorf("%d in all, %d here", l.Count, len(l.Entries))
	}
	keep(t, app, runner.sign(t, further.like(record{"challenge_id": "sort-2"})))
	keep(t, app, second.sign(t, last)) // in place of the same submission
	keep(t, app, runner.sign(t, change(id, "")))
	keep(t, app, runner.sign(t, further))
	if w := ask(app, "POST", Proofs, runner.sign(t, last.like(record{"submission_id": "again"}))); w.Code != 409 {
		t.Errorf("full again: %d %s", w.Code, w.Body)
	}
	app = app.withKeys(t, owners(revoked))
	keep(t, app, second.sign(t, last.like(record{"submission_id": "again"})))
	if l := read[List](t, ask(app, "GET", "/challenges/open/sort-1.json", "")); l.Count != 2 || l.Others != mostOnBoard+1 {
		t.Errorf("after the revocation of %s: %d count, %d do not", lastID, l.Count, l.Others)
	}
}
