package replay

import (
	"fmt"
	"strings"

	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/rulebook"
)

// maxSearched is the number of mismatches for which two rules at once are
// tried; a history with more than that has one common cause.
const maxSearched = 1000

// twist is one way in which an arena may have played a match differently.
type twist struct {
	kind  string
	apply func(*trial)
	words func() string // completes "the claim fits"
}

// why names the rules by which a claimed rating would be right: every single
// one that fits, else two at once.
func (r *replay) why(t trial, m *ReplayMatch, c *career, base reading, target float64) string {
	twists := r.twists(&t)
	fits := func(changes ...twist) bool {
		try := t
		for _, w := range changes {
			w.apply(&try)
		}
		return r.agree(target, try.from(base.before).Rating)
	}
	var found []string
	for _, w := range twists {
		if fits(w) {
			found = append(found, w.words())
		}
	}
	if r.agree(target, base.before) {
		found = append(found, "no change at all, as if the match had expired")
	}
	if found == nil && len(r.mismatches) < maxSearched {
		found = pair(twists, fits)
	}
	if found != nil {
		return "the claim fits " + strings.Join(found, ", or ")
	}
	return r.unexplained(m, c, base, target)
}

// pair returns the first two twists of different kinds that fit together.
func pair(twists []twist, fits func(...twist) bool) []string {
	for i, a := range twists {
		for _, b := range twists[i+1:] {
			if a.kind != b.kind && fits(a, b) {
				return []string{a.words() + " together with " + b.words()}
			}
		}
	}
	return nil
}

func (r *replay) unexplained(m *ReplayMatch, c *career, base reading, target float64) string {
	rule := "no rule explains it: off by " + signed(target-base.after)
	if m.EloBefore == nil && c.last >= 0 {
		rule += "; a match may be missing before this one"
	}
	return rule
}

// twists returns the ways a match may have been played differently, the likeliest
// first: another bonus, K-factor, outcome, rounding or opponent, or no floor.
func (r *replay) twists(t *trial) []twist {
	list := append(r.bonusTwists(t), r.kTwists(t)...)
	for _, outcome := range []string{"win", "draw", "loss"} {
		if outcome != t.outcome {
			list = append(list, twist{"outcome", func(t *trial) { t.outcome = outcome }, func() string {
				return fmt.Sprintf("a %s instead of a %s", outcome, t.outcome)
			}})
		}
	}
	for _, rounding := range []string{rulebook.RatingSteps, rulebook.RatingFinal, rulebook.RatingReal} {
		if rounding != r.scheme.Rounding {
			list = append(list, twist{"rounding", func(t *trial) { t.scheme = rounded(t.scheme, rounding) }, func() string {
				return fmt.Sprintf("rounding %q (%s)", rounding, roundings[rounding])
			}})
		}
	}
	for _, o := range r.scheme.Opponents {
		if o.Rating != t.opponent {
			list = append(list, twist{"opponent", func(t *trial) { t.opponent = o.Rating }, func() string {
				return fmt.Sprintf("%s (%s) as the opponent instead of %s", o.Difficulty, op.Show(o.Rating), op.Show(t.opponent))
			}})
		}
	}
	if r.scheme.Floor != nil {
		list = append(list, twist{"floor", func(t *trial) { t.scheme = floorless(t.scheme) }, func() string {
			return "a rating without the floor of " + op.Show(*r.scheme.Floor)
		}})
	}
	return list
}

func (r *replay) bonusTwists(t *trial) []twist {
	var list []twist
	used := r.bonusName(t.bonus)
	if t.bonus != 1 {
		list = append(list, twist{"bonus", func(t *trial) { t.bonus = 1 },
			func() string { return "the change without the bonus " + used }})
	}
	for _, b := range r.scheme.Bonuses {
		if b.Factor != t.bonus {
			list = append(list, twist{"bonus", func(t *trial) { t.bonus = b.Factor }, func() string {
				return fmt.Sprintf("the bonus %s of %s matches instead of %s", r.bonusName(b.Factor),
					strings.Join(b.Needs, " and "), used)
			}})
		}
	}
	return list
}

func (r *replay) kTwists(t *trial) []twist {
	var list []twist
	k, match := r.scheme.KAt(t.matches), t.matches+1
	for _, s := range r.scheme.K {
		if s.K != k {
			list = append(list, twist{"k", func(t *trial) { t.matches = s.From },
				func() string { return otherK(s, k, "match", match) }})
		}
	}
	return list
}

// otherK returns a K-factor that does not hold yet, or no longer.
func otherK(s rulebook.KFactor, k float64, noun string, n int) string {
	return fmt.Sprintf("K %s, which holds from %s %d on, instead of %s: this is %s %d", op.Show(s.K), noun, s.From+1,
		op.Show(k), noun, n)
}

// roundings in words.
var roundings = map[string]string{
	rulebook.RatingReal:  "none at all",
	rulebook.RatingFinal: "once, at the end",
	rulebook.RatingSteps: "before the bonus and after it",
}

func rounded(r *rulebook.Rating, rounding string) *rulebook.Rating {
	other := *r
	other.Rounding = rounding
	return &other
}

func floorless(r *rulebook.Rating) *rulebook.Rating {
	other := *r
	other.Floor = nil
	return &other
}

// bonusName returns a factor with the name of its bonus: "verified ×1.1".
func (r *replay) bonusName(factor float64) string {
	for _, b := range r.scheme.Bonuses {
		if b.Factor == factor {
			return b.ID + " ×" + op.Show(factor)
		}
	}
	return "none"
}

// whyExpired names the outcome whose change an expired match claims.
func (r *replay) whyExpired(opponent *float64, m *ReplayMatch, c *career, base reading, target float64) string {
	const rule = "an expired match does not move the rating"
	if opponent == nil {
		return rule
	}
	for _, outcome := range []string{"win", "draw", "loss"} {
		for _, bonus := range r.factors() {
			t := &trial{scheme: r.scheme, opponent: *opponent, matches: c.matches, outcome: outcome, bonus: bonus}
			if r.agree(target, t.from(base.before).Rating) {
				return fmt.Sprintf("%s: the claim fits a completed match, a %s", rule, outcome)
			}
		}
	}
	return rule
}

func (r *replay) factors() []float64 {
	list := []float64{1}
	for _, b := range r.scheme.Bonuses {
		list = append(list, b.Factor)
	}
	return list
}
