package audit

import (
	"math"

	"github.com/tallyproof/tallyproof/core/jcs"
	"github.com/tallyproof/tallyproof/core/measure"
	"github.com/tallyproof/tallyproof/core/message"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/score"
	"github.com/tallyproof/tallyproof/core/standing"
	"github.com/tallyproof/tallyproof/core/words"
)

// live is the rulebook a Clawdiators response was made under.
const live = "clawdiators-live"

// readSubmit reads the answer to a submission: points, result and the rating
// change with the opponent's rating. It has no weights.
func readSubmit(d document) DetectResponse {
	res := answer("clawdiators-submit", "Clawdiators submit response", "")
	if req, ok := checkTotal(&res, d); ok {
		res.offer("score.compute", "The score from its dimensions", req)
	}
	checkResult(&res, d)
	if hasRating(&res, d) {
		req := updateOf(d)
		if opponent, ok := d.number("opponent_elo"); ok {
			req.Opponent = &opponent
			checkRating(&res, d, &req)
		}
		res.offer("elo.update", "What this match did to the rating", req)
	}
	res.Sentence = "A Clawdiators submit response: " + res.verdict() + "."
	return res
}

// readMatch reads a match: the submit response without the opponent's rating,
// but with the challenge's dimensions and weights.
func readMatch(d document) DetectResponse {
	res := answer("clawdiators-match", "Clawdiators match", "")
	if status := d.text("status"); status != "completed" {
		res.Sentence = "A Clawdiators match that is not completed (" + status + "): there is no score to check yet."
		if status == "expired" {
			res.Sentence = "An expired Clawdiators match: it changes no rating, counts as a match and resets the streak."
		}
		return res
	}
	compute, computed := checkTotal(&res, d)
	checkResult(&res, d)
	if !computed {
		compute, computed = computeOf(&res, d)
	}
	if computed {
		res.offer("score.compute", "The score from its dimensions", compute)
	}
	req := updateOf(d)
	if hasRating(&res, d) && inferOpponent(&res, d, &req) {
		checkRating(&res, d, &req)
		res.offer("elo.update", "What this match did to the rating", req)
	}
	res.Sentence = "A Clawdiators match on " + op.Quote(d.text("challenge_slug")) + ": " + res.verdict() + "."
	return res
}

// checkTotal adds the breakdown's points, which are already weighted. If it has
// scores and weights, as the documents show it, it returns their request.
func checkTotal(res *DetectResponse, d document) (req score.ComputeRequest, ok bool) {
	if b, ok := documented(d); ok {
		return b.check(res)
	}
	parts := d.child("score_breakdown")
	if parts.value == nil || parts.value.Kind != jcs.Object {
		return req, false
	}
	sum := 0.0
	for _, p := range parts.value.Items {
		switch {
		case p.Key == "total", p.Kind == jcs.Null:
		case p.Kind == jcs.Number:
			sum += p.Num
		default:
			res.note(parts.at(p.Key), "Total of the breakdown", parts.shown(p.Key), p.Key+" is not a number: the total is not recomputed")
			return req, false
		}
	}
	if _, ok := parts.number("total"); ok {
		res.add(parts.at("total"), "Total of the breakdown", parts.shown("total"), op.Show(sum),
			"the breakdown's members are weighted points, each rounded; the total is their sum, without a cap (live code)")
	}
	if _, ok := d.number("score"); ok {
		res.add(d.at("score"), "Score", d.shown("score"), op.Show(sum), "the score is the breakdown's total")
	}
	return req, false
}

// checkResult maps the score to a result.
func checkResult(res *DetectResponse, d document) {
	total, ok := d.number("score")
	if claimed := d.text("result"); ok && claimed != "" {
		rb, _ := rulebook.ID(live).Resolve()
		res.add(d.at("result"), "Result", claimed, rb.ResultOf(total), "win from 700, draw from 400, loss below, compared without rounding (Clawdiators documentation)")
	}
}

// computeOf turns weighted points and weights back into dimension scores.
func computeOf(res *DetectResponse, d document) (score.ComputeRequest, bool) {
	weights := weightsOf(d)
	parts := d.child("score_breakdown")
	if len(weights) == 0 || parts.value == nil {
		return score.ComputeRequest{}, false
	}
	req := score.ComputeRequest{
		Rulebook:     rulebook.ID(live),
		Weights:      weights,
		Verified:     d.flag("verified"),
		Measurements: map[string]measure.Measurement{},
	}
	for key, w := range weights {
		points, ok := parts.number(key)
		if !ok && parts.has(key) {
			return req, false // noted with the total
		}
		x := 0.0
		if w > 0 {
			x = min(max(0, points/w), 1000)
		}
		req.Measurements[key] = measure.Measurement{Score: &x}
	}
	got, err := score.Compute(req)
	if err != nil {
		res.note(d.at("scoring_dimensions"), "Dimensions", "", "cannot be recomputed: "+err.Error())
		return req, false
	}
	for _, p := range got.Breakdown {
		points, reported := parts.number(p.Key)
		if reported && points != p.Weighted {
			res.add(parts.at(p.Key), p.Key, op.Show(points), op.Show(p.Weighted),
				message.Sprintf("at weight %s a dimension adds at most %s points", op.Show(p.Weight), op.Show(math.Round(1000*p.Weight))))
		}
	}
	return req, true
}

// weightsOf reads scoring_dimensions.
func weightsOf(d document) map[string]float64 {
	dims := d.child("scoring_dimensions")
	if dims.value == nil || dims.value.Kind != jcs.Array {
		return nil
	}
	weights := map[string]float64{}
	for i := range dims.value.Items {
		dim := dims.item(i)
		if w, ok := dim.number("weight"); ok && dim.text("key") != "" {
			weights[dim.text("key")] = w
		}
	}
	return weights
}

// readClawAgent reads an agent's profile.
func readClawAgent(d document) DetectResponse {
	res := answer("clawdiators-agent", "Clawdiators agent", "")
	req := standingOf(d)
	p := prefill("standing.evaluate", "Titles, and what is missing for the next", req)
	res.Prefill = &p
	got, err := standing.Evaluate(req)
	if err != nil {
		res.Sentence = "A Clawdiators agent that cannot be checked: " + err.Error() + "."
		return res
	}
	if d.text("title") != "" {
		res.add(d.at("title"), "Title", d.text("title"), got.Title, "the highest title with its requirement met")
	}
	if history := d.child("elo_history"); history.value != nil && history.value.Kind == jcs.Array && len(history.value.Items) > 0 {
		last := history.item(len(history.value.Items) - 1)
		res.add(d.at("elo"), "Rating", d.shown("elo"), last.shown("elo"), "the rating is the last of the rating history")
	}
	checkCounts(&res, d)
	res.Sentence = "The Clawdiators agent " + op.Quote(d.text("name")) + ": " + res.verdict() + "."
	return res
}

func standingOf(d document) standing.EvaluateRequest {
	req := standing.EvaluateRequest{
		Rulebook:   rulebook.ID(live),
		Challenges: known(d.count("match_count")),
		Wins:       known(d.count("win_count")),
		Rating:     known(d.number("elo")),
	}
	if titles := d.get("titles"); titles != nil {
		authored := 0
		for _, t := range titles.Items {
			if t.Str == "Arena Architect" { // the one title no count of the profile shows
				authored = 1
			}
		}
		req.Authored = &authored
	}
	return req
}

// checkCounts adds wins, draws and losses. Expired matches count as draws.
func checkCounts(res *DetectResponse, d document) {
	wins, ok1 := d.count("win_count")
	draws, ok2 := d.count("draw_count")
	losses, ok3 := d.count("loss_count")
	if _, ok := d.count("match_count"); ok && ok1 && ok2 && ok3 {
		res.add(d.at("match_count"), "Matches", d.shown("match_count"), itoa(wins+draws+losses), "wins, draws and losses; an expired match counts as a draw (live code)")
	}
}

// maxRows bounds what a list's findings may grow to.
const maxRows = 500

// readMatches reads a list of matches.
func readMatches(d document) DetectResponse {
	res := answer("clawdiators-matches", "List of Clawdiators matches", "")
	for i := range min(len(d.value.Items), maxRows) {
		checkResult(&res, d.item(i))
	}
	res.Sentence = "A list of " + words.Counted(len(d.value.Items), "Clawdiators match", "Clawdiators matches") + ": " + res.verdict() + "."
	return res
}

// readLeaderboard reads a leaderboard: its order and everyone's title.
func readLeaderboard(d document) DetectResponse {
	res := answer("clawdiators-leaderboard", "Clawdiators leaderboard", "")
	for i := range min(len(d.value.Items), maxRows) {
		row := d.item(i)
		if got, err := standing.Evaluate(standingOf(row)); err == nil && row.text("title") != "" {
			res.add(row.at("title"), "Title of "+op.Quote(row.text("name")), row.text("title"), got.Title, "the highest title with its requirement met")
		}
		if i > 0 && !ordered(d.item(i-1), row) {
			res.add(row.at("rank"), "Place of "+op.Quote(row.text("name")), row.shown("rank"), "above the row before it", "a leaderboard is ordered by best score if it has one, else by rating")
		}
	}
	res.Sentence = "A Clawdiators leaderboard of " + words.Counted(len(d.value.Items), "agent", "agents") + ": " + res.verdict() + "."
	return res
}

// ordered reports whether b may stand below a.
func ordered(a, b document) bool {
	key := "elo"
	if a.has("best_score") && b.has("best_score") {
		key = "best_score"
	}
	x, ok1 := a.number(key)
	y, ok2 := b.number(key)
	return !ok1 || !ok2 || x >= y
}

// readChallenge reads a challenge: its weights are what a score needs.
func readChallenge(d document) DetectResponse {
	res := answer("clawdiators-challenge", "Clawdiators challenge", "")
	weights := weightsOf(d)
	req := score.ComputeRequest{Rulebook: rulebook.ID(live), Weights: weights, Measurements: map[string]measure.Measurement{}}
	for key := range weights {
		req.Measurements[key] = measure.Measurement{Score: new(float64)}
	}
	if _, err := score.Compute(req); err != nil {
		res.Sentence = "A Clawdiators challenge with invalid weights: " + err.Error() + "."
		return res
	}
	p := prefill("score.compute", "A score under this challenge's weights", req)
	res.Prefill = &p
	res.Sentence = "The Clawdiators challenge " + op.Quote(d.text("name")) + " (" + d.text("difficulty") + "): its weights are ready to score a submission."
	return res
}

// readError reads a refusal of the arena.
func readError(d document) DetectResponse {
	return answer("clawdiators-error", "Clawdiators error", "The arena refused the request: "+op.Quote(d.text("error"))+". There is nothing to check.")
}
