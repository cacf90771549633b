package rewards

import (
	"math"
	"strings"

	"github.com/tallyproof/tallyproof/core/chart"
	"github.com/tallyproof/tallyproof/core/reward/decay"
	"github.com/tallyproof/tallyproof/core/words"
)

// StaleClock is a moment in both units, and which of them the rules count.
type StaleClock struct {
	Stale    int64  `json:"stale" doc:"Epochs since the last improvement."`
	Blocks   int64  `json:"blocks" doc:"Blocks since then."`
	Epochs   bool   `json:"epochs" doc:"Whether the rules count epochs."`
	InBlocks bool   `json:"in_blocks" doc:"Whether they count blocks."`
	Best     string `json:"best" doc:"Name of the score to beat: Top score, or Your best score."`
}

// StaleSource is a source and its line. Places are in percent of the picture, from its left or its top.
type StaleSource struct {
	ID     string  `json:"id" doc:"Its name in requests; own is the rulebook of the request."`
	Name   string  `json:"name" doc:"Its name."`
	Short  string  `json:"short" doc:"Its name where there is little room."`
	Brief  string  `json:"brief" doc:"What sets it apart."`
	Kept   string  `json:"kept" doc:"What it keeps now."`
	Chosen bool    `json:"chosen" doc:"Whether the answer is by it."`
	Path   string  `json:"path" doc:"SVG path of what it keeps, in epochs and percent burned."`
	At     float64 `json:"at" doc:"Where its line is now, from the top."`
	Across float64 `json:"across" doc:"Where now is, from the left."`
	End    string  `json:"end" doc:"What it keeps at the end of the picture."`
	Label  float64 `json:"label" doc:"Where its name has room at the end of its line."`
	Takes  string  `json:"takes" doc:"Whose improvement resets it, and by how much."`
	From   float64 `json:"from" doc:"Where on the ruler of scores those begin that reset it: 0 to 100."`
	Inside bool    `json:"inside" doc:"Whether that is on the ruler, and not beyond it."`
	Hit    bool    `json:"hit" doc:"Whether the next score resets it."`
	Says   string  `json:"says" doc:"resets, or the score that it needs."`
}

// StaleMark is a label at a place in percent.
type StaleMark struct {
	At    float64 `json:"at" doc:"Place in percent."`
	Label string  `json:"label" doc:"Label."`
	Under string  `json:"under" doc:"The same in hours; empty on the ruler of scores."`
	Kind  string  `json:"kind" doc:"minor if it is left out of narrow pictures; last at the end; otherwise empty."`
}

// Cursor is a value that a reader moves over a picture.
type Cursor struct {
	Field string  `json:"field" doc:"Member of the request that it moves."`
	At    float64 `json:"at" doc:"Its place in percent of the picture."`
	Shift float64 `json:"shift" doc:"By how many pixels its label moves inwards near an edge, where there is no room beyond."`
	Value float64 `json:"value" doc:"Its value."`
	Low   float64 `json:"low" doc:"The value at the start of the picture."`
	High  float64 `json:"high" doc:"The value at its end."`
	Step  float64 `json:"step" doc:"A step."`
	Label string  `json:"label" doc:"The value in a few letters."`
	Says  string  `json:"says" doc:"The value and what follows from it, in words."`
}

// shifted returns the cursor with its label inside the picture. Labels are 112 pixels wide.
func (c Cursor) shifted() Cursor {
	const half, near = 56, 16 // pixels, percent
	switch {
	case c.At < near:
		c.Shift = round(half * (1 - float64(c.At/near)))
	case c.At > 100-near:
		c.Shift = round(half * (float64((100-c.At)/near) - 1))
	}
	return c
}

// StaleCourse is what is kept over time. Paths have epochs across, and percent burned down.
type StaleCourse struct {
	View   string      `json:"view" doc:"SVG viewBox of the paths."`
	Ticks  []StaleMark `json:"ticks" doc:"Epochs, and hours under them."`
	Counts string      `json:"counts" op:"enum=epochs|hours" doc:"Which of the two the rules count."`
	Clock  string      `json:"clock" doc:"How long an epoch is assumed to be."`
	Cursor Cursor      `json:"cursor" doc:"The moment, which a reader moves."`
	Line   string      `json:"line" doc:"SVG path of the chosen way to go on, before and after now."`
	Wait   string      `json:"wait" doc:"SVG path without an improvement, from now on; empty unless the top is beaten."`
	Beat   string      `json:"beat" doc:"SVG path after an improvement now; empty if it is the chosen way, or out of reach."`
	Gained string      `json:"gained" doc:"SVG path around what an improvement gains; empty if it is out of reach."`
	Chosen string      `json:"chosen" op:"enum=wait|resubmit|beat" doc:"The chosen way to go on."`
	Point  float64     `json:"point" doc:"Where the line is now, in percent from the top."`
	Title  StaleMark   `json:"title" doc:"Name of the way to an improvement, at its line; empty if it is out of reach."`
	Gain   StaleMark   `json:"gain" doc:"What an improvement gains; empty if there is no room. The label under it is its place from the top."`
	GainAt float64     `json:"gain_at" doc:"Where that is, in percent from the top."`
	Side   string      `json:"side" op:"enum=start|end" doc:"On which side of the moment there is room for a text."`
	Same   string      `json:"same" doc:"That nothing resets; empty unless a score is submitted that does not."`
	Gap    StaleMark   `json:"gap" doc:"Where the sources are furthest apart: its label says how far; empty if they hardly differ."`
	Top    float64     `json:"top" doc:"The upper end of that gap, in percent from the top."`
	Bottom float64     `json:"bottom" doc:"Its lower end."`
	Apart  string      `json:"apart" doc:"How far apart the sources are at most."`
	Where  string      `json:"where" doc:"At which epoch that is."`
}

// Sizes of the picture, which is about 330 pixels high.
const (
	coursePixels = 330
	courseLeast  = 40  // epochs
	courseDots   = 160 // points of a curve
	courseName   = 7   // percent between two names
	gapLeast     = 10  // percent
	gainRoom     = 14  // percent
)

// view is a decay and all its sources, being drawn.
type view struct {
	*stale
	all    []*stale
	chosen int     // its place among all
	at     float64 // the moment in epochs
	end    float64 // of the picture, in epochs
	lines  [][]dot
	next   float64 // the next score in percent
}

// dot is a corner of a line: at an epoch, so much is kept.
type dot struct{ x, kept float64 }

func (d *stale) view() *view {
	v := &view{stale: d, at: d.epochs(d.now), end: courseLeast, next: math.Min(d.req.TopPercent+1, 100)}
	if d.req.Next != nil {
		v.next = *d.req.Next
	}
	for i, s := range sources {
		one := d
		if s.id == d.id {
			v.chosen = i
		} else {
			one = d.req.under(s, s.rules())
		}
		v.all = append(v.all, one)
	}
	most := v.at
	if d.id == own.id {
		v.chosen = len(v.all)
		v.all = append(v.all, d)
		most = max(most, d.epochs(d.end()))
	}
	for v.end < most {
		v.end *= 2
	}
	for _, one := range v.all {
		v.lines = append(v.lines, one.line(v.end))
	}
	return v
}

// perEpoch is the blocks of an epoch.
func (d *stale) perEpoch() float64 { return float64(d.hours * anHour) }

// epochs returns a time of this source in epochs.
func (d *stale) epochs(n int64) float64 {
	if d.blocks {
		return float64(n) / d.perEpoch()
	}
	return float64(n)
}

// keptAt returns what is kept so many epochs after the last improvement.
func (d *stale) keptAt(epochs float64) float64 {
	if d.blocks {
		return d.at(int64(math.Round(float64(epochs * d.perEpoch()))))
	}
	return d.at(int64(math.Round(epochs)))
}

// over returns what is kept from a time to another.
func (d *stale) over(from, to, every int64) []decay.DecayEpoch {
	req := d.span(from, to)
	req.Every = &every
	got, err := decay.Decay(req)
	if err != nil {
		panic("explain: a short span is never refused: " + err.Error())
	}
	return got.Epochs
}

// line returns the corners of what is kept: steps for epochs, if each is shown, otherwise a curve.
func (d *stale) line(end float64) []dot {
	last := end
	if d.blocks {
		last = math.Round(float64(end * d.perEpoch()))
	}
	every := max(1, int64(last)/courseDots)
	rows := d.over(0, int64(last), every)
	if !d.blocks && every == 1 {
		return stepsOf(rows, end)
	}
	var dots []dot
	for _, row := range rows {
		dots = append(dots, dot{min(d.epochs(row.Epoch), end), row.KeptPercent})
	}
	return append(dots, dot{end, d.at(int64(last))})
}

// stepsOf returns a line with a step in the middle between two epochs that differ.
func stepsOf(rows []decay.DecayEpoch, end float64) []dot {
	dots := []dot{{0, rows[0].KeptPercent}}
	for i, row := range rows {
		if before := dots[len(dots)-1].kept; i > 0 && row.KeptPercent != before {
			middle := float64(row.Epoch) - 0.5
			dots = append(dots, dot{middle, before}, dot{middle, row.KeptPercent})
		}
	}
	return append(dots, dot{end, dots[len(dots)-1].kept})
}

// cut returns the part of a line between two epochs.
func cut(line []dot, from, to float64) []dot {
	var part []dot
	for i, p := range line {
		if i > 0 {
			before := line[i-1]
			for _, x := range []float64{from, to} {
				if before.x < x && x < p.x {
					share := (x - before.x) / (p.x - before.x)
					part = append(part, dot{x, before.kept + float64(share*(p.kept-before.kept))})
				}
			}
		}
		if from <= p.x && p.x <= to {
			part = append(part, p)
		}
	}
	return part
}

// anew returns the line of the chosen source after an improvement now.
func (v *view) anew() []dot {
	moved := []dot{{v.at, 100}}
	for _, p := range cut(v.lines[v.chosen], 0, v.end-v.at) {
		moved = append(moved, dot{p.x + v.at, p.kept})
	}
	return moved
}

// path draws a line; beside is how far below its place it is drawn, in percent.
func path(line []dot, beside func(kept float64) float64) string {
	var b strings.Builder
	for i, p := range line {
		letter := "L"
		if i == 0 {
			letter = "M"
		}
		down := 100 - p.kept
		if beside != nil {
			down += beside(p.kept)
		}
		b.WriteString(letter + chart.Fixed(p.x, 2) + " " + chart.Fixed(down, 2))
	}
	return b.String()
}

// beside is how far a line is drawn below its place, so that lines that coincide can be told
// apart. That of the chosen source is exact.
func (v *view) beside(i int) func(kept float64) float64 {
	away := float64(i - v.chosen)
	if away == 0 {
		return nil
	}
	pixels := float64(3*away) + math.Copysign(1, away)
	curved := v.all[i].blocks || v.blocks
	return func(kept float64) float64 {
		if curved {
			return float64(pixels * kept / coursePixels)
		}
		return float64(pixels * 100 / coursePixels)
	}
}

// down is where a line is drawn, in percent from the top.
func (v *view) down(i int, kept float64) float64 {
	if beside := v.beside(i); beside != nil {
		return round(100 - kept + beside(kept))
	}
	return round(100 - kept)
}

// across is the place of an epoch, in percent from the left.
func (v *view) across(epoch float64) float64 { return round(float64(100 * epoch / v.end)) }

// round keeps three decimals of a place.
func round(x float64) float64 { return math.Round(float64(x*1000)) / 1000 }

func (v *view) sources() []StaleSource {
	var list []StaleSource
	for i, one := range v.all {
		least := one.least()
		hit := least.possible && one.takesScore(v.next)
		end := v.lines[i][len(v.lines[i])-1].kept
		s := StaleSource{ID: one.id, Name: one.name, Short: one.short, Brief: one.brief, Kept: one.percent(one.kept),
			Chosen: i == v.chosen, Path: path(v.lines[i], v.beside(i)), At: v.down(i, one.keptAt(v.at)), Across: v.across(v.at),
			End:   short(end) + " %",
			Label: v.down(i, end), Takes: one.whose(), From: round(min(max(v.onRuler(least.percent()), 0), 100)), Hit: hit,
			Says: least.says(hit)}
		s.Inside = least.possible && v.onRuler(least.percent()) <= 100
		list = append(list, s)
	}
	labels := make([]*float64, len(list))
	for i := range list {
		labels[i] = &list[i].Label
	}
	keepApart(labels, courseName, math.Inf(-1), 100.5)
	return list
}

// short shows a percentage with one decimal, if it is not whole; 100 and 0 only if it is.
func short(percent float64) string {
	text := words.Within(percent, 1)
	if percent != 0 && text == "0" || percent != 100 && text == "100" {
		return words.Fixed(min(percent, 99.9), 1)
	}
	return text
}
