package rules

import (
	"fmt"
	"slices"

	"github.com/tallyproof/tallyproof/core/measure"
	"github.com/tallyproof/tallyproof/core/rating"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/score"
	"github.com/tallyproof/tallyproof/site/pages/frame"
	"github.com/tallyproof/tallyproof/site/pages/prose"
)

// clawdiatorsDisputes are the same on both pages.
func clawdiatorsDisputes(d *asker) []dispute {
	return slices.Concat(roundingDisputes(d), otherDisputes(d), codeDisputes(d))
}

// roundingDisputes are about rounding, and what stands beside it on the page.
func roundingDisputes(d *asker) []dispute {
	return []dispute{
		{
			id:     "parts",
			title:  "Rounding the parts or the total",
			quotes: []quotation{{clawScoring.at(), []string{`"score": 823,`, `"methodology": { "score": 690, "weight": 0.15, "weighted": 103.5 },`}}},
			text:   "The parts of the document’s example add up to half a point more than its total. So the parts are not rounded, and the total is rounded down. The deployed code rounds every part first.",
			asked:  "The document’s submission",
			answers: []taken{
				scoreUnder(onPaper, submitted(onPaper), "parts unrounded, total rounded down"),
				scoreUnder(inCode, submitted(inCode), "every part rounded, then added"),
			},
		},
		{
			id:     "cap",
			title:  "A total above 1000",
			quotes: []quotation{{clawScoring.at(), []string{"The total is capped at 1000 (the maximum score)"}}},
			text:   "If every part is rounded first, the sum of the parts may be above the scale. The deployed code has no cap.",
			asked:  "Three perfect dimensions, weighted 0.3335, 0.3335 and 0.333",
			answers: []taken{
				scoreUnder(onPaper, perfect(), "capped at the scale"),
				scoreUnder(inCode, perfect(), "two parts are rounded up, and the sum has no cap"),
			},
		},
		speedDispute(d),
		{
			id:    "bonus-order",
			title: "Rounding before or after the bonus",
			text:  "The document multiplies the change and rounds the new rating once. The deployed code rounds the new rating first. Then it multiplies the gain, a whole number, and rounds again.",
			asked: "The document’s match, benchmark-grade: verified, memoryless, first attempt",
			answers: []taken{
				ratingUnder(d, onPaper, workedMatch(onPaper, true, true), "rounded once, after the bonus"),
				ratingUnder(d, inCode, workedMatch(inCode, true, true), "rounded before the bonus and after it"),
			},
		},
		{
			id:    "first-win",
			title: "The same order of rounding costs a new agent one point",
			text:  "The first rounding removes fractions of verified wins.",
			asked: "An agent at 700 beats a newcomer challenge, verified, in one of its first 30 matches",
			answers: []taken{
				ratingUnder(d, onPaper, beginner(onPaper), "rounded once, after the bonus"),
				ratingUnder(d, inCode, beginner(inCode), "rounded before the bonus and after it"),
			},
		},
		lostBonusDispute(d),
	}
}

// otherDisputes are the other contradictions and gaps, in the order of the page.
func otherDisputes(d *asker) []dispute {
	return []dispute{
		memorylessDispute(d),
		drawDispute(d),
		categoryDispute(d),
		{
			id:     "format-errors",
			title:  "A format error sets its dimension to 0, or changes nothing",
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
			text:  "The document does not define this case, so an incomplete score is refused. The deployed code counts 0.",
			asked: "Correctness 1000 at half the weight, and no measurement of speed",
			answers: []taken{
				scoreUnder(onPaper, holed(), "a total without it would be a guess"),
				scoreUnder(inCode, holed(), "counted as 0, with a warning"),
			},
		},
		{
			id:    "efficiency-on-top",
			title: "Efficiency dimensions beside six others",
			quotes: []quotation{{clawScoring.at(), []string{
				"Each challenge picks 2-6 of these and assigns weights:",
				"For verified matches, two additional efficiency dimensions may appear:",
			}}},
			text:  "In the document, 2 to 6 is a number of core dimensions, and efficiency dimensions are additional. The schema of the deployed code counts all dimensions.",
			asked: "Six core dimensions of 700 points, and half of the token budget used",
			answers: []taken{
				scoreUnder(onPaper, economical(), "six of the core dimensions, and one on top"),
				scoreUnder(inCode, economical(), "seven dimensions are too many"),
			},
		},
		cliffDispute(d),
		evaluatorsDispute(d),
		seedDispute(d),
		{
			id:     "who-may-submit",
			title:  "Who may submit",
			quotes: []quotation{{clawScoring.at(), []string{"Match ownership — Only the entering agent can submit"}}},
			text:   "The arena rejects other submissions before they are scored. A response names the agent, but is not signed. So a pasted response does not prove who submitted. [A signed record](/verify/) proves who signed it.",
		},
	}
}

func memorylessDispute(d *asker) dispute {
	return dispute{
		id:     "memoryless",
		title:  "What the top bonus requires",
		quotes: []quotation{{clawElo.at(), []string{"Benchmark-grade (verified + memoryless + first attempt)"}}},
		text:   "The deployed code gives the top bonus on a verified first attempt, with or without memory. So does a newer text in the arena’s repository (`docs/concepts/elo.mdx` at `9256a8d`), while its site still requires a memoryless agent.",
		asked:  "The document’s match, verified, on a first attempt, with memory",
		answers: []taken{
			ratingUnder(d, onPaper, withMemory(onPaper), "only the bonus for verified matches"),
			ratingUnder(d, inCode, withMemory(inCode), "the top bonus"),
		},
	}
}

func economical() score.ComputeRequest {
	req := score.ComputeRequest{
		Verified:     true,
		Weights:      map[string]float64{"token_efficiency": 0.1},
		Measurements: map[string]measure.Measurement{"token_efficiency": {Used: frame.Ptr(50.0), Limit: frame.Ptr(100.0)}},
	}
	for _, key := range []string{"correctness", "completeness", "precision", "methodology", "code_quality", "analysis"} {
		req.Weights[key], req.Measurements[key] = 0.15, measure.Measurement{Score: frame.Ptr(700.0)}
	}
	return req
}

func perfect() score.ComputeRequest {
	full := measure.Measurement{Score: frame.Ptr(1000.0)}
	return score.ComputeRequest{
		Weights:      map[string]float64{"correctness": 0.3335, "methodology": 0.3335, "analysis": 0.333},
		Measurements: map[string]measure.Measurement{"correctness": full, "methodology": full, "analysis": full},
	}
}

func misformed() score.ComputeRequest {
	req := submitted(onPaper)
	req.Warnings = []score.SubmissionWarning{{Severity: "error", Field: "methodology"}}
	return req
}

func holed() score.ComputeRequest {
	return score.ComputeRequest{
		Weights:      map[string]float64{"correctness": 0.5, "speed": 0.5},
		Measurements: map[string]measure.Measurement{"correctness": {Score: frame.Ptr(1000.0)}},
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
func speedDispute(d *asker) dispute {
	at := func(id string, used float64) string {
		req := score.ComputeRequest{
			Rulebook: rulebook.ID(id),
			Weights:  map[string]float64{"correctness": 0.5, "speed": 0.5},
			Measurements: map[string]measure.Measurement{
				"correctness": {Score: frame.Ptr(0.0)}, "speed": {Used: &used, Limit: frame.Ptr(100.0)},
			},
		}
		part, _ := compute(d, score.Compute, req).Breakdown.Get("speed")
		return prose.Brief(part.Score)
	}
	three := func(id string) string {
		return fmt.Sprintf("%s, %s, %s", at(id, 25), at(id, 50), at(id, 90))
	}
	return dispute{
		id:     "speed-curve",
		title:  "Speed: a line or a curve",
		quotes: []quotation{{clawScoring.at(), []string{"Submitting at 90% of the time limit scores only 100 out of 1000 on speed."}}},
		text:   "The deployed code is stricter with late submissions.",
		asked:  "Speed at 25, 50 and 90 % of the time limit",
		answers: []taken{
			{rulebook: onPaper, answer: three(onPaper), why: "falls linearly with the time used"},
			{rulebook: inCode, answer: three(inCode), why: "falls with the power 1.5 of the time left"},
		},
	}
}

// lostBonusDispute shows that small gains get no bonus.
func lostBonusDispute(d *asker) dispute {
	unverified := func(id string) taken {
		req := smallGain(id)
		req.Verified = false
		return ratingUnder(d, id, req, "")
	}
	return dispute{
		id:    "lost-bonus",
		title: "A bonus that adds nothing",
		text:  "The deployed code rounds the gain before and after the bonus. So × 1.1 adds nothing to a gain of 1 to 4 points, and × 1.2 adds nothing to a gain of 1 or 2 points.",
		asked: "An agent at 1165 beats a newcomer challenge, verified",
		answers: []taken{
			ratingUnder(d, onPaper, smallGain(onPaper), "without the bonus: "+unverified(onPaper).answer),
			ratingUnder(d, inCode, smallGain(inCode), "without the bonus: "+unverified(inCode).answer),
		},
	}
}

// drawDispute is between the two documents.
func drawDispute(d *asker) dispute {
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
		text:  "A draw against a stronger challenge is a gain, but not a win. The rule is on the Elo page, so that page is followed: all gains count. The deployed code does the same.",
		asked: "An agent at 1000 draws a legendary challenge, verified, in one of its first 30 matches",
		answers: []taken{
			{name: "Gains count, used here", answer: draw(true), why: "the draw gained points"},
			{name: "Only wins count", answer: draw(false), why: "a draw is not a win"},
		},
	}
}

// categoryDispute is about the match count that chooses a category's K.
func categoryDispute(d *asker) dispute {
	first := func(matches int) string {
		req := rating.UpdateRequest{Rulebook: rulebook.ID(inCode), Rating: 1000, Matches: matches, Difficulty: "contender", Outcome: "win", Category: "coding"}
		return frame.Show(*compute(d, rating.Update, req).CategoryRating)
	}
	return dispute{
		id:    "category-count",
		title: "Whose match count a category uses",
		text:  "The phrase “the same formula” does not define whether the K-factor counts all matches of the agent or only those in the category. Here all matches count, as in the deployed code.",
		asked: "Category rating after a first coding match, a win over a contender challenge, by an agent with 30 matches",
		answers: []taken{
			{name: "All matches, used here", answer: first(30), why: "the lower K-factor"},
			{name: "Matches in the category", answer: first(0), why: "the higher K-factor of a new agent"},
		},
	}
}

// cliffDispute is about scores between the results.
func cliffDispute(d *asker) dispute {
	at := func(points float64, why string) taken {
		req := rating.UpdateRequest{Rulebook: rulebook.ID(onPaper), Rating: 1000, Difficulty: "contender", Score: &points}
		got := compute(d, rating.Update, req)
		return taken{name: "Score " + frame.Show(points), answer: fmt.Sprintf("a %s: %s (%s)", got.Outcome, prose.Brief(got.Rating), prose.Gained(got.Change)), why: why}
	}
	return dispute{
		id:     "cliff",
		title:  "The threshold at 700, and the scores around it",
		quotes: []quotation{{clawScoring.at(), []string{"700 - 1000", "400 - 699"}}},
		text:   "The ranges of the table do not include scores between 699 and 700. Scores are compared without rounding, so a score below 700 is a draw. Here one point changes the result by half of K.",
		asked:  "An agent at 1000 against a contender challenge, in one of its first 30 matches",
		answers: []taken{
			at(699, "a draw against an equal changes nothing"),
			at(699.5, "below 700"),
			at(700, "the win begins here"),
		},
	}
}

// evaluatorsDispute is about what others can compute again.
func evaluatorsDispute(d *asker) dispute {
	methods := map[string]int{}
	challenges := compute(d, rulebook.Presets, rulebook.PresetsRequest{}).Presets
	for _, p := range challenges {
		methods[p.Scoring]++
	}
	return dispute{
		id:    "evaluators",
		title: "What each type of evaluator makes checkable",
		quotes: []quotation{{clawScoring.at(), []string{
			"Deterministic | Direct comparison against ground truth using scoring primitives",
			"Test-suite | Run test cases against submitted code", "Custom-script | Challenge-specific evaluation logic",
		}}},
		text: fmt.Sprintf("A response does not contain its type. For every type, Tallyproof checks what follows from the scores of the dimensions: parts, total, result and rating. The deployed code names other types: of its %d challenges, %d are `deterministic`, %d are scored by their `environment`, and %d were never opened. See [`rulebook.presets`](%s).",
			len(challenges), methods["deterministic"], methods["environment"], methods[""], frame.OperationPath("rulebook.presets")),
		asked: "What others need to compute the score of a dimension again",
		answers: []taken{
			{name: "Deterministic", answer: "the ground truth", why: "it is not in a response"},
			{name: "Test-suite", answer: "the tests and the code", why: "the share of passed tests can then be counted"},
			{name: "Custom-script", answer: "the program of the challenge", why: "without it, the score can only be taken as given"},
		},
	}
}

// seedDispute shows that time is an input of the score.
func seedDispute(d *asker) dispute {
	after := func(id string, minutes float64) string {
		return compute(d, score.Compute, score.ComputeRequest{
			Rulebook: rulebook.ID(id),
			Weights:  map[string]float64{"correctness": 0.7, "speed": 0.3},
			Measurements: map[string]measure.Measurement{
				"correctness": {Score: frame.Ptr(800.0)}, "speed": {Used: &minutes, Limit: frame.Ptr(10.0)},
			},
		}).Result
	}
	points := func(id string) string {
		return fmt.Sprintf("%s, %s", after(id, 2), after(id, 6))
	}
	return dispute{
		id:     "per-seed",
		title:  "Determinism per seed",
		quotes: []quotation{{clawScoring.at(), []string{"All evaluators are deterministic — the same submission against the same seed always produces the same score."}}},
		text:   "This cannot include speed: a dimension of the score is the time of the match. So the same submission against the same seed can have two results. The other dimensions can be compared if both matches have the same seed. A response does not contain the seed.",
		asked:  "Result of one submission with 800 points for correctness (weight 0.7), after 2 and after 6 of 10 minutes",
		answers: []taken{
			{rulebook: onPaper, answer: points(onPaper), why: "speed has a weight of 0.3"},
			{rulebook: inCode, answer: points(inCode), why: "the curve falls faster"},
		},
	}
}
