// Package weights explains what the weights of a challenge decide: who ranks
// where, how sure that is, and what would change it.
package weights

import (
	"strconv"

	"github.com/tallyproof/tallyproof/core/explain"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/ranking/live"
)

// Row is a submission in a ranking, in texts.
type Row struct {
	_ op.NotCompared

	Rank  string `json:"rank" doc:"Its rank; equal ones leave a gap after them."`
	ID    string `json:"id" doc:"Id of the submission."`
	Name  string `json:"name" doc:"Name for readers."`
	Score string `json:"score" doc:"Its score."`
	Parts []Part `json:"parts" doc:"The points of each dimension, as a stacked bar."`
}

// Part is the points of one dimension in a bar.
type Part struct {
	_ op.NotCompared

	Key   string  `json:"key" doc:"Key of the dimension."`
	Start float64 `json:"start" doc:"Where its segment begins, in percent of the scale."`
	Width float64 `json:"width" doc:"Width of its segment, in percent of the scale."`
}

// Rows are so many rows of a step, from a place on, counted from 0.
func Rows(t *live.Table, s *live.Step, weights []int32, from, count int) []Row {
	from = min(max(from, 0), len(s.Order))
	list := make([]Row, 0, min(max(count, 0), len(s.Order)-from))
	for _, i := range s.Order[from : from+cap(list)] {
		row := Row{Rank: strconv.Itoa(int(s.Rank[i])), ID: t.IDs[i], Name: t.Names[i], Score: explain.Points(t.Rulebook, s.Score[i]), Parts: make([]Part, len(t.Dims))}
		start := 0.0
		for k, d := range t.Dims {
			width := float64(100*t.Part(i, k, weights[k])) / t.Rulebook.Scale
			row.Parts[k] = Part{Key: d.Key, Start: start, Width: width}
			start += width
		}
		list = append(list, row)
	}
	return list
}
