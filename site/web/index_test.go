package web

import (
	"fmt"
	"html"
	"regexp"
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/site/web/store"
)

// TestChallengeIndex: page by page, every challenge with a total is listed once,
// by arena and id, with as many proofs as its leaderboard has.
func TestChallengeIndex(t *testing.T) {
	app := newApp(t, nil)
	for i := range 2*pageSize + 3 {
		for n := range i%3 + 1 {
			keep(t, app, runner.sign(t, record{"version": "tallyproof-score/1", "challenge_id": fmt.Sprintf("c %03d", i), "challenge_name": fmt.Sprintf("No. %d", i), "submission_id": fmt.Sprint(n), "total": float64(i) + float64(n)/4}))
		}
	}
	var got []ChallengeEntry
	pages := 0
	for path := Challenges + "index.json"; path != ""; pages++ {
		l := read[ChallengeList](t, ask(app, "GET", path, ""))
		got = append(got, l.Entries...)
		path = strings.TrimPrefix(l.Next, base)
	}
	if len(got) != 2*pageSize+3 || pages != 3 {
		t.Fatalf("%d challenges on %d pages", len(got), pages)
	}
	for i, c := range got {
		want := ChallengeEntry{
			Arena: "open", Challenge: fmt.Sprintf("c %03d", i), Title: fmt.Sprintf("No. %d", i),
			URL: fmt.Sprintf("%s/challenges/open/c%%20%03d", base, i), Count: i%3 + 1, Best: float64(i) + float64(i%3)/4,
		}
		if c != want {
			t.Errorf("challenge %d is %+v, want %+v", i, c, want)
		}
		if l := read[List](t, ask(app, "GET", strings.TrimPrefix(c.URL, base)+".json", "")); l.Count != c.Count {
			t.Errorf("%s has %d proofs, and is listed with %d", c.URL, l.Count, c.Count)
		}
	}
	first := ask(app, "GET", Challenges, "").Body.String()
	next := regexp.MustCompile(`rel="next" href="([^"]+)"`).FindStringSubmatch(first)
	if next == nil || !strings.Contains(first, "50 challenges on this page. More pages follow.") {
		t.Fatalf("got %s", first)
	}
	if second := ask(app, "GET", html.UnescapeString(next[1]), "").Body.String(); !strings.Contains(second, ">No. 50<") || !strings.Contains(second, "First page") {
		t.Errorf("got %s", second)
	}
	if last := ask(app, "GET", Challenges+"?after=open/c+099", "").Body.String(); !strings.Contains(last, "The last 3 challenges.") {
		t.Errorf("got %s", last)
	}
}

// TestRecordsWithoutChallenge: a store without proofs says so.
func TestRecordsWithoutChallenge(t *testing.T) {
	app := newApp(t, nil)
	if w := ask(app, "GET", Challenges, ""); w.Code != 200 || !strings.Contains(w.Body.String(), "No proof of a challenge is stored here yet.") {
		t.Errorf("got %d %s", w.Code, w.Body)
	}
	if w := ask(app, "GET", BadgeIndex, ""); w.Code != 200 || w.Body.String() != `{"count":0,"proofs":[]}`+"\n" {
		t.Errorf("got %d %s", w.Code, w.Body)
	}
	for _, query := range []string{"", "?after=open%2Fsort-1"} {
		if w := ask(app, "GET", "/challenges"+query, ""); w.Code != 308 || w.Header().Get("Location") != Challenges+query {
			t.Errorf("got %d %v", w.Code, w.Header())
		}
	}
}

// TestBadgeIndex: page by page, every proof is listed once, and every address in
// its lines is there.
func TestBadgeIndex(t *testing.T) {
	app := newApp(t, nil)
	const proofs = pageSize + 2
	for i := range proofs {
		r := nova.like(record{"agent_name": fmt.Sprintf("No. %d \"<&]", i), "submission_id": fmt.Sprint(i)})
		if i < 2 {
			r = r.like(record{"rating": 1200})
		}
		keep(t, app, runner.sign(t, r))
	}
	addresses := regexp.MustCompile(regexp.QuoteMeta(base) + `[^)"<> ]*`)
	kinds, seen := map[string]int{}, map[string]bool{}
	for path := BadgeIndex; path != ""; {
		l := read[BadgeList](t, ask(app, "GET", path, ""))
		if l.Count != proofs {
			t.Errorf("%s counts %d proofs", path, l.Count)
		}
		for _, p := range l.Proofs {
			seen[p.ID] = true
			for _, b := range p.Badges {
				kinds[b.Kind]++
				for _, line := range []string{b.SVG, b.Endpoint, b.Markdown, b.HTML} {
					found := addresses.FindAllString(line, -1)
					if len(found) == 0 {
						t.Errorf("%q names no address", line)
					}
					for _, address := range found {
						if w := ask(app, "GET", strings.TrimPrefix(address, base), ""); w.Code != 200 || strings.Contains(w.Body.String(), "no such proof") {
							t.Errorf("%s: %d", address, w.Code)
						}
					}
				}
				if b.Kind != "verified" {
					if w := ask(app, "GET", strings.TrimPrefix(b.Endpoint, base), "").Body.String(); !strings.Contains(w, map[string]string{"score": `"message":"claims 85 `, "rating": `"message":"claims rating 1200 `}[b.Kind]) {
						t.Errorf("%s shows %s", b.Endpoint, w)
					}
				}
			}
		}
		path = strings.TrimPrefix(l.Next, base)
	}
	if len(seen) != proofs || kinds["score"] != proofs || kinds["rating"] != 2 || kinds["verified"] != proofs {
		t.Errorf("%d proofs, badges %v", len(seen), kinds)
	}
}

// A proof's page links to the lists that the proof is in, and to no others.
func TestListsOfProof(t *testing.T) {
	for _, row := range []struct{ name, arena, challenge, agent, want string }{
		{"both", "open", "sort-1", "nova", "/challenges/open/sort-1 Leaderboard of Sorting; /agents/open/nova All proofs of Nova; "},
		{"no agent", "open", "sort-1", "", "/challenges/open/sort-1 Leaderboard of Sorting; "},
		{"no challenge", "open", "", "nova", "/agents/open/nova All proofs of Nova; "},
		{"no arena", "", "sort-1", "nova", ""},
	} {
		got := ""
		for _, link := range moreOf(&shown{Proof: &store.Proof{Arena: row.arena, Challenge: row.challenge, Agent: row.agent}, title: "Sorting", name: "Nova"}) {
			got += link.Href + " " + link.Label + "; "
		}
		if got != row.want {
			t.Errorf("%s: %q, want %q", row.name, got, row.want)
		}
	}
}
