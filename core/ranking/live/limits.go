package live

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/ranking/limits"
	"github.com/tallyproof/tallyproof/core/words"
)

// mostOver is how many other weights a weight is compared with.
const mostOver = 8

// Conditions are what weights must satisfy, in the order of the weights.
type Conditions struct {
	*limits.Limits
	labels []string
	places []int // of the weights in the request
	over   []int // of each ratio: the weight that it is given with
}

// ConditionsOf reads the conditions on weights; nil without any. find returns the place of
// the weight that a text names, or −1; labels are for readers, and places are those of the
// weights in the request.
func ConditionsOf(list []Weight, find func(string) int, labels []string, places []int) (*Conditions, *op.Error) {
	c := &Conditions{labels: labels, places: places}
	low, high, ratios, any := make([]float64, len(list)), make([]float64, len(list)), []limits.Ratio{}, false
	for k, w := range list {
		high[k] = 1
		if w.Least != nil {
			low[k], any = *w.Least/100, true
		}
		if w.Most != nil {
			high[k], any = *w.Most/100, true
		}
		if strings.TrimSpace(w.Over) == "" {
			continue
		}
		parts := strings.Split(w.Over, ",")
		if len(parts) > mostOver {
			return nil, op.Refuse(c.field(k, "over"), "%d names: want at most %d", len(parts), mostOver)
		}
		for _, part := range parts {
			times, name := timesOf(part)
			below := find(name)
			if below < 0 || below == k || !(times > 0) || times > 1000 {
				return nil, op.Refuse(c.field(k, "over"), "%s: want other dimensions, with commas, each with 2 × before it "+
					"for twice", op.Quote(strings.TrimSpace(part)))
			}
			ratios, any = append(ratios, limits.Ratio{Above: k, Below: below, Times: times}), true
			c.over = append(c.over, k)
		}
	}
	if !any {
		return nil, nil
	}
	c.Limits = limits.New(low, high, ratios)
	return c, nil
}

func (c *Conditions) field(k int, member string) string {
	return op.Pointer("weights", c.places[k], member)
}

// timesOf reads a number with × or x after it, and the rest.
func timesOf(text string) (times float64, name string) {
	text = strings.TrimSpace(text)
	end := strings.IndexFunc(text, func(r rune) bool { return (r < '0' || r > '9') && r != '.' })
	if end <= 0 {
		return 1, text
	}
	number, rest := text[:end], strings.TrimSpace(text[end:])
	for _, sign := range []string{"×", "x ", "* ", "X "} {
		if after, ok := strings.CutPrefix(rest, sign); ok {
			if x, err := strconv.ParseFloat(number, 64); err == nil {
				return x, strings.TrimSpace(after)
			}
		}
	}
	return 1, text
}

// Refusal says why no weights satisfy the conditions; nil if some do.
func (c *Conditions) Refusal() *op.Error {
	for k, low := range c.Low {
		if low > c.High[k] {
			return op.Refuse(c.field(k, "least"), "%s: want at most the highest weight of the dimension, %s",
				words.Percent(low), words.Percent(c.High[k]))
		}
	}
	if message := c.Sums(); message != "" {
		return op.Refuse("/weights", "%s", message)
	}
	return c.refusal(c.Limits, nil)
}

// refusal names conditions that contradict each other. Some weights may be locked.
func (c *Conditions) refusal(l *limits.Limits, locked []float64) *op.Error {
	for k, x := range locked {
		if x >= 0 && (x < c.Low[k]-limits.Rounding || x > c.High[k]+limits.Rounding) {
			return op.Refuse(c.field(k, "locked"), "%s is locked at %s, outside of its bounds: want it unlocked",
				c.labels[k], words.Percent(x))
		}
	}
	tags := l.Conflict()
	if tags == nil {
		return nil
	}
	field, said := "/weights", []string{}
	for _, tag := range tags {
		kind, k := l.Kind(tag)
		text := l.Say(tag, c.labels)
		switch {
		case kind == limits.Proportion:
			field = c.field(c.over[k], "over")
		case locked != nil && locked[k] >= 0:
			text = fmt.Sprintf("%s locked at %s", c.labels[k], words.Percent(l.Low[k]))
		}
		if text != "" && !slices.Contains(said, text) {
			said = append(said, text)
		}
	}
	return op.Refuse(field, "no weights satisfy all of these: %s", words.Join(said))
}

// locks returns the parts of the weights that keep theirs if one is edited, −1 for others.
func locks(list []Weight, edited int) []float64 {
	at := make([]float64, len(list))
	for i, w := range list {
		if at[i] = -1; w.Locked && i != edited {
			at[i] = math.Round(float64(w.Percent*100)) / Whole
		}
	}
	return at
}

// Ranges returns the lowest and the highest weight of each, in hundredths of a percent, that
// the conditions and the locked weights leave; nil if they leave none.
func (c *Conditions) Ranges(list []Weight) (low, high []int32) {
	low, high = make([]int32, len(list)), make([]int32, len(list))
	from, to := c.Fixed(locks(list, -1)).Ranges()
	for k, w := range list {
		if w.Locked {
			from, to := c.Fixed(locks(list, k)).Ranges()
			if from == nil {
				return nil, nil
			}
			low[k], high[k] = hundredths(from[k], to[k])
			continue
		}
		if from == nil {
			return nil, nil
		}
		low[k], high[k] = hundredths(from[k], to[k])
	}
	return low, high
}

// hundredths returns the whole hundredths of a percent in a range; of a range with none, the
// nearest.
func hundredths(from, to float64) (low, high int32) {
	const rounding = 1e-5
	low, high = int32(math.Ceil(float64(from*Whole)-rounding)), int32(math.Floor(float64(to*Whole)+rounding))
	if low > high {
		low = int32(math.Round(float64((from + to) / 2 * Whole)))
		return low, low
	}
	return low, high
}

// Balance is [Balance] within the conditions: the edited weight stops where they and the locked
// weights end, and the others take their proportions, or the nearest weights to these, by least
// squares, that satisfy them. It reports whether the edited weight was stopped.
func (c *Conditions) Balance(list []Weight, edited int) (stopped bool, refusal *op.Error) {
	held := locks(list, edited)
	if edited < 0 && locked(list) {
		held = slices.Repeat([]float64{-1}, len(list)) // as Balance moves them
	}
	l := c.Fixed(held)
	if refusal := c.refusal(l, held); refusal != nil {
		return false, refusal
	}
	if edited >= 0 {
		from, to := l.Ranges()
		low, high := hundredths(from[edited], to[edited])
		asked := math.Round(float64(list[edited].Percent * 100))
		at := min(max(asked, float64(low)), float64(high))
		stopped = at != asked
		list[edited].Percent = at / 100
	}
	Balance(list, edited)
	at := make([]float64, len(list))
	for k, w := range list {
		at[k] = math.Round(float64(w.Percent*100)) / Whole
	}
	if l.Hold(at) {
		return stopped, nil
	}
	if edited >= 0 {
		held[edited] = at[edited]
		if fixed := c.Fixed(held); fixed.Conflict() == nil { // as with weights that are thirds
			l = fixed
		}
	}
	if v, ok := l.Nearest(at); ok {
		for k, points := range whole(v, l) {
			list[k].Percent = points / 100
		}
	}
	return stopped, nil
}

// whole rounds weights to hundredths of a percent with the same sum that satisfy limits, if
// there are some next to them.
func whole(v []float64, l *limits.Limits) []float64 {
	points, rest := make([]float64, len(v)), float64(Whole)
	remainder := make([]float64, len(v))
	for k, x := range v {
		exactly := float64(x * Whole)
		points[k] = math.Floor(exactly + 1e-6)
		remainder[k] = exactly - points[k]
		rest -= points[k]
	}
	for ; rest > 0; rest-- {
		best := 0
		for k := range remainder {
			if remainder[k] > remainder[best] {
				best = k
			}
		}
		points[best]++
		remainder[best]--
	}
	for range 8 * len(v) {
		if now := missed(points, l); now == 0 || !mend(points, l, now) {
			break
		}
	}
	return points
}

// missed returns by how much points miss limits in all.
func missed(points []float64, l *limits.Limits) float64 {
	sum := 0.0
	for i := range l.Walls {
		off := float64(l.Walls[i].Least * Whole)
		for k, n := range l.Walls[i].N {
			if n != 0 {
				off -= float64(n * points[k])
			}
		}
		if off > 1e-6 {
			sum += off
		}
	}
	return sum
}

// mend moves the point that helps most; false if none does.
func mend(points []float64, l *limits.Limits, now float64) bool {
	from, to, least := -1, -1, now-1e-9
	for i := range points {
		for j := range points {
			if i == j || points[i] == 0 {
				continue
			}
			points[i]--
			points[j]++
			if x := missed(points, l); x < least {
				from, to, least = i, j, x
			}
			points[i]++
			points[j]--
		}
	}
	if from < 0 {
		return false
	}
	points[from]--
	points[to]++
	return true
}
