package weights

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/tallyproof/tallyproof/core/explain"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/ranking"
	"github.com/tallyproof/tallyproof/core/ranking/live"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/words"
)

// SureResponse describes how much a ranking depends on its weights.
type SureResponse struct {
	Sentence string         `json:"sentence" doc:"Under how many of all weightings the first one is first."`
	Key      string         `json:"key" doc:"The words of the sentence that matter most."`
	Brief    string         `json:"brief" doc:"That share."`
	Places   []string       `json:"places" doc:"The places of the columns of heat."`
	Heat     []HeatRow      `json:"heat" doc:"How often each agent takes each place; the first 20 agents."`
	Flip     Flip           `json:"flip" doc:"The smallest change that puts another agent first."`
	Marks    []Marks        `json:"marks" doc:"Where each weight alone changes the order."`
	Decides  Decides        `json:"decides" doc:"What each dimension decides."`
	Notes    []explain.Note `json:"notes" doc:"Dimensions that decide nothing or measure the same."`
}

// HeatRow is how often an agent takes each place.
type HeatRow struct {
	ID    string     `json:"id" doc:"Id of the agent."`
	Name  string     `json:"name" doc:"Name for readers."`
	Cells []HeatCell `json:"cells" doc:"The places; the last one is for all lower places, if there are more."`
}

// HeatCell is how often an agent takes one place.
type HeatCell struct {
	Place string  `json:"place" doc:"The place."`
	Share float64 `json:"share" doc:"Share of all weightings, 0 to 1."`
	Text  string  `json:"text" doc:"The same in percent; empty for none."`
	Shade string  `json:"shade" doc:"p0 to p7, the darker the more."`
}

// Decides describes the influence of every dimension.
type Decides struct {
	Sentence string       `json:"sentence" doc:"Which dimension decides most, and its weight."`
	Key      string       `json:"key" doc:"The words of the sentence that matter most."`
	Brief    string       `json:"brief" doc:"That dimension and what it decides."`
	Rows     []DecidesRow `json:"rows" doc:"The dimensions."`
}

// DecidesRow describes the influence of a dimension.
type DecidesRow struct {
	Dimension string  `json:"dimension" doc:"Key of the dimension."`
	Label     string  `json:"label" doc:"Name of the column."`
	Color     string  `json:"color" doc:"Dimension of a built-in rulebook that has the same colour."`
	Weight    string  `json:"weight" doc:"Its weight."`
	Decides   string  `json:"decides" doc:"Share of the variance of the scores that comes from it."`
	Width     float64 `json:"width" doc:"That share in percent, at least 0."`
	Nominal   float64 `json:"nominal" doc:"Its weight in percent."`
	Pairs     string  `json:"pairs" doc:"Share of the pairs of agents with different scores in it."`
}

const (
	heatRows   = 20
	heatPlaces = 12

	// MostPlaces is the number of columns of a heat map: twelve places, and the rest.
	MostPlaces = heatPlaces + 1
)

// Sure says how far a ranking can be trusted: under which other weights it stays.
func Sure(req Request) (SureResponse, error) {
	b, err := open(req.Text, req.Reading, req.Weights)
	if err != nil {
		return SureResponse{}, err
	}
	d, err := b.draw(req.Weights, req.Equal, math.MaxInt)
	if err != nil {
		return SureResponse{}, err
	}
	return d.(*Draws).Answer, nil
}

// Draws describes how far the random weightings so far support a ranking.
type Draws struct {
	Answer SureResponse `json:"answer" doc:"As explain.sure answers, by these weightings."`
	Drawn  int          `json:"drawn" doc:"How many were drawn."`
	Of     int          `json:"of" doc:"How many there will be."`
	Far    string       `json:"far" doc:"The same in words."`
}

// draws are random weightings that are drawn part by part.
type draws struct {
	Draws
	study    *study
	sampling *ranking.Sampling
	place    map[string]int // of each agent in the present ranking, which is exact
	lead     float64        // of the first one; 0 for several
}

// draw draws at most so many weightings more; from the first one on if there are weights.
func (b *Board) draw(weights []live.Weight, equal bool, n int) (any, error) {
	if b.draws == nil || len(weights) > 0 {
		s, err := b.study(weights, equal, nil)
		if err != nil {
			return nil, err
		}
		if len(b.agents) == 0 {
			return nil, b.sheet.Rankable()
		}
		sampling, err := s.sampling(min(heatPlaces, len(b.agents)))
		if err != nil {
			return nil, err
		}
		step, refusal := s.rank(s.weighting)
		if refusal != nil {
			return nil, refusal
		}
		place := make(map[string]int, len(step.Order))
		for p, i := range step.Order {
			place[s.Table.IDs[i]] = p
		}
		lead := 0.0
		if len(step.Order) > 1 && step.Rank[step.Order[1]] > 1 {
			lead = s.Table.Lead(step.Order[0], step.Order[1])
		}
		f := newField(s)
		b.draws = &draws{Draws{Answer: SureResponse{Flip: f.flip(), Marks: f.marks()}, Of: sampling.Samples}, s, sampling, place, lead}
	}
	b.draws.draw(n)
	return &b.draws.Draws, nil
}

func (d *draws) draw(n int) {
	s, res, got := d.study, d.Answer, d.sampling.Draw(n)
	warnings := slices.DeleteFunc(slices.Clone(got.Warnings), func(w op.Warning) bool { return w.Code == "weights-sum" }) // of thirds
	res.Heat, res.Places, res.Notes, res.Decides = []HeatRow{}, nil, explain.Notes(warnings), s.decides(got.Dimensions)
	for i := range res.Notes {
		res.Notes[i].Field = "/text"
	}
	list := slices.Clone(got.Acceptability)
	slices.SortStableFunc(list, func(a, b ranking.Acceptance) int { return d.place[a.ID] - d.place[b.ID] })
	res.heat(list, len(s.agents))
	res.say(list, d.margin(list), s.within())
	d.Answer, d.Drawn = res, got.Samples
	d.Far = fmt.Sprintf("%s of %s random weightings", words.Grouped(int64(d.Drawn)), words.Grouped(int64(d.Of)))
}

// sampling is of random weightings within the bounds of the weights.
func (s *study) sampling(top int) (*ranking.Sampling, error) {
	req := ranking.SensitivityRequest{Rulebook: rulebook.Custom(s.rulebook()), Weights: s.fractions(),
		Submissions: s.submissions(), Top: top, Least: map[string]float64{}, Most: map[string]float64{}}
	for k, w := range s.list {
		if w.Least != nil {
			req.Least[s.keys[k]] = *w.Least / 100
		}
		if w.Most != nil {
			req.Most[s.keys[k]] = *w.Most / 100
		}
	}
	sampling, err := ranking.NewSampling(req)
	if refusal, ok := err.(*op.Error); ok {
		return nil, s.bounded(*refusal)
	}
	return sampling, nil
}

// bounded returns a refusal of bounds that points to the weights of this request.
func (s *study) bounded(refusal op.Error) *op.Error {
	for _, member := range []string{"least", "most"} {
		key, found := strings.CutPrefix(refusal.Field, "/"+member+"/")
		if k := s.columnOf(key); found && k >= 0 {
			refusal.Field = op.Pointer("weights", s.places[k], member)
		} else if refusal.Field == "/"+member {
			refusal.Field = "/weights"
		}
	}
	return &refusal
}

// within says that weightings have bounds.
func (s *study) within() string {
	for _, w := range s.list {
		if w.Least != nil || w.Most != nil {
			return " within the bounds"
		}
	}
	return ""
}

// margin returns the lead of the first agent, or the agent it is level with; "" if it is
// alone. list has the agents by rank.
func (d *draws) margin(list []ranking.Acceptance) string {
	switch {
	case len(d.place) < 2:
		return ""
	case d.lead == 0:
		return fmt.Sprintf("level with %s and ", words.Called(list[1].ID))
	}
	return gapText(explain.AsPoints(explain.Points(d.study.Table.Rulebook, d.lead))) + " ahead and "
}

func (r *SureResponse) say(list []ranking.Acceptance, margin, within string) {
	first := list[0]
	r.Brief = words.Rate(first.First)
	r.Key = r.Brief
	r.Sentence = fmt.Sprintf("%s is %sfirst under %s of all weightings%s (± %s).", words.Called(first.ID), margin, r.Key,
		within, errorOf(first))
	most := first
	for _, a := range list {
		if a.First > most.First {
			most = a
		}
	}
	switch {
	case len(list) == 1:
		r.Sentence = fmt.Sprintf("%s is alone: it is first under %s of all weightings.", words.Called(first.ID), r.Key)
	case most.ID != first.ID:
		r.Sentence += fmt.Sprintf(" %s is first under %s: the order depends on your choice.", words.Called(most.ID),
			words.Rate(most.First))
	case first.First >= 0.95:
		r.Sentence += " The first place hardly depends on the weights."
	}
}

// errorOf returns the standard error of how often an agent is first, in percent.
func errorOf(a ranking.Acceptance) string {
	return strings.TrimSuffix(words.Rate(a.StandardError), " %")
}

// heat has a column for each place, or for the first ones and all below.
func (r *SureResponse) heat(list []ranking.Acceptance, rows int) {
	places := len(list[0].ByRank)
	for place := range places {
		r.Places = append(r.Places, strconv.Itoa(place+1))
	}
	below := places < rows
	if below {
		r.Places = append(r.Places, "lower")
	}
	for _, a := range list[:min(len(list), heatRows)] {
		row := HeatRow{ID: a.ID, Name: a.ID}
		for place, share := range a.ByRank {
			row.Cells = append(row.Cells, heatCell(r.Places[place], share))
		}
		if below {
			row.Cells = append(row.Cells, heatCell("lower", a.Lower))
		}
		r.Heat = append(r.Heat, row)
	}
}

// shades are the shares in percent from which a cell is darker.
var shades = []float64{0, 7, 16, 28, 40, 60, 80}

func heatCell(place string, share float64) HeatCell {
	cell := HeatCell{Place: place, Share: share, Shade: "p0"}
	if share == 0 {
		return cell
	}
	for n, from := range shades {
		if float64(100*share) >= from {
			cell.Shade = "p" + strconv.Itoa(n+1)
		}
	}
	if cell.Text = words.Fixed(100*share, 0); cell.Text == "0" {
		cell.Text = "<1"
	}
	return cell
}

func (s *study) decides(list []ranking.DimensionStats) Decides {
	d := Decides{Rows: []DecidesRow{}}
	colors, best := colorsOf(s.Table), 0
	for k, of := range list {
		d.Rows = append(d.Rows, DecidesRow{
			Dimension: of.Dimension, Label: s.labels[k], Color: colors[k],
			Weight: s.percent(k) + " %", Decides: words.Rate(of.EffectiveWeight), Pairs: words.Rate(of.Discrimination),
			Width: math.Min(100, math.Max(0, 100*of.EffectiveWeight)), Nominal: s.hundredths(k) / 100,
		})
		if of.EffectiveWeight > list[best].EffectiveWeight {
			best = k
		}
	}
	differ := false
	for _, of := range list {
		differ = differ || of.Discrimination > 0
	}
	d.Key = words.Fixed(100*list[best].EffectiveWeight, 0) + " %"
	d.Brief = words.Called(s.labels[best]) + " " + d.Key
	d.Sentence = fmt.Sprintf("%s has %s %% of the weight and decides %s of the order.",
		words.Called(s.labels[best]), words.Short(s.hundredths(best)/100), d.Key)
	switch {
	case list[best].EffectiveWeight != 0:
	case !differ:
		d.Key, d.Brief, d.Sentence = "nothing", "nothing", "In each dimension all are equal, so the weights decide nothing."
	default:
		d.Key, d.Brief, d.Sentence = "the same score", "the same score",
			"All agents have the same score with these weights, so no share can be told: other weights may decide."
	}
	return d
}

// stays is from where to where, in basis points, the weight of column k can move while
// nobody is ahead of the first row. Locked weights stay, the others share what is left
// in exact proportion. If the first one is ahead of another row by d in a column, then
// by d_k·t + u·d·(free − t) + l·d altogether, with l the locked weights, u the
// proportions of the others and free what the locked ones leave: a straight line.
func (f *field) stays(k int) (low, high int32) {
	others, sum, free := f.proportions(k)
	from, to := 0.0, free
	if sum == 0 { // nothing gives way
		from, to = f.hundredths(k), f.hundredths(k)
	}
	for i := 1; i < len(f.rows) && sum > 0; i++ {
		at0, slope := 0.0, f.rows[0][k]-f.rows[i][k]
		for c, w := range others {
			d := f.rows[0][c] - f.rows[i][c]
			if f.list[c].Locked && c != k {
				at0 += float64(w * d)
				continue
			}
			at0 += float64(float64(w*d)*free) / sum
			slope -= float64(w*d) / sum
		}
		switch zero := -at0 / slope; {
		case slope > 0:
			from = max(from, zero)
		case slope < 0:
			to = min(to, zero)
		}
	}
	const rounding = 1e-6 // of a basis point
	now := f.basis[k]
	return min(now, int32(math.Ceil(from-rounding))), max(now, int32(math.Floor(to+rounding)))
}

// proportions returns the basis points of the columns other than k, by which unlocked
// columns share; 1 for each if all are 0. sum adds these up, free is the rest that locked
// columns leave.
func (f *field) proportions(k int) (others []float64, sum, free float64) {
	others, free = make([]float64, len(f.basis)), live.Whole
	equal := 0.0
	for c, w := range f.basis {
		switch {
		case c == k:
		case f.list[c].Locked:
			free -= float64(w)
			others[c] = float64(w)
		default:
			others[c] = float64(w)
			sum += float64(w)
			equal++
		}
	}
	if sum > 0 {
		return others, sum, free
	}
	for c := range others {
		if c != k && !f.list[c].Locked {
			others[c] = 1
		}
	}
	return others, equal, free
}
