package audit

import (
	"strconv"

	"github.com/tallyproof/tallyproof/core/message"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/rating"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/words"
)

// hasRating reports whether a response has the rating before, as a number, and
// notes why a rating change is not recomputed.
func hasRating(res *DetectResponse, d document) bool {
	_, ok := d.number("elo_before")
	switch {
	case ok:
	case d.has("elo_before"):
		res.note(d.at("elo_before"), "Rating before", d.shown("elo_before"), "elo_before is not a number: the rating change is not recomputed")
	case d.has("elo_change"):
		res.note(d.at("elo_change"), "Rating change", d.shown("elo_change"), "elo_before is not in the response: the rating change is not recomputed")
	}
	return ok
}

// updateOf reads what a match says about its rating change. The number of
// earlier matches is not in it.
func updateOf(d document) rating.UpdateRequest {
	req := rating.UpdateRequest{
		Rulebook:   rulebook.ID(live),
		Outcome:    d.text("result"),
		Verified:   d.flag("verified"),
		Memoryless: d.flag("memoryless"),
	}
	req.Rating, _ = d.number("elo_before")
	attempt, ok := d.number("attempt_number")
	req.FirstAttempt = ok && attempt == 1
	return req
}

// checkRating recomputes the rating change. A match does not say how many were
// played before, so the K-factor is the one that fits the report, if any does.
func checkRating(res *DetectResponse, d document, req *rating.UpdateRequest) {
	claimedChange, ok := d.number("elo_change")
	if !ok {
		return
	}
	got, err := rating.Update(*req)
	if err != nil {
		res.note(d.at("elo_change"), "Rating", d.shown("elo_change"), "cannot be recomputed: "+err.Error())
		return
	}
	if got.Change != claimedChange {
		veteran := *req
		veteran.Matches = 30
		if other, err := rating.Update(veteran); err == nil && other.Change == claimedChange {
			*req, got = veteran, other
		}
	}
	rule := message.Sprintf("max(100, round(R + K·(S − E))) with E = %s against %s and K = %s", strconv.FormatFloat(got.Expected, 'f', 4, 64), op.Show(got.Opponent), op.Show(got.K))
	if got.Bonus != 1 {
		rule += message.Sprintf("; then the gain × %s, rounded (verified%s)", op.Show(got.Bonus), firstAttempt(req.FirstAttempt))
	}
	if got.Change != claimedChange {
		rule += "; " + explainChange(*req, claimedChange)
	}
	res.add(d.at("elo_change"), "Rating change", words.SignedNumber(claimedChange), words.SignedNumber(got.Change), rule)
	if _, ok := d.number("elo_after"); ok {
		res.add(d.at("elo_after"), "Rating after", d.shown("elo_after"), op.Show(got.Rating), "rating before plus the change, never below 100")
	}
	res.note("", "Matches before", "not reported", message.Sprintf("the report does not give the number of matches before; K = %s fits (32 before the 30th match, 16 from then on)", op.Show(got.K)))
	if got.Change == claimedChange {
		noteDocument(res, d, *req)
	}
}

func firstAttempt(first bool) string {
	if first {
		return ", first attempt"
	}
	return ""
}

// noteDocument describes what the documents would have given instead.
func noteDocument(res *DetectResponse, d document, req rating.UpdateRequest) {
	req.Rulebook = rulebook.ID("clawdiators")
	doc, err := rating.Update(req)
	after, ok := d.number("elo_after")
	if err != nil || !ok || doc.Rating == after {
		return
	}
	res.note(d.at("elo_after"), "By the document", d.shown("elo_after"),
		message.Sprintf("Clawdiators' documentation gives %s: it rounds once, at the end, and requires memoryless too for the factor 1.2", op.Show(doc.Rating)))
}

// explainChange looks for the rule under which a reported change is right.
func explainChange(req rating.UpdateRequest, claimed float64) string {
	type variant struct {
		why  string
		edit func(*rating.UpdateRequest)
	}
	for _, v := range []variant{
		{"the reported change is the one without the bonus", func(r *rating.UpdateRequest) { r.Verified = false }},
		{"the reported change has the bonus of a verified match", func(r *rating.UpdateRequest) { r.Verified, r.FirstAttempt = true, false }},
		{"the reported change has the bonus of a verified first attempt", func(r *rating.UpdateRequest) { r.Verified, r.FirstAttempt = true, true }},
		{"the reported change is that of a win", func(r *rating.UpdateRequest) { r.Outcome = "win" }},
		{"the reported change is that of a draw", func(r *rating.UpdateRequest) { r.Outcome = "draw" }},
		{"the reported change is that of a loss", func(r *rating.UpdateRequest) { r.Outcome = "loss" }},
	} {
		for _, matches := range []int{0, 30} {
			try := req
			try.Matches = matches
			v.edit(&try)
			if got, err := rating.Update(try); err == nil && got.Change == claimed {
				return message.Sprintf("%s, at K = %s", v.why, op.Show(got.K))
			}
		}
	}
	return "no K-factor, bonus or result of these rules gives the reported change"
}

// inferOpponent finds the difficulty of a match that does not report it: the
// one whose rating change fits the report.
func inferOpponent(res *DetectResponse, d document, req *rating.UpdateRequest) bool {
	claimed, ok := d.number("elo_change")
	if !ok || req.Outcome == "" {
		return false
	}
	rb, _ := rulebook.ID(live).Resolve()
	for _, matches := range []int{0, 30} {
		for _, o := range rb.Rating.Opponents {
			try := *req
			try.Matches, try.Difficulty = matches, o.Difficulty
			if got, err := rating.Update(try); err == nil && got.Change == claimed {
				req.Matches, req.Difficulty = matches, o.Difficulty
				res.note("", "Difficulty", "not reported", message.Sprintf("the rating change fits a %s challenge (opponent %s)", o.Difficulty, op.Show(o.Rating)))
				return true
			}
		}
	}
	res.add(d.at("elo_change"), "Rating change", words.SignedNumber(claimed), "none of the tiers' changes",
		"no difficulty (800, 1000, 1200, 1400), K-factor (32, 16) and bonus of these rules gives the reported change from "+op.Show(req.Rating))
	return false
}
