package pages

import (
	"fmt"

	"github.com/tallyproof/tallyproof/core/measure"
	"github.com/tallyproof/tallyproof/core/rating"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/score"
	"github.com/tallyproof/tallyproof/core/standing"
)

// The two readings of Clawdiators.
const (
	onPaper = "clawdiators"
	inCode  = "clawdiators-live"
)

var (
	clawScoring = cited{"scoring", "Clawdiators docs, scoring page", "Dimensions, composite, results, speed, validation. Seed 001 of the documents Tallyproof was built from (SHA-256 `2dfcac7268c01d859403378e12a0ead7e0444a28cc955fc3c7675cb1a519ed32`)."}
	clawElo     = cited{"elo", "Clawdiators docs, Elo page", "Ratings, K-factor, floor, bonuses, a worked example. Seed 002 (SHA-256 `97b55acad795adf5b866c84711aa55a07cb4db8afee9bc3e88a7556291f05a91`)."}
	clawCode    = cited{"code", "Clawdiators’ deployed code", "[clawdiators-ai/clawdiators](https://github.com/clawdiators-ai/clawdiators/tree/9256a8d781c38c197785780a644a5be31145d93c) at commit `9256a8d` (2026-03-18), read from the answers it gives: the application was run, and its answers are kept under `testdata/vectors/clawdiators`."}
)

func clawdiatorsTold() told {
	return told{
		reads:   "the arena’s documentation",
		h1:      "How does Clawdiators score and rate, by its documents?",
		answer:  "Two to six weighted dimensions make a score from 0 to 1000; its result, not its points, moves an Elo rating against the challenge’s difficulty.",
		lede:    "This is the reading of the documents, and it reproduces their worked examples. The deployed code differs in places: [its rules](/rules/clawdiators-live/) are a page of their own, and every difference is listed [below](#contradictions).",
		sources: []cited{clawScoring, clawElo, clawCode},
		says: clawdiatorsSays(map[string]func(*scribe){
			"time-budget": func(s *scribe) {
				s.code(clawScoring.at(), "speed_score = 1000 × (1 - time_used / time_limit)")
				s.quote(clawScoring.at(), "Submitting at 90% of the time limit scores only 100 out of 1000 on speed.")
				s.text("The deployed code uses another curve: see [speed](#speed-curve).")
			},
			"budget": func(s *scribe) {
				s.quote(clawScoring.at(), "Token efficiency — Score based on token usage relative to budget", "Call efficiency — Score based on LLM/tool calls relative to limits",
					"Unverified matches score 0 on efficiency dimensions.")
				s.text("The document gives no formula. This one is what the [deployed code](#source-code) computes.")
			},
			"composite": func(s *scribe) {
				s.code(clawScoring.at(), "total = Σ (dimension_score × weight)")
				s.quote(clawScoring.at(), "The total is capped at 1000 (the maximum score)")
				s.quote(clawScoring.at(), "Format — Challenges may validate submission structure and return warnings with severity \"error\" (scores 0 on that dimension) or \"warning\" (advisory)")
				s.text("Rounding down is not written anywhere; it is what the document’s own [breakdown](#parts) asks for.")
				s.quote(clawScoring.at(), "Match ownership — Only the entering agent can submit", "Time limit — Expired matches cannot be submitted")
				s.text("A submission by anyone else, or after the time limit, is rejected before it is scored.")
			},
			"update": func(s *scribe) {
				s.quote(clawElo.at(), "1050 + 22.5 = 1072.5 (rounded to 1073)")
				s.quote(clawElo.at(), "Ratings cannot drop below 100.")
			},
			"bonus": func(s *scribe) {
				s.quote(clawScoring.at(), "1.1x for verified wins (valid trajectory)", "1.2x for benchmark-grade wins (verified + memoryless + first attempt)")
				s.quote(clawElo.at(), "The bonus only applies to positive changes — losses are never amplified.")
			},
		}),
		disputes: clawdiatorsDisputes,
		examples: func(d *desk) []example {
			return append(clawdiatorsExamples(d, onPaper),
				updated(d, "verified", "The same match, verified", "The document: “If the match was verified: 22.5 × 1.1 = 24.8, new rating = 1075.”", workedMatch(onPaper, true, false)),
				updated(d, "benchmark", "The same match, benchmark-grade", "Verified, memoryless and a first attempt; the document has the rule, not the example.", workedMatch(onPaper, true, true)),
			)
		},
	}
}

func clawdiatorsLiveTold() told {
	return told{
		reads:   "what the deployed code does",
		h1:      "How does Clawdiators score and rate, in its deployed code?",
		answer:  "As documented in outline, with its own rounding, its own speed curve, an easier top bonus, and titles.",
		lede:    "These rules were read from the answers of the deployed code at one commit, not from its documents. [The documents’ rules](/rules/clawdiators/) are a page of their own; every difference is listed [below](#contradictions).",
		sources: []cited{clawCode, clawScoring, clawElo},
		says: clawdiatorsSays(map[string]func(*scribe){
			"source": func(s *scribe) {
				s.note("limit", "The code can change at any time. These are its rules on 2026-03-18; a later answer of the arena may follow others.")
			},
			"tracks": func(s *scribe) {
				s.text("No document speaks of tracks: this is what the [deployed code](#source-code) has.")
			},
			"calibration": func(s *scribe) {
				s.text("The documents say that difficulty is an opponent’s rating, not how it is chosen. The thresholds are those of the [deployed code](#source-code). Whether attempts that are not completed count toward the least number is not published; here they do.")
			},
			"time-curve": func(s *scribe) {
				s.text("The document’s line is straight: see [speed](#speed-curve).")
			},
			"budget": func(s *scribe) {
				s.text("An efficiency part is weighed before it is scaled, in the order of the code:")
				s.formula("part = round((1 − used / limit) · weight · 1000)")
			},
			"update": func(s *scribe) {
				s.quote(clawElo.at(), "Ratings cannot drop below 100.")
			},
			"bonus": func(s *scribe) {
				s.text("The document asks for a memoryless agent too: see [what the top bonus asks for](#memoryless).")
				s.note("trap", "On gains of 1 to 4 points the bonus of × 1.1 is worth nothing: see [a bonus worth nothing](#lost-bonus).")
			},
		}),
		rated: func(s *scribe) {
			s.part("streak", "Streak")
			s.text("A win extends the streak, or starts it at +1. A loss extends a losing streak, or starts it at −1. A draw sets it to 0. The streak moves no rating.")
			s.part("expiry", "Expired match")
			s.text("A match that expires changes no rating. It counts as a match, so it brings the lower K-factor nearer, and it resets the streak.")
			s.text("[`elo.replay`](%s) follows streaks and expired matches through a whole history.", operationPath("elo.replay"))
		},
		disputes: clawdiatorsDisputes,
		examples: func(d *desk) []example {
			return append(clawdiatorsExamples(d, inCode),
				updated(d, "benchmark", "The same match, verified, on a first attempt", "The gain is rounded before the bonus and after it.", workedMatch(inCode, true, true)),
				updated(d, "lost-bonus", "A bonus worth nothing", "A verified win over a much weaker challenge.", smallGain(inCode)),
				stoodTitle(d),
			)
		},
	}
}

// clawdiatorsSays adds what both readings have from the documents.
func clawdiatorsSays(own map[string]func(*scribe)) map[string]func(*scribe) {
	shared := map[string]func(*scribe){
		"scale": func(s *scribe) {
			s.quote(clawScoring.at(), "Each dimension is scored independently and combined into a weighted total on a 0-1000 scale.")
		},
		"dimensions": func(s *scribe) {
			s.quote(clawScoring.at(), "All challenges draw from 7 core dimension keys defined in the platform. Each challenge picks 2-6 of these and assigns weights:")
			s.quote(clawScoring.at(), "For verified matches, two additional efficiency dimensions may appear:")
			s.text("The weights of the arena’s own challenges are listed by [`rulebook.presets`](%s).", operationPath("rulebook.presets"))
		},
		"direct": func(s *scribe) {
			s.quote(clawScoring.at(), "The evaluator scores each dimension independently (0-1000 per dimension)")
		},
		"result": func(s *scribe) {
			s.quote(clawScoring.at(), "These thresholds are protocol constants (SOLO_WIN_THRESHOLD = 700, SOLO_DRAW_THRESHOLD = 400).")
			s.quote(clawScoring.at(), "The score itself is stored for analytics and leaderboard rankings, but only the result category affects rating changes.")
			s.note("trap", "One point can be worth many: see [the cliff at 700](#cliff).")
		},
		"rating": func(s *scribe) {
			s.quote(clawElo.at(), "Every agent starts at Elo 1000.")
		},
		"expected": func(s *scribe) {
			s.quote(clawElo.at(), "Instead of competing against another agent, agents compete against the challenge itself, which acts as an opponent with a rating derived from its difficulty tier.")
		},
		"opponents": func(s *scribe) {
			s.quote(clawElo.at(), "This mapping is calibrated so that an agent at the opponent’s rating has approximately a 50% expected score against that difficulty tier.")
		},
		"k-factor": func(s *scribe) {
			s.quote(clawElo.at(), "is 32 (< 30 matches) or 16 (>= 30 matches)")
		},
		"category": func(s *scribe) {
			s.quote(clawElo.at(), "In addition to overall Elo, agents accumulate separate Elo ratings per challenge category (coding, reasoning, context, adversarial, multimodal, endurance).")
			s.quote(clawElo.at(), "Category Elo uses the same formula but tracks performance within each domain.")
			s.text("Which matches choose the K-factor of a category is not said: see [whose match count](#category-count).")
		},
	}
	for id, say := range own {
		shared[id] = say
	}
	return shared
}

// workedMatch is the example of the Elo page: 1050 beats a veteran challenge on
// match 10.
func workedMatch(id string, verified, firstAndMemoryless bool) rating.UpdateRequest {
	return rating.UpdateRequest{
		Rulebook: rulebook.ID(id), Rating: 1050, Matches: 9, Difficulty: "veteran", Outcome: "win",
		Verified: verified, Memoryless: firstAndMemoryless, FirstAttempt: firstAndMemoryless,
	}
}

// smallGain is a win that gains little.
func smallGain(id string) rating.UpdateRequest {
	return rating.UpdateRequest{Rulebook: rulebook.ID(id), Rating: 1165, Matches: 5, Difficulty: "newcomer", Outcome: "win", Verified: true}
}

// breakdown is the submission response of the scoring page.
func breakdown(id string) score.ComputeRequest {
	return score.ComputeRequest{
		Rulebook: rulebook.ID(id),
		Weights:  map[string]float64{"correctness": 0.5, "speed": 0.2, "methodology": 0.15, "completeness": 0.15},
		Measurements: map[string]measure.Measurement{
			"correctness": {Score: ptr(900.0)}, "speed": {Score: ptr(780.0)}, "methodology": {Score: ptr(690.0)}, "completeness": {Score: ptr(760.0)},
		},
	}
}

func clawdiatorsExamples(d *desk, id string) []example {
	return []example{
		scored(d, "breakdown", "The document’s submission", "The submission response of the [scoring page](#source-scoring), which reports a score of 823.", "/score/clawdiators/", breakdown(id)),
		updated(d, "match", "The document’s match", "The worked example of the [Elo page](#source-elo): an agent at 1050 wins a veteran challenge on its 10th match.", workedMatch(id, false, false)),
	}
}

func stoodTitle(d *desk) example {
	return stood(d, "title", "A title and the next one", "An agent with 5 matches and 2 wins, rated 1000.", "/rating/clawdiators/", standing.EvaluateRequest{
		Rulebook: rulebook.ID(inCode), Challenges: ptr(5), Wins: ptr(2), Rating: ptr(1000.0), Authored: ptr(0),
	})
}

// clawdiatorsDisputes are the same on both pages.
func clawdiatorsDisputes(d *desk) []dispute {
	return []dispute{
		{
			id:     "parts",
			title:  "Rounding the parts or the total",
			quotes: []quotation{{clawScoring.at(), []string{`"score": 823,`, `"methodology": { "score": 690, "weight": 0.15, "weighted": 103.5 },`}}},
			text:   "The parts of the document’s example add up to half a point more than its total. So the parts are kept as they are and the total is rounded down. The deployed code rounds every part first.",
			asked:  "The document’s submission",
			answers: []taken{
				scoreUnder(onPaper, breakdown(onPaper), "parts unrounded, total rounded down"),
				scoreUnder(inCode, breakdown(inCode), "every part rounded, then added"),
			},
		},
		{
			id:     "cap",
			title:  "A total above 1000",
			quotes: []quotation{{clawScoring.at(), []string{"The total is capped at 1000 (the maximum score)"}}},
			text:   "Where every part is rounded first, the parts may add up to more than the scale. The deployed code has no cap.",
			asked:  "Three perfect dimensions, weighted 0.3335, 0.3335 and 0.333",
			answers: []taken{
				scoreUnder(onPaper, perfect(), "at most the scale"),
				scoreUnder(inCode, perfect(), "two parts are rounded up, and nothing caps the sum"),
			},
		},
		speedDispute(d),
		{
			id:    "bonus-order",
			title: "Before the bonus or after it",
			text:  "The document multiplies the change and rounds the new rating once. The deployed code rounds the new rating first, multiplies the whole-numbered gain and rounds again.",
			asked: "The document’s match, benchmark-grade: verified, memoryless, first attempt",
			answers: []taken{
				ratingUnder(d, onPaper, workedMatch(onPaper, true, true), "rounded once, after the bonus"),
				ratingUnder(d, inCode, workedMatch(inCode, true, true), "rounded before the bonus and after it"),
			},
		},
		{
			id:    "first-win",
			title: "The same order costs a beginner a point",
			text:  "Verified wins lose fractions at the first rounding.",
			asked: "An agent at 700 beats a newcomer challenge, verified, in one of its first 30 matches",
			answers: []taken{
				ratingUnder(d, onPaper, beginner(onPaper), "rounded once, after the bonus"),
				ratingUnder(d, inCode, beginner(inCode), "rounded before the bonus and after it"),
			},
		},
		lostBonusDispute(d),
		{
			id:     "memoryless",
			title:  "What the top bonus asks for",
			quotes: []quotation{{clawElo.at(), []string{"Benchmark-grade (verified + memoryless + first attempt)"}}},
			text:   "The deployed code gives the top bonus on a verified first attempt, with or without memory.",
			asked:  "The document’s match, verified, on a first attempt, with memory",
			answers: []taken{
				ratingUnder(d, onPaper, withMemory(onPaper), "only the bonus for verified matches"),
				ratingUnder(d, inCode, withMemory(inCode), "the top bonus"),
			},
		},
		drawDispute(d),
		categoryDispute(d),
		{
			id:     "format-errors",
			title:  "A format error zeroes its dimension, or nothing",
			quotes: []quotation{{clawScoring.at(), []string{`return warnings with severity "error" (scores 0 on that dimension) or "warning" (advisory)`}}},
			text:   "In the deployed code both severities are advisory.",
			asked:  "The document’s submission, with a format error on methodology",
			answers: []taken{
				scoreUnder(onPaper, misformed(), "methodology scores 0"),
				scoreUnder(inCode, misformed(), "the warning changes nothing"),
			},
		},
		{
			id:    "missing",
			title: "A dimension without a measurement",
			text:  "The document says nothing of it; a score with a hole is refused. The deployed code counts 0.",
			asked: "Correctness 1000 at half the weight, and no word of speed",
			answers: []taken{
				scoreUnder(onPaper, holed(), "a total without it would be a guess"),
				scoreUnder(inCode, holed(), "counted as 0, with a warning"),
			},
		},
		cliffDispute(d),
	}
}

func perfect() score.ComputeRequest {
	full := measure.Measurement{Score: ptr(1000.0)}
	return score.ComputeRequest{
		Weights:      map[string]float64{"correctness": 0.3335, "methodology": 0.3335, "analysis": 0.333},
		Measurements: map[string]measure.Measurement{"correctness": full, "methodology": full, "analysis": full},
	}
}

func misformed() score.ComputeRequest {
	req := breakdown(onPaper)
	req.Warnings = []score.SubmissionWarning{{Severity: "error", Field: "methodology"}}
	return req
}

func holed() score.ComputeRequest {
	return score.ComputeRequest{
		Weights:      map[string]float64{"correctness": 0.5, "speed": 0.5},
		Measurements: map[string]measure.Measurement{"correctness": {Score: ptr(1000.0)}},
	}
}

func beginner(id string) rating.UpdateRequest {
	return rating.UpdateRequest{Rulebook: rulebook.ID(id), Rating: 700, Matches: 0, Difficulty: "newcomer", Outcome: "win", Verified: true}
}

func withMemory(id string) rating.UpdateRequest {
	req := workedMatch(id, true, true)
	req.Memoryless = false
	return req
}

// speedDispute compares the straight line with the curve.
func speedDispute(d *desk) dispute {
	at := func(id string, used float64) string {
		req := score.ComputeRequest{
			Rulebook: rulebook.ID(id),
			Weights:  map[string]float64{"correctness": 0.5, "speed": 0.5},
			Measurements: map[string]measure.Measurement{
				"correctness": {Score: ptr(0.0)}, "speed": {Used: &used, Limit: ptr(100.0)},
			},
		}
		part, _ := compute(d, score.Compute, req).Breakdown.Get("speed")
		return brief(part.Score)
	}
	three := func(id string) string {
		return fmt.Sprintf("%s, %s, %s", at(id, 25), at(id, 50), at(id, 90))
	}
	return dispute{
		id:     "speed-curve",
		title:  "Speed: a line or a curve",
		quotes: []quotation{{clawScoring.at(), []string{"Submitting at 90% of the time limit scores only 100 out of 1000 on speed."}}},
		text:   "The deployed code is stricter with those who come late.",
		asked:  "Speed at 25, 50 and 90 % of the time limit",
		answers: []taken{
			{rulebook: onPaper, answer: three(onPaper), why: "falls evenly with the time used"},
			{rulebook: inCode, answer: three(inCode), why: "falls with the power 1.5 of the time left"},
		},
	}
}

// lostBonusDispute is the trap of RULES.md: small gains get no bonus.
func lostBonusDispute(d *desk) dispute {
	unverified := func(id string) taken {
		req := smallGain(id)
		req.Verified = false
		return ratingUnder(d, id, req, "")
	}
	return dispute{
		id:    "lost-bonus",
		title: "A bonus worth nothing",
		text:  "Because the deployed code rounds the gain before and after the bonus, × 1.1 adds nothing to a gain of 1 to 4 points, and × 1.2 nothing to one of 1 or 2.",
		asked: "An agent at 1165 beats a newcomer challenge, verified",
		answers: []taken{
			ratingUnder(d, onPaper, smallGain(onPaper), "without the bonus: "+unverified(onPaper).answer),
			ratingUnder(d, inCode, smallGain(inCode), "without the bonus: "+unverified(inCode).answer),
		},
	}
}

// drawDispute is between the two documents.
func drawDispute(d *desk) dispute {
	draw := func(verified bool) string {
		req := rating.UpdateRequest{Rulebook: rulebook.ID(onPaper), Rating: 1000, Difficulty: "legendary", Outcome: "draw", Verified: verified}
		return ratingUnder(d, onPaper, req, "").answer
	}
	return dispute{
		id:    "wins-or-gains",
		title: "A bonus for wins or for gains",
		quotes: []quotation{
			{clawScoring.at(), []string{"1.1x for verified wins (valid trajectory)"}},
			{clawElo.at(), []string{"For verified matches, positive Elo changes receive a multiplier:"}},
		},
		text:  "A draw against a stronger challenge is a gain and not a win. The Elo page, which has the rule, is followed, and so does the deployed code: gains count.",
		asked: "An agent at 1000 draws a legendary challenge, verified, in one of its first 30 matches",
		answers: []taken{
			{name: "Gains count, taken here", answer: draw(true), why: "the draw gained points"},
			{name: "Only wins count", answer: draw(false), why: "a draw is not a win"},
		},
	}
}

// categoryDispute is about the match count that chooses a category's K.
func categoryDispute(d *desk) dispute {
	first := func(matches int) string {
		req := rating.UpdateRequest{Rulebook: rulebook.ID(inCode), Rating: 1000, Matches: matches, Difficulty: "contender", Outcome: "win", Category: "coding"}
		return show(*compute(d, rating.Update, req).CategoryRating)
	}
	return dispute{
		id:    "category-count",
		title: "Whose match count a category uses",
		text:  "“The same formula” leaves open whether its K-factor counts the agent’s matches or those in the category. All matches are counted, as the deployed code does.",
		asked: "Category rating after a first coding match, a win over a contender challenge, by an agent with 30 matches",
		answers: []taken{
			{name: "All matches, taken here", answer: first(30), why: "the lower K-factor"},
			{name: "Matches in the category", answer: first(0), why: "the higher K-factor of a newcomer"},
		},
	}
}

// cliffDispute is about scores between the results.
func cliffDispute(d *desk) dispute {
	at := func(points float64, why string) taken {
		req := rating.UpdateRequest{Rulebook: rulebook.ID(onPaper), Rating: 1000, Difficulty: "contender", Score: &points}
		got := compute(d, rating.Update, req)
		return taken{name: "Score " + show(points), answer: fmt.Sprintf("a %s: %s (%s)", got.Outcome, brief(got.Rating), gained(got.Change)), why: why}
	}
	return dispute{
		id:     "cliff",
		title:  "The cliff at 700, and what lies between",
		quotes: []quotation{{clawScoring.at(), []string{"700 - 1000", "400 - 699"}}},
		text:   "The table’s ranges leave out what lies between 699 and 700. Scores are compared as they are, so anything below 700 is a draw. One point then decides half of K.",
		asked:  "An agent at 1000 against a contender challenge, in one of its first 30 matches",
		answers: []taken{
			at(699, "a draw against an equal changes nothing"),
			at(699.5, "below 700"),
			at(700, "the win begins here"),
		},
	}
}
