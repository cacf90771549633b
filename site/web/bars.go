package web

import (
	"github.com/tallyproof/tallyproof/core/explain/scores"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/proof"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/templates/parts"
	"github.com/tallyproof/tallyproof/templates/stored"
)

// barOf is a recomputed total as a stacked bar. It is empty unless the record has
// its challenge's weights, and its total is the recomputed one.
func barOf(r *proof.Recomputed) parts.ScoreView {
	if r == nil || r.Defaults || !r.Agrees || r.Score.Max <= 0 {
		return parts.ScoreView{}
	}
	rb, err := rulebook.ID(r.Score.Rulebook).Resolve()
	if err != nil {
		return parts.ScoreView{}
	}
	labels := map[string]string{}
	for _, d := range rb.Dimensions {
		labels[d.Key] = d.Label
	}
	var v parts.ScoreView
	start := 0.0
	for _, p := range r.Score.Breakdown {
		width := 100 * p.Weighted / r.Score.Max
		points := op.Show(p.Weighted)
		v.Parts = append(v.Parts, parts.PartView{Answered: points, ScorePart: scores.ScorePart{Key: p.Key, Label: labels[p.Key], Weighted: points, Start: start, Width: width, End: start + width}})
		start += width
	}
	for _, at := range []float64{0, 25, 50, 75, 100} {
		v.Ticks = append(v.Ticks, parts.TickView{At: at, Label: op.Show(at * r.Score.Max / 100)})
	}
	return v
}

// addBars gives the rows of a list their bars, if one of the proofs has one.
func addBars(v *stored.ProofsView, entries []*shown) {
	for i, s := range entries {
		v.Rows[i].Bar = barOf(s.res.Recomputed).Parts
		v.Barred = v.Barred || len(v.Rows[i].Bar) > 0
	}
}
