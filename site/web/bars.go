package web

import (
	"github.com/tallyproof/tallyproof/core/explain/breakdown"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/proof"
	"github.com/tallyproof/tallyproof/templates/parts"
	"github.com/tallyproof/tallyproof/templates/stored"
)

// pointsOf returns the points of each dimension in a signed total, none if its parts are not
// known.
func pointsOf(res *proof.VerifyResponse) (all []Points) {
	if res.Shown == nil {
		return nil
	}
	for i, p := range res.Shown.Parts { // in the order of the breakdown
		all = append(all, Points{Key: p.Key, Label: p.Label, Points: res.Recomputed.Score.Breakdown[i].Weighted})
	}
	return all
}

// barOf returns a signed total as a stacked bar, empty if there are no points.
func barOf(res *proof.VerifyResponse) (v parts.ScoreView) {
	if res.Shown == nil || len(res.Shown.Parts) == 0 {
		return v
	}
	for _, p := range res.Shown.Parts {
		v.Parts = append(v.Parts, parts.PartView{Answered: p.Points, ScorePart: breakdown.ScorePart{Key: p.Key, Label: p.Label, Weighted: p.Points, Start: p.Start, Width: p.Width, End: p.Start + p.Width}})
	}
	most := res.Recomputed.Score.Max
	for _, at := range []float64{0, 25, 50, 75, 100} {
		v.Ticks = append(v.Ticks, parts.TickView{At: at, Label: op.Show(at * most / 100)})
	}
	return v
}

// addBars gives the rows of a list their bars, if one of the proofs has one.
func addBars(v *stored.ProofsView, entries []*shown) {
	for i, s := range entries {
		v.Rows[i].Bar = barOf(&s.res).Parts
		v.Barred = v.Barred || len(v.Rows[i].Bar) > 0
		if len(v.Dims) == 0 {
			v.Dims = v.Rows[i].Bar
		}
	}
}
