package detect

import (
	"fmt"
	"math"
	"strings"

	"github.com/tallyproof/tallyproof/core/jcs"
	"github.com/tallyproof/tallyproof/core/measure"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/score"
)

// live is the rulebook a Clawdiators response was made under.
const live = "clawdiators-live"

// readSubmit reads the answer to a submission: points, result and the rating
// change with the opponent's rating. It has no weights.
func readSubmit(d document) DetectResponse {
	res := answer("clawdiators-submit", "Clawdiators submit response", "")
	if req, ok := checkTotal(&res, d); ok {
		res.offer("score.compute", "Raise this score", req)
	}
	checkResult(&res, d)
	checkChange(&res, d)
	res.slip.match(d)
	noteRemarks(&res, d)
	noteMissing(&res, d, reported...)
	res.Sentence = "A Clawdiators submit response: " + res.verdict() + "."
	return res
}

// reported are the numbers of a match that the rules give.
var reported = []string{"score", "score_breakdown", "result", "elo_before", "elo_after", "elo_change"}

// readMatch reads a match: the submit response without the opponent's rating,
// but with the challenge's dimensions and weights. In lists it has neither these
// nor a breakdown.
func readMatch(d document) DetectResponse {
	res := answer("clawdiators-match", "Clawdiators match", "")
	if status := d.text("status"); status != "completed" && status != "" {
		res.Sentence = "A Clawdiators match that is not completed (" + short(status) + "): there is no score to check yet."
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
		res.offer("score.compute", "Raise this score", compute)
	}
	checkChange(&res, d)
	res.slip.match(d)
	noteRemarks(&res, d)
	noteMissing(&res, d, append(reported, "scoring_dimensions")...)
	res.Sentence = "A Clawdiators match on " + op.Quote(slugOf(d)) + ": " + res.verdict() + "."
	return res
}

// slugOf returns the arena's id of a match's challenge.
func slugOf(d document) string {
	if slug := d.text("challenge_slug"); slug != "" {
		return slug
	}
	return d.child("challenge").text("slug")
}

// noteMissing names the members that a document does not have.
func noteMissing(res *DetectResponse, d document, names ...string) {
	var missing []string
	for _, name := range names {
		if !d.known(name) {
			missing = append(missing, name)
		}
	}
	if len(missing) > 0 {
		res.note(d.base, "Not in the document", strings.Join(missing, ", "), "not compared")
	}
}

// pointsOf finds the weighted points of the dimensions: the breakdown, or the
// same points in the log of the evaluation.
func pointsOf(d document) document {
	if d.known("score_breakdown") {
		return d.child("score_breakdown")
	}
	return d.child("evaluation_log").child("finalScores")
}

// checkTotal adds the breakdown's points, which are already weighted. If it has
// scores and weights, as the documents show it, it returns their request.
func checkTotal(res *DetectResponse, d document) (req score.ComputeRequest, ok bool) {
	if b, ok := documented(d); ok {
		return b.check(res)
	}
	parts := pointsOf(d)
	sum, ok := sumOf(res, parts)
	if !ok {
		return req, false
	}
	if _, ok := parts.number("total"); ok {
		res.add(parts.at("total"), "Total of the breakdown", parts.shown("total"), op.Show(sum), totalRule)
	}
	switch _, ok := d.number("score"); {
	case ok:
		res.add(d.at("score"), "Score", d.shown("score"), op.Show(sum), "the score is the breakdown's total")
	case !d.known("score"):
		res.give(d.at("score"), "Score", op.Show(sum), totalRule)
	}
	return req, false
}

const totalRule = "the breakdown's members are weighted points, each rounded; the total is their sum, without a cap (live code)"

// sumOf adds the points of a breakdown; false without one, or if one of them is
// not a number.
func sumOf(res *DetectResponse, parts document) (sum float64, ok bool) {
	if parts.value == nil || parts.value.Kind != jcs.Object {
		return 0, false
	}
	for _, p := range parts.value.Items {
		switch {
		case p.Key == "total", p.Kind == jcs.Null:
		case p.Kind == jcs.Number:
			sum += p.Num
			ok = true
		default:
			res.note(parts.at(p.Key), "Total of the breakdown", parts.shown(p.Key),
				p.Key+" is not a number: the total is not recomputed")
			return 0, false
		}
	}
	return sum, ok
}

// totalOf returns the score of a match, or the total of its breakdown.
func totalOf(d document) (float64, bool) {
	if x, ok := d.number("score"); ok || d.known("score") {
		return x, ok
	}
	if x, ok := d.child("score_breakdown").number("total"); ok {
		return x, true
	}
	return sumOf(new(DetectResponse), pointsOf(d))
}

// checkResult maps the score to a result.
func checkResult(res *DetectResponse, d document) {
	const rule = "win from 700, draw from 400, loss below, compared without rounding (Clawdiators documentation)"
	total, ok := totalOf(d)
	if !ok {
		return
	}
	rb, _ := rulebook.ID(live).Resolve()
	switch result := rb.ResultOf(total); {
	case d.text("result") != "":
		res.add(d.at("result"), "Result", short(d.text("result")), result, rule)
	case !d.known("result"):
		res.give(d.at("result"), "Result", result, rule)
	}
}

// computeOf turns weighted points and weights back into dimension scores.
func computeOf(res *DetectResponse, d document) (score.ComputeRequest, bool) {
	weights := weightsOf(d)
	parts := pointsOf(d)
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
				fmt.Sprintf("at weight %s a dimension adds at most %s points", op.Show(p.Weight),
					op.Show(math.Round(1000*p.Weight))))
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
