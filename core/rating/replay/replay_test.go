package replay

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/core/internal/eras"
	"github.com/tallyproof/tallyproof/core/internal/optest"
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
	for era, rules := range eras.Seasons(t) {
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

func sameRow(a, b agentRow) bool {
	same := maps.Equal(a.CategoryElo, b.CategoryElo)
	a.CategoryElo, b.CategoryElo = nil, nil
	return same && fmt.Sprint(a) == fmt.Sprint(b)
}

// expiry_head.json: expired matches of the deployed application. It forgets to
// count those that expire when their agent enters another match.
func TestExpiry(t *testing.T) {
	status := map[string]string{"enter-again": "forgotten"}
	checked := map[string]int{}
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
		ended := cmp.Or(status[c.DetectedBy], "expired")
		checked[ended]++
		a := c.Agent
		res := mustReplay(t, ReplayRequest{
			Rulebook: rulebook.ID("clawdiators-live"),
			Start: map[string]ReplayStart{"a": {Rating: &a.Elo, Matches: a.Matches, Draws: a.Draws, Streak: a.Streak, BestStreak: a.Best,
				Categories: a.CategoryElo}},
			Matches: []ReplayMatch{{Agent: "a", Difficulty: c.Difficulty, Status: ended, Category: "coding",
				EloBefore: c.Expected.Match.Before, EloAfter: c.Expected.Match.After, EloChange: c.Expected.Match.Change}},
		})
		got, want := res.Ratings[0], c.Expected.After
		want.D = want.Draws
		row := agentRow{got.Rating, got.Matches, got.Wins, got.Draws, got.Losses, got.Streak, got.BestStreak, got.Categories}
		if !sameRow(row, want.agentRow) || len(res.Mismatches) > 0 {
			t.Errorf("case %d (%s): %+v, want %+v; %+v", i, c.DetectedBy, row, want, res.Mismatches)
		}
	}
	if checked["expired"] < 10 || checked["forgotten"] < 5 {
		t.Errorf("%v cases checked: want at least 10 expired and 5 forgotten", checked)
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
		t.Run(tt.name, func(t *testing.T) { optest.Refused(t, Ops, "elo.replay", tt.request, tt.field, tt.message) })
	}
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
			if answer := optest.Call(b, Ops, "elo.replay", string(body)); !bytes.HasPrefix(answer, []byte(`{"ok":`)) {
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
