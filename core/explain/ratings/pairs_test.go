package ratings

import (
	"math"
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/core/rating"
	"github.com/tallyproof/tallyproof/core/rulebook"
)

// The pairs of a challenge add up to its change, between the ratings of the last and the first
// place, which are the engine's own for these scores. The entrants are made for this test.
func TestPairsAddUp(t *testing.T) {
	challenge := func(mine float64, mode string) ChallengeRequest {
		return ChallengeRequest{Rulebook: rulebook.ID("airena"), Mode: mode, Entrants: contenders([]rating.Entrant{
			{ID: "me", Rating: 1302, Competitions: 14, Score: mine}, {ID: "a", Rating: 1468, Competitions: 40, Score: 94.5},
			{ID: "b", Rating: 1395, Competitions: 40, Score: 94.25}, {ID: "c", Rating: 1310, Competitions: 20, Score: 90.45},
			{ID: "d", Rating: 1043, Competitions: 5, Score: 38},
		})}
	}
	of := func(mine float64, mode string) ChallengeResponse {
		t.Helper()
		got, err := Challenge(challenge(mine, mode))
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	for _, mode := range []string{"mean", "sum"} {
		got := of(92, mode)
		if want := "last of 5: " + of(0, mode).Answer; got.Pairs.Last != want {
			t.Errorf("%s: %q, want %q", mode, got.Pairs.Last, want)
		}
		if want := "first: " + of(100, mode).Answer; got.Pairs.First != want {
			t.Errorf("%s: %q, want %q", mode, got.Pairs.First, want)
		}
		took, gave := got.Pairs.Before.At, got.Pairs.Before.At
		for _, p := range got.Pairs.Pieces {
			took, gave = min(took, p.At), max(gave, p.At+p.Width)
		}
		net := gave - got.Pairs.Before.At - (got.Pairs.Before.At - took)
		if moved := got.Pairs.After.At - got.Pairs.Before.At; math.Abs(net-moved) > 0.1 || len(got.Pairs.Pieces) != 4 {
			t.Errorf("%s: %d pieces come to %v, the change is %v", mode, len(got.Pairs.Pieces), net, moved)
		}
		if got.Pairs.Place != "3rd of 5" || got.Pairs.Up != "94.25" || got.Pairs.Down != "90.45" {
			t.Errorf("%s: %q, up at %q, down at %q", mode, got.Pairs.Place, got.Pairs.Up, got.Pairs.Down)
		}
	}
	for _, tt := range []struct {
		mine            float64
		place, up, down string
	}{
		{94.25, "tied 2nd of 5", "94.38", "92.35"}, {100, "1st of 5", "", "94.5"}, {38, "tied 4th of 5", "64.22", "37"}, {0, "5th of 5", "38", ""},
	} {
		if got := of(tt.mine, "mean").Pairs; got.Place != tt.place || got.Up != tt.up || got.Down != tt.down {
			t.Errorf("at %v: %q, up at %q, down at %q", tt.mine, got.Place, got.Up, got.Down)
		}
	}
	want := []string{"95.5 94.5 94.38", "94.38 94.25 92.35", "", "92.35 90.45 64.22", "64.22 38 37"}
	for i, r := range of(92, "mean").Pairs.Ladder {
		if got := strings.TrimSpace(r.Above + " " + r.Level + " " + r.Below); got != want[i] {
			t.Errorf("%s: %q, want %q", r.ID, got, want[i])
		}
	}
	own := challenge(92, "mean")
	own.Rating, own.Matches = own.Entrants[0].Rating, own.Entrants[0].Competitions
	own.Entrants[0].Rating, own.Entrants[0].Competitions = nil, nil
	if got, err := Challenge(own); err != nil || got.Answer != of(92, "mean").Answer || got.Lead != "▲ 0.39" || got.As != "as 3rd of 5" {
		t.Errorf("with a rating beside the entrants: %q %q %q, %v", got.Answer, got.Lead, got.As, err)
	}
	own.Matches = nil
	if _, err := Challenge(own); err == nil || !strings.Contains(err.Error(), "/entrants/0/competitions") {
		t.Errorf("without competitions: %v", err)
	}
	own.Entrants[1].Rating = nil
	if _, err := Challenge(own); err == nil {
		t.Error("another entrant without a rating is taken")
	}
	alone := challenge(92, "mean")
	alone.Entrants = alone.Entrants[:1]
	if got, err := Challenge(alone); err != nil || got.Pairs.Place != "" {
		t.Errorf("alone: %q, %v", got.Pairs.Place, err)
	}
}
