package recover

import (
	"math"
	"slices"
)

// Steps in which weights are round, the roundest first: equal ones, halves, quarters, fifths, tenths,
// twentieths, equal weights of some dimensions, thirds, sixths, eighths, percent and its parts.
var steps = [...]int{equal, 1, 2, 4, 5, 10, 20, some, 3, 6, 8, 100, 200, 1000, 10_000, 100_000, finest}

const (
	equal  = 0  // weights are all equal
	some   = -1 // weights are equal or 0
	finest = 1_000_000
)

// roundest looks for the roundest weights near some that give at least as many totals as those
// that are known, and for less round ones that give more.
func (f *fit) roundest(near []float64) {
	s := &rounding{fit: f, near: near, rows: every(len(f.y), max(20, min(mostTried, mostMoves/(f.k*f.k)))),
		noise: f.noise(near)}
	for order, step := range steps {
		q, n := s.whole(step)
		if q == nil {
			continue
		}
		w := make([]float64, f.k)
		for k, x := range q {
			w[k] = float64(x) / float64(n)
		}
		enough := f.fits
		if f.order <= order {
			enough++
		}
		if !s.likely(w) {
			continue
		}
		if fits := f.count(w, enough); fits >= enough {
			f.take(w, n, order, fits)
		}
		if f.fits == len(f.y) && f.steps > 0 {
			return
		}
	}
}

// mostTried is the number of rows on which exchanges of weights are tried, and mostMoves how often
// that is done at once.
const (
	mostTried = 300
	mostMoves = 200_000
)

// rounding looks for round weights near others.
type rounding struct {
	*fit
	near  []float64
	rows  []int32 // on which exchanges are tried
	noise float64 // mean square of what rounding alone may do
}

// noise returns the mean square of residuals that are anything within the rooms.
func (f *fit) noise(w []float64) float64 {
	sum, allowed := 0.0, f.allowed(w)
	for _, room := range f.room {
		room += allowed
		sum += float64(room*room) / 3
	}
	return sum / float64(len(f.y))
}

// whole returns whole numbers with the sum n, near the weights times n.
func (s *rounding) whole(step int) (q []int, n int) {
	if step <= equal {
		for _, x := range s.near {
			q = append(q, 0)
			if x > 0.02 || step == equal {
				q[len(q)-1] = 1
				n++
			}
		}
		return q, n
	}
	q = apportion(s.near, step)
	if step <= mostMended {
		s.mend(q, step)
	}
	return q, step
}

// mostMended is the finest step at which weights are exchanged.
const mostMended = 100

// apportion rounds weights to multiples of 1/n with the sum 1, by largest remainders.
func apportion(w []float64, n int) []int {
	q, order, left := make([]int, len(w)), make([]int, len(w)), n
	rest := make([]float64, len(w))
	for k, x := range w {
		whole := math.Floor(float64(x*float64(n)) + 1e-9)
		q[k], order[k], rest[k] = int(whole), k, float64(x*float64(n))-whole
		left -= q[k]
	}
	slices.SortStableFunc(order, func(a, b int) int {
		switch {
		case rest[a] > rest[b]:
			return -1
		case rest[a] < rest[b]:
			return 1
		}
		return 0
	})
	for e := range max(0, left) {
		q[order[e%len(order)]]++
	}
	return q
}

// mend moves steps between weights as long as that brings totals nearer to what they allow.
func (s *rounding) mend(q []int, n int) {
	r := make([]float64, len(s.rows))
	for p, i := range s.rows {
		for k, x := range s.row(int(i)) {
			r[p] += float64(x*float64(q[k])) / float64(n)
		}
		r[p] -= s.y[i]
	}
	now := s.outside(r, q, n, -1, -1, math.Inf(1))
	for range 12 {
		from, to := -1, -1
		for a := range q {
			for b := range q {
				if a == b || q[a] == 0 || now == 0 {
					continue
				}
				if f := s.outside(r, q, n, a, b, now); f < now {
					now, from, to = f, a, b
				}
			}
		}
		if from < 0 {
			return
		}
		q[from]--
		q[to]++
		for p, i := range s.rows {
			x := s.row(int(i))
			r[p] += (x[to] - x[from]) / float64(n)
		}
	}
}

// outside returns how far totals are outside of what is allowed after a step of weight is
// moved; or as much as most, if it is more.
func (s *rounding) outside(r []float64, q []int, n, from, to int, most float64) (f float64) {
	allowed := 0.0
	for k, h := range s.h {
		allowed += float64(h*float64(q[k])) / float64(n)
	}
	if from >= 0 && s.h != nil {
		allowed += (s.h[to] - s.h[from]) / float64(n)
	}
	for p, i := range s.rows {
		x := r[p]
		if from >= 0 {
			row := s.row(int(i))
			x += (row[to] - row[from]) / float64(n)
		}
		if f += max(0, math.Abs(x)-s.room[i]-allowed); f >= most {
			return most
		}
	}
	return f
}

// likely reports whether round weights explain the totals that fit nearly as well as the
// weights with the least squares. If values are rounded too, wrong weights may give all totals
// within the rooms, with residuals that are larger than rounding makes them.
func (s *rounding) likely(w []float64) bool {
	if s.h == nil || len(s.given) <= s.k {
		return true
	}
	more := 0.0
	for _, i := range s.given {
		x := s.row(int(i))
		r, before := dot(x, w)-s.y[i], dot(x, s.center)-s.y[i]
		more += float64(r*r) - float64(before*before)
	}
	k := float64(s.k)
	return more <= float64(s.noise*(k+float64(4*math.Sqrt(2*k))))+1e-9
}
