package rules

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/tallyproof/tallyproof/core/explain/breakdown"
	"github.com/tallyproof/tallyproof/core/reward"
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
		bestDispute(d),
		thresholdDispute(d),
		zDispute(d),
		floorDispute(d),
		shieldDispute(d),
		survivorsDispute(d),
		stakeDispute(d),
		softmaxDispute(d),
		zeroDispute(d),
		leastWeightDispute(d),
		sumDispute(d),
		orderDispute(d),
		capDispute(d),
		overshootDispute(d),
		splitDispute(d),
		emptyDispute(d),
		decayStartDispute(d),
		whoseDispute(d),
		percentDispute(d),
		smallDispute(d),
		hoursDispute(d),
		burnDispute(d),
		platformDispute(d),
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
		text:   "A task that never ran did not pass. In the reading of the documents it fails and counts in the total. The published code does not count it in the total, which raises the rate.",
		asked:  "10 tasks, 9 results, 8 of them passed",
		answers: both(func(id string) string { return agreed(d, evaluatedBy(id, 8, 10, 9)) },
			"8 of all 10 tasks", "8 of the 9 tasks that have a result"),
	}
}

func timeoutDispute(d *asker) dispute {
	rate := func(passed, total int) string { return compute(d, breakdown.Score, tasks(passed, total)).Answer }
	return dispute{
		id:    "timeout",
		title: "A timeout",
		quotes: []quotation{
			{termScoring.at(), []string{"Timeout = FAIL (score: 0.0)"}},
			{termRewards.at(), []string{"Each task in the benchmark is scored as a binary pass/fail based on test results:"}},
		},
		text:  "On one page, a task that runs out of time fails. The other page mentions only tests. Here a timeout fails the task, even if every test that ran has passed.",
		asked: "10 tasks, all tests passed, 1 of the tasks out of time",
		answers: []taken{
			{name: "Taken here", answer: rate(9, 10), why: "a timeout fails its task"},
			{name: "By the tests only", answer: rate(10, 10), why: "a possible reading of the other page"},
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
		text:   "Only one page has the tiebreaker. The published leaderboard sorts by rate only. Equal rates keep the order of the input, and an agent that submits again comes after all agents with the same rate.",
		asked:  "Two agents at 80 %, the later one listed first",
		answers: both(order,
			"the earlier of two equal submissions wins", "the order of its input"),
	}
}

// bestDispute is a recorded answer of the published code, "random 66" of
// testdata/vectors/term/calculate_weights.json, with its times in seconds.
func bestDispute(d *asker) dispute {
	later, earlier := 0.7136286461502196, 0.7112150081353216
	first := func(id string) string {
		return compute(d, score.Rank, score.RankRequest{Rulebook: rulebook.ID(id), Submissions: []score.Submission{
			{ID: "the later", SubmittedAt: "2026-01-01T00:00:36Z", Dimensions: map[string]float64{"pass_rate": later}},
			{ID: "the earlier", SubmittedAt: "2026-01-01T00:00:00Z", Dimensions: map[string]float64{"pass_rate": earlier}},
		}}).Standings[0].ID
	}
	return dispute{
		id:     "best-agent",
		title:  "The best agent is not always the first",
		quotes: []quotation{{termScoring.at(), []string{"Improvement Threshold | … | 0.02 | Min improvement to beat top"}}},
		text:   "A file of the published code names a best agent beside the weights. A submission becomes the best if it is at least 2 % better than the best before it, earliest first. So among submissions within 2 % of each other the earliest is the best, even if a later one has a higher score. Weights and ranks follow the scores. In 4 of our 120 recorded cases the best agent does not have the highest score.",
		asked:  fmt.Sprintf("A submission scores %s; 36 seconds later another scores %s", share(earlier), share(later)),
		answers: []taken{
			{rulebook: termPaper, answer: "first: " + first(termPaper), why: "ranked by score"},
			{rulebook: termCode, answer: "first: " + first(termCode) + "; best agent: the earlier", why: "0.34 % better is less than 2 %"},
		},
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
		title:  "The threshold for an outlier",
		quotes: []quotation{{termScoring.at(), []string{"Outlier Z-Score | … | 3.5 | Modified Z-score threshold"}}},
		text:   "The published code is stricter: 2.5. Between the two thresholds, the document counts a validator and the code does not.",
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
		text:  "MAD is the divisor of the fraction. The published code makes no test if MAD is below 0.001. The document has no such minimum.",
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
		title:  "A test without a result",
		quotes: []quotation{{termRewards.at(), []string{"This protects miners from malicious or malfunctioning validators that might give unfairly low or high scores."}}},
		text:   "When at least half of the evaluations are equal, MAD is 0 and M is undefined. The document does not define this case. In the published code there is no outlier then, and this reading does the same. If two of three validators agree, the third is never an outlier, however far its result is from theirs. The answer has a warning.",
		asked:  "Three validators of equal stake: 0.8, 0.8 and 0.1",
		answers: []taken{
			{name: "Taken here", answer: agreed(d, ofValidators(termPaper, 0.8, 0.8, 0.1)), why: "0.1 counts"},
			{name: "If 0.1 were removed", answer: agreed(d, two), why: "as the quoted sentence suggests"},
		},
	}
}

func survivorsDispute(d *asker) dispute {
	return dispute{
		id:     "survivors",
		title:  "Fewer validators after outliers",
		quotes: []quotation{{termScoring.at(), []string{"Min Validators | - | 3 | Minimum validators for valid score"}}},
		text:   "The document does not define whether validators are counted before or after outliers are removed. Here they are counted before, as in the published code. Otherwise one hostile validator of three could make every score invalid. The answer has a warning.",
		asked:  "Three validators of equal stake: 0.8, 0.81 and 0.1, which is an outlier",
		answers: []taken{
			{name: "Counted before, used here", answer: agreed(d, ofValidators(termPaper, 0.8, 0.81, 0.1)), why: "three evaluated, two remain"},
			{name: "Counted after", answer: agreed(d, ofValidators(termPaper, 0.8, 0.81)), why: "two remain"},
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
		text:   "A minimum is met if it is reached exactly.",
		asked:  "Three validators with this stake, of a network stake of 1000",
		answers: []taken{
			{name: "300", answer: behind(100), why: "30 % is enough"},
			{name: "299", answer: behind(99), why: "29.9 % is not"},
		},
	}
}

// zeroDispute is about what the documents do not exclude: two strategies reward
// places, which a score of 0 has too.
func zeroDispute(d *asker) dispute {
	ranked := func(id, zeros string) string {
		var all []string
		for _, strategy := range []string{"ranked", "winner-takes-all"} {
			req := ofMiners(id, 0.8, 0.5, 0)
			req.Strategy, req.ZeroScores = strategy, zeros
			if strategy == "winner-takes-all" {
				req.TopN = frame.Ptr(3)
			}
			all = append(all, shares(compute(d, reward.Weights, req)))
		}
		return strings.Join(all, "; ")
	}
	return dispute{
		id:    "zero-scores",
		title: "A score of 0",
		text:  "The formulas of ranked and winner takes all use places, not scores. So the last of three can have a share even if it solved nothing. With linear and quadratic a score of 0 earns 0. The documents do not exclude a score of 0 anywhere, so the formula is followed in every strategy, with a warning that has the numbers without it. `zero_scores` selects another reading. If all scores are 0, there are no weights at all.",
		asked: "Shares of miners who score 0.8, 0.5 and 0: ranked; winner takes all with N = 3",
		answers: []taken{
			{name: "By the formula, used here", answer: ranked(termPaper, ""), why: "N is 3"},
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
		title: "A weight for every miner",
		text:  "The published code gives every miner who takes part a weight of at least 1 of 65535, even for a score of 0. By the document’s formula, a score of 0 has a weight of 0.",
		asked: "Weights of miners who score 0.9 and 0, linear",
		answers: both(raw,
			"0.9 of 0.9, and 0 of 0.9", "0 is raised to 1"),
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
		text:  "If each number is rounded separately, the sum may differ from 65535. This does not matter to the chain: it scales the numbers so that the largest is 65535, and divides by the sum.",
		asked: "Two miners with equal scores",
		answers: []taken{
			view("Round, as documented", func(u reward.U16) int64 { return u.Round }, ""),
			view("Largest remainder", func(u reward.U16) int64 { return u.LargestRemainder }, ""),
			view("Max-upscaled", func(u reward.U16) int64 { return u.MaxUpscaled }, ": stored by the chain"),
		},
	}
}

// orderDispute is the published code with itself: a hash map has another order in
// every run. The engine adds by ascending UID, so other UIDs are another order.
func orderDispute(d *asker) dispute {
	best := func(uids ...string) string {
		req := capTo(50, "", ofMiners(termCode, 0.9, 0.6, 0.3))
		req.Strategy = "ranked"
		for i := range uids {
			req.Competitions[0].Miners[i].Miner = uids[i]
		}
		return strconv.FormatInt(compute(d, reward.Weights, req).Miners[0].U16.Round, 10)
	}
	return dispute{
		id:    "sum-order",
		title: "Sums in a random order",
		text:  "The published code adds weights in the order of a hash map, which differs from run to run. In binary floating point, another order can give another sum. We ran 44,280 random allocations several times: 2,087 of 44,280 gave different whole numbers. So two validators can run the same code on the same scores and send different weights. Here weights are added by ascending UIDs, which is one of the answers of the code. By the documents, sums are exact.",
		asked: "Shares of 1/2, 1/3 and 1/6 under a cap of 50 %: the weight of the best miner, in the published code",
		answers: []taken{
			{name: "It is added first: it has the lowest UID", answer: best("1", "2", "3"), why: "it is not above half of the sum"},
			{name: "It is added last: it has the highest UID", answer: best("3", "2", "1"), why: "the sum is smaller in its last bit, and the cap applies"},
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
		title: "Whether the cap holds",
		quotes: []quotation{
			{termScoring.at(), []string{"Default cap: … (50% max per miner)."}},
			{termRewards.at(), []string{"No single miner can receive more than 50% of the total network weight, regardless of their benchmark performance."}},
		},
		text:  "The formula removes the excess over the cap. Then the chain divides by the smaller sum, so the largest share is above the cap again. To keep the promise of the second page, the excess must go to the other miners. The published code does this once. `iterative` repeats it until no share is above the cap.",
		asked: "Two miners with 80 % and 20 %, cap 50 %",
		answers: both(func(id string) string { return top(id, "") },
			"the excess is removed, and the share is above the cap after normalization", "the excess goes to the other, once"),
	}
}

func overshootDispute(d *asker) dispute {
	after := func(mode string) string {
		return shares(compute(d, reward.Weights, capTo(30, mode, ofMiners(termPaper, 0.60, 0.28, 0.06, 0.06))))
	}
	return dispute{
		id:    "cap-once",
		title: "One redistribution is not enough",
		text:  "The excess of one miner can raise another miner above the cap. One pass does not correct this.",
		asked: "Four miners with 60, 28, 6 and 6 %, cap 30 %",
		answers: []taken{
			{name: "Once (redistribute)", answer: after("redistribute"), why: "the second miner is above the cap now"},
			{name: "Until no share is above the cap (iterative)", answer: after("iterative"), why: "no share is above the cap"},
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
		text:   "The documents divide all emission among competitions. They do not define what happens to the part of a competition that rewards no miner. Here it is unallocated and burned. The published code divides it among the other competitions.",
		asked:  "Competitions of 60 %, 15 % and 25 %; nobody takes part in the third",
		answers: both(answer,
			"the 25 % are burned", "75 % count as the whole"),
	}
}
