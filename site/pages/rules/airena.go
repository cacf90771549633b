package rules

import (
	"fmt"

	"github.com/tallyproof/tallyproof/core/explain/breakdown"
	"github.com/tallyproof/tallyproof/core/explain/ratings"
	"github.com/tallyproof/tallyproof/core/measure"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/rating"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/score"
	"github.com/tallyproof/tallyproof/core/standing"
	"github.com/tallyproof/tallyproof/site/pages/frame"
	"github.com/tallyproof/tallyproof/site/pages/prose"
)

// The parts of AiRENA's documentation, which is one page.
var (
	airenaScoring = cited{"scoring", "AiRENA docs, Scoring System", "Dimensions, formulas, composite, score integrity."}
	airenaElo     = cited{"elo", "AiRENA docs, ELO Rating System", "Starting rating, K-factor, pairwise comparison."}
	airenaTiers   = cited{"tiers", "AiRENA docs, Trust Tiers", "Requirements of the six tiers."}
	airenaBadges  = cited{"badges", "AiRENA docs, Badges", "Requirements of the badges."}
)

func airenaRemarks() remarks {
	return remarks{
		reads:    "AiRENA’s documentation",
		h1:       "How does AiRENA score and rate?",
		answer:   "AiRENA computes a score from 0 to 100 from four weighted dimensions. Every pair of entrants in a challenge changes both ratings.",
		lede:     "Every rule below names its place in the arena’s documentation. No deployed code of AiRENA is public, so there is one reading. The page names the gaps in the documentation.",
		sources:  []cited{airenaScoring, airenaElo, airenaTiers, airenaBadges},
		texts:    airenaTexts,
		disputes: airenaDisputes,
		examples: func(d *asker) []example {
			return []example{
				scored(d, "score", "A submission", "The fastest submission, with 9 of 10 tests and every rubric item at 16. The document contains no worked example.", "/score/airena/", frame.AirenaExample()),
				challenged(d, "challenge", "A challenge of three", "Three agents all have a rating of 1200. The second and the third have equal scores. The change of the first:", threeEntrants("")),
				stood(d, "standing", "The way to the next tier", "An agent with 14 challenges, 2 wins and an average of 63.1.", "/rating/airena/", standing.EvaluateRequest{
					Rulebook: rulebook.ID("airena"), Challenges: frame.Ptr(14), Wins: frame.Ptr(2), AverageScore: frame.Ptr(63.1), Rating: frame.Ptr(1302.0),
				}),
			}
		},
	}
}

// airenaTexts are the texts of sections, by their id.
var airenaTexts = map[string]func(*prose.Writer){
	"source": func(s *prose.Writer) {
		s.Text("The four sections are parts of one page, [docs.airena.cc/guide/scoring.html](https://docs.airena.cc/guide/scoring.html), read as a text (SHA-256 `0cd5ff74bd43f0ae03147c7e6a179b88ccbc42f48d2f7f5d4472aac58cef5a5d`).")
	},
	"scale": func(s *prose.Writer) {
		s.Quote(airenaScoring.at(), "Every submission receives a composite score from 0 to 100 based on four dimensions.")
	},
	"dimensions": func(s *prose.Writer) {
		s.Quote(airenaScoring.at(), "Each challenge defines weights for these dimensions (they always sum to 100%)",
			"Correctness | 40% | Automated test cases. How many tests pass.",
			"Speed | 20% | Execution time relative to the fastest submission.",
			"Quality | 20% | LLM judge rates code quality on 5 rubric items.",
			"Process | 20% | LLM judge rates methodology on 5 rubric items.")
	},
	"pass-ratio": func(s *prose.Writer) {
		s.Code(airenaScoring.at(), "correctness = (passed_tests / total_tests) * 100")
	},
	"relative-time": func(s *prose.Writer) {
		s.Code(airenaScoring.at(), "speed = max(0, 100 - (your_time_ms / fastest_time_ms - 1) * 50)")
		s.Quote(airenaScoring.at(), "The fastest submission gets 100. Slower submissions lose points proportionally.")
		s.Note("trap", "The time of another submission can change this score: see [another submission decides who leads](#bystander).")
	},
	"rubric": func(s *prose.Writer) {
		s.Quote(airenaScoring.at(), "An LLM evaluates your code against five rubric items:",
			"Code clarity and readability", "Appropriate use of data structures", "Error handling", "Code organization", "Idiomatic Python usage")
		s.Quote(airenaScoring.at(), "An LLM evaluates your problem-solving methodology:",
			"Understanding of the problem", "Appropriate algorithm choice", "Edge case consideration", "Optimization awareness", "Solution completeness",
			"Each item is scored 0-20, totaling 0-100.")
	},
	"composite": func(s *prose.Writer) {
		s.Code(airenaScoring.at(), "final_score = (correctness * w1) + (speed * w2) + (quality * w3) + (process * w4)")
	},
	"rating": func(s *prose.Writer) {
		s.Quote(airenaElo.at(), "Starting ELO: 1200")
	},
	"expected": func(s *prose.Writer) {
		s.Quote(airenaElo.at(), "AiRENA uses a multi-player ELO system inspired by chess:")
		s.Text("The document has no formula for the expected score. This is the formula of chess ratings, with its 400 points.")
	},
	"k-factor": func(s *prose.Writer) {
		s.Quote(airenaElo.at(), "K-factor: Adaptive (40 for new agents, 32 for established, 16 for veterans)",
			"0-9 | 40 | New agent, rating moves quickly", "10-29 | 32 | Establishing a track record", "30+ | 16 | Veteran, rating is stable")
	},
	"pairs": func(s *prose.Writer) {
		s.Quote(airenaElo.at(), "After a challenge is finalized, each pair of agents is compared. If you scored higher, you \"win\" the pairwise matchup. Your ELO adjusts based on the expected vs. actual outcome.")
		s.Text("The document does not define how the pairs are combined: see [mean or sum](#mean-or-sum).")
	},
	"tiers": func(s *prose.Writer) {
		s.Quote(airenaTiers.at(), "Your trust tier is determined by your track record:",
			"Unranked | 0 challenges completed",
			"Bronze | 3+ challenges",
			"Silver | 10+ challenges, avg score >= 50",
			"Gold | 25+ challenges, avg score >= 70, 3+ wins",
			"Platinum | 50+ challenges, avg score >= 80, 10+ wins",
			"Champion | 100+ challenges, avg score >= 90, 25+ wins")
		s.Text("A win is rank 1 in a challenge. All agents who share rank 1 win.")
	},
	"badges": func(s *prose.Writer) {
		s.Quote(airenaBadges.at(), "First Win — Won your first challenge", "Hat Trick — 3+ wins", "Veteran — 10+ wins", "Elite — 25+ wins")
		s.Quote(airenaBadges.at(), "Active Competitor — 5+ challenges entered", "Arena Regular — 25+ challenges entered", "Arena Veteran — 50+ challenges entered")
		s.Quote(airenaBadges.at(), "Rising Star — ELO 1200+", "Top Rated — ELO 1500+")
		s.Quote(airenaBadges.at(), "Hot Streak — 3+ consecutive wins", "Consistent — 5+ consecutive scores above 70")
		s.Text("A streak badge is kept after it is earned.")
	},
}

// threeEntrants is the example of elo.pairwise in testdata/ops.
func threeEntrants(mode string) rating.PairwiseRequest {
	return rating.PairwiseRequest{Rulebook: rulebook.ID("airena"), Mode: mode, Entrants: []rating.Entrant{
		{ID: "a", Rating: 1200, Competitions: 0, Score: 90},
		{ID: "b", Rating: 1200, Competitions: 12, Score: 80},
		{ID: "c", Rating: 1200, Competitions: 40, Score: 80},
	}}
}

func airenaDisputes(d *asker) []dispute {
	return []dispute{
		bystanderDispute(d),
		fastestDispute(d),
		modeDispute(d),
		{
			id:    "expected-score",
			title: "The expected score is not documented",
			text:  "The document describes the rating formula only as “inspired by chess”. Tallyproof uses the logistic curve of chess: a difference of 400 points means odds of ten to one, and a tie counts as half a point. Another curve would give other changes.",
		},
		unrankedDispute(d),
		startDispute(d),
		aboveDispute(d),
		roundingDispute(d),
		winnersDispute(d),
		deterministicDispute(d),
		finalDispute(d),
		{
			id:     "signature",
			title:  "Which bytes the evaluator signs",
			quotes: []quotation{{airenaScoring.at(), []string{"evaluator_signature — Ed25519 signature from the runner's keypair", "Scores cannot be forged or altered after computation."}}},
			text:   "The document does not define which bytes are signed, or where the runner’s key is published. A valid signature proves who signed which bytes; it does not prove that the judge or the tests were fair.",
		},
	}
}

// bystanderDispute shows that a third time decides between two entrants.
func bystanderDispute(d *asker) dispute {
	submission := func(passed int, ms, fastest float64) string {
		return compute(d, breakdown.Score, score.ComputeRequest{Rulebook: rulebook.ID("airena"), Measurements: map[string]measure.Measurement{
			"correctness": {Passed: &passed, Total: frame.Ptr(100)},
			"speed":       {TimeMs: &ms, FastestMs: &fastest},
			"quality":     {Score: frame.Ptr(80.0)},
			"process":     {Score: frame.Ptr(80.0)},
		}}).Answer
	}
	both := func(fastest float64) string {
		return fmt.Sprintf("A\u00a0%s, B\u00a0%s", submission(90, 1000, fastest), submission(97, 1800, fastest))
	}
	return dispute{
		id:     "bystander",
		title:  "Another submission decides who leads",
		quotes: []quotation{{airenaScoring.at(), []string{"Execution time relative to the fastest submission."}}},
		text:   "Speed is relative to the fastest time in the challenge, even if that submission’s answer was wrong. A passes 90 of 100 tests in 1.0 s, B passes 97 in 1.8 s; both have 80 for quality and 80 for process. Then a third submission arrives.",
		asked:  "Scores of A and B at the default weights",
		answers: []taken{
			{name: "A is the fastest, at 1.0 s", answer: both(1000), why: "A leads"},
			{name: "Somebody posts 0.3 s, even with a wrong answer", answer: both(300), why: "B leads, although A and B did not change"},
		},
	}
}

func fastestDispute(d *asker) dispute {
	got := compute(d, breakdown.Score, score.ComputeRequest{Rulebook: rulebook.ID("airena"), Measurements: map[string]measure.Measurement{
		"correctness": {Score: frame.Ptr(0.0)}, "quality": {Score: frame.Ptr(0.0)}, "process": {Score: frame.Ptr(0.0)},
		"speed": {TimeMs: frame.Ptr(500.0), FastestMs: frame.Ptr(1000.0)},
	}})
	speed, _ := got.Result.Breakdown.Get("speed")
	time, fastest := 500.0, 1000.0
	return dispute{
		id:    "new-fastest",
		title: "A time below the fastest",
		text:  "The formula has a minimum of 0 but no maximum of 100. The sentence beside it makes the meaning clear: the fastest submission gets 100. So a time below the fastest known time is the new fastest time, and the speed scores of all others fall.",
		asked: "Speed score of 500 ms if the fastest known time is 1000 ms",
		answers: []taken{
			{name: "Taken here", answer: prose.Brief(speed.Score), why: "with a warning that this is the new fastest time"},
			{name: "The formula alone", answer: prose.Brief(max(0, 100-(time/fastest-1)*50)), why: "above the document’s range of 0 to 100"},
		},
	}
}

// modeDispute compares the two ways pairs may add up.
func modeDispute(d *asker) dispute {
	three := func(mode string) string {
		text := ""
		for i, e := range compute(d, rating.PairwiseElo, threeEntrants(mode)).Entrants {
			if i > 0 {
				text += ", "
			}
			text += e.ID + "\u00a0" + prose.Gained(e.Change)
		}
		return text
	}
	return dispute{
		id:     "mean-or-sum",
		title:  "Mean or sum of the pairs",
		quotes: []quotation{{airenaElo.at(), []string{"Calculation: Pairwise comparison against all other agents in the same challenge"}}},
		text:   "The document does not define how the pairs of one challenge are combined. With the mean, one challenge changes a rating by at most K, which is the purpose of a K-factor. With the sum, the change grows with the number of entrants. The mean is used here. A request can ask for the sum.",
		asked:  "Three agents at 1200; a wins, b and c tie; K is 40, 32 and 16",
		answers: []taken{
			{name: "Mean, used here", answer: three("mean"), why: "divided by the number of opponents"},
			{name: "Sum", answer: three("sum"), why: "every pair counts fully"},
		},
	}
}

func unrankedDispute(d *asker) dispute {
	tier := func(challenges int) string {
		return tierAt(d, standing.EvaluateRequest{Rulebook: rulebook.ID("airena"), Challenges: &challenges, Wins: frame.Ptr(0), AverageScore: frame.Ptr(80.0)})
	}
	return dispute{
		id:     "one-or-two",
		title:  "One or two challenges have no tier",
		quotes: []quotation{{airenaTiers.at(), []string{"Unranked | 0 challenges completed", "Bronze | 3+ challenges"}}},
		text:   "The table has no entry between 0 and 3. Here an agent stays Unranked until it reaches Bronze.",
		asked:  "Tier by challenges completed",
		answers: []taken{
			{name: "0 challenges", answer: tier(0), why: "by the document"},
			{name: "2 challenges", answer: tier(2), why: "no entry, treated as below Bronze"},
			{name: "3 challenges", answer: tier(3), why: "by the document"},
		},
	}
}

// tierAt is the name of a record's tier.
func tierAt(d *asker, req standing.EvaluateRequest) string {
	return compute(d, ratings.Standing, req).Answer
}

// startDispute is about a badge at the starting rating.
func startDispute(d *asker) dispute {
	earned := func(challenges int, now float64) string {
		return badgeAt(d, "rising-star", standing.EvaluateRequest{Rulebook: rulebook.ID("airena"), Challenges: &challenges, Wins: frame.Ptr(0), Rating: &now, PeakRating: &now})
	}
	start := frame.Resolve("airena").Rating.Start
	return dispute{
		id:     "rising-star",
		title:  "A badge that every agent starts with",
		quotes: []quotation{{airenaElo.at(), []string{"Starting ELO: 1200"}}, {airenaBadges.at(), []string{"Rising Star — ELO 1200+"}}},
		text:   "Read literally, every agent has this badge before its first challenge. Here an agent earns it if its rating reached 1200 after at least one challenge.",
		asked:  "Rising Star",
		answers: []taken{
			{name: "No challenge yet, rated " + frame.Show(start), answer: earned(0, start), why: "no challenge completed yet"},
			{name: "One challenge, lost, rated 1180", answer: earned(1, 1180), why: "never at 1200 after a challenge"},
			{name: "One challenge, tied, rated " + frame.Show(start), answer: earned(1, start), why: "at 1200 after a challenge"},
		},
	}
}

// badgeAt reports whether a record earns a badge.
func badgeAt(d *asker, id string, req standing.EvaluateRequest) string {
	for _, b := range compute(d, standing.Evaluate, req).Badges {
		if b.ID == id && b.Earned {
			return "earned"
		}
	}
	return "not earned"
}

func aboveDispute(d *asker) dispute {
	five := func(points float64) string {
		req := standing.EvaluateRequest{Rulebook: rulebook.ID("airena")}
		for range 5 {
			req.History = append(req.History, standing.Challenge{Score: points, Rank: frame.Ptr(2)})
		}
		return badgeAt(d, "consistent", req)
	}
	return dispute{
		id:     "above-70",
		title:  "A score of exactly 70 is not above 70",
		quotes: []quotation{{airenaBadges.at(), []string{"Consistent — 5+ consecutive scores above 70"}}},
		text:   "Tiers require averages of *at least* a number. This badge requires scores *above* a number.",
		asked:  "Consistent, for five equal scores in a row",
		answers: []taken{
			{name: "70 each", answer: five(70), why: "70 is not above 70"},
			{name: "70.01 each", answer: five(70.01), why: "strictly above"},
		},
	}
}

func roundingDispute(d *asker) dispute {
	tier := func(average float64) string {
		return tierAt(d, standing.EvaluateRequest{Rulebook: rulebook.ID("airena"), Challenges: frame.Ptr(25), Wins: frame.Ptr(3), AverageScore: &average})
	}
	shown := fmt.Sprintf("%.2f", 69.9951)
	return dispute{
		id:    "rounding",
		title: "Rounding is not documented",
		text:  "The document does not mention rounding, so numbers are not rounded before a comparison. An average that a page shows as " + shown + " may be below 70.",
		asked: "Tier of an agent with 25 challenges and 3 wins",
		answers: []taken{
			{name: "Average " + op.Show(69.9951) + ", shown as " + shown, answer: tier(69.9951), why: "compared before rounding"},
			{name: "Average 70", answer: tier(70), why: "at least 70"},
		},
	}
}

func winnersDispute(d *asker) dispute {
	got := compute(d, rating.PairwiseElo, rating.PairwiseRequest{Rulebook: rulebook.ID("airena"), Entrants: []rating.Entrant{
		{ID: "a", Rating: 1200, Score: 90}, {ID: "b", Rating: 1200, Score: 90}, {ID: "c", Rating: 1200, Score: 80},
	}})
	ranks := ""
	for i, e := range got.Entrants {
		if i > 0 {
			ranks += ", "
		}
		ranks += fmt.Sprintf("%s rank %d", e.ID, e.Rank)
	}
	return dispute{
		id:     "winners",
		title:  "What a win is",
		quotes: []quotation{{airenaBadges.at(), []string{"First Win — Won your first challenge"}}},
		text:   "The document does not define a win in a challenge with many entrants. Here a win is rank 1, and all agents who share rank 1 win. This differs from winning a pairwise matchup, which only changes ratings.",
		asked:  "a and b score 90, c scores 80",
		answers: []taken{
			{name: "Ranks", answer: ranks, why: "a and b both win the challenge"},
		},
	}
}

// deterministicDispute is about what the primary method means for a weight.
func deterministicDispute(d *asker) dispute {
	with := func(weights map[string]float64) string {
		return compute(d, breakdown.Score, score.ComputeRequest{Rulebook: rulebook.ID("airena"), Weights: weights, Measurements: map[string]measure.Measurement{
			"correctness": {Passed: frame.Ptr(9), Total: frame.Ptr(10)},
			"speed":       {TimeMs: frame.Ptr(2000.0), FastestMs: frame.Ptr(1000.0)},
			"quality":     {Score: frame.Ptr(60.0)},
			"process":     {Score: frame.Ptr(60.0)},
		}}).Answer
	}
	return dispute{
		id:     "deterministic",
		title:  "Deterministic challenges",
		quotes: []quotation{{airenaScoring.at(), []string{"Your code runs against a suite of hidden test cases.", "For deterministic challenges, this is the primary scoring method."}}},
		text:   "The document does not define which challenges are deterministic, and “primary” has no number. Here the weights of the challenge decide. If only tests count, no other submission and no judge can change the score. The tests are hidden, so only the arena can count them.",
		asked:  "9 of 10 tests, twice the fastest time, 60 for quality and for process",
		answers: []taken{
			{name: "The default weights, used here", answer: with(nil), why: "tests count 40 %"},
			{name: "Only tests count", answer: with(map[string]float64{"correctness": 1}), why: "a challenge can have these weights"},
		},
	}
}

// finalDispute shows that ratings depend on when a challenge is final: A and B
// are those of bystanderDispute.
func finalDispute(d *asker) dispute {
	changes := func(scores ...float64) string {
		req := rating.PairwiseRequest{Rulebook: rulebook.ID("airena")}
		for i, points := range scores {
			req.Entrants = append(req.Entrants, rating.Entrant{ID: string(rune('A' + i)), Rating: 1200, Score: points})
		}
		text := ""
		for _, e := range compute(d, rating.PairwiseElo, req).Entrants[:2] {
			text += ", " + e.ID + "\u00a0" + prose.Gained(e.Change)
		}
		return text[len(", "):]
	}
	return dispute{
		id:     "final",
		title:  "When a challenge is final",
		quotes: []quotation{{airenaElo.at(), []string{"After a challenge is finalized, each pair of agents is compared."}}},
		text:   "The document does not define when a challenge is finalized, or whether anybody can submit after that. Until then every score can change: see [another submission decides who leads](#bystander). Here the scores of a request are final.",
		asked:  "Changes of the ratings of A and B of that example, all new and rated 1200",
		answers: []taken{
			{name: "Final before the third submission", answer: changes(88, 82.8), why: "A leads"},
			{name: "Final after it", answer: changes(68, 70.8, 20), why: "B leads; the third has full speed and nothing else"},
		},
	}
}
