package rules

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/tallyproof/tallyproof/core/engine"
	"github.com/tallyproof/tallyproof/core/reward"
	"github.com/tallyproof/tallyproof/core/reward/input"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/site/decimals"
	"github.com/tallyproof/tallyproof/site/pages/frame"
	"github.com/tallyproof/tallyproof/site/pages/prose"
	markup "github.com/tallyproof/tallyproof/templates/prose"
)

// rewards describes how validators' evaluations become weights on chain, in the
// order of the computation.
func (w *ruleWriter) rewards() {
	r := w.rb.Reward
	if r == nil {
		return
	}
	w.Section("rewards", "From pass rates to rewards")
	w.Text("Validators evaluate the same agents. Their results are combined to a score, scores become weights, and weights decay without improvement. Each step below is computed by the formula stated there. It does not show what anybody will be paid: in the published validator, most of these functions are not connected to a payout.")
	w.addTexts("rewards")
	w.operations("reward")
	w.consensus(r)
	w.division(r)
	w.limits(r)
	w.whole(r)
	w.decay(r)
	w.burn(r)
	w.chain()
}

// operations lists the engine's operations of a group.
func (w *ruleWriter) operations(of string) {
	var items []string
	for _, o := range engine.Catalogue {
		if frame.Group(o.Name) == of {
			items = append(items, fmt.Sprintf("- [`%s`](%s): %s", o.Name, frame.OperationPath(o.Name), o.Doc))
		}
	}
	if len(items) == 0 {
		w.Fail(fmt.Errorf("no operation of the group %q", of))
	}
	w.Text("These operations compute it:")
	w.Text("%s", strings.Join(items, "\n"))
}

// share is a part as a percentage.
func share(x float64) string { return percentage(100 * x) }

func percentage(x float64) string { return prose.Brief(x) + "\u00a0%" }

// shares are the miners' final shares, as a list.
func shares(res reward.WeightsResponse) string {
	return strings.Join(frame.Each(res.Miners, func(m reward.MinerWeight) string { return share(m.Share) }), ", ")
}

// ofMiners is a request for one competition of miners 1, 2, 3, … with these
// scores.
func ofMiners(id string, scores ...float64) reward.WeightsRequest {
	c := reward.Competition{ID: "c", Alpha: 100}
	for i, x := range scores {
		c.Miners = append(c.Miners, reward.Miner{Miner: strconv.Itoa(i + 1), Score: &x})
	}
	return reward.WeightsRequest{Rulebook: rulebook.ID(id), Competitions: []reward.Competition{c}}
}

// capTo is the request under a cap in percent.
func capTo(percent float64, mode string, req reward.WeightsRequest) reward.WeightsRequest {
	req.Cap = &reward.Cap{Percent: &percent, Mode: mode}
	return req
}

// burning is the request with a burn in percent.
func burning(percent float64, mode string, req reward.WeightsRequest) reward.WeightsRequest {
	req.Burn = &reward.Burn{Percent: percent, Mode: mode}
	return req
}

// ofValidators is a request about one miner, whom validators of equal stake
// give these scores.
func ofValidators(id string, scores ...float64) reward.ConsensusRequest {
	req := reward.ConsensusRequest{Rulebook: rulebook.ID(id)}
	for i, x := range scores {
		name := "v" + strconv.Itoa(i+1)
		req.Validators = append(req.Validators, reward.Validator{ID: name, Stake: input.StakeOf(100)})
		req.Scores = append(req.Scores, reward.Evaluation{Validator: name, Miner: "m", Score: &x})
	}
	return req
}

// agreed is what validators agree on for the first miner: its score, or why
// there is none.
func agreed(d *asker, req reward.ConsensusRequest) string {
	m := compute(d, reward.Consensus, req).Miners[0]
	if !m.Valid {
		return "no score (" + strings.ReplaceAll(m.Reason, "-", " ") + ")"
	}
	return share(*m.Score)
}

// consensus describes which evaluations count, and their result.
func (w *ruleWriter) consensus(r *rulebook.Reward) {
	c := r.Consensus
	w.Section("consensus", "How validators’ results are combined")
	if r.Missing == "drop" {
		w.Text("A validator’s result for a miner is a pass rate. A task without a result does not count in the total.")
	} else {
		w.Text("A validator’s result for a miner is a pass rate over all tasks. A task without a result is a fail.")
	}
	w.addTexts("consensus")
	w.Part("eligibility", "Enough validators, enough stake")
	w.Text("A score counts if at least %d validators evaluated the miner and they have at least %s %% of the network’s stake. Exactly that share is enough. Both conditions are tested on all evaluations, before outliers are removed. It is an error if a validator evaluates a miner twice.", c.MinValidators, frame.Show(c.MinStakePercent))
	w.addTexts("eligibility")
	w.outliers(c)
	w.average(c)
}

func (w *ruleWriter) outliers(c rulebook.RewardConsensus) {
	w.Part("outliers", "Outliers")
	w.Formula("MAD = Med(|x_i − median|)")
	w.Formula("M_i = 0.6745 · (x_i − median) / MAD")
	w.Text("The median of an even number of evaluations is the mean of the middle two. An evaluation is an outlier if $|M_i|$ is strictly above %s. Outliers are not used for the score.", frame.Show(c.OutlierThreshold))
	undefined := "With fewer than three evaluations, or if MAD is 0, the test has no result: there are no outliers, and the answer has a warning."
	if c.MADFloor > 0 {
		undefined = fmt.Sprintf("With fewer than three evaluations, or if MAD is below %s, there is no test: there are no outliers, and the answer has a warning.", frame.Show(c.MADFloor))
	}
	w.Text("%s", undefined)
	w.addTexts("outliers")
	scores := []float64{0.80, 0.82, 0.79, 0.81, 0.20}
	m := compute(&w.asker, reward.Consensus, ofValidators(w.rb.ID, scores...)).Miners[0]
	t := markup.TableView{Caption: fmt.Sprintf("Five validators of equal stake: median %s, MAD %s, score %s", frame.Show(m.Median), prose.Brief(m.MAD), share(*m.Score)),
		Head: []markup.CellView{{Text: "Validator"}, prose.Numeric("Pass rate"), {Text: "Outcome"}}}
	for i, x := range scores {
		id, outcome := "v"+strconv.Itoa(i+1), "counts"
		for _, o := range m.Outliers {
			if o.Validator == id {
				outcome = "outlier, M = " + prose.Brief(o.Z)
			}
		}
		t.Rows = append(t.Rows, markup.RowView{Cells: []markup.CellView{{Text: id}, prose.Numeric(fmt.Sprintf("%.2f", x)), {Text: outcome}}})
	}
	w.Table(t)
}

func (w *ruleWriter) average(c rulebook.RewardConsensus) {
	w.Part("average", "Score by stake")
	w.Formula("s_m = (Σ_v σ_v · score_vm) / (Σ_v σ_v)")
	w.Text("$σ_v$ is the stake of validator $v$; both sums include the remaining validators. If they have no stake at all, there is no score, which is an error.")
	w.addTexts("average")
	req := ofValidators(w.rb.ID, 0.9, 0.8, 0.7)
	req.Validators[0].Stake = input.StakeOf(200)
	m := compute(&w.asker, reward.Consensus, req).Miners[0]
	w.Text("With stakes of 200, 100 and 100, pass rates of 0.9, 0.8 and 0.7 give (200 · 0.9 + 100 · 0.8 + 100 · 0.7) / 400 = %s.", frame.Show(*m.Score))
	if c.MaxVariance > 0 {
		w.Text("The code also reports a confidence: 1 minus the stake-weighted variance divided by %s, and at least 0. Here it is %s. No weight depends on it.", frame.Show(c.MaxVariance), prose.Brief(*m.Confidence))
	}
}

// strategyNames are the strategies as pages name them, with their formula.
var strategyNames = []struct{ id, name, formula, words string }{
	{"linear", "Linear", "w_m = s_m / (Σ_j s_j)", "in proportion to the score"},
	{"winner-takes-all", "Winner takes all", "w_m = 1 / N", "for each of the top N, and 0 for the others. N is at most the number of miners"},
	{"quadratic", "Quadratic", "w_m = s_m^2 / (Σ_j s_j^2)", "in proportion to the square of the score"},
	{"ranked", "Ranked", "w_m = (N − rank_m + 1) / ((N · (N + 1)) / 2)", "by place only"},
	{"softmax", "Softmax", "w_m = e^((s_m − max) / T) / (Σ_j e^((s_j − max) / T))", "with a temperature T"},
}

// division is how one competition is divided, and several together.
func (w *ruleWriter) division(r *rulebook.Reward) {
	w.Section("weights", "From scores to weights")
	w.Part("strategies", "Strategies")
	def := ""
	for _, s := range strategyNames {
		if s.id == r.Weights.Strategy {
			def = s.name
		}
	}
	w.Text("One of these strategies divides the reward of a competition. %s is the default.", def)
	for _, s := range strategyNames {
		if s.id == "softmax" && w.remarks.texts["softmax"] == nil {
			continue // no source of this rulebook knows it
		}
		w.Text("**%s**, %s:", s.name, s.words)
		w.Formula("%s", s.formula)
	}
	w.addTexts("strategies")
	w.addTexts("softmax")
	w.strategyTable()
	switch r.Ties {
	case rulebook.TiesByTime:
		w.Text("If places count, the earlier submission comes first among equal scores.")
	case rulebook.TiesByOrder:
		w.Text("If places count, equal scores keep the order of the input.")
	}
	switch r.Weights.ZeroScores {
	case rulebook.ZeroNothing:
		w.Text("A score of 0 gets no reward.")
	case rulebook.ZeroRanked:
		w.Text("A score of 0 gets no reward, except with the ranked strategy, in which it keeps its place: see [a score of 0](#zero-scores). If every score is 0, there are no weights.")
	case rulebook.ZeroFormula:
		w.Text("A score of 0 gets what the formula gives it, which is more than 0 in winner takes all and ranked: see [a score of 0](#zero-scores). If every score is 0, there are no weights.")
	case rulebook.ZeroPaid:
		w.Text("A score of 0 counts like any other score.")
	}
	if r.Weights.Whole {
		w.Text("Within a competition, weights are whole numbers before they are added: $round(w_m · 65535)$, and at least 1 for every miner who takes part. With the strategy winner takes all, each winner has $⌊65535 / N⌋$.")
	}
	w.competitions(r.Weights)
}

// strategyTable is the same four miners under each strategy.
func (w *ruleWriter) strategyTable() {
	t := markup.TableView{Caption: "Shares of miners who score 0.9, 0.6, 0.3 and 0", Wide: true,
		Head: []markup.CellView{{Text: "Strategy"}, prose.Numeric("0.9"), prose.Numeric("0.6"), prose.Numeric("0.3"), prose.Numeric("0")}}
	columns := make([][]*string, 4)
	add := func(name string, edit func(*reward.WeightsRequest)) {
		req := ofMiners(w.rb.ID, 0.9, 0.6, 0.3, 0)
		edit(&req)
		row := []markup.CellView{{Text: name}}
		for _, m := range compute(&w.asker, reward.Weights, req).Miners {
			row = append(row, prose.Numeric(share(m.Share)))
		}
		for i := range columns {
			columns[i] = append(columns[i], &row[i+1].Text)
		}
		t.Rows = append(t.Rows, markup.RowView{Cells: row})
	}
	for _, s := range strategyNames {
		switch {
		case s.id == "winner-takes-all":
			for _, n := range []int{1, 2} {
				add(fmt.Sprintf("%s, N = %d", s.name, n), func(r *reward.WeightsRequest) { r.Strategy, r.TopN = s.id, &n })
			}
		case s.id != "softmax":
			add(s.name, func(r *reward.WeightsRequest) { r.Strategy = s.id })
		case w.remarks.texts["softmax"] != nil:
			add(s.name+", T = 1", func(r *reward.WeightsRequest) { r.Strategy, r.Temperature = s.id, frame.Ptr(1.0) })
		}
	}
	for _, column := range columns {
		decimals.Evenly(column...)
	}
	w.Table(t)
}

func (w *ruleWriter) competitions(r rulebook.RewardWeights) {
	w.Part("competitions", "Several competitions")
	w.Formula("E_c = α_c · E_total")
	w.Text("The parts $α_c$ sum to 100 %, within 0.1. Each competition is divided separately, and the shares of a miner are added.")
	switch r.Empty {
	case "burn":
		w.Text("If a competition rewards no miner, its part is unallocated and goes to the burn address.")
	case "renormalize":
		w.Text("If a competition rewards no miner, its part is divided among the other competitions.")
	}
	w.addTexts("competitions")
	res := compute(&w.asker, reward.Weights, emptyThird(w.rb.ID))
	t := markup.TableView{Caption: "Three competitions of 60\u00a0%, 15\u00a0% and 25\u00a0%; nobody takes part in the third",
		Head: []markup.CellView{{Text: "Miner"}, {Text: "Scores"}, prose.Numeric("Share")}}
	what := map[string]string{"1": "0.75 in the first", "2": "0.25 in the first, 0.5 in the second", "0": "burn address"}
	var column []*string
	for _, m := range res.Miners {
		row := []markup.CellView{{Text: m.Miner}, {Text: what[m.Miner]}, prose.Numeric(share(m.Share))}
		t.Rows = append(t.Rows, markup.RowView{Cells: row})
		column = append(column, &row[2].Text)
	}
	decimals.Evenly(column...)
	w.Table(t)
}

// emptyThird is three competitions, of which the last has no miners.
func emptyThird(id string) reward.WeightsRequest {
	return reward.WeightsRequest{Rulebook: rulebook.ID(id), Competitions: []reward.Competition{
		{ID: "first", Alpha: 60, Miners: []reward.Miner{{Miner: "1", Score: frame.Ptr(0.75)}, {Miner: "2", Score: frame.Ptr(0.25)}}},
		{ID: "second", Alpha: 15, Miners: []reward.Miner{{Miner: "2", Score: frame.Ptr(0.5)}}},
		{ID: "third", Alpha: 25, Miners: []reward.Miner{}},
	}}
}

// capWords are the cap modes in words.
var capWords = []struct{ mode, name, words string }{
	{"truncate", "Truncate", "the excess over the cap is removed and lost"},
	{"redistribute", "Redistribute", "the excess goes to the others in proportion, once"},
	{"iterative", "Iterative", "the excess goes to the others, until no share is above the cap"},
}

// limits is the cap on one miner.
func (w *ruleWriter) limits(r *rulebook.Reward) {
	w.Part("cap", "Cap")
	w.Formula("W_capped = min(W_m, α_cap · Σ_j W_j)")
	w.Text("No miner should have more than %s %% of all weight. There are three readings of what happens to the excess. The reading of this rulebook is marked.", frame.Show(r.Weights.CapPercent))
	w.addTexts("cap")
	t := markup.TableView{Caption: "A cap of " + percentage(r.Weights.CapPercent), Wide: true,
		Head: []markup.CellView{{Text: "Mode"}, {Text: "80/20 becomes"}, prose.Numeric("Top share, normalized"), {Text: "Excess over the cap"}}}
	var column []*string
	for _, c := range capWords {
		res := compute(&w.asker, reward.Weights, capTo(r.Weights.CapPercent, c.mode, ofMiners(w.rb.ID, 0.8, 0.2)))
		row := []markup.CellView{{Text: marked(c.name, c.mode == r.Weights.CapMode)}, {Text: shares(res)}, prose.Numeric(share(res.TopShare)), {Text: c.words, Quiet: true}}
		t.Rows = append(t.Rows, markup.RowView{Cells: row})
		column = append(column, &row[2].Text)
	}
	decimals.Evenly(column...)
	w.Table(t)
	w.Note("trap", "The chain divides a row by its sum. Truncated at 50 %%, 80/20 becomes 50/20, and 50 of 70 is %s. So the cap in the document does not hold. See [whether the cap holds](#cap-holds).",
		share(compute(&w.asker, reward.Weights, capTo(50, "truncate", ofMiners(w.rb.ID, 0.8, 0.2))).TopShare))
	alone := compute(&w.asker, reward.Weights, capTo(50, "iterative", ofMiners(w.rb.ID, 0.8)))
	w.Text("A cap cannot hold if there are too few miners: a single miner has %s of the row after normalization under any cap. The answer states this (`feasible`). It also states how concentrated the shares are, by the Herfindahl-Hirschman index, which is the sum of squared shares.", share(alone.TopShare))
}

// marked names the default among several.
func marked(name string, is bool) string {
	if is {
		return name + " (default)"
	}
	return name
}

// whole is weights as whole numbers.
func (w *ruleWriter) whole(r *rulebook.Reward) {
	w.Part("u16", "Whole numbers")
	w.Formula("W_m = round(w_m · 65535)")
	w.Text("The chain stores whole numbers from 0 to 65535. The answer contains three ways to compute them:")
	w.Text("- **Round**: the formula above. The numbers need not sum to 65535.\n- **Largest remainder**: numbers are rounded down, then the rest is given to the largest remainders. These numbers sum to 65535.\n- **Max-upscaled**: numbers are scaled so that the largest is 65535. The chain stores these numbers.")
	w.addTexts("u16")
	t := markup.TableView{Caption: "Two miners with equal scores, and a third with half of that",
		Head: []markup.CellView{{Text: "Miner"}, prose.Numeric("Share"), prose.Numeric("Round"), prose.Numeric("Largest remainder"), prose.Numeric("Max-upscaled")}, Wide: true}
	sum := reward.U16{}
	for _, m := range compute(&w.asker, reward.Weights, ofMiners(w.rb.ID, 0.8, 0.8, 0.4)).Miners {
		t.Rows = append(t.Rows, markup.RowView{Cells: u16Row(m.Miner, share(m.Share), m.U16)})
		sum.Round += m.U16.Round
		sum.LargestRemainder += m.U16.LargestRemainder
		sum.MaxUpscaled += m.U16.MaxUpscaled
	}
	t.Rows = append(t.Rows, markup.RowView{Cells: u16Row("Sum", "", sum)})
	w.Table(t)
}

func u16Row(name, part string, u reward.U16) []markup.CellView {
	row := []markup.CellView{{Text: name}, prose.Numeric(part)}
	for _, n := range []int64{u.Round, u.LargestRemainder, u.MaxUpscaled} {
		row = append(row, prose.Numeric(strconv.FormatInt(n, 10)))
	}
	return row
}
