package rules

import (
	"fmt"
	"strconv"

	"github.com/tallyproof/tallyproof/core/reward"
	"github.com/tallyproof/tallyproof/core/reward/decay"
	"github.com/tallyproof/tallyproof/core/reward/input"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/site/decimals"
	"github.com/tallyproof/tallyproof/site/pages/frame"
	"github.com/tallyproof/tallyproof/site/pages/prose"
	markup "github.com/tallyproof/tallyproof/templates/prose"
)

// decay is what happens without improvement, and what counts as one.
func (w *ruleWriter) decay(r *rulebook.Reward) {
	d := r.Decay
	w.Section("decay", "Decay without improvement")
	w.Part("stale", "Stale epochs")
	if d.Early > 0 {
		w.Formula(`τ = epoch − "last improvement" − G + %d`, d.Early)
		w.Text("from the epoch in which $epoch$ − last improvement reaches $G$. Before that epoch, $τ$ is 0. $G$, the grace period, is %d epochs.", d.Grace)
	} else {
		w.Formula(`τ = max(0, epoch − "last improvement" − G)`)
		w.Text("$G$, the grace period, is %d epochs.", d.Grace)
	}
	w.addTexts("stale")
	w.Part("curves", "Decay curves")
	w.Text("The burn $B$, in percent, grows with $τ$ to at most $B_max$ = %s. The rate $ρ$ is %s. Linear is the default.", frame.Show(d.MaxBurn), frame.Show(d.Rate))
	w.Text("**Linear**:")
	w.Formula("B = min(ρ · τ · 100, B_max)")
	w.Text("**Exponential**:")
	w.Formula("B = min((1 − (1 − ρ)^τ) · 100, B_max)")
	w.timeline()
	w.addTexts("curves")
	w.otherCurves(d)
	w.Part("staleness", "Whose improvement counts")
	switch d.Staleness {
	case "competition":
		w.Text("The improvement of any agent counts: the last improvement is that of the competition’s best score, and all weights decay together.")
	case "agent":
		w.Text("Only the agent’s own improvement counts: every agent has its own last improvement.")
	}
	w.addTexts("staleness")
	w.reset(d)
}

// timeline is how much is kept, epoch by epoch, under both documented curves.
func (w *ruleWriter) timeline() {
	linear, exponential := w.kept("linear"), w.kept("exponential")
	var rows [][]markup.CellView
	var columns [4][]*string
	last := len(linear) - 1
	for from, n := 0, 0; from <= last; n++ {
		to := from
		for to < last && linear[to+1].KeptPercent == linear[from].KeptPercent && exponential[to+1].KeptPercent == exponential[from].KeptPercent {
			to++
		}
		if n < 4 || n%5 == 0 || reaches(linear, from) || to == last {
			at := linear[from]
			row := []markup.CellView{{Text: epochs(from, to, last)}, prose.Numeric(strconv.FormatInt(at.Stale, 10)), prose.Numeric(percentage(at.BurnPercent)), prose.Numeric(percentage(at.KeptPercent)), prose.Numeric(percentage(exponential[from].KeptPercent))}
			rows = append(rows, row)
		}
		from = to + 1
	}
	t := markup.TableView{Caption: "Reward left, by epochs since the last improvement", Wide: true,
		Head: []markup.CellView{{Text: "Epoch"}, prose.Numeric("τ"), prose.Numeric("Burned"), prose.Numeric("Kept"), prose.Numeric("Kept, exponential")}}
	for _, row := range rows {
		t.Rows = append(t.Rows, markup.RowView{Cells: row})
		for i := range columns {
			columns[i] = append(columns[i], &row[i+1].Text)
		}
	}
	for _, column := range columns[1:] {
		decimals.Evenly(column...)
	}
	w.Table(t)
}

// otherCurves are the curves that are in no document.
func (w *ruleWriter) otherCurves(d rulebook.RewardDecay) {
	if w.remarks.texts["other-curves"] == nil {
		return
	}
	w.Part("other-curves", "Curves of the code alone")
	w.addTexts("other-curves")
	t := markup.TableView{Caption: "Burned by stale epochs: steps of 10 % every 5, and logarithmic", Head: []markup.CellView{prose.Numeric("τ"), prose.Numeric("Step"), prose.Numeric("Logarithmic")}}
	var columns [2][]*string
	for _, tau := range []int{1, 5, 10, 20, 40} {
		at := frame.Ptr(int64(tau + d.Grace - d.Early))
		row := []markup.CellView{prose.Numeric(strconv.Itoa(tau))}
		for _, req := range []decay.DecayRequest{{Curve: "step", StepPercent: frame.Ptr(10.0), StepEpochs: frame.Ptr(5)}, {Curve: "logarithmic"}} {
			req.Rulebook, req.From, req.To = rulebook.ID(w.rb.ID), at, at
			row = append(row, prose.Numeric(percentage(compute(&w.asker, decay.Decay, req).Epochs[0].BurnPercent)))
		}
		for i := range columns {
			columns[i] = append(columns[i], &row[i+1].Text)
		}
		t.Rows = append(t.Rows, markup.RowView{Cells: row})
	}
	for _, column := range columns {
		decimals.Evenly(column...)
	}
	w.Table(t)
	w.blocks(d)
}

// blocks is the curve that counts blocks.
func (w *ruleWriter) blocks(d rulebook.RewardDecay) {
	w.Part("blocks", "Decay by blocks")
	text := "$b$ is the number of blocks since the last improvement, after a grace period of %d blocks. Every %d of these blocks halve the reward."
	if d.BlockMax() < 100 {
		w.Formula("B = min((1 − 2^(−b / %d)) · 100, B_max)", d.HalfLife)
	} else {
		w.Formula("B = (1 − 2^(−b / %d)) · 100", d.HalfLife)
		text += " For this curve, nothing limits the burn."
	}
	w.Text(text, d.GraceBlocks, d.HalfLife)
	w.addTexts("blocks")
	t := markup.TableView{Caption: "Reward left, by blocks since the last improvement", Head: []markup.CellView{prose.Numeric("Block"), prose.Numeric("b"), prose.Numeric("Burned"), prose.Numeric("Kept")}}
	var columns [2][]*string
	for _, b := range []int{0, 1, d.HalfLife / 2, d.HalfLife, 2 * d.HalfLife, 3 * d.HalfLife} {
		at := frame.Ptr(int64(d.GraceBlocks + b))
		row := compute(&w.asker, decay.Decay, decay.DecayRequest{Rulebook: rulebook.ID(w.rb.ID), Curve: "block", From: at, To: at}).Epochs[0]
		line := []markup.CellView{prose.Numeric(strconv.FormatInt(row.Epoch, 10)), prose.Numeric(strconv.FormatInt(row.Stale, 10)), prose.Numeric(percentage(row.BurnPercent)), prose.Numeric(percentage(row.KeptPercent))}
		columns[0], columns[1] = append(columns[0], &line[2].Text), append(columns[1], &line[3].Text)
		t.Rows = append(t.Rows, markup.RowView{Cells: line})
	}
	for _, column := range columns {
		decimals.Evenly(column...)
	}
	w.Table(t)
}

// reaches reports whether the maximum is burned for the first time in that
// epoch.
func reaches(rows []decay.DecayEpoch, at int) bool {
	least := rows[len(rows)-1].KeptPercent
	return at > 0 && rows[at].KeptPercent == least && rows[at-1].KeptPercent > least
}

// kept is 45 epochs without improvement.
func (w *ruleWriter) kept(curve string) []decay.DecayEpoch {
	return compute(&w.asker, decay.Decay, decay.DecayRequest{Rulebook: rulebook.ID(w.rb.ID), Curve: curve, To: frame.Ptr(int64(45))}).Epochs
}

// epochs names a span; the last one goes on.
func epochs(from, to, last int) string {
	switch {
	case to == last:
		return fmt.Sprintf("%d and later", from)
	case from == to:
		return strconv.Itoa(from)
	}
	return fmt.Sprintf("%d to %d", from, to)
}

// resets are improvements on a top score of 0.80.
var resets = []float64{0.801, 0.815, 0.816, 0.82, 0.821}

// reset is what counts as an improvement.
func (w *ruleWriter) reset(d rulebook.RewardDecay) {
	w.Part("reset", "What resets the decay")
	switch d.ThresholdMode {
	case "relative":
		w.Text("A score that beats the top score by at least %s %% of it, compared exactly.", prose.Brief(100*d.Threshold))
	case "absolute":
		w.Text("A score that beats the top score by at least %s as a difference, %s points of 100, compared in binary floating point.", frame.Show(d.Threshold), prose.Brief(100*d.Threshold))
	case "any":
		w.Text("Any better score.")
	}
	w.addTexts("reset")
	t := markup.TableView{Caption: "The top score is 0.80, and one epoch later somebody scores", Head: []markup.CellView{prose.Numeric("Score"), {Text: "By this rulebook"}, {Text: "If any improvement counts"}}}
	for _, x := range resets {
		t.Rows = append(t.Rows, markup.RowView{Cells: []markup.CellView{
			prose.Numeric(fmt.Sprintf("%.3f", x)), {Text: resetBy(&w.asker, w.rb.ID, "", x)}, {Text: resetBy(&w.asker, w.rb.ID, "any", x)},
		}})
	}
	w.Table(t)
	if d.AnyKeepsTop {
		w.Text("If any improvement counts, an improvement below the threshold resets the epochs, but does not change the score to beat.")
	}
}

// resetBy reports whether a score resets decay if 0.80 is the top score.
func resetBy(d *asker, id, mode string, to float64) string {
	top := 0.8
	res := compute(d, decay.Decay, decay.DecayRequest{Rulebook: rulebook.ID(id), ThresholdMode: mode, History: []decay.HistoryEpoch{
		{Epoch: 0, BestScore: &top}, {Epoch: 1, BestScore: &to},
	}})
	if last := res.Epochs[len(res.Epochs)-1].LastImprovement; last != nil && *last == 1 {
		return "resets"
	}
	return "resets nothing"
}

// burnWords are the burn modes in words.
var burnWords = []struct{ mode, name, words string }{
	{"scale", "Scale", "every weight × (1 − B/100), the rest to the burn address"},
	{"add", "Add", "the burn is put on top of the others"},
	{"multiply-only", "Multiply only", "every weight × (1 − B/100), nothing to the burn address"},
}

// burn describes what happens to the weight that is not kept.
func (w *ruleWriter) burn(r *rulebook.Reward) {
	w.Section("burn", "Burn")
	w.Formula("W_0 = B / 100 · 65535")
	w.Text("The decayed share goes to UID 0, the burn address. There are three readings of the effect on the other weights. The reading of this rulebook is marked. The chain divides the row by its sum, so the share that is really burned is not always $B$. Every answer states it (`actual_burn_percent`).")
	w.addTexts("burn")
	t := markup.TableView{Caption: "Two miners with equal scores", Wide: true,
		Head: []markup.CellView{{Text: "Mode"}, prose.Numeric("Really burned at B = 20"), prose.Numeric("Really burned at B = 80"), {Text: "What it does"}}}
	var columns [2][]*string
	for _, b := range burnWords {
		row := []markup.CellView{{Text: marked(b.name, b.mode == r.Weights.BurnMode)}, {Num: true}, {Num: true}, {Text: b.words, Quiet: true}}
		for i, percent := range []float64{20, 80} {
			row[i+1].Text = percentage(compute(&w.asker, reward.Weights, burning(percent, b.mode, ofMiners(w.rb.ID, 0.5, 0.5))).ActualBurn)
			columns[i] = append(columns[i], &row[i+1].Text)
		}
		t.Rows = append(t.Rows, markup.RowView{Cells: row})
	}
	for _, column := range columns {
		decimals.Evenly(column...)
	}
	w.Table(t)
}

// chain is what the chain makes of a row. It is the chain's arithmetic, not the
// arena's.
func (w *ruleWriter) chain() {
	w.Section("chain", "What the chain computes from the weights")
	w.Text("This is the arithmetic of the chain, not of the arena. So it is shown separately (`chain` in [`reward.weights`](%s)):", frame.OperationPath("reward.weights"))
	w.Text("1. The row is [max-upscaled](#u16). A weight of 0 is not stored.\n2. Every row is divided by its sum.\n3. Each weight is clipped to the stake-weighted median of that miner’s weights, so a single validator cannot raise a miner’s weight.\n4. The clipped weights, weighted by stake and divided by their sum, are the incentive.")
	w.addTexts("chain")
	req := ofMiners(w.rb.ID, 0.8, 0.2)
	req.Chain = &reward.Chain{Validators: []reward.ChainValidator{
		{ID: "v1", Stake: input.StakeOf(40)}, {ID: "v2", Stake: input.StakeOf(35)},
		{ID: "v3", Stake: input.StakeOf(25), Weights: []reward.ChainWeight{{Miner: "2", Weight: 65535}}},
	}}
	t := markup.TableView{Caption: "80/20 as two validators see it; a third, with a quarter of the stake, gives everything to miner 2", Wide: true,
		Head: []markup.CellView{{Text: "Miner"}, prose.Numeric("Stored"), prose.Numeric("Share of the row"), prose.Numeric("Clipped to"), prose.Numeric("Incentive")}}
	view := compute(&w.asker, reward.Weights, req).Chain
	for _, m := range view.Miners {
		t.Rows = append(t.Rows, markup.RowView{Cells: []markup.CellView{
			{Text: m.Miner}, prose.Numeric(strconv.FormatInt(m.Stored, 10)), prose.Numeric(share(m.Row)), prose.Numeric(share(*m.Consensus)), prose.Numeric(share(*m.Incentive)),
		}})
	}
	w.Table(t)
	decayed := ofMiners(w.rb.ID, 0.8)
	decayed.Chain = &reward.Chain{}
	stored := compute(&w.asker, reward.Weights, burning(80, "multiply-only", decayed)).Chain.Miners[0].Stored
	w.Note("trap", "A row with a single decayed weight is stored as %d, whatever the decay, because the largest weight is always stored as %[1]d. Decay reaches the chain only through the burn address.", stored)
}
