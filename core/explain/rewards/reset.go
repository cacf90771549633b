package rewards

import (
	"math"

	"github.com/tallyproof/tallyproof/core/exact"
	"github.com/tallyproof/tallyproof/core/words"
)

// StaleHints say what the inputs mean, each with its words that matter.
type StaleHints struct {
	Grace    string `json:"grace" doc:"When the grace period ends, or ended."`
	GraceKey string `json:"grace_key" doc:"How long that is."`
	Floor    string `json:"floor" doc:"When the floor is reached."`
	Needs    string `json:"needs" doc:"The least score that resets the decay."`
	NeedsKey string `json:"needs_key" doc:"That score."`
	More     string `json:"more" doc:"How much the next score lacks."`
	MoreKey  string `json:"more_key" doc:"That number."`
	Whose    string `json:"whose" doc:"The source that wants it."`
}

// StalePath is a way to go on, and what it keeps of the time ahead.
type StalePath struct {
	ID     string  `json:"id" op:"enum=wait|resubmit|beat" doc:"wait, resubmit or beat."`
	Title  string  `json:"title" doc:"The action."`
	Kept   string  `json:"kept" doc:"Epochs, or days, of the reward that are kept in the time ahead."`
	Of     string  `json:"of" doc:"That time: of 24 epochs, or of 7 days."`
	Width  float64 `json:"width" doc:"What is kept of it in percent."`
	Text   string  `json:"text" doc:"What it takes."`
	Gain   string  `json:"gain" doc:"The words of the text that say what it gains; may be empty."`
	Chosen bool    `json:"chosen" doc:"Whether it is the chosen way."`
	Path   string  `json:"path" op:"enum=wait|submit" doc:"The path of the request that chooses it."`
	Next   string  `json:"next" doc:"The next_percent of the request that chooses it; empty if it is out of reach."`
}

// StaleReset is a ruler of scores with the next one on it.
type StaleReset struct {
	Cursor   Cursor      `json:"cursor" doc:"The next score, which a reader moves; at an end if it is beyond."`
	Sentence string      `json:"sentence" doc:"How many sources it resets."`
	Key      string      `json:"key" doc:"The words of the sentence that matter most."`
	Ticks    []StaleMark `json:"ticks" doc:"Whole percentages."`
}

// The time ahead of which paths keep a part.
const (
	horizon      = 24 // epochs
	horizonHours = 7 * 24
)

// Ways to go on.
const (
	wayWait     = "wait"
	wayResubmit = "resubmit"
	wayBeat     = "beat"
)

// rulerLong is the length of the ruler, rulerUnder of what it shows below the score to beat.
const (
	rulerLong  = 4
	rulerUnder = 0.5
)

// threshold is the least score that resets a decay.
type threshold struct {
	score    exact.Num // a rate
	above    bool      // whether it must be above that
	possible bool      // whether there is one
}

// rateOf returns a score in percent as a rate, as decimals.
func rateOf(percent float64) exact.Num { return exact.Of(percent).Quo(exact.Int(100)) }

// least returns the least score that resets the decay of this source.
func (d *stale) least() threshold {
	top, one := rateOf(d.req.TopPercent), exact.Int(1)
	t := threshold{score: top, above: true}
	switch by := exact.Of(d.rules.Threshold); {
	case d.id == "code-blocks" || d.rules.ThresholdMode == "any":
	case d.rules.ThresholdMode == "relative":
		t.score = top.Add(top.Mul(by))
	default:
		t.score = top.Add(by)
	}
	t.above = d.id == "code-blocks" || !d.resets(top.Float(), t.score.Float())
	t.possible = t.score.Cmp(one) < 0 || !t.above && t.score.Cmp(one) == 0
	return t
}

// takesScore reports whether a score in percent resets the decay of this source.
func (d *stale) takesScore(percent float64) bool {
	if d.id == "code-blocks" {
		return percent > d.req.TopPercent
	}
	return d.resets(rateOf(d.req.TopPercent).Float(), rateOf(percent).Float())
}

// hundredths is the score in hundredths of a percent, rounded up; if it must be more, rounded down.
func (t threshold) hundredths() float64 {
	scaled := t.score.Mul(exact.Int(10000))
	if t.above {
		return scaled.Floor().Float()
	}
	return scaled.Neg().Floor().Neg().Float()
}

// percent is the score in percent, which is at the ruler's own precision.
func (t threshold) percent() float64 { return t.hundredths() / 100 }

// next is the least score of two decimals that resets.
func (t threshold) next() string {
	n := t.hundredths()
	if t.above {
		n++
	}
	return words.Fixed(min(n, 10000)/100, 2)
}

func (t threshold) shown() string {
	score := words.Fixed(t.percent(), 2) + " %"
	if t.above {
		return "above " + score
	}
	return score
}

// says what the score of a source is, beside its ruler.
func (t threshold) says(hit bool) string {
	switch {
	case hit:
		return "resets"
	case !t.possible:
		return "out of reach"
	}
	return "needs " + t.shown()
}

// whose is whose improvement resets the decay, and by how much.
func (d *stale) whose() string {
	if d.id != own.id {
		return d.takes
	}
	who := "anyone, "
	if d.rules.Staleness == "agent" {
		who = "your agent, "
	}
	switch {
	case d.rules.ThresholdMode == "any":
		return who + "any gain"
	case d.rules.Threshold == 0:
		return who + "the same score"
	}
	return who + leastStep(d.rules) + " above " + d.best()
}

// beats is the name of the way to an improvement.
func (d *stale) beats() string {
	if d.best() == "your best" {
		return "Beat your best"
	}
	return "Beat the top"
}

// way is the chosen way to go on.
func (v *view) way() string {
	switch {
	case v.req.Path != "submit":
		return wayWait
	case v.next > v.req.TopPercent && v.takesScore(v.next):
		return wayBeat
	}
	return wayResubmit
}

// ahead is how many epochs, or days, of the reward are kept of the time after a moment.
func (d *stale) ahead(now int64) float64 {
	from, to, every, whole := now+1, now+horizon, int64(1), 100.0
	if d.blocks {
		from, to, every, whole = now+anHour, now+horizonHours*anHour, anHour, 2400
	}
	sum := 0.0
	for _, row := range d.over(from, to, every) {
		sum += row.KeptPercent
	}
	return sum / whole
}

func (d *stale) horizonUnit() string {
	if d.blocks {
		return "days"
	}
	return "epochs"
}

// paths are the ways to go on.
func (v *view) paths() []StalePath {
	wait, beat, whole := v.ahead(v.now), v.ahead(0), float64(horizon)
	if v.blocks {
		whole = horizonHours / 24
	}
	chosen, least := v.way(), v.least()
	list := []StalePath{
		{ID: wayWait, Title: "Wait", Text: "Nobody improves.", Path: "wait", Next: plain(v.next)},
		{ID: wayResubmit, Title: "Resubmit", Text: "The same score resets nothing.", Path: "submit", Next: plain(v.req.TopPercent)},
		{ID: wayBeat, Title: v.beats(), Text: "Out of reach: more than all tasks.", Path: "submit"},
	}
	kept := []float64{wait, wait, wait}
	if v.takesScore(v.req.TopPercent) {
		kept[1], list[1].Text = beat, "The same score resets it."
	} else if chosen == wayResubmit && v.next > v.req.TopPercent {
		list[1].Text = words.Fixed(v.next, 2) + " % resets nothing."
	}
	if least.possible {
		kept[2], list[2].Next = beat, least.next()
		list[2].Gain = "+" + words.Fixed(beat-wait, 2)
		list[2].Text = words.Capital(least.shown()) + ": " + list[2].Gain
		if !least.above {
			list[2].Text = least.shown() + " or more: " + list[2].Gain
		}
	}
	for i := range list {
		list[i].Kept, list[i].Of = words.Fixed(kept[i], 2), "of "+words.Fixed(whole, 0)+" "+v.horizonUnit()
		list[i].Width, list[i].Chosen = round(float64(100*kept[i]/whole)), list[i].ID == chosen
	}
	return list
}

// plain is a percentage for a field.
func plain(percent float64) string {
	return words.Fixed(percent, max(2, words.Decimals(percent)))
}

// onRuler is the place of a score in percent on the ruler.
func (v *view) onRuler(percent float64) float64 {
	return float64(100 * (percent - v.rulerLow()) / rulerLong)
}

func (v *view) rulerLow() float64 {
	return math.Round(100*min(max(v.req.TopPercent-rulerUnder, 0), 100-rulerLong)) / 100
}

// reset is the ruler of scores.
func (v *view) reset() StaleReset {
	low := v.rulerLow()
	score := words.Fixed(v.next, 2) + " %"
	r := StaleReset{Cursor: Cursor{Field: "/next_percent", At: round(min(max(v.onRuler(v.next), 0), 100)), Value: v.next, Low: low,
		High: low + rulerLong, Step: 0.05, Label: "◂ " + score + " ▸"}.shifted()}
	for x := math.Ceil(low); x <= r.Cursor.High; x++ {
		r.Ticks = append(r.Ticks, StaleMark{At: round(v.onRuler(x)), Label: words.Fixed(x, 0)})
	}
	r.Ticks[len(r.Ticks)-1].Label += " %"
	hits := 0
	for _, one := range v.all {
		if one.least().possible && one.takesScore(v.next) {
			hits++
		}
	}
	all := len(v.all)
	r.Key = counted(hits) + " of " + counted(all)
	switch hits {
	case 0:
		r.Key = "none"
	case all:
		r.Key = "all " + counted(all)
	}
	r.Sentence = "A score of " + score + " resets " + r.Key + "."
	r.Cursor.Says = r.Sentence
	return r
}

// counted is a small number as a word.
func counted(n int) string {
	if n == 0 {
		return "none"
	}
	return words.Spelled(n)
}

// hints say what the inputs mean.
func (v *view) hints() StaleHints {
	h := StaleHints{Whose: v.name, Floor: "no floor"}
	left := v.grace() - v.now
	switch h.GraceKey = v.long(max(left, -left)); {
	case left > 0:
		h.Grace = "grace ends in " + h.GraceKey
	case left == 0:
		h.GraceKey, h.Grace = "now", "grace ends now"
	default:
		h.Grace = "grace ended " + h.GraceKey + " ago"
	}
	if bottom := v.bottom(); bottom <= v.now {
		h.Floor = "at the floor"
	} else if bottom < never {
		h.Floor = "floor in " + v.long(bottom-v.now)
	}
	least := v.least()
	h.NeedsKey, h.MoreKey = "nothing beats it enough", "out of reach"
	h.Needs, h.More = h.NeedsKey, h.MoreKey
	if least.possible {
		h.NeedsKey = least.shown()
		if !least.above {
			h.NeedsKey += " or more"
		}
		h.Needs = h.NeedsKey + " resets it"
		h.MoreKey, h.More = "resets it", "resets it"
		if !v.takesScore(v.next) {
			lacks := least.percent() - v.next
			if least.above {
				lacks += 0.01
			}
			h.MoreKey = words.Fixed(lacks, 2) + " more"
			h.More = h.MoreKey + " resets it"
		}
	}
	return h
}

// long is a number of epochs, or hours of blocks.
func (d *stale) long(n int64) string {
	if d.blocks {
		return words.Fixed(float64(n)/anHour, 1) + " h"
	}
	return words.Grouped(n)
}
