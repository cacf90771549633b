package weights

import (
	"math"

	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/ranking/live"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/score"
)

// Request is a table of agents and the weights to rank them by.
type Request struct {
	Text    string        `json:"text" op:"maxlen=64000000" doc:"The agents and their scores in every dimension: CSV with a header, a JSON array, or JSON Lines."`
	Weights []live.Weight `json:"weights,omitempty" op:"max=64" doc:"The weights, in percent; they sum to 100. Without any, all dimensions weigh the same."`
	Pinned  []live.Weight `json:"pinned,omitempty" op:"max=64" doc:"Other weights, to compare the ranking with."`
}

// study is a request that has been read.
type study struct {
	sheet  *sheet
	scale  float64
	table  *live.Table
	list   []live.Weight // of each column
	basis  []int32       // the same in basis points
	pinned []int32       // nil without
}

// read checks a request.
func read(req Request) (*study, error) {
	sheet, refusal := readSheet(req.Text)
	if refusal != nil {
		return nil, refusal
	}
	s := &study{sheet: sheet, scale: scaleOf(sheet)}
	if len(req.Weights) == 0 {
		req.Weights = equalWeights(sheet.keys)
	}
	if s.list, s.basis, refusal = s.order(req.Weights, "weights"); refusal != nil {
		return nil, refusal
	}
	if len(req.Pinned) > 0 {
		if _, s.pinned, refusal = s.order(req.Pinned, "pinned"); refusal != nil {
			s.pinned = nil // of another table: nothing to compare with
		}
	}
	var err error
	s.table, err = live.New(score.RankRequest{Rulebook: rulebook.Custom(s.rulebook()), Weights: s.fractions(), Submissions: sheet.rows})
	return s, err
}

// scaleOf is the highest score that the table can have: 1, 100, 1000 or the next
// power of ten.
func scaleOf(s *sheet) float64 {
	most := 0.0
	for i := range s.rows {
		for _, x := range s.rows[i].Dimensions {
			most = max(most, x)
		}
	}
	scale := 1.0
	if most > 1 {
		scale = 100
	}
	for scale < most {
		scale *= 10
	}
	return scale
}

// rulebook weighs the columns of the table, and no other.
func (s *study) rulebook() rulebook.Rulebook {
	rb := rulebook.Rulebook{ID: "table", Name: "Table", Source: "given", Arithmetic: rulebook.Exact, Scale: s.scale, Composite: rulebook.Composite{Rounding: rulebook.RoundNone}}
	for k, key := range s.sheet.keys {
		rb.Dimensions = append(rb.Dimensions, rulebook.Dimension{Key: key, Label: s.sheet.labels[k], Measure: "direct"})
	}
	return rb
}

func (s *study) fractions() map[string]float64 {
	w := make(map[string]float64, len(s.basis))
	for k, points := range s.basis {
		w[s.sheet.keys[k]] = float64(points) / live.Whole
	}
	return w
}

// order brings weights in the order of the columns, each of which has one.
func (s *study) order(given []live.Weight, member string) ([]live.Weight, []int32, *op.Error) {
	list, basis, sum := make([]live.Weight, len(s.sheet.keys)), make([]int32, len(s.sheet.keys)), 0
	seen := make([]bool, len(list))
	for i, w := range given {
		k := s.columnOf(w.Dimension)
		if k < 0 || seen[k] {
			return nil, nil, op.Invalidf(op.Pointer(member, i, "dimension"), "%s: want each column of the table once", op.Quote(w.Dimension))
		}
		points := math.Round(float64(w.Percent * 100))
		if points != float64(w.Percent*100) && math.Abs(points-float64(w.Percent*100)) > 1e-6 {
			return nil, nil, op.Invalidf(op.Pointer(member, i, "percent"), "%s: want at most two decimals", op.Show(w.Percent))
		}
		list[k], basis[k], seen[k] = w, int32(points), true
		sum += int(points)
	}
	for k, given := range seen {
		if !given {
			return nil, nil, op.Invalidf("/"+member, "no weight for %s: want one for each column of the table", op.Quote(s.sheet.labels[k]))
		}
	}
	if sum != live.Whole {
		return nil, nil, op.Invalidf("/"+member, "the weights sum to %s %%: want 100 %%", op.Show(float64(sum)/100))
	}
	return list, basis, nil
}

func (s *study) columnOf(key string) int {
	for k, own := range s.sheet.keys {
		if own == key {
			return k
		}
	}
	return -1
}

// equalWeights give all columns the same, but for what rounding leaves.
func equalWeights(keys []string) []live.Weight {
	list := make([]live.Weight, len(keys))
	for k, key := range keys {
		list[k].Dimension = key
	}
	return live.Balance(list, -1)
}
