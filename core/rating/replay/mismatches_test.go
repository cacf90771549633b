package replay

import (
	"fmt"
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/core/rulebook"
)

// shown is a mismatch on one line.
func shown(m Mismatch) string {
	return fmt.Sprintf("%d %s %s %s: %s", m.Match, m.Field, m.Claimed, m.Recomputed, m.Rule)
}

// Every kind of wrong claim, in a history of which everything else is right:
// 1000, verified first win against 1200 (+29, +24 unverified), draw against
// 1000 (−1), expired, loss against 800 (−25).
func TestMismatches(t *testing.T) {
	matches := func() []ReplayMatch {
		return []ReplayMatch{
			{Agent: "a", Challenge: "x", Difficulty: "veteran", Score: at(900), Verified: true, EloBefore: at(1000), EloAfter: at(1029), EloChange: at(29)},
			{Agent: "a", Challenge: "y", Difficulty: "contender", Score: at(500), EloBefore: at(1029), EloAfter: at(1028), EloChange: at(-1)},
			{Agent: "a", Challenge: "x", Difficulty: "veteran", Status: "expired", EloBefore: at(1028), EloAfter: at(1028), EloChange: at(0)},
			{Agent: "a", Challenge: "z", Difficulty: "newcomer", Outcome: "loss", EloBefore: at(1028), EloAfter: at(1003), EloChange: at(-25)},
		}
	}
	tests := []struct {
		name   string
		change func(m []ReplayMatch)
		want   []string
	}{
		{"everything is right", func(m []ReplayMatch) {}, nil},
		{"no claims at all", func(m []ReplayMatch) {
			for i := range m {
				m[i].EloBefore, m[i].EloAfter, m[i].EloChange = nil, nil, nil
			}
		}, nil},
		{"K of a veteran", func(m []ReplayMatch) { m[3].EloAfter, m[3].EloChange = at(1015), at(-13) }, []string{
			"3 elo_after 1015 1003: the claim fits K 16, which holds from match 31 on, instead of 32: this is match 4",
			"3 elo_change -13 -25: the claim fits K 16, which holds from match 31 on, instead of 32: this is match 4",
		}},
		{"bonus missing", func(m []ReplayMatch) {
			m[0].EloAfter, m[0].EloChange, m[1].EloBefore, m[1].EloAfter = at(1024), at(24), nil, at(1023)
		}, []string{
			"0 elo_after 1024 1029: the claim fits the change without the bonus benchmark ×1.2",
			"0 elo_change 24 29: the claim fits the change without the bonus benchmark ×1.2",
		}},
		{"bonus of another kind", func(m []ReplayMatch) { m[0].EloAfter, m[0].EloChange = at(1026), nil }, []string{
			"0 elo_after 1026 1029: the claim fits the bonus verified ×1.1 of verified matches instead of benchmark ×1.2",
		}},
		{"bonus on a match that is not verified", func(m []ReplayMatch) { m[0].Verified = false }, []string{
			"0 elo_after 1029 1024: the claim fits the bonus benchmark ×1.2 of verified and first_attempt matches instead of none",
			"0 elo_change 29 24: the claim fits the bonus benchmark ×1.2 of verified and first_attempt matches instead of none",
		}},
		{"another outcome", func(m []ReplayMatch) { m[1].EloAfter, m[1].EloChange = at(1044), at(15) }, []string{
			"1 elo_after 1044 1028: the claim fits a win instead of a draw",
			"1 elo_change 15 -1: the claim fits a win instead of a draw",
		}},
		{"another opponent", func(m []ReplayMatch) { m[3].EloAfter, m[3].EloChange = at(1011), at(-17) }, []string{
			"3 elo_after 1011 1003: the claim fits contender (1000) as the opponent instead of 800",
			"3 elo_change -17 -25: the claim fits contender (1000) as the opponent instead of 800",
		}},
		{"result that is not the score's", func(m []ReplayMatch) { m[1].Outcome = "win" }, []string{
			`1 outcome "win" "draw": a score of 500 is a draw: win from 700, draw from 400, loss from 0`,
		}},
		{"expired but moved", func(m []ReplayMatch) { m[2].EloAfter, m[2].EloChange = at(1035), at(7) }, []string{
			"2 elo_after 1035 1028: an expired match does not move the rating: the claim fits a completed match, a draw",
			"2 elo_change 7 0: an expired match does not move the rating: the claim fits a completed match, a draw",
		}},
		{"completed but not moved", func(m []ReplayMatch) { m[3].EloAfter, m[3].EloChange = at(1028), at(0) }, []string{
			"3 elo_after 1028 1003: the claim fits no change at all, as if the match had expired",
			"3 elo_change 0 -25: the claim fits no change at all, as if the match had expired",
		}},
		{"change is not after minus before", func(m []ReplayMatch) { m[3].EloChange = at(-24) }, []string{
			"3 elo_change -24 -25: elo_after is right, and elo_change is not elo_after minus elo_before",
		}},
		{"after is not before plus change", func(m []ReplayMatch) { m[3].EloAfter = at(1004) }, []string{
			"3 elo_after 1004 1003: elo_change is right, and elo_after is not elo_before plus elo_change",
		}},
		{"only before is wrong", func(m []ReplayMatch) { m[3].EloBefore = at(1030) }, []string{
			"3 elo_before 1030 1028: elo_before alone is wrong: after match 2 the rating is 1028, and the rating after this match follows from that",
		}},
		// From 105 a loss against 100 is −32·0.5072 = −16.
		{"below the floor", func(m []ReplayMatch) {
			for i := range m {
				m[i].EloBefore, m[i].EloAfter, m[i].EloChange = nil, nil, nil
			}
			m[0] = ReplayMatch{Agent: "a", Challenge: "x", Opponent: at(100), Outcome: "loss", EloBefore: at(105), EloAfter: at(89)}
		}, []string{
			"0 elo_before 105 1000: the history does not begin at the starting rating 1000",
			"0 elo_after 89 100: the claim fits a rating without the floor of 100",
		}},
		{"a match is missing", func(m []ReplayMatch) { m[3].EloBefore, m[3].EloAfter = at(1050), at(1024); m[3].EloChange = at(-26) }, []string{
			"3 elo_before 1050 1028: a match is missing before this one: the rating jumped by +22 since match 2",
		}},
		{"a match is missing and this one is wrong", func(m []ReplayMatch) { m[3].EloBefore, m[3].EloAfter, m[3].EloChange = at(1050), at(1037), at(-13) }, []string{
			"3 elo_before 1050 1028: a match is missing before this one: the rating jumped by +22 since match 2",
			"3 elo_after 1037 1024: the claim fits K 16",
			"3 elo_change -13 -26: the claim fits K 16",
		}},
		{"the history begins later", func(m []ReplayMatch) {
			for i := range m {
				m[i].EloBefore, m[i].EloAfter, m[i].EloChange = nil, nil, nil
			}
			m[0].EloBefore = at(1100)
		}, []string{
			"0 elo_before 1100 1000: the history does not begin at the starting rating 1000: the rating jumped by +100, so earlier matches are missing, or their record in start",
		}},
		{"an attempt is missing", func(m []ReplayMatch) { n := 3; m[3].Attempt = &n }, []string{
			`3 attempt 3 1: the history holds 0 completed attempts at "z" before this one: a match is missing or counted twice`,
		}},
		{"nothing fits", func(m []ReplayMatch) { m[3].EloBefore, m[3].EloAfter, m[3].EloChange = nil, at(1500), nil }, []string{
			"3 elo_after 1500 1003: no rule explains it: off by +497; a match may be missing before this one",
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			req := ReplayRequest{Rulebook: rulebook.ID("clawdiators-live"), Matches: matches()}
			tt.change(req.Matches)
			res := mustReplay(t, req)
			got := res.Mismatches
			if n := res.Ratings[0].Matches; n != len(req.Matches) { // one that is missing is not counted
				t.Errorf("%d matches are counted, want %d", n, len(req.Matches))
			}
			if len(got) != len(tt.want) {
				for _, m := range got {
					t.Log(shown(m))
				}
				t.Fatalf("%d mismatches, want %d", len(got), len(tt.want))
			}
			for i, want := range tt.want {
				if !strings.HasPrefix(shown(got[i]), want) {
					t.Errorf("mismatch %d\n got %s\nwant %s", i, shown(got[i]), want)
				}
			}
		})
	}
}

// Rules that round at the end, and rules that do not round.
func TestClaimPrecision(t *testing.T) {
	final := ReplayMatch{Agent: "a", Difficulty: "veteran", Outcome: "win", Verified: true, EloBefore: at(1050)}
	pair := ReplayMatch{Agent: "a", Opponent: at(1300), Outcome: "win", EloBefore: at(1200)} // +25.6026…
	tests := []struct {
		name          string
		rules         string
		match         ReplayMatch
		after, change *float64
		want          int
	}{
		{"Clawdiators docs, Elo: 24.8, new rating 1075", "clawdiators", final, at(1075), at(24.8), 0},
		{"the rounded change", "clawdiators", final, at(1075), at(25), 0},
		{"all digits", "clawdiators", final, at(1075), at(24.75915212220837), 0},
		{"a wrong digit", "clawdiators", final, at(1075), at(24.7), 1},
		{"a whole change that is no rounding", "clawdiators", final, at(1075), at(24), 1},
		{"a fraction of a rating", "clawdiators", final, at(1074.8), nil, 1},
		{"real, two decimals", "airena", pair, at(1225.6), at(25.6), 0},
		{"real, whole", "airena", pair, at(1226), at(26), 0},
		{"real, a wrong digit", "airena", pair, at(1225.7), at(25.61), 2},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tt.match.EloAfter, tt.match.EloChange = tt.after, tt.change
			res := mustReplay(t, ReplayRequest{Rulebook: rulebook.ID(tt.rules), Start: map[string]ReplayStart{"a": {Rating: tt.match.EloBefore, Matches: 9}}, Matches: []ReplayMatch{tt.match}})
			if len(res.Mismatches) != tt.want {
				t.Errorf("%d mismatches, want %d: %+v", len(res.Mismatches), tt.want, res.Mismatches)
			}
		})
	}
}
