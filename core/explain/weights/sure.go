package weights

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/tallyproof/tallyproof/core/chart"
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
	Finding  string         `json:"finding" doc:"The same as a heading."`
	Share    string         `json:"share" doc:"The share in it."`
	Shares   []Share        `json:"shares" doc:"Who is first under how many of all weightings, the most first, as one bar."`
	Table    string         `json:"table" doc:"How many rows and columns heat has."`
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

// Share is a part of all weightings, in a bar.
type Share struct {
	ID    string  `json:"id" doc:"Id of the agent; rest for several."`
	Name  string  `json:"name" doc:"Name for readers."`
	Text  string  `json:"text" doc:"Under how many it is first."`
	X     float64 `json:"x" doc:"Where its part begins, in percent of the bar."`
	Width float64 `json:"width" doc:"How wide it is."`
	Rank  string  `json:"rank" doc:"w0 to w3: the wider, the stronger."`
	Label string  `json:"label,omitempty" doc:"The name, if the part is wide enough for it."`
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
	warnings := slices.DeleteFunc(slices.Clone(got.Warnings), func(w op.Warning) bool { return w.Code == "weights-sum" || w.Code == "outside" }) // of thirds, and said elsewhere
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
		Submissions: s.submissions(), Top: top}
	if s.contradiction != nil {
		return nil, s.contradiction
	}
	req.Least, req.Most = s.bounds()
	req.Ratios = s.ratios()
	return ranking.NewSampling(req)
}

// bounds returns the lowest and the highest weights by key, as fractions.
func (s *study) bounds() (least, most map[string]float64) {
	least, most = map[string]float64{}, map[string]float64{}
	for k, w := range s.list {
		if w.Least != nil {
			least[s.keys[k]] = *w.Least / 100
		}
		if w.Most != nil {
			most[s.keys[k]] = *w.Most / 100
		}
	}
	return least, most
}

// within says that weightings have bounds.
func (s *study) within() string {
	if s.limits != nil || s.contradiction != nil {
		return " within the bounds"
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
	r.Sentence = fmt.Sprintf("%s is %sfirst under %s of all weightings%s (± %s at 95 %%).", words.Called(first.ID), margin, r.Key,
		within, errorOf(first))
	most := first
	for _, a := range list {
		if a.First > most.First {
			most = a
		}
	}
	r.Share = words.Fixed(100*first.First, 0) + " %"
	r.Finding = fmt.Sprintf("%s wins %s of all weightings%s.", words.Called(first.ID), r.Share, within)
	if most.ID != first.ID {
		r.Finding = fmt.Sprintf("%s wins %s of all weightings%s, %s %s %%.", words.Called(first.ID), r.Share, within,
			words.Called(most.ID), words.Fixed(100*most.First, 0))
	}
	r.divide(list)
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

const (
	mostShares   = 6  // parts of the bar
	shareLetters = 34 // hundredths of the font’s size that a percent of it holds
	sharePad     = 45 // of the same, beside a label
)

// divide makes the bar of who is first how often.
func (r *SureResponse) divide(list []ranking.Acceptance) {
	list = slices.Clone(list)
	slices.SortStableFunc(list, func(a, b ranking.Acceptance) int { return cmp.Compare(b.First, a.First) })
	r.Shares = []Share{}
	x, rest := 0.0, 1.0
	for n, a := range list {
		if a.First == 0 {
			break
		}
		one := Share{ID: a.ID, Name: words.Called(a.ID), Text: words.Rate(a.First), X: tenth(x),
			Width: float64(100 * a.First), Rank: "w" + strconv.Itoa(min(n, 3))}
		if n == mostShares-1 && rest > a.First+1e-9 {
			one = Share{ID: "rest", Name: "Others", Text: words.Rate(rest), X: tenth(x), Width: float64(100 * rest), Rank: "w3"}
		}
		name, _ := chart.Width(one.Name)
		share, _ := chart.Width(one.Text)
		if float64(max(name, share)+sharePad) < float64(one.Width*shareLetters) {
			one.Label = one.Name
		}
		x += one.Width
		rest -= a.First
		one.Width = tenth(one.Width)
		if r.Shares = append(r.Shares, one); one.ID == "rest" {
			break
		}
	}
}

// errorOf returns what the share of an agent's first places is good to at 95 %, in points.
func errorOf(a ranking.Acceptance) string {
	return strings.TrimSuffix(words.Rate(ranking.At95(a.StandardError)), " %")
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
	r.Table = fmt.Sprintf("%d × %d table", len(r.Heat), len(r.Places))
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
