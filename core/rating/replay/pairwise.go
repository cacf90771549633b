package replay

import (
	"fmt"
	"strings"

	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/rating"
	"github.com/tallyproof/tallyproof/core/rulebook"
)

// challenge replays the finalized challenge whose entrants begin at match i,
// all at once. It returns how many there are.
func (r *replay) challenge(i int) (int, *op.Error) {
	n, refusal := r.entrants(i)
	if refusal != nil {
		return 0, refusal
	}
	group := r.req.Matches[i : i+n]
	careers := make([]*career, n)
	for j := range group {
		careers[j] = r.career(group[j].Agent)
	}
	settled, joints := r.settled(group, careers)
	claims := settled
	if starts := func(j int) float64 { return group[j].start(careers[j]) }; diverges(careers, starts) {
		claims = r.pairings(group, careers, starts)
	}
	for j := range group {
		m, c, p := &group[j], careers[j], settled[j]
		before := joints[j].settle(m, c)
		r.compare(i+j, m, c, joints[j], reading{before, p.Rating, p.Change}, reading{m.start(c), claims[j].Rating,
			claims[j].Change}, func(base reading, target float64) string {
			return r.whyPairs(claims[j], n, m, c, base, target)
		})
		outcome := "loss"
		if p.Rank == 1 {
			outcome = "win"
		}
		r.history = append(r.history, ReplayStep{
			Agent: m.Agent, Before: before, After: p.Rating, Change: p.Change, Floored: p.Floored, Moved: p.Moved,
			Outcome: outcome, Rank: p.Rank,
			K: p.K, Expected: p.Expected, Actual: p.Actual, Bonus: 1,
		})
		c.played(i+j, outcome)
	}
	return n, nil
}

// settled returns the challenge from the rating every entrant begins with: the rules', or
// after a gap the claimed one. All are settled before any moves, so that claims do not
// split the challenge.
func (r *replay) settled(group []ReplayMatch, careers []*career) ([]rating.Pairings, []joint) {
	pairs := r.pairings(group, careers, func(j int) float64 { return careers[j].rating })
	joints := make([]joint, len(group))
	for j := range group {
		joints[j] = r.join(&group[j], careers[j], reading{careers[j].rating, pairs[j].Rating, pairs[j].Change})
	}
	if starts := func(j int) float64 { return joints[j].settle(&group[j], careers[j]) }; diverges(careers, starts) {
		pairs = r.pairings(group, careers, starts)
	}
	return pairs, joints
}

// entrants counts and checks the matches from i on that belong to the same challenge.
func (r *replay) entrants(i int) (int, *op.Error) {
	all, id := r.req.Matches, r.req.Matches[i].Challenge
	at := op.Pointer("matches", i)
	if id == "" {
		return 0, op.Refuse(at+"/challenge", "missing: want the challenge whose entrants are compared, or an opponent")
	}
	if before, taken := r.finalized[id]; taken {
		return 0, op.Refuse(at+"/challenge", "%s was finalized at match %d: want its entrants one after another",
			op.Quote(id), before)
	}
	r.finalized[id] = i
	seen, n := map[string]int{}, 0
	for ; i+n < len(all) && all[i+n].Challenge == id; n++ {
		m := &all[i+n]
		if refusal := r.entrant(m, op.Pointer("matches", i+n)); refusal != nil {
			return 0, refusal
		}
		if before, taken := seen[m.Agent]; taken {
			return 0, op.Refuse(op.Pointer("matches", i+n, "agent"),
				"%s is also match %d of this challenge: want each agent once", op.Quote(m.Agent), before)
		}
		seen[m.Agent] = i + n
	}
	if r.pairs += n * (n - 1); n > maxEntrants || r.pairs > maxPairs {
		return 0, op.Refuse(at, "%d entrants, %d pairs so far: want at most %d entrants in a challenge and %d pairs in all",
			n, r.pairs, maxEntrants, maxPairs)
	}
	return n, nil
}

// entrant refuses what pairwise rules have no use for.
func (r *replay) entrant(m *ReplayMatch, at string) *op.Error {
	switch {
	case m.Opponent != nil:
		return op.Refuse(at+"/opponent", "the other entrants are the opponents: leave it out")
	case m.Difficulty != "":
		return op.Refuse(at+"/difficulty", "the other entrants are the opponents: leave it out")
	case m.Score == nil:
		return op.Refuse(at+"/score", "missing: want the score to compare with the other entrants'")
	case m.Outcome != "":
		return op.Refuse(at+"/outcome", "pairwise rules compare scores: leave it out")
	case m.ended():
		return op.Refuse(at+"/status", "pairwise rules know no expired matches: leave the entrant out")
	case m.Category != "":
		return op.Refuse(at+"/category", "pairwise rules keep no category ratings: leave it out")
	}
	return nil
}

// pairings is elo.pairwise with the ratings that before gives.
func (r *replay) pairings(group []ReplayMatch, careers []*career, before func(int) float64) []rating.Pairings {
	req := rating.PairwiseRequest{
		// Only the rating scheme matters, and a small rulebook resolves fast.
		Rulebook: rulebook.Custom(rulebook.Rulebook{ID: r.rb.ID, Name: r.rb.Name, Rating: r.scheme}),
		Mode:     r.req.Mode,
		Entrants: make([]rating.Entrant, len(group)),
	}
	for j, m := range group {
		req.Entrants[j] = rating.Entrant{ID: m.Agent, Rating: before(j), Competitions: careers[j].matches, Score: *m.Score}
	}
	res, err := rating.PairwiseElo(req)
	if err != nil {
		panic("rating: entrants were checked: " + err.Error())
	}
	return res.Entrants
}

// diverges reports whether any agent's claims begin with another rating.
func diverges(careers []*career, starts func(int) float64) bool {
	for j, c := range careers {
		if starts(j) != c.rating {
			return true
		}
	}
	return false
}

// whyPairs names the rules by which an entrant's claimed rating would be right:
// the other way of adding up, another K-factor, or both.
func (r *replay) whyPairs(p rating.Pairings, n int, m *ReplayMatch, c *career, base reading, target float64) string {
	var single, double []string
	mode, other := r.modes()
	for _, s := range r.scheme.K {
		for _, way := range []string{mode, other} {
			change := rating.PairwiseChange(p, s.K, way, n)
			if !r.agree(target, rating.Floored(r.scheme, base.before+change)) {
				continue
			}
			var words []string
			if s.K != p.K {
				words = append(words, otherK(s, p.K, "competition", c.matches+1))
			}
			if way != mode {
				words = append(words, fmt.Sprintf("pairs added up as %q instead of %q", way, mode))
			}
			switch len(words) {
			case 1:
				single = append(single, words[0])
			case 2:
				double = append(double, strings.Join(words, " together with "))
			}
		}
	}
	if r.agree(target, base.before) {
		single = append(single, "no change at all")
	}
	if single == nil {
		single = double
	}
	if single != nil {
		return "the claim fits " + strings.Join(single, ", or ")
	}
	return r.unexplained(m, c, base, target)
}

// modes returns the mode in use and the other one.
func (r *replay) modes() (mode, other string) {
	mode = r.req.Mode
	if mode == "" {
		mode = r.scheme.Mode
	}
	if mode == "sum" {
		return "sum", "mean"
	}
	return "mean", "sum"
}
