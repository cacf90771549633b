package rewards

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/tallyproof/tallyproof/core/exact"
	"github.com/tallyproof/tallyproof/core/explain"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/reward/decay"
	"github.com/tallyproof/tallyproof/core/words"
)

// percent does not say that nothing or all is kept where it only nearly is.
func (d *stale) percent(x float64) string {
	text := words.Within(x, words.Apart(x, 100, 2))
	switch {
	case text == "0" && x > 0:
		return "almost 0 %"
	case text == "100" && x < 100:
		return "almost 100 %"
	}
	return text + " %"
}

// count returns a number of epochs or blocks: "1 epoch", "21,600 blocks (about 72 h)".
func (d *stale) count(n int64) string {
	text := fmt.Sprintf("%s %s", words.Grouped(n), words.Plural(int(n), d.noun()))
	switch {
	case !d.blocks:
		return text
	case n < anHour:
		return text + " (less than 1 h)"
	}
	return fmt.Sprintf("%s (about %s h)", text, words.Grouped((n+anHour/2)/anHour))
}

// anHour is the blocks of an hour: one every 12 seconds.
const anHour = 300

func (d *stale) unit(n int64) string { return d.noun() + " " + words.Grouped(n) }

func (d *stale) ruler() string {
	if left := d.grace() - d.now; left > 0 {
		return fmt.Sprintf("Grace ends in %s", d.count(left))
	} else if left == 0 {
		return "Grace ends now"
	}
	return fmt.Sprintf("Grace ended %s ago", d.count(d.now-d.grace()))
}

// says returns what becomes of the reward, in two lines, and the key words of the first.
func (d *stale) says() (lead, key, then string) {
	grace, bottom := d.grace(), d.bottom()
	switch {
	case d.at(max(grace, 0)+1) == 100 && d.first(99) == never:
		return "You keep all of it.", "all of it", "Nothing is lost."
	case d.now < grace && d.blocks:
		key = d.more(grace - d.now)
	case d.now < grace:
		key = words.Grouped(grace-d.now) + " more " + words.Plural(int(grace-d.now), "epoch")
	case d.now == grace:
		return "You keep all of it in this " + d.noun() + ",", "this " + d.noun(), "then " + d.loses() + "."
	case d.now >= bottom:
		return "This is the floor.", "the floor", "It falls no further."
	case d.blocks:
		return d.halves("It halves every"), d.hoursOf(int64(d.rules.HalfLife)), d.stops()
	case d.rules.Curve == decay.CurveLinear:
		key = d.points() + " each epoch"
		return "You lose " + key + ",", key, "to " + d.percent(d.floor()) + " in " + words.Grouped(bottom-d.now) + " more " +
			words.Plural(int(bottom-d.now), "epoch") + "."
	default:
		return "You lose more each epoch.", "more each epoch", d.stops()
	}
	return "You keep all of it for " + key + ",", key, "then " + d.loses() + "."
}

// loses is what happens after the grace period.
func (d *stale) loses() string {
	switch {
	case d.blocks && d.bottomless():
		return strings.TrimSuffix(d.halves("half every"), ".") + ", without a floor"
	case d.blocks:
		return strings.TrimSuffix(d.halves("half every"), ".") + ", to " + d.percent(d.floor())
	case d.rules.Curve == decay.CurveLinear:
		return "lose " + d.points() + " each, to " + d.percent(d.floor())
	case d.bottomless():
		return "lose more each epoch, without a floor"
	}
	return "lose more each epoch, to " + d.percent(d.floor())
}

// stops is where a decay ends that is not a line.
func (d *stale) stops() string {
	if d.bottomless() {
		return "No floor stops it."
	}
	return "It stops at " + d.percent(d.floor()) + "."
}

// points is what an epoch takes: 5 points.
func (d *stale) points() string {
	points := exact.Of(d.rules.Rate).Mul(exact.Int(100)).Float()
	if points == 1 {
		return "1 point"
	}
	return words.Number(points) + " points"
}

func (d *stale) halves(before string) string {
	return before + " " + d.hoursOf(int64(d.rules.HalfLife)) + "."
}

// hoursOf is so many blocks in hours: 24 hours.
func (d *stale) hoursOf(blocks int64) string {
	hours := words.Within(float64(blocks)/anHour, 1)
	if hours == "0" {
		return words.Grouped(blocks) + " " + words.Plural(int(blocks), "block")
	}
	if hours == "1" {
		return "hour"
	}
	return hours + " hours"
}

// more is so many blocks ahead: 14.4 more hours.
func (d *stale) more(blocks int64) string {
	if blocks < anHour/10 {
		return words.Grouped(blocks) + " more " + words.Plural(int(blocks), "block")
	}
	return words.Fixed(float64(blocks)/anHour, 1) + " more hours"
}

func (d *stale) banner() string {
	if d.id == own.id {
		return "You see your rulebook. The four sources of Term Challenge are below."
	}
	if d.official {
		return fmt.Sprintf("Two official pages disagree; you see %s.", d.spoken)
	}
	return fmt.Sprintf("The published code differs from both official pages; you see %s.", d.spoken)
}

func (d *stale) rule() string {
	then := words.Percent(d.rules.Rate) + " less every epoch"
	switch d.rules.Curve {
	case decay.CurveBlock:
		then = "halved every " + strings.Replace(d.count(int64(d.rules.HalfLife)), " blocks", "", 1)
	case decay.CurveExponential:
		then = words.Percent(d.rules.Rate) + " of the rest less every epoch"
	case decay.CurveLogarithmic:
		then = "less by the logarithm of the epochs"
	}
	least := "down to " + d.percent(d.floor())
	if d.bottomless() {
		least = "no floor"
	}
	return fmt.Sprintf("full for %s, then %s, %s", d.count(max(0, d.grace())), then, least)
}

func (d *stale) noun() string {
	if d.blocks {
		return "block"
	}
	return "epoch"
}

func (d *stale) steps(now decay.DecayEpoch) []explain.Step {
	if d.blocks {
		burned := fmt.Sprintf("(1 − 2^(−b/%s)) · 100", words.Grouped(int64(d.rules.HalfLife)))
		if !d.bottomless() {
			burned = fmt.Sprintf("min(%s, %s)", burned, op.Show(d.rules.BlockMax()))
		}
		return []explain.Step{
			{Label: "Blocks beyond grace", Formula: fmt.Sprintf("b = max(0, %s − %s)", words.Grouped(d.now),
				words.Grouped(d.grace())), Value: words.Grouped(now.Stale)},
			{Label: "Burned", Formula: "B = " + burned, Value: d.column(now.BurnPercent)},
			{Label: "Kept", Formula: "100 − B", Value: d.column(now.KeptPercent)},
		}
	}
	formula := fmt.Sprintf("τ = max(0, %s − %s)", strconv.Itoa(int(d.now)), strconv.Itoa(d.rules.Grace))
	if d.rules.Early > 0 {
		formula = fmt.Sprintf("τ = max(0, %s − %s + %s)", strconv.Itoa(int(d.now)), strconv.Itoa(d.rules.Grace),
			strconv.Itoa(d.rules.Early))
	}
	burned, with := d.formula(now.Stale)
	return []explain.Step{
		{Label: "Stale epochs", Formula: formula, Value: strconv.FormatInt(now.Stale, 10)},
		{Label: "Burned", Formula: fmt.Sprintf("B = min(%s, B_max) = min(%s, %s)", burned, with, op.Show(d.rules.MaxBurn)),
			Value: d.percent(now.BurnPercent)},
		{Label: "Kept", Formula: "100 − B", Value: d.percent(now.KeptPercent)},
	}
}

// formula returns the burn of a curve, in letters and in numbers.
func (d *stale) formula(stale int64) (letters, numbers string) {
	letters = "ρ · τ · 100"
	switch d.rules.Curve {
	case decay.CurveExponential:
		letters = "(1 − (1 − ρ)^τ) · 100"
	case decay.CurveLogarithmic:
		letters = "ρ · ln(τ + 1) · 20"
	}
	numbers = strings.ReplaceAll(letters, "ρ", op.Show(d.rules.Rate))
	return letters, strings.ReplaceAll(numbers, "τ", strconv.FormatInt(stale, 10))
}
