package rules

import (
	"fmt"
	"strconv"

	"github.com/tallyproof/tallyproof/core/explain"
	"github.com/tallyproof/tallyproof/core/reward"
	"github.com/tallyproof/tallyproof/core/reward/decay"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/site/pages/frame"
	"github.com/tallyproof/tallyproof/site/pages/prose"
)

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
