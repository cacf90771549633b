package forecast

import (
	"math"

	"github.com/tallyproof/tallyproof/core/fmath"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/rating"
	"github.com/tallyproof/tallyproof/core/rulebook"
)

// Parts of a forecast's cost, in microseconds.
const (
	cellCost   = 0.008 // a cell of one cloud in one match
	tableCost  = 0.3   // a cell of a table: three outcomes of a match
	emptyCost  = 0.05  // a cell of a table that no career is in
	streakCost = 0.002 // a length of a losing streak in one match
	careerCost = 0.1   // a match of a sample career
)

// Parts of its memory, in bytes.
const (
	moveBytes  = 24 * 2    // a cell of a table, which grows by copies
	cloudBytes = 8 * 2 * 2 // a cell of a cloud
)

// Parts of its answer, in bytes.
const (
	stepBytes   = 100 // a match, if ratings are whole
	realBytes   = 80  // more, if they are not
	oddsBytes   = 60  // a rating and its probability
	numberBytes = 24
	entryBytes  = 130
)

// longAnswer is an answer, in bytes, that nobody takes who has limits: its other
// costs do not matter.
const longAnswer = 4 << 20

// ProjectCost estimates [Project]: the cells that careers can be in follow from
// the ratings after nothing but losses and after nothing but wins.
func ProjectCost(req ProjectRequest) op.Cost {
	cost := op.Cost{Field: "/plan", Fewer: "fewer matches or targets"}
	rb, err := req.Rulebook.Resolve()
	if err != nil || rb.Rating == nil {
		return op.Cost{}
	}
	p, refusal := planOf(rb.Rating, req)
	if refusal != nil {
		return op.Cost{}
	}
	r, matches, targets := rb.Rating, float64(p.matches), float64(len(req.Targets))
	if cost.Answer = op.Product(matches, stepBytes); cost.Answer > longAnswer {
		return cost
	}
	careers := float64(req.SampleCareers)
	s := spreadOf(r, p, req, surprise(r, p))
	step := float64(stepBytes)
	if r.Rounding == rulebook.RatingReal {
		step += realBytes
		work, finest := s.grids(len(req.Targets))
		cost.Work = float64(work * (cellCost / 2))
		cost.Memory = op.Product(s.tables/finest, moveBytes) + op.Product(s.widest/finest, cloudBytes, 2+2*targets)
	} else {
		cost.Work = op.Product(s.cells+s.aimed, cellCost) + op.Product(s.filled, tableCost/2) + // of which a career uses a part
			op.Product(s.tables-s.filled, emptyCost)
		cost.Memory = op.Product(s.tables, moveBytes)
	}
	cost.Work += op.Product(matches, careers, careerCost)
	if req.LongestLosingStreak {
		longest := p.longest()
		cost.Work += op.Product(matches, longest, longest+1, 0.5, streakCost)
	}
	cost.Memory += op.Product(matches, 56+op.Product(8, careers)+op.Product(8, targets))
	cost.Answer = op.Product(matches, step) + op.Product(s.widest, oddsBytes) + op.Product(float64(len(p.legs)+len(p.warnings)), entryBytes) + op.Product(matches, careers, numberBytes)
	if req.TouchCurve {
		cost.Answer += op.Product(matches, targets, numberBytes)
	}
	return cost
}

// longest is the length of the longest losing streak that is worked out, if all matches are as
// hard as the hardest: the first that is too unlikely, by the sum of the odds that it begins at
// each match.
func (p *plan) longest() float64 {
	loss, matches := 0.0, float64(p.matches)
	for i := range p.legs {
		loss = max(loss, p.legs[i].odds.loss)
	}
	most := min(matches, longestStreak)
	if loss == 0 || loss == 1 {
		return min(most, float64(loss*longestStreak)+1)
	}
	return min(most, 1+fmath.Log(matches/leastStreakOdds)/-fmath.Log(loss))
}

// spread is how far the careers of a plan can spread, in points.
type spread struct {
	matches float64
	cells   float64 // over all matches
	aimed   float64 // of those, the ones short of a target, over all targets
	tables  float64 // over all tables
	filled  float64 // of those, the ones that a career can be in
	number  float64 // of tables
	widest  float64 // after one match
	reach   float64 // between all ratings that are possible at any time
	least   float64 // the smallest K-factor that moves a rating
}

// spreadOf returns how far careers spread, but for those that are less likely than e^−rare;
// of all careers, if rare is infinite.
func spreadOf(r *rulebook.Rating, p *plan, req ProjectRequest, rare float64) spread {
	s := spread{matches: float64(p.matches), least: math.Inf(1)}
	lo, hi := req.Rating, req.Rating
	lowest, highest, c := lo, hi, course{mean: req.Rating}
	tables, played, ends := map[tableKey]float64{}, map[tableKey]float64{}, 1.0
	p.each(func(match int, l *leg) *op.Error {
		key := tableKey{l.opponent, r.KAt(p.before + match)}
		if key.k > 0 {
			s.least = min(s.least, key.k)
		}
		tables[key] = s.reach + 1
		played[key] += ends
		ends = min(float64(3*ends), float64(maxCells)) // a match continues each in three ways
		if !math.IsInf(rare, 1) {
			c.play(r, p, match, l)
		}
		if !c.steady || match%8 == 0 { // one of many matches changes little
			low, high := p.outermost(r, lo, hi, match, l)
			if !math.IsInf(rare, 1) {
				off := c.tail(rare)
				low, high = min(max(low, c.mean-off), high), max(min(high, c.mean+off), low)
				c.steady = low == c.mean-off && high == c.mean+off || low == lo && high == hi
			}
			lo, hi = low, high
		}
		s.widest = max(s.widest, hi-lo+1)
		s.cells += hi - lo + 1
		for _, target := range req.Targets {
			if target > req.Rating {
				s.aimed += max(0, min(hi+1, target)-lo)
			} else if target < req.Rating {
				s.aimed += max(0, hi-max(lo-1, target))
			}
		}
		lowest, highest = min(lowest, lo), max(highest, hi)
		s.reach = highest - lowest
		return nil
	})
	for key, width := range tables {
		s.tables += width
		s.filled += min(width, played[key])
	}
	s.number = float64(len(tables))
	return s
}

// work is what one grid of that width takes, as walk.work counts.
func (s *spread) work(targets int, width float64) float64 {
	cells := float64((s.cells-s.matches)/width) + s.matches // a half may become a product
	tables := float64((s.tables-s.number)/width) + s.number
	return float64(cells*float64(4+3*targets)) + float64(tables*tableWork)
}

// grids returns the work on all grids that [gridded] plays, and the width of the finest.
func (s *spread) grids(targets int) (work, finest float64) {
	for finest = coarsestGrid; finest > finestGrid && s.work(targets, finest/2) <= gridWork &&
		2*s.widest <= finest*maxCells/2; finest /= 2 {
	}
	work = min(gridWork, s.work(targets, finestGrid))
	if roughCells*coarsestGrid > s.least {
		work = min(float64(2*work), mostWork) // on the grids between
	}
	return work + s.work(targets, coarsestGrid), finest
}

// allowance is the most work on all grids together, of which a plan is charged what is likely.
func (s *spread) allowance(targets int) float64 {
	points := s.work(targets, 1)
	return min(gridWork, points/finestGrid) + float64(3*s.cells*float64(4+3*targets)) +
		float64(s.tables*(2*tableCost/cellCost))
}

// surprise is how unlikely a career is, as a logarithm, that is gathered with others on a grid,
// or that float64 cannot tell from none.
func surprise(r *rulebook.Rating, p *plan) float64 {
	if r.Rounding == rulebook.RatingReal {
		return fmath.Log(float64(2*float64(p.matches)) / rareCareers)
	}
	return 745
}

// course is where careers are on average, and how far from there.
type course struct {
	mean, variance, step float64
	steady               bool // whether those that count hardly spread further
}

// play plays one match: ratings near to that of the opponent come nearer to each other.
func (c *course) play(r *rulebook.Rating, p *plan, match int, l *leg) {
	win, draw, loss, expected := rating.Outcomes(r, c.mean, l.opponent, p.before+match, p.bonus)
	mean := float64(l.odds.win*win) + float64(l.odds.draw*draw) + float64(l.odds.loss*loss)
	square := func(p, x float64) float64 { return float64(p * float64((x-mean)*(x-mean))) }
	nearer := 1 - float64(slope(r, r.KAt(p.before+match), expected))
	c.variance = float64(c.variance*float64(nearer*nearer)) + square(l.odds.win, win) + square(l.odds.draw, draw) +
		square(l.odds.loss, loss)
	for _, one := range [2][2]float64{{l.odds.win, win}, {l.odds.loss, loss}} {
		if one[0] > 0 {
			c.step = max(c.step, math.Abs(one[1]-mean))
		}
	}
	c.mean = mean
}

// tail returns how far from the mean those are that are less likely than e^−rare, by Bennett's
// inequality: h(u) = rare·step²/variance for h(u) = (1+u)·ln(1+u) − u, where u is that far in
// variance/step. Newton's method begins with Bernstein's bound, which is further, and stays
// further.
func (c *course) tail(rare float64) float64 {
	if c.variance == 0 {
		return c.step
	}
	y := float64(rare*float64(c.step*c.step)) / c.variance
	u := y/3 + math.Sqrt(float64(y*y)/9+float64(2*y))
	for range 3 {
		log := fmath.Log(1 + u)
		u = min(u, (y+u-log)/log)
	}
	return c.step + float64(u*c.variance)/c.step
}

// outermost are the lowest and the highest possible rating after a match, from
// those before it. If a match could make two ratings change places, they are taken
// further out than they are.
func (p *plan) outermost(r *rulebook.Rating, lo, hi float64, match int, l *leg) (lowest, highest float64) {
	k := r.KAt(p.before + match)
	if float64(p.bonus*k)*math.Ln10/(4*r.Scale) <= 1 {
		return rating.Step(r, lo, l.opponent, p.before+match, l.odds.worst(), p.bonus).Rating,
			rating.Step(r, hi, l.opponent, p.before+match, l.odds.outcome(0), p.bonus).Rating
	}
	return rating.Floored(r, lo-k), rating.Floored(r, hi+float64(p.bonus*k))
}
