package weights

import (
	"slices"
	"strings"

	"github.com/tallyproof/tallyproof/core/explain"
	"github.com/tallyproof/tallyproof/core/message"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/words"
)

// Response is a ranking under weights.
type Response struct {
	Sentence string         `json:"sentence" doc:"Who leads, by how much, and who led by the pinned weights."`
	Key      string         `json:"key" doc:"The words of the sentence that matter most."`
	Brief    string         `json:"brief" doc:"Who leads."`
	Pinned   string         `json:"pinned,omitempty" doc:"The pinned weights; absent without any."`
	Size     string         `json:"size" doc:"How many agents and dimensions."`
	Weights  []WeightRow    `json:"weights" doc:"The weights, in the order of the columns."`
	Rows     []Row          `json:"rows" doc:"The ranking, best first; at most 200 rows."`
	Beyond   string         `json:"beyond,omitempty" doc:"How many agents are below these rows."`
	Notes    []explain.Note `json:"notes" doc:"Ties, and columns that are not scores."`
}

// WeightRow is the weight of a dimension.
type WeightRow struct {
	_ op.NotCompared

	Dimension string `json:"dimension" doc:"Key of the dimension."`
	Label     string `json:"label" doc:"Name of the column."`
	Color     string `json:"color" doc:"Dimension of a built-in rulebook that has the same colour."`
	Percent   string `json:"percent" doc:"The weight in percent, with two decimals."`
	Pinned    string `json:"pinned,omitempty" doc:"The pinned weight, if it differs."`
}

// mostShown is how many rows an answer lists.
const mostShown = 200

// Weights ranks agents and says who leads.
func Weights(req Request) (Response, error) {
	s, err := read(req)
	if err != nil {
		return Response{}, err
	}
	before, winner, err := s.before()
	if err != nil {
		return Response{}, err
	}
	step, refusal := s.table.Step(s.basis)
	if refusal != nil {
		return Response{}, refusal
	}
	n := len(step.Order)
	res := Response{
		Rows: Rows(s.table, step, s.basis, 0, mostShown),
		Size: message.Fill("%s × %s", words.Counted(n, "agent", "agents"), words.Counted(len(s.basis), "dimension", "dimensions")),
	}
	if n > mostShown {
		res.Beyond = words.Counted(n-mostShown, "more agent is", "more agents are") + " below."
	}
	for p := range res.Rows {
		if i := step.Order[p]; before != nil {
			res.Rows[p].compare(s.table, step.Rank[i], before.rank[i], step.Score[i]-before.score[i])
		}
	}
	if s.pinned != nil {
		res.Pinned = s.pinnedWeights()
	}
	res.Weights, res.Notes = s.weightRows(), s.notes(step.Rank, step.Order)
	res.say(s, step.Rank, step.Order, winner)
	return res, nil
}

// earlier is a ranking that a later step does not write over.
type earlier struct {
	rank  []int32
	score []float64
}

// before is the ranking by the pinned weights, with its first row; nil without any.
func (s *study) before() (*earlier, int, error) {
	if s.pinned == nil {
		return nil, -1, nil
	}
	step, refusal := s.table.Step(s.pinned)
	if refusal != nil {
		return nil, -1, refusal
	}
	return &earlier{append([]int32{}, step.Rank...), append([]float64{}, step.Score...)}, step.Order[0], nil
}

func (s *study) weightRows() []WeightRow {
	list, colors := make([]WeightRow, len(s.basis)), colorsOf(s.table)
	for k := range list {
		list[k] = WeightRow{Dimension: s.sheet.keys[k], Label: s.sheet.labels[k], Color: colors[k], Percent: percentOf(s.basis[k])}
		if s.pinned != nil && s.pinned[k] != s.basis[k] {
			list[k].Pinned = percentOf(s.pinned[k])
		}
	}
	return list
}

// pinnedWeights are the pinned weights in one line.
func (s *study) pinnedWeights() string {
	list := make([]string, len(s.pinned))
	for k, w := range s.pinned {
		list[k] = words.Short(float64(w) / 100)
	}
	return strings.Join(list, " · ") + " %"
}

// percentOf is basis points in percent.
func percentOf(points int32) string { return words.Fixed(float64(points)/100, 2) }

// say writes the sentence. winner is who leads by the pinned weights, −1 for nobody.
func (r *Response) say(s *study, rank []int32, order []int, winner int) {
	first := r.Rows[0]
	r.Key, r.Brief = words.Called(first.Name), words.Called(first.Name)
	tied := 0
	for tied < len(order) && rank[order[tied]] == 1 {
		tied++
	}
	switch {
	case len(order) == 1:
		r.Sentence = message.Fill("%s is alone with %s.", r.Key, first.Score)
	case tied == 2:
		r.Sentence = message.Fill("%s and %s share the lead with %s.", r.Key, words.Called(r.Rows[1].Name), first.Score)
	case tied > 2:
		r.Sentence = message.Sprintf("%s and %d others share the lead with %s.", r.Key, tied-1, first.Score)
	default:
		gap := first.Gap
		if strings.Trim(gap, "0. %") == "" {
			gap = "less than 0.01"
		}
		r.Sentence = message.Fill("%s leads with %s, %s ahead of %s.", r.Key, first.Score, gap, words.Called(r.Rows[1].Name))
	}
	switch {
	case winner < 0 || slices.Equal(s.pinned, s.basis):
	case winner == order[0]:
		r.Sentence += " It led with the pinned weights too."
	default:
		r.Sentence += " With the pinned weights, " + words.Called(s.table.Names[winner]) + " led."
	}
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
		notes = append(notes, explain.Note{Kind: "limit", Field: "/text", Text: message.Fill("Equal scores share a rank: %s in %s.", words.Counted(inside+groups, "agent", "agents"), words.Counted(groups, "tie", "ties"))})
	}
	if len(s.sheet.left) > 0 {
		notes = append(notes, explain.Note{Kind: "limit", Field: "/text", Text: "Not used as a score: " + words.Join(s.sheet.left) + "."})
	}
	return notes
}
