package pages

import (
	"fmt"
	"strconv"

	"github.com/tallyproof/tallyproof/core/reward"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/site/decimals"
	markup "github.com/tallyproof/tallyproof/templates/prose"
)

// decay is what happens without improvement, and what counts as one.
func (w *ruleWriter) decay(r *rulebook.Reward) {
	d := r.Decay
	w.section("decay", "Decay without improvement")
	w.part("stale", "Stale epochs")
	if d.Early > 0 {
		w.formula(`τ = epoch − "last improvement" − G + %d`, d.Early)
		w.text("from the epoch on in which $epoch$ − last improvement reaches $G$, and 0 before. $G$, the grace period, is %d epochs.", d.Grace)
	} else {
		w.formula(`τ = max(0, epoch − "last improvement" − G)`)
		w.text("$G$, the grace period, is %d epochs.", d.Grace)
	}
	w.say("stale")
	w.part("curves", "Decay curves")
	w.text("The burn $B$, in percent, grows with $τ$ to at most $B_max$ = %s. The rate $ρ$ is %s. Linear is the default.", show(d.MaxBurn), show(d.Rate))
	w.text("**Linear**:")
	w.formula("B = min(ρ · τ · 100, B_max)")
	w.text("**Exponential**:")
	w.formula("B = min((1 − (1 − ρ)^τ) · 100, B_max)")
	w.timeline()
	w.say("curves")
	w.otherCurves(d)
	w.part("staleness", "Whose improvement counts")
	switch d.Staleness {
	case "competition":
		w.text("Anybody’s: the last improvement is that of the competition’s best score, and everybody’s weight decays together.")
	case "agent":
		w.text("One’s own: every agent has a last improvement of its own.")
	}
	w.say("staleness")
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
			row := []markup.CellView{{Text: epochs(from, to, last)}, numeric(strconv.FormatInt(at.Stale, 10)), numeric(percentage(at.BurnPercent)), numeric(percentage(at.KeptPercent)), numeric(percentage(exponential[from].KeptPercent))}
			rows = append(rows, row)
		}
		from = to + 1
	}
	t := markup.TableView{Caption: "What is left, by epochs since the last improvement", Wide: true,
		Head: []markup.CellView{{Text: "Epoch"}, numeric("τ"), numeric("Burned"), numeric("Kept"), numeric("Kept, exponential")}}
	for _, row := range rows {
		t.Rows = append(t.Rows, markup.RowView{Cells: row})
		for i := range columns {
			columns[i] = append(columns[i], &row[i+1].Text)
		}
	}
	for _, column := range columns[1:] {
		decimals.Evenly(column...)
	}
	w.table(t)
}

// otherCurves are those that no document has.
func (w *ruleWriter) otherCurves(d rulebook.RewardDecay) {
	if w.told.says["other-curves"] == nil {
		return
	}
	w.part("other-curves", "Curves of the code alone")
	w.say("other-curves")
	t := markup.TableView{Caption: "Burned by stale epochs: steps of 10 % every 5, and logarithmic", Head: []markup.CellView{numeric("τ"), numeric("Step"), numeric("Logarithmic")}}
	var columns [2][]*string
	for _, tau := range []int{1, 5, 10, 20, 40} {
		at := ptr(int64(tau + d.Grace - d.Early))
		row := []markup.CellView{numeric(strconv.Itoa(tau))}
		for _, req := range []reward.DecayRequest{{Curve: "step", StepPercent: ptr(10.0), StepEpochs: ptr(5)}, {Curve: "logarithmic"}} {
			req.Rulebook, req.From, req.To = rulebook.ID(w.rb.ID), at, at
			row = append(row, numeric(percentage(compute(&w.desk, reward.Decay, req).Epochs[0].BurnPercent)))
		}
		for i := range columns {
			columns[i] = append(columns[i], &row[i+1].Text)
		}
		t.Rows = append(t.Rows, markup.RowView{Cells: row})
	}
	for _, column := range columns {
		decimals.Evenly(column...)
	}
	w.table(t)
	w.blocks(d)
}

// blocks is the curve that counts blocks.
func (w *ruleWriter) blocks(d rulebook.RewardDecay) {
	w.part("blocks", "Decay by blocks")
	w.formula("B = min((1 − 2^(−b / %d)) · 100, B_max)", d.HalfLife)
	w.text("$b$ is the number of blocks since the last improvement beyond a grace of %d; each %d of them halve what is kept.", d.GraceBlocks, d.HalfLife)
	w.say("blocks")
	t := markup.TableView{Caption: "What is left, by blocks since the last improvement", Head: []markup.CellView{numeric("Block"), numeric("b"), numeric("Burned"), numeric("Kept")}}
	var columns [2][]*string
	for _, b := range []int{0, 1, d.HalfLife / 2, d.HalfLife, 2 * d.HalfLife, 3 * d.HalfLife} {
		at := ptr(int64(d.GraceBlocks + b))
		row := compute(&w.desk, reward.Decay, reward.DecayRequest{Rulebook: rulebook.ID(w.rb.ID), Curve: "block", From: at, To: at}).Epochs[0]
		line := []markup.CellView{numeric(strconv.FormatInt(row.Epoch, 10)), numeric(strconv.FormatInt(row.Stale, 10)), numeric(percentage(row.BurnPercent)), numeric(percentage(row.KeptPercent))}
		columns[0], columns[1] = append(columns[0], &line[2].Text), append(columns[1], &line[3].Text)
		t.Rows = append(t.Rows, markup.RowView{Cells: line})
	}
	for _, column := range columns {
		decimals.Evenly(column...)
	}
	w.table(t)
}

// reaches says whether the most is burned for the first time in that epoch.
func reaches(rows []reward.DecayEpoch, at int) bool {
	least := rows[len(rows)-1].KeptPercent
	return at > 0 && rows[at].KeptPercent == least && rows[at-1].KeptPercent > least
}

// kept is 45 epochs without improvement.
func (w *ruleWriter) kept(curve string) []reward.DecayEpoch {
	return compute(&w.desk, reward.Decay, reward.DecayRequest{Rulebook: rulebook.ID(w.rb.ID), Curve: curve, To: ptr(int64(45))}).Epochs
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
	w.part("reset", "What resets it")
	switch d.ThresholdMode {
	case "relative":
		w.text("A score that beats the top score by at least %s %% of it, compared exactly.", brief(100*d.Threshold))
	case "absolute":
		w.text("A score that beats the top score by at least %s as a difference, %s points of 100, compared in binary floating point.", show(d.Threshold), brief(100*d.Threshold))
	case "any":
		w.text("Any better score.")
	}
	w.say("reset")
	t := markup.TableView{Caption: "The top score is 0.80, and one epoch later somebody scores", Head: []markup.CellView{numeric("Score"), {Text: "By this rulebook"}, {Text: "If any improvement counts"}}}
	for _, x := range resets {
		t.Rows = append(t.Rows, markup.RowView{Cells: []markup.CellView{
			numeric(fmt.Sprintf("%.3f", x)), {Text: resetBy(&w.desk, w.rb.ID, "", x)}, {Text: resetBy(&w.desk, w.rb.ID, "any", x)},
		}})
	}
	w.table(t)
	if d.AnyKeepsTop {
		w.text("Where any improvement counts, one below the threshold resets the epochs and leaves the score to beat as it was.")
	}
}

// resetBy says whether a score resets decay where 0.80 is the top score.
func resetBy(d *desk, id, mode string, to float64) string {
	top := 0.8
	res := compute(d, reward.Decay, reward.DecayRequest{Rulebook: rulebook.ID(id), ThresholdMode: mode, History: []reward.HistoryEpoch{
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

// burn is what becomes of what is not kept.
func (w *ruleWriter) burn(r *rulebook.Reward) {
	w.section("burn", "Burn")
	w.formula("W_0 = B / 100 · 65535")
	w.text("What decays goes to UID 0, the burn address. What becomes of the other weights can be read in three ways; this rulebook’s is marked. Because the chain divides the row by its sum, what is really burned is not always $B$, so every answer states it (`actual_burn_percent`).")
	w.say("burn")
	t := markup.TableView{Caption: "Two miners with equal scores", Wide: true,
		Head: []markup.CellView{{Text: "Mode"}, numeric("Really burned at B = 20"), numeric("Really burned at B = 80"), {Text: "What it does"}}}
	var columns [2][]*string
	for _, b := range burnWords {
		row := []markup.CellView{{Text: marked(b.name, b.mode == r.Weights.BurnMode)}, {Num: true}, {Num: true}, {Text: b.words, Quiet: true}}
		for i, percent := range []float64{20, 80} {
			row[i+1].Text = percentage(compute(&w.desk, reward.Weights, burning(percent, b.mode, ofMiners(w.rb.ID, 0.5, 0.5))).ActualBurn)
			columns[i] = append(columns[i], &row[i+1].Text)
		}
		t.Rows = append(t.Rows, markup.RowView{Cells: row})
	}
	for _, column := range columns {
		decimals.Evenly(column...)
	}
	w.table(t)
}

// chain is what the chain makes of a row. It is the chain's arithmetic, not the
// arena's.
func (w *ruleWriter) chain() {
	w.section("chain", "What the chain makes of it")
	w.text("This is the chain’s arithmetic and not the arena’s, so it is shown apart (`chain` in [`reward.weights`](%s)):", operationPath("reward.weights"))
	w.text("1. The row is [max-upscaled](#u16). A weight of 0 is not stored.\n2. Every row is divided by its sum.\n3. Each weight is clipped to the stake-weighted median of that miner’s weights, so that a validator alone can lift nobody.\n4. What is left, weighted by stake and divided by its sum, is the incentive.")
	w.say("chain")
	req := ofMiners(w.rb.ID, 0.8, 0.2)
	req.Chain = &reward.Chain{Validators: []reward.ChainValidator{
		{ID: "v1", Stake: reward.StakeOf(40)}, {ID: "v2", Stake: reward.StakeOf(35)},
		{ID: "v3", Stake: reward.StakeOf(25), Weights: []reward.ChainWeight{{Miner: "2", Weight: 65535}}},
	}}
	t := markup.TableView{Caption: "80/20 as two validators see it; a third, with a quarter of the stake, gives everything to miner 2", Wide: true,
		Head: []markup.CellView{{Text: "Miner"}, numeric("Stored"), numeric("Share of the row"), numeric("Clipped to"), numeric("Incentive")}}
	view := compute(&w.desk, reward.Weights, req).Chain
	for _, m := range view.Miners {
		t.Rows = append(t.Rows, markup.RowView{Cells: []markup.CellView{
			{Text: m.Miner}, numeric(strconv.FormatInt(m.Stored, 10)), numeric(share(m.Row)), numeric(share(*m.Consensus)), numeric(share(*m.Incentive)),
		}})
	}
	w.table(t)
	decayed := ofMiners(w.rb.ID, 0.8)
	decayed.Chain = &reward.Chain{}
	stored := compute(&w.desk, reward.Weights, burning(80, "multiply-only", decayed)).Chain.Miners[0].Stored
	w.note("trap", "A row of one decayed weight is stored as %d whatever the decay: the largest weight always is. Decay reaches the chain only through the burn address.", stored)
}
