package rewards

import (
	"fmt"
	"strings"

	"github.com/tallyproof/tallyproof/core/exact"
	"github.com/tallyproof/tallyproof/core/reward/decay"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/words"
)

// StaleCard is a way to go on.
type StaleCard struct {
	ID    string `json:"id" op:"enum=nothing|resubmit|beat" doc:"nothing, resubmit or beat."`
	Title string `json:"title" doc:"The action."`
	Text  string `json:"text" doc:"Its effect."`
	State string `json:"state" op:"enum=decays|stays|resets" doc:"decays: less and less is kept; stays: nothing changes; resets: decay begins again from 100 %."`
}

// nothing returns the card for no improvement at all.
func (d *stale) nothing() StaleCard {
	card := StaleCard{ID: "nothing", Title: "Do nothing", State: "decays"}
	start, half, bottom := d.grace()+1, d.first(50), d.bottom()
	var text []string
	said := false // whether the text has the noun
	switch kept := d.at(start); {
	case kept == 100:
		text, card.State = append(text, "nothing is lost"), "stays"
	case d.now >= start:
		text = append(text, d.percent(d.kept)+" now")
	default:
		at := d.percent(kept)
		if d.blocks || at == "100 %" {
			at = "less than 100 %"
		}
		text, said = append(text, fmt.Sprintf("%s at %s", at, d.unit(start))), !d.blocks
	}
	if d.now < half && half < never && half != bottom {
		text, said = append(text, d.percent(d.at(half))+" at "+after(d.unit(half), said)), !d.blocks
	}
	if quarter := d.first(25); d.blocks && d.now < quarter && quarter < never {
		text = append(text, "25 % at "+d.unit(quarter))
	}
	switch {
	case card.State == "stays":
	case d.bottomless():
		text = append(text, "no floor")
	case d.now >= bottom:
		text, card.State = []string{fmt.Sprintf("%s now, the floor", d.percent(d.floor()))}, "stays"
	case bottom < never:
		text = append(text, fmt.Sprintf("floor %s from %s", d.percent(d.floor()), after(d.unit(bottom), said)))
	}
	card.Text = strings.Join(text, ", ")
	return card
}

// after leaves the noun out if it has just been said.
func after(unit string, said bool) string {
	if said {
		return unit[len("epoch "):]
	}
	return unit
}

// resets asks the rules whether a score resets decay if top is the one to
// beat, which does not depend on how long that was: here, an epoch.
func (d *stale) resets(top, score float64) bool {
	got, err := decay.Decay(decay.DecayRequest{Rulebook: d.ref, Staleness: "competition", History: []decay.HistoryEpoch{
		{Epoch: 0, BestScore: &top}, {Epoch: 1, BestScore: &score},
	}})
	if err != nil {
		panic("explain: a history of two rates is never refused: " + err.Error())
	}
	last := got.Epochs[len(got.Epochs)-1].LastImprovement
	return last != nil && *last == 1
}

// resubmit returns the same score once more.
func (d *stale) resubmit() StaleCard {
	card := StaleCard{ID: "resubmit", Title: "Resubmit", State: "stays"}
	top := d.req.TopPercent / 100
	switch {
	case d.id == "code-blocks":
		card.Text = "changes nothing: only a new top agent resets the decay"
	case d.id == "docs-b":
		card.Text = "the same score resets nothing; any better score of yours resets the decay"
	case d.resets(top, top):
		card.State, card.Text = "resets", "the same score resets the decay now: the threshold is 0"
	case d.rules.Staleness == "agent":
		card.Text = "the same score resets nothing"
	default:
		card.Text = "the same score resets nothing for anybody"
	}
	return card
}

// beat returns a score that is better by two percent, or by what the reader's own rules
// want.
func (d *stale) beat() StaleCard {
	card := StaleCard{ID: "beat", Title: "Beat top by 2 %", State: "resets"}
	top := exact.Of(d.req.TopPercent).Quo(exact.Int(100))
	switch d.id {
	case "code-blocks":
		card.Text = "a new top agent resets the decay now"
	case "code-epochs":
		d.beatCode(&card, top, top.Mul(exact.Of(1.02)))
	case own.id:
		card.Title = "Beat " + d.best() + d.margin()
		d.beatBy(&card, top, d.rules.ThresholdMode)
	default:
		d.beatBy(&card, top, "relative")
	}
	return card
}

// best returns the owner of the score to beat.
func (d *stale) best() string {
	if d.rules.Staleness == "agent" || d.id == "docs-b" {
		return "your best"
	}
	return "top"
}

// margin is by how much a score must be better.
func (d *stale) margin() string {
	if d.rules.ThresholdMode == "any" || d.rules.Threshold == 0 {
		return ""
	}
	return " by " + leastStep(d.rules)
}

// leastStep returns the threshold of an improvement: in percent of the top score, or in points.
func leastStep(rules rulebook.RewardDecay) string {
	if rules.ThresholdMode == "relative" {
		return words.Percent(rules.Threshold)
	}
	return strings.TrimPrefix(words.Change(100*rules.Threshold, "point"), "+")
}

// beatBy is the least score that resets the decay by the threshold of the rules.
func (d *stale) beatBy(card *StaleCard, top exact.Num, mode string) {
	threshold, one := exact.Of(d.rules.Threshold), exact.Int(1)
	better := top.Add(threshold)
	if mode == "relative" {
		better = top.Add(top.Mul(threshold))
	}
	shown := enough(better)
	switch {
	case d.resets(top.Float(), top.Float()):
		card.Title, card.Text = "Reach "+d.best()+" again", fmt.Sprintf("%s resets the decay now", enough(top))
	case mode == "any" || better.Cmp(top) == 0:
		card.Text = fmt.Sprintf("any score above %s resets the decay now", enough(top))
		if top.Cmp(one) == 0 {
			card.State, card.Text = "stays", "not possible: nothing is better than all tasks"
		}
	case better.Cmp(one) > 0:
		card.State, card.Text = "stays", fmt.Sprintf("not possible: that is %s, more than all tasks", shown)
	case d.resets(top.Float(), better.Float()):
		card.Text = fmt.Sprintf("%s resets the decay now", shown)
	default:
		card.Text = fmt.Sprintf("a little more than %s resets the decay now, in binary floating point", shown)
	}
}

// beatCode is whether a better score resets the decay in the published code.
func (d *stale) beatCode(card *StaleCard, top, better exact.Num) {
	shown := enough(better)
	points := top.Add(exact.Of(d.rules.Threshold))
	switch {
	case better.Cmp(exact.Int(1)) > 0:
		card.State, card.Text = "stays", fmt.Sprintf("not possible: that is %s, more than all tasks", shown)
		return
	case d.resets(top.Float(), better.Float()):
		card.Text = fmt.Sprintf("%s resets the decay now", shown)
		return
	}
	card.State = "stays"
	card.Text = fmt.Sprintf("%s resets nothing: the code requires 2 points more, %s", shown, enough(points))
	switch {
	case points.Cmp(exact.Int(1)) > 0:
		card.Text += ", more than all tasks"
	case !d.resets(top.Float(), points.Float()):
		card.Text += ", and in binary floating point a little more than that"
	}
}

// enough returns a rate in percent, rounded up to two decimals.
func enough(rate exact.Num) string {
	return words.Short(rate.Mul(exact.Int(-10000)).Floor().Neg().Quo(exact.Int(100)).Float()) + " %"
}
