package rewards

import (
	"strings"

	"github.com/tallyproof/tallyproof/core/exact"
	"github.com/tallyproof/tallyproof/core/message"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/reward/decay"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/words"
)

// StaleCard is one way to go on.
type StaleCard struct {
	_ op.NotCompared

	ID    string `json:"id" op:"enum=nothing|resubmit|beat" doc:"nothing, resubmit or beat."`
	Title string `json:"title" doc:"The action."`
	Text  string `json:"text" doc:"Its effect."`
	State string `json:"state" op:"enum=decays|stays|resets" doc:"decays: less and less is kept; stays: nothing changes; resets: decay begins again from 100 %."`
}

// nothing is what happens without any improvement.
func (d *stale) nothing() StaleCard {
	card := StaleCard{ID: "nothing", Title: "Do nothing", State: "decays"}
	start := d.grace() + 1
	var text []string
	if d.now < start {
		at := d.percent(d.at(start))
		if d.blocks {
			at = "less than 100 %"
		}
		text = append(text, message.Fill("%s at %s", at, d.unit(start)))
	} else {
		text = append(text, message.Fill("%s now", d.percent(d.kept)))
	}
	half := d.first(50)
	if d.now < half {
		text = append(text, "50 % at "+after(d.unit(half), !d.blocks && d.now < start))
	}
	if d.blocks {
		if quarter := d.first(25); d.now < quarter {
			text = append(text, "25 % at "+d.unit(quarter))
		}
		card.Text = strings.Join(append(text, "no floor"), ", ")
		return card
	}
	switch floor := d.first(d.floor()); {
	case d.now < floor:
		text = append(text, message.Fill("floor %s from %s", d.percent(d.floor()), after(d.unit(floor), d.now < start || d.now < half)))
	default:
		text, card.State = []string{message.Fill("%s now, the floor", d.percent(d.floor()))}, "stays"
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
	got, err := decay.Decay(decay.DecayRequest{Rulebook: rulebook.ID(d.rulebook), ThresholdMode: d.mode, History: []decay.HistoryEpoch{
		{Epoch: 0, BestScore: &top}, {Epoch: 1, BestScore: &score},
	}})
	if err != nil {
		panic("explain: a history of two rates is never refused: " + err.Error())
	}
	last := got.Epochs[len(got.Epochs)-1].LastImprovement
	return last != nil && *last == 1
}

// resubmit is the same score once more.
func (d *stale) resubmit() StaleCard {
	card := StaleCard{ID: "resubmit", Title: "Resubmit", State: "stays"}
	switch {
	case d.blocks:
		card.Text = "changes nothing: only a new top agent resets the decay"
	case d.mode == "any":
		card.Text = "the same score resets nothing; any better score of yours resets the decay"
	default:
		card.Text = "the same score resets nothing for anybody"
	}
	return card
}

// beat is a score that is better by two percent.
func (d *stale) beat() StaleCard {
	card := StaleCard{ID: "beat", Title: "Beat top by 2 %", State: "resets"}
	top := exact.Of(d.req.TopPercent).Quo(exact.Int(100))
	better := top.Mul(exact.Of(1.02))
	shown := enough(better)
	switch {
	case d.blocks:
		card.Text = "a new top agent resets the decay now"
	case better.Cmp(exact.Int(1)) > 0:
		card.State, card.Text = "stays", message.Fill("not possible: that is %s, more than all tasks", shown)
	case top.Sign() == 0 && d.rules.ThresholdMode == "relative":
		card.Text = "any score above 0 % resets the decay now"
	case d.resets(top.Float(), better.Float()):
		card.Text = message.Fill("%s resets the decay now", shown)
	default:
		points := top.Add(exact.Of(d.rules.Threshold))
		card.State = "stays"
		card.Text = message.Fill("%s resets nothing: the code requires 2 points more, %s", shown, enough(points))
		switch {
		case points.Cmp(exact.Int(1)) > 0:
			card.Text += ", more than all tasks"
		case !d.resets(top.Float(), points.Float()):
			card.Text += ", and in binary floating point a little more than that"
		}
	}
	return card
}

// enough is a rate in percent, rounded up to two decimals.
func enough(rate exact.Num) string {
	return words.Short(rate.Mul(exact.Int(-10000)).Floor().Neg().Quo(exact.Int(100)).Float()) + " %"
}
