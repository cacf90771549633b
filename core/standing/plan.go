package standing

import (
	"strings"

	"github.com/tallyproof/tallyproof/core/exact"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/rulebook"
)

// PlanRequest is a record, as in [EvaluateRequest], and where it should lead.
type PlanRequest struct {
	Rulebook     rulebook.Ref `json:"rulebook" doc:"Id of a built-in rulebook, or a whole rulebook, with tiers, badges or titles."`
	History      []Challenge  `json:"history,omitempty" op:"max=1000000" doc:"Every challenge in time order; replaces the totals below."`
	Challenges   *int         `json:"challenges,omitempty" op:"min=0 max=1000000000" doc:"Challenges completed (matches, for titles)."`
	Wins         *int         `json:"wins,omitempty" op:"min=0 max=1000000000" doc:"Challenges won: rank 1, ties at the top included."`
	AverageScore *float64     `json:"average_score,omitempty" op:"min=0" doc:"Average score over all challenges, on the rulebook's scale."`
	Rating       *float64     `json:"rating,omitempty" op:"min=-100000 max=100000" doc:"Current rating, in Elo points."`
	PeakRating   *float64     `json:"peak_rating,omitempty" op:"min=-100000 max=100000" doc:"Highest rating reached after a challenge; the current rating by default."`
	WinStreak    *int         `json:"win_streak,omitempty" op:"min=0 max=1000000000" doc:"Longest run of consecutive wins."`
	ScoreStreak  *int         `json:"score_streak,omitempty" op:"min=0 max=1000000000" doc:"Longest run of consecutive scores above the badge's threshold."`
	Authored     *int         `json:"authored,omitempty" op:"min=0 max=1000000000" doc:"Approved challenges the agent wrote (titles)."`
	Target       string       `json:"target,omitempty" op:"maxlen=60" doc:"Id of the tier or title to reach; the next one by default."`
	BestScore    *float64     `json:"best_score,omitempty" op:"min=0" doc:"Best score the agent believes it can reach from now on; the rulebook's scale by default."`
}

// Record returns the record alone.
func (req *PlanRequest) Record() EvaluateRequest {
	return EvaluateRequest{req.Rulebook, req.History, req.Challenges, req.Wins, req.AverageScore, req.Rating,
		req.PeakRating, req.WinStreak, req.ScoreStreak, req.Authored}
}

// What is to be said of a requirement in a plan.
const (
	NeedMet        = "met"
	NeedPlanned    = "planned"    // further challenges meet it
	NeedUnplanned  = "unplanned"  // no number of challenges promises it: ratings, streaks, challenges written
	NeedImpossible = "impossible" // no number of challenges meets it
)

// PlanResponse is the shortest way to the target.
type PlanResponse struct {
	Target        string     `json:"target" doc:"Id of the tier or title."`
	Name          string     `json:"name" doc:"Its name for readers."`
	Any           bool       `json:"any,omitempty" doc:"Whether any one requirement is enough, as for titles."`
	Held          bool       `json:"held" doc:"Whether the record already has it."`
	Feasible      bool       `json:"feasible" doc:"False if something makes it impossible. Requirements that cannot be planned stay open: see needs."`
	Challenges    *int       `json:"challenges,omitempty" doc:"Fewest further challenges; absent when impossible, or when nothing can be planned."`
	AverageNeeded *float64   `json:"average_needed,omitempty" doc:"Average score over those challenges that is just enough, 0 if any score is enough; absent if no average is required."`
	WinsNeeded    *int       `json:"wins_needed,omitempty" doc:"How many of those challenges must be won."`
	NotBefore     *int       `json:"not_before,omitempty" doc:"Number of the challenge before which it is impossible, even if every further score is perfect and every challenge won."`
	Binding       string     `json:"binding,omitempty" doc:"The requirement that takes the most challenges."`
	Reason        string     `json:"reason,omitempty" doc:"Why it is impossible."`
	Needs         []PlanNeed `json:"needs" doc:"Every requirement of the target."`
}

// PlanNeed is one requirement in a plan.
type PlanNeed struct {
	Requirement string   `json:"requirement" doc:"What is counted: challenges, wins, average_score, rating and so on."`
	Have        *float64 `json:"have,omitempty" doc:"The record's value; absent if it is unknown."`
	Needed      float64  `json:"needed" doc:"The least that is enough."`
	Status      string   `json:"status" op:"enum=met|planned|unplanned|impossible" doc:"met; planned: further challenges meet it; unplanned: no number of challenges guarantees it; impossible: no number of challenges meets it."`
	Challenges  *int     `json:"challenges,omitempty" doc:"Fewest further challenges that meet it by themselves, when planned."`
	Message     string   `json:"message" doc:"What is missing, or why it is impossible; empty when met."`
}

// Plan finds the fewest further challenges that lead to a tier or title, and
// the average score and wins they take.
//
// With n challenges at an average of a, and m more at an average of x, the
// average is (n·a + m·x)/(n+m). It reaches A with scores of at most b when
//
//	m ≥ n·(A − a)/(b − A)          the fewest m, where a < A < b
//	x = (A·(n+m) − n·a)/m          the average that is just enough, given m
//
// All of it is exact. A tier needs its every requirement, a title any one. It refuses the
// same requests as [Evaluate], an unknown target, and a record that lacks a count or
// average that the target needs.
func Plan(req PlanRequest) (*PlanResponse, error) {
	rb, err := req.Rulebook.Resolve()
	if err != nil {
		return nil, err
	}
	if len(rb.Tiers)+len(rb.Titles) == 0 {
		return nil, op.Refuse("/rulebook", "%q has no tiers or titles: want a rulebook with some", rb.ID)
	}
	if req.BestScore != nil && *req.BestScore > rb.Scale {
		return nil, op.Refuse("/best_score", "%s: want a score from 0 to %s", op.Show(*req.BestScore), op.Show(rb.Scale))
	}
	rec, refusal := recordOf(rb, req.Record())
	if refusal != nil {
		return nil, refusal
	}
	p := &planner{rb: rb, rec: rec, played: rec.stats[rulebook.Challenges], best: exact.Of(rb.Scale)}
	if _, known := rec.stats[rulebook.Wins]; !known && p.played.Sign() == 0 {
		rec.stats[rulebook.Wins] = exact.Num{}
	}
	step, refusal := p.target(req.Target)
	if refusal != nil {
		return nil, refusal
	}
	if refusal := p.requireStats(step); refusal != nil {
		return nil, refusal
	}
	perfect := p.plan(step)
	if req.BestScore == nil {
		return perfect, nil
	}
	p.best = exact.Of(*req.BestScore)
	res := p.plan(step)
	res.NotBefore = perfect.NotBefore
	return res, nil
}

// planner is a record and the scores that may follow it.
type planner struct {
	rb     *rulebook.Rulebook
	rec    *record
	any    bool      // one requirement is enough
	played exact.Num // challenges so far
	best   exact.Num // highest score of a further challenge
}

// target finds a tier or title by id; "" is the one above the record's, or
// the highest when that is held.
func (p *planner) target(id string) (*rulebook.Tier, *op.Error) {
	if id == "" {
		id = p.above()
	}
	var ids []string
	for _, ladder := range [][]rulebook.Tier{p.rb.Tiers, p.rb.Titles} {
		for i := range ladder {
			if ladder[i].ID == id {
				return &ladder[i], nil
			}
			ids = append(ids, ladder[i].ID)
		}
		p.any = true // titles come second
	}
	return nil, op.Refuse("/target", "unknown tier %s: want one of %s", op.Quote(id), strings.Join(ids, ", "))
}

func (p *planner) above() string {
	var now EvaluateResponse
	if tiers := p.rb.Tiers; len(tiers) > 0 {
		if p.rec.tier(tiers, &now); now.NextTier != nil {
			return now.NextTier.Tier
		}
		return tiers[len(tiers)-1].ID
	}
	if p.rec.titles(p.rb.Titles, &now); now.NextTitle != nil {
		return now.NextTitle.Tier
	}
	return p.rb.Titles[0].ID
}

// requireStats refuses a record that leaves out what the target counts. Before the
// first challenge there is nothing to leave out.
func (p *planner) requireStats(step *rulebook.Tier) *op.Error {
	for _, n := range step.Needs {
		if n.Stat != rulebook.Wins && n.Stat != rulebook.AverageScore {
			continue
		}
		if _, known := p.rec.stats[n.Stat]; !known && p.played.Sign() > 0 {
			return op.Refuse("/"+n.Stat, "missing: %s needs %s", step.Name, amount(n, n.Min))
		}
	}
	return nil
}

// plan leads to a step: by all of its requirements, or by the nearest if
// any is enough.
func (p *planner) plan(step *rulebook.Tier) *PlanResponse {
	if !p.any || len(step.Needs) == 0 {
		return p.all(step, step.Needs)
	}
	var nearest *PlanResponse
	var needs []PlanNeed
	for i := range step.Needs {
		one := p.all(step, step.Needs[i:i+1])
		needs = append(needs, one.Needs...)
		if i == 0 || one.nearer(nearest) {
			nearest = one
		}
	}
	nearest.Needs = needs
	return nearest
}

// nearer orders ways of which one is enough: the one with fewer challenges,
// before one that is not planned, before one that is impossible.
func (a *PlanResponse) nearer(b *PlanResponse) bool {
	if a.Challenges != nil && b.Challenges != nil {
		return *a.Challenges < *b.Challenges
	}
	return a.Challenges != nil || a.Feasible && !b.Feasible
}

// all plans for every one of the requirements.
func (p *planner) all(step *rulebook.Tier, needs []rulebook.Need) *PlanResponse {
	res := &PlanResponse{Target: step.ID, Name: step.Name, Any: p.any, Held: true, Feasible: true}
	fewest := 0
	for _, n := range needs {
		need := p.need(n)
		res.Needs = append(res.Needs, need)
		res.Held = res.Held && need.Status == NeedMet
		switch {
		case need.Status == NeedImpossible:
			res.impossible(need.Message)
		case need.Challenges != nil && *need.Challenges > fewest:
			fewest, res.Binding = *need.Challenges, need.Requirement
		}
	}
	if res.Feasible && fewest > 0 {
		p.average(needs, fewest, res)
	}
	if res.Feasible && (fewest > 0 || res.Held) {
		res.Challenges, res.WinsNeeded = &fewest, p.wins(needs)
	}
	if res.Challenges != nil && !res.Held {
		number := whole(p.played) + fewest
		res.NotBefore = &number
	}
	return res
}

// impossible notes the first reason.
func (res *PlanResponse) impossible(why string) {
	if res.Feasible {
		res.Feasible, res.Reason, res.Binding = false, why, ""
	}
}
