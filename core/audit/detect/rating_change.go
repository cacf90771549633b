package detect

import (
	"fmt"
	"strconv"

	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/rating"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/words"
)

// ratingChange holds the reported parts of a match's rating change. For missing parts,
// several values are tried.
type ratingChange struct {
	document
	claimed   *float64 // the change, or the difference of the two ratings
	request   rating.UpdateRequest
	opponents []rulebook.Opponent // one without a name if the rating is reported
	verified  []bool
	first     []bool
}

// checkChange recomputes the rating change of a match, and offers its request.
func checkChange(res *DetectResponse, d document) {
	c := readChange(res, d)
	if c == nil {
		return
	}
	tried := c.candidates()
	if c.claimed == nil {
		c.give(res, tried)
		return
	}
	for _, req := range tried {
		if got, err := rating.Update(req); err == nil && got.Change == *c.claimed {
			c.agree(res, req, got)
			return
		}
	}
	c.differ(res, tried[0])
}

// readChange reads what a match says about its rating change; nil without a
// rating before it or an outcome. The number of earlier matches is not in it.
func readChange(res *DetectResponse, d document) *ratingChange {
	before, ok := ratingBefore(res, d)
	if !ok {
		return nil
	}
	c := &ratingChange{document: d, request: rating.UpdateRequest{
		Rulebook: rulebook.ID(live), Rating: before, Outcome: outcomeOf(d), Memoryless: d.flag("memoryless"),
	}}
	if c.request.Outcome == "" {
		res.note(d.at("elo_change"), "Rating change", d.shown("elo_change"),
			"neither result nor score is in the response: the rating change is not recomputed")
		return nil
	}
	after, both := d.number("elo_after")
	switch change, ok := d.number("elo_change"); {
	case ok:
		c.claimed = &change
	case both:
		change = after - before
		c.claimed = &change
	}
	if _, ok := d.number("elo_change"); !ok && d.known("elo_change") {
		res.note(d.at("elo_change"), "Rating change", d.shown("elo_change"), "elo_change is not a number: it is not compared")
	}
	c.opponents = opponentsOf(d)
	c.verified, c.first = []bool{d.flag("verified")}, []bool{false}
	if !d.known("verified") {
		c.verified = []bool{false, true}
	}
	switch attempt, ok := d.number("attempt_number"); {
	case ok:
		c.first[0] = attempt == 1
	case c.verified[len(c.verified)-1]:
		c.first = []bool{false, true}
	}
	return c
}

// ratingBefore returns the rating before a match, as reported or from the two other
// numbers. It notes why it is missing.
func ratingBefore(res *DetectResponse, d document) (float64, bool) {
	if x, ok := d.number("elo_before"); ok {
		return x, true
	}
	why := "elo_before is not in the response"
	if d.known("elo_before") {
		why = "elo_before is not a number"
	}
	after, ok1 := d.number("elo_after")
	change, ok2 := d.number("elo_change")
	if ok1 && ok2 {
		res.note(d.at("elo_before"), "Rating before", d.shown("elo_before"),
			fmt.Sprintf("%s: taken as elo_after − elo_change, %s", why, op.Show(after-change)))
		return after - change, true
	}
	switch {
	case d.known("elo_before"):
		res.note(d.at("elo_before"), "Rating before", d.shown("elo_before"), why+": the rating change is not recomputed")
	case d.known("elo_change"):
		res.note(d.at("elo_change"), "Rating change", d.shown("elo_change"), why+": the rating change is not recomputed")
	}
	return 0, false
}

// outcomeOf returns a match's result, or what its score makes.
func outcomeOf(d document) string {
	if d.known("result") {
		return d.text("result")
	}
	total, ok := totalOf(d)
	if !ok {
		return ""
	}
	rb, _ := rulebook.ID(live).Resolve()
	return rb.ResultOf(total)
}

// opponentsOf returns the possible opponents of a match: the reported opponent, else all,
// beginning with the opponent in the arena's list of challenges.
func opponentsOf(d document) []rulebook.Opponent {
	if x, ok := d.number("opponent_elo"); ok {
		return []rulebook.Opponent{{Rating: x}}
	}
	rb, _ := rulebook.ID(live).Resolve()
	likely := declaredOf(d)
	var all []rulebook.Opponent
	for _, o := range rb.Rating.Opponents {
		switch o.Difficulty {
		case d.text("difficulty"):
			return []rulebook.Opponent{o}
		case likely:
			all = append([]rulebook.Opponent{o}, all...)
		default:
			all = append(all, o)
		}
	}
	return all
}

// declaredOf returns the difficulty of a match's challenge in the arena's list of
// challenges; empty if it is not there.
func declaredOf(d document) string {
	rb, _ := rulebook.ID(live).Resolve()
	return rb.DeclaredDifficulty(slugOf(d))
}

// candidates returns the requests that fit the report. A match does not say how many came
// before it, so every K-factor is possible.
func (c *ratingChange) candidates() (all []rating.UpdateRequest) {
	for _, matches := range []int{0, 30} {
		for _, o := range c.opponents {
			for _, verified := range c.verified {
				for _, first := range c.first {
					req := c.request
					req.Matches, req.Verified, req.FirstAttempt = matches, verified, first
					if req.Difficulty = o.Difficulty; o.Difficulty == "" {
						req.Opponent = &o.Rating
					}
					all = append(all, req)
				}
			}
		}
	}
	return all
}

// agree lists a change that the rules give.
func (c *ratingChange) agree(res *DetectResponse, req rating.UpdateRequest, got rating.UpdateResponse) {
	c.compare(res, got, changeRule(req, got))
	if len(c.opponents) > 1 {
		res.note("", "Difficulty", "not reported", fmt.Sprintf("the rating change fits a %s challenge (opponent %s)",
			req.Difficulty, op.Show(got.Opponent)))
	}
	if len(c.verified) > 1 {
		fits := "an unverified match"
		if req.Verified {
			fits = "a verified match" + firstAttempt(req.FirstAttempt)
		}
		res.note(c.at("verified"), "Verified", "not reported", "the rating change fits "+fits)
	}
	c.noteMatches(res, got)
	noteDocument(res, c.document, req)
	res.offer("elo.update", "See your rating move", req)
}

// differ lists a change that no candidate gives.
func (c *ratingChange) differ(res *DetectResponse, req rating.UpdateRequest) {
	got, err := rating.Update(req)
	switch {
	case err != nil:
		res.note(c.at("elo_change"), "Rating", c.shown("elo_change"), "cannot be recomputed: "+err.Error())
	case len(c.opponents) > 1:
		res.add(c.at("elo_change"), "Rating change", words.SignedNumber(*c.claimed), "none of the tiers' changes",
			"no difficulty (800, 1000, 1200, 1400), K-factor (32, 16) and bonus of these rules gives the reported change from "+
				""+op.Show(req.Rating))
	default:
		c.compare(res, got, changeRule(req, got)+"; "+explainChange(req, *c.claimed))
		c.noteMatches(res, got)
		res.offer("elo.update", "See your rating move", req)
	}
}

// give lists the change by the rules if the match does not report it.
func (c *ratingChange) give(res *DetectResponse, tried []rating.UpdateRequest) {
	declared := rulebook.Opponent{}
	if len(c.opponents) > 1 && c.opponents[0].Difficulty == declaredOf(c.document) {
		declared = c.opponents[0]
	}
	if len(c.opponents) > 1 && declared.Difficulty == "" {
		res.note(c.at("opponent_elo"), "Rating change", "not reported",
			"neither opponent_elo nor a difficulty is in the response: the rating change is not recomputed")
		return
	}
	early, err := rating.Update(tried[0])
	if err != nil {
		res.note(c.at("elo_before"), "Rating", c.shown("elo_before"), "cannot be recomputed: "+err.Error())
		return
	}
	if declared.Difficulty != "" {
		res.note("", "Difficulty", "not reported", fmt.Sprintf("the arena's list of challenges has %s (opponent %s)",
			declared.Difficulty, op.Show(declared.Rating)))
	}
	late, _ := rating.Update(tried[len(tried)/2])
	res.give(c.at("elo_change"), "Rating change", fmt.Sprintf("%s, or %s", words.SignedNumber(early.Change),
		words.SignedNumber(late.Change)), changeRule(tried[0], early)+", or 16 from the 30th match on")
	res.give(c.at("elo_after"), "Rating after", fmt.Sprintf("%s, or %s", op.Show(early.Rating), op.Show(late.Rating)),
		"rating before plus the change, never below 100")
	res.offer("elo.update", "See your rating move", tried[0])
}

// compare lists the change and the rating after it, as far as they are reported.
func (c *ratingChange) compare(res *DetectResponse, got rating.UpdateResponse, rule string) {
	res.slip.change(got.Change, got.Rating)
	if _, ok := c.number("elo_change"); ok {
		res.add(c.at("elo_change"), "Rating change", words.SignedNumber(*c.claimed), words.SignedNumber(got.Change), rule)
		rule = "rating before plus the change, never below 100"
	}
	if _, ok := c.number("elo_after"); ok {
		res.add(c.at("elo_after"), "Rating after", c.shown("elo_after"), op.Show(got.Rating), rule)
	}
}

// changeRule returns the rule of a change, with its numbers.
func changeRule(req rating.UpdateRequest, got rating.UpdateResponse) string {
	rule := fmt.Sprintf("max(100, round(R + K·(S − E))) with E = %s against %s and K = %s",
		strconv.FormatFloat(got.Expected, 'f', 4, 64), op.Show(got.Opponent), op.Show(got.K))
	if got.Bonus != 1 {
		rule += fmt.Sprintf("; then the gain × %s, rounded (verified%s)", op.Show(got.Bonus), firstAttempt(req.FirstAttempt))
	}
	return rule
}

// noteMatches says which K-factor was taken.
func (c *ratingChange) noteMatches(res *DetectResponse, got rating.UpdateResponse) {
	res.note("", "Matches before", "not reported", fmt.Sprintf("the report does not give the number of matches before; "+
		"K = %s fits (32 before the 30th match, 16 from then on)", op.Show(got.K)))
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
		fmt.Sprintf("Clawdiators' documentation gives %s: it rounds once, at the end, and requires memoryless too for the "+
			"factor 1.2", op.Show(doc.Rating)))
}

// explainChange looks for the rule under which a reported change is right.
func explainChange(req rating.UpdateRequest, claimed float64) string {
	type variant struct {
		why  string
		edit func(*rating.UpdateRequest)
	}
	for _, v := range []variant{
		{"the reported change is the one without the bonus", func(r *rating.UpdateRequest) { r.Verified = false }},
		{"the reported change has the bonus of a verified match", func(r *rating.UpdateRequest) {
			r.Verified,
				r.FirstAttempt = true, false
		}},
		{"the reported change has the bonus of a verified first attempt", func(r *rating.UpdateRequest) {
			r.Verified,
				r.FirstAttempt = true, true
		}},
		{"the reported change is that of a win", func(r *rating.UpdateRequest) { r.Outcome = "win" }},
		{"the reported change is that of a draw", func(r *rating.UpdateRequest) { r.Outcome = "draw" }},
		{"the reported change is that of a loss", func(r *rating.UpdateRequest) { r.Outcome = "loss" }},
	} {
		for _, matches := range []int{0, 30} {
			try := req
			try.Matches = matches
			v.edit(&try)
			if got, err := rating.Update(try); err == nil && got.Change == claimed {
				return fmt.Sprintf("%s, at K = %s", v.why, op.Show(got.K))
			}
		}
	}
	return "no K-factor, bonus or result of these rules gives the reported change"
}
