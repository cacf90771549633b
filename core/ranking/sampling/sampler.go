// Package sampling draws weights within limits, and the noise of scores, at random.
package sampling

import (
	"github.com/tallyproof/tallyproof/core/fmath"
	"github.com/tallyproof/tallyproof/core/ranking/limits"
	"github.com/tallyproof/tallyproof/core/splitmix"
)

// Sampler draws weights of the weighed columns, uniformly from all that sum to 1 and
// keep to their bounds.
type Sampler struct {
	generator splitmix.Generator
	low, high []float64 // nil without bounds
	left      float64   // what the lowest weights leave of 1
	chain     bool      // whether some highest weight matters
	w         []float64
	polytope  *polytope // of limits with ratios
}

// New returns a sampler of weights of so many columns within limits, which are nil for none.
func New(columns int, l *limits.Limits, seed uint64) *Sampler {
	s := &Sampler{generator: splitmix.Generator(seed), w: make([]float64, columns)}
	if l == nil {
		return s
	}
	s.low, s.high, s.left = l.Low, l.High, 1
	room := 0.0
	for k, low := range s.low {
		s.left -= low
		room += s.high[k] - low
	}
	for k := range s.w {
		s.chain = s.chain || s.high[k] < s.low[k]+s.left && len(s.w) > 1
		if s.w[k] = s.low[k]; room > 0 {
			s.w[k] += float64((s.high[k]-s.low[k])*s.left) / room
		}
	}
	if len(l.Ratios) > 0 {
		s.polytope = newPolytope(l, s)
	}
	return s
}

// Next draws weights, which it may write over later. Without bounds they do not sum to
// 1. Numbers drawn from the exponential distribution, divided by their sum, are uniform
// on the simplex (L. Devroye, Non-Uniform Random Variate Generation, 1986, V.2); lowest
// weights only move and shrink it.
func (s *Sampler) Next() []float64 {
	switch {
	case s.polytope != nil:
		s.polytope.draw()
		return s.w
	case s.chain:
		s.walk()
		return s.w
	}
	s.simplex()
	return s.w
}

// simplex draws weights above their lowest.
func (s *Sampler) simplex() {
	sum := 0.0
	for k := range s.w {
		s.w[k] = exponential(&s.generator)
		sum += s.w[k]
	}
	for k := range s.low {
		s.w[k] = s.low[k] + float64(s.left*s.w[k])/sum
	}
}

// walk is a Gibbs sampler: two weights at a time share their sum anew, uniformly
// within their bounds. It forgets where it was after about n·log n steps (A. Smith, A
// Gibbs sampler on the n-simplex, Annals of Applied Probability 24, 2014).
func (s *Sampler) walk() {
	n := len(s.w)
	for range 8 * n {
		i, j := s.index(n), s.index(n-1)
		if j >= i {
			j++
		}
		sum := s.w[i] + s.w[j]
		from, to := max(s.low[i], sum-s.high[j]), min(s.high[i], sum-s.low[j])
		if from < to {
			s.w[i] = from + float64((to-from)*s.generator.Inside())
			s.w[j] = sum - s.w[i]
		}
	}
}

func (s *Sampler) index(n int) int { return int(float64(n) * s.generator.Inside()) }

// exponential returns a number of the exponential distribution with mean 1.
func exponential(g *splitmix.Generator) float64 { return -fmath.Log(g.Inside()) }
