package audit

import (
	"math"
	"strings"

	"github.com/tallyproof/tallyproof/core/jcs"
	"github.com/tallyproof/tallyproof/core/measure"
	"github.com/tallyproof/tallyproof/core/message"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/score"
	"github.com/tallyproof/tallyproof/core/standing"
)

// AiRENA documents the names of its fields, not where they sit: a submission's
// dimension scores are looked for in the object itself and in these members.
var airenaScores = []string{"", "scores", "dimensions", "breakdown", "score_breakdown"}

var airenaKeys = []string{"correctness", "speed", "quality", "process"}

// scoresOf finds the object that holds the four dimension scores.
func scoresOf(d document) (document, bool) {
	for _, member := range airenaScores {
		holder := d
		if member != "" {
			holder = d.child(member)
		}
		if holder.has(airenaKeys...) {
			return holder, true
		}
	}
	return document{}, false
}

func isAirenaSubmission(d document) bool {
	_, ok := scoresOf(d)
	return ok
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
	for _, key := range airenaKeys {
		x, ok := dimensionScore(scores, key)
		if !ok {
			res.Sentence = "An AiRENA submission whose " + key + " is not a number."
			return res
		}
		req.Measurements[key] = measure.Measurement{Score: &x}
	}
	weightsKnown := airenaWeights(d, &req)
	got, err := score.Compute(req)
	if err != nil {
		res.Sentence = "An AiRENA submission that the rules refuse: " + err.Error() + "."
		return res
	}
	measureFromCounts(&res, d, scores, &req)
	if key, claimed, ok := d.anyNumber("final_score", "composite_score", "total_score", "score", "composite"); ok {
		rule := "final score = Σ dimension · weight (AiRENA documentation)"
		if !weightsKnown {
			rule += ", at the default weights 40/20/20/20: the record has no weights"
		}
		res.compare(d.at(key), "Final score", claimed, got.Score, rule)
	}
	if d.has("evaluator_signature") || d.has("evaluator_pubkey") {
		res.note(d.at("evaluator_signature"), "Signature", "present", "not checked here: recomputing a score does not show who signed it")
	}
	p := prefill("score.compute", "The score from its dimensions", req)
	res.Prefill = &p
	res.Sentence = "An AiRENA submission: " + res.verdict() + "."
	return res
}

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

// measureFromCounts compares correctness and speed with the counts and times
// they come from, and hands those to the request when they agree.
func measureFromCounts(res *DetectResponse, d, scores document, req *score.ComputeRequest) {
	passed, ok1 := d.count("passed_tests", "tests_passed", "passed")
	total, ok2 := d.count("total_tests", "tests_total", "total")
	if ok1 && ok2 {
		m := measure.Measurement{Passed: &passed, Total: &total}
		remeasure(res, scores, req, "correctness", m, message.Sprintf("passed/total · 100 with %d of %d (AiRENA documentation)", passed, total))
	}
	_, time, ok1 := d.anyNumber("execution_time_ms", "time_ms", "runtime_ms")
	_, fastest, ok2 := d.anyNumber("fastest_time_ms", "fastest_ms")
	if ok1 && ok2 {
		m := measure.Measurement{TimeMs: &time, FastestMs: &fastest}
		remeasure(res, scores, req, "speed", m, message.Sprintf("max(0, 100 − (time/fastest − 1)·50) with %s ms and %s ms (AiRENA documentation)", op.Show(time), op.Show(fastest)))
	}
}

// remeasure replaces a dimension's score by its inputs if they agree.
func remeasure(res *DetectResponse, scores document, req *score.ComputeRequest, key string, m measure.Measurement, rule string) {
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

// compare lists a claimed number against a recomputed one. They agree when the
// recomputed one rounds to what was written, at its number of decimals.
func (r *DetectResponse) compare(field, label string, claimed, recomputed float64, rule string) bool {
	written := op.Show(claimed)
	decimals := 0
	if dot := strings.IndexByte(written, '.'); dot >= 0 {
		decimals = len(written) - dot - 1
	}
	scale := math.Pow10(min(decimals, 12))
	agrees := math.Abs(claimed-recomputed) <= 0.5/scale+1e-9
	if agrees {
		r.add(field, label, written, written, rule)
		return true
	}
	r.add(field, label, written, op.Show(math.Round(recomputed*1e6)/1e6), rule)
	return false
}

// airenaCounts are the spellings of an agent's totals.
var airenaCounts = struct{ challenges, average, rating, tier []string }{
	challenges: []string{"challenges_completed", "challenges", "total_challenges", "competitions", "completed_challenges"},
	average:    []string{"average_score", "avg_score"},
	rating:     []string{"elo", "elo_rating", "rating"},
	tier:       []string{"trust_tier", "tier"},
}

func isAirenaAgent(d document) bool {
	_, challenges := d.count(airenaCounts.challenges...)
	_, _, average := d.anyNumber(airenaCounts.average...)
	return challenges && (average || d.has("trust_tier") || d.has("tier"))
}

// readAirenaAgent reads an agent's profile: tier and badges from its totals.
func readAirenaAgent(d document) DetectResponse {
	res := answer("airena-agent", "AiRENA agent", "")
	req := standing.EvaluateRequest{
		Rulebook:    rulebook.ID("airena"),
		Challenges:  known(d.count(airenaCounts.challenges...)),
		Wins:        known(d.count("wins", "total_wins")),
		WinStreak:   known(d.count("longest_win_streak", "best_streak", "win_streak")),
		ScoreStreak: known(d.count("score_streak")),
	}
	if _, x, ok := d.anyNumber(airenaCounts.average...); ok {
		req.AverageScore = &x
	}
	if _, x, ok := d.anyNumber(airenaCounts.rating...); ok {
		req.Rating = &x
	}
	p := prefill("standing.evaluate", "Tier and badges, and what is missing for the next", req)
	res.Prefill = &p
	got, err := standing.Evaluate(req)
	if err != nil {
		res.Sentence = "An AiRENA agent whose totals contradict each other: " + err.Error() + "."
		return res
	}
	for _, key := range airenaCounts.tier {
		if claimed := d.text(key); claimed != "" {
			res.add(d.at(key), "Trust tier", strings.ToLower(claimed), got.Tier, "the highest tier with all requirements met (AiRENA documentation)")
		}
	}
	checkBadges(&res, d, got)
	res.Sentence = "An AiRENA agent: " + res.verdict() + "."
	return res
}

// checkBadges compares the badges listed with the badges the totals earn.
// Badges whose statistic the record does not carry cannot be determined.
func checkBadges(res *DetectResponse, d document, got standing.EvaluateResponse) {
	badges := d.get("badges")
	if badges == nil || badges.Kind != jcs.Array {
		return
	}
	listed := map[string]bool{}
	for i, b := range badges.Items {
		name := b.Str
		if b.Kind == jcs.Object {
			item := d.child("badges").item(i)
			if name = item.text("id"); name == "" {
				name = item.text("name")
			}
		}
		listed[slug(name)] = true
	}
	for _, b := range got.Badges {
		if b.Progress == nil {
			continue
		}
		res.add(d.at("badges"), "Badge "+b.Name, held(listed[b.ID]), held(b.Earned), "earned from "+op.Show(b.Needed)+" on, at "+op.Show(*b.Progress))
	}
}

func held(yes bool) string {
	if yes {
		return "earned"
	}
	return "not earned"
}

// slug turns "First Win" and "first_win" into "first-win".
func slug(name string) string {
	return strings.ReplaceAll(strings.ReplaceAll(strings.ToLower(strings.TrimSpace(name)), " ", "-"), "_", "-")
}
