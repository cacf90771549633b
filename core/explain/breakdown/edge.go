package breakdown

import (
	"fmt"

	"github.com/tallyproof/tallyproof/core/explain"
	"github.com/tallyproof/tallyproof/core/measure"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/score"
	"github.com/tallyproof/tallyproof/core/words"
)

// Edge is an input along which a dimension's points grow evenly.
type Edge struct {
	Field string  `json:"field" doc:"Its JSON Pointer in the request; a score replaces other inputs of its dimension."`
	At    float64 `json:"at" doc:"Its value."`
	Least float64 `json:"least" doc:"Its value at one end of the segment's way."`
	Most  float64 `json:"most" doc:"Its value at the other end."`
	Falls bool    `json:"falls" doc:"Whether points fall as it grows."`
	Says  string  `json:"says" doc:"Its value and the points, for readers: 97 of 100 tests, 38.80 points."`
}

// edgeOf returns the input that the end of a part's bar moves, or nil.
func edgeOf(rb *rulebook.Rulebook, d rulebook.Dimension, req score.ComputeRequest, p score.NamedPart) *Edge {
	m, given := req.Measurements[d.Key]
	kind := measure.Of(d.Measure)
	if !given || kind.Verified && !req.Verified {
		return nil
	}
	moves := kind.Edge(&m, rb.Scale, d.Shape)
	if moves == nil {
		return nil
	}
	e := Edge{Field: op.Pointer("measurements", d.Key, moves.Field), Least: min(moves.None, moves.Full),
		Most: max(moves.None, moves.Full), Falls: moves.Full < moves.None}
	text := ""
	switch moves.Field {
	case "passed":
		passed, total := m.Tasks()
		e.At, text = float64(passed), fmt.Sprintf("%d of %d tests", passed, total)
	case "time_ms":
		e.At, text = *m.TimeMs, words.Number(*m.TimeMs)+" ms"
	case "used":
		e.At, text = *m.Used, fmt.Sprintf("%s of %s", words.Number(*m.Used), words.Number(*m.Limit))
	default:
		e.At, text = p.Score, explain.Points(rb, p.Score)
	}
	if points := explain.Points(rb, p.Weighted); points != text {
		text += ", " + pointsOf(rb, p.Weighted)
	}
	e.Says = text
	return &e
}
