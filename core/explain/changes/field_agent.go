package changes

import (
	"fmt"
	"slices"

	"github.com/tallyproof/tallyproof/core/chart"
	"github.com/tallyproof/tallyproof/core/exact"
	"github.com/tallyproof/tallyproof/core/explain"
	"github.com/tallyproof/tallyproof/core/explain/scores"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/score"
	"github.com/tallyproof/tallyproof/core/words"
)

// FieldAgent is one submission, and what it is short of.
type FieldAgent struct {
	ID    string             `json:"id" doc:"Its name."`
	At    float64            `json:"at" doc:"Its score, in percent of the picture."`
	Side  string             `json:"side" op:"enum=start|middle|end" doc:"Where its name has that place."`
	Text  string             `json:"text" doc:"Its score and result, and how far that is from another one."`
	Key   string             `json:"key" doc:"Its name as the text has it."`
	Parts []scores.RivalPart `json:"parts" doc:"Its stacked bar, which ends at its score."`
	Gains []FieldGain        `json:"gains" doc:"The points of each part."`
	Lower string             `json:"lower" doc:"The submission below it; itself if it is the last."`
	Upper string             `json:"upper" doc:"The submission above it; itself if it is the first."`
}

// FieldGain is the points that a dimension adds to a score.
type FieldGain struct {
	Key    string `json:"key" doc:"Dimension, as its colour is called."`
	Label  string `json:"label" doc:"Its name."`
	Points string `json:"points" doc:"Points that it adds."`
}

// choose returns the submission to explain: the one that was asked for, else the nearest below a win.
func (f *field) choose() int {
	for i := range f.all {
		if f.all[i].ID == f.req.Agent && f.req.Agent != "" {
			return i
		}
	}
	for _, i := range f.order {
		if f.now[i].Result != "win" && !out(&f.now[i]) && len(f.rb.Results) > 0 {
			return i
		}
	}
	return f.order[0]
}

// agent explains one submission.
func (f *field) agent() FieldAgent {
	i := f.chosen
	got, place := &f.now[i], slices.Index(f.order, f.chosen)
	name := words.Called(f.all[i].ID)
	a := FieldAgent{ID: f.all[i].ID, At: f.at(got), Key: name, Parts: []scores.RivalPart{}, Gains: []FieldGain{},
		Lower: f.all[f.order[min(place+1, len(f.order)-1)]].ID, Upper: f.all[f.order[max(place-1, 0)]].ID}
	a.Side = side(a.At, 8)
	if out(got) {
		a.Text = name + " took longer than the limit: no score."
		return a
	}
	colors := f.colors()
	for k, p := range scores.RivalParts(f.rb, *got) {
		if j := slices.IndexFunc(f.dims, func(d rulebook.Weighted) bool { return d.Key == p.Key }); j >= 0 {
			a.Gains = append(a.Gains, FieldGain{Key: colors[j], Label: f.dims[j].Label, Points: explain.Points(f.rb, got.Breakdown[k].Weighted)})
			p.Key = colors[j]
		}
		p.Start, p.Width = chart.Hundredth(p.Start), chart.Hundredth(p.Width)
		a.Parts = append(a.Parts, p)
	}
	a.Text = fmt.Sprintf("%s scores %s%s.", name, explain.Points(f.rb, got.Score), f.distance(got))
	return a
}

// distance says which result a score has, and how far it is from another one.
func (f *field) distance(got *score.ComputeResponse) string {
	results := f.rb.Results
	k := slices.IndexFunc(results, func(r rulebook.Result) bool { return r.ID == got.Result })
	if k < 0 {
		return ""
	}
	by := func(x, y float64) string {
		return explain.AsPoints(explain.Points(f.rb, exact.Of(x).Sub(exact.Of(y)).Float()))
	}
	if k == 0 {
		return fmt.Sprintf(", %s: %s above the line", noun(got.Result), by(got.Score, results[0].Min))
	}
	return fmt.Sprintf(", %s: %s short of %s", noun(got.Result), by(results[k-1].Min, got.Score), noun(results[k-1].ID))
}
