package recover

import (
	"math"
	"slices"

	"github.com/tallyproof/tallyproof/core/fmath"
)

// fit is rows with all values, and the weights that were found for their totals.
type fit struct {
	k       int
	x       []float64 // values, row by row
	y, room []float64 // totals, and half a last digit of each
	h       []float64 // of each dimension, half a last digit of its values; nil if these count as exact
	scale   float64

	w     []float64
	steps int // the weights are multiples of 1/steps, or 0
	order int // how round they are: their place among steps
	fits  int // totals that w gives

	given  []int32   // rows whose totals fit
	center []float64 // least squares of these, or nil
}

// mostSampled is the number of rows on which to begin a search.
const mostSampled = 2000

// choose finds weights. Publishers average either the values that they show, or values that
// they round only then: which is meant is seen by how many totals fit.
func (f *fit) choose(rounding []float64) {
	f.search()
	if f.fits < len(f.y) && slices.ContainsFunc(rounding, func(h float64) bool { return h > 0 }) {
		wide := *f
		wide.h = rounding
		wide.search()
		if wide.fits > f.fits && wide.length() < f.length() {
			*f = wide
		}
	}
	if f.fits == len(f.y) {
		return
	}
	least := f.leastAbsolute()
	if n := f.count(least, 0); n > f.fits {
		f.take(least, 0, len(steps), n)
	}
	f.roundest(least)
	if 10*f.fits < 6*len(f.y) {
		f.take(least, 0, len(steps), f.count(least, 0))
	}
}

// length returns how long a message is that tells the totals by the weights: the weights among all
// that are as round, which totals they do not give, and where each total is in the width that
// rounding leaves to it, or among all values. Of two explanations, the shorter message is the
// likelier one (J. Rissanen, Automatica 14, 1978).
func (f *fit) length() float64 {
	steps, n, off := float64(f.steps), float64(len(f.y)), float64(len(f.y)-f.fits)
	if f.steps == 0 {
		steps = finest
	}
	length := choices(steps+float64(f.k-1), float64(f.k-1)) + choices(n, off)
	spread := 0.0
	for k := range f.h {
		spread += float64(float64(f.w[k]*f.h[k]) * float64(f.w[k]*f.h[k]))
	}
	half := f.room[0] // the same for most totals
	length += float64((n - off) * fmath.Log(float64(2*math.Sqrt(float64(half*half)+spread))))
	return length + float64(off*fmath.Log(f.scale/2))
}

// choices returns the logarithm of the number of ways to choose m of n, or the rest.
func choices(n, m float64) float64 {
	sum := 0.0
	for j := 1.0; j <= min(m, n-m); j++ {
		sum += fmath.Log((n - min(m, n-m) + j) / j)
	}
	return sum
}

// take takes weights that give so many totals.
func (f *fit) take(w []float64, steps, order, fits int) {
	f.w, f.steps, f.order, f.fits = w, steps, order, fits
}

func (f *fit) row(i int) []float64 { return f.x[i*f.k : (i+1)*f.k : (i+1)*f.k] }

// allowed returns what the rounding of values may add to a total.
func (f *fit) allowed(w []float64) float64 {
	if f.h == nil {
		return 0
	}
	return dot(f.h, w)
}

// count returns how many totals some weights give; or fewer than enough, if it is fewer.
func (f *fit) count(w []float64, enough int) int {
	n, allowed := len(f.y), f.allowed(w)
	for i, y := range f.y {
		if !(math.Abs(dot(f.row(i), w)-y) <= f.room[i]+allowed) {
			if n--; n < enough {
				return n
			}
		}
	}
	return n
}

// search looks for weights that give all totals, or for those that are least outside of what
// all allow; and from there for the roundest ones that give as many.
func (f *fit) search() {
	room := slices.Clone(f.room) // not quite as wide, so that what is inside of it certainly fits
	for i := range room {
		room[i] -= float64(f.scale * slack / 2)
	}
	s := f.slope(room, f.h)
	w := f.lowest(s)
	f.take(w, 0, len(steps), f.count(w, 0))
	for range 2 { // the second time from more rows that fit
		given := f.whose(f.w)
		w := s.leastSquares(given)
		if w == nil {
			break
		}
		before := f.fits
		if n := f.count(w, f.fits+1); n > f.fits {
			f.take(w, 0, len(steps), n)
		}
		f.given, f.center = given, w
		f.roundest(w)
		if f.fits == before {
			break
		}
	}
	if f.steps == 0 {
		f.roundest(f.w)
	}
}

// leastAbsolute returns the weights with the least sum of absolute residuals.
func (f *fit) leastAbsolute() []float64 {
	return f.lowest(f.slope(make([]float64, len(f.y)), nil))
}

// slope returns what the totals are outside of, as a function of weights.
func (f *fit) slope(room, h []float64) *slope {
	s := &slope{k: f.k, z: slices.Clone(f.x), room: room, h: h, scale: f.scale}
	for i, y := range f.y {
		for k := range f.k {
			s.z[i*f.k+k] -= y
		}
	}
	return s
}

// lowest returns the lowest point, which it looks for on a part of the rows first.
func (f *fit) lowest(s *slope) []float64 {
	n := len(f.y)
	if n > 2*mostSampled {
		s.rows = every(n, mostSampled)
		s.descend()
	}
	s.rows = every(n, n)
	s.descend()
	sum := 0.0
	for _, x := range s.best {
		sum += x
	}
	for k := range s.best {
		s.best[k] /= sum
	}
	return s.best
}

// every returns at most so many of n rows, at equal distances.
func every(n, most int) []int32 {
	most = min(n, most)
	rows := make([]int32, most)
	for p := range rows {
		rows[p] = int32(p * n / most)
	}
	return rows
}

// whose lists the rows whose totals some weights give.
func (f *fit) whose(w []float64) (rows []int32) {
	allowed := f.allowed(w)
	for i, y := range f.y {
		if math.Abs(dot(f.row(i), w)-y) <= f.room[i]+allowed {
			rows = append(rows, int32(i))
		}
	}
	return rows
}

// dependent lists the dimensions whose values are, in every row, a weighted sum of others with
// weights of the sum 1, and these others: with the same totals, they can share weights in more
// than one way.
func (f *fit) dependent() []int {
	const same = 1e-9
	rows := every(len(f.y), 2*mostSampled)
	var basis [][]float64
	var members []int
	parts := make([][]float64, f.k) // of each dimension in terms of the members before it
	free := map[int]bool{}
	for k := range f.k {
		column := make([]float64, len(rows)+1)
		for p, i := range rows {
			column[p] = f.x[int(i)*f.k+k]
		}
		column[len(rows)] = f.scale
		length := math.Sqrt(dot(column, column))
		rest, along := orthogonal(column, basis)
		if left := math.Sqrt(dot(rest, rest)); left > float64(same*length) {
			for p := range rest {
				rest[p] /= left
			}
			basis, members, parts[k] = append(basis, rest), append(members, k), append(along, left)
			continue
		}
		free[k] = true
		for e := len(members) - 1; e >= 0; e-- { // back from the orthogonal basis to dimensions
			share := along[e] / parts[members[e]][e]
			for d := range e {
				along[d] -= float64(share * parts[members[e]][d])
			}
			if math.Abs(share) > 1e-6 {
				free[members[e]] = true
			}
		}
	}
	var list []int
	for k := range f.k {
		if free[k] {
			list = append(list, k)
		}
	}
	return list
}

// orthogonal returns what is left of a column without the directions of a basis, and its part
// in each. It takes them out twice, so that rounding leaves nothing of them.
func orthogonal(column []float64, basis [][]float64) (rest, along []float64) {
	rest, along = slices.Clone(column), make([]float64, len(basis))
	for range 2 {
		for e, direction := range basis {
			c := dot(direction, rest)
			along[e] += c
			for p := range rest {
				rest[p] -= float64(c * direction[p])
			}
		}
	}
	return rest, along
}
