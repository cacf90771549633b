package standing

import (
	"github.com/tallyproof/tallyproof/core/exact"
	"github.com/tallyproof/tallyproof/core/message"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/rulebook"
)

// mostChallenges is the longest plan: as many as a record may count.
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
	more := exact.Of(n.Min).Sub(have)
	switch n.Stat {
	case rulebook.Challenges:
	case rulebook.Wins:
		if p.winless() {
			return need.impossible("%s is not to be had with scores of at most %s", amount(n, n.Min), op.Show(p.best.Float()))
		}
	case rulebook.AverageScore:
		var reachable bool
		if more, reachable = p.moreFor(n); !reachable {
			return need.impossible("%s is out of reach with further scores of at most %s", amount(n, n.Min), op.Show(p.best.Float()))
		}
		if p.played.Sign() == 0 {
			need.Message = amount(n, n.Min)
		}
	default:
		return need
	}
	if more.Cmp(exact.Int(mostChallenges)) > 0 {
		return need.impossible("%s takes more than %d further challenges", amount(n, n.Min), mostChallenges)
	}
	challenges := whole(more)
	need.Status, need.Challenges = NeedPlanned, &challenges
	return need
}

func (n PlanNeed) impossible(format string, args ...any) PlanNeed {
	n.Status, n.Message = NeedImpossible, message.Sprintf(format, args...)
	return n
}

// moreFor is the number of further challenges at the best score that bring
// the average up: n·(A − a)/(b − A), at least one where there is no average
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
		over := exact.Of(n.Min).Add(p.missingPoints(n).Quo(exact.Int(int64(fewest))))
		if over.Cmp(p.best) > 0 {
			res.Needs[i] = res.Needs[i].impossible("%d further challenges at scores of at most %s sink the average below %s",
				fewest, op.Show(p.best.Float()), op.Show(n.Min))
			res.impossible(res.Needs[i].Message)
			return
		}
		least = least.Max(over)
		needed := least.Float()
		res.AverageNeeded = &needed
	}
}

// wins is how many of the planned challenges must be won.
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

// whole is a number of things, rounded up, and 0 below that.
func whole(x exact.Num) int {
	return int(max(0, x.Neg().Floor().Neg().Float()))
}
