package changes

import (
	"math"
	"slices"
	"strconv"

	"github.com/tallyproof/tallyproof/core/chart"
	"github.com/tallyproof/tallyproof/core/exact"
	"github.com/tallyproof/tallyproof/core/explain"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/score"
	"github.com/tallyproof/tallyproof/core/words"
)

// FieldDots is one dot a submission, for wide pictures and for narrow ones. Places are in units of
// the picture's width: 1000 of a wide one, 328 of a narrow one; heights go up from the base line.
type FieldDots struct {
	Label  string     `json:"label" doc:"What the picture shows, in words."`
	Wide   []FieldDot `json:"wide" doc:"For wide pictures, in the order of the submissions."`
	Narrow []FieldDot `json:"narrow" doc:"For narrow pictures."`
}

// FieldDot is a submission.
type FieldDot struct {
	ID     string  `json:"id" doc:"Its name."`
	X      float64 `json:"x" doc:"Its score, across the picture."`
	Y      float64 `json:"y" doc:"Its place: negative, above the base line."`
	R      float64 `json:"r" doc:"Its radius."`
	Result string  `json:"result" doc:"win, draw, loss or expired; empty without results."`
	On     bool    `json:"on" doc:"Whether it is the one that is explained."`
}

// FieldHandle is a value that a reader drags in a picture.
type FieldHandle struct {
	On     bool    `json:"on" doc:"Whether there is something to drag."`
	Field  string  `json:"field" doc:"JSON Pointer of the member of the request that it sets; empty if not."`
	Name   string  `json:"name" doc:"What it is."`
	At     float64 `json:"at" doc:"Place in percent from the left."`
	Top    float64 `json:"top" doc:"Place in percent from the top; 0 for a line."`
	Value  float64 `json:"value" doc:"Its value."`
	Low    float64 `json:"low" doc:"The least that it may be here."`
	High   float64 `json:"high" doc:"The most that it may be here."`
	Step   float64 `json:"step" doc:"A step of a drag."`
	Key    float64 `json:"key" doc:"A step of an arrow key."`
	From   float64 `json:"from" doc:"The value at the left end of the picture."`
	To     float64 `json:"to" doc:"The value at its right end."`
	Label  string  `json:"label" doc:"Its label in a wide picture."`
	Short  string  `json:"short" doc:"Its label in a narrow picture."`
	Wide   float64 `json:"wide" doc:"By how many pixels its label moves aside in a picture of 640 pixels or more."`
	Narrow float64 `json:"narrow" doc:"The same in one of 328 pixels."`
	Says   string  `json:"says" doc:"The value and what follows from it, in words."`
}

const (
	wideUnits, narrowUnits = 1000.0, 328.0
	mostHigh               = 148.0 // units of a stack of dots in a wide picture
	mostHighNarrow         = 118.0
)

// at returns the place of a score in percent; one that has expired is at 0.
func (f *field) at(got *score.ComputeResponse) float64 { return f.place(got.Score) }

func (f *field) place(x float64) float64 {
	return chart.Hundredth(max(0, min(100, float64(100*x)/f.rb.Scale)))
}

// side is where a label has its place, so that it stays in the picture.
func side(at, margin float64) string {
	switch {
	case at < margin:
		return "start"
	case at > 100-margin:
		return "end"
	}
	return "middle"
}

func (f *field) dots() FieldDots {
	now := f.count(f.now)
	d := FieldDots{Label: words.Counted(len(f.all), "agent", "agents") + " by score"}
	for k, r := range f.rb.Results {
		d.Label += []string{": ", ", "}[min(k, 1)] + strconv.Itoa(now[r.ID]) + " " + verb(r.ID)
	}
	d.Wide = f.plot(wideUnits, []float64{11.5, 9, 7, 5, 4, 3}, mostHigh)
	d.Narrow = f.plot(narrowUnits, []float64{5.6, 4.5, 3.5, 2.5, 2}, mostHighNarrow)
	return d
}

// plot stacks dots of the largest radius with which no stack is too high. If all are, dots overlap.
func (f *field) plot(width float64, radii []float64, high float64) []FieldDot {
	xs := make([]float64, len(f.all))
	for i := range f.now {
		xs[i] = float64(width * max(0, min(1, f.now[i].Score/f.rb.Scale)))
	}
	var radius float64
	var ys []float64
	for _, radius = range radii {
		if ys = Dodge(xs, radius); slices.Max(ys)+float64(2*radius) <= high {
			break
		}
	}
	squeeze := min(1, (high-float64(2*radius))/max(slices.Max(ys), 1))
	list := make([]FieldDot, len(f.all))
	for i := range f.all {
		list[i] = FieldDot{ID: f.all[i].ID, X: chart.Hundredth(xs[i]), Y: chart.Hundredth(-radius - float64(ys[i]*squeeze)), R: radius - 1,
			Result: f.now[i].Result, On: i == f.chosen}
	}
	return list
}

// Dodge returns how high above the base line circles of a radius lie at places, each as low as
// those before it let it: no two overlap.
func Dodge(xs []float64, radius float64) []float64 {
	ys := make([]float64, len(xs))
	order := make([]int, len(xs))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int {
		switch {
		case xs[i] < xs[j]:
			return -1
		case xs[i] > xs[j]:
			return 1
		}
		return 0
	})
	across := float64(4 * radius * radius)
	var near []int // those placed that are not further than a diameter
	for _, i := range order {
		for len(near) > 0 && xs[i]-xs[near[0]] >= float64(2*radius) {
			near = near[1:]
		}
		heights := []float64{0}
		for _, j := range near {
			dx := xs[i] - xs[j]
			heights = append(heights, ys[j]+math.Sqrt(max(0, across-float64(dx*dx))))
		}
		slices.Sort(heights)
		for _, y := range heights {
			if !slices.ContainsFunc(near, func(j int) bool {
				dx, dy := xs[i]-xs[j], y-ys[j]
				return float64(dx*dx)+float64(dy*dy) < float64(across*(1-1e-9))
			}) {
				ys[i] = y
				break
			}
		}
		near = append(near, i)
	}
	return ys
}

func (f *field) ticks() []FieldMark {
	list := []FieldMark{}
	for _, t := range chart.Ticks(0, f.rb.Scale, 5) {
		if t.At < 0 || t.At > f.rb.Scale {
			continue
		}
		m := FieldMark{ID: t.Text, At: f.place(t.At), Label: tickText(t, f.rb.Scale), Side: "middle"}
		if t.At == 0 {
			m.Side = "start"
			if f.rb.Scale != 1 {
				m.Label = "0 points"
			}
		} else if m.At > 99 {
			m.Side = "end"
		}
		list = append(list, m)
	}
	return list
}

// tickText is the text of a tick; a rate is in percent.
func tickText(t chart.Mark, scale float64) string {
	if scale == 1 {
		return words.Fixed(100*t.At, 0) + " %"
	}
	return t.Text
}

// ribbon is the results, from the lowest score on.
func (f *field) ribbon() []FieldShare {
	list, from, now := []FieldShare{}, 0.0, f.count(f.now)
	const room = 9 // percent of the picture
	for k := len(f.rb.Results) - 1; k >= 0; k-- {
		to := 100.0
		if k > 0 {
			to = f.place(f.rb.Results[k-1].Min)
		}
		id := f.rb.Results[k].ID
		s := FieldShare{ID: id, Start: from, Width: chart.Hundredth(to - from), Middle: chart.Hundredth((from + to) / 2), Label: verb(id)}
		if s.Width >= room {
			s.Share = f.percent(now[id]) + " %"
		} else {
			s.Label = ""
		}
		list, from = append(list, s), to
	}
	return list
}

// ghosts are thresholds of the other rules.
func (f *field) ghosts() []FieldMark {
	list := []FieldMark{}
	for _, r := range f.base.Results {
		if r.Min > 0 && f.base.Scale == f.rb.Scale {
			list = append(list, FieldMark{ID: r.ID, At: f.place(r.Min), Side: "middle"})
		}
	}
	return list
}

// unit is the least step of a threshold that is dragged.
func (f *field) unit() float64 { return f.rb.Scale / 1000 }

// thresholds are the lines from which on a score is a win, and a draw.
func (f *field) thresholds() (win, draw FieldHandle) {
	win, draw = FieldHandle{Name: "Win from"}, FieldHandle{Name: "Draw from"}
	now := f.count(f.now)
	for k, r := range f.rb.Results {
		h := &draw
		switch r.ID {
		case "win":
			h = &win
		case "loss":
			continue
		}
		*h = FieldHandle{On: true, Field: op.Pointer("rulebook", "results", k, "min"), Name: h.Name, At: f.place(r.Min), Value: r.Min,
			Low: f.least(k), High: f.rb.Scale, Step: f.unit(), Key: float64(5 * f.unit()), To: f.rb.Scale,
			Label: r.ID + " from " + explain.Points(f.rb, r.Min), Short: r.ID + " " + explain.Points(f.rb, r.Min)}
		if k > 0 {
			h.High = exact.Of(f.rb.Results[k-1].Min).Sub(exact.Of(f.unit())).Float()
		}
		if k+1 < len(f.rb.Results) {
			h.Low = exact.Of(f.rb.Results[k+1].Min).Add(exact.Of(f.unit())).Float()
		}
		h.Says = f.points(r.Min) + ": " + f.percent(now[r.ID]) + " percent " + verb(r.ID)
	}
	apart(&draw, &win, 640, 140, func(h *FieldHandle) *float64 { return &h.Wide })
	apart(&draw, &win, narrowUnits, 98, func(h *FieldHandle) *float64 { return &h.Narrow })
	return win, draw
}

// apart keeps the labels of two lines inside a picture and off each other: width and label are pixels.
func apart(left, right *FieldHandle, width, label float64, shift func(*FieldHandle) *float64) {
	const over, between = 4, 6 // pixels
	half, apart := float64(label/2), float64((label+between)/2)
	at := func(h *FieldHandle) float64 { return float64(h.At*width) / 100 }
	held := func(x float64) float64 { return max(half-over, min(width+over-half, x)) }
	l, r := held(at(left)), held(at(right))
	if left.On && right.On && r-l < label+between {
		middle := max(half+apart-over, min(width+over-half-apart, float64((at(left)+at(right))/2)))
		l, r = middle-apart, middle+apart
	}
	*shift(left), *shift(right) = chart.Hundredth(l-at(left)), chart.Hundredth(r-at(right))
}
