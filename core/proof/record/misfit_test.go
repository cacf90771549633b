package record

import "testing"

// TestSameFolded checks that names are compared as [Folded] folds them, all with all.
func TestSameFolded(t *testing.T) {
	names := append([]string{"", "_", " ", "- .", "Score", "SCORE_", "_score", "sc ore", "final-Score", "finalscore", "final_scores", "`", "@", "[", "{", "ſcore", "ѕcore", "scoré", "SCORÉ", "score\u200b", "K", "\u212a"}, ScoreNames...)
	same := 0
	for _, a := range names {
		for _, b := range names {
			want := Folded(a) == Folded(b)
			if got := sameFolded(a, b); got != want {
				t.Errorf("%q and %q: %t, folded %q and %q", a, b, got, Folded(a), Folded(b))
			}
			if want && a != b {
				same++
			}
		}
	}
	if same < 10 {
		t.Errorf("%d pairs of different names are the same: want some to compare", same)
	}
}
