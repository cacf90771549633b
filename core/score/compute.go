package score

import (
	"maps"
	"slices"

	"github.com/tallyproof/tallyproof/core/measure"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/rulebook"
)

// ComputeRequest is one submission's measurements under a rulebook.
type ComputeRequest struct {
	Rulebook     rulebook.Ref                   `json:"rulebook" doc:"Id of a built-in rulebook, or a whole rulebook."`
	Weights      map[string]float64             `json:"weights,omitempty" doc:"Weights by dimension, replacing the rulebook's own: fractions that sum to 1 within 0.001, or percentages that sum to 100 within 0.1. They choose which dimensions count."`
	Verified     bool                           `json:"verified,omitempty" doc:"Whether the match carries a valid trajectory; efficiency dimensions count only then."`
	Measurements map[string]measure.Measurement `json:"measurements" doc:"What was observed, by dimension: the inputs of its measure, or its score."`
	Warnings     []SubmissionWarning            `json:"submission_warnings,omitempty" op:"max=1000" doc:"Format problems the arena reported. Severity error zeroes the dimension if the rulebook says so."`

	// Lenient is whether measurements may be of other dimensions and have more members
	// than the measures read; then a time and what was used stand for each other, and a
	// score for members that are missing.
	Lenient bool `json:"-"`
}

// SubmissionWarning is a format problem the arena reported with a submission.
type SubmissionWarning struct {
	Severity string `json:"severity" op:"enum=error|warning" doc:"error or warning."`
	Field    string `json:"field" doc:"The dimension it concerns."`
	Message  string `json:"message,omitempty" doc:"The arena's text."`
}

// ComputeResponse is the composite and its parts.
type ComputeResponse struct {
	Rulebook  string       `json:"rulebook" doc:"Id of the rulebook used."`
	Score     float64      `json:"score" doc:"The composite, 0 to max."`
	Max       float64      `json:"max" doc:"The rulebook's scale."`
	Result    string       `json:"result,omitempty" doc:"win, draw or loss, if the rulebook maps scores to results."`
	Breakdown Breakdown    `json:"breakdown" doc:"The parts, by dimension."`
	Warnings  []op.Warning `json:"warnings" doc:"What was adjusted or is worth knowing."`
}

// Compute scores one submission: each dimension by its measure, then
// score = Σ dimension · weight, rounded and capped by the rulebook.
//
// Errors: an unknown rulebook, weights that do not sum to 1, a measurement
// that does not suit its dimension, a weighted dimension without one, a
// submission after its time limit (code expired).
func Compute(req ComputeRequest) (ComputeResponse, error) {
	rb, err := req.Rulebook.Resolve()
	if err != nil {
		return ComputeResponse{}, err
	}
	dims, refusal := rb.Weigh(req.Weights)
	if refusal != nil {
		return ComputeResponse{}, refusal
	}
	sc := &scorer{rb: rb, verified: req.Verified, lenient: req.Lenient, warnings: []op.Warning{}}
	if refusal := sc.knows(dims, req.Measurements); refusal != nil {
		return ComputeResponse{}, refusal
	}
	zeroed, refusal := sc.formatErrors(dims, req.Warnings)
	if refusal != nil {
		return ComputeResponse{}, refusal
	}
	scores, refusal := sc.scores(dims, req.Measurements, zeroed)
	if refusal != nil {
		return ComputeResponse{}, refusal
	}
	parts := make(Breakdown, len(dims))
	total := composite(rb, dims, scores, parts).Float()
	if total > rb.Scale {
		sc.warn("above-max", "/weights", "%s is more than the most of %s: the weights sum to more than 1, or rounding adds "+
			"up, and by the rules nothing caps the total", op.Show(total), op.Show(rb.Scale))
	}
	return ComputeResponse{rb.ID, total, rb.Scale, rb.ResultOf(total), parts, sc.warnings}, nil
}

// scores measures every dimension; those in zeroed are checked and score 0.
func (sc *scorer) scores(dims []rulebook.Weighted, measurements map[string]measure.Measurement,
	zeroed map[string]bool) ([]measure.Score, *op.Error) {
	scores := make([]measure.Score, len(dims))
	for i := range dims {
		d := &dims[i]
		m, given := measurements[d.Key]
		if !given {
			if refusal := sc.missing(d); refusal != nil {
				return nil, refusal
			}
			continue
		}
		s, refusal := sc.measure(&d.Dimension, m)
		if refusal != nil {
			return nil, refusal
		}
		if !zeroed[d.Key] {
			scores[i] = s
		}
	}
	return scores, nil
}

// knows refuses measurements of dimensions the rulebook has not heard of, and
// warns of known ones that carry no weight.
func (sc *scorer) knows(dims []rulebook.Weighted, measurements map[string]measure.Measurement) *op.Error {
	measured := 0
	for i := range dims {
		if _, given := measurements[dims[i].Key]; given {
			measured++
		}
	}
	if sc.lenient || measured == len(measurements) {
		return nil
	}
	for _, key := range slices.Sorted(maps.Keys(measurements)) {
		if weighs(dims, key) {
			continue
		}
		d, known := sc.rb.Dimension(key)
		if !known {
			return op.Refuse(op.Pointer("measurements", key),
				"no dimension %s is weighed: want only dimensions of the rulebook or of weights", op.Quote(key))
		}
		if _, refusal := sc.measure(&d, measurements[key]); refusal != nil {
			return refusal
		}
		sc.warn("unweighted", op.Pointer("measurements", key), "%s has no weight in this challenge: not counted", d.Label)
	}
	return nil
}

// missing handles a weighted dimension without a measurement.
func (sc *scorer) missing(d *rulebook.Weighted) *op.Error {
	at := op.Pointer("measurements", d.Key)
	if sc.rb.Composite.Missing != "zero" {
		return op.Refuse(at, "missing: %s has a weight of %s, want its score or measurement", d.Label, op.Show(d.W.Float()))
	}
	sc.warn("missing", at, "%s has a weight but no measurement: scored 0", d.Label)
	return nil
}

// formatErrors describes which dimensions a severity "error" zeroes (Clawdiators
// docs, Scoring), if the rulebook lets it.
func (sc *scorer) formatErrors(dims []rulebook.Weighted, warnings []SubmissionWarning) (map[string]bool, *op.Error) {
	if len(warnings) == 0 {
		return nil, nil
	}
	zeroed := map[string]bool{}
	for i, w := range warnings {
		if w.Severity != "error" {
			continue
		}
		at := op.Pointer("submission_warnings", i)
		if sc.rb.Composite.FormatErrors != "zero" {
			sc.warn("advisory", at, "severity error is advisory in these rules: nothing was zeroed")
			continue
		}
		if !weighs(dims, w.Field) {
			return nil, op.Refuse(at+"/field", "%s: want one of the weighed dimensions", op.Quote(w.Field))
		}
		zeroed[w.Field] = true
		sc.warn("format-error", at, "a format error scores 0 on %s", w.Field)
	}
	return zeroed, nil
}
