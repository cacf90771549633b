package difficulty

import (
	"slices"
	"strings"

	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/rating"
	"github.com/tallyproof/tallyproof/core/rating/matchlist"
	"github.com/tallyproof/tallyproof/core/rating/replay"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/words"
)

const expired = "expired"

// spelledHere returns what a column of matches against a challenge holds. Case, spaces, dots and dashes do
// not count.
func spelledHere(name string) string {
	name = strings.NewReplacer(" ", "_", ".", "_", "-", "_").Replace(strings.ToLower(strings.TrimSpace(name)))
	switch name {
	case "name", "model", "team", "participant", "player", "user", "method", "system", "miner":
		return "agent"
	case "task", "problem", "puzzle", "challenge_name":
		return "challenge"
	case "tier", "level", "claims":
		return "difficulty"
	case "rating", "elo", "rating_before", "agent_rating", "before":
		return "elo_before"
	case "rating_after", "after":
		return "elo_after"
	case "rating_change", "change":
		return "elo_change"
	case "challenge_rating", "opponent_rating":
		return "opponent"
	case "result", "outcome", "verdict":
		return matchlist.Ending
	case "points", "total":
		return "score"
	case "try":
		return "attempt"
	}
	return matchlist.Spelled(name)
}

// tried is the matches against one challenge.
type tried struct {
	name    string
	tier    string   // that it claims; empty if it claims none
	claim   *float64 // the rating of that
	several bool     // whether it has claimed several
	matches []attempted
}

// attempted is one match, from the agent's side.
type attempted struct {
	rating  float64 // before it
	outcome string  // win, draw, loss, or expired
	first   bool    // whether it was the agent's first try
}

// triedList is all challenges of a list, in the order of their first match.
type triedList struct {
	rb         *rulebook.Rulebook
	challenges []*tried
	count      int
	counted    bool // whether the first tries were counted, not stated
	anonymous  bool // whether nothing says who played
	unknown    []string
	read       []string // columns
	sorted     bool
}

const addRating = "Add the column rating: each agent’s rating before its match"

// readTried reads matches against challenges.
func readTried(rb *rulebook.Rulebook, text string) (*triedList, *op.Error) {
	list, refusal := matchlist.ReadSpelled(text, spelledHere)
	if refusal != nil {
		return nil, refusal
	}
	list.InTimeOrder(false)
	t := &triedList{rb: rb, count: len(list.Matches), unknown: list.Unknown, read: list.Used, sorted: list.From != nil, anonymous: true}
	rated := slices.ContainsFunc(list.Matches, func(m replay.ReplayMatch) bool { return ratingBefore(&m) != nil })
	played := slices.ContainsFunc(list.Matches, func(m replay.ReplayMatch) bool { return !hasExpired(&m) })
	if played && !rated {
		return nil, op.Refuse("/text", "%s", addRating)
	}
	byName := map[string]*tried{}
	tries := map[[2]string]int{}
	for i := range list.Matches {
		m := &list.Matches[i]
		one, problem := t.match(m)
		if problem != "" {
			return nil, list.InMatch(i, problem)
		}
		name := challengeOf(m)
		of := byName[name]
		if of == nil {
			of = &tried{name: name}
			byName[name] = of
			t.challenges = append(t.challenges, of)
		}
		if problem := t.claim(of, m); problem != "" {
			return nil, list.InMatch(i, problem)
		}
		who := [2]string{m.Agent, name}
		tries[who]++
		one.first = t.isFirst(m, tries[who])
		of.matches = append(of.matches, one)
	}
	return t, nil
}

// challengeOf names a match's challenge, or all of a tier if the list has none.
func challengeOf(m *replay.ReplayMatch) string {
	switch {
	case m.Challenge != "":
		return m.Challenge
	case m.Difficulty != "":
		return words.Capital(m.Difficulty)
	}
	return "All matches"
}

// ratingBefore returns the agent's rating before a match, or nil if it is not stated.
func ratingBefore(m *replay.ReplayMatch) *float64 {
	if m.EloBefore == nil && m.EloAfter != nil && m.EloChange != nil {
		before := *m.EloAfter - *m.EloChange
		return &before
	}
	return m.EloBefore
}

// hasExpired reports whether a match was not finished.
func hasExpired(m *replay.ReplayMatch) bool { return m.Status == expired || m.Status == "forgotten" }

// match returns one match, or what it lacks.
func (t *triedList) match(m *replay.ReplayMatch) (one attempted, problem string) {
	if hasExpired(m) {
		return attempted{outcome: expired}, ""
	}
	if m.Outcome != "" {
		m.Score = nil
	}
	if m.Outcome == "" && m.Score == nil {
		return one, "it has no result: give win, draw, loss or expired, or a score"
	}
	outcome, refusal := rating.OutcomeOf(t.rb, rating.UpdateRequest{Outcome: m.Outcome, Score: m.Score})
	if refusal != nil {
		return one, strings.TrimPrefix(refusal.Field, "/") + " " + refusal.Message
	}
	before := ratingBefore(m)
	if before == nil {
		return one, "it has no rating: give the agent’s rating before the match"
	}
	return attempted{rating: *before, outcome: outcome}, ""
}

// claim notes what a match says of its challenge. A later match says it again, as arenas revise it.
func (t *triedList) claim(of *tried, m *replay.ReplayMatch) (problem string) {
	tier := m.Difficulty
	if tier == "" && m.Opponent == nil && of.claim == nil {
		tier = t.rb.DeclaredDifficulty(strings.ReplaceAll(strings.ToLower(m.Challenge), " ", "-"))
	}
	switch {
	case tier == "" && m.Opponent == nil:
		return ""
	case tier != "":
		x, refusal := rating.OpponentOf(t.rb.Rating, rating.UpdateRequest{Difficulty: tier})
		if refusal != nil {
			return refusal.Message
		}
		of.several = of.several || of.claim != nil && *of.claim != x
		of.tier, of.claim = tier, &x
	default:
		of.several = of.several || of.claim != nil && *of.claim != *m.Opponent
		of.claim, of.tier = m.Opponent, ""
		for _, o := range t.rb.Rating.Opponents {
			if o.Rating == *m.Opponent {
				of.tier = o.Difficulty
			}
		}
	}
	return ""
}

// isFirst reports whether a match is its agent's first try, which is its nth in the list.
func (t *triedList) isFirst(m *replay.ReplayMatch, nth int) bool {
	switch {
	case m.Attempt != nil:
		t.anonymous = false
		return *m.Attempt == 1
	case m.FirstAttempt != nil:
		t.anonymous = false
		return *m.FirstAttempt
	case m.Agent == matchlist.Nobody:
		return false
	}
	t.anonymous, t.counted = false, true
	return nth == 1
}
