package audit

import (
	"strings"
	"testing"
)

// TestChallengeCountsWhatIsNotCompared: no kind of claim is left out in silence.
func TestChallengeCountsWhatIsNotCompared(t *testing.T) {
	for _, tt := range []struct {
		name, request string
		missed        int
		want          string
	}{
		{"a score", `{"rulebook":"airena","challenge":{"submissions":[{"id":"a","score":1}]}}`, 1, "1 score."},
		{"results of rules without thresholds", `{"rulebook":"airena","challenge":{"submissions":[{"id":"a","score":1,"result":"win","outcome":"win"}]}}`, 3, "1 score and 2 results."},
		{"a result without a score", `{"rulebook":"clawdiators","challenge":{"submissions":[{"id":"a","result":"win"}]}}`, 1, "1 result."},
		{"ranks without scores", `{"rulebook":"term","challenge":{"submissions":[{"id":"a","rank":1},{"id":"b","rank":2}]}}`, 2, "2 ranks."},
		{"ranks that a time decides", `{"rulebook":"term","challenge":{"submissions":[{"id":"a","rank":1,"score":2},{"id":"b","rank":3,"score":1},{"id":"c","rank":2,"score":1}]}}`, 4, "3 scores and 1 rank."},
		{"ratings of rules that do not rate", `{"rulebook":"term","challenge":{"submissions":[{"id":"a","rating_after":1,"rating_change":2}]}}`, 2, "2 ratings."},
		{"ratings of entrants without what they follow from", `{"rulebook":"airena","challenge":{"submissions":[{"id":"a","rating_after":1200},{"id":"b","rating_before":1,"rating_change":1,"rating_after":2}]}}`, 2, "2 ratings."},
		{"a solo rating out of nowhere", `{"rulebook":"clawdiators","challenge":{"submissions":[{"id":"a","rating_after":1000}]}}`, 1, "1 rating."},
		{"dimension scores of weights that do not hold", `{"rulebook":"term","challenge":{"weights":{"pass_rate":0.9},"submissions":[{"id":"a","dimensions":{"pass_rate":0.5},"measurements":{"pass_rate":{"passed":1,"total":2}}}]}}`, 1, "1 dimension score."},
		{"proofs", `{"rulebook":"term","challenge":{"submissions":[{"id":"a","proof":null},{"id":"b","proof":"x"}]}}`, 1, "1 proof."},
		{"nothing", `{"rulebook":"term","challenge":{"submissions":[{"id":"a","dimensions":{"pass_rate":0.5},"score":0.5,"rank":1}]}}`, 0, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := auditOf(t, readRequest(t, tt.request)).Summary
			if _, said, _ := strings.Cut(got.Sentence, " Not compared: "); said != tt.want || got.Missed != tt.missed {
				t.Errorf("%q, %d; want %q, %d", got.Sentence, got.Missed, tt.want, tt.missed)
			}
		})
	}
}
