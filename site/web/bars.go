package web

import (
	"github.com/tallyproof/tallyproof/core/explain/breakdown"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/proof"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/templates/parts"
	"github.com/tallyproof/tallyproof/templates/stored"
)

// pointsOf returns the points of each dimension in a recomputed total. There are none unless
// the record has its challenge's weights, and its total is the recomputed one.
func pointsOf(r *proof.Recomputed) (all []Points) {
	if r == nil || r.Defaults || !r.Agrees || r.Score.Max <= 0 {
		return nil
	}
	rb, err := rulebook.ID(r.Score.Rulebook).Resolve()
	if err != nil {
		return nil
	}
	labels := map[string]string{}
	for _, d := range rb.Dimensions {
		labels[d.Key] = d.Label
	}
	for _, p := range r.Score.Breakdown {
		all = append(all, Points{Key: p.Key, Label: labels[p.Key], Points: p.Weighted})
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
