package detect

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/tallyproof/tallyproof/core/measure"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/proof/record"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/score"
	"github.com/tallyproof/tallyproof/core/words"
)

// AiRENA documents the names of its fields, not where they sit: a submission's
// dimension scores are looked for in the object itself and in these members.
var airenaScores = []string{"", "scores", "dimensions", "breakdown", "score_breakdown"}

var airenaKeys = []string{"correctness", "speed", "quality", "process"}

// scoresOf finds the object that holds the dimension scores: the first with all
// four, else one with some of which one is quality or process, which no other
// arena has.
func scoresOf(d document) (document, bool) {
	var some *document
	for _, member := range airenaScores {
		holder := d
		if member != "" {
			holder = d.child(member)
		}
		if holder.has(airenaKeys...) {
			return holder, true
		}
		if some == nil && (holder.has("quality") || holder.has("process")) &&
			(member != "" || isMeasured(d) || d.has("correctness") || d.has("speed")) {
			some = &holder
		}
	}
	if some != nil {
		return *some, true
	}
	return d, false
}

// isAirenaSubmission reports whether it has dimension scores, or what was
// measured of them.
func isAirenaSubmission(d document) bool {
	_, ok := scoresOf(d)
	return ok || isMeasured(d)
}

// isMeasured reports whether it has counts of tests or times, by names that no
// other arena has.
func isMeasured(d document) bool {
	_, _, timed := measured(d, "speed")
	return timed || d.has("passed_tests", "total_tests") || d.has("tests_passed", "tests_total")
}

// measured returns the inputs that a record has for a dimension, with the rule.
func measured(d document, key string) (m measure.Measurement, rule string, ok bool) {
	switch key {
	case "correctness":
		passed, ok1 := d.count(record.PassedNames...)
		total, ok2 := d.count(record.TotalNames...)
		return measure.Measurement{Passed: &passed, Total: &total},
			fmt.Sprintf("passed/total · 100 with %s of %s (AiRENA documentation)", itoa(passed), itoa(total)), ok1 && ok2
	case "speed":
		_, time, ok1 := d.anyNumber(record.TimeNames...)
		_, fastest, ok2 := d.anyNumber(record.FastestNames...)
		return measure.Measurement{TimeMs: &time, FastestMs: &fastest},
			fmt.Sprintf("max(0, 100 − (time/fastest − 1)·50) with %s ms and %s ms (AiRENA documentation)", op.Show(time),
				op.Show(fastest)), ok1 && ok2
	}
	return m, "", false
}

// dimensionScore reads 90 or {"score": 90}.
func dimensionScore(d document, key string) (float64, bool) {
	if x, ok := d.number(key); ok {
		return x, true
	}
	return d.child(key).number("score")
}

// readAirenaSubmission reads a scored submission and recomputes what its own
// fields allow: the composite, the correctness from test counts, the speed
// from times.
func readAirenaSubmission(d document) DetectResponse {
	res := answer("airena-submission", "AiRENA submission", "")
	scores, _ := scoresOf(d)
	req := score.ComputeRequest{Rulebook: rulebook.ID("airena"), Measurements: map[string]measure.Measurement{}}
	var given, missing []string
	for _, key := range airenaKeys {
		if x, ok := dimensionScore(scores, key); ok {
			req.Measurements[key] = measure.Measurement{Score: &x}
			continue
		}
		if scores.known(key) {
			res.Sentence = "An AiRENA submission whose " + key + " is not a number."
			return res
		}
		if m, _, ok := measured(d, key); ok {
			req.Measurements[key] = m
			given = append(given, key)
			continue
		}
		missing = append(missing, key)
	}
	weightsKnown := airenaWeights(d, &req)
	if len(missing) > 0 {
		readPartial(&res, d, req, given, missing)
		return res
	}
	got, err := score.Compute(req)
	if err != nil {
		res.Sentence = "An AiRENA submission that the rules refuse: " + err.Error() + "."
		return res
	}
	giveParts(&res, d, got, given)
	for _, key := range airenaKeys {
		if m, rule, ok := measured(d, key); ok && !slices.Contains(given, key) {
			remeasure(&res, scores, &req, key, m, rule)
		}
	}
	rule := "final score = Σ dimension · weight (AiRENA documentation)"
	if !weightsKnown {
		rule += ", at the default weights 40/20/20/20: the record has no weights"
	}
	if key, claimed, ok := d.anyNumber(airenaTotals...); ok {
		res.compare(d.at(key), "Final score", claimed, got.Score, rule)
	} else {
		res.give(d.at("final_score"), "Final score", round(got.Score), rule)
	}
	if d.has("evaluator_signature") || d.has("evaluator_pubkey") {
		res.note(d.at("evaluator_signature"), "Signature", "present",
			"not checked here: recomputing a score does not show who signed it")
	}
	res.offer("score.compute", "Raise this score", req)
	res.slip.count(words.Fixed(got.Score, 2), "of 100")
	res.Sentence = "An AiRENA submission: " + res.verdict() + "."
	return res
}

// airenaTotals are the spellings of a final score.
var airenaTotals = []string{"final_score", "composite_score", "total_score", "score", "composite"}

// giveParts lists the dimensions whose scores the record does not have.
func giveParts(res *DetectResponse, d document, got score.ComputeResponse, keys []string) {
	for _, key := range keys {
		part, _ := got.Breakdown.Get(key)
		_, rule, _ := measured(d, key)
		res.give(d.at(key), strings.ToUpper(key[:1])+key[1:], round(part.Score), rule)
	}
}

// readPartial reads a record without some of the dimensions: what was measured
// gives their scores, and the final score has bounds.
func readPartial(res *DetectResponse, d document, req score.ComputeRequest, given, missing []string) {
	var bounds [2]score.ComputeResponse
	for i, x := range []float64{0, 100} {
		for _, key := range missing {
			req.Measurements[key] = measure.Measurement{Score: &x}
		}
		got, err := score.Compute(req)
		if err != nil {
			res.Sentence = "An AiRENA submission that the rules refuse: " + err.Error() + "."
			return
		}
		bounds[i] = got
	}
	giveParts(res, d, bounds[0], given)
	least, most := bounds[0].Score, bounds[1].Score
	rule := fmt.Sprintf("Σ dimension · weight, with 0 and with 100 for %s", words.Join(missing))
	key, claimed, ok := d.anyNumber(airenaTotals...)
	switch {
	case !ok:
		res.give(d.at("final_score"), "Final score", fmt.Sprintf("%s to %s", round(least), round(most)), rule)
	case claimed < least-1e-6 || claimed > most+1e-6:
		res.add(d.at(key), "Final score", op.Show(claimed), fmt.Sprintf("%s to %s", round(least), round(most)), rule)
	default:
		res.note(d.at(key), "Final score", op.Show(claimed), fmt.Sprintf("possible: %s to %s, %s", round(least), round(most),
			rule))
	}
	res.note(d.base, "Not in the document", strings.Join(missing, ", "),
		"want the points of the LLM judge, 0 to 100, the tests passed of all tests, or the time and the fastest time")
	res.Sentence = "An AiRENA submission without " + words.Join(missing) + ": " + res.verdict() + "."
}

// round shows a number with at most six decimals.
func round(x float64) string { return op.Show(math.Round(x*1e6) / 1e6) }

// airenaWeights takes the record's own weights when it has all four.
func airenaWeights(d document, req *score.ComputeRequest) bool {
	for _, member := range []string{"scoring_weights", "weights"} {
		w := d.child(member)
		if !w.has(airenaKeys...) {
			continue
		}
		weights := map[string]float64{}
		for _, key := range airenaKeys {
			weights[key], _ = w.number(key)
		}
		req.Weights = weights
		return true
	}
	return false
}

// remeasure replaces a dimension's score by its inputs if they agree.
func remeasure(res *DetectResponse, scores document, req *score.ComputeRequest, key string, m measure.Measurement,
	rule string) {
	try := *req
	try.Measurements = map[string]measure.Measurement{}
	for k, v := range req.Measurements {
		try.Measurements[k] = v
	}
	try.Measurements[key] = m
	got, err := score.Compute(try)
	if err != nil {
		res.note(scores.at(key), key, "", "cannot be recomputed: "+err.Error())
		return
	}
	part, _ := got.Breakdown.Get(key)
	claimed, _ := dimensionScore(scores, key)
	if res.compare(scores.at(key), strings.ToUpper(key[:1])+key[1:], claimed, part.Score, rule) {
		*req = try
	}
}

// compare lists a claimed number against a recomputed one.
func (r *DetectResponse) compare(field, label string, claimed, recomputed float64, rule string) bool {
	written := op.Show(claimed)
	if words.Agrees(claimed, recomputed) {
		r.add(field, label, written, written, rule)
		return true
	}
	r.add(field, label, written, round(recomputed), rule)
	return false
}
