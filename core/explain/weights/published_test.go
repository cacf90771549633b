package weights

import (
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/core/table"
)

// Totals agree as far as they are rounded; places are compared among those that are ranked.
// Numbers by hand.
func TestPublished(t *testing.T) {
	for _, tt := range []struct{ name, text, totals, places, rows string }{
		{"all agree", "agent,x,y,score,rank\na,90,60,75,1\nb,50,61,55.5,2\n", "Your weights reproduce all 2 published totals.",
			"Your ranking has all 2 published places.", "a 75 ; b 55.5 "},
		{"one is off", "agent,x,y,score\na,90,60,75\nb,50,61,55.1\n", "Your weights reproduce 1 of 2 published totals; b differs by 0.40.", "",
			"a 75 ; b 55.1 +0.40"},
		{"rounded", "agent,x,y,score\na,90.25,60,75.1\nb,50,61,56\nc,10,21,15.5\n", "Your weights reproduce 2 of 3 published totals; b differs by 0.50.", "",
			"a 75.1 ; b 56 −0.50; c 15.5 "},
		{"no total agrees", "agent,x,y,score\na,90,60,70\nb,50,61,59\n", "Your weights reproduce none of 2 published totals; a differs most, by 5.00.", "",
			"a 70 +5.00; b 59 −3.50"},
		{"rates in percent", "agent,x,y,score\na,0.9,0.6,75 %\nb,0.5,0.61,55.5 %\n", "Your weights reproduce all 2 published totals.", "", "a 75 % ; b 55.5 % "},
		{"places alone", "agent,x,y,rank\na,90,60,2\nb,50,61,1\nc,10,20,3\n", "", "Your ranking has 1 of 3 published places; a is 1, not 2.", "a 2 ; b 1 ; c 3 "},
		{"the first has no score", "agent,x,y,rank\nz,,60,1\na,90,60,2\nb,50,61,3\n", "", "Your ranking has all 2 published places.", "a 2 ; b 3 "},
		{"a total is missing", "agent,x,y,score\na,90,60,75\nb,50,61,\n", "Your weights reproduce the one published total.", "", "a 75 ; b  "},
		{"nothing is published", "agent,x,y\na,90,60\n", "", "", "a  "},
	} {
		res, err := Weights(Request{Text: tt.text, Reading: table.Reading{}})
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		totals, places, rows := "", "", []string{}
		if res.Totals != nil {
			totals = res.Totals.Sentence
		}
		if res.Places != nil {
			places = res.Places.Sentence
		}
		for _, row := range res.Rows {
			rows = append(rows, row.Name+" "+row.Published+" "+row.Differs)
		}
		if got := strings.Join(rows, "; "); totals != tt.totals || places != tt.places || got != tt.rows {
			t.Errorf("%s: %q, %q, %q", tt.name, totals, places, got)
		}
	}
}

// Without pinned weights, rows move from their published places.
func TestMovesFromPublishedPlaces(t *testing.T) {
	const text = "agent,x,y,rank\na,90,60,2\nb,50,61,1\nc,10,20,3\n"
	half := weightsNamed("x", 50.0, "y", 50.0)
	for name, tt := range map[string]struct {
		req  Request
		want string
	}{
		"published": {Request{Text: text, Weights: half}, "▲1 ▼1 "},
		"pinned":    {Request{Text: text, Weights: half, Pinned: half}, "  "},
	} {
		res, err := Weights(tt.req)
		if err != nil {
			t.Fatal(err)
		}
		if got := res.Rows[0].Move + " " + res.Rows[1].Move + " " + res.Rows[2].Move; got != tt.want {
			t.Errorf("%s: %q, want %q", name, got, tt.want)
		}
	}
}
