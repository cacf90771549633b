package forecast

import (
	"math"

	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/rating"
	"github.com/tallyproof/tallyproof/core/rulebook"
)

// Parts of a forecast's cost, in microseconds.
const (
	cellCost   = 0.008 // a cell of one cloud in one match
	tableCost  = 0.3   // a cell of a table: three outcomes of a match
	streakCost = 0.002 // a length of a losing streak in one match
	careerCost = 0.1   // a match of a sample career
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
const longAnswer = 8 << 20

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
	s := spreadOf(r, p, req)
	clouds, step := 1+targets, float64(stepBytes)
	if r.Rounding == rulebook.RatingReal {
		step += realBytes
		cost.Work = float64(s.allowance * (cellCost / 2))
	} else {
		cost.Work = op.Product(s.cells, clouds, cellCost) + op.Product(s.tables, tableCost/2) // of which a career uses a part
	}
	cost.Work += op.Product(matches, careers, careerCost)
	if req.LongestLosingStreak {
		longest := min(matches, longestStreak)
		cost.Work += op.Product(matches, longest, longest+1, 0.5, streakCost)
	}
	cost.Memory = op.Product(s.tables, 2*24) + op.Product(matches, 56+op.Product(8, careers)+op.Product(8, targets))
	cost.Answer = op.Product(matches, step) + op.Product(s.widest, oddsBytes) + op.Product(float64(len(p.legs)+len(p.warnings)), entryBytes) + op.Product(matches, careers, numberBytes)
	if req.TouchCurve {
		cost.Answer += op.Product(matches, targets, numberBytes)
	}
	return cost
}

// spread is how far the careers of a plan can spread, in points.
type spread struct {
	cells  float64 // over all matches
	tables float64 // over all tables
	widest float64 // after one match
	reach  float64 // between all ratings that are possible at any time
	least  float64 // the smallest K-factor that moves a rating

	// Of a plan of real ratings, as walk.work counts.
	points    float64 // work on whole points, if all careers spread as far as they can
	allowance float64 // on all grids together: what is charged
}

func spreadOf(r *rulebook.Rating, p *plan, req ProjectRequest) spread {
	s := spread{least: math.Inf(1)}
	lo, hi := req.Rating, req.Rating
	lowest, highest := lo, hi
	tables := map[tableKey]float64{}
	p.each(func(match int, l *leg) *op.Error {
		key := tableKey{l.opponent, r.KAt(p.before + match)}
		if key.k > 0 {
			s.least = min(s.least, key.k)
		}
		tables[key] = s.reach + 1
		lo, hi = p.outermost(r, lo, hi, match, l)
		s.widest = max(s.widest, hi-lo+1)
		s.cells += hi - lo + 1
		lowest, highest = min(lowest, lo), max(highest, hi)
		s.reach = highest - lowest
		return nil
	})
	for _, width := range tables {
		s.tables += width
	}
	cells := float64(s.cells * float64(4+3*len(req.Targets)))
	s.points = cells + float64(s.tables*tableWork)
	s.allowance = min(gridWork, s.points/finestGrid) + float64(3*cells) + float64(s.tables*(2*tableCost/cellCost))
	return s
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
