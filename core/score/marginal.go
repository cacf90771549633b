package score

import (
	"github.com/tallyproof/tallyproof/core/measure"
	"github.com/tallyproof/tallyproof/core/rulebook"
)

// MarginalRequest is a submission and the record of its agent.
type MarginalRequest struct {
	Rulebook     rulebook.Ref                   `json:"rulebook" doc:"Id of a built-in rulebook, or a whole rulebook."`
	Weights      map[string]float64             `json:"weights,omitempty" doc:"Weights by dimension, as in score.compute."`
	Verified     bool                           `json:"verified,omitempty" doc:"Whether the match carries a valid trajectory."`
	Measurements map[string]measure.Measurement `json:"measurements" doc:"What was observed, by dimension, as in score.compute."`
	Warnings     []SubmissionWarning            `json:"submission_warnings,omitempty" op:"max=1000" doc:"Format problems the arena reported."`
	Matches      int                            `json:"matches,omitempty" op:"min=0 max=1000000000" doc:"Matches played before this one; they choose the K-factor of rating_change."`
}

// MarginalResponse lists the sources of a score's points, and the gain from a little more
// of each.
type MarginalResponse struct {
	Score     float64    `json:"score" doc:"The composite."`
	Max       float64    `json:"max" doc:"The rulebook's scale."`
	AtMost    float64    `json:"at_most" doc:"The composite if every dimension were as good as the submission's author can make it."`
	Parts     []Marginal `json:"parts" doc:"The dimensions, in display order."`
	Cliffs    []Cliff    `json:"cliffs" doc:"Where a small step changes much: thresholds of results, and dimensions that are all or nothing."`
	Bystander *Bystander `json:"bystander,omitempty" doc:"What a faster answer of somebody else would do, if a dimension is relative to the fastest."`
}

// Marginal is one dimension's share of the composite and its marginal value.
type Marginal struct {
	Dimension string  `json:"dimension" doc:"The dimension."`
	From      float64 `json:"from" doc:"Points of the dimensions before it: where its bar of a waterfall begins."`
	To        float64 `json:"to" doc:"The same with its own."`
	Left      float64 `json:"left" doc:"What the composite would gain if this dimension alone were as good as can be."`
	Step      *Step   `json:"step,omitempty" doc:"What one natural step is worth; absent if nothing can move the dimension."`
}

// Step is one natural step of a measurement: a test, a rubric point, a hundredth
// of the fastest time or of the limit, a hundredth of the scale.
type Step struct {
	Field  string  `json:"field" doc:"Member of the measurement; items for the sum of a rubric."`
	From   float64 `json:"from" doc:"Its value."`
	To     float64 `json:"to" doc:"Its value after the step."`
	Change float64 `json:"change" doc:"To minus from."`
	Gain   float64 `json:"gain" doc:"What the step adds to the composite."`
}

// MarginalValue takes a composite apart: a waterfall of its parts, the value of
// one more step in each, found by computing the score again with it, and the
// cliffs near it.
//
// Errors: as of [Compute].
func MarginalValue(req MarginalRequest) (MarginalResponse, error) {
	t, err := newTrial(ComputeRequest{req.Rulebook, req.Weights, req.Verified, req.Measurements, req.Warnings, false})
	if err != nil {
		return MarginalResponse{}, err
	}
	levers := t.levers()
	res := MarginalResponse{
		Score:     t.got.Score,
		Max:       t.rb.Scale,
		AtMost:    t.move(levers, func(l *lever) int { return l.steps }).Score,
		Parts:     make([]Marginal, len(t.dims)),
		Cliffs:    t.cliffs(req.Matches),
		Bystander: outpaced(t.req, t.dims),
	}
	sum := 0.0
	for i, p := range t.got.Breakdown {
		next := plus(sum, p.Weighted)
		res.Parts[i] = Marginal{Dimension: p.Key, From: sum, To: next}
		sum = next
		for _, l := range levers {
			if l.key == p.Key && l.steps > 0 {
				res.Parts[i].Left = minus(t.move([]lever{l}, func(l *lever) int { return l.steps }).Score, t.got.Score)
				res.Parts[i].Step = t.step(l)
			}
		}
	}
	return res, nil
}

// step returns a natural step of a lever.
func (t *trial) step(l lever) *Step {
	n := 1
	switch l.Field {
	case "score":
		n = stepsOf(t.rb.Scale/100, l.Unit)
	case "time_ms":
		n = stepsOf(*t.req.Measurements[l.key].FastestMs/100, l.Unit)
	case "used":
		n = stepsOf(*t.req.Measurements[l.key].Limit/100, l.Unit)
	}
	to := l.at(n)
	got := t.move([]lever{l}, func(*lever) int { return n })
	return &Step{Field: l.Field, From: l.From, To: to, Change: minus(to, l.From), Gain: minus(got.Score, t.got.Score)}
}

// stepsOf returns the number of units in a distance, at least 1.
func stepsOf(distance, unit float64) int { return max(1, int(min(distance/unit+0.5, 1<<40))) }
