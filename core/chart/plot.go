package chart

import (
	"math"
	"strconv"
	"strings"
)

// A plot is drawn in units of its own, at most 360 wide, so that the text keeps
// its size on a phone; the stylesheet makes it smaller if the picture is
// large. Colours come from the classes:
//
//	rule      a line of the grid, or an axis
//	band      a range; with wide, the outer one
//	line      the course of a number
//	sample    one course of many
//	mark      a line to compare with, and its text
//	seg       a part of a bar; data-dim is its key
//	heat      the bars past the target
//	on        text on a dark ground
//	at        where a place of the x-axis is pointed at (see [plot.places])
const (
	plotWidth = 360
	fontSize  = 12
	lineSpace = 16
)

// Table holds the numbers of a chart as text, as the caller wrote them. The first cell of
// a row names it.
type Table struct {
	Caption string
	Head    []string
	Rows    [][]string
}

// Mark is a value to compare with, and its text.
type Mark struct {
	At   float64
	Text string
}

// plot is a picture that grows from back to front.
type plot struct {
	strings.Builder
	left, right, top, bottom float64 // edges of the field that data is drawn in
	x, y                     axis
}

// begin starts a picture of that height. kind is its class.
func (p *plot) begin(kind, title, desc string, height float64) {
	p.add(`<svg xmlns="http://www.w3.org/2000/svg" class="plot %" viewBox="0 0 360 %" font-size="12" role="img"><title>%</title><desc>%</desc>`,
		kind, coordinate(height), Escaped(title), Escaped(desc))
}

func (p *plot) end() string {
	p.add("</svg>")
	return p.String()
}

func (p *plot) add(markup string, texts ...string) { p.WriteString(Add(markup, texts...)) }

// text writes at a place; anchor is start, middle or end. It is shortened to the
// room there is.
func (p *plot) text(class, anchor string, x, y float64, text string) {
	room := plotWidth - x
	switch anchor {
	case "end":
		room = x
	case "middle":
		room = 2 * min(x, plotWidth-x)
	}
	p.textIn(class, anchor, x, y, room, text)
}

// textIn writes a text of at most that width.
func (p *plot) textIn(class, anchor string, x, y, room float64, text string) {
	if room < fontSize {
		return
	}
	if text = Fit(text, int(room*100/fontSize)); text == "" {
		return
	}
	p.add("<text%% x=\"%\" y=\"%\">%</text>", attribute("class", class), attribute("text-anchor", anchor), coordinate(x),
		coordinate(y), Escaped(text))
}

// attribute returns an attribute of an element, or "" for the default value.
func attribute(name, value string) string {
	if value == "" || value == "start" {
		return ""
	}
	return " " + name + `="` + value + `"`
}

// path draws through points; more continues it, "" or "Z".
func (p *plot) path(class string, points []point, more string) {
	p.add(`<path class="%" d="%%"/>`, class, trail(points), more)
}

type point struct{ x, y float64 }

// trail returns the points of a path.
func trail(points []point) string {
	var b strings.Builder
	for i, at := range points {
		b.WriteByte("ML"[min(i, 1)])
		b.WriteString(coordinate(at.x))
		b.WriteByte(' ')
		b.WriteString(coordinate(at.y))
	}
	return b.String()
}

// coordinate returns a place to a tenth of a unit.
func coordinate(x float64) string { return Fixed(x, 1) }

// axis is a scale from lo to hi with ticks at whole multiples of step.
type axis struct {
	lo, hi, step float64
	decimals     int
	unit         string // behind every tick's number: " %"
}

// furthest is the end of an axis on either side of zero. Larger values are drawn there.
const furthest = 1e15

// span is a range that grows with what it has to hold.
type span struct {
	lo, hi float64
	some   bool
}

func (s *span) hold(values ...float64) {
	for _, v := range values {
		if v != v {
			continue
		}
		v = max(-furthest, min(v, furthest))
		if !s.some {
			s.lo, s.hi, s.some = v, v, true
		}
		s.lo, s.hi = min(s.lo, v), max(s.hi, v)
	}
}

// nice makes an axis that holds the span: its ticks are 1, 2 or 5 times a power
// of ten apart, and there are about most of them. With round, it begins and ends
// at ticks.
func (s *span) nice(most int, round bool) axis {
	lo, hi := s.lo, s.hi
	if hi-lo < max(math.Abs(lo), math.Abs(hi), 1)*1e-9 {
		lo, hi = lo-1, hi+1
	}
	a := axis{lo: lo, hi: hi}
	wanted := (hi - lo) / float64(most)
	power := 0
	for ; tick(power+1, 1) <= wanted; power++ {
	}
	for ; tick(power, 1) > wanted; power-- {
	}
	for _, times := range [...]float64{1, 2, 5, 10} {
		if a.step = tick(power, times); a.step >= wanted {
			break
		}
	}
	if a.decimals = max(0, -power); a.step == tick(power+1, 1) {
		a.decimals = max(0, -power-1)
	}
	if round {
		a.lo, a.hi = float64(math.Floor(lo/a.step)*a.step), float64(math.Ceil(hi/a.step)*a.step)
	}
	return a
}

// whole returns the axis with ticks at whole numbers only.
func (a axis) whole() axis {
	if a.step < 1 {
		a.step, a.decimals = 1, 0
	}
	return a
}

// tick is that many times a power of ten.
func tick(power int, times float64) float64 {
	ten := 1.0
	for range max(power, -power) {
		ten *= 10
	}
	if power < 0 {
		return times / ten
	}
	return float64(times * ten)
}

// each calls f for every tick of the axis, with its text.
func (a axis) each(f func(at float64, text string)) {
	for n := math.Ceil(a.lo/a.step - 1e-9); float64(n*a.step) <= a.hi+float64(a.step*1e-9); n++ {
		at := float64(n*a.step) + 0 // no -0
		text := strconv.FormatFloat(at, 'f', a.decimals, 64)
		f(at, strings.Replace(text, "-", "−", 1)+a.unit)
	}
}

// Ticks returns multiples of 1, 2 or 5 times a power of ten between two values, about most
// of them.
func Ticks(lo, hi float64, most int) []Mark {
	var list []Mark
	held := span{lo: lo, hi: hi, some: true}
	held.nice(most, false).each(func(at float64, text string) { list = append(list, Mark{At: at, Text: text}) })
	return list
}

// share returns the position of a value on its axis, from 0 to 1.
func (a axis) share(v float64) float64 {
	if !(v >= a.lo) { // not a number, too
		return 0
	}
	return min((v-a.lo)/(a.hi-a.lo), 1)
}

// at returns a value's place in the field.
func (p *plot) at(x, y float64) point {
	return point{p.left + float64(p.x.share(x)*(p.right-p.left)), p.bottom - float64(p.y.share(y)*(p.bottom-p.top))}
}

// field draws the grid and the labels of its axes: y at the left, x below.
func (p *plot) field(xLabel, yLabel string) {
	p.text("", "start", 0, fontSize-2, yLabel)
	grid := ""
	p.y.each(func(v float64, text string) {
		y := p.at(p.x.lo, v).y
		grid += trail([]point{{p.left, y}, {p.right, y}})
		p.textIn("", "end", p.left-5, y+4, p.left-5, text)
	})
	free := 0.0
	p.x.each(func(v float64, text string) {
		x := p.at(v, p.y.lo).x
		grid += trail([]point{{x, p.bottom}, {x, p.bottom + 4}})
		if half := float64(wide(text) / 2); x-half >= free && x+half <= plotWidth {
			p.text("", "middle", x, p.bottom+lineSpace, text)
			free = x + half + 6
		}
	})
	p.add(`<path class="rule" d="%"/>`, grid)
	p.text("", "end", p.right, p.bottom+2*lineSpace-2, xLabel)
}

// wide returns a text's width in units.
func wide(text string) float64 {
	hundredths, _ := Width(text)
	return float64(hundredths*fontSize) / 100
}

// place is a point that a reader can select: its x and y, its name and its words.
type place struct {
	at       point
	name     string
	words    string
	from, to point // corners, of one that is not a strip
}

// places are strips from top to bottom around each place, with its words as
// their titles: what a pointer shows, and what the keyboard's cursor goes through.
func (p *plot) places(list []place, more ...place) {
	for i := range list {
		from, to := p.left, p.right
		if i > 0 {
			from = (list[i-1].at.x + list[i].at.x) / 2
		}
		if i+1 < len(list) {
			to = (list[i].at.x + list[i+1].at.x) / 2
		}
		list[i].from, list[i].to = point{from, p.top}, point{to, p.bottom}
	}
	p.add(`<g class="places">`)
	for _, one := range append(list, more...) {
		p.add(`<rect class="at" x="%" y="%" width="%" height="%" data-at="%" data-x="%" data-y="%"><title>%</title></rect>`,
			coordinate(one.from.x), coordinate(one.from.y), coordinate(max(0, one.to.x-one.from.x)),
			coordinate(one.to.y-one.from.y),
			Escaped(one.name), coordinate(one.at.x), coordinate(one.at.y), Escaped(one.words))
	}
	p.add("</g>")
}
