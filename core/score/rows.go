package score

import (
	"maps"
	"slices"

	"github.com/tallyproof/tallyproof/core/instant"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/rulebook"
)

// Repeated refuses submission i, whose id an earlier one has.
func Repeated(submissions []Submission, i int) *op.Error {
	id, first := submissions[i].ID, 0
	for submissions[first].ID != id {
		first++
	}
	return op.Refuse(op.Pointer("submissions", i, "id"), "%s is also submission %d: want each id once", op.Quote(id),
		first)
}

// Rows reads rows under one rulebook and set of weights.
type Rows struct {
	Rulebook *rulebook.Rulebook
	Dims     []rulebook.Weighted
}

// Read fills a row with the scores of the weighed dimensions, and says what
// decides between equal composites.
func (r *Rows) Read(i int, s *Submission, row []float64) (instant.Instant, *op.Error) {
	at, refusal := r.turn(i, s)
	if refusal != nil {
		return at, refusal
	}
	found, inside := 0, true
	for k := range row {
		key := r.Dims[k].Key
		x, given := s.Dimensions[key]
		if !given && r.Rulebook.Composite.Missing != "zero" {
			return at, op.Refuse(op.Pointer("submissions", i, "dimensions", key), "missing: want a score from 0 to %s",
				op.Show(r.Rulebook.Scale))
		}
		if given {
			found++
			inside = inside && x >= 0 && x <= r.Rulebook.Scale
		}
		row[k] = x
	}
	if inside && found == len(s.Dimensions) {
		return at, nil
	}
	return at, r.check(i, s)
}

// turn returns the tie-breaker between equal scores: the time of submission, or the place
// in the request.
func (r *Rows) turn(i int, s *Submission) (instant.Instant, *op.Error) {
	at, ok := instant.Parse(s.SubmittedAt)
	if !ok {
		return at, op.Refuse(op.Pointer("submissions", i, "submitted_at"), "%s: want "+instant.Want, op.Quote(s.SubmittedAt))
	}
	if r.Rulebook.Ties == rulebook.TiesByOrder {
		at = instant.Place(i)
	}
	return at, nil
}

// check refuses scores off the scale, and of dimensions that neither the
// rulebook nor the weights name.
func (r *Rows) check(i int, s *Submission) *op.Error {
	for _, key := range slices.Sorted(maps.Keys(s.Dimensions)) {
		at := op.Pointer("submissions", i, "dimensions", key)
		if x := s.Dimensions[key]; x < 0 || x > r.Rulebook.Scale {
			return op.Refuse(at, "%s: want a score from 0 to %s", op.Show(x), op.Show(r.Rulebook.Scale))
		}
		_, known := r.Rulebook.Dimension(key)
		if !known && !weighs(r.Dims, key) {
			return op.Refuse(at, "no dimension %s is weighed: want only dimensions of the rulebook or of weights", op.Quote(key))
		}
	}
	return nil
}

// weighs reports whether a dimension is among dims.
func weighs(dims []rulebook.Weighted, key string) bool {
	return slices.ContainsFunc(dims, func(w rulebook.Weighted) bool { return w.Key == key })
}
