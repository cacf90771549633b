// Package limits holds conditions on weights, which are at least 0 and sum to 1: lowest and
// highest weights, and weights that are at least so many times another one. The weights that
// satisfy them are a convex polytope.
package limits

import (
	"fmt"
	"slices"

	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/ranking/nearest"
	"github.com/tallyproof/tallyproof/core/words"
)

// Ratio is the condition that column Above weighs at least Times what column Below weighs.
type Ratio struct {
	Above, Below int
	Times        float64
}

// Limits are conditions on the weights of some columns.
type Limits struct {
	Low, High []float64 // of each column
	Ratios    []Ratio
	Walls     []nearest.Wall // all of them; their tags are for [Limits.Kind]
}

// New returns conditions, which may contradict each other: see [Limits.Conflict].
func New(low, high []float64, ratios []Ratio) *Limits {
	l := &Limits{Low: low, High: high, Ratios: ratios}
	n := len(low)
	add := func(tag int, least float64, at int, part float64, and int, other float64) {
		normal := make([]float64, n)
		normal[at] = part
		if other != 0 {
			normal[and] += other
		}
		l.Walls = append(l.Walls, nearest.Wall{N: normal, Least: least, Tag: tag})
	}
	for k := range low {
		add(k, low[k], k, 1, 0, 0)
	}
	for k := range high {
		if high[k] < 1 {
			add(n+k, -high[k], k, -1, 0, 0)
		}
	}
	for i, r := range ratios {
		unit := max(1, r.Times)
		add(2*n+i, 0, r.Above, 1/unit, r.Below, -r.Times/unit)
	}
	return l
}

// Kinds of a condition.
const (
	Lowest = iota
	Highest
	Proportion
)

// Kind returns what a condition is, by its tag, and its column or its place among the ratios.
func (l *Limits) Kind(tag int) (kind, at int) {
	n := len(l.Low)
	return min(tag/n, Proportion), tag - min(tag/n, Proportion)*n
}

// Say writes a condition: speed at most 20 %, or quality ≥ 2 × speed; "" for a weight of at
// least 0.
func (l *Limits) Say(tag int, names []string) string {
	kind, at := l.Kind(tag)
	switch {
	case kind == Highest:
		return names[at] + " at most " + words.Percent(l.High[at])
	case kind == Lowest && l.Low[at] > 0:
		return names[at] + " at least " + words.Percent(l.Low[at])
	case kind == Proportion:
		return l.Ratios[at].say(names)
	}
	return ""
}

func (r Ratio) say(names []string) string {
	if r.Times == 1 {
		return names[r.Above] + " ≥ " + names[r.Below]
	}
	return names[r.Above] + " ≥ " + op.Show(r.Times) + " × " + names[r.Below]
}

// Sums says why the lowest weights, or the highest, leave none; "" if they leave some.
func (l *Limits) Sums() string {
	least, most := 0.0, 0.0
	for k, low := range l.Low {
		least += low
		most += l.High[k]
	}
	switch {
	case least > 1+Rounding:
		return fmt.Sprintf("the lowest weights sum to %s, so that no weights are left: want at most 100 %%", words.Percent(least))
	case most < 1-Rounding:
		return fmt.Sprintf("the highest weights sum to %s, so that no weights are left: want at least 100 %%", words.Percent(most))
	}
	return ""
}

// Fixed returns the limits with some columns held at weights; those below 0 are not.
func (l *Limits) Fixed(at []float64) *Limits {
	low, high := slices.Clone(l.Low), slices.Clone(l.High)
	for k, x := range at {
		if x >= 0 {
			low[k], high[k] = x, x
		}
	}
	return New(low, high, l.Ratios)
}

// Short returns by how much weights miss the condition that they miss most, and which one
// that is; 0 and −1 for none.
func (l *Limits) Short(w []float64) (short float64, wall int) {
	wall = -1
	for i := range l.Walls {
		if off := l.Walls[i].Least - nearest.Dot(l.Walls[i].N, w); off > short {
			short, wall = off, i
		}
	}
	return short, wall
}

// Rounding is by how much weights may miss a condition that they satisfy.
const Rounding = 1e-9

// Hold reports whether weights satisfy all conditions.
func (l *Limits) Hold(w []float64) bool {
	short, _ := l.Short(w)
	return short <= Rounding
}

// mostNamed is how many contradicting conditions are tried without each of them.
const mostNamed = 12

// Conflict returns the tags of conditions that no weights satisfy together, or nil. Of few,
// none can be left out.
func (l *Limits) Conflict() (tags []int) {
	equal := make([]float64, len(l.Low))
	for k := range equal {
		equal[k] = 1 / float64(len(equal))
	}
	if len(equal) == 1 { // there is one weighting
		if short, wall := l.Short(equal); short > Rounding {
			return []int{l.Walls[wall].Tag}
		}
		return nil
	}
	if l.program().feasible {
		return nil
	}
	_, force, _ := nearest.Within(equal, l.Walls)
	for i, u := range force {
		if u > 0 {
			tags = append(tags, l.Walls[i].Tag)
		}
	}
	if len(tags) <= mostNamed {
		for i := 0; i < len(tags); {
			if rest := slices.Delete(slices.Clone(tags), i, i+1); l.only(rest).program().feasible {
				i++
			} else {
				tags = rest
			}
		}
	}
	return tags
}

// only returns the conditions with these tags.
func (l *Limits) only(tags []int) *Limits {
	low, high, ratios := make([]float64, len(l.Low)), make([]float64, len(l.Low)), []Ratio{}
	for k := range high {
		high[k] = 1
	}
	for _, tag := range tags {
		switch kind, at := l.Kind(tag); kind {
		case Lowest:
			low[at] = l.Low[at]
		case Highest:
			high[at] = l.High[at]
		default:
			ratios = append(ratios, l.Ratios[at])
		}
	}
	return New(low, high, ratios)
}

// Nearest returns the weights nearest to w, by least squares, that satisfy all conditions; ok
// is false if none do.
func (l *Limits) Nearest(w []float64, more ...nearest.Wall) (v []float64, ok bool) {
	v, _, ok = nearest.Within(w, append(slices.Clip(l.Walls), more...))
	for k := range v {
		v[k] = max(0, v[k])
	}
	return v, ok
}

// Along returns from where to where w + t·d satisfies all conditions; from is more than to if
// it does nowhere.
func (l *Limits) Along(w, d []float64, from, to float64) (float64, float64) {
	for i := range l.Walls {
		off, rise := nearest.Dot(l.Walls[i].N, w)-l.Walls[i].Least, nearest.Dot(l.Walls[i].N, d)
		switch {
		case rise > 1e-15:
			from = max(from, -off/rise)
		case rise < -1e-15:
			to = min(to, -off/rise)
		case off < -Rounding:
			return 1, 0
		}
	}
	return from, to
}

// Ranges returns the lowest and the highest weight of each column that the conditions
// together allow; nil if they contradict each other.
func (l *Limits) Ranges() (low, high []float64) {
	p := l.program()
	if !p.feasible {
		return nil, nil
	}
	n := len(l.Low)
	low, high = make([]float64, n), make([]float64, n)
	c := make([]float64, n)
	for k := range c {
		c[k] = 1
		high[k] = min(1, p.most(c)[k])
		c[k] = -1
		low[k] = max(0, p.most(c)[k])
		c[k] = 0
	}
	return low, high
}

// Inside returns weights inside of all conditions but those that all allowed weights just
// meet, whose walls are flat; nil if there are none.
func (l *Limits) Inside() (w []float64, flat []nearest.Wall) {
	p := l.program()
	if !p.feasible {
		return nil, nil
	}
	w = make([]float64, len(l.Low))
	for _, wall := range l.Walls {
		v := p.most(wall.N)
		for k := range w {
			w[k] += v[k] / float64(len(l.Walls))
		}
		if nearest.Dot(wall.N, v)-wall.Least < Rounding {
			flat = append(flat, wall)
		}
	}
	return w, flat
}

// Highest returns the highest value of Σ c·w.
func (l *Limits) Highest(c []float64) float64 { return nearest.Dot(c, l.program().most(c)) }
