package rewards

import (
	"strconv"
	"strings"

	"github.com/tallyproof/tallyproof/core/explain"
	"github.com/tallyproof/tallyproof/core/message"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/reward/decay"
	"github.com/tallyproof/tallyproof/core/words"
)

func (d *stale) percent(x float64) string { return words.Short(x) + " %" }

// count is a number of epochs or blocks: "1 epoch", "21,600 blocks (about 72 h)".
func (d *stale) count(n int64) string {
	text := message.Fill("%s %s", words.Grouped(n), words.Plural(int(n), d.noun()))
	switch {
	case !d.blocks:
		return text
	case n < anHour:
		return text + " (less than 1 h)"
	}
	return message.Fill("%s (about %s h)", text, words.Grouped((n+anHour/2)/anHour))
}

// anHour is the blocks of an hour: one every 12 seconds.
const anHour = 300

func (d *stale) unit(n int64) string { return d.noun() + " " + words.Grouped(n) }

func (d *stale) ruler() string {
	if left := d.grace() - d.now; left > 0 {
		return message.Fill("Grace ends in %s", d.count(left))
	} else if left == 0 {
		return "Grace ends now"
	}
	return message.Fill("Grace ended %s ago", d.count(d.now-d.grace()))
}

func (d *stale) sentence() (sentence, key string) {
	key = d.ruler()
	switch {
	case d.now < d.grace():
		return key + ": everything is kept until then.", key
	case d.now == d.grace():
		return key + ": everything is still kept.", key
	}
	kept := d.percent(d.kept) + " is kept"
	return message.Fill("%s: %s.", key, kept), kept
}

func (d *stale) banner() string {
	if d.official {
		return message.Fill("Two official pages disagree; you are viewing %s.", d.name)
	}
	return message.Fill("The published code differs from both official pages; you are viewing %s.", d.name)
}

func (d *stale) rule() string {
	if d.blocks {
		return message.Fill("full for %s, then halved every %s, no floor", d.count(int64(d.rules.GraceBlocks)), strings.Replace(d.count(int64(d.rules.HalfLife)), " blocks", "", 1))
	}
	return message.Fill("full for %s, then %s less every epoch, down to %s", d.count(d.grace()), words.Percent(d.rules.Rate), d.percent(d.floor()))
}

func (d *stale) noun() string {
	if d.blocks {
		return "block"
	}
	return "epoch"
}

func (d *stale) steps(now decay.DecayEpoch) []explain.Step {
	if d.blocks {
		return []explain.Step{
			{Label: "Blocks beyond grace", Formula: message.Fill("b = max(0, %s − %s)", words.Grouped(d.now), words.Grouped(d.grace())), Value: words.Grouped(now.Stale)},
			{Label: "Burned", Formula: message.Fill("B = (1 − 2^(−b/%s)) · 100", words.Grouped(int64(d.rules.HalfLife))), Value: words.Fixed(now.BurnPercent, 2) + " %"},
			{Label: "Kept", Formula: "100 − B", Value: words.Fixed(now.KeptPercent, 2) + " %"},
		}
	}
	formula := message.Fill("τ = max(0, %s − %s)", strconv.Itoa(int(d.now)), strconv.Itoa(d.rules.Grace))
	if d.rules.Early > 0 {
		formula = message.Fill("τ = max(0, %s − %s + %s)", strconv.Itoa(int(d.now)), strconv.Itoa(d.rules.Grace), strconv.Itoa(d.rules.Early))
	}
	return []explain.Step{
		{Label: "Stale epochs", Formula: formula, Value: strconv.FormatInt(now.Stale, 10)},
		{Label: "Burned", Formula: message.Fill("B = min(ρ · τ · 100, B_max) = min(%s · %s · 100, %s)", op.Show(d.rules.Rate), strconv.Itoa(int(now.Stale)), op.Show(d.rules.MaxBurn)), Value: words.Short(now.BurnPercent) + " %"},
		{Label: "Kept", Formula: "100 − B", Value: words.Short(now.KeptPercent) + " %"},
	}
}
