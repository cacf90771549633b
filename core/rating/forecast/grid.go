package forecast

import (
	"math"

	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/rulebook"
)

// Real ratings on a grid, and how wrong that is.
//
// After every match the true rating R becomes f(R), and a career on the grid
// goes from its cell x to the cell nearest to f(x), at most half a cell away.
// Both play the same outcomes. Suppose no career in cell x is further than
// u(x) from its true rating. Then one match later
//
//	|f(x) − f(R)| ≤ a(x)·u(x)          a(x) = sup |f′| over [x − u, x + u]
//	u′(y) = max over (x, outcome) → y of a(x)·u(x) + width/2
//
// bounds the distance in the new cells y. That recursion is carried along with
// the probabilities, cell by cell, starting from u = 0 at the start, which is
// on the grid. It converges instead of growing without end, because f
// contracts if a rating is near its opponent's. With β the bonus or 1,
//
//	f(r)  = r + β·K·(S − E(r)),        f′ = 1 − β·K·E′(r)
//	E′    = ln 10/scale · E·(1 − E)    ≤ ln 10/(4·scale)
//	|E″|  ≤ (ln 10/scale)² / (6·√3)
//	a(x)  ≤ max(1 − K·(E′(x) − |E″|·u), β·K·ln 10/(4·scale) − 1)
//
// If the last term passes 1, at K 1390 for a scale of 400, ratings overshoot
// their opponents further each time and errors grow without bound: refused.
//
// A floor moves no two ratings further apart, and where a draw's bonus begins,
// at E = 1/2, f is continuous; so both leave the bound as it is.
//
// Far out f hardly contracts, and the few careers that stray there and return
// would spoil the bound, and cost time. So after every match the cells at
// either end that together hold less than rareCareers/2n are gathered in the
// outermost cell left. Over n matches careers with a probability of at most
// δ = rareCareers are moved so; no probability is lost. Of them it is only
// known that their true rating, too, is within the range of possible ratings.
//
// From u follow the errors of what is answered, each at a level of probability
// that is known to δ. For a quantile q at cell y, R ≤ max over x ≤ y of x + u(x)
// holds wherever the grid is at or below y, and R ≥ min over x ≥ y of x − u(x)
// wherever it is at or above: the true quantile lies between these two. With
// the range of possible ratings ρ points long, the mean is off by at most
// E[u] + δ·ρ and the standard deviation, a seminorm, by at most √(E[u²] + δ·ρ²).
// The largest of all these over the plan is the error bound. A target's bounds
// count the careers whose true rating surely, or possibly, has touched it, and
// leave room for δ.
type drift struct {
	lo    int
	far   []float64 // far[i] is u of cell lo+i; 0 if no career is
	pages pages

	half  float64 // half a cell, and room for float64 rounding
	rare  float64 // probability at either end that is gathered after a match
	reach float64 // ρ, in points
	bend  float64 // largest |E″|
	steep float64 // bonus times the largest E′
}

// rareCareers is the probability of the careers the error bound leaves out.
const rareCareers = 1e-12

// The grid is as fine as work allows, between these widths in points. Powers
// of two keep every cell exact in float64.
const (
	coarsestGrid = 1.0
	finestGrid   = 1.0 / 256
	gridWork     = 30_000_000 // as walk.work counts; what a grid is expected to take
	mostWork     = 45_000_000 // what all grids together may take
)

// roughCells is the least number of cells in the smallest K-factor for a grid that
// predicts the spread on a finer grid. On a coarser grid many changes round to 0.
const roughCells = 16

// gridded plays a plan of real ratings: first at whole points, which shows how
// far the careers spread, then on the finest grid that stays within the work.
// Small K-factors need a finer grid to show it: up to there every run halves
// the grid, unless even the furthest careers are within the work. All runs
// share what the plan is charged; once it is used up, the finest grid that was
// played to the end answers. Where whole points do show it, odds near 0 or 1 may
// take somewhat more than is charged.
func gridded(r *rulebook.Rating, p *plan, req ProjectRequest) (*walk, *op.Error) {
	if refusal := boundable(r, p); refusal != nil {
		return nil, refusal
	}
	w := newWalk(r, p, req, coarsestGrid)
	if refusal := w.run(); refusal != nil {
		return nil, refusal
	}
	s := spreadOf(r, p, req, math.Inf(1))
	allowance, points := s.allowance(len(req.Targets)), s.work(len(req.Targets), coarsestGrid)
	limit, spent := allowance+mostWork, 0
	for {
		width, finest, rough := w.lattice.width, w.lattice.width, false
		if roughCells*w.lattice.width > s.least {
			limit, rough = min(allowance, mostWork), true
		}
		most := min(gridWork, limit-float64(w.work))
		for next := width / 2; next >= finestGrid && float64(float64(w.work-spent)*width)/next <= most &&
			float64(float64(w.widest)*width)/next <= maxCells/2; next /= 2 {
			if rough && finest < width && points > gridWork*next {
				break
			}
			finest = next
		}
		if finest == width {
			return w, nil
		}
		next := newWalk(r, p, req, finest)
		next.work, next.limit, spent = w.work, limit, w.work
		if next.run() != nil {
			w.work = next.work
			return w, nil
		}
		if w = next; !rough {
			return w, nil
		}
	}
}

func newDrift(r *rulebook.Rating, p *plan, reach, width float64) *drift {
	rate, n, half := math.Ln10/r.Scale, float64(p.matches), float64(width/2)+1e-9
	return &drift{
		far:   []float64{0},
		half:  half,
		rare:  rareCareers / n / 2,
		reach: reach + float64(n*half),
		bend:  float64(rate*rate) / (6 * math.Sqrt(3)),
		steep: p.bonus * rate / 4,
	}
}

// boundable refuses K-factors under which errors grow without bound.
func boundable(r *rulebook.Rating, p *plan) *op.Error {
	for i, step := range r.K {
		if most := 8 * r.Scale / math.Ln10 / p.bonus; step.K > most {
			return op.Refuse(op.Pointer("rulebook", "rating", "k", i, "k"),
				"%s: want at most %s for a forecast at this scale, as ratings would overshoot without end", op.Show(step.K),
				op.Show(math.Floor(most)))
		}
	}
	return nil
}

// slope is K·E′ where the expected score is e.
func slope(r *rulebook.Rating, k, e float64) float64 {
	return k * math.Ln10 / r.Scale * e * (1 - e)
}

// move plays one match; careers is the cloud before it.
func (d *drift) move(t *table, careers *cloud) {
	down, up := t.reach(careers.lo, len(careers.p))
	out := d.pages.next(len(careers.p) + down + up)
	moves := t.at(careers.lo)
	far := d.far[careers.lo-d.lo:]
	over, bend := float64(d.steep*t.k)-1, float64(d.bend*t.k)
	for i, p := range careers.p {
		if p == 0 {
			continue
		}
		m, at := &moves[i], i+down
		a := 1.0
		if by := m.slope - float64(bend*far[i]); by > 0 {
			a -= by
		}
		raise(&a, over)
		u := float64(a*far[i]) + d.half
		raise(&out[at+int(m.win)], u)
		raise(&out[at+int(m.draw)], u)
		raise(&out[at+int(m.loss)], u)
	}
	d.lo, d.far = careers.lo-down, out
}

// raise sets x to at least least. In wasm, max is a call that handles NaN and would take
// a quarter of a forecast.
func raise(x *float64, least float64) {
	if *x < least {
		*x = least
	}
}

// common returns the stretch of cells without the rare careers at its ends.
func (d *drift) common(c *cloud) (lo, hi int) {
	n := len(c.p)
	hi = n
	for sum := c.p[lo]; sum < d.rare; sum += c.p[lo] {
		lo++
	}
	for sum := c.p[hi-1]; sum < d.rare; sum += c.p[hi-1] {
		hi--
	}
	return c.lo + lo, c.lo + hi
}

// gather moves what is outside the cells from lo to hi−1 to the nearest of them.
func (c *cloud) gather(lo, hi int) {
	n := len(c.p)
	if n == 0 || c.lo >= lo && c.lo+n <= hi {
		return
	}
	from := min(max(lo-c.lo, 0), n)
	to := max(min(hi-c.lo, n), from)
	below, above := total(c.p[:from]), total(c.p[to:])
	if from == to { // all of it is outside, on one side
		c.p, c.lo = c.p[:1], min(max(c.lo, lo), hi-1)
		c.p[0] = below + above
		return
	}
	c.lo, c.p = c.lo+from, c.p[from:to]
	c.p[0] += below
	c.p[len(c.p)-1] += above
	c.trim()
}

// bound returns the error bound of a cloud's mean, standard deviation and the quantiles
// at the given cells, in points.
func (d *drift) bound(c *cloud, quantiles [5]int, l lattice) float64 {
	far := d.far[c.lo-d.lo:][:len(c.p)]
	var mean, square float64
	for i, p := range c.p {
		pu := float64(p * far[i])
		mean += pu
		square += float64(pu * far[i])
	}
	worst := max(mean+float64(rareCareers*d.reach), math.Sqrt(square+float64(rareCareers*float64(d.reach*d.reach))))
	top, high, n := math.Inf(-1), math.Inf(-1), len(quantiles) // high is how far the lowest is below 0
	for i, next := 0, 0; next < n; i++ {
		x := l.rating(c.lo + i)
		raise(&top, x+far[i])
		for ; next < n && quantiles[next] == c.lo+i; next++ {
			worst = max(worst, top-x)
		}
	}
	for i, next := len(c.p)-1, n-1; next >= 0; i-- {
		x := l.rating(c.lo + i)
		raise(&high, far[i]-x)
		for ; next >= 0 && quantiles[next] == c.lo+i; next-- {
			worst = max(worst, x+high)
		}
	}
	return worst
}

// border returns the outermost cell of an edge's careers from which on all are
// taken to touch the target: surely, as every cell beyond touches it whatever
// its error, or possibly, as this cell is the first that may.
func (d *drift) border(l lattice, e *edge) int {
	lo, hi, toward := e.live.lo, e.live.lo+len(e.live.p)-1, 1
	if e.target.direction == "down" {
		lo, hi, toward = hi, lo, -1
	}
	// sign·x ≥ sign·T is touching in either direction.
	sign := float64(toward)
	goal := float64(sign * e.target.rating)
	if e.reading == possibly {
		for cell := lo; cell != hi+toward; cell += toward {
			if float64(sign*l.rating(cell))+d.far[cell-d.lo] >= goal {
				return cell
			}
		}
		return hi + toward
	}
	for cell := hi; cell != lo-toward; cell -= toward {
		if float64(sign*l.rating(cell))-d.far[cell-d.lo] < goal {
			return cell + toward
		}
	}
	return lo
}
