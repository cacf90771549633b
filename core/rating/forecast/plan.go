package forecast

import (
	"math"

	"github.com/tallyproof/tallyproof/core/exact"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/rating"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/words"
)

// plan is the request's plan with every entry's opponent and odds settled.
type plan struct {
	legs     []leg
	matches  int // of the whole plan, repeats included
	before   int // matches played before it
	bonus    float64
	warnings []op.Warning

	usedStrength, usedDraw bool // whether the request's own decided any odds
}

// leg is a stretch of equal matches.
type leg struct {
	opponent float64
	count    int
	odds     odds
}

// odds are the probabilities of a match's outcomes.
type odds struct{ win, draw, loss float64 }

// each calls f for every match in order, numbered from 0.
func (p *plan) each(f func(match int, l *leg) *op.Error) *op.Error {
	for match := 0; match < p.matches; {
		for i := range p.legs {
			for range p.legs[i].count {
				if refusal := f(match, &p.legs[i]); refusal != nil {
					return refusal
				}
				match++
			}
		}
	}
	return nil
}

func planOf(r *rulebook.Rating, req ProjectRequest) (*plan, *op.Error) {
	p := &plan{before: req.Matches, warnings: []op.Warning{}}
	p.bonus = rating.BonusOf(r, map[string]bool{"verified": req.Verified, "memoryless": req.Memoryless,
		"first_attempt": req.FirstAttempt})
	for i, e := range req.Plan {
		l, refusal := p.leg(r, req, e, op.Pointer("plan", i))
		if refusal != nil {
			return nil, refusal
		}
		p.legs = append(p.legs, l)
		p.matches += l.count
	}
	if req.Strength != nil && !p.usedStrength {
		p.warn("unused", "/strength", "every entry has odds or a strength of its own: this strength was not used")
	}
	if req.Draw != nil && !p.usedDraw {
		p.warn("unused", "/draw", "every entry has draws of its own: this probability was not used")
	}
	return p, p.repeat(req.Repeat)
}

// repeat plays the whole plan several times.
func (p *plan) repeat(times *int) *op.Error {
	field := "/plan"
	if times != nil {
		field = "/repeat"
		p.matches *= *times
	}
	if p.matches > maxProjected {
		return op.Refuse(field, "a plan of %d matches: want at most %d", p.matches, maxProjected)
	}
	return nil
}

// leg settles an entry's opponent and odds.
func (p *plan) leg(r *rulebook.Rating, req ProjectRequest, e PlanEntry, at string) (leg, *op.Error) {
	opponent, refusal := rating.OpponentOf(r, rating.UpdateRequest{Opponent: e.Opponent, Difficulty: e.Difficulty})
	if refusal != nil {
		refusal.Field = at + refusal.Field
		return leg{}, refusal
	}
	l := leg{opponent: opponent, count: 1}
	if e.Count != nil {
		l.count = *e.Count
	}
	if e.Win != nil || e.Loss != nil {
		l.odds, refusal = p.givenOdds(e, at)
		return l, refusal
	}
	l.odds, refusal = p.oddsOf(r, req, e, at, opponent)
	return l, refusal
}

// givenOdds reads win, draw and loss. As decimals they sum to 1; what float64
// arithmetic of the caller left over, up to 1e-9, goes to the likeliest
// outcome, and a warning says so.
func (p *plan) givenOdds(e PlanEntry, at string) (odds, *op.Error) {
	switch {
	case e.Strength != nil:
		return odds{}, op.Refuse(at+"/strength", "give either strength or win and loss, not both")
	case e.Win == nil:
		return odds{}, op.Refuse(at+"/win", "missing: want the probability of a win beside that of a loss")
	case e.Loss == nil:
		return odds{}, op.Refuse(at+"/loss", "missing: want the probability of a loss beside that of a win")
	}
	o := odds{win: *e.Win, loss: *e.Loss}
	if e.Draw != nil {
		o.draw = *e.Draw
	}
	rest := exact.Int(1).Sub(exact.Of(o.win)).Sub(exact.Of(o.draw)).Sub(exact.Of(o.loss))
	if rest.Max(rest.Neg()).Cmp(exact.Of(1e-9)) > 0 {
		sum := exact.Int(1).Sub(rest)
		return odds{}, op.Refuse(at, "win, draw and loss sum to %s: want 1", op.Show(sum.Float()))
	}
	if rest.Sign() != 0 {
		*o.likeliest() += rest.Float()
		p.warn("odds-adjusted", at, "win, draw and loss sum to %s: the rest went to the likeliest outcome",
			op.Show(exact.Int(1).Sub(rest).Float()))
	}
	return o, nil
}

// oddsOf returns the odds of true strength s against the opponent:
//
//	E = 1 / (1 + 10^((opponent − s)/scale))
//	d = min(draw, 2·min(E, 1 − E))
//	win = E − d/2, draw = d, loss = 1 − E − d/2
//
// so that the mean score is E whatever the draws. A draw that had to be
// limited is a warning.
func (p *plan) oddsOf(r *rulebook.Rating, req ProjectRequest, e PlanEntry, at string,
	opponent float64) (odds, *op.Error) {
	s, d := e.Strength, 0.0
	if s == nil {
		s, p.usedStrength = req.Strength, true
	}
	if s == nil {
		return odds{}, op.Refuse(at+"/win", "missing: want win, draw and loss, or a strength here or for the whole plan")
	}
	if e.Draw != nil {
		d = *e.Draw
	} else if req.Draw != nil {
		d, p.usedDraw = *req.Draw, true
	}
	E := rating.ExpectedScore(*s, opponent, r.Scale)
	if most := 2 * min(E, 1-E); d > most {
		p.warn("draw-limited", at, "draws of %s are more than an expected score of %s allows: %s were used",
			words.Percent(d), words.Percent(E), words.Percent(most))
		d = most
	}
	half := float64(d / 2)
	return odds{win: E - half, draw: d, loss: 1 - E - half}, nil
}

func (p *plan) warn(code, field, format string, args ...any) {
	p.warnings = append(p.warnings, op.Warnf(code, field, format, args...))
}

// likeliest returns the outcome with the largest probability.
func (o *odds) likeliest() *float64 {
	switch {
	case o.win >= o.draw && o.win >= o.loss:
		return &o.win
	case o.draw >= o.loss:
		return &o.draw
	}
	return &o.loss
}

func (p *plan) entries() []PlannedEntry {
	list := make([]PlannedEntry, len(p.legs))
	for i, l := range p.legs {
		list[i] = PlannedEntry{Opponent: l.opponent, Count: l.count, Win: l.odds.win, Draw: l.odds.draw, Loss: l.odds.loss}
	}
	return list
}

func whole(x float64) bool { return x == math.Trunc(x) }
