package score

import (
	"github.com/tallyproof/tallyproof/core/measure"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/rulebook"
)

// SolveRequest is one submission and the score it should have.
type SolveRequest struct {
	Rulebook     rulebook.Ref                   `json:"rulebook" doc:"Id of a built-in rulebook, or a whole rulebook."`
	Weights      map[string]float64             `json:"weights,omitempty" doc:"Weights by dimension, as in score.compute."`
	Verified     bool                           `json:"verified,omitempty" doc:"Whether the match carries a valid trajectory."`
	Measurements map[string]measure.Measurement `json:"measurements" doc:"What was observed, by dimension, as in score.compute."`
	Warnings     []SubmissionWarning            `json:"submission_warnings,omitempty" op:"max=1000" doc:"Format problems the arena reported."`
	Target       float64                        `json:"target" op:"min=0" doc:"The composite to reach, at most the rulebook's scale."`
}

// SolveResponse is the cheapest changes that reach the target.
type SolveResponse struct {
	Score   float64 `json:"score" doc:"The composite now."`
	Max     float64 `json:"max" doc:"The rulebook's scale."`
	Target  float64 `json:"target" doc:"The composite to reach."`
	Reached bool    `json:"reached" doc:"Whether it is reached already; then there are no ways."`
	AtMost  float64 `json:"at_most" doc:"The composite if every dimension were as good as the submission's author can make it."`
	Ways    []Way   `json:"ways" doc:"Each dimension alone, then dimensions of one measure raised equally, then all together."`
}

// Way is one way to the target.
type Way struct {
	Kind      string     `json:"kind" op:"enum=alone|equally|together" doc:"alone: one dimension; equally: dimensions of one measure by the same amount each, as far as each can go; together: every dimension by the same part of what it lacks."`
	Feasible  bool       `json:"feasible" doc:"Whether it reaches the target."`
	Score     float64    `json:"score" doc:"The composite it leads to; if it does not reach the target, the highest that it can reach."`
	Change    float64    `json:"change" doc:"Score minus the composite now."`
	Changes   []Change   `json:"changes" doc:"The smallest changes that reach the target this way, or all that can be done."`
	Bystander *Bystander `json:"bystander,omitempty" doc:"What a faster answer of somebody else would then do, if a dimension is relative to the fastest."`
}

// Change is one measurement moved.
type Change struct {
	Dimension   string              `json:"dimension" doc:"The dimension."`
	Field       string              `json:"field" doc:"Member of the measurement; items for the sum of a rubric."`
	From        float64             `json:"from" doc:"Its value now."`
	To          float64             `json:"to" doc:"Its value then."`
	Change      float64             `json:"change" doc:"To minus from."`
	ScoreFrom   float64             `json:"score_from" doc:"The dimension's score now."`
	ScoreTo     float64             `json:"score_to" doc:"The dimension's score then."`
	Measurement measure.Measurement `json:"measurement" doc:"The whole measurement then, to be given to score.compute."`
}

// Solve finds the smallest changes of measurements that reach a target, by
// computing the score again and again: measures never fall as their inputs get
// better, so the first step that is enough is found by halving. Whole tests and
// rubric points stay whole; times move in milliseconds, or finer if the
// fastest is below 100 ms; given scores by a ten-thousandth of the scale, or by
// whole points if the rulebook rounds. By the same amount each, a score with half
// a point keeps it.
//
// Errors: as of [Compute], and a target beyond the scale.
func Solve(req SolveRequest) (SolveResponse, error) {
	t, err := newTrial(ComputeRequest{req.Rulebook, req.Weights, req.Verified, req.Measurements, req.Warnings, false})
	if err != nil {
		return SolveResponse{}, err
	}
	if req.Target > t.rb.Scale {
		return SolveResponse{}, op.Refuse("/target", "%s: want a score from 0 to %s", op.Show(req.Target),
			op.Show(t.rb.Scale))
	}
	levers := t.levers()
	res := SolveResponse{
		Score:   t.got.Score,
		Max:     t.rb.Scale,
		Target:  req.Target,
		Reached: t.got.Score >= req.Target,
		AtMost:  t.move(levers, func(l *lever) int { return l.steps }).Score,
		Ways:    []Way{},
	}
	if res.Reached {
		return res, nil
	}
	for i := range levers {
		res.Ways = append(res.Ways, t.way("alone", levers[i:i+1], levers[i].steps, req.Target, evenly))
	}
	for _, group := range t.groups(levers) {
		if len(group) > 1 {
			res.Ways = append(res.Ways, t.way("equally", group, mostSteps(group), req.Target, evenly))
		}
	}
	if len(levers) > 1 {
		res.Ways = append(res.Ways, t.way("together", levers, 1000, req.Target, thousandth))
	}
	return res, nil
}

func mostSteps(levers []lever) int {
	most := 0
	for i := range levers {
		most = max(most, levers[i].steps)
	}
	return most
}

// evenly takes the same number of steps with each lever, as far as it goes.
func evenly(l *lever, n int) int { return min(n, l.steps) }

// thousandth takes n thousandths of a lever's steps, rounded up.
func thousandth(l *lever, n int) int { return (l.steps*n + 999) / 1000 }

// groups returns the levers that can move, grouped by measure, input and unit.
func (t *trial) groups(levers []lever) [][]lever {
	var groups [][]lever
	for _, l := range levers {
		if l.steps == 0 {
			continue
		}
		l.same = true
		i := 0
		for i < len(groups) && (groups[i][0].kind != l.kind || groups[i][0].Field != l.Field || groups[i][0].Unit != l.Unit) {
			i++
		}
		if i == len(groups) {
			groups = append(groups, nil)
		}
		groups[i] = append(groups[i], l)
	}
	return groups
}

// way returns the fewest of most steps that reach the target.
func (t *trial) way(kind string, levers []lever, most int, target float64, steps func(l *lever, n int) int) Way {
	after := func(n int) ComputeResponse {
		return t.move(levers, func(l *lever) int { return steps(l, n) })
	}
	low, n := 0, most // after low steps the target is not reached
	for low+1 < n {
		if middle := (low + n) / 2; after(middle).Score >= target {
			n = middle
		} else {
			low = middle
		}
	}
	got := after(n)
	w := Way{Kind: kind, Feasible: got.Score >= target, Score: got.Score, Change: minus(got.Score, t.got.Score),
		Changes: []Change{}}
	req := t.req
	req.Measurements = measure.Copy(req.Measurements)
	for i := range levers {
		l := &levers[i]
		m, far := t.req.Measurements[l.key], steps(l, n)
		to := l.at(far)
		if far > 0 {
			m = l.Put(m, to)
		}
		req.Measurements[l.key] = m
		before, _ := t.got.Breakdown.Get(l.key)
		then, _ := got.Breakdown.Get(l.key)
		w.Changes = append(w.Changes, Change{l.key, l.Field, l.From, to, minus(to, l.From), before.Score, then.Score, m})
	}
	w.Bystander = outpaced(req, t.dims)
	return w
}
