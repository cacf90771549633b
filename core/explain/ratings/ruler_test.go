package ratings

import (
	"testing"

	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/rating"
)

// A match on a ruler: its pieces add up to its change.
func TestRuler(t *testing.T) {
	for _, tt := range []struct{ request, change, pieces string }{
		{`{"rulebook":"clawdiators-live","rating":1000,"matches":0,"difficulty":"veteran","outcome":"win","verified":true,"first_attempt":true}`, "+29", "gain 32 × (1 − 0.2403), rounded +24; bonus × 1.2 +5; "},
		{`{"rulebook":"clawdiators-live","rating":1000,"matches":0,"difficulty":"veteran","outcome":"loss","verified":true}`, "−8", "loss 32 × (0 − 0.2403), rounded −8; "},
	} {
		var req rating.UpdateRequest
		if err := op.SchemaOf[rating.UpdateRequest]().Decode([]byte(tt.request), &req); err != nil {
			t.Fatal(err)
		}
		got, err := Rating(req)
		if err != nil {
			t.Fatal(err)
		}
		pieces := ""
		for _, p := range got.Ruler.Pieces {
			pieces += p.Kind + " " + p.Says + " " + p.Label + "; "
		}
		if got.Change != tt.change || pieces != tt.pieces || got.Ruler.End.Label != got.Answer || got.Ruler.Start.Label != got.Before {
			t.Errorf("%s: %s, %s", tt.request, got.Change, pieces)
		}
	}
}
