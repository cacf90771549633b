package rewards

import (
	"math"
	"strings"

	"github.com/tallyproof/tallyproof/core/chart"
	"github.com/tallyproof/tallyproof/core/words"
)

// course returns the picture.
func (v *view) course() StaleCourse {
	now := v.at
	c := StaleCourse{View: "0 0 " + chart.Fixed(v.end, 2) + " 100", Ticks: v.ticks(), Counts: "epochs",
		Clock: "if an epoch is " + words.Within(v.hours, 2) + " h", Chosen: v.way(), Point: round(100 - v.kept)}
	c.Cursor = Cursor{Field: "/stale", At: v.across(now), Value: float64(v.now), High: v.end, Step: 1,
		Label: "◂ epoch " + words.Grouped(v.now) + " ▸", Says: "Epoch " + words.Grouped(v.now) + ": " + v.percent(v.kept) + " kept"}
	if v.blocks {
		hours := words.Fixed(float64(v.now)/anHour, 1)
		c.Counts = "hours"
		c.Cursor.Field, c.Cursor.Step = "/blocks", anHour
		c.Cursor.High = math.Ceil(float64(v.end*v.perEpoch()/anHour)) * anHour
		c.Cursor.Label, c.Cursor.Says = "◂ "+hours+" h ▸", hours+" hours: "+v.percent(v.kept)+" kept"
	}
	c.Cursor = c.Cursor.shifted()
	if c.Side = "start"; c.Cursor.At > 60 {
		c.Side = "end"
	}
	v.ways(&c)
	v.gap(&c)
	if c.Chosen == wayResubmit {
		c.Same = "same line: nothing resets"
	}
	return c
}

// ways draws what an improvement does beside going on without.
func (v *view) ways(c *StaleCourse) {
	all, now := v.lines[v.chosen], v.at
	c.Line = path(all, nil)
	if !v.least().possible {
		return
	}
	wait, anew := cut(all, now, v.end), v.anew()
	around := append([]dot{}, anew...)
	for i := len(wait) - 1; i >= 0; i-- {
		around = append(around, wait[i])
	}
	c.Gained = path(around, nil) + "Z"
	if c.Chosen == wayBeat || c.Chosen == wayResubmit && v.takesScore(v.next) {
		c.Line = path(append(cut(all, 0, now), anew...), nil)
		c.Wait, c.Point, c.Same = path(wait, nil), 0, ""
	} else {
		c.Beat = path(anew, nil)
	}
	c.Title = StaleMark{At: v.across(min(now+max(float64(v.epochs(max(v.grace(), 0))), 1), v.end)), Label: v.beats()}
	v.gain(c, wait, anew)
}

// gain puts what an improvement gains between the two lines, if there is room between them and
// all others.
func (v *view) gain(c *StaleCourse, wait, anew []dot) {
	x := min(v.at+float64(0.3*v.end), float64(0.93*v.end))
	if x <= v.at {
		return
	}
	upper, lower := valueAt(anew, x), valueAt(wait, x)
	for i := range v.lines {
		lower = max(lower, valueAt(v.lines[i], x))
	}
	if upper-lower <= gainRoom {
		return
	}
	c.Gain = StaleMark{At: v.across(x), Label: "+" + words.Fixed(v.ahead(0)-v.ahead(v.now), 2) + " " + v.horizonUnit()}
	c.GainAt = round(100 - float64((upper+lower)/2))
}

// valueAt is what a line keeps at an epoch.
func valueAt(line []dot, x float64) float64 {
	part := cut(line, x, x)
	if len(part) == 0 {
		return 0
	}
	return part[0].kept
}

// gap is where the sources are furthest apart.
func (v *view) gap(c *StaleCourse) {
	most, at, high, low := 0.0, 0.0, 0.0, 0.0
	for x, every := 0.0, max(1, math.Floor(v.end/courseDots)); x <= v.end; x += every {
		least, top := 100.0, 0.0
		for _, one := range v.all {
			kept := one.keptAt(x)
			least, top = min(least, kept), max(top, kept)
		}
		if top-least > most+1e-9 {
			most, at, high, low = top-least, x, top, least
		}
	}
	count := "four"
	if v.id == own.id {
		count = "five"
	}
	if most < 0.5 {
		c.Apart, c.Where = "no gap", "between the "+count+" sources"
		return
	}
	c.Apart = strings.TrimPrefix(words.Change(math.Round(most), "point"), "+") + " apart"
	c.Where = "the " + count + " sources, at epoch " + words.Grouped(int64(at))
	if most >= gapLeast {
		c.Gap = StaleMark{At: v.across(at), Label: strings.TrimSuffix(c.Apart, " apart")}
		c.Top, c.Bottom = round(100-high), round(100-low)
	}
}

// ticks are epochs with their hours.
func (v *view) ticks() []StaleMark {
	every := 10.0
	for every < float64(v.end*0.145) {
		every *= 2
	}
	var ticks []StaleMark
	for n, x := 0, 0.0; x <= v.end; n, x = n+1, x+every {
		t := StaleMark{At: v.across(x), Label: words.Grouped(int64(x)),
			Under: words.Grouped(int64(math.Round(float64(x*v.hours)))) + " h"}
		switch {
		case x == 0:
			t.Under = "0"
		case n%2 == 1:
			t.Kind = "minor"
		case x == v.end:
			t.Kind = "last"
		}
		ticks = append(ticks, t)
	}
	return ticks
}
