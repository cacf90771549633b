package weights

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/tallyproof/tallyproof/core/chart"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/ranking/live"
	"github.com/tallyproof/tallyproof/core/table"
	"github.com/tallyproof/tallyproof/core/words"
)

// SweepRequest is a table, its weights and the one that moves.
type SweepRequest struct {
	Text string `json:"text" op:"maxlen=64000000" doc:"The agents and their scores, as in explain.weights."`
	table.Reading
	Weights   []live.Weight `json:"weights,omitempty" op:"max=64" doc:"The present weights, as in explain.weights. Locked ones stay."`
	Equal     bool          `json:"equal,omitempty" doc:"Whether all weights are equal, as in explain.weights."`
	Dimension string        `json:"dimension,omitempty" op:"maxlen=200" doc:"The dimension whose weight moves; without it, the one that is nearest to a new winner."`
}

// SweepResponse draws every score as one weight moves from 0 to all that the locked ones
// leave, while the others keep their proportions. Places are in percent of the picture.
type SweepResponse struct {
	Sentence  string          `json:"sentence" doc:"Who wins below and above the present weight."`
	Key       string          `json:"key" doc:"The words of the sentence that matter most."`
	Brief     string          `json:"brief" doc:"How many agents win somewhere."`
	Dimension string          `json:"dimension" doc:"Key of the dimension whose weight moves."`
	Label     string          `json:"label" doc:"Name of the column."`
	Color     string          `json:"color" doc:"Dimension of a built-in rulebook that has the same colour."`
	Place     int             `json:"place" doc:"Its place among the dimensions, counted from 0."`
	Now       float64         `json:"now" doc:"Its weight, in percent."`
	X         float64         `json:"x" doc:"The same in percent of the picture."`
	Says      string          `json:"says" doc:"The same for readers."`
	End       string          `json:"end" doc:"The most it can weigh, in percent."`
	Bounds    *SweepBounds    `json:"bounds,omitempty" doc:"Where its way ends if there are bounds: beyond, some weight is outside of them."`
	Ticks     []SweepTick     `json:"ticks" doc:"Marks of the axis."`
	Lines     []SweepLine     `json:"lines" doc:"The scores of the agents that win somewhere, and of the first ones now."`
	Named     []SweepLine     `json:"named" doc:"The lines with names: winners, and the first three now."`
	Envelope  string          `json:"envelope" doc:"The highest score, as SVG writes the corners of a line."`
	Crossings []SweepCrossing `json:"crossings" doc:"Where another agent becomes the first."`
	Winners   []SweepWinner   `json:"winners" doc:"Who is first, from the left to the right."`
}

// SweepBounds are the ends of a way within bounds, while the others keep their proportions.
type SweepBounds struct {
	Text  string  `json:"text" doc:"Both weights: 10 to 60 %."`
	Least float64 `json:"least" doc:"The lowest weight, in percent."`
	Most  float64 `json:"most" doc:"The highest one."`
	X     float64 `json:"x" doc:"Where the way begins, in percent of the picture."`
	EndX  float64 `json:"end_x" doc:"Where it ends."`
	After float64 `json:"after" doc:"How much of the picture is beyond."`
}

// SweepTick is a mark of the axis.
type SweepTick struct {
	Text string  `json:"text" doc:"The weight, the last one with its unit."`
	X    float64 `json:"x" doc:"Its place."`
}

// SweepLine is the score of an agent.
type SweepLine struct {
	ID     string  `json:"id" doc:"Id of the agent."`
	Name   string  `json:"name" doc:"Name for readers."`
	From   string  `json:"from" doc:"Its score at weight 0."`
	To     string  `json:"to" doc:"Its score at the right end."`
	Kind   string  `json:"kind" doc:"wins if it is first somewhere, else near or far from the first places now."`
	FromY  float64 `json:"from_y" doc:"Height of the left end, from the top."`
	ToY    float64 `json:"to_y" doc:"Height of the right end."`
	LeftY  string  `json:"left_y,omitempty" doc:"Height of the name at the left end, clear of the others; absent if it has no room."`
	RightY string  `json:"right_y,omitempty" doc:"Height of the name at the right end."`
	Left   bool    `json:"left,omitempty" doc:"Whether it wins at the left end."`
	Right  bool    `json:"right,omitempty" doc:"Whether it wins at the right end."`
}

// SweepCrossing is a weight at which another agent becomes the first.
type SweepCrossing struct {
	ID     string  `json:"id" doc:"Id of the agent that wins above."`
	Weight float64 `json:"weight" doc:"The weight at which the lines cross, in percent."`
	X      float64 `json:"x" doc:"The same in percent of the picture."`
	Y      float64 `json:"y" doc:"Height, from the top."`
}

// SweepWinner is a range of weights in which one agent is first.
type SweepWinner struct {
	ID    string  `json:"id" doc:"Id of the agent."`
	Name  string  `json:"name" doc:"Name for readers."`
	From  float64 `json:"from" doc:"The lowest weight, in percent."`
	To    float64 `json:"to" doc:"The highest one."`
	X     float64 `json:"x" doc:"Where the range begins, in percent of the picture."`
	Width float64 `json:"width" doc:"How wide it is."`
	Label string  `json:"label,omitempty" doc:"The name, if the range is wide enough for it."`
	Now   bool    `json:"now,omitempty" doc:"Whether the present weight is in it."`
}

const (
	mostWinners    = 100 // on the way of a weight
	mostLines      = 24
	mostSweepNames = 6
	nearRows       = 3
	sweepTick      = 2000 // hundredths of a percent
	sweepSpan      = 0.26 // of the scale, unless the highest line needs more
	sweepNames     = 8    // percent of the picture between two names
	sweepText      = 700  // of a name at an end, in hundredths of the font’s size
	sweepLetters   = 48   // of the same, in a percent of the picture
)

// Sweep follows every score while one weight moves.
func Sweep(req SweepRequest) (res SweepResponse, err error) {
	s, err := ranked(Request{Text: req.Text, Reading: req.Reading, Weights: req.Weights, Equal: req.Equal})
	if err != nil {
		return res, err
	}
	if s.contradiction != nil {
		return res, s.contradiction
	}
	f := newField(s)
	k, marks, refusal := f.swept(req.Dimension)
	if refusal != nil {
		return res, refusal
	}
	w := f.wayOf(k)
	if !w.climb() {
		return res, op.Refuse("/text", "more than %d agents are first somewhere: want fewer agents", mostWinners)
	}
	w.limit()
	res = SweepResponse{Dimension: f.keys[k], Label: f.labels[k], Color: colorsOf(f.Table)[k], Place: k,
		Now: f.hundredths(k) / 100, End: percentOf(int32(w.end))}
	res.X, res.Says = tenth(100*w.part()), words.Fixed(f.hundredths(k)/100, 1)+" %"
	if w.from > 0 || w.to < 1 {
		least, most := w.weight(w.from), w.weight(w.to)
		res.Bounds = &SweepBounds{Text: words.Short(least) + " to " + words.Short(most) + " %", Least: least, Most: most,
			X: tenth(100 * w.from), EndX: tenth(100 * w.to), After: tenth(100 * (1 - w.to))}
	}
	for x := 0.0; x <= w.end+1e-9 && w.end > 0; x += sweepTick {
		res.Ticks = append(res.Ticks, SweepTick{op.Show(x / 100), tenth(100 * x / w.end)})
	}
	if n := len(res.Ticks); n > 0 {
		res.Ticks[n-1].Text += " %"
	}
	res.draw(w)
	res.say(f, k, marks)
	return res, nil
}

// swept finds the column that moves, and its marks.
func (f *field) swept(name string) (int, Marks, *op.Error) {
	if name != "" {
		k := f.find(strings.TrimSpace(name))
		if k < 0 {
			return 0, Marks{}, op.Refuse("/dimension", "%s: want a column of the table", op.Quote(name))
		}
		return k, f.sweep(k), nil
	}
	best, soonest, marks := 0, math.Inf(1), f.marks()
	for k, m := range marks {
		for _, at := range []string{m.BelowAt, m.AboveAt} {
			if x, ok := words.Read(at); ok && math.Abs(x-f.hundredths(k)/100) < soonest {
				best, soonest = k, math.Abs(x-f.hundredths(k)/100)
			}
		}
	}
	return best, marks[best], nil
}

// draw places lines, crossings and winners.
func (r *SweepResponse) draw(w *sweptWay) {
	rows := w.shown()
	low, high := w.heights(rows)
	y := func(score float64) float64 { return tenth(100 * (high - score) / (high - low)) }
	leads := w.leads()
	for n, t := range w.turns {
		to := w.to
		if n+1 < len(w.turns) {
			to = w.turns[n+1].at
		}
		x, score := w.turns[n].at, w.at(t.row, t.at)
		one := SweepWinner{ID: w.ids[t.row], Name: w.names[t.row], From: w.weight(x), To: w.weight(to), X: tenth(100 * x),
			Width: max(0.1, tenth(100*to)-tenth(100*x)), Now: n == leads}
		if width, _ := chart.Width(one.Name); one.Width > float64(float64(width)/sweepLetters) {
			one.Label = one.Name
		}
		r.Winners = append(r.Winners, one)
		r.Envelope += fmt.Sprintf("%s,%s ", op.Show(one.X), op.Show(y(score)))
		if n > 0 {
			r.Crossings = append(r.Crossings, SweepCrossing{ID: one.ID, Weight: one.From, X: one.X, Y: y(score)})
		}
	}
	last := w.turns[len(w.turns)-1].row
	r.Envelope += op.Show(tenth(100*w.to)) + "," + op.Show(y(w.at(last, w.to)))
	for _, i := range rows {
		one := SweepLine{ID: w.ids[i], Name: chart.Fit(w.names[i], sweepText), From: words.Fixed(w.low[i], 1), To: words.Fixed(w.high[i], 1),
			Kind: w.kind(i), FromY: y(w.low[i]), ToY: y(w.high[i]), Left: i == w.turns[0].row && w.from == 0, Right: i == last && w.to == 1}
		r.Lines = append(r.Lines, one)
		if one.Kind != "far" && len(r.Named) < mostSweepNames {
			r.Named = append(r.Named, one)
		}
	}
	r.spread(func(l *SweepLine) (float64, *string, bool) { return l.FromY, &l.LeftY, l.Left })
	r.spread(func(l *SweepLine) (float64, *string, bool) { return l.ToY, &l.RightY, l.Right })
	if r.Crossings == nil {
		r.Crossings = []SweepCrossing{}
	}
}

// weight returns a part of the way as a weight in percent, with two decimals.
func (w *sweptWay) weight(part float64) float64 { return math.Round(float64(part*w.end)) / 100 }

// shown returns the rows with a line: those that win somewhere, then the first ones now.
func (w *sweptWay) shown() (rows []int) {
	for _, t := range w.turns {
		if !slices.Contains(rows, t.row) && len(rows) < mostLines {
			rows = append(rows, t.row)
		}
	}
	for i := 0; i < len(w.low) && len(rows) < mostLines; i++ {
		if !slices.Contains(rows, i) {
			rows = append(rows, i)
		}
	}
	return rows
}

func (w *sweptWay) kind(row int) string {
	switch {
	case slices.ContainsFunc(w.turns, func(t turn) bool { return t.row == row }):
		return "wins"
	case row < nearRows:
		return "near"
	}
	return "far"
}

// heights returns the lowest and the highest score of the picture: all of the highest line
// is inside, and what of the other names is within reach.
func (w *sweptWay) heights(rows []int) (low, high float64) {
	low, high = math.Inf(1), math.Inf(-1)
	least := math.Inf(1)
	for _, i := range rows {
		if w.kind(i) != "far" {
			least, high = min(least, w.low[i], w.high[i]), max(high, w.low[i], w.high[i])
		}
	}
	for _, t := range w.turns {
		low = min(low, w.at(t.row, t.at))
	}
	unit := float64(w.scale * 0.01)
	low = min(low, max(least, high-float64(w.scale*sweepSpan)))
	return low - unit, high + unit
}

// spread keeps names at an end apart. The one that wins there has its place first.
func (r *SweepResponse) spread(of func(*SweepLine) (y float64, name *string, wins bool)) {
	list := make([]*SweepLine, 0, len(r.Named))
	for i := range r.Named {
		if y, _, _ := of(&r.Named[i]); y >= 0 && y <= 100 {
			list = append(list, &r.Named[i])
		}
	}
	slices.SortStableFunc(list, func(a, b *SweepLine) int {
		x, _, _ := of(a)
		y, _, _ := of(b)
		return int(math.Copysign(1, x-y))
	})
	free := 0.0
	for _, l := range list {
		y, name, _ := of(l)
		if at := max(y, free); at < 104 {
			*name = op.Show(tenth(at))
			free = at + sweepNames
		}
	}
}

// say writes the heading, with the weights of the marks, which the slider reaches.
func (r *SweepResponse) say(f *field, k int, m Marks) {
	r.Brief = words.Counted(len(f.winners(r)), "agent", "agents")
	label := words.Called(f.labels[k])
	below, above := m.BelowAt != "", m.AboveAt != ""
	switch {
	case f.proportioned(k) == 0:
		r.Key, r.Sentence = "nothing gives way", fmt.Sprintf("%s cannot move: nothing gives way.", label)
	case below && above:
		r.Key = m.Below
		r.Sentence = fmt.Sprintf("%s below %s: %s, above %s: %s.", label, oneDecimal(m.BelowAt), m.Below,
			oneDecimal(m.AboveAt), m.Above)
	case below:
		r.Key, r.Sentence = m.Below, fmt.Sprintf("%s below %s: %s.", label, oneDecimal(m.BelowAt), m.Below)
	case above:
		r.Key, r.Sentence = m.Above, fmt.Sprintf("%s above %s: %s.", label, oneDecimal(m.AboveAt), m.Above)
	default:
		r.Key, r.Sentence = "No weight", fmt.Sprintf("No weight of %s changes the winner.", label)
	}
}

// winners returns the ids of the agents that are first somewhere.
func (f *field) winners(r *SweepResponse) (ids []string) {
	for _, w := range r.Winners {
		if !slices.Contains(ids, w.ID) {
			ids = append(ids, w.ID)
		}
	}
	return ids
}

// proportioned returns what the other weights share.
func (f *field) proportioned(k int) float64 {
	_, sum, _ := f.proportions(k)
	return sum
}

// oneDecimal returns a weight with the one decimal that readers need.
func oneDecimal(percent string) string {
	x, _ := words.Read(percent)
	return words.Fixed(x, 1) + " %"
}

func tenth(x float64) float64 { return math.Round(float64(x*10)) / 10 }
