package replay

import (
	"fmt"
	"strings"

	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/rating"
	"github.com/tallyproof/tallyproof/core/rulebook"
)

// trial is a match as it was played, or as it might have been: everything that
// decides its effect on a rating.
type trial struct {
	scheme   *rulebook.Rating
	opponent float64
	matches  int
	outcome  string
	bonus    float64
}

func (t *trial) from(before float64) rating.UpdateResponse {
	return rating.Step(t.scheme, before, t.opponent, t.matches, t.outcome, t.bonus)
}

// solo replays a match against a rated challenge.
func (r *replay) solo(i int, m *ReplayMatch) *op.Error {
	unnamed, opponent := r.unnamed(m), 0.0
	if !unnamed {
		var refusal *op.Error
		if opponent, refusal = r.opponent(i, m); refusal != nil {
			return refusal
		}
	}
	outcome, refusal := r.outcome(i, m)
	if refusal != nil {
		return refusal
	}
	c := r.career(m.Agent)
	first, refusal := r.first(i, m, c)
	if refusal != nil {
		return refusal
	}
	t := trial{scheme: r.scheme, opponent: opponent, matches: c.matches, outcome: outcome, bonus: r.bonus(m, first)}
	var difficulty, how string
	if unnamed {
		if difficulty, how, refusal = r.infer(i, m, c, &t); refusal != nil {
			return refusal
		}
	}
	category, refusal := r.category(i, m, c, t)
	if refusal != nil {
		return refusal
	}
	res := t.from(c.rating)
	before := c.rating
	j := r.join(m, c, readingOf(before, res))
	if settled := j.settle(m, c); settled != before {
		before, res = settled, t.from(settled)
	}
	settled, claims := readingOf(before, res), readingOf(before, res)
	if start := m.start(c); start != before {
		claims = readingOf(start, t.from(start))
	}
	r.compare(i, m, c, j, settled, claims, func(base reading, target float64) string {
		return r.why(t, m, c, base, target)
	})
	r.history = append(r.history, ReplayStep{
		Agent: m.Agent, Before: before, After: res.Rating, Change: res.Change, Floored: res.Floored, Moved: res.Moved,
		Outcome: outcome, Opponent: r.keep(t.opponent), Difficulty: difficulty, Inferred: how,
		K: res.K, Expected: res.Expected, Actual: res.Actual, Bonus: res.Bonus, FirstAttempt: first, CategoryRating: category,
	})
	c.played(i, outcome)
	return nil
}

// Status of a match without a result.
const (
	expired   = "expired"
	forgotten = "forgotten"
)

// ended reports whether a match ran out of time.
func (m *ReplayMatch) ended() bool { return m.Status == expired || m.Status == forgotten }

// expired replays a match that ran out of time. Clawdiators code: no rating
// change, counts as a match, ends the streak; nor is it an attempt. If it expired
// when its agent entered another match, it is not counted either. The document
// only says that expired matches cannot be submitted.
func (r *replay) expired(i int, m *ReplayMatch) *op.Error {
	switch {
	case m.Outcome == "win" || m.Outcome == "loss":
		return op.Refuse(op.Pointer("matches", i, "outcome"), "%q of an expired match: want draw, or leave it out", m.Outcome)
	case m.Score != nil:
		return op.Refuse(op.Pointer("matches", i, "score"), "an expired match has no score: leave it out")
	}
	row := ReplayStep{Agent: m.Agent, Outcome: "draw", Expired: true, Bonus: 1}
	if m.Opponent != nil || m.Difficulty != "" {
		opponent, refusal := r.opponent(i, m)
		if refusal != nil {
			return refusal
		}
		row.Opponent = r.keep(opponent)
	}
	c := r.career(m.Agent)
	still := func(rating float64) reading { return reading{rating, rating, 0} }
	j := r.join(m, c, still(c.rating))
	row.Before = j.settle(m, c)
	row.After = row.Before
	r.compare(i, m, c, j, still(row.Before), still(m.start(c)), func(base reading, target float64) string {
		return r.whyExpired(row.Opponent, m, c, base, target)
	})
	r.history = append(r.history, row)
	if m.Status == forgotten {
		return nil
	}
	c.played(i, "draw")
	if row.Opponent != nil {
		c.lapsed = &trial{scheme: r.scheme, opponent: *row.Opponent, matches: c.matches - 1, outcome: "draw", bonus: 1}
	}
	return nil
}

// opponent returns the rating of match i's opponent, given directly or by difficulty.
func (r *replay) opponent(i int, m *ReplayMatch) (float64, *op.Error) {
	opponent, refusal := rating.OpponentOf(r.scheme, rating.UpdateRequest{Opponent: m.Opponent, Difficulty: m.Difficulty})
	return opponent, within(i, refusal)
}

// within points a refusal of a single match into match i.
func within(i int, refusal *op.Error) *op.Error {
	if refusal != nil {
		refusal.Field = op.Pointer("matches", i) + refusal.Field
	}
	return refusal
}

// outcome returns the outcome that the score maps to, or else the given outcome. With
// both, the outcome is a claim about the score.
func (r *replay) outcome(i int, m *ReplayMatch) (string, *op.Error) {
	if m.Score != nil && *m.Score < 0 {
		return "", op.Refuse(op.Pointer("matches", i, "score"), "%s: want a score from 0 to %s", op.Show(*m.Score),
			op.Show(r.rb.Scale))
	}
	ask := rating.UpdateRequest{Outcome: m.Outcome, Score: m.Score}
	if m.Score != nil && len(r.rb.Results) > 0 {
		ask.Outcome = ""
	}
	outcome, refusal := rating.OutcomeOf(r.rb, ask)
	if refusal != nil {
		return "", within(i, refusal)
	}
	if m.Outcome != "" && m.Outcome != outcome {
		r.mismatch(i, "outcome", text(m.Outcome), text(outcome), fmt.Sprintf("a score of %s is a %s: %s", op.Show(*m.Score),
			outcome, r.results()))
	}
	return outcome, nil
}

// results names the thresholds: "win from 700, draw from 400, loss from 0".
func (r *replay) results() string {
	var list []string
	for _, result := range r.rb.Results {
		list = append(list, result.ID+" from "+op.Show(result.Min))
	}
	return strings.Join(list, ", ")
}

// first reports whether the match is the first completed attempt at its
// challenge: as given, else as its attempt number says, else by the history. A
// match that names no challenge is not known to be a first attempt.
func (r *replay) first(i int, m *ReplayMatch, c *career) (bool, *op.Error) {
	before, named := c.attempts[m.Challenge], m.Challenge != ""
	if m.Attempt != nil {
		if m.FirstAttempt != nil && *m.FirstAttempt != (*m.Attempt == 1) {
			return false, op.Refuse(op.Pointer("matches", i, "first_attempt"), "%t contradicts attempt %d", *m.FirstAttempt,
				*m.Attempt)
		}
		if named && *m.Attempt != before+1 {
			r.mismatch(i, "attempt", number(float64(*m.Attempt)), number(float64(before+1)),
				fmt.Sprintf("the history holds %d completed attempts at %s before this one: a match is missing or counted twice",
					before, op.Quote(m.Challenge)))
			before = *m.Attempt - 1
		}
	}
	if named {
		c.attempts[m.Challenge] = before + 1
	}
	switch {
	case m.FirstAttempt != nil:
		return *m.FirstAttempt, nil
	case m.Attempt != nil:
		return *m.Attempt == 1, nil
	}
	return named && before == 0, nil
}

// conditions of a bonus.
type conditions struct{ verified, memoryless, first bool }

func (r *replay) bonus(m *ReplayMatch, first bool) float64 {
	key := conditions{m.Verified, m.Memoryless, first}
	bonus, known := r.bonuses[key]
	if !known {
		bonus = rating.BonusOf(r.scheme, map[string]bool{"verified": m.Verified, "memoryless": m.Memoryless,
			"first_attempt": first})
		r.bonuses[key] = bonus
	}
	return bonus
}

// category moves the rating in the match's category: the same opponent, K by
// all matches, never a bonus. nil without a category.
func (r *replay) category(i int, m *ReplayMatch, c *career, t trial) (*float64, *op.Error) {
	if m.Category == "" {
		return nil, nil
	}
	if r.scheme.Category == nil {
		return nil, op.Refuse(op.Pointer("matches", i, "category"), "%q keeps no category ratings: leave it out", r.rb.ID)
	}
	before, known := c.categories[m.Category]
	if !known {
		before = r.scheme.Category.Start
	}
	t.bonus = 1
	after := t.from(before).Rating
	c.categories[m.Category] = after
	return r.keep(after), nil
}
