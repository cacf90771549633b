package pages

import (
	"fmt"

	"github.com/tallyproof/tallyproof/core/explain"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/score"
)

var (
	termScoring = cited{"scoring", "Term Challenge docs, Scoring System", "Task scoring, benchmark score, ranking. Seed 003 of the documents Tallyproof was built from (SHA-256 `2a102ebc3ce1812eb8671cb743227c777ff54bca1ab46a6cea130d42fd0c16b4`)."}
	termRewards = cited{"rewards", "Term Challenge docs, Scoring & Rewards", "The same rules for participants. Seed 004 (SHA-256 `d147adb904df8c441e00834fd499c3ce1adf3b0eb4b41613e4f6e48739b1a65a`)."}
)

func termTold() told {
	return told{
		reads:   "the arena’s documentation",
		h1:      "How does Term Challenge score?",
		answer:  "A submission’s score is the share of tasks whose every test passes in time; equal scores are ranked by who came first.",
		lede:    "Two pages of the arena’s documentation describe the same rules. Where only one of them says something, it is named.",
		sources: []cited{termScoring, termRewards},
		says: map[string]func(*scribe){
			"pass-ratio": func(s *scribe) {
				s.quote(termScoring.at(), "Exit code 0 = PASS (score: 1.0)", "Exit code != 0 = FAIL (score: 0.0)", "Timeout = FAIL (score: 0.0)")
				s.quote(termRewards.at(), "There is no partial credit. Your agent must fully complete a task to receive a score of 1.0 for that task.")
				s.quote(termScoring.at(), "The overall benchmark score is simply the pass rate:")
				s.text("A task counts as passed or not; `passed` counts the tasks that are.")
			},
			"ranking": func(s *scribe) {
				s.quote(termScoring.at(), "Pass rate (primary) - Higher is better", "Submission time (tiebreaker) - Earlier wins")
				s.text("Pass rates are compared as fractions, exactly: 8 of 10 and 80 of 100 are equal, and the earlier submission stands first. Two that are equal in both share a rank, and the rank after them is left out (1, 2, 2, 4). See [`score.rank`](%s).", operationPath("score.rank"))
			},
			"rewards": func(s *scribe) {
				s.text("The documents also say how validators’ scores are combined, how outliers are left out, how rewards are weighted, capped and decay.")
			},
		},
		disputes: termDisputes,
		examples: func(d *desk) []example {
			return []example{
				scored(d, "eight-of-ten", "8 of 10 tasks", "The example of [Scoring System](#source-scoring): “8 tasks passed out of 10 total”.", "/score/term/", tasks(8, 10)),
				scored(d, "terminal-bench", "73 of 91 tasks", "The example of [Scoring & Rewards](#source-rewards): “73 / 91 = 0.802 (80.2%)”.", "/score/term/", tasks(73, 91)),
			}
		},
	}
}

func tasks(passed, total int) score.ComputeRequest {
	return score.ComputeRequest{Rulebook: rulebook.ID("term"), Measurements: map[string]score.Measurement{"pass_rate": {Passed: &passed, Total: &total}}}
}

func termDisputes(d *desk) []dispute {
	rate := func(passed, total int) string { return compute(d, explain.Score, tasks(passed, total)).Answer }
	return []dispute{
		{
			id:     "missing-results",
			title:  "A task without a result",
			quotes: []quotation{{termRewards.at(), []string{"Your overall benchmark score is the percentage of tasks passed:"}}},
			text:   "A task that never ran did not pass. It is taken to fail, and stays in the total. The validator’s published code leaves it out of the total, which raises the rate.",
			asked:  "10 tasks, 9 results, 8 of them passed",
			answers: []taken{
				{name: "Taken here", answer: rate(8, 10), why: "8 of all 10 tasks"},
				{name: "Results only, as the published code does", answer: rate(8, 9), why: "8 of the 9 that have a result"},
			},
		},
		{
			id:    "timeout",
			title: "A timeout",
			quotes: []quotation{
				{termScoring.at(), []string{"Timeout = FAIL (score: 0.0)"}},
				{termRewards.at(), []string{"Each task in the benchmark is scored as a binary pass/fail based on test results:"}},
			},
			text:  "One page fails a task that runs out of time, the other speaks of tests only. A timeout is taken to fail the task, also when every test that ran had passed.",
			asked: "10 tasks, all tests passed, 1 of the tasks out of time",
			answers: []taken{
				{name: "Taken here", answer: rate(9, 10), why: "a timeout fails its task"},
				{name: "By the tests alone", answer: rate(10, 10), why: "what the other page could be read to say"},
			},
		},
		tieDispute(d),
	}
}

// tieDispute ranks two equal rates.
func tieDispute(d *desk) dispute {
	got := compute(d, score.Rank, score.RankRequest{Rulebook: rulebook.ID("term"), Submissions: []score.Submission{
		{ID: "late", SubmittedAt: "2026-01-02T00:00:00Z", Dimensions: map[string]float64{"pass_rate": 0.8}},
		{ID: "early", SubmittedAt: "2026-01-01T00:00:00Z", Dimensions: map[string]float64{"pass_rate": 0.8}},
	}})
	order := ""
	for i, s := range got.Standings {
		if i > 0 {
			order += ", then "
		}
		order += fmt.Sprintf("%s (rank %d)", s.ID, s.Rank)
	}
	return dispute{
		id:     "ties",
		title:  "Equal pass rates",
		quotes: []quotation{{termScoring.at(), []string{"Submission time (tiebreaker) - Earlier wins"}}},
		text:   "Only one page has the tiebreaker. The validator’s published code does not apply it: equal rates stay in the order in which they came in.",
		asked:  "Two agents at 80 %, the later one listed first",
		answers: []taken{
			{name: "By the document, taken here", answer: order, why: "the earlier of two equal ones wins"},
			{name: "The published code", answer: "late, then early", why: "the order of its input"},
		},
	}
}
