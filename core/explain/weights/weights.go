package weights

import (
	"fmt"

	"github.com/tallyproof/tallyproof/core/explain"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/ranking/limits"
	"github.com/tallyproof/tallyproof/core/ranking/live"
	"github.com/tallyproof/tallyproof/core/words"
)

// Response is a ranking under weights.
type Response struct {
	Sentence  string         `json:"sentence" doc:"Who leads, by how much, and who led by the pinned weights."`
	Key       string         `json:"key" doc:"The words of the sentence that matter most."`
	Brief     string         `json:"brief" doc:"Who leads."`
	Pinned    string         `json:"pinned,omitempty" doc:"The pinned weights; absent without any."`
	Size      string         `json:"size" doc:"How many agents and dimensions."`
	Weights   []WeightRow    `json:"weights" doc:"The weights, in the order of the columns."`
	Rows      []Row          `json:"rows" doc:"The ranking, best first; at most 200 rows."`
	Beyond    string         `json:"beyond,omitempty" doc:"How many agents are below these rows."`
	Unranked  []Unranked     `json:"unranked,omitempty" doc:"The agents that lack a score and have no rank, in the order of the table; at most 200."`
	Left      string         `json:"left,omitempty" doc:"How many more agents have no rank."`
	Published string         `json:"published,omitempty" doc:"Header of the column with the published totals, or else places."`
	Totals    *Compared      `json:"totals,omitempty" doc:"The scores against the published totals."`
	Places    *Compared      `json:"places,omitempty" doc:"The ranks against the published ones."`
	Offers    []op.Offer     `json:"offers,omitempty" doc:"If nobody is ranked: what missing scores may count as."`
	Notes     []explain.Note `json:"notes" doc:"Ties, scales, missing scores, repeated names, and columns that are not scores."`
}

// WeightRow is the weight of a dimension.
type WeightRow struct {
	Dimension string `json:"dimension" doc:"Key of the dimension."`
	Label     string `json:"label" doc:"Name of the column."`
	Color     string `json:"color" doc:"Dimension of a built-in rulebook that has the same colour."`
	Percent   string `json:"percent" doc:"The weight in percent, with two decimals."`
	Pinned    string `json:"pinned,omitempty" doc:"The pinned weight, if it differs."`
	Allowed   *Range `json:"allowed,omitempty" doc:"What the bounds of all weights and the locked ones leave it; absent without bounds, and if they leave nothing."`
}

// Range is a range of a weight.
type Range struct {
	Text  string  `json:"text" doc:"Both ends: 10 to 60 %."`
	Least float64 `json:"least" doc:"The lowest weight, in percent."`
	Most  float64 `json:"most" doc:"The highest one."`
	After float64 `json:"after" doc:"How much there is above, in percent."`
}

// mostShown is the number of rows that an answer lists.
const mostShown = 200

// Weights ranks agents and names the leader.
func Weights(req Request) (Response, error) {
	s, err := read(req)
	if err != nil {
		return Response{}, err
	}
	step, refusal := s.rank(s.weighting)
	if refusal != nil {
		return Response{}, refusal
	}
	res := s.response(step, step.Order[:min(len(step.Order), mostShown)], "")
	if below := len(step.Order) - mostShown; below > 0 {
		res.Beyond = words.Counted(below, "more agent is", "more agents are") + " below."
	}
	return res, nil
}

// response explains a ranking, of which it lists some rows, and those agents without a rank
// whose name has these letters.
func (s *study) response(step *live.Step, rows []int, letters string) Response {
	res := Response{
		Rows: s.rows(step, rows),
		Size: fmt.Sprintf("%s × %s", words.Counted(len(s.sheet.Names), "agent", "agents"),
			words.Counted(len(s.basis), "dimension", "dimensions")),
	}
	if s.before != nil {
		res.Pinned = s.before.text()
	}
	res.Weights, res.Notes = s.weightRows(), s.notes(step.Rank, step.Order)
	res.Unranked, res.Left = s.unranked(letters)
	res.Published, res.Totals, res.Places = s.published.name(), s.compareTotals(step), s.comparePlaces(step)
	res.say(s, step)
	return res
}

// rows are some rows of a ranking, compared with the one by the pinned weights.
func (s *study) rows(step *live.Step, rows []int) []Row {
	list := rowsOf(s.Table, step, s.units(), rows)
	s.cells(list, rows)
	s.publish(list, rows, step)
	for p, i := range rows {
		if s.before != nil {
			list[p].compare(s.Table, step.Rank[i], s.before.rank[i], step.Score[i]-s.before.score[i])
		}
	}
	return list
}

func (s *study) weightRows() []WeightRow {
	list, colors := make([]WeightRow, len(s.basis)), colorsOf(s.Table)
	var low, high []int32
	if s.limits != nil {
		low, high = s.limits.Ranges(s.list)
	}
	for k := range list {
		list[k] = WeightRow{Dimension: s.keys[k], Label: s.labels[k], Color: colors[k], Percent: s.percent(k)}
		if low != nil {
			least, most := float64(low[k])/100, float64(high[k])/100
			list[k].Allowed = &Range{Text: words.Short(least) + " to " + words.Short(most) + " %", Least: least, Most: most,
				After: float64(live.Whole-high[k]) / 100}
		}
		if s.before != nil && s.before.hundredths(k) != s.hundredths(k) {
			list[k].Pinned = s.before.percent(k)
		}
	}
	return list
}

// percentOf is basis points in percent.
func percentOf(points int32) string { return words.Fixed(float64(points)/100, 2) }

// say writes the sentence.
func (r *Response) say(s *study, step *live.Step) {
	rank, order := step.Rank, step.Order
	if len(order) == 0 {
		refusal := s.sheet.Rankable()
		r.Key, r.Brief, r.Offers = "Nobody is ranked", "nobody", refusal.Offers
		r.Sentence = "Nobody is ranked: " + refusal.Message + "."
		return
	}
	top := Rows(s.Table, step, s.units(), 0, 2)
	first := top[0]
	r.Key, r.Brief = words.Called(first.Name), words.Called(first.Name)
	tied := 0
	for tied < len(order) && rank[order[tied]] == 1 {
		tied++
	}
	switch {
	case len(order) == 1:
		r.Sentence = fmt.Sprintf("%s is alone with %s.", r.Key, first.Score)
	case tied == 2:
		r.Sentence = fmt.Sprintf("%s and %s tie.", r.Key, words.Called(top[1].Name))
	case tied > 2:
		r.Sentence = fmt.Sprintf("%s and %d others tie.", r.Key, tied-1)
	default:
		r.Sentence = fmt.Sprintf("%s leads by %s.", r.Key, gapText(first.Gap))
	}
	if s.before != nil && !s.before.same(s.weighting) {
		r.Sentence += s.led(order[0], tied)
	}
}

// led names the leader under the pinned weights. first is one of tied present leaders.
func (s *study) led(first, tied int) string {
	var names []string
	same := false
	for i, rank := range s.before.rank {
		if rank == 1 {
			names = append(names, words.Called(s.Table.Names[i]))
			same = same || i == first
		}
	}
	switch n := len(names); {
	case n == 1 && same && tied == 1:
		return ""
	case n == 1:
		return fmt.Sprintf(" It was %s.", names[0])
	case n == 2:
		return fmt.Sprintf(" It was a tie of %s and %s.", names[0], names[1])
	default:
		return fmt.Sprintf(" It was a tie of %s and %d others.", names[0], n-1)
	}
}

// gapText returns a lead, which is more than nothing.
func gapText(points string) string {
	if !explain.Nonzero(points) {
		return "less than 0.000001"
	}
	return points
}

// notes tells of ties and of columns that are not scores.
func (s *study) notes(rank []int32, order []int) []explain.Note {
	notes := []explain.Note{}
	groups, inside := 0, 0
	for p := 1; p < len(order); p++ {
		if rank[order[p]] == rank[order[p-1]] {
			inside++
			if p == 1 || rank[order[p-1]] != rank[order[p-2]] {
				groups++
			}
		}
	}
	if groups > 0 {
		notes = append(notes, explain.Note{Kind: "limit", Field: "/text",
			Text: fmt.Sprintf("Equal scores share a rank: %s in %s.", words.Counted(inside+groups, "agent", "agents"),
				words.Counted(groups, "tie", "ties"))})
	}
	if s.contradiction != nil {
		notes = append(notes, explain.Note{Kind: "warning", Field: s.contradiction.Field, Text: words.Capital(s.contradiction.Message) + "."})
	} else if !s.inside() {
		notes = append(notes, explain.Note{Kind: "warning", Field: "/weights", Text: s.outside()})
	}
	return append(notes, s.Board.read...)
}

// outside says which condition the weights miss most.
func (s *study) outside() string {
	_, wall := s.limits.Short(s.partsNow())
	tag := s.limits.Walls[wall].Tag
	kind, k := s.limits.Kind(tag)
	label := func(k int) string { return words.Called(s.labels[k]) }
	switch kind {
	case limits.Lowest:
		return fmt.Sprintf("These weights are outside your bounds: %s is below %s.", label(k), words.Percent(s.limits.Low[k]))
	case limits.Highest:
		return fmt.Sprintf("These weights are outside your bounds: %s is above %s.", label(k), words.Percent(s.limits.High[k]))
	}
	labels := make([]string, len(s.labels))
	for k := range labels {
		labels[k] = label(k)
	}
	return fmt.Sprintf("These weights are outside your bounds: %s does not hold.", s.limits.Say(tag, labels))
}
