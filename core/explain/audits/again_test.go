package audits

import (
	"reflect"
	"strings"
	"testing"
)

// TestSaysAgain: of several scores of a row each is compared, and what else it has under
// two names is named as not used: else a right value would hide one that a reader sees.
func TestSaysAgain(t *testing.T) {
	const scores = `"correctness":50,"speed":50,"quality":50,"process":50`
	for _, tt := range []struct {
		name, text string
		want       []string
		why, note  string
		missed     int
	}{
		{"a score in a table", "agent_id,score,final_score,correctness,speed,quality,process\na,99,50,50,50,50,50\nb,40,40,40,40,40,40", []string{"score a 99 50"}, `in the member "score"`, "", 0},
		{"a score in a text", "agent;score;total;correctness;speed;quality;process\na;50;99,5;50;50;50;50", []string{"score a 99.5 50"}, `in the member "total"`, "", 0},
		{"two scores more", `[{"id":"a","score":99,"total":99,"final_score":50,` + scores + `}]`, []string{"score a 99 50", "score a 99 50"}, `in the member "total"`, "", 0},
		{"every score", `[{"id":"a","score":99,"final_score":98,` + scores + `}]`, []string{"score a 98 50", "score a 99 50"}, "", "", 0},
		{"a rounded score", `[{"id":"a","score":51,"final_score":50.6,"correctness":51.5,"speed":50,"quality":50,"process":50}]`, nil, "", "", 0},
		{"the same score", `[{"id":"a","score":50,"total":"50","final_score":50,"composite":null,` + scores + `}]`, nil, "", "", 0},
		{"a score that is not recomputed", `[{"id":"a","score":99,"final_score":50}]`, nil, "", "", 2},
		{"a score that is no number", `[{"id":"a","score":"A","final_score":50,` + scores + `}]`, nil, "", "Not used: score.", 0},
		{"a rank", `[{"id":"a","place":2,"rank":1,"score":50,` + scores + `}]`, nil, "", "Not used: place.", 0},
		{"a rating", `[{"id":"a","elo_after":3000,"rating_after":1200,` + scores + `}]`, nil, "", "Not used: elo_after.", 1},
		{"the same rank and rating", `[{"id":"a","place":1,"rank":1,"elo_after":"1200","rating_after":1200,"score":50,` + scores + `}]`, nil, "", "", 1},
		{"a rating, perhaps the one before", `[{"id":"a","elo":1190,"rating_after":1200,` + scores + `}]`, nil, "", "Not used: elo.", 1},
		{"a rating before", `[{"id":"a","elo_before":1190,"rating_before":1200,"score":50,` + scores + `}]`, nil, "", "Not used: elo_before.", 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			res := explained(t, Request{Text: tt.text, Rulebook: airena()})
			if got := places(res); !reflect.DeepEqual(got, tt.want) || res.Missed != tt.missed {
				t.Errorf("%q, %d missed; want %q, %d", got, res.Missed, tt.want, tt.missed)
			}
			if tt.why != "" && (len(res.Rows) == 0 || !strings.HasSuffix(res.Rows[len(res.Rows)-1].Why, tt.why)) {
				t.Errorf("%+v, want %q", res.Rows, tt.why)
			}
			note := ""
			for _, n := range res.Notes {
				if strings.HasPrefix(n.Text, "Not used: ") {
					note = n.Text
				}
			}
			if note != tt.note {
				t.Errorf("%+v, want %q", res.Notes, tt.note)
			}
		})
	}
}
