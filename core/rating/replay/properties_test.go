package replay

import (
	"bytes"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"github.com/tallyproof/tallyproof/core/internal/optest"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/rulebook"
)

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
	rng, rounds := rand.New(rand.NewPCG(13, 14)), 1000
	if testing.Short() { // as the wasm tests run
		rounds /= 5
	}
	for round := range rounds {
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

// Whatever is asked, the answer is an envelope, never an internal error; and
// what a replay answers, claimed back, differs nowhere but at gaps.
func FuzzReplay(f *testing.F) {
	f.Add(`{"rulebook": "clawdiators-live", "matches": [{"agent": "a", "challenge": "x", "difficulty": "veteran", "score": 900, "verified": true, "elo_before": 1000, "elo_after": 1029, "elo_change": 29}]}`)
	f.Add(`{"rulebook": "clawdiators", "start": {"a": {"rating": 1050, "matches": 9}}, "matches": [{"agent": "a", "difficulty": "veteran", "outcome": "win", "elo_change": 24.8}, {"agent": "a", "status": "expired"}]}`)
	f.Add(`{"rulebook": "airena", "mode": "sum", "matches": [{"agent": "a", "challenge": "x", "score": 90}, {"agent": "b", "challenge": "x", "score": 80}, {"agent": "a", "opponent": 1300, "outcome": "loss", "elo_after": 1210.5}]}`)
	schema := op.SchemaOf[ReplayRequest]()
	f.Fuzz(func(t *testing.T, request string) {
		if got := optest.Call(t, Ops, "elo.replay", request); bytes.Contains(got, []byte(`"code":"internal"`)) {
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
