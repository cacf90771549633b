package nearest

import (
	"math"
	"slices"
)

// Whole returns the point nearest to from, of those with whole coordinates of at least 0
// and the same sum that holds accepts, which must lie inside every wall of broken. broken
// gets coordinates as parts of the sum, and returns the wall that they break most, if
// any; a wall's tag is its own. all reports that the search was complete: the point is
// the nearest, or nil because no point qualifies. If the search runs out of boxes, Whole
// returns the best point found so far, or nil.
//
// This is branch and bound: the nearest point of a box, with coordinates that need not be
// whole, is a lower bound of its whole points. The box with the least bound is split at a
// coordinate that is not whole. So the first point that is accepted is the nearest one.
// After so many boxes, parts are split further before others.
func Whole(from []int32, broken func([]float64) (Wall, bool), holds func([]int32) bool,
	boxes int) (point []int32, all bool) {
	s := newSearch(from, broken)
	for n := range boxes + Deep*len(from) {
		if len(s.boxes) == 0 {
			return nil, true
		}
		b := s.take(n < boxes)
		k, off := b.leastWhole()
		if at := b.rounded(); off < almostWhole && holds(at) {
			return at, n < boxes
		}
		s.split(b, k, off)
	}
	return nil, len(s.boxes) == 0
}

// Deep is the number of extra boxes per coordinate that [Whole] splits to find any point.
const Deep = 20

// almostWhole is the tolerance within which a coordinate counts as whole.
const almostWhole = 1e-6

// search is the boxes that are still to be searched, and the walls met so far.
type search struct {
	from   []float64
	sum    int32
	broken func([]float64) (Wall, bool)
	walls  []Wall
	boxes  []box
}

// box is points with bounds for each coordinate.
type box struct {
	low, high []int32
	at        []float64 // the nearest of them, in whole units
	far       float64
}

func newSearch(from []int32, broken func([]float64) (Wall, bool)) *search {
	s := &search{broken: broken}
	for _, x := range from {
		s.sum += x
	}
	low, high := make([]int32, len(from)), make([]int32, len(from))
	for k, x := range from {
		s.from, high[k] = append(s.from, float64(x)/float64(s.sum)), s.sum
	}
	s.add(box{low: low, high: high})
	return s
}

// take removes the box with the nearest point, or the one added last.
func (s *search) take(nearest bool) box {
	at := len(s.boxes) - 1
	for i := range s.boxes {
		if nearest && s.boxes[i].far < s.boxes[at].far {
			at = i
		}
	}
	b := s.boxes[at]
	s.boxes = slices.Delete(s.boxes, at, at+1)
	return b
}

// leastWhole returns the coordinate with room that is furthest from a whole number, and how
// far; −1 without any room.
func (b *box) leastWhole() (k int, off float64) {
	k = -1
	for i, x := range b.at {
		if d := math.Abs(x - math.Round(x)); b.low[i] < b.high[i] && (k < 0 || d > off) {
			k, off = i, d
		}
	}
	return k, off
}

func (b *box) rounded() []int32 {
	list := make([]int32, len(b.at))
	for k, x := range b.at {
		list[k] = int32(math.Round(x))
	}
	return list
}

// split adds the parts of a box below and above coordinate k of its nearest point, and if
// that is whole, the part that has it.
func (s *search) split(b box, k int, off float64) {
	if k < 0 {
		return
	}
	below, above := int32(math.Floor(b.at[k])), int32(math.Ceil(b.at[k]))
	if off < almostWhole {
		c := int32(math.Round(b.at[k]))
		below, above = c-1, c+1
		s.add(b.between(k, c, c))
	}
	parts := []box{b.between(k, b.low[k], below), b.between(k, above, b.high[k])}
	if b.at[k]-float64(below) < float64(above)-b.at[k] { // the nearer part last
		slices.Reverse(parts)
	}
	s.add(parts[0])
	s.add(parts[1])
}

func (b *box) between(k int, low, high int32) box {
	part := box{low: slices.Clone(b.low), high: slices.Clone(b.high)}
	part.low[k], part.high[k] = low, high
	return part
}

// add finds the nearest point of a box, and keeps the box if there is one.
func (s *search) add(b box) {
	for k := range b.low {
		if b.low[k] > b.high[k] {
			return
		}
	}
	for {
		v, _, ok := Within(s.from, append(s.sides(&b), s.walls...))
		if !ok {
			return
		}
		wall, is := s.broken(v)
		if !is || slices.ContainsFunc(s.walls, func(w Wall) bool { return w.Tag == wall.Tag }) {
			b.far = Distance(v, s.from)
			for _, x := range v {
				b.at = append(b.at, float64(x*float64(s.sum)))
			}
			s.boxes = append(s.boxes, b)
			return
		}
		s.walls = append(s.walls, wall)
	}
}

// sides returns the bounds of a box as walls.
func (s *search) sides(b *box) (walls []Wall) {
	for k := range b.low {
		n := make([]float64, len(b.low))
		n[k] = 1
		walls = append(walls, Wall{N: n, Least: float64(b.low[k]) / float64(s.sum)})
		if b.high[k] < s.sum {
			n := make([]float64, len(b.low))
			n[k] = -1
			walls = append(walls, Wall{N: n, Least: -float64(b.high[k]) / float64(s.sum)})
		}
	}
	return walls
}
