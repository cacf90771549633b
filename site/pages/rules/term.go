package rules

import (
	"github.com/tallyproof/tallyproof/core/measure"
	"github.com/tallyproof/tallyproof/core/reward"
	"github.com/tallyproof/tallyproof/core/reward/input"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/score"
	"github.com/tallyproof/tallyproof/site/pages/frame"
	"github.com/tallyproof/tallyproof/site/pages/prose"
)

// The two readings of Term Challenge.
const (
	termPaper = "term"
	termCode  = "term-live"
)

var (
	termScoring = cited{"scoring", "Term Challenge docs, Scoring System", "Task scoring, ranking, weights, outliers, decay, table of defaults. `docs/scoring.md` of the arena’s repository before commit `37cd137` (SHA-256 `2a102ebc3ce1812eb8671cb743227c777ff54bca1ab46a6cea130d42fd0c16b4`)."}
	termRewards = cited{"guide", "Term Challenge docs, Scoring & Rewards", "The same rules for participants, with a decay timeline. [www.platform.network/docs/term-challenge/scoring](https://www.platform.network/docs/term-challenge/scoring), read as a text (SHA-256 `d147adb904df8c441e00834fd499c3ce1adf3b0eb4b41613e4f6e48739b1a65a`)."}
	termSource  = cited{"code", "Term Challenge’s published validator code", "[PlatformNetwork/term-challenge-v2](https://github.com/PlatformNetwork/term-challenge-v2), read from the answers it gives: consensus at commit `2454c6b`, strategies, cap, burn and decay at `e6f673b`, block decay at `15b59fe`. Its functions were run, and their answers are kept under `testdata/vectors/term`."}
	termChain   = cited{"chain", "The chain’s own code", "[opentensor/subtensor](https://github.com/opentensor/subtensor) at commit `14bc6f9f9`: how a row of weights is stored, divided and clipped. Its functions were run; the answers are kept beside the others."}
)

func termRemarks() remarks {
	return remarks{
		reads:   "the arena’s documentation",
		h1:      "How does Term Challenge score and reward, by its documents?",
		answer:  "A submission’s score is the share of tasks whose every test passes in time; what validators agree on becomes a weight, and weights decay without improvement.",
		lede:    "Two pages of the arena’s documentation describe the same rules. Where only one of them says something, it is named. The published code differs in places: [its rules](/rules/term-live/) are a page of their own, and every difference is listed [below](#contradictions).",
		sources: []cited{termScoring, termRewards, termSource, termChain},
		texts: termTexts(map[string]func(*prose.Writer){
			"rewards": func(s *prose.Writer) {
				s.Quote(termRewards.at(), "Your network weight determines your share of TAO emissions. The process involves three steps:")
				s.Text("Every number here is by the documented formula.")
			},
			"source": func(s *prose.Writer) {
				s.Text("Where nothing else is said, formulas and their letters are those of [Scoring System](#source-scoring), and constants those of its table of defaults.")
			},
			"eligibility": func(s *prose.Writer) {
				s.Quote(termScoring.at(), "Min Validators | - | 3 | Minimum validators for valid score", "Min Stake % | - | 30% | Minimum stake percentage to count")
				s.Quote(termRewards.at(), "Each agent is evaluated by 3 independent validators.")
				s.Text("What is tested first is not said: see [what is left after outliers](#survivors).")
			},
			"outliers": func(s *prose.Writer) {
				s.Quote(termScoring.at(), "Uses Modified Z-Score (MAD-based) for outlier detection among validator evaluations.", "Outlier Z-Score | … | 3.5 | Modified Z-score threshold")
				s.Quote(termRewards.at(), "3.5 (scores beyond this are flagged as outliers)", "Outlier scores are excluded from stake-weighted averaging")
				s.Note("trap", "Two validators who agree shield any third: see [a test that says nothing](#shielded).")
			},
			"strategies": func(s *prose.Writer) {
				s.Quote(termScoring.at(), "1. Linear (Default)", "Top … miners split emission equally:")
				s.Text("The documents do not say how many the top $N$ are; it is 1 unless a request says otherwise. A further strategy, softmax, is known only to the [published code](/rules/term-live/#strategies).")
			},
			"competitions": func(s *prose.Writer) {
				s.Quote(termScoring.at(), "When multiple competitions share the subnet:")
				s.Text("What becomes of the part of a competition that pays nobody, the documents do not say: see [an empty competition](#empty-competition).")
			},
			"cap": func(s *prose.Writer) {
				s.Quote(termScoring.at(), "To prevent excessive concentration, individual weights are capped:", "Weight Cap | … | 0.50 | Max weight per miner (50%)")
				s.Quote(termRewards.at(), "No single miner can receive more than 50% of the total network weight, regardless of their benchmark performance.")
			},
			"stale": func(s *prose.Writer) {
				s.Quote(termScoring.at(), "Decay starts after … epochs (grace period) without improvement:", "Grace Epochs | … | 10 | Epochs before decay starts")
				s.Quote(termRewards.at(), "10 epochs before decay starts. You have time to maintain your agent without penalty.")
			},
			"curves": func(s *prose.Writer) {
				s.Quote(termScoring.at(), "Decay Rate | … | 0.05 | Decay per stale epoch (5%)", "Max Burn | … | 80% | Maximum burn percentage")
				s.Quote(termRewards.at(), "5% per stale epoch. Your weight decreases gradually if you don't submit updates.", "Epochs 1-10 | 100% | Grace period", "Epoch 11 | 95% | First decay", "Epoch 12 | 90% | Continues...", "Epoch 26+ | 20% | Max burn reached")
				s.Text("The second page’s timeline is that of the linear curve, and comes out as it stands there: see [the timeline](#example-timeline).")
			},
			"staleness": func(s *prose.Writer) {
				s.Text("The two pages disagree: see [whose staleness](#whose-staleness).")
			},
			"reset": func(s *prose.Writer) {
				s.Quote(termScoring.at(), "Decay resets when a new agent beats the top score by the improvement threshold (…, default: 2%).")
				s.Text("Two percent of what is not said: see [two percent](#two-percent).")
			},
			"burn": func(s *prose.Writer) {
				s.Quote(termScoring.at(), "The burn percentage is allocated to UID 0 (burn address):")
				s.Quote(termRewards.at(), "80% maximum. Even fully decayed agents retain 20% of their original weight.")
				s.Text("Only scaling leaves the 20 %: see [what a burn does to the others](#burn-modes).")
			},
		}),
		disputes: termDisputes,
		examples: termExamples(termPaper),
	}
}

func termLiveRemarks() remarks {
	return remarks{
		reads:   "what the published validator code does",
		h1:      "How does Term Challenge score and reward, in its published code?",
		answer:  "As documented in outline, with whole weights of at least 1, another outlier threshold, a cap that hands on the excess once, and decay that starts an epoch earlier.",
		lede:    "These rules were read from the answers of the validator code at the commits named below, not from the documents. [The documents’ rules](/rules/term/) are a page of their own; every difference is listed [below](#contradictions).",
		sources: []cited{termSource, termScoring, termRewards, termChain},
		texts: termTexts(map[string]func(*prose.Writer){
			"source": func(s *prose.Writer) {
				s.Text("Where no document is quoted, constants are those of the [published code](#source-code).")
				s.Note("limit", "The code was published in pieces, and later commits removed some of them. No commit has all of these rules at once, and most of them never reached a payout.")
			},
			"rewards": func(s *prose.Writer) {
				s.Text("Every number here is by the formulas of the [published code](#source-code).")
			},
			"pass-ratio": func(s *prose.Writer) {
				s.Note("limit", "In the code only the tasks with a result are counted in `total`: see [a task without a result](#missing-results).")
			},
			"ranking": func(s *prose.Writer) {
				s.Text("The published leaderboard does not apply the tiebreaker: see [equal pass rates](#ties). The code that combines validators’ scores is another file, and there the earlier of two equal ones comes first.")
			},
			"consensus": func(s *prose.Writer) {
				s.Text("The code pairs tasks with results and forgets what is left over: see [a task without a result](#missing-results).")
			},
			"outliers": func(s *prose.Writer) {
				s.Text("The document’s threshold is 3.5, and it has no floor: see [the threshold](#outlier-threshold) and [the floor](#mad-floor).")
			},
			"softmax": func(s *prose.Writer) {
				s.Text("The exponent is taken below the highest score, so that it cannot overflow. Softmax stands in no document. The powers of $e$ are computed in 64 bits, with the same result on every machine.")
			},
			"u16": func(s *prose.Writer) {
				s.Text("A miner with any share has at least 1.")
			},
			"stale": func(s *prose.Writer) {
				s.Text("That is one epoch earlier than documented: see [the first epoch of decay](#decay-start).")
			},
			"other-curves": func(s *prose.Writer) {
				s.Text("**Step**, every so many epochs:")
				s.Formula(`B = min(⌊τ / "step epochs"⌋ · "step percent", B_max)`)
				s.Text("**Logarithmic**:")
				s.Formula("B = min(ρ · ln(τ + 1) · 20, B_max)")
				s.Text("**Custom**, a table by stale epochs, whose last entry holds from there on.")
				s.Text("A request chooses one by `curve`: see [`reward.decay`](%s).", frame.OperationPath("reward.decay"))
			},
			"blocks": func(s *prose.Writer) {
				s.Text("A later commit of the [code](#source-code) counts blocks instead of epochs, and applies the burn to every new evaluation while the top agent is stale.")
			},
			"reset": func(s *prose.Writer) {
				s.Text("0.80 to 0.82 is no improvement of 0.02 here: in binary floating point the difference is a little less. See [two percent](#two-percent). The code that chooses the best agent is another file, and asks for 2 % of the best score.")
			},
			"burn": func(s *prose.Writer) {
				s.Text("Each whole weight is rounded by itself after scaling, and what all of them lose together goes to the burn address.")
			},
		}),
		disputes: termDisputes,
		examples: termExamples(termCode),
	}
}

// termTexts adds what both readings have from the documents.
func termTexts(own map[string]func(*prose.Writer)) map[string]func(*prose.Writer) {
	shared := map[string]func(*prose.Writer){
		"pass-ratio": func(s *prose.Writer) {
			s.Quote(termScoring.at(), "Exit code 0 = PASS (score: 1.0)", "Exit code != 0 = FAIL (score: 0.0)", "Timeout = FAIL (score: 0.0)")
			s.Quote(termRewards.at(), "There is no partial credit. Your agent must fully complete a task to receive a score of 1.0 for that task.")
			s.Quote(termScoring.at(), "The overall benchmark score is simply the pass rate:")
			s.Text("A task counts as passed or not; `passed` counts the tasks that are. No tasks at all is an error.")
		},
		"ranking": func(s *prose.Writer) {
			s.Quote(termScoring.at(), "Pass rate (primary) - Higher is better", "Submission time (tiebreaker) - Earlier wins")
		},
		"average": func(s *prose.Writer) {
			s.Quote(termScoring.at(), "For each submission, calculate the stake-weighted average score:")
			s.Quote(termRewards.at(), "Validators with more stake have more influence on the final score.")
		},
		"chain": func(s *prose.Writer) {
			s.Text("The steps and their numbers are those of the [chain’s code](#source-chain). The median is taken where just under half of the stake, 32767 of 65535, is passed. A validator’s weight on itself does not count.")
		},
		"u16": func(s *prose.Writer) {
			s.Quote(termScoring.at(), "For Bittensor submission, weights are scaled to …")
			s.Quote(termRewards.at(), "Final scores are normalized to the range [0, 65535] for Bittensor's weight format.")
		},
	}
	for id, say := range own {
		before := shared[id]
		shared[id] = func(s *prose.Writer) {
			if before != nil {
				before(s)
			}
			say(s)
		}
	}
	return shared
}

func tasks(passed, total int) score.ComputeRequest {
	return score.ComputeRequest{Rulebook: rulebook.ID(termPaper), Measurements: map[string]measure.Measurement{"pass_rate": {Passed: &passed, Total: &total}}}
}

// evaluatedBy is one validator's result for one miner, with as many results as
// came back.
func evaluatedBy(id string, passed, total, results int) reward.ConsensusRequest {
	return reward.ConsensusRequest{
		Rulebook: rulebook.ID(id), MinValidators: frame.Ptr(1),
		Validators: []reward.Validator{{ID: "v1", Stake: input.StakeOf(100)}},
		Scores:     []reward.Evaluation{{Validator: "v1", Miner: "m", Passed: &passed, Total: &total, Results: &results}},
	}
}
