package rating

import (
	"fmt"
	"math"
	"testing"

	"github.com/tallyproof/tallyproof/core/rulebook"
)

// AiRENA docs, ELO Rating System, by hand: S is 1 for the higher score, one half
// for a tie; K is 40, 32 and 16 by competitions. Among equals E is one half; 400
// points more make it 10/11.
func TestPairsByHand(t *testing.T) {
	equal := []Entrant{{ID: "a", Rating: 1200, Competitions: 0, Score: 90}, {ID: "b", Rating: 1200, Competitions: 12, Score: 80}, {ID: "c", Rating: 1200, Competitions: 40, Score: 80}}
	tests := []struct {
		name, mode string
		entrants   []Entrant
		changes    []float64
	}{
		{"one higher score, one lower", "", []Entrant{{ID: "a", Rating: 1200, Score: 90}, {ID: "b", Rating: 1200, Score: 80}}, []float64{20, -20}},
		{"a tie", "", []Entrant{{ID: "a", Rating: 1200, Score: 80}, {ID: "b", Rating: 1200, Score: 80}}, []float64{0, 0}},
		{"400 points more, and lost", "", []Entrant{{ID: "a", Rating: 1600, Score: 1}, {ID: "b", Rating: 1200, Score: 2}}, []float64{-40 * 10 / 11.0, 40 * 10 / 11.0}},
		{"each against all others, the mean", "mean", equal, []float64{20, -8, -4}},
		{"each against all others, the sum", "sum", equal, []float64{40, -16, -8}},
		{"alone", "", equal[:1], []float64{0}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := PairwiseElo(PairwiseRequest{Rulebook: rulebook.ID("airena"), Mode: tt.mode, Entrants: tt.entrants})
			if err != nil {
				t.Fatal(err)
			}
			for i, want := range tt.changes {
				if e := got.Entrants[i]; math.Abs(e.Change-want) > 1e-12 || math.Abs(e.Rating-e.Change-tt.entrants[i].Rating) > 1e-9 {
					t.Errorf("%s: %s, want %v", tt.name, fmt.Sprintf("%+v", e), want)
				}
			}
		})
	}
}

// A category that the rulebook does not name is warned of, if it names any.
func TestUnknownCategory(t *testing.T) {
	scheme := func(names ...string) *rulebook.CategoryOf { return &rulebook.CategoryOf{Start: 1000, Names: names} }
	for _, row := range []struct {
		name     string
		of       *rulebook.CategoryOf
		category string
		warned   bool
	}{
		{"one of them", scheme("coding", "context"), "context", false},
		{"another", scheme("coding", "context"), "research", true},
		{"none is given", scheme("coding", "context"), "", false},
		{"none is named", scheme(), "research", false},
	} {
		if got := namedCategory(row.of, row.category); (len(got) == 1) != row.warned {
			t.Errorf("%s: %+v, want a warning: %t", row.name, got, row.warned)
		}
	}
}
