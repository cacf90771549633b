package rules

import (
	"fmt"
	"strings"

	"github.com/tallyproof/tallyproof/core/reward"
	"github.com/tallyproof/tallyproof/core/reward/decay"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/site/pages/frame"
	"github.com/tallyproof/tallyproof/site/pages/prose"
)

// softmaxDispute is a strategy that one of three pages has.
func softmaxDispute(d *asker) dispute {
	by := func(strategy string) string {
		req := ofMiners(termPaper, 0.8, 0.2)
		req.Strategy = strategy
		return shares(compute(d, reward.Weights, req))
	}
	return dispute{
		id:    "softmax-page",
		title: "Softmax on one page of three",
		text:  "[The page of the whole network](#source-economics) documents softmax with a temperature beside linear, its default. The two pages of Term Challenge do not mention it; the published code has it. Here linear is the default, and `strategy` selects softmax.",
		asked: "Two miners who score 0.8 and 0.2",
		answers: []taken{
			{name: "Linear, used here", answer: by("linear"), why: "the default of all three pages"},
			{name: "Softmax, T = 1", answer: by("softmax"), why: "the third page names no temperature"},
		},
	}
}

// zDispute is a third threshold for outliers.
func zDispute(d *asker) dispute {
	scores := []float64{0.80, 0.81, 0.79, 0.82, 0.765}
	third := ofValidators(termPaper, scores...)
	third.OutlierThreshold = frame.Ptr(2.0)
	out := compute(d, reward.Consensus, third).Miners[0].Outliers
	if len(out) != 1 {
		d.refused(fmt.Errorf("%d outliers by the third threshold, want 1", len(out)))
		return dispute{}
	}
	return dispute{
		id:    "third-threshold",
		title: "A third threshold for outliers",
		text:  "[The page of the whole network](#source-economics) leaves out validators whose z-score is beyond 2.0. It does not say which z-score; here it is the modified one of the other page. A request sets another limit with `outlier_threshold`.",
		asked: "Five validators of equal stake: 0.80, 0.81, 0.79, 0.82 and 0.765, whose M is " + prose.Brief(out[0].Z),
		answers: append(both(func(id string) string { return agreed(d, ofValidators(id, scores...)) }, "beyond 3.5: all five count", "beyond 2.5: all five count"),
			taken{name: "The third page", answer: agreed(d, third), why: "beyond 2.0: 0.765 is left out"}),
	}
}

// splitDispute is how much of the network's emission the challenge has.
func splitDispute(d *asker) dispute {
	split := ofMiners(termPaper, 0.8, 0.2)
	split.Competitions[0].Alpha = 60
	split.Competitions = append(split.Competitions, reward.Competition{ID: "bounty", Alpha: 40, Miners: []reward.Miner{{Miner: "3", Score: frame.Ptr(1.0)}}})
	return dispute{
		id:    "emission-split",
		title: "How much of all emission",
		text:  "Only [the page of the whole network](#source-economics) has numbers: 60 % of the emission goes to Term Challenge, 40 % to Bounty Challenge. The pages of Term Challenge share out what is called all emission. Here a request sets `alpha`.",
		asked: "Shares of all emission: two miners of Term Challenge who score 0.8 and 0.2, and one of Bounty Challenge",
		answers: []taken{
			{name: "Term Challenge alone", answer: shares(compute(d, reward.Weights, ofMiners(termPaper, 0.8, 0.2))), why: "the third miner has another reward"},
			{name: "The third page", answer: shares(compute(d, reward.Weights, split)), why: "60 % and 40 %"},
		},
	}
}

// hoursDispute is a decay of the published code that no document has.
func hoursDispute(d *asker) dispute {
	rows := compute(d, decay.Decay, decay.DecayRequest{
		Rulebook: rulebook.ID(termCode), Curve: decay.CurveBlock, GraceBlocks: frame.Ptr(48), HalfLife: frame.Ptr(24), MaxBurn: frame.Ptr(99.0), To: frame.Ptr(int64(240)),
	}).Epochs
	var kept []string
	for _, hour := range []int{48, 72, 96, 240} {
		kept = append(kept, percentage(rows[hour].KeptPercent))
	}
	return dispute{
		id:    "decay-hours",
		title: "A decay by hours",
		text:  "At `e6f673b`, `src/weights/time_decay.rs` has another decay: 48 hours of grace, then half every 24 hours, and never below 1 %. It counts from the submission. No document has it. Here the curve `block` gives its numbers, with hours instead of blocks.",
		asked: "Kept 48, 72, 96 and 240 hours after the submission",
		answers: []taken{
			{name: "Decay by hours", answer: strings.Join(kept, ", "), why: "0.5 to the power of the days after grace, at least 1 %"},
		},
	}
}

// platformDispute is what the newest published code of the network does.
func platformDispute(d *asker) dispute {
	paid := func(empty string) string {
		req := ofMiners(termPaper, 0.8, 0.2)
		req.Competitions[0].Alpha, req.Empty = 60, empty
		req.Competitions = append(req.Competitions, reward.Competition{ID: "bounty", Alpha: 40})
		return shares(compute(d, reward.Weights, req))
	}
	return dispute{
		id:    "platform-now",
		title: "Newer code of the network",
		text:  "The newest published code of the network ([PlatformNetwork/platform](https://github.com/PlatformNetwork/platform) at `f55e52b6`, 2026-07-01, `src/base/master/aggregator.py`) replaces these steps. Weights are normalized in each challenge, and percents are divided among the challenges that answered. UID 0 is never a miner. If all weights are 0, UID 0 gets everything. Term Challenge is no longer registered there. The rules on this page are those of its documents and of its own code.",
		asked: "Two miners of a challenge with 60 % who score 0.8 and 0.2; the challenge with 40 % does not answer",
		answers: []taken{
			{name: "By the documents, used here", answer: paid("burn"), why: "the third share is that of UID 0"},
			{name: "The newest code", answer: paid("renormalize"), why: "60 % counts as the whole"},
		},
	}
}
