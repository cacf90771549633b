package rewards

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/tallyproof/tallyproof/core/exact"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/reward"
	"github.com/tallyproof/tallyproof/core/reward/decay"
	"github.com/tallyproof/tallyproof/core/reward/input"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/score"
	"github.com/tallyproof/tallyproof/core/words"
)

// TipsResponse is the advice of Term Challenge docs with the numbers of a case.
type TipsResponse struct {
	Key      string `json:"key" doc:"The words of the sentence that matter most, letter for letter."`
	Brief    string `json:"brief" doc:"What one more task adds, in a word."`
	Sentence string `json:"sentence" doc:"What one more task adds, in one sentence."`
	Tips     []Tip  `json:"tips" doc:"The advice, in the order of the document."`
}

// Tip is a piece of advice and the number behind it.
type Tip struct {
	ID     string `json:"id" doc:"complete, local, active, improve or consistent."`
	Advice string `json:"advice" doc:"The advice, in short."`
	Number string `json:"number" doc:"The number behind it; a dash if there is none in this case."`
	Text   string `json:"text" doc:"What the number means."`
}

// noNumber stands for a number that a case does not have.
const noNumber = "–"

// tipper is a pass rate and the rules of its rewards.
type tipper struct {
	req           score.ComputeRequest
	rules         *rulebook.Reward
	passed, total int
}

// Tips puts numbers to the advice of Scoring & Rewards, Optimization Tips. It
// refuses what score.compute refuses, rules without rewards, and a case without
// passed and total.
func Tips(req score.ComputeRequest) (TipsResponse, error) {
	got, err := score.Compute(req)
	if err != nil {
		return TipsResponse{}, err
	}
	rules, err := req.Rulebook.Reward()
	if err != nil {
		return TipsResponse{}, err
	}
	key := got.Breakdown[0].Key
	m := req.Measurements[key]
	if len(got.Breakdown) != 1 || !m.Counted() {
		return TipsResponse{}, op.Refuse("/measurements", "want one dimension with passed and total")
	}
	t := &tipper{req: req, rules: rules}
	t.passed, t.total = m.Tasks()
	res := TipsResponse{Tips: []Tip{t.complete()}}
	res.Sentence, res.Brief, res.Key = res.Tips[0].Text, res.Tips[0].Number, "complete"
	if t.passed < t.total {
		res.Key = words.Rate(t.rate(t.passed + 1))
	}
	for _, tip := range []func() (Tip, error){t.local, t.active, t.improve, t.consistent} {
		one, err := tip()
		if err != nil {
			return TipsResponse{}, err
		}
		res.Tips = append(res.Tips, one)
	}
	return res, nil
}

func (t *tipper) rate(passed int) float64 { return float64(passed) / float64(t.total) }

// of returns a number of tasks of all: 74 of 91.
func (t *tipper) of(passed int) string { return strconv.Itoa(passed) + " of " + strconv.Itoa(t.total) }

// complete is about tasks that are solved in part.
func (t *tipper) complete() Tip {
	tip := Tip{ID: "complete", Advice: "Complete tasks, rather than solve more of them in part", Number: noNumber,
		Text: "All tasks are complete."}
	if t.passed < t.total {
		tip.Number = "+" + words.Fixed(100/float64(t.total), 1) + " points"
		tip.Text = fmt.Sprintf("One more complete task makes it %s, %s. A task solved in part adds 0.", t.of(t.passed+1),
			words.Rate(t.rate(t.passed+1)))
	}
	return tip
}

// local is about a run of one's own.
func (t *tipper) local() (Tip, error) {
	got, err := score.Intervals(score.IntervalRequest{
		Entrants: []score.Passes{{ID: "run", Passed: t.passed, Total: t.total}}, Confidence: 0.95})
	if err != nil {
		return Tip{}, err
	}
	low, high := got.Entrants[0].Low, got.Entrants[0].High
	return Tip{ID: "local", Advice: "Test locally before you submit", Number: strings.TrimSuffix(words.Rate(low), " %") +
		" to " + words.Rate(high),
		Text: fmt.Sprintf("If %s pass in a run of your own, the true rate is in this range (95 %% confidence).",
			t.of(t.passed))}, nil
}

// active is about decay.
func (t *tipper) active() (Tip, error) {
	tip := Tip{ID: "active", Advice: "Submit updates within the grace period"}
	grace := int64(t.rules.Decay.Grace)
	end := grace + 1000
	got, err := decay.Decay(decay.DecayRequest{Rulebook: t.req.Rulebook, From: &grace, To: &end})
	if err != nil {
		return Tip{}, err
	}
	if got.FirstBurn == nil {
		tip.Number, tip.Text = noNumber, fmt.Sprintf("Nothing decays in %s %s.", words.Number(float64(end)), got.Unit)
		return tip, nil
	}
	unit := strings.TrimSuffix(got.Unit, "s")
	first := got.Epochs[*got.FirstBurn-grace]
	tip.Number = fmt.Sprintf("%s 0 to %d", got.Unit, first.Epoch-1)
	tip.Text = fmt.Sprintf("Nothing decays in this time after an improvement. In %s %d, %s is kept", unit, first.Epoch,
		words.Percent(first.KeptPercent/100))
	if got.FullBurn != nil {
		last := got.Epochs[*got.FullBurn-grace]
		tip.Text += fmt.Sprintf(", from %s %d on %s", unit, last.Epoch, words.Percent(last.KeptPercent/100))
	}
	tip.Text += "."
	return tip, nil
}

// improve is about the least improvement that resets decay: any by one page, a
// threshold by the other.
func (t *tipper) improve() (Tip, error) {
	tip := Tip{ID: "improve", Advice: "Even small improvements reset the decay", Number: noNumber,
		Text: "No improvement is possible: all tasks are complete."}
	if t.passed == t.total {
		return tip, nil
	}
	tip.Number = t.of(t.passed + 1)
	if t.passed+1 < t.total {
		tip.Number += " or more"
	}
	enough, err := t.enough()
	if err != nil {
		return Tip{}, err
	}
	by := leastStep(t.rules.Decay)
	switch {
	case t.rules.Decay.ThresholdMode == "any" || enough == t.passed+1:
		tip.Text = fmt.Sprintf("If %s is the top score, one more complete task resets the decay.", t.of(t.passed))
	case enough > t.total:
		tip.Text = fmt.Sprintf("That is enough by Scoring & Rewards. By the threshold of %s, even all %d tasks do not beat "+
			"%s.", by, t.total, t.of(t.passed))
	default:
		tip.Text = fmt.Sprintf("That is enough by Scoring & Rewards. By the threshold of %s, it takes %s to beat %s.", by,
			t.of(enough), t.of(t.passed))
	}
	return tip, nil
}

// enough returns the least number of tasks that resets decay by the threshold, or more
// than there are. Published code calculates in float64, so it may ask for a task more
// than the exact threshold does.
func (t *tipper) enough() (int, error) {
	threshold, base := exact.Of(t.rules.Decay.Threshold), exact.Int(int64(t.passed))
	step := threshold.Mul(exact.Int(int64(t.total)))
	if t.rules.Decay.ThresholdMode == "relative" {
		step = threshold.Mul(base)
	}
	least := max(t.passed+1, int(base.Add(step).Floor().Float()))
	for at := least; at <= min(t.total, least+2); at++ {
		got, err := decay.Decay(decay.DecayRequest{Rulebook: t.req.Rulebook, Staleness: "competition",
			History: []decay.HistoryEpoch{
				{Epoch: 0, Passed: &t.passed, Total: &t.total}, {Epoch: 1, Passed: &at, Total: &t.total},
			}})
		if err != nil {
			return 0, err
		}
		if got.Epochs[len(got.Epochs)-1].Event == "reset" {
			return at, nil
		}
	}
	return t.total + 1, nil
}

// consistent returns the tip about validators that differ: two are one task apart, and a
// third counts far fewer and is an outlier.
func (t *tipper) consistent() (Tip, error) {
	tip := Tip{ID: "consistent", Advice: "Results should be consistent across validators", Number: noNumber,
		Text: "No validator is an outlier beside two that are one task apart, however few tasks it counts."}
	few := -1 // the most tasks of an outlier: those that count fewer are, too
	for from, to := 0, t.passed-2; from <= to; {
		at := (from + to) / 2
		left, err := t.leftOut(at)
		switch {
		case err != nil:
			return Tip{}, err
		case left:
			few, from = at, at+1
		default:
			to = at - 1
		}
	}
	if few >= 0 {
		tip.Number = t.of(few)
		tip.Text = fmt.Sprintf("If two of three validators count %d and %d tasks, a third that counts this many or fewer "+
			"is an outlier, and is left out.", t.passed, t.passed-1)
	}
	return tip, nil
}

// leftOut reports whether a third validator is an outlier.
func (t *tipper) leftOut(few int) (bool, error) {
	req := reward.ConsensusRequest{Rulebook: t.req.Rulebook, MinValidators: new(int), MinStakePercent: new(float64)}
	for i, passed := range []int{t.passed, t.passed - 1, few} {
		id := strconv.Itoa(i)
		req.Validators = append(req.Validators, reward.Validator{ID: id, Stake: input.StakeOf(1)})
		req.Scores = append(req.Scores, reward.Evaluation{Validator: id, Miner: "m", Passed: &passed, Total: &t.total})
	}
	got, err := reward.Consensus(req)
	if err != nil {
		return false, err
	}
	return len(got.Miners[0].Outliers) > 0, nil
}
