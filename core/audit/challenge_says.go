package audit

import (
	"math"
	"strconv"
	"strings"

	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/words"
)

// MostKept is the number of submissions of which the values that agree are kept.
const MostKept = 24

const (
	newRating    = "New rating"
	ratingChange = "Rating change"
)

// Value is a claimed value that agrees with the rules.
type Value struct {
	Row                 int
	Kind, What, Claimed string // as of a [Detail]
}

// Values returns the values that agree, of the first [MostKept] submissions.
func (a *Audit) Values() []Value { return a.values }

// Names returns what the first submissions are called, count at most.
func (a *Audit) Names(count int) []string {
	names := make([]string, min(count, len(a.rows)))
	for i := range names {
		names[i] = a.rows[i].called()
	}
	return names
}

// Residual is a claimed score, and the score by the rules.
type Residual struct {
	Row           int
	Name          string
	Claimed, Ours float64
}

// Residuals returns the claimed scores that were recomputed, in the order of the
// submissions; if wrong, only the ones that differ. They are count at most.
func (a *Audit) Residuals(wrong bool, count int) (list []Residual) {
	for i := range a.rows {
		row := &a.rows[i]
		if len(list) == count {
			break
		}
		if row.scored && row.Score != nil && !(wrong && words.Agrees(*row.Score, row.score)) {
			list = append(list, Residual{Row: i, Name: row.called(), Claimed: *row.Score, Ours: row.score})
		}
	}
	return list
}

// label is what readers call a dimension.
func (a *Audit) label(key string) string {
	d, _ := a.rb.Dimension(key)
	return cmpOr(d.Label, key)
}

// agrees counts a number that agrees.
func (a *Audit) agrees(r rule, row *auditRow, what string, x float64) {
	a.counts[r].Matches++
	if row.index < MostKept {
		a.keep(r, row, what, op.Show(x))
	}
}

// keep keeps a value that agrees, of the first submissions.
func (a *Audit) keep(r rule, row *auditRow, what, claimed string) {
	if row.index < MostKept {
		a.values = append(a.values, Value{Row: row.index, Kind: auditRules[r], What: what, Claimed: claimed})
	}
}

// keepRating keeps the claims on a rating that no difference is about.
func (a *Audit) keepRating(row *auditRow) {
	if row.index >= MostKept {
		return
	}
	differs := func(what string) bool {
		for i := range a.found {
			if d := &a.found[i]; d.Row == row.index && d.What == what {
				return true
			}
		}
		return false
	}
	if row.RatingAfter != nil && !differs(newRating) {
		a.keep(ratingRule, row, newRating, op.Show(*row.RatingAfter))
	}
	if row.RatingChange != nil && !differs(ratingChange) {
		a.keep(ratingRule, row, ratingChange, op.Show(*row.RatingChange))
	}
}

// because says in one sentence why the claim is wrong that was found last.
func (a *Audit) because(says string) { a.found[len(a.found)-1].Says = says }

// hundredths shows a number with two decimals.
func hundredths(x float64) string { return words.Fixed(x, 2) }

// off says how much a claim is too much or too little, with enough decimals not to look like 0.
func off(claim, value float64) string {
	by := math.Abs(millionths(claim - value))
	text := words.Fixed(by, words.Enough(2, func(decimals int) bool { return !words.AgreesTo(by, 0, decimals) }))
	if claim < value {
		return text + " too little"
	}
	return text + " too much"
}

// saysWay says by which way a claim came about, or how much it is off.
func saysWay(claim, value float64, way, by string) string {
	switch {
	case way == ofClaims:
		return "It adds up the claimed dimension scores."
	case way != "":
		return words.Capital(strings.TrimPrefix(way, "the ")) + "."
	case isCut(claim, value):
		return "It is cut off instead of rounded."
	}
	return off(claim, value) + " " + by + "."
}

// saysRank says which score is better, of two that are ranked the wrong way round.
func (a *Audit) saysRank(s *standings, i int) string {
	row := &a.rows[i]
	if *row.Rank >= len(s.holder) || s.holder[*row.Rank] < 0 {
		return "Its " + hundredths(row.score) + " is rank " + strconv.Itoa(s.place[i]) + "."
	}
	other := &a.rows[s.holder[*row.Rank]]
	switch {
	case other.score == row.score && a.rb.Ties == rulebook.TiesByOrder:
		return "Equal scores rank in the order of the report."
	case other.score == row.score:
		return "Of equal scores, the earlier ranks first."
	case other.score > row.score:
		return words.Called(other.called()) + "’s " + hundredths(other.score) + " beats its " + hundredths(row.score) + "."
	}
	return "Its " + hundredths(row.score) + " beats " + words.Called(other.called()) + "’s " + hundredths(other.score) + "."
}

// saysRating says how much a rating should have moved, and how much the claim moves it.
func (r *auditRow) saysRating(field, recomputed string) string {
	right, err := strconv.ParseFloat(recomputed, 64)
	if err != nil || r.RatingBefore == nil {
		return "By the rules it is " + recomputed + "."
	}
	claim := 0.0
	switch {
	case field == "elo_change" && r.RatingChange != nil:
		claim = *r.RatingChange
	case field != "elo_change" && r.RatingAfter != nil:
		claim, right = *r.RatingAfter-*r.RatingBefore, right-*r.RatingBefore
	}
	move := func(x float64, up, down string) string {
		if x < 0 {
			return down + " " + hundredths(-x)
		}
		return up + " " + hundredths(x)
	}
	return move(right, "Gains", "Loses") + ". The claim " + move(claim, "adds", "takes") + "."
}
