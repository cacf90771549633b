package rating

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/core/internal/vectors"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/rulebook"
)

// agentRow is the deployed application's record of an agent.
type agentRow struct {
	Elo         float64
	Matches     int `json:"match_count"`
	W, D, L     int
	Streak      int                `json:"current_streak"`
	Best        int                `json:"best_streak"`
	CategoryElo map[string]float64 `json:"category_elo"`
}

type season struct {
	Start struct{ Elo float64 }
	Steps []struct {
		Challenge, Difficulty, Category string
		Memoryless, Expired             bool
		Total                           *float64
		Expected                        struct {
			Result   string
			Before   *float64 `json:"elo_before"`
			After    *float64 `json:"elo_after"`
			Change   *float64 `json:"elo_change"`
			Attempt  *int     `json:"attempt_number"`
			Verified bool
			Agent    agentRow
		}
	}
	Final struct{ Elo float64 } `json:"expected_final"`
}

// request is the season as a history, with the application's answers as claims.
//
// The code of the seed era still rated an expired match as a draw, though not
// in its category and not as an attempt; under its rules it is that draw.
func (s season) request(rules rulebook.Ref, expiredIsDraw bool) ReplayRequest {
	req := ReplayRequest{Rulebook: rules, Start: map[string]ReplayStart{"a": {Rating: &s.Start.Elo}}}
	for _, step := range s.Steps {
		m := ReplayMatch{
			Agent: "a", Challenge: step.Challenge, Difficulty: step.Difficulty, Category: step.Category,
			Memoryless: step.Memoryless, Score: step.Total,
			Verified: step.Expected.Verified, Attempt: step.Expected.Attempt,
			EloBefore: step.Expected.Before, EloAfter: step.Expected.After, EloChange: step.Expected.Change,
		}
		switch {
		case !step.Expired:
			m.Outcome = step.Expected.Result
		case expiredIsDraw:
			m.Outcome, m.Challenge, m.Category = "draw", "", ""
		default:
			m.Status = "expired"
		}
		req.Matches = append(req.Matches, m)
	}
	return req
}

// season_*.json: whole seasons of one agent through the deployed application,
// its record checked after every match.
func TestSeasons(t *testing.T) {
	for era, rules := range eras(t) {
		for n, s := range vectors.Load[season](t, "clawdiators/season_"+era+".json") {
			req := s.request(rules, era == "seed_era")
			all := req.Matches
			for i, step := range s.Steps {
				req.Matches = all[:i+1]
				res := mustReplay(t, req)
				got, want := res.Ratings[0], step.Expected.Agent
				row := agentRow{got.Rating, got.Matches, got.Wins, got.Draws, got.Losses, got.Streak, got.BestStreak, got.Categories}
				if !sameRow(row, want) {
					t.Fatalf("%s, season %d, match %d: %+v, want %+v", era, n, i, row, want)
				}
				if h := res.History[i]; step.Expected.After != nil && (h.Before != *step.Expected.Before || h.After != *step.Expected.After || h.Change != *step.Expected.Change) {
					t.Errorf("%s, season %d, match %d: %+v, want %+v", era, n, i, h, step.Expected)
				}
				if len(res.Mismatches) > 0 {
					t.Fatalf("%s, season %d: %+v", era, n, res.Mismatches)
				}
			}
			if got := mustReplay(t, s.request(rules, era == "seed_era")).Ratings[0].Rating; got != s.Final.Elo {
				t.Errorf("%s, season %d ends at %v, want %v", era, n, got, s.Final.Elo)
			}
		}
	}
}

// The two eras differ, and the differences are named: the live bonus does not
// ask for memoryless, and live expired matches are not rated.
func TestSeasonUnderOtherRules(t *testing.T) {
	rules := map[string]int{
		"the claim fits the bonus verified ×1.1 of verified matches instead of benchmark ×1.2": 0,
		"which expired: that fits a draw, and an expired match does not move the rating":       0,
	}
	for n, s := range vectors.Load[season](t, "clawdiators/season_seed_era.json") {
		for _, m := range mustReplay(t, s.request(rulebook.ID("clawdiators-live"), false)).Mismatches {
			known := false
			for rule := range rules {
				if strings.Contains(m.Rule, rule) {
					known = true
					rules[rule]++
				}
			}
			if !known {
				t.Errorf("season %d: %s", n, shown(m))
			}
		}
	}
	for rule, n := range rules {
		if n == 0 {
			t.Errorf("no mismatch says %q", rule)
		}
	}
}

// shown is a mismatch on one line.
func shown(m Mismatch) string {
	return fmt.Sprintf("%d %s %s %s: %s", m.Match, m.Field, m.Claimed, m.Recomputed, m.Rule)
}

func sameRow(a, b agentRow) bool {
	same := maps.Equal(a.CategoryElo, b.CategoryElo)
	a.CategoryElo, b.CategoryElo = nil, nil
	return same && fmt.Sprint(a) == fmt.Sprint(b)
}

// expiry_head.json: expired matches of the deployed application.
func TestExpiry(t *testing.T) {
	outOfScope := map[string]string{
		"enter-again": "expired while entering again: the deployed code forgets to count the match; RULES.md counts it",
	}
	checked, skipped := 0, map[string]int{}
	for i, c := range vectors.Load[struct {
		Agent struct {
			agentRow
			Draws int `json:"draw_count"`
		}
		Difficulty string
		DetectedBy string `json:"detected_by"`
		Expected   struct {
			Match struct {
				Before *float64 `json:"elo_before"`
				After  *float64 `json:"elo_after"`
				Change *float64 `json:"elo_change"`
			}
			After struct {
				agentRow
				Draws int `json:"draw_count"`
			} `json:"agent_after"`
		}
	}](t, "clawdiators/expiry_head.json") {
		if reason := outOfScope[c.DetectedBy]; reason != "" {
			skipped[c.DetectedBy+": "+reason]++
			continue
		}
		checked++
		a := c.Agent
		res := mustReplay(t, ReplayRequest{
			Rulebook: rulebook.ID("clawdiators-live"),
			Start: map[string]ReplayStart{"a": {Rating: &a.Elo, Matches: a.Matches, Draws: a.Draws, Streak: a.Streak, BestStreak: a.Best,
				Categories: a.CategoryElo}},
			Matches: []ReplayMatch{{Agent: "a", Difficulty: c.Difficulty, Status: "expired", Category: "coding",
				EloBefore: c.Expected.Match.Before, EloAfter: c.Expected.Match.After, EloChange: c.Expected.Match.Change}},
		})
		got, want := res.Ratings[0], c.Expected.After
		want.D = want.Draws
		row := agentRow{got.Rating, got.Matches, got.Wins, got.Draws, got.Losses, got.Streak, got.BestStreak, got.Categories}
		if !sameRow(row, want.agentRow) || len(res.Mismatches) > 0 {
			t.Errorf("case %d (%s): %+v, want %+v; %+v", i, c.DetectedBy, row, want, res.Mismatches)
		}
	}
	for reason, n := range skipped {
		t.Logf("%d cases out of scope: %s", n, reason)
	}
	if checked < 10 {
		t.Errorf("%d cases checked: want at least 10", checked)
	}
}

func mustReplay(t testing.TB, req ReplayRequest) ReplayResponse {
	t.Helper()
	res, err := Replay(req)
	if err != nil {
		t.Fatal(err)
	}
	return res
}

func at(x float64) *float64 { return &x }

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
			got := mustReplay(t, req).Mismatches
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
		{"seed 002: 24.8, new rating 1075", "clawdiators", final, at(1075), at(24.8), 0},
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

// history is a random season of several agents.
func history(rng *rand.Rand, agents, matches int) []ReplayMatch {
	list := make([]ReplayMatch, matches)
	for i := range list {
		score := float64(rng.IntN(1001))
		list[i] = ReplayMatch{
			Agent:      "agent-" + strconv.Itoa(rng.IntN(agents)),
			Challenge:  "challenge-" + strconv.Itoa(rng.IntN(12)),
			Difficulty: []string{"newcomer", "contender", "veteran", "legendary"}[rng.IntN(4)],
			Category:   []string{"", "coding", "research"}[rng.IntN(3)],
			Verified:   rng.IntN(2) == 0, Memoryless: rng.IntN(2) == 0,
			Score: &score,
		}
		if rng.IntN(12) == 0 {
			list[i].Status, list[i].Score = "expired", nil
		}
	}
	return list
}

// claim gives every match the values of its own replay as claims.
func claim(matches []ReplayMatch, res ReplayResponse) {
	for i, h := range res.History {
		change := h.After - h.Before
		matches[i].EloBefore, matches[i].EloAfter, matches[i].EloChange = &h.Before, &h.After, &change
	}
}

// A history that claims what the rules give has no mismatch; a claim changed
// in one match is reported there and nowhere else; a match taken out is
// reported once, as a gap.
func TestReplayProperties(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for round := range 60 {
		rules := rulebook.ID([]string{"clawdiators", "clawdiators-live"}[round%2])
		req := ReplayRequest{Rulebook: rules, Matches: history(rng, 3, 120)}
		claim(req.Matches, mustReplay(t, req))
		if got := mustReplay(t, req).Mismatches; len(got) > 0 {
			t.Fatalf("its own claims: %s", shown(got[0]))
		}

		wrong := slices.Clone(req.Matches)
		i := rng.IntN(len(wrong))
		wrong[i].EloAfter = at(*wrong[i].EloAfter + float64(1+rng.IntN(50)))
		for _, m := range mustReplay(t, ReplayRequest{Rulebook: rules, Matches: wrong}).Mismatches {
			if m.Match != i {
				t.Fatalf("match %d was changed: %s", i, shown(m))
			}
		}

		gaps := 0
		for _, m := range mustReplay(t, ReplayRequest{Rulebook: rules, Matches: without(t, rules, req.Matches, i)}).Mismatches {
			if m.Field == "elo_before" {
				gaps++
			}
		}
		if moved := *req.Matches[i].EloAfter != *req.Matches[i].EloBefore; gaps > 1 || gaps == 1 && !moved {
			t.Fatalf("one lost match: %d gaps", gaps)
		}
	}
}

// without is a history that lost match i, with claims from before the loss. It
// has no bonuses: the lost match may have been a first attempt.
func without(t *testing.T, rules rulebook.Ref, matches []ReplayMatch, i int) []ReplayMatch {
	plain := slices.Clone(matches)
	for j := range plain {
		plain[j].Verified, plain[j].EloBefore, plain[j].EloAfter, plain[j].EloChange = false, nil, nil, nil
	}
	claim(plain, mustReplay(t, ReplayRequest{Rulebook: rules, Matches: plain}))
	return slices.Delete(plain, i, i+1)
}

// wild is a random history of either scheme with claims that are mostly wrong.
func wild(rng *rand.Rand) ReplayRequest {
	some := func() *float64 {
		if rng.IntN(2) == 0 {
			return nil
		}
		return at(math.Round(rng.Float64()*30000) / []float64{10, 10, 100, 30000}[rng.IntN(4)])
	}
	req := ReplayRequest{Start: map[string]ReplayStart{"agent-0": {Rating: some(), Matches: rng.IntN(60)}}}
	if rng.IntN(3) > 0 {
		req.Rulebook = rulebook.ID([]string{"clawdiators", "clawdiators-live"}[rng.IntN(2)])
		req.Matches = history(rng, 3, 40)
		if req.Start["agent-0"].Rating != nil {
			req.Start["agent-0"] = ReplayStart{Rating: at(float64(rng.IntN(2500))), Matches: rng.IntN(60)}
		}
	} else {
		req.Rulebook, req.Mode = rulebook.ID("airena"), []string{"", "mean", "sum"}[rng.IntN(3)]
		for c := range 12 {
			for _, a := range rng.Perm(6)[:1+rng.IntN(5)] {
				req.Matches = append(req.Matches, ReplayMatch{Agent: "agent-" + strconv.Itoa(a), Challenge: strconv.Itoa(c), Score: at(float64(rng.IntN(4)))})
			}
		}
	}
	for i := range req.Matches {
		m := &req.Matches[i]
		m.EloBefore, m.EloAfter, m.EloChange = some(), some(), some()
	}
	return req
}

// However wrong the claims, what a replay answers, claimed back, differs
// nowhere but at gaps; and the claims do not change who won how often.
func TestReplayWildClaims(t *testing.T) {
	rng := rand.New(rand.NewPCG(13, 14))
	for round := range 1000 {
		req := wild(rng)
		res := mustReplay(t, req)
		gaps := 0
		for _, m := range res.Mismatches {
			if m.Rule == "" {
				t.Fatalf("round %d: no rule: %s", round, shown(m))
			}
			if m.Field == "elo_before" {
				gaps++
			}
		}
		for i, h := range res.History {
			req.Matches[i].EloBefore, req.Matches[i].EloAfter, req.Matches[i].EloChange = &h.Before, &h.After, nil
		}
		again := mustReplay(t, req)
		for _, m := range again.Mismatches {
			if m.Field != "elo_before" || gaps == 0 {
				t.Fatalf("round %d: its own claims: %s", round, shown(m))
			}
		}
		for i, r := range again.Ratings {
			was := res.Ratings[i]
			if r.Rating != was.Rating || r.Matches != was.Matches || r.Wins != was.Wins || r.Losses != was.Losses || r.BestStreak != was.BestStreak {
				t.Fatalf("round %d: %+v, before %+v", round, r, was)
			}
		}
	}
}

// A challenge is elo.pairwise, K counts up, and the order of its entrants does
// not matter, not even in the last bit.
func TestReplayPairwise(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	for _, mode := range []string{"", "mean", "sum"} {
		var matches []ReplayMatch
		ratings, played := map[string]float64{}, map[string]int{}
		for c := range 40 {
			var entrants []Entrant
			for _, a := range rng.Perm(8)[:1+rng.IntN(6)] {
				id := "agent-" + strconv.Itoa(a)
				if played[id] == 0 {
					ratings[id] = 1200
				}
				entrants = append(entrants, Entrant{id, ratings[id], played[id], float64(rng.IntN(4))})
			}
			res, err := PairwiseElo(PairwiseRequest{Rulebook: rulebook.ID("airena"), Mode: mode, Entrants: entrants})
			if err != nil {
				t.Fatal(err)
			}
			for j, e := range entrants {
				p := res.Entrants[j]
				matches = append(matches, ReplayMatch{Agent: e.ID, Challenge: strconv.Itoa(c), Score: &e.Score,
					EloBefore: &e.Rating, EloAfter: &p.Rating, EloChange: &p.Change})
				ratings[e.ID] = p.Rating
				played[e.ID]++
			}
		}
		res := mustReplay(t, ReplayRequest{Rulebook: rulebook.ID("airena"), Mode: mode, Matches: matches})
		if len(res.Mismatches) > 0 {
			t.Fatalf("mode %q: %s", mode, shown(res.Mismatches[0]))
		}
		for _, r := range res.Ratings {
			if r.Rating != ratings[r.Agent] || r.Matches != played[r.Agent] || r.Wins+r.Losses != r.Matches {
				t.Errorf("mode %q: %+v, want rating %v after %d", mode, r, ratings[r.Agent], played[r.Agent])
			}
		}
		shuffled := slices.Clone(matches)
		rng.Shuffle(len(shuffled), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
		slices.SortStableFunc(shuffled, func(a, b ReplayMatch) int { // challenges in time order, entrants in any
			x, _ := strconv.Atoi(a.Challenge)
			y, _ := strconv.Atoi(b.Challenge)
			return x - y
		})
		for _, r := range mustReplay(t, ReplayRequest{Rulebook: rulebook.ID("airena"), Mode: mode, Matches: shuffled}).Ratings {
			if r.Rating != ratings[r.Agent] {
				t.Errorf("mode %q: the order of entrants matters: %s %v, want %v", mode, r.Agent, r.Rating, ratings[r.Agent])
			}
		}
	}
}

// Wrong claims of a pairwise challenge: OPERATIONS.md's a +20, b −8, c −4.
func TestPairwiseMismatches(t *testing.T) {
	challenge := func() []ReplayMatch {
		return []ReplayMatch{
			{Agent: "a", Challenge: "x", Score: at(90), EloAfter: at(1220)},
			{Agent: "b", Challenge: "x", Score: at(80), EloAfter: at(1192)},
			{Agent: "c", Challenge: "x", Score: at(80), EloAfter: at(1196)},
		}
	}
	start := map[string]ReplayStart{"b": {Matches: 12}, "c": {Matches: 40}}
	tests := []struct {
		name   string
		change func(m []ReplayMatch)
		want   string
	}{
		{"all right", func(m []ReplayMatch) {}, ""},
		{"summed", func(m []ReplayMatch) { m[0].EloAfter = at(1240) }, `0 elo_after 1240 1220: the claim fits pairs added up as "sum" instead of "mean"`},
		{"K of a newcomer", func(m []ReplayMatch) { m[2].EloAfter = at(1190) }, "2 elo_after 1190 1196: the claim fits K 40, which holds from competition 1 on, instead of 16: this is competition 41"},
		{"K and sum", func(m []ReplayMatch) { m[1].EloAfter, m[1].EloChange = nil, at(-20) }, `1 elo_change -20 -8: the claim fits K 40, which holds from competition 1 on, instead of 32: this is competition 13 together with pairs added up as "sum" instead of "mean"`},
		{"not rated", func(m []ReplayMatch) { m[0].EloAfter = at(1200) }, "0 elo_after 1200 1220: the claim fits no change at all"},
		{"nothing fits", func(m []ReplayMatch) { m[0].EloAfter = at(1207) }, "0 elo_after 1207 1220: no rule explains it: off by -13"},
		{"a gap, which the others played against", func(m []ReplayMatch) {
			m[0].EloBefore, m[0].EloAfter, m[1].EloAfter, m[2].EloAfter = at(1250), at(1267.1), at(1193.1), at(1196.6)
		}, "0 elo_before 1250 1200: the history does not begin at the starting rating 1200"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			req := ReplayRequest{Rulebook: rulebook.ID("airena"), Start: start, Matches: challenge()}
			tt.change(req.Matches)
			var got []string
			for _, m := range mustReplay(t, req).Mismatches {
				got = append(got, shown(m))
			}
			if tt.want == "" && got != nil || tt.want != "" && (len(got) != 1 || !strings.HasPrefix(got[0], tt.want)) {
				t.Errorf("got %q\nwant %q", got, tt.want)
			}
		})
	}
}

// Refusals of elo.replay, through JSON, with their pointers.
func TestReplayErrors(t *testing.T) {
	tests := []struct{ name, request, field, message string }{
		{"no scheme", `{"rulebook": "term", "matches": []}`, "/rulebook", `"term" does not rate agents: want a rulebook with a rating scheme`},
		{"mode of a solo rulebook", `{"rulebook": "clawdiators", "mode": "sum", "matches": []}`, "/mode", `"clawdiators" does not rate by pairs: leave it out`},
		{"no opponent", `{"rulebook": "clawdiators", "matches": [{"agent": "a", "outcome": "win"}]}`, "/matches/0/difficulty", "missing: want one of newcomer (800), contender (1000), veteran (1200), legendary (1400), or an opponent's rating in opponent"},
		{"no outcome", `{"rulebook": "clawdiators", "matches": [{"agent": "a", "difficulty": "veteran"}]}`, "/matches/0/outcome", "missing: want win, draw or loss, or a score that maps to one"},
		{"score over the scale", `{"rulebook": "clawdiators", "matches": [{"agent": "a", "difficulty": "veteran", "score": 1001}]}`, "/matches/0/score", "1001: want a score from 0 to 1000"},
		{"score below zero", `{"rulebook": "clawdiators", "matches": [{"agent": "a", "difficulty": "veteran", "score": -1}]}`, "/matches/0/score", "-1: want a score from 0 to 1000"},
		{"attempt against first attempt", `{"rulebook": "clawdiators", "matches": [{"agent": "a", "difficulty": "veteran", "score": 1, "attempt": 2, "first_attempt": true}]}`, "/matches/0/first_attempt", "true contradicts attempt 2"},
		{"expired and won", `{"rulebook": "clawdiators", "matches": [{"agent": "a", "status": "expired", "outcome": "win"}]}`, "/matches/0/outcome", `"win" of an expired match: want draw, or leave it out`},
		{"expired with a score", `{"rulebook": "clawdiators", "matches": [{"agent": "a", "status": "expired", "score": 1}]}`, "/matches/0/score", "an expired match has no score: leave it out"},
		{"expired against nobody known", `{"rulebook": "clawdiators", "matches": [{"agent": "a", "status": "expired", "difficulty": "hard"}]}`, "/matches/0/difficulty", `unknown difficulty "hard": want one of newcomer (800), contender (1000), veteran (1200), legendary (1400)`},
		{"pairwise without a challenge", `{"rulebook": "airena", "matches": [{"agent": "a", "score": 1}]}`, "/matches/0/challenge", "missing: want the challenge whose entrants are compared, or an opponent"},
		{"pairwise without a score", `{"rulebook": "airena", "matches": [{"agent": "a", "challenge": "x"}]}`, "/matches/0/score", "missing: want the score to compare with the other entrants'"},
		{"pairwise with an outcome", `{"rulebook": "airena", "matches": [{"agent": "a", "challenge": "x", "score": 1, "outcome": "win"}]}`, "/matches/0/outcome", "pairwise rules compare scores: leave it out"},
		{"pairwise and expired", `{"rulebook": "airena", "matches": [{"agent": "a", "challenge": "x", "score": 1, "status": "expired"}]}`, "/matches/0/status", "pairwise rules know no expired matches: leave the entrant out"},
		{"pairwise with a category", `{"rulebook": "airena", "matches": [{"agent": "a", "challenge": "x", "score": 1, "category": "c"}]}`, "/matches/0/category", "pairwise rules keep no category ratings: leave it out"},
		{"an opponent in a challenge", `{"rulebook": "airena", "matches": [{"agent": "a", "challenge": "x", "score": 1}, {"agent": "b", "challenge": "x", "score": 1, "opponent": 1200}]}`, "/matches/1/opponent", "the other entrants are the opponents: leave it out"},
		{"an agent twice", `{"rulebook": "airena", "matches": [{"agent": "a", "challenge": "x", "score": 1}, {"agent": "a", "challenge": "x", "score": 2}]}`, "/matches/1/agent", `"a" is also match 0 of this challenge: want each agent once`},
		{"a challenge in two parts", `{"rulebook": "airena", "matches": [{"agent": "a", "challenge": "x", "score": 1}, {"agent": "a", "challenge": "y", "score": 2}, {"agent": "b", "challenge": "x", "score": 2}]}`, "/matches/2/challenge", `"x" was finalized at match 0: want its entrants one after another`},
		{"a category where there are none", `{"rulebook": "airena", "matches": [{"agent": "a", "opponent": 1200, "outcome": "win", "category": "c"}]}`, "/matches/0/category", `"airena" keeps no category ratings: leave it out`},
		{"more results than matches", `{"rulebook": "clawdiators", "start": {"a": {"matches": 3, "wins": 2, "draws": 1, "losses": 1}}, "matches": []}`, "/start/a/matches", "3: want at least the wins, draws and losses, 4"},
		{"a category out of range", `{"rulebook": "clawdiators", "start": {"a": {"categories": {"x/y": 1e300}}}, "matches": []}`, "/start/a/categories/x~1y", "1e+300: want a rating from -100000 to 100000"},
		{"fewer attempts than none", `{"rulebook": "clawdiators", "start": {"a": {"attempts": {"x": -1}}}, "matches": []}`, "/start/a/attempts/x", "-1: want 0 to 1000000000 attempts"},
		{"an unknown member", `{"rulebook": "clawdiators", "matches": [{"agent": "a", "elo": 1}]}`, "/matches/0/elo", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { refused(t, "elo.replay", tt.request, tt.field, tt.message) })
	}
}

// refused calls an operation with JSON and wants that refusal. An empty
// message is not compared: it is another package's.
func refused(t *testing.T, name, request, field, message string) {
	t.Helper()
	var res struct {
		Error *op.Error
	}
	if err := json.Unmarshal(call(t, name, request), &res); err != nil {
		t.Fatal(err)
	}
	if res.Error == nil {
		t.Fatal("was accepted")
	}
	if res.Error.Code != op.Invalid || res.Error.Field != field || message != "" && res.Error.Message != message {
		t.Errorf("got %s %q\nwant %s %q", res.Error.Field, res.Error.Message, field, message)
	}
}

func call(t testing.TB, name, request string) []byte {
	t.Helper()
	for _, o := range Ops {
		if o.Name == name {
			return o.Call([]byte(request))
		}
	}
	t.Fatalf("no operation is called %q", name)
	return nil
}

// Too many pairs are refused before they are compared.
func TestReplayPairLimit(t *testing.T) {
	score := 1.0
	matches := make([]ReplayMatch, maxEntrants+1)
	for i := range matches {
		matches[i] = ReplayMatch{Agent: strconv.Itoa(i), Challenge: "x", Score: &score}
	}
	_, err := Replay(ReplayRequest{Rulebook: rulebook.ID("airena"), Matches: matches})
	want := "/matches/0: 5001 entrants, 25005000 pairs so far: want at most 5000 entrants in a challenge and 50000000 pairs in all"
	if err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}

// Whatever is asked, the answer is an envelope, never an internal error; and
// what a replay answers, claimed back, differs nowhere but at gaps.
func FuzzReplay(f *testing.F) {
	f.Add(`{"rulebook": "clawdiators-live", "matches": [{"agent": "a", "challenge": "x", "difficulty": "veteran", "score": 900, "verified": true, "elo_before": 1000, "elo_after": 1029, "elo_change": 29}]}`)
	f.Add(`{"rulebook": "clawdiators", "start": {"a": {"rating": 1050, "matches": 9}}, "matches": [{"agent": "a", "difficulty": "veteran", "outcome": "win", "elo_change": 24.8}, {"agent": "a", "status": "expired"}]}`)
	f.Add(`{"rulebook": "airena", "mode": "sum", "matches": [{"agent": "a", "challenge": "x", "score": 90}, {"agent": "b", "challenge": "x", "score": 80}, {"agent": "a", "opponent": 1300, "outcome": "loss", "elo_after": 1210.5}]}`)
	schema := op.SchemaOf[ReplayRequest]()
	f.Fuzz(func(t *testing.T, request string) {
		if got := call(t, "elo.replay", request); bytes.Contains(got, []byte(`"code":"internal"`)) {
			t.Fatalf("%s", got)
		}
		var req ReplayRequest
		if schema.Decode([]byte(request), &req) != nil {
			return
		}
		res, err := Replay(req)
		if err != nil {
			return
		}
		gaps := 0
		for _, m := range res.Mismatches {
			if m.Field == "elo_before" {
				gaps++
			}
		}
		for i, h := range res.History {
			req.Matches[i].EloBefore, req.Matches[i].EloAfter, req.Matches[i].EloChange = &h.Before, &h.After, nil
		}
		for _, m := range mustReplay(t, req).Mismatches {
			if m.Field == "elo_after" || m.Field == "elo_before" && gaps == 0 {
				t.Fatalf("its own claims: %s", shown(m))
			}
		}
	})
}

// BenchmarkReplay replays 100,000 matches of 200 agents with claims, and the
// same through JSON.
func BenchmarkReplay(b *testing.B) {
	rng := rand.New(rand.NewPCG(11, 12))
	req := ReplayRequest{Rulebook: rulebook.ID("clawdiators-live"), Matches: history(rng, 200, 100_000)}
	claim(req.Matches, mustReplay(b, req))
	b.Run("go", func(b *testing.B) {
		for b.Loop() {
			mustReplay(b, req)
		}
		perMatch(b, len(req.Matches))
	})
	body, err := op.Encode(req)
	if err != nil {
		b.Fatal(err)
	}
	b.Run("json", func(b *testing.B) {
		for b.Loop() {
			if answer := call(b, "elo.replay", string(body)); !bytes.HasPrefix(answer, []byte(`{"ok":`)) {
				b.Fatalf("%s", answer)
			}
		}
		perMatch(b, len(req.Matches))
	})
}

func perMatch(b *testing.B, matches int) {
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(matches), "ns/match")
	b.ReportMetric(float64(b.Elapsed().Milliseconds())/float64(b.N), "ms/op")
}
