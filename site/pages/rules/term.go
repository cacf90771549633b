package rules

import (
	"fmt"
	"strconv"

	"github.com/tallyproof/tallyproof/core/explain"
	"github.com/tallyproof/tallyproof/core/measure"
	"github.com/tallyproof/tallyproof/core/reward"
	"github.com/tallyproof/tallyproof/core/reward/decay"
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
	termNetwork = cited{"economics", "Platform docs, Scoring & Weight Calculation", "A page about the whole network: softmax beside linear, a third threshold for outliers, the split of the emission. [www.platform.network/docs/economics/scoring](https://www.platform.network/docs/economics/scoring), read in November 2026."}
	termSource  = cited{"code", "Term Challenge’s published validator code", "[PlatformNetwork/term-challenge-v2](https://github.com/PlatformNetwork/term-challenge-v2), with consensus at commit `2454c6b` (2025-12-16), strategies, cap, burn and decay at `e6f673b` (2026-02-18), and block decay at `15b59fe` (2026-02-21). [Newer code of the network](#platform-now) replaces it. We ran its functions. Their answers are stored in `testdata/vectors/term`."}
	termChain   = cited{"chain", "The chain’s own code", "[opentensor/subtensor](https://github.com/opentensor/subtensor) at commit `14bc6f9f9`: it defines how a row of weights is stored, divided and clipped. We ran its functions. The answers are stored in the same folder."}
)

func termRemarks() remarks {
	return remarks{
		reads:    "the arena’s documentation",
		h1:       "How does Term Challenge score and reward, by its documents?",
		answer:   "A submission’s score is the share of tasks whose tests all pass in time. The combined score of the validators becomes a weight, and weights decay without improvement.",
		lede:     "Two pages of the arena’s documentation describe the same rules. If a rule is only in one of them, that page is named. A third page, of the whole network, has [softmax](#softmax-page), [another threshold](#third-threshold) and [the split of the emission](#emission-split). The published code differs in some places. [Its rules](/rules/term-live/) have their own page, and every difference is listed [below](#contradictions).",
		sources:  []cited{termScoring, termRewards, termNetwork, termSource, termChain},
		texts:    termTexts(termPaperTexts()),
		disputes: termDisputes,
		examples: termExamples(termPaper),
	}
}

// termPaperTexts are the texts of sections that only the reading of the documents has.
func termPaperTexts() map[string]func(*prose.Writer) {
	return map[string]func(*prose.Writer){
		"rewards": func(s *prose.Writer) {
			s.Quote(termRewards.at(), "Your network weight determines your share of TAO emissions. The process involves three steps:")
			s.Text("Every number here is computed by the documented formula.")
		},
		"source": func(s *prose.Writer) {
			s.Text("Unless another source is named, formulas and their letters come from [Scoring System](#source-scoring), and constants come from its table of defaults.")
		},
		"eligibility": func(s *prose.Writer) {
			s.Quote(termScoring.at(), "Min Validators | - | 3 | Minimum validators for valid score", "Min Stake % | - | 30% | Minimum stake percentage to count")
			s.Quote(termRewards.at(), "Each agent is evaluated by 3 independent validators.")
			s.Text("The document does not define the order of the tests: see [fewer validators after outliers](#survivors).")
		},
		"outliers": func(s *prose.Writer) {
			s.Quote(termScoring.at(), "Uses Modified Z-Score (MAD-based) for outlier detection among validator evaluations.", "Outlier Z-Score | … | 3.5 | Modified Z-score threshold")
			s.Quote(termRewards.at(), "3.5 (scores beyond this are flagged as outliers)", "Outlier scores are excluded from stake-weighted averaging")
			s.Note("trap", "If two of three validators agree, the third is never an outlier: see [a test without a result](#shielded).")
		},
		"strategies": func(s *prose.Writer) {
			s.Quote(termScoring.at(), "1. Linear (Default)", "Top … miners split emission equally:")
			s.Text("The documents do not define $N$. It is 1 unless a request sets another number.")
		},
		"softmax": func(s *prose.Writer) {
			s.Text("Softmax is only on [the page of the whole network](#source-economics): see [softmax on one page of three](#softmax-page). The highest score is subtracted in the exponent, which changes no share.")
		},
		"competitions": func(s *prose.Writer) {
			s.Quote(termScoring.at(), "When multiple competitions share the subnet:")
			s.Text("The documents do not define what happens to the part of a competition that rewards no miner: see [an empty competition](#empty-competition).")
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
			s.Text("The timeline of the second page uses the linear curve. The engine gives the same numbers: see [the timeline](#example-timeline).")
		},
		"staleness": func(s *prose.Writer) {
			s.Text("The two pages disagree: see [whose staleness](#whose-staleness).")
		},
		"reset": func(s *prose.Writer) {
			s.Quote(termScoring.at(), "Decay resets when a new agent beats the top score by the improvement threshold (…, default: 2%).")
			s.Text("The document does not define what the two percent refer to: see [two percent](#two-percent).")
		},
		"burn": func(s *prose.Writer) {
			s.Quote(termScoring.at(), "The burn percentage is allocated to UID 0 (burn address):")
			s.Quote(termRewards.at(), "80% maximum. Even fully decayed agents retain 20% of their original weight.")
			s.Text("Only scaling leaves 20 %: see [how a burn changes the other weights](#burn-modes).")
		},
	}
}

func termLiveRemarks() remarks {
	return remarks{
		reads:    "what the published validator code does",
		h1:       "How does Term Challenge score and reward, in its published code?",
		answer:   "The published code follows the documents in general. Its weights are whole numbers of at least 1, its outlier threshold differs, its cap redistributes the excess once, and its decay starts one epoch earlier.",
		lede:     "These rules come from the answers of the validator code at the commits named below, not from the documents. [The documents’ rules](/rules/term/) have their own page. Every difference is listed [below](#contradictions).",
		sources:  []cited{termSource, termScoring, termRewards, termNetwork, termChain},
		texts:    termTexts(termLiveTexts),
		disputes: termDisputes,
		examples: termExamples(termCode),
	}
}

// termLiveTexts are the texts of sections, by their id.
var termLiveTexts = map[string]func(*prose.Writer){
	"source": func(s *prose.Writer) {
		s.Text("If no document is quoted, constants come from the [published code](#source-code).")
		s.Note("limit", "The code was published in parts, and later commits removed some of them. No commit has all of these rules, and most of them were never connected to a payout.")
	},
	"rewards": func(s *prose.Writer) {
		s.Text("Every number here is computed by the formulas of the [published code](#source-code).")
	},
	"pass-ratio": func(s *prose.Writer) {
		s.Note("limit", "In the code, `total` counts only the tasks with a result: see [a task without a result](#missing-results).")
	},
	"ranking": func(s *prose.Writer) {
		s.Text("The published leaderboard does not apply the tiebreaker: see [equal pass rates](#ties). Another file of the code combines validators’ scores. In that file, the earlier of two equal submissions comes first.")
	},
	"consensus": func(s *prose.Writer) {
		s.Text("The code pairs tasks with results and ignores the rest: see [a task without a result](#missing-results).")
	},
	"outliers": func(s *prose.Writer) {
		s.Text("The document’s threshold is 3.5, and MAD has no minimum there: see [the threshold](#outlier-threshold), [a third one](#third-threshold) and [the minimum](#mad-floor).")
	},
	"softmax": func(s *prose.Writer) {
		s.Text("The highest score is subtracted in the exponent, so the power cannot overflow. Of the documents, only [the page of the whole network](#source-economics) has softmax. The powers of $e$ are computed in 64 bits, with the same result on every machine.")
	},
	"u16": func(s *prose.Writer) {
		s.Text("Every miner that a competition pays has at least 1, also if the competition has 0 % of the emission. `reward.weights` warns of such miners: their share is 0.")
		s.Text("The last unit of a weight can differ from run to run: see [sums in a random order](#sum-order).")
	},
	"cap": func(s *prose.Writer) {
		s.Text("Only weights strictly below the cap get a part of the excess. With weights of 70 % and 30 % and a cap of 30 %, nobody is below it, and both have 50 % after normalization.")
	},
	"stale": func(s *prose.Writer) {
		s.Text("That is one epoch earlier than documented: see [the first epoch of decay](#decay-start).")
	},
	"other-curves": func(s *prose.Writer) {
		s.Text("**Step**, every so many epochs:")
		s.Formula(`B = min(⌊τ / "step epochs"⌋ · "step percent", B_max)`)
		s.Text("**Logarithmic**:")
		s.Formula("B = min(ρ · ln(τ + 1) · 20, B_max)")
		s.Text("**Custom**, a table by stale epochs. Its last entry applies to all later epochs.")
		s.Text("A request selects a curve with `curve`: see [`reward.decay`](%s).", frame.OperationPath("reward.decay"))
	},
	"blocks": func(s *prose.Writer) {
		s.Text("A later commit of the [code](#source-code) counts blocks instead of epochs, and applies the burn to every new evaluation while the top agent is stale. An earlier file counts [hours](#decay-hours).")
	},
	"reset": func(s *prose.Writer) {
		s.Text("0.80 to 0.82 is no improvement of 0.02 here: in binary floating point the difference is a little less. See [two percent](#two-percent). Another file of the code chooses the best agent. It requires 2 % of the best score.")
	},
	"burn": func(s *prose.Writer) {
		s.Text("Each whole weight is rounded separately after scaling. The sum of all losses goes to the burn address.")
		s.Note("trap", "The code stores that sum in 16 bits. The whole weights may sum to more than 65,535: two weights of 32,768 sum to 65,536. If 100 % of them is burned, 0 is stored, and nobody has a weight.")
	},
}

// termTexts adds what both readings have from the documents.
func termTexts(own map[string]func(*prose.Writer)) map[string]func(*prose.Writer) {
	shared := map[string]func(*prose.Writer){
		"pass-ratio": func(s *prose.Writer) {
			s.Quote(termScoring.at(), "Exit code 0 = PASS (score: 1.0)", "Exit code != 0 = FAIL (score: 0.0)", "Timeout = FAIL (score: 0.0)")
			s.Quote(termRewards.at(), "There is no partial credit. Your agent must fully complete a task to receive a score of 1.0 for that task.")
			s.Quote(termScoring.at(), "The overall benchmark score is simply the pass rate:")
			s.Text("A task has passed or has not passed. `passed` is the number of tasks that have passed. It is an error if there are no tasks.")
			s.Text("Of 91 tasks, one more adds 1/91, which is 1.1 points in percent. A task with one failed test adds nothing. [The score page](/score/term/) lists the numbers of tasks that beat a top score or reset its decay.")
			s.Text("A rulebook of your own can count passed tasks itself: [`exit-codes`](/docs/rulebook/#measure-exit-codes) takes the exit codes of all tasks, and [`all-or-nothing`](/docs/rulebook/#measure-all-or-nothing) the tests of one task: see [an example](%s#example-exit-codes). [The box for anything](/#paste) counts the `exit_codes` of a pasted run.", frame.OperationPath("score.compute"))
		},
		"ranking": func(s *prose.Writer) {
			s.Quote(termScoring.at(), "Pass rate (primary) - Higher is better", "Submission time (tiebreaker) - Earlier wins")
		},
		"average": func(s *prose.Writer) {
			s.Quote(termScoring.at(), "For each submission, calculate the stake-weighted average score:")
			s.Quote(termRewards.at(), "Validators with more stake have more influence on the final score.")
		},
		"chain": func(s *prose.Writer) {
			s.Text("The steps and their numbers come from the [chain’s code](#source-chain). The median is the weight at which the sum of stake exceeds 32767 of 65535, just under half. A validator’s weight on itself does not count.")
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

// termExamples are worked under one of the readings.
func termExamples(id string) func(*asker) []example {
	return func(d *asker) []example {
		eight, terminal := tasks(8, 10), tasks(73, 91)
		eight.Rulebook, terminal.Rulebook = rulebook.ID(id), rulebook.ID(id)
		examples := []example{
			scored(d, "eight-of-ten", "8 of 10 tasks", "The example of [Scoring System](#source-scoring): “8 tasks passed out of 10 total”.", "/score/term/", eight),
			scored(d, "terminal-bench", "73 of 91 tasks", "The example of [Scoring & Rewards](#source-guide): “73 / 91 = 0.802 (80.2%)”.", "/score/term/", terminal),
			consensusExample(d, id),
			weightsExample(d, id),
			timelineExample(d, id),
		}
		if id != termPaper {
			for i := range examples {
				examples[i].open = "" // the calculator follows the documents
			}
		}
		timeline := &examples[len(examples)-1]
		if timeline.open = "/rewards/term/"; id != termPaper {
			timeline.open += "#1;source=code-epochs;end"
		}
		return examples
	}
}

// consensusExample is three validators, step by step.
func consensusExample(d *asker, id string) example {
	req := ofValidators(id, 0.9, 0.8, 0.7)
	m := compute(d, reward.Consensus, req).Miners[0]
	return example{
		id: "consensus", title: "Three validators",
		text:     "Three validators of equal stake see an agent pass 9, 8 and 7 of 10 tasks.",
		sentence: "The combined score is " + share(*m.Score) + ".",
		steps: []explain.Step{
			{Label: "Enough", Formula: fmt.Sprintf("%d validators with %s of the stake", m.Validators, percentage(m.StakePercent)), Value: "valid"},
			{Label: "Median", Formula: "Med(0.9, 0.8, 0.7)", Value: frame.Show(m.Median)},
			{Label: "MAD", Formula: "Med(0.1, 0, 0.1)", Value: prose.Brief(m.MAD)},
			{Label: "Outliers", Formula: "|0.6745 · 0.1 / 0.1| is below the threshold", Value: strconv.Itoa(len(m.Outliers))},
			{Label: "Score", Formula: "(100 · 0.9 + 100 · 0.8 + 100 · 0.7) / 300", Value: share(*m.Score)},
		},
	}
}

// weightsExample takes two scores to the row that the chain stores.
func weightsExample(d *asker, id string) example {
	req := burning(20, "", capTo(50, "", ofMiners(id, 0.8, 0.2)))
	req.Chain = &reward.Chain{}
	res := compute(d, reward.Weights, req)
	a, b := res.Miners[0], res.Miners[1]
	ex := example{
		id: "weights", title: "From scores to a row on chain",
		text:     "Two miners score 0.8 and 0.2. The cap is 50 %, and 20 % are burned.",
		sentence: fmt.Sprintf("On chain miner 1 has %s, miner 2 %s, and %s are burned.", share(a.Normalized), share(b.Normalized), percentage(res.ActualBurn)),
		steps: []explain.Step{
			{Label: "Linear", Formula: "0.8 / 1 and 0.2 / 1", Value: share(a.RawShare) + ", " + share(b.RawShare)},
			{Label: "Cap", Formula: "mode " + res.Cap.Mode + "; top share normalized " + share(res.TopShare), Value: capShares(d, id)},
			{Label: "Burn", Formula: "every share × (1 − 20/100)", Value: share(a.Share) + ", " + share(b.Share)},
		},
	}
	for i, m := range res.Chain.Miners {
		name := "Miner " + m.Miner
		if m.Miner == "0" {
			name = "Burn address"
		}
		ex.steps = append(ex.steps, explain.Step{Label: name, Formula: fmt.Sprintf("round gives %d, stored as %d", res.Miners[i].U16.Round, m.Stored), Value: share(m.Row)})
	}
	return ex
}

// capShares are the shares between the cap and the burn.
func capShares(d *asker, id string) string {
	return shares(compute(d, reward.Weights, capTo(50, "", ofMiners(id, 0.8, 0.2))))
}

// timelineExample is the second page's timeline, computed.
func timelineExample(d *asker, id string) example {
	rows := compute(d, decay.Decay, decay.DecayRequest{Rulebook: rulebook.ID(id), To: frame.Ptr(int64(40))}).Epochs
	line := []struct {
		label    string
		from, to int
	}{{"Epoch 0", 0, 0}, {"Epochs 1–10", 1, 10}, {"Epoch 11", 11, 11}, {"Epoch 12", 12, 12}, {"Epoch 26 and later", 26, 40}}
	ex := example{id: "timeline", title: "The decay timeline of the second page"}
	agree := true
	quoted := []float64{100, 100, 95, 90, 20}
	for i, l := range line {
		first, last := rows[l.from], rows[l.to]
		value := percentage(first.KeptPercent)
		if first.KeptPercent != last.KeptPercent {
			value += " to " + percentage(last.KeptPercent)
		}
		agree = agree && first.KeptPercent == quoted[i] && last.KeptPercent == quoted[i]
		ex.steps = append(ex.steps, explain.Step{Label: l.label, Formula: fmt.Sprintf("100 − min(0.05 · %d · 100, 80), the page has %s", last.Stale, percentage(quoted[i])), Value: value})
	}
	ex.text = "Reward kept by epochs since the last improvement, compared with the timeline of [Scoring & Rewards](#source-guide)."
	ex.sentence = "The linear curve gives every row of the timeline."
	if !agree {
		ex.sentence = "The published code differs from the timeline: it starts an epoch earlier."
	}
	return ex
}
