package changes

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/tallyproof/tallyproof/core/chart"
	"github.com/tallyproof/tallyproof/core/exact"
	"github.com/tallyproof/tallyproof/core/explain"
	"github.com/tallyproof/tallyproof/core/measure"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/score"
	"github.com/tallyproof/tallyproof/core/words"
)

// FieldCurve is the points of one dimension against what was measured. Its path is in a viewBox of
// 1000 by 1000.
type FieldCurve struct {
	On     bool            `json:"on" doc:"Whether there is a curve."`
	Text   string          `json:"text" doc:"Where all points are, and where none."`
	Key    string          `json:"key" doc:"Its words that matter most."`
	Say    string          `json:"say" doc:"What half of the submissions get, or how many are too late."`
	Dim    string          `json:"dim" doc:"The dimension whose colour it has."`
	Label  string          `json:"label" doc:"What the picture shows."`
	Path   string          `json:"path" doc:"SVG path."`
	Dots   []FieldCurveDot `json:"dots" doc:"One dot a submission that was measured."`
	Across []FieldMark     `json:"across" doc:"Values along the picture."`
	Up     []FieldMark     `json:"up" doc:"Points up the picture, in percent from the top."`
	Full   FieldHandle     `json:"full" doc:"The end with all points."`
	None   FieldHandle     `json:"none" doc:"The end without points."`
	Bend   FieldHandle     `json:"bend" doc:"The power, which is dragged up and down."`
	Bends  []FieldBend     `json:"bends" doc:"Places of the bend and their powers."`
	Limit  FieldHandle     `json:"limit" doc:"The one limit for all submissions."`
	Own    string          `json:"own" doc:"The limit that the submissions have, as it would be typed; empty without."`
	Named  FieldMark       `json:"named" doc:"The submission that is explained."`
	Top    float64         `json:"top" doc:"Its place in percent from the top."`
	Ends   []FieldEnd      `json:"ends" doc:"Members of a dimension with two ends that has nearly the same curve; empty if it has them."`
}

// FieldCurveDot is a submission on the curve.
type FieldCurveDot struct {
	ID     string  `json:"id" doc:"Its name."`
	At     float64 `json:"at" doc:"Place in percent from the left."`
	Top    float64 `json:"top" doc:"Place in percent from the top."`
	Result string  `json:"result" doc:"win, draw, loss or expired; empty without results."`
	On     bool    `json:"on" doc:"Whether it is the one that is explained."`
}

// FieldBend is a power, and where the bend of the curve then is.
type FieldBend struct {
	Top   float64 `json:"top" doc:"Place in percent from the top."`
	Value float64 `json:"value" doc:"The power."`
}

// FieldEnd is a member of a dimension, and its value.
type FieldEnd struct {
	Field string `json:"field" doc:"JSON Pointer into the request."`
	Value string `json:"value" doc:"The value."`
}

const (
	curveSteps          = 120
	leastBend, mostBend = 3, 40 // tenths of a power
)

// toDraw returns which dimension has a curve: the one that is asked for, or the first with two ends,
// or the first that counts a time.
func (f *field) toDraw() (int, *op.Error) {
	best := -1
	for k := range f.dims {
		d := &f.dims[k]
		if d.Key == f.req.Curve {
			return k, nil
		}
		if !f.measured(d.Key) || !clocked(&d.Dimension) {
			continue
		}
		if best < 0 || d.Measure == "target-limit" && f.dims[best].Measure != "target-limit" {
			best = k
		}
	}
	if f.req.Curve != "" {
		return -1, op.Refuse("/curve", "%s: want a dimension of the rules that counts", op.Quote(f.req.Curve))
	}
	return best, nil
}

// measured reports whether a submission has a value in a dimension that its curve could have.
func (f *field) measured(key string) bool {
	for i := range f.all {
		if m := f.all[i].Measurements[key]; tookOf(&m) != nil {
			return true
		}
	}
	return false
}

// course is the curve of a dimension.
type course struct {
	f         *field
	d         rulebook.Dimension
	at        int     // of it in the rulebook
	limit     float64 // for all submissions; 0 without
	fastest   float64
	low, high float64
}

func (f *field) curve() FieldCurve {
	none := FieldCurve{Dots: []FieldCurveDot{}, Across: []FieldMark{}, Up: []FieldMark{}, Bends: []FieldBend{}, Ends: []FieldEnd{}}
	if f.drawn < 0 {
		return none
	}
	c := course{f: f, d: f.dims[f.drawn].Dimension}
	c.at = slices.IndexFunc(f.rb.Dimensions, func(d rulebook.Dimension) bool { return d.Key == c.d.Key })
	if c.at < 0 || !clocked(&c.d) || !f.measured(c.d.Key) || !c.reach() {
		return none
	}
	return c.draw(none)
}

// reach finds the values of the picture; a curve that differs between submissions has none.
func (c *course) reach() bool {
	most := 0.0
	for i := range c.f.all {
		m, given := c.f.all[i].Measurements[c.d.Key]
		took := tookOf(&m)
		if !given || took == nil {
			continue
		}
		if m.Limit != nil {
			if c.limit != 0 && *m.Limit != c.limit && c.d.Measure != "target-limit" && c.d.Measure != "relative-time" {
				return false
			}
			c.limit = max(c.limit, *m.Limit)
		}
		if c.fastest == 0 || *took < c.fastest {
			c.fastest = *took
		}
		most, c.low = max(most, *took), min(c.low, *took)
		if own := c.f.given[i].Measurements[c.d.Key].Limit; own != nil {
			most = max(most, *own)
		}
	}
	c.high = max(c.limit, niceAbove(1.1*most)) // it stays while the limit for all moves
	if c.d.Measure == "target-limit" {
		target, limit := c.d.EndsAt(c.f.rb.Scale)
		c.low, c.high = min(c.low, target, limit), max(c.high, target, limit)
	}
	return c.high > c.low && (c.limit > 0 || c.d.Measure == "target-limit" || c.d.Measure == "relative-time")
}

// niceAbove returns the least round number that is not below x.
func niceAbove(x float64) float64 {
	for e := -6; e < 12; e++ {
		for _, n := range []float64{1, 1.2, 1.5, 1.6, 2, 2.4, 3, 4, 4.8, 5, 6, 8} {
			if y := float64(n * math.Pow10(e)); y >= x {
				return y
			}
		}
	}
	return x
}

// score returns the points of a value, before its weight.
func (c *course) score(x float64) float64 {
	m := measure.Measurement{Value: &x, Used: &x, TimeMs: &x, FastestMs: &c.fastest}
	if c.limit > 0 {
		m.Limit = &c.limit
	}
	rb := c.f.rb
	got, refusal := measure.Of(c.d.Measure).Score(&measure.Case{Measurement: &m, Scale: rb.Scale, Verified: c.f.req.Verified,
		Label: c.d.Label, Key: c.d.Key, Shape: c.d.Shape, Lenient: true})
	switch {
	case refusal != nil:
		return 0
	case rb.Arithmetic == rulebook.Exact:
		return got.Exact.Float()
	}
	return got.Float
}

func (c *course) across(x float64) float64 {
	return chart.Hundredth(max(0, min(100, float64(100*(x-c.low))/(c.high-c.low))))
}

func (c *course) top(points float64) float64 {
	return chart.Hundredth(float64(100*(c.f.rb.Scale-points)) / c.f.rb.Scale)
}

func (c *course) draw(res FieldCurve) FieldCurve {
	f := c.f
	res.On, res.Dim, res.Label = true, f.colors()[f.drawn], "Points for "+strings.ToLower(c.d.Label)+" against what was measured"
	res.Path = c.path()
	var points []float64
	late := 0
	for i := range f.all {
		m := f.all[i].Measurements[c.d.Key]
		took := tookOf(&m)
		if took == nil {
			continue
		}
		d := FieldCurveDot{ID: f.all[i].ID, At: c.across(*took), Top: 100, Result: f.now[i].Result, On: i == f.chosen}
		said := expired
		if !out(&f.now[i]) {
			got := f.now[i].Breakdown[slices.IndexFunc(f.now[i].Breakdown, func(p score.NamedPart) bool { return p.Key == c.d.Key })].Score
			points, said = append(points, got), f.whole(got)
			d.Top = c.top(got)
		} else {
			late++
		}
		if d.On {
			res.Named = FieldMark{ID: d.ID, At: d.At, Label: words.Called(d.ID) + " " + said, Side: side(d.At, 70)}
			if res.Named.Side == "middle" {
				res.Named.Side = "start"
			}
			res.Top = d.Top
		}
		res.Dots = append(res.Dots, d)
	}
	slices.SortFunc(points, func(x, y float64) int { return cmp.Compare(y, x) })
	switch {
	case late > 0:
		res.Say = fmt.Sprintf("%s of %s miss the limit of %s and get no score.", strconv.Itoa(late), strconv.Itoa(len(f.all)), words.Number(c.limit))
	case len(points) > 0:
		res.Say = fmt.Sprintf("Half of them get %s or more.", f.whole(points[(len(points)+1)/2-1]))
	}
	for _, t := range chart.Ticks(c.low, c.high, 5) {
		if t.At >= c.low && t.At <= c.high {
			res.Across = append(res.Across, FieldMark{ID: t.Text, At: c.across(t.At), Label: t.Text, Side: "middle"})
		}
	}
	for _, part := range []float64{1, 0.5, 0} {
		x := float64(part * f.rb.Scale)
		res.Up = append(res.Up, FieldMark{ID: words.Number(x), At: c.top(x), Label: words.Number(x), Side: "end"})
	}
	c.handles(&res)
	for _, h := range [...]*FieldHandle{&res.Full, &res.Bend, &res.None} {
		res.nameBeside(h, h == &res.None)
	}
	return res
}

// Names of a point and of an agent that are nearer would lie over each other, in percent of the picture.
const (
	nameWide = 14
	nameHigh = 9
)

// nameBeside moves the name of an agent away from that of a point, or leaves it out. The point's name is
// to its right, or to its left.
func (res *FieldCurve) nameBeside(h *FieldHandle, left bool) {
	right := res.Named.At - h.At
	switch {
	case !h.On || math.Abs(right) >= nameWide || math.Abs(res.Top-h.Top) >= nameHigh:
	case !left && right <= 0 && res.Named.At > nameWide:
		res.Named.Side = "end"
	case left && right >= 0 && res.Named.At < 100-nameWide:
		res.Named.Side = "start"
	default:
		res.Named.Label = ""
	}
}

// path draws the curve, with the places where it bends.
func (c *course) path() string {
	end := c.high
	if c.limit > 0 && c.d.Measure != "target-limit" && c.d.Measure != "relative-time" {
		end = min(end, c.limit)
	}
	xs := []float64{}
	for i := range curveSteps + 1 {
		xs = append(xs, c.low+float64((end-c.low)*float64(i))/curveSteps)
	}
	if c.d.Measure == "target-limit" {
		target, limit := c.d.EndsAt(c.f.rb.Scale)
		xs = append(xs, target, limit)
		if target == limit { // a step
			xs = append(xs, math.Nextafter(target, c.low), math.Nextafter(target, c.high))
		}
	}
	slices.Sort(xs)
	var b strings.Builder
	for i, x := range slices.Compact(xs) {
		letter := "L"
		if i == 0 {
			letter = "M"
		}
		b.WriteString(letter + chart.Fixed(float64(10*c.acrossOf(x)), 1) + " " + chart.Fixed(float64(10*c.top(c.score(x))), 1))
	}
	return b.String()
}

func (c *course) acrossOf(x float64) float64 { return float64(100*(x-c.low)) / (c.high - c.low) }

// handles are the ends and the bend of a curve with two ends, and the limit.
func (c *course) handles(res *FieldCurve) {
	scale := c.f.rb.Scale
	at := func(member string) string { return op.Pointer("rulebook", "dimensions", c.at, member) }
	step := stepOf((c.high - c.low) / 500)
	handle := func(field, name string, x, top float64) FieldHandle {
		return FieldHandle{On: true, Field: field, Name: name, At: c.across(x), Top: top, Value: x, Low: c.low, High: c.high, Step: step,
			Key: float64(5 * step), From: c.low, To: c.high, Label: words.Number(x), Says: name + ": " + words.Number(x)}
	}
	if c.limit > 0 || c.f.req.TimeLimit != nil {
		res.Limit = handle("/time_limit", "Limit for all", c.limit, 0)
		res.Limit.Low = max(step, c.low)
		res.Own, res.Limit.Label = op.Show(c.limit), "limit "+words.Number(c.limit)
		res.Limit.Short = res.Limit.Label
		var none FieldHandle
		apart(&none, &res.Limit, 640, 124, func(h *FieldHandle) *float64 { return &h.Wide })
		apart(&none, &res.Limit, 300, 114, func(h *FieldHandle) *float64 { return &h.Narrow })
	}
	power := measure.Of(c.d.Measure).Falls(c.d.Decay)
	if c.d.Measure != "target-limit" {
		res.Text = fmt.Sprintf("%s: %s.", words.Named(c.d.Label), c.f.rule(&c.d))
		res.Key = words.Named(c.d.Label)
		res.Ends = c.ends(at, float64(power))
		return
	}
	target, limit := c.d.EndsAt(scale)
	less := target <= limit
	if target == limit {
		less = c.d.Better != measure.More
	}
	res.Full = handle(at("target"), "Full marks", target, 0)
	res.None = handle(at("limit"), "No marks", limit, 100)
	if less {
		res.Full.High, res.None.Low = min(res.Full.High, limit-step), max(res.None.Low, target+step)
		res.Text = fmt.Sprintf("Full marks until %s, none from %s.", words.Number(target), words.Number(limit))
	} else {
		res.Full.Low, res.None.High = max(res.Full.Low, limit+step), min(res.None.High, target-step)
		res.Text = fmt.Sprintf("No marks until %s, full marks from %s.", words.Number(limit), words.Number(target))
	}
	res.Key = "Full marks"
	if !less {
		res.Key = "full marks"
	}
	if target == limit {
		return
	}
	middle := exact.Of(target).Add(exact.Of(limit)).Quo(exact.Int(2)).Float()
	res.Bend = FieldHandle{On: true, Field: at("decay"), Name: "Bend", At: c.across(middle), Top: c.top(c.score(middle)), Value: float64(power),
		Low: float64(leastBend) / 10, High: float64(mostBend) / 10, Step: 0.1, Key: 0.1, Label: "power " + words.Number(float64(power)),
		Says: "Power of the way left: " + words.Number(float64(power))}
	for tenths := leastBend; tenths <= mostBend; tenths++ {
		bent := *c
		bent.d.Decay = float64(tenths) / 10
		res.Bends = append(res.Bends, FieldBend{Top: c.top(bent.score(middle)), Value: bent.d.Decay})
	}
}

// ends are those of a dimension with two ends in place of this one.
func (c *course) ends(at func(string) string, power float64) []FieldEnd {
	full, none := 0.0, c.limit
	switch c.d.Measure {
	case "time-budget":
		power = 1
	case "relative-time":
		full, none = c.fastest, float64(c.fastest*(1+100/power))
		power = 1
	}
	return []FieldEnd{{at("measure"), "target-limit"}, {at("target"), op.Show(full)}, {at("limit"), op.Show(none)}, {at("decay"), op.Show(power)}}
}

// stepOf returns a round step that is not below x.
func stepOf(x float64) float64 {
	for e := -6; e < 12; e++ {
		for _, n := range []float64{1, 2, 5} {
			if y := float64(n * math.Pow10(e)); y >= x {
				return y
			}
		}
	}
	return x
}

// whole is points of a dimension as they are read off a curve: of large scales without decimals.
func (f *field) whole(x float64) string {
	if f.rb.Scale >= 1000 {
		return words.Fixed(x, 0)
	}
	return explain.Points(f.rb, x)
}
