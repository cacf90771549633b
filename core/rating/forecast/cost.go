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
	s := spreadOf(r, p, req.Rating)
	clouds, step := 1+targets, float64(stepBytes)
	if r.Rounding == rulebook.RatingReal {
		clouds, step = 4+op.Product(3, targets), stepBytes+realBytes
		fine := op.Product(s.cells, clouds) + op.Product(s.tables, tableWork) // on whole points, as walk.work counts
		cost.Work += op.Product(min(gridWork, fine/finestGrid), cellCost, 0.5)
	}
	cost.Work += op.Product(s.cells, clouds, cellCost) + op.Product(s.tables, tableCost) + op.Product(matches, careers, careerCost)
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
}

func spreadOf(r *rulebook.Rating, p *plan, start float64) spread {
	var s spread
	lo, hi := start, start
	tables := map[tableKey]float64{}
	p.each(func(match int, l *leg) *op.Error {
		key := tableKey{l.opponent, r.KAt(p.before + match)}
		tables[key] = max(tables[key], hi-lo+1)
		lo, hi = p.outermost(r, lo, hi, match, l)
		s.widest = max(s.widest, hi-lo+1)
		s.cells += hi - lo + 1
		return nil
	})
	for _, width := range tables {
		s.tables += width
	}
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
