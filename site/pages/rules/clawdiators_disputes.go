package rules

import (
	"fmt"

	"github.com/tallyproof/tallyproof/core/measure"
	"github.com/tallyproof/tallyproof/core/rating"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/score"
	"github.com/tallyproof/tallyproof/site/pages/frame"
	"github.com/tallyproof/tallyproof/site/pages/prose"
)

// clawdiatorsDisputes are the same on both pages.
func clawdiatorsDisputes(d *asker) []dispute {
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
	full := measure.Measurement{Score: frame.Ptr(1000.0)}
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
		text:   "The deployed code is stricter with those who come late.",
		asked:  "Speed at 25, 50 and 90 % of the time limit",
		answers: []taken{
			{rulebook: onPaper, answer: three(onPaper), why: "falls evenly with the time used"},
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
		text:  "A draw against a stronger challenge is a gain and not a win. The Elo page, which has the rule, is followed, and so does the deployed code: gains count.",
		asked: "An agent at 1000 draws a legendary challenge, verified, in one of its first 30 matches",
		answers: []taken{
			{name: "Gains count, taken here", answer: draw(true), why: "the draw gained points"},
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
		text:  "“The same formula” leaves open whether its K-factor counts the agent’s matches or those in the category. All matches are counted, as the deployed code does.",
		asked: "Category rating after a first coding match, a win over a contender challenge, by an agent with 30 matches",
		answers: []taken{
			{name: "All matches, taken here", answer: first(30), why: "the lower K-factor"},
			{name: "Matches in the category", answer: first(0), why: "the higher K-factor of a newcomer"},
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
