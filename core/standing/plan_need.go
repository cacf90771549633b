package standing

import (
	"github.com/tallyproof/tallyproof/core/exact"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/rulebook"
)

// mostChallenges is the longest plan, as many as a record may count; what takes
// more is out of reach.
const mostChallenges = 1_000_000_000

// need settles one requirement by itself.
func (p *planner) need(n rulebook.Need) PlanNeed {
	need := PlanNeed{Requirement: n.Stat, Needed: n.Min, Status: NeedMet}
	have, known := p.rec.value(n)
	if known {
		h := have.Float()
		need.Have = &h
	}
	if p.rec.holds(n) {
		return need
	}
	need.Status, need.Message = NeedUnplanned, p.rec.gap(n).Message
	more, reachable := exact.Of(n.Min).Sub(have), true
	switch n.Stat {
	case rulebook.Challenges:
	case rulebook.Wins:
		reachable = !p.winless()
	case rulebook.AverageScore:
		more, reachable = p.moreFor(n)
		if p.played.Sign() == 0 {
			need.Message = amount(n, n.Min)
		}
	default:
		return need
	}
	if !reachable || more.Cmp(exact.Int(mostChallenges)) > 0 {
		p.impossible(n, &need)
		return need
	}
	challenges := whole(more)
	need.Status, need.Challenges = NeedPlanned, &challenges
	return need
}

func (p *planner) impossible(n rulebook.Need, need *PlanNeed) {
	need.Status, need.Challenges = NeedImpossible, nil
	need.Message = amount(n, n.Min) + ": out of reach with further scores of at most " + op.Show(p.best.Float())
}

// moreFor returns the number of further challenges at the best score that bring
// the average up: n·(A − a)/(b − A), at least one if there is no average
// yet.
func (p *planner) moreFor(n rulebook.Need) (more exact.Num, reachable bool) {
	short := p.missingPoints(n)
	gain := p.best.Sub(exact.Of(n.Min)) // of one challenge
	switch {
	case short.Sign() <= 0:
		return exact.Int(1), gain.Sign() >= 0
	case gain.Sign() <= 0:
		return exact.Num{}, false
	}
	return short.Quo(gain), true
}

// missingPoints is n·(A − a), the points the challenges so far are short of
// an average of A.
func (p *planner) missingPoints(n rulebook.Need) exact.Num {
	return p.played.Mul(exact.Of(n.Min).Sub(p.rec.stats[rulebook.AverageScore]))
}

// average settles what must be scored on average over the planned challenges,
// A + n·(A − a)/m, and whether the best score allows it: scores below the
// average asked for sink an average that is above it.
func (p *planner) average(needs []rulebook.Need, fewest int, res *PlanResponse) {
	least := exact.Num{}
	for i, n := range needs {
		if n.Stat != rulebook.AverageScore {
			continue
		}
		least = least.Max(exact.Of(n.Min).Add(p.missingPoints(n).Quo(exact.Int(int64(fewest)))))
		needed := least.Float()
		res.AverageNeeded = &needed
		if least.Cmp(p.best) > 0 {
			p.impossible(n, &res.Needs[i])
			res.AverageNeeded = nil
			res.impossible(res.Needs[i].Message)
			return
		}
	}
}

// wins returns the number of planned challenges that must be won.
func (p *planner) wins(needs []rulebook.Need) *int {
	most := 0
	for _, n := range needs {
		if n.Stat == rulebook.Wins {
			most = max(most, whole(exact.Of(n.Min).Sub(p.rec.stats[n.Stat])))
		}
	}
	return &most
}

// winless reports whether scores map to results and the best is no win.
func (p *planner) winless() bool {
	result := p.rb.ResultOf(p.best.Float())
	return result != "" && result != "win"
}

// whole returns a number of things, rounded up, and 0 below that.
func whole(x exact.Num) int {
	return int(max(0, x.Neg().Floor().Neg().Float()))
}
