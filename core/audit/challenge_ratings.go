package audit

import (
	"strconv"
	"strings"

	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/rating/replay"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/words"
)

// maxPairwise is the most entrants of a challenge that pairwise ratings are
// recomputed for: the work grows with the square.
const maxPairwise = 5000

// checkRatings recomputes the ratings after the challenge by elo.replay, which
// knows how else an arena may have come to one.
func (a *Audit) checkRatings() *op.Error {
	claims := 0
	for i := range a.rows {
		if a.rows[i].rated() {
			claims++
		}
	}
	switch {
	case claims == 0:
		return nil
	case a.rb.Rating == nil:
		a.unrated(claims, "the rulebook does not rate agents")
		return nil
	case a.rb.Rating.Scheme == rulebook.Pairwise:
		return a.checkPairwise(claims)
	}
	return a.checkSolo(claims)
}

// unrated tells why ratings are not recomputed.
func (a *Audit) unrated(claims int, why string) {
	a.note("", "Ratings", words.Counted(claims, "submission claims one", "submissions claim one"), "not recomputed: "+why)
}

func (r *auditRow) rated() bool { return r.RatingAfter != nil || r.RatingChange != nil }

// hasScore reports whether the row has a score by the rules or a claimed one.
func (r *auditRow) hasScore() bool { return r.scored || r.Score != nil }

// checkPairwise compares the ratings of one challenge's entrants, which move
// all at once: every one must carry its rating and competitions before.
func (a *Audit) checkPairwise(claims int) *op.Error {
	without := 0
	for i := range a.rows {
		if row := &a.rows[i]; row.RatingBefore == nil || row.Competitions == nil || !row.hasScore() {
			without++
		}
	}
	switch {
	case len(a.rows) > maxPairwise:
		a.unrated(claims, "more than "+strconv.Itoa(maxPairwise)+" entrants are compared pair by pair")
		return nil
	case without > 0:
		a.addUp(true)
		a.unrated(claims, words.Counted(without, "entrant has",
			"entrants have")+" no score, rating_before or competitions, and every pair is compared")
		return nil
	}
	if a.report.Mode != "" && a.report.Mode != cmpOr(a.rb.Rating.Mode, "mean") {
		a.own = append(a.own, "rating mode")
	}
	req := replay.ReplayRequest{Rulebook: ratingRules(a.rb), Mode: a.report.Mode, Start: map[string]replay.ReplayStart{}}
	for i := range a.rows {
		row := &a.rows[i]
		req.Start[row.ID] = replay.ReplayStart{Rating: row.RatingBefore, Matches: *row.Competitions}
		req.Matches = append(req.Matches, replay.ReplayMatch{Agent: row.ID, Challenge: "challenge", Score: &row.score,
			EloAfter: row.RatingAfter, EloChange: row.RatingChange})
	}
	all := make([]int, len(a.rows))
	for i := range all {
		all[i] = i
	}
	return a.replay(req, all)
}

// checkSolo compares the ratings that carry what they follow from.
func (a *Audit) checkSolo(claims int) *op.Error {
	req := replay.ReplayRequest{Rulebook: ratingRules(a.rb), Start: map[string]replay.ReplayStart{}}
	var of []int
	for i := range a.rows {
		row := &a.rows[i]
		m, ok := a.match(row)
		if !row.rated() || !ok {
			continue
		}
		req.Start[row.ID] = replay.ReplayStart{Rating: row.RatingBefore, Matches: *row.Matches}
		req.Matches, of = append(req.Matches, m), append(of, i)
	}
	if left := claims - len(of); left > 0 {
		a.addUp(false)
		a.unrated(left, "that needs rating_before, matches, a difficulty or opponent, and a score or outcome")
	}
	return a.replay(req, of)
}

// match returns a row as elo.replay takes it; ok is false if something is missing.
func (a *Audit) match(row *auditRow) (m replay.ReplayMatch, ok bool) {
	m = replay.ReplayMatch{
		Agent: row.ID, Difficulty: row.Difficulty, Opponent: row.Opponent, Outcome: cmpOr(row.Outcome, row.Result),
		Verified: row.Verified, Memoryless: row.Memoryless, FirstAttempt: &row.FirstAttempt,
		EloAfter: row.RatingAfter, EloChange: row.RatingChange,
	}
	if m.Difficulty == "" && m.Opponent == nil {
		m.Difficulty = a.report.Difficulty
	}
	if row.hasScore() && len(a.rb.Results) > 0 {
		m.Outcome = a.rb.ResultOf(row.score)
	}
	return m, row.RatingBefore != nil && row.Matches != nil && m.Outcome != "" && (m.Difficulty != "" || m.Opponent != nil)
}

// replay compares the claims of the rows that the matches of a history stand
// for.
func (a *Audit) replay(req replay.ReplayRequest, of []int) *op.Error {
	res, err := replay.Replay(req)
	if refusal := refusalOf(err); refusal != nil {
		return a.inReport(refusal, of)
	}
	for _, m := range res.Mismatches {
		row := &a.rows[of[m.Match]]
		field := "/" + strings.Replace(m.Field, "elo_", "rating_", 1)
		label := newRating
		if m.Field == "elo_change" {
			label = ratingChange
		}
		a.differs(ratingRule, row, field, label, string(m.Claimed), shortened(string(m.Recomputed)),
			strings.ReplaceAll(m.Rule, "elo_", "rating_"))
		a.because(row.saysRating(m.Field, string(m.Recomputed)))
	}
	for _, i := range of {
		a.counts[ratingRule].Matches += a.rows[i].claims()
		a.keepRating(&a.rows[i])
	}
	a.counts[ratingRule].Matches -= len(res.Mismatches)
	return nil
}

// shortened returns a number with six decimals at most, and another text as it is.
func shortened(text string) string {
	if x, err := strconv.ParseFloat(text, 64); err == nil {
		return shown(x)
	}
	return text
}

// claims counts a row's claims on its rating.
func (r *auditRow) claims() int {
	n := 0
	if r.RatingAfter != nil {
		n++
	}
	if r.RatingChange != nil {
		n++
	}
	return n
}

// inReport points a refusal of elo.replay into the report.
func (a *Audit) inReport(refusal *op.Error, of []int) *op.Error {
	moved := *refusal
	for n, i := range of {
		if rest, ok := strings.CutPrefix(refusal.Field, op.Pointer("matches", n)+"/"); ok {
			moved.Field = a.rows[i].at() + "/" + rest
			if rest == "difficulty" && a.rows[i].Difficulty == "" {
				moved.Field = "/challenge/difficulty"
			}
		}
	}
	if refusal.Field == "/mode" {
		moved.Field = "/challenge/mode"
	}
	return &moved
}

// addUp checks that before and change make after: for all rows, or for rows without
// another check.
func (a *Audit) addUp(all bool) {
	for i := range a.rows {
		row := &a.rows[i]
		if _, ok := a.match(row); ok && !all || row.RatingBefore == nil || row.RatingAfter == nil || row.RatingChange == nil {
			continue
		}
		if after := *row.RatingBefore + *row.RatingChange; words.Agrees(*row.RatingAfter, after) {
			a.agrees(ratingRule, row, newRating, *row.RatingAfter)
		} else {
			a.differs(ratingRule, row, "/rating_after", newRating, op.Show(*row.RatingAfter), shown(after),
				"rating_before plus rating_change")
			a.because("Its rating before and its change give " + hundredths(after) + ".")
		}
	}
}

// ratingRules returns the part of a rulebook that rates.
func ratingRules(rb *rulebook.Rulebook) rulebook.Ref {
	return rulebook.Custom(rulebook.Rulebook{ID: rb.ID, Name: rb.Name, Scale: rb.Scale, Results: rb.Results,
		Rating: rb.Rating})
}
