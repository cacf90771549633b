package difficulty

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/tallyproof/tallyproof/core/chart"
	"github.com/tallyproof/tallyproof/core/fmath"
	"github.com/tallyproof/tallyproof/core/words"
)

// DifficultyPlot is the likelihood of each rating, a curve a challenge, each as high as the picture. Paths
// are in a viewBox of 1000 by 100.
type DifficultyPlot struct {
	Ticks  []DifficultyMark  `json:"ticks" doc:"Ratings of tiers."`
	Others []DifficultyCurve `json:"others" doc:"Curves of other challenges, at most 12."`
	Own    string            `json:"own" doc:"SVG path of the challenge that is explained; empty without a finished match."`
	Band   string            `json:"band" doc:"SVG path around its 95 % interval; empty likewise."`
	Name   DifficultyMark    `json:"name" doc:"Its name, over its curve."`
	Names  []DifficultyMark  `json:"names" doc:"Names of others that have room; they begin there."`
	From   float64           `json:"from" doc:"Where the interval begins, in percent."`
	To     float64           `json:"to" doc:"Where it ends."`
	Ends   []DifficultyMark  `json:"ends" doc:"The ends of the interval and the rating that fits, as far as they have room."`
	Cursor DifficultyCursor  `json:"cursor" doc:"The rating to compare with."`
}

// DifficultyCurve is the curve of a challenge.
type DifficultyCurve struct {
	ID   string `json:"id" doc:"The challenge."`
	Path string `json:"path" doc:"SVG path."`
}

// DifficultyMark is a place with its label.
type DifficultyMark struct {
	ID    string  `json:"id" doc:"What it marks: a tier, a challenge, a match, or an end."`
	At    float64 `json:"at" doc:"Place in percent from the left."`
	Label string  `json:"label" doc:"Label."`
	Value string  `json:"value" doc:"The number of it; empty without."`
	Kind  string  `json:"kind" doc:"claimed: the tier of the challenge; best: the rating that fits; minor: left out of narrow pictures; off: beyond the matches that count; otherwise empty."`
	Side  string  `json:"side" op:"enum=start|middle|end" doc:"Where its label has the place: at its start, middle or end."`
}

// DifficultyCursor is a value that a reader moves over a picture.
type DifficultyCursor struct {
	Field  string  `json:"field" doc:"Member of the request that it moves."`
	At     float64 `json:"at" doc:"Its place in percent of the picture."`
	Narrow float64 `json:"narrow" doc:"By how many pixels its label moves inwards in a picture of 320 pixels."`
	Wide   float64 `json:"wide" doc:"The same in one of 640 pixels or more."`
	Value  float64 `json:"value" doc:"Its value."`
	Low    float64 `json:"low" doc:"The value at the start of the picture."`
	High   float64 `json:"high" doc:"The value at its end."`
	Step   float64 `json:"step" doc:"A step."`
	Label  string  `json:"label" doc:"The value in a few letters."`
	Says   string  `json:"says" doc:"The value and what follows from it, in words."`
}

// DifficultyStrip is matches in order. Paths are in a viewBox of 1000 by 40; long lists have shares in columns.
type DifficultyStrip struct {
	Won     string           `json:"won" doc:"SVG path of wins."`
	Drawn   string           `json:"drawn" doc:"SVG path of draws."`
	Lost    string           `json:"lost" doc:"SVG path of losses."`
	Expired string           `json:"expired" doc:"SVG path of expired matches."`
	Flags   []DifficultyMark `json:"flags" doc:"Revisions of the arena, with what they decide."`
	Cursor  DifficultyCursor `json:"cursor" doc:"How many matches count."`
	Later   float64          `json:"later" doc:"How wide the matches are that do not count, in percent."`
}

const (
	curvePoints = 96 // of the curve that is explained
	otherPoints = 56
	faint       = 0.004 // a likelihood that is not drawn, of the greatest
	margin      = 300   // points beyond the tiers
	letterWide  = 1.02  // percent of a picture of 720 pixels
)

// axis is the ratings across a picture.
type axis struct{ low, high float64 }

// ratingAxis spans the tiers, and the challenges near them. It does not depend on how many matches count.
func (d *difficulty) ratingAxis() axis {
	a := axis{math.Inf(1), math.Inf(-1)}
	hold := func(x float64) { a.low, a.high = min(a.low, x), max(a.high, x) }
	for _, o := range d.rb.Rating.Opponents {
		hold(o.Rating)
	}
	if len(d.rb.Rating.Opponents) == 0 {
		for _, r := range d.all[d.chosen].rated {
			hold(r.rating)
		}
	}
	if a.low > a.high {
		hold(d.rb.Rating.Start)
	}
	a.low, a.high = a.low-margin, a.high+margin
	least, most := a.low-2*margin, a.high+2*margin
	for i, m := range d.all {
		if m.games == 0 || i >= mostChallenges && i != d.chosen {
			continue
		}
		for _, x := range []float64{m.near() - 100, m.near() + 100} {
			if x > least && x < most {
				a.low, a.high = min(a.low, 100*math.Floor(x/100)), max(a.high, 100*math.Ceil(x/100))
			}
		}
	}
	return a
}

// at returns the place of a rating in percent; ratings beyond the picture are at its edge.
func (a axis) at(x float64) float64 {
	return chart.Hundredth(max(0, min(100, float64(100*(x-a.low))/(a.high-a.low))))
}

func (d *difficulty) plot() DifficultyPlot {
	a, m := d.ratingAxis(), d.now
	p := DifficultyPlot{Ticks: d.tierTicks(a), Others: []DifficultyCurve{}, Names: []DifficultyMark{}, Ends: []DifficultyMark{}}
	drawn := d.drawn()
	for _, i := range drawn {
		if path := a.curve(d.all[i], otherPoints); path != "" {
			p.Others = append(p.Others, DifficultyCurve{d.all[i].name, path})
		}
	}
	if m.games > 0 {
		p.Own, p.Band = a.curve(m, curvePoints), a.band(m)
		p.From, p.To = a.at(m.low), a.at(m.high)
		p.Ends = ends(a, m)
	}
	p.Name, p.Names = d.names(a, drawn)
	p.Cursor = DifficultyCursor{Field: "/at", At: a.at(d.at), Value: d.at, Low: a.low, High: a.high, Step: 5,
		Label: d.expectation(), Says: d.expectation() + " points"}.shifted(104)
	return p
}

// tierTicks are the ratings of tiers, or round ones without.
func (d *difficulty) tierTicks(a axis) []DifficultyMark {
	list := []DifficultyMark{}
	for _, o := range d.rb.Rating.Opponents {
		t := DifficultyMark{ID: o.Difficulty, At: a.at(o.Rating), Label: o.Difficulty, Value: toPoint(o.Rating), Side: "middle"}
		if d.now.claim != nil && *d.now.claim == o.Rating {
			t.Kind = "claimed"
		}
		list = append(list, t)
	}
	if len(list) == 0 {
		for _, t := range chart.Ticks(a.low, a.high, 6) {
			if t.At >= a.low && t.At <= a.high {
				list = append(list, DifficultyMark{ID: t.Text, At: a.at(t.At), Value: t.Text, Side: "middle"})
			}
		}
	}
	return list
}

// drawn lists the other challenges whose curves are drawn: those with the most matches, in their order.
func (d *difficulty) drawn() []int {
	var list []int
	for i := range d.all {
		if i != d.chosen && d.all[i].games > 0 {
			list = append(list, i)
		}
	}
	if len(list) > mostCurves {
		slices.SortStableFunc(list, func(i, j int) int { return cmp.Compare(d.all[j].games, d.all[i].games) })
		list = list[:mostCurves]
		slices.Sort(list)
	}
	return list
}

// likely returns the likelihood of a rating, of the greatest.
func (f *fitted) likely(x float64) float64 {
	log, _ := f.at(x)
	return min(1, fmath.Exp(log-f.top))
}

// reach returns between which ratings a likelihood can be seen.
func (a axis) reach(f *fitted) (from, to float64) {
	from, to = a.low, a.high
	if f.finite() { // 5.52 below its greatest value, and a little more
		from = max(from, f.best-float64(1.8*(f.best-f.low)))
		to = min(to, f.best+float64(1.8*(f.high-f.best)))
	}
	return from, to
}

// curve draws a likelihood.
func (a axis) curve(m *measured, points int) string {
	from, to := a.reach(m.fitted)
	if from >= to {
		return ""
	}
	var b strings.Builder
	for i := 0; i <= points; i++ {
		x := from + float64((to-from)*float64(i))/float64(points)
		if y := m.likely(x); y >= faint {
			a.point(&b, x, y)
		}
	}
	return b.String()
}

// band draws what is under the curve within the interval.
func (a axis) band(m *measured) string {
	from, to := max(a.low, m.low), min(a.high, m.high)
	if from >= to {
		return ""
	}
	var b strings.Builder
	b.WriteString("M" + chart.Fixed(a.thousandth(from), 1) + " 100")
	for i := 0; i <= curvePoints/2; i++ {
		x := from + float64((to-from)*float64(2*i))/curvePoints
		a.point(&b, x, m.likely(x))
	}
	b.WriteString("V100Z")
	return b.String()
}

func (a axis) thousandth(x float64) float64 { return float64(1000*(x-a.low)) / (a.high - a.low) }

func (a axis) point(b *strings.Builder, x, y float64) {
	letter := "L"
	if b.Len() == 0 {
		letter = "M"
	}
	b.WriteString(letter + chart.Fixed(a.thousandth(x), 1) + " " + chart.Fixed(100-float64(100*y), 1))
}

// ends are the ends of the interval under the axis, if it is wide enough, and what is between.
func ends(a axis, m *measured) []DifficultyMark {
	list := []DifficultyMark{}
	if m.finite() {
		list = append(list, DifficultyMark{ID: "best", At: a.at(m.best), Label: toPoint(m.best), Kind: "best", Side: "middle"})
	}
	const apart = 4.2 // percent, of a number of four digits
	for _, end := range []struct {
		id string
		x  float64
	}{{"low", m.low}, {"high", m.high}} {
		if end.x > a.low && end.x < a.high && (!m.finite() || math.Abs(a.at(end.x)-a.at(m.best)) >= apart) {
			list = append(list, DifficultyMark{ID: end.id, At: a.at(end.x), Label: toPoint(end.x), Kind: "minor", Side: "middle"})
		}
	}
	return list
}

// names finds room for the names over the curves: first that of the challenge, then others from it outwards.
func (d *difficulty) names(a axis, drawn []int) (own DifficultyMark, others []DifficultyMark) {
	wide := func(name string) float64 { return float64(letterWide * float64(utf8.RuneCountInString(name))) }
	others = []DifficultyMark{}
	m := d.now
	own = DifficultyMark{ID: m.name, Label: clipped(m.name), Side: "middle", At: 50}
	if m.games > 0 {
		own.At = a.at(m.near())
	}
	half := float64(wide(own.Label) / 2)
	own.At = chart.Hundredth(max(half, min(100-half, own.At)))
	const gap, far = 0.9, 9 // percent
	left, right := own.At-half-gap, own.At+half+gap
	order := slices.Clone(drawn)
	slices.SortStableFunc(order, func(i, j int) int {
		return cmp.Compare(math.Abs(d.all[i].near()-m.near()), math.Abs(d.all[j].near()-m.near()))
	})
	for _, i := range order {
		one := d.all[i]
		if !one.finite() || one.best < a.low || one.best > a.high {
			continue
		}
		label := clipped(one.name)
		w, at := wide(label), a.at(one.best)
		start := at - float64(w/2)
		if at >= own.At {
			start = max(start, right)
			if start > at+far || start+w > 100 {
				continue
			}
			right = start + w + gap
		} else {
			start = min(start, left-w)
			if start+w < at-far || start < 0 {
				continue
			}
			left = start - gap
		}
		others = append(others, DifficultyMark{ID: one.name, At: chart.Hundredth(start), Label: label, Side: "start"})
	}
	return own, others
}

// clipped is a name that is not too long for a picture.
func clipped(name string) string {
	const most = 24
	if letters := []rune(name); len(letters) > most {
		return words.Called(string(letters[:most-1])) + "…"
	}
	return words.Called(name)
}

// shifted keeps the label of a cursor inside the picture: half is half of its width in pixels.
func (c DifficultyCursor) shifted(half float64) DifficultyCursor {
	by := func(width float64) float64 {
		x := float64(c.At*width) / 100
		switch {
		case x < half:
			return chart.Hundredth(half - x)
		case x > width-half:
			return chart.Hundredth(width - half - x)
		}
		return 0
	}
	c.Narrow, c.Wide = by(320), by(640)
	return c
}
