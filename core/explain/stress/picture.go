package stress

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/tallyproof/tallyproof/core/words"
)

// Picture is a case as bars, or as points on a line, with what a reader may move.
type Picture struct {
	Bars  []Bar  `json:"bars" doc:"At most two scores, the higher one first."`
	Limit *Mark  `json:"limit,omitempty" doc:"The limit of a score."`
	Rows  []Dots `json:"rows" doc:"At most two rows of points, if there are no bars."`
	Tests *Tests `json:"tests,omitempty" doc:"The tests of the second agent."`
	Lever Lever  `json:"lever" doc:"What a reader may move; its act is empty for nothing."`
}

// Bar is a score with its parts.
type Bar struct {
	Name  string `json:"name" doc:"Whose score it is."`
	Score string `json:"score" doc:"The score."`
	Parts []Part `json:"parts" doc:"Its parts, in the order of the columns."`
}

// Part is what a dimension adds to a score.
type Part struct {
	Dimension string  `json:"dimension" doc:"Key of the dimension."`
	Color     string  `json:"color" doc:"Dimension of a built-in rulebook that has the same colour."`
	Start     float64 `json:"start" doc:"Where it begins, in percent of the highest score."`
	Width     float64 `json:"width" doc:"How wide it is."`
}

// Dots are scores of all agents in a dimension, or in all.
type Dots struct {
	Label string `json:"label" doc:"Name of the dimension, or score."`
	Color string `json:"color" doc:"Dimension of a built-in rulebook that has the same colour; empty for the score."`
	Path  string `json:"path" doc:"SVG path with a point for each score, in 1000 units."`
}

// Mark is a place on an axis.
type Mark struct {
	At    float64 `json:"at" doc:"Place in percent."`
	Label string  `json:"label" doc:"What is there."`
}

// Tests are the tests of an agent, as squares.
type Tests struct {
	Passed string `json:"passed" doc:"SVG path of the tests that it passes, in 1000 × 40 units."`
	More   string `json:"more" doc:"SVG path of those that it passes in this case too."`
	Open   string `json:"open" doc:"SVG path of the others."`
	Says   string `json:"says" doc:"How many it passes."`
}

// Lever is a number that a reader moves to see a case.
type Lever struct {
	Field string  `json:"field" doc:"Pointer of the member of the request."`
	Label string  `json:"label" doc:"What it moves."`
	Text  string  `json:"text" doc:"Its value, in words."`
	Value float64 `json:"value" doc:"Its value."`
	Low   float64 `json:"low" doc:"Its least value."`
	High  float64 `json:"high" doc:"Its highest value."`
	Step  float64 `json:"step" doc:"Its smallest step."`
	At    float64 `json:"at" doc:"Where it is, in percent."`
	Dots  string  `json:"dots" doc:"SVG path with the times of the agents, in 1000 units."`
	Tick  Mark    `json:"tick" doc:"Where two are level; its label is empty if nowhere."`
	Ends  []Mark  `json:"ends" doc:"What is at other places."`
	Moved bool    `json:"moved" doc:"Whether it shows another case than the table."`
	Act   string  `json:"act" doc:"What its button does."`
	Fill  string  `json:"fill" doc:"JSON: the member of the request that the button changes."`
}

// Bystander’s axis, in percent of the fastest time.
const (
	soonest, latest = 10, 160
	mostDots        = 1000 // places of points
	mostSquares     = 200

	testsWidth, testsHeight = 1000, 40
)

// still is the lever of a picture in which nothing moves.
var still = Lever{Label: "The case", Ends: []Mark{}}

// picture draws the case of a check.
func (s *stress) picture(id string) Picture {
	p := Picture{Bars: []Bar{}, Rows: []Dots{}, Lever: still}
	switch id {
	case "bystanders":
		s.crossing(&p)
	case "copy":
		s.copied(&p)
	case "test":
		s.oneMore(&p)
	case "empty", "random", "wrong", "slow":
		of := s.found.personas[id]
		p.Bars = []Bar{s.bar(kinds[indexOf(id)].short, of.x)}
		p.Limit = &Mark{s.percent(of.limit), "limit " + s.points(of.limit)}
	case "tie":
		for i := range s.rows[:min(2, len(s.rows))] {
			p.Bars = append(p.Bars, s.bar(s.rows[i].name, s.rows[i].x))
		}
	case "weights":
		p.Rows = s.dots(s.found.least)
	case "constant":
		p.Rows = s.dots(s.found.constant...)
	case "ceiling", "floor":
		p.Rows = s.dots(s.found.crowded[id].columns...)
	default:
		p.Rows = s.dots(-1)
	}
	return p
}

// percent is a score in percent of the highest, to a hundredth.
func (b *bench) percent(x float64) float64 { return math.Round(float64(1e4*x)/b.scale) / 100 }

// bar is a score with its parts.
func (s *stress) bar(name string, x []float64) Bar {
	b, at := Bar{Name: words.Called(name), Score: s.points(s.total(x)), Parts: []Part{}}, 0.0
	for k := range x {
		part := float64(s.weigh(k) * x[k])
		if s.total(x) == 0 {
			part = 0
		}
		b.Parts = append(b.Parts, Part{s.Keys[k], s.Colors[k], s.percent(at), max(0, s.percent(at+part)-s.percent(at))})
		at += part
	}
	return b
}

// sorted puts the higher of two bars first.
func (s *stress) sorted(p *Picture, name string, x []float64, other string, y []float64) {
	p.Bars = []Bar{s.bar(name, x), s.bar(other, y)}
	if s.total(y) > s.total(x)+float64(s.scale*noise) {
		p.Bars[0], p.Bars[1] = p.Bars[1], p.Bars[0]
	}
}

// crossing is two agents while one more answer comes, at a time that the reader moves.
func (s *stress) crossing(p *Picture) {
	if len(s.rows) < 2 {
		return
	}
	first, next := s.found.first, s.found.next
	if first == nil {
		first, next = &s.rows[0], &s.rows[1]
	}
	at := s.req.Bystander
	if at == 0 {
		at = 100
	}
	times := max(1, 100/at)
	s.sorted(p, first.name, s.hurried(first.x, times), next.name, s.hurried(next.x, times))
	place := func(percent float64) float64 {
		return math.Round(float64(1e4*(percent-soonest)/(latest-soonest))) / 100
	}
	l := &Lever{Field: "/bystander", Label: "One more answer", Value: at, Low: soonest, High: latest, Step: 1, At: place(at),
		Text: words.Short(at) + " %", Ends: []Mark{{place(100), "fastest today"}}, Moved: at < 100}
	for k, d := range s.bench.relative {
		if d > 0 {
			l.Dots = pathOf(len(s.rows), func(i int) float64 {
				return place(float64(100*d.TimesFastest(s.given.x[s.rows[i].row][k], s.scale))) / 100
			})
			break
		}
	}
	show := 100.0
	if s.found.times > 0 {
		level := 100 / s.levels(first, next, s.found.times)
		if l.Tick = (Mark{place(level), words.Fixed(level, 1) + " %: tie"}); level > 99.9 {
			l.Tick.Label = ""
		}
		show = math.Max(soonest, math.Floor(float64(1e4/s.found.times))/100)
	}
	l.button(show < at && !l.Moved, show, 100)
	p.Lever = *l
}

// button shows the case, or puts it back.
func (l *Lever) button(shows bool, show, back float64) {
	l.Act = "Put back"
	value := back
	if shows || !l.Moved {
		l.Act, value = "Show me", show
	}
	l.Fill = fmt.Sprintf("{%q:%q}", l.Field, words.Short(value))
}

// copied is the best agent beside its copy, which is as fast as the reader says.
func (s *stress) copied(p *Picture) {
	best, way := &s.rows[0], s.req.Copied/100
	x := append([]float64{}, best.x...)
	for k, fast := range s.fast {
		if fast {
			x[k] += float64(way * (s.scale - x[k]))
		}
	}
	s.sorted(p, best.name, best.x, "Copy", x)
	if s.fixes.Earlier && p.Bars[0].Name == "Copy" { // it may score more, and is behind
		p.Bars[0], p.Bars[1] = p.Bars[1], p.Bars[0]
	}
	if !s.slow(best.x) {
		return
	}
	l := &Lever{Field: "/copied", Label: "Speed of the copy", Value: s.req.Copied, High: 100, Step: 1, At: s.req.Copied,
		Text: words.Short(s.req.Copied) + " % of the way", Ends: []Mark{{0, "as " + best.called()}, {100, "at once"}},
		Moved: way > 0}
	switch s.req.Copied {
	case 0:
		l.Text = "as the original"
	case 100:
		l.Text = "at once"
	}
	l.button(false, 100, 0)
	p.Lever = *l
}

// oneMore is the first two agents, of which the second passes some tests more.
func (s *stress) oneMore(p *Picture) {
	if len(s.rows) < 2 || s.tests == 0 {
		return
	}
	first, next := &s.rows[0], &s.rows[1]
	have := int(math.Round(float64(next.x[s.tested] / s.scale * float64(s.tests))))
	more := min(s.req.More, s.tests-have)
	x := append([]float64{}, next.x...)
	if more > 0 {
		x[s.tested] = float64(s.scale*float64(have+more)) / float64(s.tests)
	}
	s.sorted(p, first.name, first.x, next.name, x)
	if s.tests <= mostSquares {
		p.Tests = squares(s.tests, have, more)
		p.Tests.Says = fmt.Sprintf("%s: %d of %d", next.called(), have+more, s.tests)
	}
	if have == s.tests {
		return
	}
	most := min(s.tests-have, mostSquares)
	l := &Lever{Field: "/more", Label: "More tests that " + next.called() + " passes", Value: float64(more), High: float64(most),
		Step: 1, At: float64(more) / float64(most) * 100, Text: fmt.Sprintf("%d more", more), Ends: []Mark{}, Moved: more > 0}
	if more > 0 && s.tests > mostSquares {
		l.Text = fmt.Sprintf("%d more of %d", more, s.tests)
	}
	l.button(false, 1, 0)
	p.Lever = *l
}

// squares are tests in up to four rows.
func squares(n, have, more int) *Tests {
	rows := 1
	for rows < 4 && n > 20*rows {
		rows++
	}
	columns := (n + rows - 1) / rows
	t, width, height := &Tests{}, float64(testsWidth)/float64(columns), float64(testsHeight)/float64(rows)
	size := "h" + tenths(float64(width*0.9)) + "v" + tenths(float64(height*0.9)) + "H"
	var parts [3]strings.Builder
	for i := range n {
		part := 2
		if i < have {
			part = 0
		} else if i < have+more {
			part = 1
		}
		left := tenths(float64(width * float64(i%columns)))
		parts[part].WriteString("M" + left + " " + tenths(float64(height*float64(i/columns))) + size + left + "z")
	}
	t.Passed, t.More, t.Open = parts[0].String(), parts[1].String(), parts[2].String()
	return t
}

// tenths writes a length with one decimal.
func tenths(x float64) string { return words.Within(x, 1) }

// dots are the scores of all agents in at most two dimensions; −1 is the score itself.
func (s *stress) dots(columns ...int) []Dots {
	list := []Dots{}
	for _, k := range columns[:min(2, len(columns))] {
		of := Dots{Label: "Score"}
		value := func(i int) float64 { return s.rows[i].total }
		if k >= 0 {
			of.Label, of.Color = s.Labels[k], s.Colors[k]
			value = func(i int) float64 { return s.rows[i].x[k] }
		}
		of.Path = pathOf(len(s.rows), func(i int) float64 { return value(i) / s.scale })
		list = append(list, of)
	}
	return list
}

// pathOf is points at places from 0 to 1, each place once.
func pathOf(n int, at func(i int) float64) string {
	var seen [mostDots + 1]bool
	for i := range n {
		if x := math.Round(at(i) * mostDots); x >= 0 && x <= mostDots {
			seen[int(x)] = true
		}
	}
	var path strings.Builder
	for x, is := range seen {
		if is {
			path.WriteString("M" + strconv.Itoa(x) + " 5h0")
		}
	}
	return path.String()
}
