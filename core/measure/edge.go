package measure

// Edge is an input of a measurement along which the score grows evenly: the edge of a
// bar that can be dragged.
type Edge struct {
	Field      string  // member of the measurement; score also replaces other inputs
	None, Full float64 // its values at no points and at all of them
}

// Edge returns the input that moves the score of a measurement evenly, or nil.
func (m *Measure) Edge(got *Measurement, scale float64, s Shape) *Edge {
	switch {
	case got.Score != nil:
		return &Edge{Field: "score", Full: scale}
	case m.edge == nil:
		return nil
	}
	return m.edge(got, scale, m.shape(s))
}

// used is the edge of a measure that falls evenly with what was used of a limit.
func used(m *Measurement, _ float64, _ Shape) *Edge {
	if m.Limit == nil || *m.Limit <= 0 {
		return nil
	}
	return &Edge{Field: "used", None: *m.Limit}
}
