package rules

import (
	"strings"

	"github.com/tallyproof/tallyproof/core/reward"
	"github.com/tallyproof/tallyproof/core/reward/decay"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/site/pages/frame"
)

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
		text:  "On both pages the grace period is ten full epochs. The published code counts the tenth epoch as stale, so its decay is one epoch earlier.",
		asked: "Kept in epochs 9, 10, 11, 25 and 26 after the last improvement",
		answers: both(kept,
			"as in the timeline of the second page", "one epoch earlier"),
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
		text:  "One page counts epochs since any agent beat the top score. The other page counts epochs since you updated your agent. The first page has the formula, so it is followed. `staleness` selects the other reading.",
		asked: "Your agent scores 0.72 in epoch 0 and nothing new; another scores 0.80 in epoch 8. Kept in epoch 14",
		answers: []taken{
			{name: "The competition’s, used here", answer: kept("competition", ""), why: "6 epochs since epoch 8"},
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
		title:  "Two percent of which number",
		quotes: []quotation{{termScoring.at(), []string{"Improvement Threshold | … | 0.02 | Min improvement to beat top"}}},
		text:   "Here “by 2 %” is relative to the top score, and exact: a top score of 0.80 requires 0.816. The published decay requires a difference of 0.02 in binary floating point, in which 0.82 − 0.80 is slightly less than 0.02.",
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
		text:  "One page requires 2 %, the other any improvement. The page with the number is followed. Set `threshold_mode` to `any` for the other reading.",
		asked: "0.801 if the top score is 0.80",
		answers: []taken{
			{name: "By the threshold, used here", answer: resetBy(d, termPaper, "", 0.801), why: "less than 2 % better"},
			{name: "Any improvement", answer: resetBy(d, termPaper, "any", 0.801), why: "any improvement counts"},
		},
	}
}

func burnDispute(d *asker) dispute {
	real := func(mode string) string {
		return percentage(compute(d, reward.Weights, burning(80, mode, ofMiners(termPaper, 0.5, 0.5))).ActualBurn)
	}
	return dispute{
		id:    "burn-modes",
		title: "How a burn changes the other weights",
		quotes: []quotation{
			{termScoring.at(), []string{"The burn percentage is allocated to UID 0 (burn address):"}},
			{termRewards.at(), []string{"80% maximum. Even fully decayed agents retain 20% of their original weight."}},
		},
		text:  "The formula adds the weight of the burn address and does not change the other weights. Then the chain divides by a larger sum. The other miners keep the 20 % of the second page only if their weights are scaled down, as in the published code. Scaling without a burn address changes nothing, because the chain scales all weights up again.",
		asked: "Really burned at B = 80 %",
		answers: []taken{
			{name: "Scale, used here", answer: real("scale"), why: "the others keep 20 %"},
			{name: "Add, the literal formula", answer: real("add"), why: "80 of 180"},
			{name: "Multiply only", answer: real("multiply-only"), why: "changes nothing on chain"},
		},
	}
}
