package forecast

import (
	"math"

	"github.com/tallyproof/tallyproof/core/fmath"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/rulebook"
)

// lattice is the set of ratings a projection tells apart: origin + cell·width.
// The origin is the starting rating; whole ratings have width 1, so that cells
// and ratings are the same but for a shift, and nothing is rounded here.
type lattice struct{ origin, width float64 }

func (l lattice) rating(cell int) float64 { return l.origin + float64(float64(cell)*l.width) }

// cell returns the one nearest to a rating.
func (l lattice) cell(rating float64) int {
	return int(fmath.RoundHalfUp((rating - l.origin) / l.width))
}

// walk plays a plan with all careers at once.
type walk struct {
	scheme  *rulebook.Rating
	plan    *plan
	lattice lattice
	curves  bool
	tables  map[tableKey]*table

	careers cloud     // where the careers are
	drift   *drift    // how far they may be from their true ratings; nil when exact
	targets []*target // in the order of the request, with their bounds
	lo, hi  float64   // the lowest and the highest possible rating
	worst   float64   // largest error of a mean, sd or quantile so far
	work    int       // cells moved so far, on coarser grids too
	limit   float64   // of the work; 0 means maxWork alone
	widest  int       // most cells the careers were in at any one time
	steps   []ProjectStep
}

func newWalk(r *rulebook.Rating, p *plan, req ProjectRequest, width float64) *walk {
	w := &walk{
		scheme:  r,
		plan:    p,
		lattice: lattice{req.Rating, width},
		curves:  req.TouchCurve,
		tables:  map[tableKey]*table{},
		careers: cloud{p: []float64{1}},
		lo:      req.Rating,
		hi:      req.Rating,
		steps:   make([]ProjectStep, 0, p.matches),
	}
	if r.Rounding == rulebook.RatingReal {
		w.drift = newDrift(r, p, spreadOf(r, p, req, math.Inf(1)).reach, width)
	}
	for _, rating := range req.Targets {
		w.targets = append(w.targets, newTarget(w, rating))
	}
	return w
}

// run plays every match. All clouds move by one table, so a match costs the
// rating change of a cell once, and three additions per cell and cloud.
func (w *walk) run() *op.Error {
	balance := map[*leg]*balancer{}
	return w.plan.each(func(match int, l *leg) *op.Error {
		b := balance[l]
		if b == nil {
			b = newBalancer(l.odds)
			balance[l] = b
		}
		t := w.table(l.opponent, w.plan.before+match)
		if t == nil {
			return &op.Error{} // nobody sees it: a coarser grid answers
		}
		w.lo, w.hi = w.plan.outermost(w.scheme, w.lo, w.hi, match, l)
		w.move(t, b.next(), match+1)
		if refusal := w.tooMuch(match + 1); refusal != nil {
			return refusal
		}
		step, off := w.careers.step(w.lattice, w.drift)
		step.Match, w.worst = match+1, max(w.worst, off)
		w.steps = append(w.steps, step)
		return nil
	})
}

// move plays one match.
func (w *walk) move(t *table, o odds, match int) {
	lo, hi := math.MinInt, math.MaxInt
	if w.drift != nil {
		w.drift.move(t, &w.careers)
		w.work += 3 * len(w.careers.p)
	}
	w.careers.move(t, o)
	w.work += len(w.careers.p)
	if w.drift != nil {
		lo, hi = w.drift.common(&w.careers)
	}
	w.careers.gather(lo, hi)
	for _, aim := range w.targets {
		aim.within(w.lo, w.hi)
		for _, e := range aim.edges {
			e.live.move(t, o)
			e.live.gather(lo, hi)
			e.absorb(w, match)
			w.work += len(e.live.p)
		}
	}
}

// tooMuch refuses a plan that would occupy the machine for seconds.
func (w *walk) tooMuch(match int) *op.Error {
	n := len(w.careers.p)
	w.widest = max(w.widest, n)
	if n > maxCells {
		return op.Refuse("/plan", "after %d matches %d ratings are possible: want at most %d", match, n, maxCells)
	}
	if w.work > maxWork {
		return op.Refuse("/plan", "the work, ratings times matches over the plan and its targets, passes %d at match %d of "+
			"%d: want fewer matches or targets", maxWork, match, w.plan.matches)
	}
	return nil
}

func (w *walk) answer() ProjectResponse {
	res := ProjectResponse{
		Exact:    w.drift == nil,
		Plan:     w.plan.entries(),
		Steps:    w.steps,
		Final:    w.careers.final(w.lattice),
		Targets:  make([]ProjectTarget, len(w.targets)),
		Warnings: w.plan.warnings,
	}
	if w.drift != nil {
		res.Grid, res.ErrorBound = w.lattice.width, w.worst
	}
	for i, aim := range w.targets {
		res.Targets[i] = aim.answer()
	}
	return res
}
