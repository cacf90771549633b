package score

import (
	"github.com/tallyproof/tallyproof/core/measure"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/rulebook"
)

// judge turns measurements into scores under one rulebook.
type judge struct {
	rb       *rulebook.Rulebook
	verified bool
	warnings []op.Warning
}

func (j *judge) warn(code, field, format string, args ...any) {
	j.warnings = append(j.warnings, op.Warnf(code, field, format, args...))
}

// measure scores one dimension. Errors point into /measurements/<key>.
func (j *judge) measure(d *rulebook.Dimension, m *measure.Measurement) (measure.Score, *op.Error) {
	c := measure.Case{Measurement: m, Scale: j.rb.Scale, Verified: j.verified, Label: d.Label, Key: d.Key}
	s, refusal := measure.Of(d.Measure).Score(&c)
	j.warnings = append(j.warnings, c.Warnings...)
	return s, refusal
}
