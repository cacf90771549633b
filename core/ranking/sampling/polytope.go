package sampling

import (
	"math"

	"github.com/tallyproof/tallyproof/core/ranking/limits"
	"github.com/tallyproof/tallyproof/core/ranking/nearest"
)

// polytope draws weights uniformly from limits with ratios. While these keep enough of the
// weights above their lowest, it draws from all of them until the limits hold, so that
// weightings are independent. Else it walks (R. L. Smith, Efficient Monte Carlo Procedures for
// Generating Points Uniformly Distributed over Bounded Regions, Operations Research 32, 1984):
// from where it is along a random direction to anywhere inside of the limits. A direction is
// from one weight to another, or of all weights, each as far as its own range allows, so that
// narrow limits are no hindrance.
type polytope struct {
	limits  *limits.Limits
	sampler *Sampler
	walks   bool
	width   []float64   // of the range of each weight
	flat    [][]float64 // orthonormal directions, in widths, in which weights cannot move
	d       []float64
}

const (
	pilots    = 1000 // weightings by which one of the two ways is chosen
	leastKept = 20   // of them
	early     = 20   // weightings that a walk forgets
)

func newPolytope(l *limits.Limits, s *Sampler) *polytope {
	p := &polytope{limits: l, sampler: s, d: make([]float64, len(s.w))}
	seed, kept := s.generator, 0
	s.generator = 1 // the way is the same for all seeds
	for range pilots {
		if s.simplex(); p.holds() {
			kept++
		}
	}
	s.generator = seed
	if kept < leastKept {
		p.begin()
	}
	return p
}

// begin walks from somewhere inside of the limits.
func (p *polytope) begin() {
	p.walks = true
	low, high := p.limits.Ranges()
	p.width = make([]float64, len(low))
	for k := range p.width {
		p.width[k] = max(0, high[k]-low[k])
	}
	inside, flat := p.limits.Inside()
	copy(p.sampler.w, inside)
	p.rule(1, nil)
	for _, wall := range flat {
		p.rule(0, wall.N)
	}
	for range early {
		p.walk()
	}
}

// rule rules out the direction of a normal, or of the sum of all weights.
func (p *polytope) rule(all float64, normal []float64) {
	q, length := make([]float64, len(p.width)), 0.0
	for k, width := range p.width {
		if q[k] = float64(all * width); normal != nil {
			q[k] = float64(normal[k] * width)
		}
		length = max(length, math.Abs(q[k]))
	}
	for range 2 { // twice, so that rounding leaves nothing of the others
		for _, other := range p.flat {
			along := nearest.Dot(other, q)
			for k := range q {
				q[k] -= float64(along * other[k])
			}
		}
	}
	norm := math.Sqrt(nearest.Dot(q, q))
	if norm <= float64(1e-9*length) || norm == 0 {
		return
	}
	for k := range q {
		q[k] /= norm
	}
	p.flat = append(p.flat, q)
}

// holds reports whether drawn weights satisfy the limits.
func (p *polytope) holds() bool {
	w := p.sampler.w
	for k, x := range w {
		if x > p.limits.High[k] {
			return false
		}
	}
	for _, r := range p.limits.Ratios {
		if w[r.Above] < float64(r.Times*w[r.Below]) {
			return false
		}
	}
	return true
}

func (p *polytope) draw() {
	if p.walks {
		p.walk()
		return
	}
	for p.sampler.simplex(); !p.holds(); {
		p.sampler.simplex()
	}
}

// walk takes as many steps as it needs to forget where it was.
func (p *polytope) walk() {
	s, n := p.sampler, len(p.d)
	for range 3 * n {
		for range 3 {
			i, j := s.index(n), s.index(n-1)
			if j >= i {
				j++
			}
			p.pass(i, j)
		}
		for k := range p.d {
			p.d[k] = s.generator.Inside() - 0.5
		}
		for _, q := range p.flat {
			along := nearest.Dot(q, p.d)
			for k := range p.d {
				p.d[k] -= float64(along * q[k])
			}
		}
		for k := range p.d {
			p.d[k] = float64(p.d[k] * p.width[k])
		}
		p.step()
	}
}

// chord is how far weights can move along a direction.
type chord struct{ from, to float64 }

// within cuts the chord where a value, which is at least 0 now and rises so fast, becomes
// less than 0.
func (c *chord) within(now, rise float64) {
	switch at := -max(0, now) / rise; {
	case rise > 0:
		c.from = max(c.from, at)
	case rise < 0:
		c.to = min(c.to, at)
	}
}

// step moves all weights along d.
func (p *polytope) step() {
	c, w, l := chord{math.Inf(-1), math.Inf(1)}, p.sampler.w, p.limits
	for k, d := range p.d {
		c.within(w[k]-l.Low[k], d)
		c.within(l.High[k]-w[k], -d)
	}
	for _, r := range l.Ratios {
		if rise := p.d[r.Above] - float64(r.Times*p.d[r.Below]); math.Abs(rise) > 1e-12 {
			c.within(w[r.Above]-float64(r.Times*w[r.Below]), rise)
		}
	}
	at := p.sampler.generator.Inside()
	if !(c.from < c.to) || math.IsInf(c.from, -1) || math.IsInf(c.to, 1) {
		return
	}
	at = c.from + float64((c.to-c.from)*at)
	for k, d := range p.d {
		w[k] = min(l.High[k], max(l.Low[k], w[k]+float64(at*d)))
	}
}

// pass moves some of weight i to weight j, or back.
func (p *polytope) pass(i, j int) {
	w, l := p.sampler.w, p.limits
	sum := w[i] + w[j]
	c := chord{max(l.Low[i], sum-l.High[j]) - w[i], min(l.High[i], sum-l.Low[j]) - w[i]}
	for _, r := range l.Ratios {
		rise := 0.0
		switch i {
		case r.Above:
			rise++
		case r.Below:
			rise -= r.Times
		}
		switch j {
		case r.Above:
			rise--
		case r.Below:
			rise += r.Times
		}
		if rise != 0 {
			c.within(w[r.Above]-float64(r.Times*w[r.Below]), rise)
		}
	}
	at := p.sampler.generator.Inside()
	if c.from < c.to {
		w[i] += c.from + float64((c.to-c.from)*at)
		w[j] = sum - w[i]
	}
}
