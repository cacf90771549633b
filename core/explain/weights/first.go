package weights

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/ranking"
	"github.com/tallyproof/tallyproof/core/ranking/limits"
	"github.com/tallyproof/tallyproof/core/ranking/live"
	"github.com/tallyproof/tallyproof/core/ranking/nearest"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/table"
	"github.com/tallyproof/tallyproof/core/words"
)

// FirstRequest is a table and an agent that shall be first.
type FirstRequest struct {
	Text string `json:"text" op:"maxlen=64000000" doc:"The agents and their scores, as in explain.weights."`
	table.Reading
	Weights []live.Weight `json:"weights,omitempty" op:"max=64" doc:"The present weights, as in explain.weights. Locked ones may move too."`
	Equal   bool          `json:"equal,omitempty" doc:"Whether all weights are equal, as in explain.weights."`
	Agent   string        `json:"agent,omitempty" op:"maxlen=200" doc:"Name of the agent; without it, the agent in second place."`
}

// FirstResponse holds the nearest weights that put an agent first, or the reason why no
// weights do.
type FirstResponse struct {
	Sentence  string         `json:"sentence" doc:"How much to move, or why no weights put it first."`
	Key       string         `json:"key" doc:"The words of the sentence that matter most."`
	Brief     string         `json:"brief" doc:"How much to move; never if no weights do."`
	Share     string         `json:"share" doc:"Under how many of all weightings it is first, and what that is good to at 95 %."`
	Central   string         `json:"central,omitempty" doc:"The mean of these weightings; absent if there are none."`
	Middle    string         `json:"middle,omitempty" doc:"JSON: it as weights, as fill."`
	Rows      []FirstRow     `json:"rows" doc:"The weights that put it first, in hundredths of a percent, nearest by least squares; of many dimensions, near those. Empty if it is first now or if there are none."`
	Fill      string         `json:"fill,omitempty" doc:"JSON: these weights, by their place in the request."`
	Says      string         `json:"says,omitempty" doc:"What they do."`
	Never     string         `json:"never" doc:"How many agents cannot win: another one is at least as good everywhere and better somewhere."`
	Dominated []DominatedRow `json:"dominated" doc:"These agents; at most 20."`
}

// FirstRow is the weight of a dimension before and after.
type FirstRow struct {
	Dimension string `json:"dimension" doc:"Key of the dimension."`
	Label     string `json:"label" doc:"Name of the column."`
	Color     string `json:"color" doc:"Dimension of a built-in rulebook that has the same colour."`
	Now       string `json:"now" doc:"The present weight in percent."`
	Then      string `json:"then" doc:"The weight that puts the agent first, in percent."`
	Change    string `json:"change" doc:"Percentage points from one to the other."`
}

// DominatedRow is an agent that is first under no weights.
type DominatedRow struct {
	ID string `json:"id" doc:"Id of the agent."`
	By string `json:"by" doc:"The best of those that are at least as good in every dimension."`
}

// First looks for the nearest weights that put an agent first.
func First(req FirstRequest) (FirstResponse, error) {
	s, err := ranked(Request{Text: req.Text, Reading: req.Reading, Weights: req.Weights, Equal: req.Equal})
	if err != nil {
		return FirstResponse{}, err
	}
	f := newField(s)
	place, refusal := f.placeOf(req.Agent)
	if refusal != nil {
		return FirstResponse{}, refusal
	}
	res := FirstResponse{Rows: []FirstRow{}, Dominated: []DominatedRow{}}
	if err := res.share(f, f.ids[place]); err != nil {
		return FirstResponse{}, err
	}
	by := f.dominators()
	res.dominated(f, by)
	return res, res.say(f, place, by)
}

// placeOf returns the place of an agent, counted from 0.
func (f *field) placeOf(name string) (int, *op.Error) {
	if name == "" {
		return min(1, len(f.ids)-1), nil
	}
	for p, id := range f.ids {
		if id == name {
			return p, nil
		}
	}
	return 0, op.Refuse("/agent", "no agent of the table is called %s", op.Quote(name))
}

// share says under how many weightings an agent is first, and what they are on average: since
// the weights that put it first are convex, so do these.
func (r *FirstResponse) share(f *field, id string) error {
	sampling, err := f.sampling(1)
	if err != nil {
		return err
	}
	got := ranking.Acceptance{} // of one of very many that never was first
	for _, a := range sampling.Draw(sampling.Samples).Acceptability {
		if a.ID == id {
			got = a
		}
	}
	r.Share = fmt.Sprintf("%s is first under %s of all weightings%s (± %s at 95 %%).", words.Called(id), words.Rate(got.First),
		f.within(), errorOf(got))
	if got.Central == nil {
		return nil
	}
	mean := make([]live.Weight, len(f.keys))
	for k, key := range f.keys {
		mean[k] = live.Weight{Dimension: key, Percent: float64(100 * got.Central[key])}
	}
	live.Balance(mean, -1)
	basis, parts := make([]int32, len(mean)), make([]string, len(mean))
	for k, w := range mean {
		basis[k] = int32(math.Round(float64(w.Percent * 100)))
		parts[k] = f.labels[k] + " " + words.Fixed(w.Percent, 1) + " %"
	}
	r.Central, r.Middle = "On average these are "+strings.Join(parts, ", ")+".", f.fillOf(basis)
	return nil
}

// say looks for the weights and says what they are.
func (r *FirstResponse) say(f *field, place int, by []int) error {
	name := f.names[place]
	if f.leads(place) {
		r.Key, r.Brief = name, "now"
		r.Sentence = name + " is first now."
		return nil
	}
	r.Key, r.Brief = "No weights", "never"
	if by[place] >= 0 {
		r.Sentence = fmt.Sprintf("No weights put %s first: %s is at least as good in every dimension.", name,
			f.names[by[place]])
		return nil
	}
	basis, all := f.nearest(place)
	if basis != nil {
		r.fits(f, name, basis)
		return nil
	}
	req := ranking.FitRequest{Rulebook: rulebook.Custom(f.rulebook()), Weights: f.fractions(),
		Submissions: f.submissions(), First: f.ids[place], Ratios: f.ratios()}
	req.Least, req.Most = f.bounds()
	fit, err := ranking.Fit(req)
	if err != nil {
		return err
	}
	if !fit.Feasible && f.limits != nil {
		req.Least, req.Most, req.Ratios = nil, nil, nil
		free, err := ranking.Fit(req)
		if err != nil {
			return err
		}
		if free.Feasible {
			r.Key, r.Brief = "outside your bounds", "outside"
			r.Sentence = fmt.Sprintf("%s is first only %s.", name, r.Key)
			return nil
		}
		fit = free
	}
	if !fit.Feasible {
		r.never(f, place, fit.Conflicts)
		return nil
	}
	r.Key, r.Brief = "no weights in hundredths of a percent", "hardly"
	if !all {
		r.Key = "none were found in hundredths of a percent"
	}
	r.Sentence = fmt.Sprintf("Some weights put %s first, but %s.", name, r.Key)
	return nil
}

// never says why no weights put an agent first, given those that it cannot pass at once.
// A single one is ahead of it everywhere, or nearly so.
func (r *FirstResponse) never(f *field, place int, conflicts []ranking.Conflict) {
	name, others := f.names[place], words.Join(f.below(conflicts))
	switch {
	case len(conflicts) > 1:
		r.Sentence = fmt.Sprintf("No weights put %s first: it can pass %s, but not at the same time.", name, others)
	case f.covers(slices.Index(f.ids, conflicts[0].Pair[1]), place):
		r.Sentence = fmt.Sprintf("No weights put %s first: %s is at least as good in every dimension.", name, others)
	default:
		r.Brief = "hardly"
		r.Sentence = fmt.Sprintf("No weights put %s clearly first: it can be ahead of %s by next to nothing only.", name,
			others)
	}
}

// mostBoxes and mostSearched bound the search for weights in basis points: boxes of weights
// for each column, and numbers of the table for all boxes. Four columns are few enough to
// know the nearest weights of nearly all tables.
const (
	mostBoxes    = 5000
	mostSearched = 10_000_000
)

// nearest returns the weights in basis points nearest to the present ones that put an
// agent first, or near ones, or nil; all reports whether the search was complete.
func (f *field) nearest(place int) (basis []int32, all bool) {
	boxes := min(mostBoxes/len(f.basis), mostSearched/(len(f.rows)*len(f.basis)))
	holds := func(basis []int32) bool { return f.holds(basis) && f.puts(place, basis) }
	return nearest.Whole(f.basis, func(v []float64) (nearest.Wall, bool) {
		if f.limits != nil {
			if short, broken := f.limits.Short(v); short > limits.Rounding {
				wall := f.limits.Walls[broken]
				wall.Tag = -2 - broken
				return wall, true
			}
		}
		return f.ahead(place, v)
	}, holds, boxes)
}

// ahead returns the wall of the row that is furthest ahead of an agent under weights, in
// units of the largest difference between the two.
func (f *field) ahead(place int, v []float64) (wall nearest.Wall, is bool) {
	worst := 0.0
	d := make([]float64, len(v))
	for i, row := range f.rows {
		unit := 0.0
		for k, x := range row {
			d[k] = f.rows[place][k] - x
			unit = max(unit, math.Abs(d[k]))
		}
		if unit == 0 {
			continue
		}
		least := float64(f.scale*levelWithin) / live.Whole / 2 / unit
		if short := nearest.Dot(d, v)/unit - least; short < worst {
			worst, is = short, true
			wall = nearest.Wall{N: slices.Clone(d), Least: least, Tag: i}
			for k := range wall.N {
				wall.N[k] /= unit
			}
		}
	}
	return wall, is
}

// below returns the names of agents that cannot be passed at the same time.
func (f *field) below(conflicts []ranking.Conflict) []string {
	list := make([]string, len(conflicts))
	for i, c := range conflicts {
		list[i] = words.Called(c.Pair[1])
	}
	return list
}

// puts reports whether the agent is first, tied at most with agents that have identical
// scores.
func (f *field) puts(place int, basis []int32) bool {
	return f.first(place, func(a, b int) float64 { return f.lead(basis, a, b) })
}

// leads reports the same under the present weights.
func (f *field) leads(place int) bool { return f.inside() && f.first(place, f.now) }

func (f *field) first(place int, ahead func(a, b int) float64) bool {
	for i := range f.rows {
		lead := ahead(place, i)
		if lead < 0 || lead == 0 && !f.same(place, i) {
			return false
		}
	}
	return true
}

func (f *field) same(a, b int) bool { return f.covers(a, b) && f.covers(b, a) }

// rival returns the next row that has the score of the first row but differs from it in a
// dimension, or 0.
func (f *field) rival() int {
	for i := 1; i < len(f.rows) && f.now(0, i) == 0; i++ {
		if !f.same(0, i) {
			return i
		}
	}
	return 0
}

// covers reports whether row a is at least as good as row b in every dimension.
func (f *field) covers(a, b int) bool {
	for k, x := range f.rows[a] {
		if x < f.rows[b][k] {
			return false
		}
	}
	return true
}

func (r *FirstResponse) fits(f *field, name string, basis []int32) {
	colors, moved := colorsOf(f.Table), 0
	for k, w := range basis {
		change := int(w) - int(math.Round(f.hundredths(k)))
		moved += max(0, change)
		r.Rows = append(r.Rows, FirstRow{
			Dimension: f.keys[k], Label: f.labels[k], Color: colors[k],
			Now: f.percent(k) + " %", Then: percentOf(w) + " %", Change: words.Signed(float64(change) / 100),
		})
	}
	r.Key = pointsOf(float64(moved) / 100)
	r.Brief = r.Key
	r.Fill, r.Says = f.fillOf(basis), name+" wins"
	r.Sentence = fmt.Sprintf("%s is first if the weights move together, %s in all, as below.", name, r.Key)
}

// mostCovered is the number of leading agents to compare with each other.
const mostCovered = 2000

// dominators returns, for each leading row, the best row that is at least as good
// everywhere and better somewhere, or −1.
func (f *field) dominators() []int {
	by := make([]int, len(f.rows))
	for b := range by {
		by[b] = -1
		if b >= mostCovered {
			continue
		}
		for a := range f.rows[:min(len(f.rows), mostCovered)] {
			if a != b && f.covers(a, b) && !f.covers(b, a) {
				by[b] = a
				break
			}
		}
	}
	return by
}

func (r *FirstResponse) dominated(f *field, by []int) {
	n := 0
	for b, a := range by {
		if a < 0 {
			continue
		}
		if n++; n <= heatRows {
			r.Dominated = append(r.Dominated, DominatedRow{ID: f.ids[b], By: f.ids[a]})
		}
	}
	among := ""
	if len(by) > mostCovered {
		among = "Of the first " + words.Grouped(mostCovered) + ", "
	}
	switch n {
	case 0:
		r.Never = among + "nobody is matched or beaten everywhere."
	case 1:
		r.Never = among + "one can’t win: someone matches or beats it everywhere."
	default:
		r.Never = among + words.Spelled(n) + " can’t win: someone matches or beats them everywhere."
	}
	r.Never = words.Capital(r.Never)
}
