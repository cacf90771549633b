package ratings

import (
	"testing"

	"github.com/tallyproof/tallyproof/core/rating"
)

// By hand: 1/(1 + 10^(35/400)) = 0.4498; the curve reaches two scales to both sides, and the
// opponent if that is further.
func TestOdds(t *testing.T) {
	scale := 100.0
	for _, tt := range []struct {
		req         rating.ExpectedRequest
		answer      string
		least, most float64
	}{
		{rating.ExpectedRequest{Rating: 1200, Opponent: 1235}, "45.0 %", 400, 2000},
		{rating.ExpectedRequest{Rating: 1200, Opponent: 3000}, "0.003 %", 400, 3000},
		{rating.ExpectedRequest{Rating: 1200, Opponent: 100}, "99.8 %", 100, 2000},
		{rating.ExpectedRequest{Rating: 1200, Opponent: 1200, Scale: &scale}, "50.0 %", 1000, 1400},
	} {
		got, err := Odds(tt.req)
		if err != nil {
			t.Fatal(err)
		}
		if got.Answer != tt.answer || got.Least != tt.least || got.Most != tt.most || got.Curve == "" {
			t.Errorf("%+v: %s from %v to %v, want %s from %v to %v", tt.req, got.Answer, got.Least, got.Most, tt.answer, tt.least, tt.most)
		}
	}
}
