package rules

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/tallyproof/tallyproof/core/explain/scores"
	"github.com/tallyproof/tallyproof/core/reward"
	"github.com/tallyproof/tallyproof/core/reward/decay"
	"github.com/tallyproof/tallyproof/core/reward/input"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/score"
	"github.com/tallyproof/tallyproof/site/pages/frame"
	"github.com/tallyproof/tallyproof/site/pages/prose"
)

// termDisputes are the same on both pages.
func termDisputes(d *asker) []dispute {
	return []dispute{
		resultsDispute(d),
		timeoutDispute(d),
		tieDispute(d),
		thresholdDispute(d),
		floorDispute(d),
		shieldDispute(d),
		survivorsDispute(d),
		stakeDispute(d),
		zeroDispute(d),
		leastWeightDispute(d),
		sumDispute(d),
		capDispute(d),
		overshootDispute(d),
		emptyDispute(d),
		decayStartDispute(d),
		whoseDispute(d),
		percentDispute(d),
		smallDispute(d),
		burnDispute(d),
	}
}

// both is the answer of either rulebook.
func both(answer func(id string) string, paper, code string) []taken {
	return []taken{
		{rulebook: termPaper, answer: answer(termPaper), why: paper},
		{rulebook: termCode, answer: answer(termCode), why: code},
	}
}

func resultsDispute(d *asker) dispute {
	return dispute{
		id:     "missing-results",
		title:  "A task without a result",
		quotes: []quotation{{termRewards.at(), []string{"Your overall benchmark score is the percentage of tasks passed:"}}},
		text:   "A task that never ran did not pass. By the documents it is taken to fail, and stays in the total. The published code leaves it out of the total, which raises the rate.",
		asked:  "10 tasks, 9 results, 8 of them passed",
		answers: both(func(id string) string { return agreed(d, evaluatedBy(id, 8, 10, 9)) },
			"8 of all 10 tasks", "8 of the 9 that have a result"),
	}
}

func timeoutDispute(d *asker) dispute {
	rate := func(passed, total int) string { return compute(d, scores.Score, tasks(passed, total)).Answer }
	return dispute{
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
	}
}

// tieDispute ranks two equal rates.
func tieDispute(d *asker) dispute {
	order := func(id string) string {
		got := compute(d, score.Rank, score.RankRequest{Rulebook: rulebook.ID(id), Submissions: []score.Submission{
			{ID: "late", SubmittedAt: "2026-01-02T00:00:00Z", Dimensions: map[string]float64{"pass_rate": 0.8}},
			{ID: "early", SubmittedAt: "2026-01-01T00:00:00Z", Dimensions: map[string]float64{"pass_rate": 0.8}},
		}})
		return strings.Join(frame.Each(got.Standings, func(s score.Standing) string { return fmt.Sprintf("%s (rank %d)", s.ID, s.Rank) }), ", then ")
	}
	return dispute{
		id:     "ties",
		title:  "Equal pass rates",
		quotes: []quotation{{termScoring.at(), []string{"Submission time (tiebreaker) - Earlier wins"}}},
		text:   "Only one page has the tiebreaker. The published leaderboard sorts by rate alone: equal rates stay in the order in which they came in, and an agent that submits again goes behind its equals.",
		asked:  "Two agents at 80 %, the later one listed first",
		answers: both(order,
			"the earlier of two equal ones wins", "the order of its input"),
	}
}

func thresholdDispute(d *asker) dispute {
	scores := []float64{0.80, 0.81, 0.79, 0.82, 0.755}
	out := compute(d, reward.Consensus, ofValidators(termCode, scores...)).Miners[0].Outliers
	if len(out) != 1 {
		d.refused(fmt.Errorf("%d outliers by the published threshold, want 1", len(out)))
		return dispute{}
	}
	return dispute{
		id:     "outlier-threshold",
		title:  "How far out an outlier is",
		quotes: []quotation{{termScoring.at(), []string{"Outlier Z-Score | … | 3.5 | Modified Z-score threshold"}}},
		text:   "The published code is stricter: 2.5. Between the two a validator counts by the document and is left out by the code.",
		asked:  "Five validators of equal stake: 0.80, 0.81, 0.79, 0.82 and 0.755, whose M is " + prose.Brief(out[0].Z),
		answers: both(func(id string) string { return agreed(d, ofValidators(id, scores...)) },
			"all five count", "0.755 is an outlier"),
	}
}

func floorDispute(d *asker) dispute {
	scores := []float64{0.5, 0.5009, 0.4991, 0.9, 0.5}
	mad := compute(d, reward.Consensus, ofValidators(termPaper, scores...)).Miners[0].MAD
	return dispute{
		id:    "mad-floor",
		title: "A very small spread",
		text:  "MAD stands below the fraction. The published code makes no test when it is below 0.001; the document has no such floor.",
		asked: "Five validators of equal stake: 0.5, 0.5009, 0.4991, 0.9 and 0.5; MAD is " + frame.Show(mad),
		answers: both(func(id string) string { return agreed(d, ofValidators(id, scores...)) },
			"0.9 is an outlier", "no test is made, so 0.9 counts"),
	}
}

func shieldDispute(d *asker) dispute {
	two := ofValidators(termPaper, 0.8, 0.8)
	two.MinValidators = frame.Ptr(2)
	return dispute{
		id:     "shielded",
		title:  "A test that says nothing",
		quotes: []quotation{{termRewards.at(), []string{"This protects miners from malicious or malfunctioning validators that might give unfairly low or high scores."}}},
		text:   "When at least half of the evaluations are equal, MAD is 0 and M is undefined. The document does not say what then; the published code calls nobody an outlier, and so it is taken. With three validators, two who agree shield the third, however far out it is. The answer carries a warning.",
		asked:  "Three validators of equal stake: 0.8, 0.8 and 0.1",
		answers: []taken{
			{name: "Taken here", answer: agreed(d, ofValidators(termPaper, 0.8, 0.8, 0.1)), why: "0.1 counts"},
			{name: "If 0.1 were left out", answer: agreed(d, two), why: "what the promise suggests"},
		},
	}
}

func survivorsDispute(d *asker) dispute {
	return dispute{
		id:     "survivors",
		title:  "Fewer validators after outliers",
		quotes: []quotation{{termScoring.at(), []string{"Min Validators | - | 3 | Minimum validators for valid score"}}},
		text:   "Are the three counted before outliers are left out or after? Before, as the published code does: otherwise one hostile validator of three could void every score. The answer carries a warning.",
		asked:  "Three validators of equal stake: 0.8, 0.81 and 0.1, which is an outlier",
		answers: []taken{
			{name: "Counted before, taken here", answer: agreed(d, ofValidators(termPaper, 0.8, 0.81, 0.1)), why: "three evaluated, two are left"},
			{name: "Counted after", answer: agreed(d, ofValidators(termPaper, 0.8, 0.81)), why: "two are left"},
		},
	}
}

func stakeDispute(d *asker) dispute {
	behind := func(stake float64) string {
		req := ofValidators(termPaper, 0.9, 0.8, 0.7)
		req.Validators[2].Stake = input.StakeOf(stake)
		network := input.StakeOf(1000)
		req.NetworkStake = &network
		return agreed(d, req)
	}
	return dispute{
		id:     "exactly-30",
		title:  "Exactly 30 % of the stake",
		quotes: []quotation{{termScoring.at(), []string{"Min Stake % | - | 30% | Minimum stake percentage to count"}}},
		text:   "A minimum is taken to be enough when it is reached.",
		asked:  "Three validators with this much of a network stake of 1000",
		answers: []taken{
			{name: "300", answer: behind(100), why: "30 % is enough"},
			{name: "299", answer: behind(99), why: "29.9 % is not"},
		},
	}
}

// zeroDispute is between the sentence that zero scores get nothing and the
// formula of the ranked strategy, which pays places.
func zeroDispute(d *asker) dispute {
	ranked := func(id, zeros string) string {
		req := ofMiners(id, 0.8, 0.5, 0)
		req.Strategy, req.ZeroScores = "ranked", zeros
		return shares(compute(d, reward.Weights, req))
	}
	return dispute{
		id:    "zero-scores",
		title: "A score of 0 under ranked",
		text:  "The formula of the ranked strategy knows places and no scores, so the last of three has a share even with nothing solved. Nothing in the documents says otherwise, though a score of 0 earns nothing by every other strategy. The formula is followed; `zero_scores` asks for the other reading. When all scores are 0 there are no weights at all.",
		asked: "Shares of miners who score 0.8, 0.5 and 0",
		answers: []taken{
			{name: "It keeps its place, taken here", answer: ranked(termPaper, ""), why: "N is 3"},
			{name: "It gets nothing", answer: ranked(termPaper, "nothing"), why: "N is 2"},
			{name: "Published code", answer: ranked(termCode, ""), why: "paid in every strategy"},
		},
	}
}

func leastWeightDispute(d *asker) dispute {
	raw := func(id string) string {
		res := compute(d, reward.Weights, ofMiners(id, 0.9, 0))
		return strings.Join(frame.Each(res.Miners, func(m reward.MinerWeight) string { return strconv.FormatInt(m.U16.Round, 10) }), " and ")
	}
	return dispute{
		id:    "least-weight",
		title: "A weight for everyone",
		text:  "The published code gives everyone who takes part a weight of at least 1 of 65535, also for a score of 0. By the document’s formula 0 of anything is 0.",
		asked: "Weights of miners who score 0.9 and 0, linear",
		answers: both(raw,
			"0.9 of 0.9, and 0 of it", "0 is lifted to 1"),
	}
}

func sumDispute(d *asker) dispute {
	res := compute(d, reward.Weights, ofMiners(termPaper, 0.5, 0.5))
	view := func(name string, of func(reward.U16) int64, why string) taken {
		a, b := of(res.Miners[0].U16), of(res.Miners[1].U16)
		return taken{name: name, answer: fmt.Sprintf("%d and %d", a, b), why: fmt.Sprintf("sums to %d%s", a+b, why)}
	}
	return dispute{
		id:    "u16-sum",
		title: "Whole numbers that do not add up",
		quotes: []quotation{
			{termScoring.at(), []string{"For Bittensor submission, weights are scaled to …"}},
			{termRewards.at(), []string{"Final scores are normalized to the range [0, 65535] for Bittensor's weight format."}},
		},
		text:  "Rounded one by one, the numbers need not sum to 65535. The chain does not mind: it stores what is upscaled to the largest, and divides by the sum.",
		asked: "Two miners with equal scores",
		answers: []taken{
			view("Round, as documented", func(u reward.U16) int64 { return u.Round }, ""),
			view("Largest remainder", func(u reward.U16) int64 { return u.LargestRemainder }, ""),
			view("Max-upscaled", func(u reward.U16) int64 { return u.MaxUpscaled }, ": what the chain stores"),
		},
	}
}

func capDispute(d *asker) dispute {
	top := func(id, mode string) string {
		res := compute(d, reward.Weights, capTo(50, mode, ofMiners(id, 0.8, 0.2)))
		return shares(res) + ": top share " + share(res.TopShare)
	}
	return dispute{
		id:    "cap-holds",
		title: "Whether the cap caps",
		quotes: []quotation{
			{termScoring.at(), []string{"Default cap: … (50% max per miner)."}},
			{termRewards.at(), []string{"No single miner can receive more than 50% of the total network weight, regardless of their benchmark performance."}},
		},
		text:  "The formula cuts off what is over the cap. The chain then divides by what is left, and the largest share is above the cap again. The second page’s promise is kept by handing the excess to the others: the published code does so once, and `iterative` until nobody is over.",
		asked: "Two miners with 80 % and 20 %, cap 50 %",
		answers: both(func(id string) string { return top(id, "") },
			"cut off, and above the cap after normalization", "the excess goes to the other, once"),
	}
}

func overshootDispute(d *asker) dispute {
	after := func(mode string) string {
		return shares(compute(d, reward.Weights, capTo(30, mode, ofMiners(termPaper, 0.60, 0.28, 0.06, 0.06))))
	}
	return dispute{
		id:    "cap-once",
		title: "Handing on once is not enough",
		text:  "What one miner loses can lift another over the cap. One pass leaves it there.",
		asked: "Four miners with 60, 28, 6 and 6 %, cap 30 %",
		answers: []taken{
			{name: "Once (redistribute)", answer: after("redistribute"), why: "the second is over the cap now"},
			{name: "Until nobody is over (iterative)", answer: after("iterative"), why: "nobody is over the cap"},
		},
	}
}

func emptyDispute(d *asker) dispute {
	answer := func(id string) string {
		res := compute(d, reward.Weights, emptyThird(id))
		return strings.Join(frame.Each(res.Miners, func(m reward.MinerWeight) string {
			if m.Miner == "0" {
				return "burned " + share(m.Share)
			}
			return "miner " + m.Miner + " " + share(m.Share)
		}), ", ")
	}
	return dispute{
		id:     "empty-competition",
		title:  "An empty competition",
		quotes: []quotation{{termScoring.at(), []string{"When multiple competitions share the subnet:"}}},
		text:   "The documents divide all emission among competitions and do not say what becomes of the part of one that pays nobody. It is shown as unallocated and burned; the published code spreads it over the others.",
		asked:  "Competitions of 60 %, 15 % and 25 %; nobody takes part in the third",
		answers: both(answer,
			"the 25 % are burned", "75 % count as all"),
	}
}

func decayStartDispute(d *asker) dispute {
	kept := func(id string) string {
		rows := compute(d, decay.Decay, decay.DecayRequest{Rulebook: rulebook.ID(id), To: frame.Ptr(int64(26))}).Epochs
		var list []string
		for _, epoch := range []int{9, 10, 11, 25, 26} {
			list = append(list, percentage(rows[epoch].KeptPercent))
		}
		return strings.Join(list, ", ")
	}
	return dispute{
		id:    "decay-start",
		title: "The first epoch of decay",
		quotes: []quotation{
			{termScoring.at(), []string{"Decay starts after … epochs (grace period) without improvement:"}},
			{termRewards.at(), []string{"Epochs 1-10 | 100% | Grace period", "Epoch 11 | 95% | First decay"}},
		},
		text:  "Both pages give ten whole epochs of grace. The published code counts the tenth as stale already, and is one epoch ahead from there on.",
		asked: "Kept in epochs 9, 10, 11, 25 and 26 after the last improvement",
		answers: both(kept,
			"as the second page’s timeline has it", "one epoch earlier"),
	}
}

func whoseDispute(d *asker) dispute {
	kept := func(staleness, agent string) string {
		rows := compute(d, decay.Decay, decay.DecayRequest{
			Rulebook: rulebook.ID(termPaper), Staleness: staleness, Agent: agent, To: frame.Ptr(int64(14)),
			History: []decay.HistoryEpoch{
				{Epoch: 0, BestScore: frame.Ptr(0.72), Agent: "mine"},
				{Epoch: 8, BestScore: frame.Ptr(0.80), Agent: "theirs"},
			},
		}).Epochs
		return percentage(rows[len(rows)-1].KeptPercent)
	}
	return dispute{
		id:    "whose-staleness",
		title: "Whose staleness",
		quotes: []quotation{
			{termScoring.at(), []string{"Decay resets when a new agent beats the top score by the improvement threshold (…, default: 2%)."}},
			{termRewards.at(), []string{"To encourage active development, weights decay over time if you don't update your agent:"}},
		},
		text:  "One page counts epochs since anybody beat the top score, the other since you updated your agent. The first has the formula and is followed; `staleness` asks for the other.",
		asked: "Your agent scores 0.72 in epoch 0 and nothing new; another scores 0.80 in epoch 8. Kept in epoch 14",
		answers: []taken{
			{name: "The competition’s, taken here", answer: kept("competition", ""), why: "6 epochs since epoch 8"},
			{name: "Your agent’s", answer: kept("agent", "mine"), why: "14 epochs since epoch 0"},
		},
	}
}

func percentDispute(d *asker) dispute {
	three := func(id string) string {
		return strings.Join(frame.Each([]float64{0.816, 0.82, 0.821}, func(x float64) string {
			return frame.Show(x) + " " + resetBy(d, id, "", x)
		}), ", ")
	}
	return dispute{
		id:     "two-percent",
		title:  "Two percent of what",
		quotes: []quotation{{termScoring.at(), []string{"Improvement Threshold | … | 0.02 | Min improvement to beat top"}}},
		text:   "“By 2 %” is read relative to the top score, exactly: 0.80 asks for 0.816. The published decay asks for a difference of 0.02, in binary floating point, where 0.82 − 0.80 is a little less than that.",
		asked:  "The top score is 0.80, and somebody scores",
		answers: both(three,
			"relative, compared exactly", "absolute, compared in binary floating point"),
	}
}

func smallDispute(d *asker) dispute {
	return dispute{
		id:    "small-improvements",
		title: "Small improvements",
		quotes: []quotation{
			{termScoring.at(), []string{"Decay resets when a new agent beats the top score by the improvement threshold (…, default: 2%)."}},
			{termRewards.at(), []string{"Submit updates within the grace period to avoid decay. Even small improvements reset your decay timer."}},
		},
		text:  "One page asks for 2 %, the other for anything better. The one with the number is followed; `threshold_mode` asks for `any`.",
		asked: "0.801 where 0.80 is the top score",
		answers: []taken{
			{name: "By the threshold, taken here", answer: resetBy(d, termPaper, "", 0.801), why: "less than 2 % better"},
			{name: "Any improvement", answer: resetBy(d, termPaper, "any", 0.801), why: "better at all"},
		},
	}
}

func burnDispute(d *asker) dispute {
	real := func(mode string) string {
		return percentage(compute(d, reward.Weights, burning(80, mode, ofMiners(termPaper, 0.5, 0.5))).ActualBurn)
	}
	return dispute{
		id:    "burn-modes",
		title: "What a burn does to the others",
		quotes: []quotation{
			{termScoring.at(), []string{"The burn percentage is allocated to UID 0 (burn address):"}},
			{termRewards.at(), []string{"80% maximum. Even fully decayed agents retain 20% of their original weight."}},
		},
		text:  "The formula gives the burn address its weight and leaves the others as they are; the chain then divides by a larger sum. Only scaling the others down leaves them the 20 % of the second page, and the published code does so. Scaling without a burn address changes nothing, because the chain scales everything up again.",
		asked: "Really burned at B = 80 %",
		answers: []taken{
			{name: "Scale, taken here", answer: real("scale"), why: "the others keep 20 %"},
			{name: "Add, the formula to the letter", answer: real("add"), why: "80 of 180"},
			{name: "Multiply only", answer: real("multiply-only"), why: "changes nothing on chain"},
		},
	}
}
