package rating

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tallyproof/tallyproof/core/fmath"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/rulebook"
)

// UpdateRequest is one match of a rated agent.
type UpdateRequest struct {
	Rulebook       rulebook.Ref `json:"rulebook" doc:"Id of a built-in rulebook, or a whole rulebook."`
	Rating         float64      `json:"rating" op:"min=-100000 max=100000" doc:"Rating before the match, in Elo points."`
	Matches        int          `json:"matches" op:"min=0 max=1000000000" doc:"Matches played before this one; they choose the K-factor."`
	Opponent       *float64     `json:"opponent,omitempty" op:"min=-100000 max=100000" doc:"Opponent's rating; or give difficulty."`
	Difficulty     string       `json:"difficulty,omitempty" doc:"The challenge's difficulty tier, which has a rating; or give opponent."`
	Outcome        string       `json:"outcome,omitempty" op:"enum=win|draw|loss" doc:"Result of the match; or give score."`
	Score          *float64     `json:"score,omitempty" op:"min=0" doc:"The match's score, 0 to the rulebook's scale, which maps to an outcome."`
	Verified       bool         `json:"verified,omitempty" doc:"Whether the match carries a valid trajectory."`
	Memoryless     bool         `json:"memoryless,omitempty" doc:"Whether the agent played without memory of earlier attempts."`
	FirstAttempt   bool         `json:"first_attempt,omitempty" doc:"Whether it was the agent's first completed attempt at the challenge."`
	Category       string       `json:"category,omitempty" op:"maxlen=200" doc:"The challenge's category; adds category_rating to the answer."`
	CategoryRating *float64     `json:"category_rating,omitempty" op:"min=-100000 max=100000" doc:"Rating in the category before the match; the rulebook's starting rating when the category is new."`
}

// UpdateResponse is the match's effect.
type UpdateResponse struct {
	Outcome        string   `json:"outcome" doc:"win, draw or loss."`
	Opponent       float64  `json:"opponent" doc:"The opponent's rating, in Elo points."`
	Expected       float64  `json:"expected" doc:"Expected score against it, 0 to 1."`
	Actual         float64  `json:"actual" doc:"Actual score: 1 for a win, 0.5 for a draw, 0 for a loss, if the rules do not say otherwise."`
	K              float64  `json:"k" doc:"K-factor: the most this match could move the rating before any bonus."`
	Bonus          float64  `json:"bonus" doc:"Multiplier applied to the change; 1 when none was."`
	Change         float64  `json:"change" doc:"Change of the rating, in Elo points; not rounded unless the rulebook rounds it."`
	Floored        bool     `json:"floored,omitempty" doc:"Whether the floor of the rules kept the rating up; then moved differs from change."`
	Moved          *float64 `json:"moved,omitempty" doc:"If floored: the rating after the match less the rating before it."`
	Rating         float64  `json:"rating" doc:"Rating after the match."`
	CategoryRating *float64 `json:"category_rating,omitempty" doc:"Category rating after the match; it never gets a bonus."`

	Warnings []op.Warning `json:"warnings,omitempty" doc:"What is worth knowing; absent if there is nothing."`
}

// Update is one match's effect on a rating, R' = R + K·(S − E), with the
// rulebook's bonus, rounding and floor.
func Update(req UpdateRequest) (UpdateResponse, error) {
	rb, err := req.Rulebook.Rated()
	if err != nil {
		return UpdateResponse{}, err
	}
	scheme := rb.Rating
	opponent, refusal := OpponentOf(scheme, req)
	if refusal != nil {
		return UpdateResponse{}, refusal
	}
	outcome, refusal := OutcomeOf(rb, req)
	if refusal != nil {
		return UpdateResponse{}, refusal
	}
	conditions := map[string]bool{"verified": req.Verified, "memoryless": req.Memoryless,
		"first_attempt": req.FirstAttempt}
	res := Step(scheme, req.Rating, opponent, req.Matches, outcome, BonusOf(scheme, conditions))
	if req.Category == "" && req.CategoryRating == nil {
		return res, nil
	}
	if scheme.Category == nil {
		return UpdateResponse{}, op.Refuse("/category", "%q keeps no category ratings: leave it out", rb.ID)
	}
	after := Step(scheme, categoryRating(scheme, req), opponent, req.Matches, outcome, 1).Rating
	res.CategoryRating = &after
	res.Warnings = namedCategory(scheme.Category, req.Category)
	return res, nil
}

// categoryRating returns the rating in the match's category before the match.
func categoryRating(r *rulebook.Rating, req UpdateRequest) float64 {
	if req.CategoryRating != nil {
		return *req.CategoryRating
	}
	return r.Category.Start
}

// namedCategory warns of a category that the rulebook does not name.
func namedCategory(of *rulebook.CategoryOf, category string) []op.Warning {
	if category == "" || len(of.Names) == 0 || slices.Contains(of.Names, category) {
		return nil
	}
	return []op.Warning{op.Warnf("unknown-category", "/category", "%s: want one of the categories %s", op.Quote(category),
		strings.Join(of.Names, ", "))}
}

// Step moves a rating by one match. The three roundings are:
//
//	none    R' = R + bonus·K·(S−E)
//	final   R' = max(floor, round(R + bonus·K·(S−E)))
//	staged  R' = max(floor, round(R + K·(S−E))), change = R' − R; a positive
//	        change with a bonus becomes round(change·bonus), and
//	        R' = max(floor, R + change)
//
// where round is half toward +∞ and the bonus multiplies positive changes only.
func Step(r *rulebook.Rating, before, opponent float64, matches int, outcome string, bonus float64) UpdateResponse {
	res := UpdateResponse{
		Outcome:  outcome,
		Opponent: opponent,
		Expected: ExpectedScore(before, opponent, r.Scale),
		Actual:   r.Actual(outcome),
		K:        r.KAt(matches),
	}
	m := moved(r, before, float64(res.K*(res.Actual-res.Expected)), bonus)
	res.Rating, res.Change, res.Bonus, res.Floored = m.after, m.change, m.bonus, m.floored
	if m.floored {
		by := m.after - before
		res.Moved = &by
	}
	return res
}

// Moves returns what the rating did: the change of the formula, unless the floor binds.
func (u *UpdateResponse) Moves() float64 { return moves(u.Change, u.Moved) }

func moves(change float64, moved *float64) float64 {
	if moved != nil {
		return *moved
	}
	return change
}

// Outcomes returns the ratings to which [Step] moves one by a win, a draw and a loss, with
// the expected score that they share.
func Outcomes(r *rulebook.Rating, before, opponent float64, matches int,
	bonus float64) (win, draw, loss, expected float64) {
	k := r.KAt(matches)
	expected = ExpectedScore(before, opponent, r.Scale)
	win = moved(r, before, float64(k*(r.Actual("win")-expected)), bonus).after
	draw = moved(r, before, float64(k*(r.Actual("draw")-expected)), bonus).after
	loss = moved(r, before, float64(k*(r.Actual("loss")-expected)), bonus).after
	return win, draw, loss, expected
}

// move holds the effect of a match on a rating.
type move struct {
	after, change float64
	bonus         float64 // 1 without a bonus
	floored       bool
}

// moved applies a change of K·(S−E) with its rounding, its bonus and the floor.
func moved(r *rulebook.Rating, before, change, bonus float64) move {
	m, inSteps := move{change: change, bonus: 1}, r.Rounding == rulebook.RatingSteps
	if inSteps {
		m.change = m.floor(r, fmath.RoundHalfUp(before+change)) - before
	}
	if m.change > 0 && bonus != 1 {
		m.bonus, m.change = bonus, float64(m.change*bonus)
		if inSteps {
			m.change = fmath.RoundHalfUp(m.change)
		}
	}
	m.after = before + m.change
	if r.Rounding == rulebook.RatingFinal {
		m.after = fmath.RoundHalfUp(m.after)
	}
	m.after = m.floor(r, m.after)
	return m
}

// floor returns a rating, or the floor of the scheme if that is higher, and notes that.
func (m *move) floor(r *rulebook.Rating, rating float64) float64 {
	floored := Floored(r, rating)
	m.floored = m.floored || floored != rating
	return floored
}

// Floored returns a rating, or the floor of the scheme if that is higher.
func Floored(r *rulebook.Rating, rating float64) float64 {
	if r.Floor != nil && rating < *r.Floor {
		return *r.Floor
	}
	return rating
}

// BonusOf returns the factor of the first bonus whose conditions all hold, else 1.
func BonusOf(r *rulebook.Rating, conditions map[string]bool) float64 {
	for _, b := range r.Bonuses {
		holds := true
		for _, need := range b.Needs {
			holds = holds && conditions[need]
		}
		if holds {
			return b.Factor
		}
	}
	return 1
}

// OpponentOf returns the opponent's rating, given directly or by difficulty.
func OpponentOf(r *rulebook.Rating, req UpdateRequest) (float64, *op.Error) {
	switch {
	case req.Opponent != nil && req.Difficulty != "":
		return 0, op.Refuse("/difficulty", "give either difficulty or opponent, not both")
	case req.Opponent != nil:
		return *req.Opponent, nil
	case req.Difficulty == "" && len(r.Opponents) == 0:
		return 0, op.Refuse("/opponent", "missing: want the opponent's rating")
	case req.Difficulty == "":
		return 0, op.Refuse("/difficulty", "missing: want %s, or an opponent's rating in opponent", difficulties(r))
	}
	for _, o := range r.Opponents {
		if o.Difficulty == req.Difficulty {
			return o.Rating, nil
		}
	}
	if len(r.Opponents) == 0 {
		return 0, op.Refuse("/difficulty", "%s: these rules have no difficulty tiers, want the rating in opponent",
			op.Quote(req.Difficulty))
	}
	return 0, op.Refuse("/difficulty", "unknown difficulty %s: want %s", op.Quote(req.Difficulty), difficulties(r))
}

func difficulties(r *rulebook.Rating) string {
	var names []string
	for _, o := range r.Opponents {
		names = append(names, fmt.Sprintf("%s (%s)", o.Difficulty, op.Show(o.Rating)))
	}
	return "one of " + strings.Join(names, ", ")
}

// OutcomeOf returns the outcome, given directly or by score.
func OutcomeOf(rb *rulebook.Rulebook, req UpdateRequest) (string, *op.Error) {
	switch {
	case req.Outcome != "" && req.Score != nil:
		return "", op.Refuse("/outcome", "give either outcome or score, not both")
	case req.Outcome != "":
		return req.Outcome, nil
	case req.Score == nil:
		return "", op.Refuse("/outcome", "missing: want win, draw or loss, or a score that maps to one")
	case len(rb.Results) == 0:
		return "", op.Refuse("/score", "%q maps no score to an outcome: want the outcome itself", rb.ID)
	case *req.Score > rb.Scale:
		return "", op.Refuse("/score", "%s: want a score from 0 to %s", op.Show(*req.Score), op.Show(rb.Scale))
	}
	return rb.ResultOf(*req.Score), nil
}
