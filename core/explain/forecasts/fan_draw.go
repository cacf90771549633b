package forecasts

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/tallyproof/tallyproof/core/chart"
	"github.com/tallyproof/tallyproof/core/explain"
	"github.com/tallyproof/tallyproof/core/rating/forecast"
	"github.com/tallyproof/tallyproof/core/words"
)

// Sizes of the fan. Its picture is about 384 pixels high.
const (
	fanPixels   = 384
	fanTail     = 0.003 // of careers at either end that the scale may leave out
	fanStep     = 5     // points, of which its ends are multiples
	fanLeast    = 40    // points that it shows at least
	fanReach    = 0.6   // of its height, up to which it holds a line beyond
	fanMargin   = 0.07  // of its height, on either side
	fanText     = 4.9   // the height of a line of text, in percent
	lowPixels   = 256   // its height without tiers
	lowText     = 7.35
	barLongest  = 940
	barLeast    = 5.5   // pixels
	barShown    = 0.002 // of the longest
	besideBars  = 0.3   // of the longest bar: a text has room beside shorter ones
	nearEdge    = 7     // percent
	turnsAround = 72    // percent from the left, from which on numbers are left of the cursor
)

// fanned is a fan being drawn.
type fanned struct {
	*outlook
	low, high float64
	width     float64 // of a bar, in points
	bars      []bar   // ascending
	longest   float64
	shownAt   []int     // matches that are shown, −1 being the start
	tiers     []int     // of all matches, from 1 on; 0 for opponents of no tier
	rates     []float64 // of all opponents, where no tiers are

	pixels, text float64 // its height, and that of a line of text in percent
}

// bar is the odds of the ratings from at on.
type bar struct{ at, odds float64 }

// picture returns the fan.
func (f *outlook) picture() ForecastFan {
	d := &fanned{outlook: f, tiers: f.ranks(), pixels: fanPixels, text: fanText}
	if len(f.rated.Opponents) == 0 {
		d.pixels, d.text = lowPixels, lowText
		d.each(func(e forecast.PlanEntry, count int) {
			for range count {
				d.rates = append(d.rates, *e.Opponent)
			}
		})
	}
	f.shown(func(i int) { d.shownAt = append(d.shownAt, i) })
	d.scale()
	d.fill()
	fan := ForecastFan{
		Low: d.low, High: d.high, Length: f.of,
		View:   fmt.Sprintf("0 %s %d %s", short(-d.high), f.of, short(d.high-d.low)),
		Beside: fmt.Sprintf("0 %s 1000 %s", short(-d.high), short(d.high-d.low)),
		Ticks:  []explain.FanMark{}, Names: []string{},
		Matches: d.matchTicks(),
		Wide:    d.band(0, 4), Half: d.band(1, 3), Median: d.course(func(p chart.FanPoint, _ int) float64 { return p.Levels[2] }),
		Start: explain.FanMark{At: d.down(f.req.Rating), Label: "now " + words.Short(f.req.Rating)},
		Kinks: d.kinks(), Ends: d.ends(), Outline: d.outline(), Ranges: d.ranges(), Points: d.points(),
		Target: d.target(), Strength: d.strength(),
	}
	for _, tick := range chart.Ticks(d.low, d.high, 6) {
		if at := d.down(tick.At); fan.Target.Label == "" || math.Abs(at-fan.Target.At) >= d.text {
			fan.Ticks = append(fan.Ticks, explain.FanMark{At: at, Label: tick.Text})
		}
	}
	for _, career := range f.got.SampleCareers {
		fan.Samples += d.course(func(_ chart.FanPoint, i int) float64 {
			if i < 0 {
				return f.req.Rating
			}
			return career[i]
		})
	}
	fan.Bars, fan.Past = d.distribution()
	fan.Share = d.share()
	fan.Bands = d.bandNames(fan.Target, fan.Strength)
	d.strip(&fan)
	return fan
}

// scale chooses the ends of the rating axis: they hold nearly all careers, and the lines
// that are near to them.
func (d *fanned) scale() {
	if len(d.req.Scale) == 2 {
		d.low, d.high = d.req.Scale[0], d.req.Scale[1]
		return
	}
	d.low, d.high = d.req.Rating, d.req.Rating
	for _, s := range d.got.Steps {
		d.low, d.high = min(d.low, s.P05), max(d.high, s.P95)
	}
	list := d.got.Final.Distribution
	for i, sum := 0, 0.0; i < len(list) && sum <= fanTail; i++ {
		if sum += list[i].Probability; sum > fanTail {
			d.low = min(d.low, list[i].Rating)
		}
	}
	for i, sum := len(list)-1, 0.0; i >= 0 && sum <= fanTail; i-- {
		if sum += list[i].Probability; sum > fanTail {
			d.high = max(d.high, list[i].Rating)
		}
	}
	reach := float64(fanReach * max(fanLeast, d.high-d.low))
	for _, line := range d.lines() {
		if line > d.high && line <= d.high+reach {
			d.high = line
		}
		if line < d.low && line >= d.low-reach {
			d.low = line
		}
	}
	margin := float64(fanMargin*max(fanLeast, d.high-d.low)) + 4
	d.low = float64(math.Floor((d.low-margin)/fanStep) * fanStep)
	d.high = float64(math.Ceil((d.high+margin)/fanStep) * fanStep)
}

// lines returns the ratings that a reader can move.
func (d *fanned) lines() []float64 {
	var list []float64
	if len(d.got.Targets) > 0 {
		list = append(list, d.got.Targets[0].Rating)
	}
	if d.req.Strength != nil {
		list = append(list, *d.req.Strength)
	}
	return list
}

// label writes a rating of the picture: in whole points, if it is not exact.
func (d *fanned) label(x float64) string {
	if d.got.Exact {
		return words.Short(x)
	}
	return words.Fixed(x, 0)
}

// down returns the place of a rating in percent from the top; it may be outside.
func (d *fanned) down(rating float64) float64 {
	return chart.Hundredth(100 * (d.high - rating) / (d.high - d.low))
}

// across returns the place of a match in percent from the left.
func (d *fanned) across(match float64) float64 { return chart.Hundredth(100 * match / float64(d.of)) }

func short(x float64) string { return chart.Fixed(x, 2) }

// course returns a path through a rating at every match that is shown.
func (d *fanned) course(rating func(p chart.FanPoint, i int) float64) string {
	var b strings.Builder
	for n, i := range d.shownAt {
		d.to(&b, i, rating(d.dots[n], i))
	}
	return b.String()
}

// to draws a line to a rating after a match.
func (d *fanned) to(b *strings.Builder, i int, rating float64) {
	b.WriteByte("ML"[min(b.Len(), 1)])
	b.WriteString(strconv.Itoa(i + 1))
	b.WriteByte(' ')
	b.WriteString(chart.Fixed(-rating, 1))
}

// band returns a path along one level and back along another.
func (d *fanned) band(low, high int) string {
	var b strings.Builder
	for n, i := range d.shownAt {
		d.to(&b, i, d.dots[n].Levels[low])
	}
	for n := len(d.shownAt) - 1; n >= 0; n-- {
		d.to(&b, d.shownAt[n], d.dots[n].Levels[high])
	}
	return b.String() + "Z"
}

// matchTicks numbers the matches; the last one always has its number.
func (d *fanned) matchTicks() []explain.FanMark {
	n := float64(d.of)
	ticks := chart.Ticks(0, n, 6)
	apart := n
	if len(ticks) > 1 {
		apart = ticks[1].At - ticks[0].At
	}
	list := []explain.FanMark{}
	for _, tick := range ticks {
		if tick.At == math.Floor(tick.At) && n-tick.At >= apart/2 {
			list = append(list, explain.FanMark{At: d.across(tick.At), Label: words.Grouped(int64(tick.At)), Kind: "middle"})
		}
	}
	list[0].Kind = "start"
	return append(list, explain.FanMark{At: 100, Label: words.Grouped(int64(d.of)), Kind: "end"})
}

// kinks are the matches from which on the K-factor is another.
func (d *fanned) kinks() []FanKink {
	list := []FanKink{}
	for _, step := range d.rated.K {
		match := step.From - d.req.Matches
		if match <= 0 || match >= d.of {
			continue
		}
		kink := FanKink{At: d.across(float64(match))}
		if kink.At > nearEdge && kink.At < 100-nearEdge {
			kink.Before, kink.After = "K "+words.Number(d.rated.KAt(step.From-1)), "K "+words.Number(step.K)
		}
		list = append(list, kink)
	}
	return list
}

// target describes the first target.
func (d *fanned) target() FanLine {
	if len(d.got.Targets) == 0 {
		return FanLine{}
	}
	t := d.got.Targets[0]
	line := d.line(t.Rating)
	switch t.Direction {
	case "start":
		line.Says = "you are there"
	case "up":
		line.Says = shortOdds(t) + " touch it"
	default:
		line.Says = shortOdds(t) + " fall to it"
	}
	return line
}

func (d *fanned) strength() FanLine {
	if d.req.Strength == nil {
		return FanLine{}
	}
	line := d.line(*d.req.Strength)
	line.Says = "plays like " + line.Label
	return line
}

// line places a rating that a reader can move: at the edge, if it is outside.
func (d *fanned) line(rating float64) FanLine {
	at := d.down(rating)
	line := FanLine{At: min(max(at, 0), 100), Rating: rating, Label: words.Number(rating), Side: "above"}
	if line.At < nearEdge {
		line.Side = "below"
	}
	switch {
	case at < 0:
		line.Label += " ▲"
	case at > 100:
		line.Label += " ▼"
	}
	return line
}

// bandNames places the names of the bands at their end, where no line goes through them.
func (d *fanned) bandNames(lines ...FanLine) []explain.FanMark {
	last := d.got.Steps[len(d.got.Steps)-1]
	y := [5]float64{d.down(last.P05), d.down(last.P25), d.down(last.P50), d.down(last.P75), d.down(last.P95)}
	list := []explain.FanMark{}
	for _, name := range []struct {
		label  string
		places [2][2]float64
	}{
		{"half", [2][2]float64{{y[2], y[3]}, {y[1], y[2]}}},
		{"9 in 10", [2][2]float64{{y[3], y[4]}, {y[0], y[1]}}},
	} {
		for _, place := range name.places {
			at, free := float64((place[0]+place[1])/2), math.Abs(place[0]-place[1]) >= d.text
			for _, line := range lines {
				free = free && (line.Label == "" || math.Abs(line.At-at) > d.text/2)
			}
			if free {
				list = append(list, explain.FanMark{At: chart.Hundredth(at), Label: name.label})
				break
			}
		}
	}
	return list
}

// ends returns the levels at the end, moved apart from the median on.
func (d *fanned) ends() []explain.FanMark {
	last := d.got.Steps[len(d.got.Steps)-1]
	list := []explain.FanMark{}
	for i, level := range []float64{last.P95, last.P75, last.P50, last.P25, last.P05} {
		kind := [...]string{"outer", "inner", "median", "inner", "outer"}[i]
		list = append(list, explain.FanMark{At: d.down(level), Label: d.label(level), Kind: kind})
	}
	const middle = 2
	for i := middle - 1; i >= 0; i-- {
		list[i].At = chart.Hundredth(min(list[i].At, list[i+1].At-d.text))
	}
	for i := middle + 1; i < len(list); i++ {
		list[i].At = chart.Hundredth(max(list[i].At, list[i-1].At+d.text))
	}
	return list
}

// points returns the places of the cursor.
func (d *fanned) points() []FanPoint {
	list := make([]FanPoint, 0, len(d.shownAt))
	for n, i := range d.shownAt {
		p := d.dots[n]
		point := FanPoint{At: d.across(p.At), Match: i + 1, Low: d.down(p.Levels[0]), Mid: d.down(p.Levels[2]),
			High: d.down(p.Levels[4]), P05: p.Texts[0], P50: p.Texts[2], P95: p.Texts[4], Words: p.Words, Side: "start",
			Head: d.head(i)}
		if !d.got.Exact {
			point.P05, point.P50, point.P95 = d.label(p.Levels[0]), d.label(p.Levels[2]), d.label(p.Levels[4])
		}
		if point.At > turnsAround {
			point.Side = "end"
		}
		list = append(list, point)
	}
	return list
}

// head names a match, its opponent, and the odds to have touched the target by then.
func (d *fanned) head(i int) string {
	head := "start"
	if i >= 0 {
		head = d.noun() + " " + words.Grouped(int64(i+1))
		if name := d.opponentAt(i); name != "" {
			head += " · " + name
		}
	}
	if len(d.got.Targets) == 0 || i < 0 || d.got.Targets[0].Direction == "start" {
		return head
	}
	t, way := d.got.Targets[0], "touched "
	if t.Direction == "down" {
		way = "fell to "
	}
	return head + " · " + chance(min(t.Curve[i], t.Probability)) + " " + way + words.Number(t.Rating)
}
