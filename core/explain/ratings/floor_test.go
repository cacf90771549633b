package ratings

import (
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/core/rating"
	"github.com/tallyproof/tallyproof/core/rulebook"
)

// Where the floor binds, sentence and outcomes say what the rating did, not what the formula
// gives; by hand from Clawdiators docs, Elo.
func TestSaysWhatTheRatingDid(t *testing.T) {
	for _, c := range []struct {
		before   float64
		sentence string
		changes  [3]string
	}{
		{101, "A loss moves the rating from 101 to 100 (−1).", [3]string{"+16", "0", "−1"}},
		{50, "A loss moves the rating from 50 to 100 (+50).", [3]string{"+50", "+50", "+50"}},
		{100, "A loss leaves the rating at 100.", [3]string{"+16", "0", "0"}},
	} {
		t.Run(c.sentence, func(t *testing.T) {
			got, err := Rating(rating.UpdateRequest{Rulebook: rulebook.ID("clawdiators"), Rating: c.before, Opponent: &c.before, Outcome: "loss"})
			if err != nil || got.Sentence != c.sentence || got.Change != c.changes[2] {
				t.Errorf("%q, %q, %v", got.Sentence, got.Change, err)
			}
			for i, o := range got.Outcomes {
				if o.Change != c.changes[i] {
					t.Errorf("%s: %s, want %s", o.Outcome, o.Change, c.changes[i])
				}
			}
			if last := got.Notes[len(got.Notes)-1].Text; last != "A rating cannot fall below 100: the formula alone gives −16." {
				t.Error(last)
			}
		})
	}
}

// The same of pairs, by rules like those of AiRENA with a floor of 1195: by hand, a loss
// among two equals is −20 and the rating 1195.
func TestSaysWhatPairedRatingsDid(t *testing.T) {
	ref := rulebook.ID("airena")
	rb, err := ref.Resolve()
	if err != nil {
		t.Fatal(err)
	}
	own, scheme, floor := *rb, *rb.Rating, 1195.0
	own.ID, own.Rating, scheme.Floor = "floored", &scheme, &floor
	entrants := []rating.Entrant{{ID: "a", Rating: 1200, Score: 1}, {ID: "b", Rating: 1200, Score: 2}}
	got, err := Challenge(ChallengeRequest{Rulebook: rulebook.Custom(own), Entrants: contenders(entrants)})
	if err != nil || got.Sentence != "a comes 2nd of 2 and loses 5 points: 1200 → 1195." || got.Rows[1].Change != "−5" || got.Brief != "−5" {
		t.Fatalf("%+v, %v", got, err)
	}
	me := got.Result.Entrants[0]
	if !me.Floored || *me.Moved != -5 || me.Change != -20 {
		t.Errorf("%+v: want a change of −20 and −5 points moved", me)
	}
	if last := got.Steps[len(got.Steps)-1]; last.Formula != "max(1195, 1200 − 20)" || last.Value != "1195.00" {
		t.Errorf("%+v", last)
	}
	more, err := Entrant(EntrantRequest{Rulebook: rulebook.Custom(own), Entrants: contenders(entrants), Entrant: rating.Entrant{ID: "c", Rating: 1200, Score: 1}})
	if err != nil || !strings.Contains(more.Sentence, "nothing changes for a: −5") {
		t.Errorf("%q, %v", more.Sentence, err)
	}
}
