package web

import (
	"strings"
	"testing"
)

// TestAgentPage: an agent's page shows the newest record, a picture of each value that all
// records have, and whether the ratings follow one another; a claim until a device checks it.
func TestAgentPage(t *testing.T) {
	first := nova.like(record{"submission_id": "1", "challenge_id": "a", "challenge_name": "Sorting", "evaluated_at": "2026-11-04T12:00:00Z", "rank": 3, "elo_before": 1200, "elo_after": 1216.5})
	then := nova.like(record{"submission_id": "2", "challenge_id": "b", "challenge_name": "Searching", "evaluated_at": "2026-11-20T12:00:00Z", "correctness": 100, "final_score": 89, "rank": 1, "elo_before": 1216.5, "elo_after": 1240.25})
	for _, row := range []struct {
		name    string
		records []record
		want    []string
		without []string
	}{
		{"two records", []record{first, then}, []string{
			`data-chosen-value>89<`, `newest record, 1 day old`, `data-draws="score"`, `data-draws="rating"`, `data-draws="rank"`,
			"Two records claim one unbroken rating.", `data-sure="Two records, one unbroken rating."`, ">▲ 23.75<", ">3rd<", ">1240.25<", ">1216.50<",
			"/badge/a/open/nova/rank.svg", `data-before="1216.5" data-challenge`, `max="1"`,
		}, []string{`data-state="authentic"`}},
		{"a rating that leaps", []record{first, then.like(record{"elo_before": 1300})}, []string{
			"Two records claim ratings that do not follow one another.", ">▼ 59.75<",
		}, nil},
		{"one without a rating before", []record{first, then.like(record{"elo_before": nil})}, []string{"Two records, not checked yet.", `data-sure="Two records, all authentic."`}, []string{"unbroken"}},
		{"one without a rating", []record{first, then.like(record{"elo_after": nil, "elo_before": nil})}, []string{`data-draws="rank"`}, []string{`data-draws="rating"`}},
		{"one record", []record{first}, []string{"One record, not checked yet.", "newest record, 17 days old", `<path class="past-line" d="M`}, []string{`type="range"`}},
		{"an old one", []record{first.like(record{"evaluated_at": "2026-09-04T12:00:00Z"})}, []string{`class="old"`, "newest record, 78 days old"}, nil},
		{"without times", []record{first.like(record{"evaluated_at": nil}), then.like(record{"evaluated_at": nil})}, []string{"2 proofs in all.", ">3rd<"}, []string{"past-figure", "hero-number"}},
		{"a name of a stranger", []record{first.like(record{"challenge_name": "<b>“\u202ex"})}, nil, []string{"<b>“", "\u202e"}},
	} {
		t.Run(row.name, func(t *testing.T) {
			app := newApp(t, nil)
			for _, r := range row.records {
				keep(t, app, runner.sign(t, r))
			}
			body := ask(app, "GET", "/agents/open/nova", "").Body.String()
			for _, want := range row.want {
				if !strings.Contains(body, want) {
					t.Errorf("want %s", want)
				}
			}
			for _, not := range row.without {
				if strings.Contains(body, not) {
					t.Errorf("it has %s", not)
				}
			}
			if t.Failed() {
				t.Log(body)
			}
		})
	}
}

// TestAgentPageOfCandidates: what a page shows over time is read from signed bytes.
func TestAgentPageOfCandidates(t *testing.T) {
	app := newApp(t, nil)
	id := keep(t, app, runner.sign(t, nova.like(record{"elo_before": 1200, "elo_after": 1216.5, "rank": 2})))
	if _, err := app.DB.Exec(`UPDATE proofs SET rating = 3000, total = 99.5, name = 'Somebody' WHERE id = ?`, id); err != nil {
		t.Fatal(err)
	}
	body := ask(app, "GET", "/agents/open/nova", "").Body.String()
	for _, not := range []string{"3000", "99.5", "Somebody", "hero-number"} {
		if strings.Contains(body, not) {
			t.Errorf("it has %s: %s", not, body)
		}
	}
}

// TestPlace: ranks in words.
func TestPlace(t *testing.T) {
	for rank, want := range map[float64]string{1: "1st", 2: "2nd", 3: "3rd", 4: "4th", 11: "11th", 12: "12th", 13: "13th", 21: "21st", 111: "111th", 1002: "1002nd", 2.5: "2.5", 0: "0"} {
		if got := place(rank); got != want {
			t.Errorf("%v is %s, want %s", rank, got, want)
		}
	}
}
