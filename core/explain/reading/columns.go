package reading

import (
	"math"
	"strings"
	"unicode"

	"github.com/tallyproof/tallyproof/core/explain"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/table"
	"github.com/tallyproof/tallyproof/core/words"
)

// Column is a column of the table, as a card.
type Column struct {
	Column string `json:"column" doc:"Its header, as given."`
	Label  string `json:"label" doc:"Its header for readers."`
	Role   string `json:"role" doc:"Its role: name, dimension, total, rank, about or ignored."`
	Choice string `json:"choice" doc:"Its role, or the scale of a dimension: as-is, full-marks, min-max or best."`
	Color  string `json:"color,omitempty" doc:"Dimension of a built-in rulebook that has the same colour; of a dimension."`
	Reason string `json:"reason" doc:"Why it has that role."`
	Read   string `json:"read,omitempty" doc:"How its cells were read."`
	Note   string `json:"note,omitempty" doc:"How many of its cells are empty."`
	Scale  *Scale `json:"scale,omitempty" doc:"Of a dimension: which values are worth 0 and 100, as a picture."`
	Bars   []Bar  `json:"bars,omitempty" doc:"Of any other column: its values as a picture."`
	Cells  []Cell `json:"cells" doc:"Its cells in the first rows, and in those that lack a score."`
}

// Scale is the way from the values of a dimension to points.
type Scale struct {
	Better string  `json:"better" doc:"Which values win: higher or lower."`
	Flip   string  `json:"flip" doc:"The other direction."`
	Lower  string  `json:"lower" doc:"Whether lower values win: true or false."`
	Says   string  `json:"says" doc:"The direction for readers."`
	Ends   string  `json:"ends" doc:"Which value is worth 100, and which 0."`
	From   string  `json:"from" doc:"The value worth 0."`
	To     string  `json:"to" doc:"The value worth 100."`
	Left   End     `json:"left" doc:"The lower of these two."`
	Right  End     `json:"right" doc:"The higher of these two."`
	Line   string  `json:"line" doc:"The points of a line in a square of 100."`
	Area   string  `json:"area" doc:"The points of the area below it."`
	Dots   []Dot   `json:"dots" doc:"The values of the agents on that line, each place once."`
	Limits []Limit `json:"limits" doc:"The ends on that line, the lower value first."`
	Low    float64 `json:"low" doc:"The value at the left margin of the picture, 6 %."`
	High   float64 `json:"high" doc:"The value at the right margin."`
	Step   float64 `json:"step" doc:"By how much an end moves: a round number near a hundredth of the values."`
}

// Limit is an end of the scale in its picture.
type Limit struct {
	Dot
	End   string  `json:"end" doc:"from or to, as in the request."`
	Says  string  `json:"says" doc:"What it is worth, for readers."`
	Value float64 `json:"value" doc:"Its value."`
}

// End is an end of the scale.
type End struct {
	Value string `json:"value" doc:"The value."`
	Worth string `json:"worth" doc:"What it is worth."`
}

// Dot is a value on a line.
type Dot struct {
	X float64 `json:"x" doc:"In percent of the width."`
	Y float64 `json:"y" doc:"In percent of the height, from the top."`
}

// Bar is a bar of a picture, in percent of its width and height.
type Bar struct {
	X      float64 `json:"x" doc:"Where it begins."`
	Y      float64 `json:"y" doc:"Where it begins, from the top."`
	Width  float64 `json:"width" doc:"Its width."`
	Height float64 `json:"height" doc:"Its height."`
}

// Cell is a cell as it was given: the part that is a number, and what is around it.
type Cell struct {
	Before string `json:"before,omitempty" doc:"What is before the number, or a text."`
	Number string `json:"number,omitempty" doc:"The number."`
	After  string `json:"after,omitempty" doc:"What is behind it."`
	Gone   string `json:"gone,omitempty" doc:"A word for a score that is missing."`
}

// Sizes of the pictures, in percent.
const (
	margin   = 6.0  // left and right
	above    = 13.0 // above 100 points, and below 0
	mostBars = 16
	shown    = 3 // rows
	mostGaps = 2 // rows that lack a score, beside them
)

func (s *study) columns() []Column {
	keys := make([]string, len(s.dims))
	for k, i := range s.dims {
		keys[k] = s.Columns[i].Key
	}
	colors, rows := explain.Colors(keys), s.sample()
	list, next := make([]Column, len(s.Columns)), 0
	for i := range list {
		c := &s.Columns[i]
		list[i] = Column{Column: c.Name, Label: headed(c.Name), Role: c.Role, Choice: c.Role, Reason: c.Reason, Read: c.Read}
		if c.Role == table.RoleDimension {
			list[i].Choice, list[i].Color, list[i].Scale = c.Scale, colors[next], scaleOf(c)
			next++
			if c.Missing > 0 {
				list[i].Note = words.Counted(c.Missing, "cell is", "cells are") + " empty"
			}
		} else {
			list[i].Bars = barsOf(c)
		}
		for _, r := range rows {
			list[i].Cells = append(list[i].Cells, cellOf(c, r))
		}
	}
	return list
}

// headed returns a header in an element of its own.
func headed(name string) string {
	if strings.TrimSpace(name) == "" {
		return "(no header)"
	}
	return words.Plain(name)
}

// sample returns the first rows, and the first of the others that lack a score.
func (s *study) sample() []int {
	rows, gaps := []int{}, 0
	for i := range s.Names {
		switch {
		case i < shown:
			rows = append(rows, i)
		case gaps < mostGaps && len(s.lacks(i)) > 0:
			rows, gaps = append(rows, i), gaps+1
		}
	}
	return rows
}

// lacks returns the dimensions in which an agent has no score.
func (s *study) lacks(agent int) []int {
	var list []int
	for _, i := range s.dims {
		if c := &s.Columns[i]; c.Missing > 0 && !c.Has(agent) {
			list = append(list, i)
		}
	}
	return list
}

// scaleOf draws the scale of a dimension. Its ends are among the places that are drawn.
func scaleOf(c *table.Column) *Scale {
	low, high := math.Min(c.From, c.To), math.Max(c.From, c.To)
	for i, x := range c.Values {
		if c.Has(i) {
			low, high = math.Min(low, x), math.Max(high, x)
		}
	}
	at := func(x float64) Dot {
		place := 0.5
		if high > low {
			place = (x - low) / (high - low)
		}
		return Dot{round(margin + float64((100-2*margin)*place)), round(100 - above - float64((100-2*above)*worth(c, x)))}
	}
	sc := &Scale{Better: c.Better, Flip: table.Lower, Lower: "false", Says: c.Better + " wins", From: op.Show(c.From),
		To: op.Show(c.To), Ends: words.Number(c.To) + " → 100 · " + words.Number(c.From) + " → 0", Dots: []Dot{}}
	if c.Better == table.Lower {
		sc.Flip, sc.Lower = table.Higher, "true"
	}
	sc.Left, sc.Right = End{words.Number(c.From), "0"}, End{words.Number(c.To), "100"}
	sc.Limits = []Limit{{at(c.From), "from", "Value worth 0", c.From}, {at(c.To), "to", "Value worth 100", c.To}}
	sc.Low, sc.High, sc.Step = low, high, stepOf(high-low)
	if c.From > c.To {
		sc.Left, sc.Right = sc.Right, sc.Left
		sc.Limits[0], sc.Limits[1] = sc.Limits[1], sc.Limits[0]
	}
	sc.Line = "0," + op.Show(at(low).Y) + " " + point(sc.Limits[0].Dot) + " " + point(sc.Limits[1].Dot) + " 100," +
		op.Show(at(high).Y)
	sc.Area = "0,100 " + sc.Line + " 100,100"
	seen := map[Dot]bool{}
	for i, x := range c.Values {
		if dot := at(x); c.Has(i) && !seen[dot] {
			seen[dot] = true
			sc.Dots = append(sc.Dots, dot)
		}
	}
	return sc
}

// stepOf returns a power of ten, or twice or five times one, near a hundredth of a range.
func stepOf(size float64) float64 {
	power := 1.0
	if !(size > 0) || math.IsInf(size, 0) {
		return power
	}
	for ; power*1000 <= size; power *= 10 {
	}
	for ; power*100 > size; power /= 10 {
	}
	for _, times := range []float64{5, 2} {
		if float64(power*times*100) <= size {
			return power * times
		}
	}
	return power
}

func point(d Dot) string { return op.Show(d.X) + "," + op.Show(d.Y) }

// round returns a percentage in halves, so that a long table has few places to draw.
func round(x float64) float64 { return math.Round(float64(x*2)) / 2 }

// worth returns what a value is worth, from 0 to 1.
func worth(c *table.Column, x float64) float64 {
	if c.From == c.To {
		return 1
	}
	return math.Max(0, math.Min(1, (x-c.From)/(c.To-c.From)))
}

// barsOf draws a column that is not scored: numbers as bars side by side, texts as
// lines of their length.
func barsOf(c *table.Column) []Bar {
	n := min(len(c.Cells), mostBars)
	numbers, most := 0, 0.0
	for i := range n {
		if c.Has(i) {
			numbers++
			most = math.Max(most, math.Abs(c.Values[i]))
		}
	}
	list := make([]Bar, 0, n)
	step := 100 / float64(max(n, 1))
	if numbers == 0 {
		for i := range n {
			most = math.Max(most, float64(len(c.Cells[i])))
		}
	}
	for i := range n {
		x, part := float64(step*float64(i)), 0.0
		if numbers > 0 && c.Has(i) && most > 0 {
			part = float64(math.Abs(c.Values[i])*90) / most
		} else if numbers == 0 && most > 0 {
			part = float64(float64(len(c.Cells[i]))*90) / most
		}
		if numbers > 0 {
			list = append(list, Bar{round(x), round(100 - part), round(float64(step * 0.7)), round(part)})
		} else {
			list = append(list, Bar{0, round(x), round(part), round(float64(step * 0.6))})
		}
	}
	return list
}

// cellOf returns a cell, with its number apart.
func cellOf(c *table.Column, row int) Cell {
	text := strings.TrimSpace(c.Cells[row])
	if c.Role == table.RoleDimension && !c.Has(row) {
		return Cell{Gone: gone(text)}
	}
	if c.Role != table.RoleDimension {
		return Cell{Before: short(text)}
	}
	from := strings.IndexFunc(text, func(r rune) bool { return strings.ContainsRune("0123456789.,+-−", r) })
	if from < 0 {
		return Cell{Before: short(text)}
	}
	to := from
	for i, r := range text[from:] {
		switch {
		case r >= '0' && r <= '9':
			to = from + i + 1
		case !strings.ContainsRune("+-−.,'’ \u00a0\u202f/eE", r):
			return Cell{Before: short(text[:from]), Number: text[from:to], After: short(text[to:])}
		}
	}
	return Cell{Before: short(text[:from]), Number: text[from:to], After: short(text[to:])}
}

func gone(text string) string {
	if text == "" {
		return "blank"
	}
	return short(text)
}

// short returns a text on one line, with a space where it begins or ends with some.
func short(text string) string {
	const most = 40
	runes := []rune(strings.Join(strings.FieldsFunc("|"+text+"|", unicode.IsSpace), " "))
	runes = runes[1 : len(runes)-1]
	if len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return string(runes)
}
