package replay

import (
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/core/rulebook"
)

// Changes by hand: K 32 from 1000, and E = 1/(1 + 10^((opponent − R)/400)).
func TestInferDifficulty(t *testing.T) {
	win := func(change float64) ReplayMatch {
		return ReplayMatch{Agent: "a", Outcome: "win", EloChange: &change}
	}
	on := func(challenge string, m ReplayMatch) ReplayMatch {
		m.Challenge = challenge
		return m
	}
	low, yes := 100.0, true
	tests := []struct {
		name    string
		matches []ReplayMatch
		start   *float64
		want    string // difficulty and how it was found, of every match
		wrong   int    // mismatches
	}{
		{"the change fits one tier", []ReplayMatch{win(16)}, nil, "contender change", 0},
		{"each from where the last one ended", []ReplayMatch{win(16), win(24), {Agent: "a", Outcome: "loss", EloChange: pointer(-26)}}, nil, "contender change, veteran change, newcomer change", 0},
		{"the rating after fits one tier", []ReplayMatch{{Agent: "a", Outcome: "win", EloAfter: pointer(1029)}}, nil, "legendary change", 0},
		{"24 · 1.2 with the bonus", []ReplayMatch{{Agent: "a", Outcome: "win", EloChange: pointer(29), Verified: true, FirstAttempt: &yes}}, nil, "veteran change", 0},
		{"a known challenge", []ReplayMatch{{Agent: "a", Challenge: "cipher-forge", Outcome: "win"}}, nil, "contender challenge", 0},
		{"a known challenge that fits", []ReplayMatch{on("cipher-forge", win(16))}, nil, "contender challenge", 0},
		{"a known challenge that was revised", []ReplayMatch{on("blueprint-audit", win(16))}, nil, "contender change", 0},
		{"a known challenge, and a change that fits nothing", []ReplayMatch{on("blueprint-audit", win(99))}, nil, "veteran challenge", 1},
		{"at the floor all tiers fit", []ReplayMatch{{Agent: "a", Outcome: "loss", EloChange: pointer(0)}}, &low, "newcomer several", 0},
		{"a difficulty that is given", []ReplayMatch{{Agent: "a", Outcome: "win", Difficulty: "veteran"}}, nil, "", 0},
		{"nothing to go by", []ReplayMatch{{Agent: "a", Outcome: "win"}}, nil, "/matches/0/difficulty: missing: want one of newcomer (800), contender (1000), veteran (1200), legendary (1400), or an opponent's rating in opponent", 0},
		{"nothing that fits", []ReplayMatch{win(16), win(99)}, nil, "/matches/1/difficulty: missing, and none fits the claimed rating: want one of newcomer (800)", 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			req := ReplayRequest{Rulebook: rulebook.ID("clawdiators-live"), Matches: tt.matches}
			if tt.start != nil {
				req.Start = map[string]ReplayStart{"a": {Rating: tt.start}}
			}
			got, err := Replay(req)
			if strings.HasPrefix(tt.want, "/") {
				if err == nil || !strings.HasPrefix(err.Error(), tt.want) {
					t.Errorf("error %v, want %q", err, tt.want)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			var all []string
			for _, s := range got.History {
				if s.Inferred != "" {
					all = append(all, s.Difficulty+" "+s.Inferred)
				}
			}
			if text := strings.Join(all, ", "); text != tt.want || len(got.Mismatches) != tt.wrong {
				t.Errorf("%q, %v, want %q and %d mismatches", text, got.Mismatches, tt.want, tt.wrong)
			}
		})
	}
}
