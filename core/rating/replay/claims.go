package replay

import (
	"fmt"
	"math"

	"github.com/tallyproof/tallyproof/core/fmath"
	"github.com/tallyproof/tallyproof/core/jcs"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/rating"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/words"
)

// Checking claims
//
// A match is read twice: from the rating the rules lead up to, and from the
// rating its claims begin with, elo_before or where the last claims ended. A
// claim that agrees with either reading is right. So a wrong match is reported
// once, and what the arena built on it is not: from its own rating before, the
// next match is right again.
//
// An elo_before that is neither the rules' rating nor where the last claims
// ended is a gap: a match is missing. The replay goes on from it. Only when
// the rating after follows without it, elo_before alone is wrong.
//
// If ratings are whole numbers, claims must be equal, but for a change with
// decimals of rules that round at the end: 24.8 stands for 24.759. Real
// ratings must agree at the decimals the claim is written with.

// reading is a match from one of the ratings it may have begun with.
type reading struct{ before, after, change float64 }

func readingOf(before float64, res rating.UpdateResponse) reading {
	return reading{before, res.Rating, res.Change}
}

// start returns the rating the match begins with by its claims.
func (m *ReplayMatch) start(c *career) float64 {
	if m.EloBefore != nil {
		return *m.EloBefore
	}
	return c.known()
}

// joint is how a match's elo_before joins the history.
type joint int

const (
	joinsRules  joint = iota // it is the rating by the rules, or not claimed
	joinsClaims              // it is where the last claims ended
	alone                    // it is neither, but the rating after follows without it
	gap                      // it is neither: a match is missing
)

// join describes how match m joins the history; rules is the match by the rules.
func (r *replay) join(m *ReplayMatch, c *career, rules reading) joint {
	switch {
	case m.EloBefore == nil || r.agree(*m.EloBefore, c.rating):
		return joinsRules
	case r.agree(*m.EloBefore, c.known()):
		return joinsClaims
	case m.EloAfter != nil && r.fits(m, rules):
		return alone
	}
	return gap
}

// settle returns the rating a match begins with: the rules', or after a gap the
// claimed one.
func (j joint) settle(m *ReplayMatch, c *career) float64 {
	if j == gap {
		return *m.EloBefore
	}
	return c.rating
}

// compare notes what is wrong with the claims of match i and moves the agent's
// ratings. settled is the match from the settled rating, claims from the
// claimed one; why explains a rating that differs from a reading.
func (r *replay) compare(i int, m *ReplayMatch, c *career, j joint, settled, claims reading,
	why func(base reading, target float64) string) {
	right := r.fits(m, claims)
	switch j {
	case joinsRules:
		right = right || r.fits(m, settled)
	case alone:
		right, claims = true, settled
		r.mismatch(i, "elo_before", number(*m.EloBefore), number(c.rating),
			"elo_before alone is wrong: "+c.since()+" "+op.Show(c.rating)+", and the rating after this match follows from that")
	case gap:
		right = right || r.fits(m, settled)
		r.mismatch(i, "elo_before", number(*m.EloBefore), number(c.known()), c.jump(*m.EloBefore, r.scheme))
	}
	if !right {
		r.differ(i, m, claims, why)
	}
	c.rating, c.claimed = settled.after, nil
	if end := m.end(claims); !r.agree(end, settled.after) {
		c.claimed = pointer(end)
	}
}

func pointer(x float64) *float64 { return &x }

// end returns the rating after the match by its claims.
func (m *ReplayMatch) end(claims reading) float64 {
	switch {
	case m.EloAfter != nil:
		return *m.EloAfter
	case m.EloChange != nil && *m.EloChange != claims.change:
		return claims.before + *m.EloChange
	}
	return claims.after
}

// since describes where an agent's rating comes from: "after match 3 the rating
// is".
func (c *career) since() string {
	if c.last < 0 {
		return "at the start the rating is"
	}
	return fmt.Sprintf("after match %d the rating is", c.last)
}

// jump explains a rating that does not continue the history.
func (c *career) jump(to float64, r *rulebook.Rating) string {
	by := signed(to - c.known())
	switch {
	case c.lapsed != nil && c.lapsed.from(c.known()).Rating == to:
		return fmt.Sprintf("the rating jumped by %s since match %d, which expired: that fits a draw, and an expired match "+
			"does not move the rating", by, c.last)
	case c.last >= 0:
		return fmt.Sprintf("a match is missing before this one: the rating jumped by %s since match %d", by, c.last)
	case c.fresh:
		return fmt.Sprintf("the history does not begin at the starting rating %s: the rating jumped by %s, so earlier "+
			"matches are missing, or their record in start", op.Show(r.Start), by)
	}
	return fmt.Sprintf("a match is missing before this one: the rating jumped by %s since the start", by)
}

// fits reports whether the claims after the match agree with a reading.
func (r *replay) fits(m *ReplayMatch, from reading) bool {
	return (m.EloAfter == nil || r.agree(*m.EloAfter, from.after)) &&
		(m.EloChange == nil || r.agreeChange(*m.EloChange, from))
}

// differ notes every claim after the match that differs from a reading.
func (r *replay) differ(i int, m *ReplayMatch, base reading, why func(base reading, target float64) string) {
	if m.EloAfter != nil && !r.agree(*m.EloAfter, base.after) {
		rule := ""
		if m.EloChange != nil && r.agreeChange(*m.EloChange, base) {
			rule = "elo_change is right, and elo_after is not elo_before plus elo_change"
		} else {
			rule = why(base, *m.EloAfter)
		}
		r.mismatch(i, "elo_after", number(*m.EloAfter), number(base.after), rule)
	}
	if m.EloChange != nil && !r.agreeChange(*m.EloChange, base) {
		rule := ""
		if m.EloAfter != nil && r.agree(*m.EloAfter, base.after) {
			rule = "elo_after is right, and elo_change is not elo_after minus elo_before"
		} else {
			rule = why(base, base.before+*m.EloChange)
		}
		r.mismatch(i, "elo_change", number(*m.EloChange), number(r.shownChange(base)), rule)
	}
}

// agree compares a claimed rating with a rating.
func (r *replay) agree(claim, rating float64) bool {
	if r.scheme.Rounding == rulebook.RatingReal {
		return words.Agrees(claim, rating)
	}
	return claim == rating
}

func (r *replay) agreeChange(claim float64, from reading) bool {
	return r.agree(claim, from.after-from.before) || words.Agrees(claim, from.change) &&
		(r.scheme.Rounding == rulebook.RatingReal || claim != math.Trunc(claim))
}

// shownChange returns a reading's change as the arena would write it.
func (r *replay) shownChange(from reading) float64 {
	if r.scheme.Rounding == rulebook.RatingReal {
		return from.change
	}
	return from.after - from.before
}

func (r *replay) mismatch(i int, field string, claimed, recomputed op.Raw, rule string) {
	r.mismatches = append(r.mismatches, Mismatch{i, field, claimed, recomputed, rule})
}

func number(x float64) op.Raw { return jcs.AppendNumber(nil, x) }

func text(s string) op.Raw { return []byte(`"` + s + `"`) } // an outcome needs no escapes

// signed shows a change with four decimals at most: "+13", "-4.5".
func signed(x float64) string {
	x = fmath.RoundHalfUp(x*1e4) / 1e4
	if x > 0 {
		return "+" + op.Show(x)
	}
	return op.Show(x)
}
