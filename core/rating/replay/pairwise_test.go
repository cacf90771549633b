package replay

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"github.com/tallyproof/tallyproof/core/rating"
	"github.com/tallyproof/tallyproof/core/rulebook"
)

// A challenge is elo.pairwise, K counts up, and the order of its entrants does
// not matter, not even in the last bit.
func TestReplayPairwise(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	for _, mode := range []string{"", "mean", "sum"} {
		var matches []ReplayMatch
		ratings, played := map[string]float64{}, map[string]int{}
		for c := range 40 {
			var entrants []rating.Entrant
			for _, a := range rng.Perm(8)[:1+rng.IntN(6)] {
				id := "agent-" + strconv.Itoa(a)
				if played[id] == 0 {
					ratings[id] = 1200
				}
				entrants = append(entrants, rating.Entrant{ID: id, Rating: ratings[id], Competitions: played[id], Score: float64(rng.IntN(4))})
			}
			res, err := rating.PairwiseElo(rating.PairwiseRequest{Rulebook: rulebook.ID("airena"), Mode: mode, Entrants: entrants})
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

// Wrong claims of a pairwise challenge: by the rules a +20, b −8, c −4.
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
		}, "0 elo_before 1250 1200: the history does not begin at the starting rating 1200: the rating jumped by +50, so earlier matches are missing, or their record in start"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			req := ReplayRequest{Rulebook: rulebook.ID("airena"), Start: start, Matches: challenge()}
			tt.change(req.Matches)
			var got []string
			for _, m := range mustReplay(t, req).Mismatches {
				got = append(got, shown(m))
			}
			if tt.want == "" && got != nil || tt.want != "" && (len(got) != 1 || got[0] != tt.want) {
				t.Errorf("got %q\nwant %q", got, tt.want)
			}
		})
	}
}

// A wrong challenge is reported once: the next one is right again from the ratings that
// it was played with. From 1240 against 1192 the rules expect 1/(1+10^(−48/400)) =
// 0.56864, so K 40 gives +17.25 and K 32 −13.80.
func TestPairwiseBuiltOnAMistake(t *testing.T) {
	got := mustReplay(t, ReplayRequest{Rulebook: rulebook.ID("airena"), Start: map[string]ReplayStart{"b": {Matches: 12}, "c": {Matches: 40}}, Matches: []ReplayMatch{
		{Agent: "a", Challenge: "x", Score: at(90), EloAfter: at(1240)},
		{Agent: "b", Challenge: "x", Score: at(80), EloAfter: at(1192)},
		{Agent: "c", Challenge: "x", Score: at(80), EloAfter: at(1196)},
		{Agent: "a", Challenge: "y", Score: at(90), EloBefore: at(1240), EloAfter: at(1257.25)},
		{Agent: "b", Challenge: "y", Score: at(80), EloBefore: at(1192), EloAfter: at(1178.2)},
	}}).Mismatches
	if len(got) != 1 || got[0].Match != 0 {
		t.Errorf("%+v: want one mismatch, in the first match", got)
	}
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
