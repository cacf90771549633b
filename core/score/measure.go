package score

import (
	"github.com/tallyproof/tallyproof/core/measure"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/rulebook"
)

// scorer turns measurements into scores under one rulebook.
type scorer struct {
	rb       *rulebook.Rulebook
	verified bool
	lenient  bool // as in [ComputeRequest]
	warnings []op.Warning

	got measure.Measurement // of the dimension in work
	in  measure.Case        // with it: one for all, as each would be garbage at once
}

func (sc *scorer) warn(code, field, format string, args ...any) {
	sc.warnings = append(sc.warnings, op.Warnf(code, field, format, args...))
}

// measure scores one dimension. Errors point into /measurements/<key>.
func (sc *scorer) measure(d *rulebook.Dimension, m measure.Measurement) (measure.Score, *op.Error) {
	sc.got = m
	sc.in = measure.Case{Measurement: &sc.got, Scale: sc.rb.Scale, Verified: sc.verified, Label: d.Label, Key: d.Key,
		Shape: d.Shape, Lenient: sc.lenient}
	s, refusal := measure.Of(d.Measure).Score(&sc.in)
	sc.warnings = append(sc.warnings, sc.in.Warnings...)
	return s, refusal
}
