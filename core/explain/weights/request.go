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

// Board is a table that was read from a text, to be explained under one weighting
// after another. It is not for use by several goroutines.
type Board struct {
	Table *live.Table

	sheet  *sheet
	scale  float64
	pinned *pinned // the ranking by the pinned weights of the last question, or nil
	draws  *draws  // the random weightings of the last question, or nil
}

// Open reads a table.
func Open(text string) (*Board, error) {
	sheet, refusal := readSheet(text)
	if refusal != nil {
		return nil, refusal
	}
	b := &Board{sheet: sheet, scale: scaleOf(sheet)}
	equal := map[string]float64{}
	for _, w := range equalWeights(sheet.keys) {
		equal[w.Dimension] = w.Percent / 100
	}
	var err error
	b.Table, err = live.New(score.RankRequest{Rulebook: rulebook.Custom(b.rulebook()), Weights: equal,
		Submissions: sheet.rows})
	return b, err
}

// study is a table and the weights of a request.
type study struct {
	*Board
	list   []live.Weight // of each column
	basis  []int32       // the same in basis points
	places []int         // of each column's weight in the request
	before *pinned       // nil without pinned weights
}

// read checks a request.
func read(req Request) (*study, error) {
	b, err := Open(req.Text)
	if err != nil {
		return nil, err
	}
	return b.study(req.Weights, req.Pinned)
}

// study checks weights, and ranks by those that are pinned.
func (b *Board) study(weights, pinned []live.Weight) (*study, error) {
	s := &study{Board: b}
	if len(weights) == 0 {
		weights = equalWeights(b.sheet.keys)
	}
	var refusal *op.Error
	if s.list, s.basis, s.places, refusal = b.order(weights, "weights"); refusal != nil {
		return nil, refusal
	}
	if len(pinned) > 0 {
		// else of another table: nothing to compare with
		if _, basis, _, refusal := b.order(pinned, "pinned"); refusal == nil {
			if s.before, refusal = b.pin(basis); refusal != nil {
				return nil, refusal
			}
		}
	}
	return s, nil
}

// scaleOf returns the highest score that the table can have: 1, 100, 1000 or the next
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
func (b *Board) rulebook() rulebook.Rulebook {
	rb := rulebook.Rulebook{ID: "table", Name: "Table", Source: "given", Arithmetic: rulebook.Exact, Scale: b.scale,
		Composite: rulebook.Composite{Rounding: rulebook.RoundNone}}
	for k, key := range b.sheet.keys {
		rb.Dimensions = append(rb.Dimensions, rulebook.Dimension{Key: key, Label: b.sheet.labels[k], Measure: "direct"})
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

// order brings weights in the order of the columns, each of which has one, and says
// at which place each was given.
func (b *Board) order(given []live.Weight,
	member string) (list []live.Weight, basis []int32, places []int, refusal *op.Error) {
	list, basis, places = make([]live.Weight, len(b.sheet.keys)), make([]int32, len(b.sheet.keys)),
		make([]int, len(b.sheet.keys))
	sum := 0
	seen := make([]bool, len(list))
	for i, w := range given {
		k := b.columnOf(w.Dimension)
		if k < 0 || seen[k] {
			return nil, nil, nil, op.Refuse(op.Pointer(member, i, "dimension"), "%s: want each column of the table once",
				op.Quote(w.Dimension))
		}
		points := math.Round(float64(w.Percent * 100))
		if points != float64(w.Percent*100) && math.Abs(points-float64(w.Percent*100)) > 1e-6 {
			return nil, nil, nil, op.Refuse(op.Pointer(member, i, "percent"), "%s: want at most two decimals",
				op.Show(w.Percent))
		}
		list[k], basis[k], places[k], seen[k] = w, int32(points), i, true
		sum += int(points)
	}
	for k, given := range seen {
		if !given {
			return nil, nil, nil, op.Refuse("/"+member, "no weight for %s: want one for each column of the table",
				op.Quote(b.sheet.labels[k]))
		}
	}
	if sum != live.Whole {
		return nil, nil, nil, op.Refuse("/"+member, "the weights sum to %s %%: want 100 %%", op.Show(float64(sum)/100))
	}
	return list, basis, places, nil
}

func (b *Board) columnOf(key string) int {
	for k, own := range b.sheet.keys {
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
