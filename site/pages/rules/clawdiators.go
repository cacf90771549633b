package rules

import (
	"github.com/tallyproof/tallyproof/core/measure"
	"github.com/tallyproof/tallyproof/core/rating"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/score"
	"github.com/tallyproof/tallyproof/core/standing"
	"github.com/tallyproof/tallyproof/site/pages/frame"
	"github.com/tallyproof/tallyproof/site/pages/prose"
)

// The two readings of Clawdiators.
const (
	onPaper = "clawdiators"
	inCode  = "clawdiators-live"
)

var (
	clawScoring = cited{"scoring", "Clawdiators docs, Scoring", "Dimensions, composite, results, speed, validation. [docs.clawdiators.ai/concepts/scoring](https://docs.clawdiators.ai/concepts/scoring), read as a text (SHA-256 `2dfcac7268c01d859403378e12a0ead7e0444a28cc955fc3c7675cb1a519ed32`)."}
	clawElo     = cited{"elo", "Clawdiators docs, Elo", "Ratings, K-factor, floor, bonuses, a worked example. [docs.clawdiators.ai/concepts/elo](https://docs.clawdiators.ai/concepts/elo), read as a text (SHA-256 `97b55acad795adf5b866c84711aa55a07cb4db8afee9bc3e88a7556291f05a91`)."}
	clawCode    = cited{"code", "Clawdiators’ deployed code", "[clawdiators-ai/clawdiators](https://github.com/clawdiators-ai/clawdiators/tree/9256a8d781c38c197785780a644a5be31145d93c) at commit `9256a8d` (2026-03-18). We ran the application. Its answers are stored in `testdata/vectors/clawdiators`."}
)

func clawdiatorsRemarks() remarks {
	return remarks{
		reads:   "the arena’s documentation",
		h1:      "How does Clawdiators score and rate, by its documents?",
		answer:  "Clawdiators computes a score from 0 to 1000 from two to six weighted dimensions. The result (win, draw or loss) changes the Elo rating; the points do not.",
		lede:    "This is the reading of the documents. It reproduces their worked examples. The deployed code differs in some places. [Its rules](/rules/clawdiators-live/) have their own page, and every difference is listed [below](#contradictions).",
		sources: []cited{clawScoring, clawElo, clawCode},
		texts: clawdiatorsTexts(map[string]func(*prose.Writer){
			"time-budget": func(s *prose.Writer) {
				s.Code(clawScoring.at(), "speed_score = 1000 × (1 - time_used / time_limit)")
				s.Quote(clawScoring.at(), "Submitting at 90% of the time limit scores only 100 out of 1000 on speed.")
				s.Text("The deployed code uses another curve: see [speed](#speed-curve).")
			},
			"budget": func(s *prose.Writer) {
				s.Quote(clawScoring.at(), "Token efficiency — Score based on token usage relative to budget", "Call efficiency — Score based on LLM/tool calls relative to limits",
					"Unverified matches score 0 on efficiency dimensions.")
				s.Text("The document has no formula. The [deployed code](#source-code) uses this formula.")
			},
			"composite": func(s *prose.Writer) {
				s.Code(clawScoring.at(), "total = Σ (dimension_score × weight)")
				s.Quote(clawScoring.at(), "The total is capped at 1000 (the maximum score)")
				s.Quote(clawScoring.at(), "Format — Challenges may validate submission structure and return warnings with severity \"error\" (scores 0 on that dimension) or \"warning\" (advisory)")
				s.Text("The document does not mention rounding down, but its own [breakdown](#parts) requires it.")
				s.Quote(clawScoring.at(), "Match ownership — Only the entering agent can submit", "Time limit — Expired matches cannot be submitted")
				s.Text("A submission by another agent, or after the time limit, is rejected before it is scored.")
				s.Quote(clawScoring.at(), "The response includes submission_warnings, constraint_violations, and harness_warning fields when applicable.")
				s.Text("No rule takes points for a constraint violation or a harness warning; a limit costs points only in the efficiency dimensions. [Paste a result](/score/clawdiators/) lists all three with their effect.")
			},
			"update": func(s *prose.Writer) {
				s.Quote(clawElo.at(), "1050 + 22.5 = 1072.5 (rounded to 1073)")
				s.Quote(clawElo.at(), "Ratings cannot drop below 100.")
			},
			"bonus": func(s *prose.Writer) {
				s.Quote(clawScoring.at(), "1.1x for verified wins (valid trajectory)", "1.2x for benchmark-grade wins (verified + memoryless + first attempt)")
				s.Quote(clawElo.at(), "The bonus only applies to positive changes — losses are never amplified.")
			},
		}),
		disputes: clawdiatorsDisputes,
		examples: func(d *asker) []example {
			return append(clawdiatorsExamples(d, onPaper),
				updated(d, "verified", "The same match, verified", "The document: “If the match was verified: 22.5 × 1.1 = 24.8, new rating = 1075.”", workedMatch(onPaper, true, false)),
				updated(d, "benchmark", "The same match, benchmark-grade", "Verified, memoryless and a first attempt. The document has this rule, but no example.", workedMatch(onPaper, true, true)),
			)
		},
	}
}

func clawdiatorsLiveRemarks() remarks {
	return remarks{
		reads:   "what the deployed code does",
		h1:      "How does Clawdiators score and rate, in its deployed code?",
		answer:  "The deployed code follows the documents in general. It has its own rounding, its own speed curve, an easier top bonus, and titles.",
		lede:    "These rules come from the answers of the deployed code at one commit, not from its documents. [The documents’ rules](/rules/clawdiators/) have their own page. Every difference is listed [below](#contradictions).",
		sources: []cited{clawCode, clawScoring, clawElo},
		texts: clawdiatorsTexts(map[string]func(*prose.Writer){
			"source": func(s *prose.Writer) {
				s.Note("limit", "The code can change at any time. These are its rules on 2026-03-18. Later answers of the arena may follow other rules.")
			},
			"tracks": func(s *prose.Writer) {
				s.Text("The documents do not mention tracks. These rules come from the [deployed code](#source-code).")
			},
			"calibration": func(s *prose.Writer) {
				s.Text("The documents define the rating of each difficulty, but not how a difficulty is chosen. The thresholds come from the [deployed code](#source-code). Its sample size is the number of completed attempts: 19 of 21 are too few.")
			},
			"time-curve": func(s *prose.Writer) {
				s.Text("The document uses a straight line: see [speed](#speed-curve).")
			},
			"budget": func(s *prose.Writer) {
				s.Text("The weight of an efficiency part is applied before the part is scaled, in the order of the code:")
				s.Formula("part = round((1 − used / limit) · weight · 1000)")
			},
			"update": func(s *prose.Writer) {
				s.Quote(clawElo.at(), "Ratings cannot drop below 100.")
			},
			"bonus": func(s *prose.Writer) {
				s.Text("The document also requires a memoryless agent: see [what the top bonus requires](#memoryless).")
				s.Note("trap", "On gains of 1 to 4 points the bonus of × 1.1 adds nothing: see [a bonus that adds nothing](#lost-bonus).")
			},
		}),
		rated: func(s *prose.Writer) {
			s.Part("streak", "Streak")
			s.Text("A win extends the streak, or starts it at +1. A loss extends a losing streak, or starts it at −1. A draw sets it to 0. The streak changes no rating.")
			s.Part("expiry", "Expired match")
			s.Text("A match that expires changes no rating. It counts as a match, so the lower K-factor comes one match earlier. It also resets the streak. A match that expires because its agent enters another match does neither: see [a match that is forgotten](#forgotten).")
			s.Text("[`elo.replay`](%s) follows streaks and expired matches through a whole history.", frame.OperationPath("elo.replay"))
		},
		disputes: clawdiatorsDisputes,
		examples: func(d *asker) []example {
			return append(clawdiatorsExamples(d, inCode),
				updated(d, "benchmark", "The same match, verified, on a first attempt", "The gain is rounded before the bonus and after it.", workedMatch(inCode, true, true)),
				updated(d, "lost-bonus", "A bonus that adds nothing", "A verified win over a much weaker challenge.", smallGain(inCode)),
				stoodTitle(d),
			)
		},
	}
}

// clawdiatorsTexts adds what both readings have from the documents.
func clawdiatorsTexts(own map[string]func(*prose.Writer)) map[string]func(*prose.Writer) {
	shared := map[string]func(*prose.Writer){
		"scale": func(s *prose.Writer) {
			s.Quote(clawScoring.at(), "Each dimension is scored independently and combined into a weighted total on a 0-1000 scale.")
		},
		"dimensions": func(s *prose.Writer) {
			s.Quote(clawScoring.at(), "All challenges draw from 7 core dimension keys defined in the platform. Each challenge picks 2-6 of these and assigns weights:")
			s.Quote(clawScoring.at(), "For verified matches, two additional efficiency dimensions may appear:")
			s.Text("The weights of the arena’s own challenges are listed by [`rulebook.presets`](%s).", frame.OperationPath("rulebook.presets"))
		},
		"direct": func(s *prose.Writer) {
			s.Quote(clawScoring.at(), "The evaluator scores each dimension independently (0-1000 per dimension)")
		},
		"result": func(s *prose.Writer) {
			s.Quote(clawScoring.at(), "These thresholds are protocol constants (SOLO_WIN_THRESHOLD = 700, SOLO_DRAW_THRESHOLD = 400).")
			s.Quote(clawScoring.at(), "The score itself is stored for analytics and leaderboard rankings, but only the result category affects rating changes.")
			s.Note("trap", "One point can decide the result: see [the threshold at 700](#cliff).")
		},
		"rating": func(s *prose.Writer) {
			s.Quote(clawElo.at(), "Every agent starts at Elo 1000.")
		},
		"expected": func(s *prose.Writer) {
			s.Quote(clawElo.at(), "Instead of competing against another agent, agents compete against the challenge itself, which acts as an opponent with a rating derived from its difficulty tier.")
		},
		"opponents": func(s *prose.Writer) {
			s.Quote(clawElo.at(), "This mapping is calibrated so that an agent at the opponent’s rating has approximately a 50% expected score against that difficulty tier.")
		},
		"k-factor": func(s *prose.Writer) {
			s.Quote(clawElo.at(), "is 32 (< 30 matches) or 16 (>= 30 matches)")
		},
		"category": func(s *prose.Writer) {
			s.Quote(clawElo.at(), "In addition to overall Elo, agents accumulate separate Elo ratings per challenge category (coding, reasoning, context, adversarial, multimodal, endurance).")
			s.Quote(clawElo.at(), "Category Elo uses the same formula but tracks performance within each domain.")
			s.Text("The document does not define which matches determine the K-factor of a category: see [whose match count](#category-count).")
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

// submitted is the submission response of the scoring page.
func submitted(id string) score.ComputeRequest {
	return score.ComputeRequest{
		Rulebook: rulebook.ID(id),
		Weights:  map[string]float64{"correctness": 0.5, "speed": 0.2, "methodology": 0.15, "completeness": 0.15},
		Measurements: map[string]measure.Measurement{
			"correctness": {Score: frame.Ptr(900.0)}, "speed": {Score: frame.Ptr(780.0)}, "methodology": {Score: frame.Ptr(690.0)}, "completeness": {Score: frame.Ptr(760.0)},
		},
	}
}

func clawdiatorsExamples(d *asker, id string) []example {
	return []example{
		scored(d, "breakdown", "The document’s submission", "The submission response of the [scoring page](#source-scoring), which reports a score of 823.", "/score/clawdiators/", submitted(id)),
		updated(d, "match", "The document’s match", "The worked example of the [Elo page](#source-elo): an agent at 1050 wins a veteran challenge on its 10th match.", workedMatch(id, false, false)),
	}
}

func stoodTitle(d *asker) example {
	return stood(d, "title", "A title and the next one", "An agent with 5 matches and 2 wins, rated 1000.", "/rating/clawdiators/", standing.EvaluateRequest{
		Rulebook: rulebook.ID(inCode), Challenges: frame.Ptr(5), Wins: frame.Ptr(2), Rating: frame.Ptr(1000.0), Authored: frame.Ptr(0),
	})
}
