package ranking

import (
	"testing"

	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/score"
)

// Sensitivity and fit rank as Rank does: the row given first is ahead of its
// equal, whatever ids and times say.
func TestStudiesKeepTheOrderGiven(t *testing.T) {
	rows := []score.Submission{
		{ID: "z", SubmittedAt: "2026-01-02T00:00:00Z", Dimensions: map[string]float64{"pass_rate": 0.5}},
		{ID: "a", SubmittedAt: "2026-01-01T00:00:00Z", Dimensions: map[string]float64{"pass_rate": 0.5}},
	}
	for id, first := range map[string]string{"term": "a", "term-live": "z"} {
		study, err := Sensitivity(SensitivityRequest{Rulebook: rulebook.ID(id), Submissions: rows, Samples: 10})
		if err != nil {
			t.Fatal(err)
		}
		if study.Winner.ID != first || study.Acceptability[0].First != 1 || study.Acceptability[0].ID != first {
			t.Errorf("%s: winner %+v, acceptability %+v, want %s", id, study.Winner, study.Acceptability, first)
		}
		for _, order := range [][]string{{"a", "z"}, {"z", "a"}} {
			fit, err := Fit(FitRequest{Rulebook: rulebook.ID(id), Submissions: rows, Order: order})
			if err != nil {
				t.Fatal(err)
			}
			if want := order[0] == first; fit.Feasible != want {
				t.Errorf("%s: order %v feasible %t, want %t", id, order, fit.Feasible, want)
			}
		}
	}
}
