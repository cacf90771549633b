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
}

func (sc *scorer) warn(code, field, format string, args ...any) {
	sc.warnings = append(sc.warnings, op.Warnf(code, field, format, args...))
}

// measure scores one dimension. Errors point into /measurements/<key>.
func (sc *scorer) measure(d *rulebook.Dimension, m *measure.Measurement) (measure.Score, *op.Error) {
	c := measure.Case{Measurement: m, Scale: sc.rb.Scale, Verified: sc.verified, Label: d.Label, Key: d.Key, Decay: d.Decay, Lenient: sc.lenient}
	s, refusal := measure.Of(d.Measure).Score(&c)
	sc.warnings = append(sc.warnings, c.Warnings...)
	return s, refusal
}
