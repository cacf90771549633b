// Package weights explains what the weights of a challenge decide: the ranking, how sure
// it is, and what would change it.
//
// It sweeps each weight as the slider moves it: locked weights stay, the others keep
// their proportions, all in hundredths of a percent. It tries a few steps around each
// crossing, so that a mark is where the slider changes the order. explain.first searches
// by branch and bound, and checks that the weights put the agent first. Bounds of weights
// count for random weightings only.
package weights

import (
	"strconv"

	"github.com/tallyproof/tallyproof/core/explain"
	"github.com/tallyproof/tallyproof/core/ranking/live"
)

// Row is a submission in a ranking, in texts.
type Row struct {
	Rank      string `json:"rank" doc:"Its rank; equal ones leave a gap after them."`
	Move      string `json:"move,omitempty" doc:"▲ or ▼ with the ranks it moved from the ranking by the pinned weights, or without these from the published place; absent if it stays."`
	ID        string `json:"id" doc:"Id of the submission."`
	Name      string `json:"name" doc:"Name for readers."`
	Score     string `json:"score" doc:"Its score."`
	Delta     string `json:"delta,omitempty" doc:"▲ or ▼ with the points its score has more or less than by the pinned weights, = for none; absent if none are pinned."`
	Gap       string `json:"gap,omitempty" doc:"Points to the next row; absent for the last."`
	Parts     []Part `json:"parts" doc:"The points of each dimension, as a stacked bar."`
	Published string `json:"published,omitempty" doc:"The published total, or else place, as given."`
	Differs   string `json:"differs,omitempty" doc:"By how much the score is above the published total; absent if it agrees as far as that is rounded."`

	Cells []Cell `json:"cells,omitempty" doc:"The cell of each dimension and the score that became of it; absent if all scores are the numbers of the table."`
}

// Cell is a cell of the table and its score.
type Cell struct {
	Key   string  `json:"key" doc:"Key of the dimension."`
	Color string  `json:"color" doc:"Dimension of a built-in rulebook that has the same colour."`
	Raw   string  `json:"raw,omitempty" doc:"The cell as it was pasted; absent if its score is missing."`
	Score string  `json:"score" doc:"The score."`
	Width float64 `json:"width" doc:"The score in percent of the scale."`
	Gone  string  `json:"gone,omitempty" doc:"Why there is no cell: no time_ms."`
}

// Part is the points of one dimension in a bar.
type Part struct {
	Key   string  `json:"key" doc:"Key of the dimension."`
	Color string  `json:"color" doc:"Dimension of a built-in rulebook that has the same colour."`
	Start float64 `json:"start" doc:"Where its segment begins, in percent of the scale."`
	Width float64 `json:"width" doc:"Width of its segment, in percent of the scale: its score times its weight."`
}

// Rows returns count rows of the ranking, starting at from (0-based).
func Rows(t *live.Table, s *live.Step, weights []int32, from, count int) []Row {
	return rowsOf(t, s, weights, part(s.Order, from, count))
}

// part returns up to count elements, starting at from.
func part(list []int, from, count int) []int {
	list = list[min(max(from, 0), len(list)):]
	return list[:min(max(count, 0), len(list))]
}

// rowsOf are some rows of a step, best first.
func rowsOf(t *live.Table, s *live.Step, weights []int32, rows []int) []Row {
	list := make([]Row, 0, len(rows))
	colors := colorsOf(t)
	place := 0
	for _, i := range rows {
		for s.Order[place] != i {
			place++
		}
		row := Row{Rank: strconv.Itoa(int(s.Rank[i])), ID: t.IDs[i], Name: t.Names[i],
			Score: explain.Points(t.Rulebook, t.Total(i)), Parts: make([]Part, len(t.Dims))}
		if next := place + 1; next < len(s.Order) {
			row.Gap = explain.AsPoints(explain.Points(t.Rulebook, t.Lead(i, s.Order[next])))
		}
		start := 0.0
		for k, d := range t.Dims {
			width := float64(100*t.Part(i, k, weights[k])) / t.Rulebook.Scale
			row.Parts[k] = Part{Key: d.Key, Color: colors[k], Start: start, Width: width}
			start += width
		}
		list = append(list, row)
	}
	return list
}

// compare adds how a row moved from ranks and scores before.
func (r *Row) compare(t *live.Table, rank, before int32, change float64) {
	r.Move, r.Delta = moved(int(before-rank)), "="
	if text := explain.AsPoints(explain.Points(t.Rulebook, max(change, -change))); explain.Nonzero(text) {
		sign := "▲ "
		if change < 0 {
			sign = "▼ "
		}
		r.Delta = sign + text
	}
}

func moved(up int) string {
	switch {
	case up > 0:
		return "▲" + strconv.Itoa(up)
	case up < 0:
		return "▼" + strconv.Itoa(-up)
	}
	return ""
}

// colorsOf returns the colour of each column.
func colorsOf(t *live.Table) []string {
	keys := make([]string, len(t.Dims))
	for k, d := range t.Dims {
		keys[k] = d.Key
	}
	return explain.Colors(keys)
}
