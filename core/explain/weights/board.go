package weights

import (
	"slices"
	"strings"

	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/ranking/live"
)

// ViewRequest is a weighting of a [Board], and which rows of the ranking are wanted.
type ViewRequest struct {
	Weights []live.Weight `json:"weights,omitempty" op:"max=64" doc:"The weights, as in explain.weights."`
	Equal   bool          `json:"equal,omitempty" doc:"Whether all weights are equal, as in explain.weights."`
	Pinned  []live.Weight `json:"pinned,omitempty" op:"max=64" doc:"Other weights, as in explain.weights."`
	From    int           `json:"from,omitempty" op:"min=0" doc:"The first row that is wanted, counted from 0."`
	Count   int           `json:"count,omitempty" op:"min=0 max=1000" doc:"How many rows are wanted."`
	Find    string        `json:"find,omitempty" op:"maxlen=200" doc:"Only rows whose name has these letters, in any case."`
	Keep    []string      `json:"keep,omitempty" op:"max=8" doc:"Ids of rows that are wanted wherever they are."`
	Ranks   *int          `json:"ranks,omitempty" op:"min=0 max=65535" doc:"So many random weightings more are drawn for explain.ranks instead, from the first on if there are weights; 0 for none."`
	Draw    int           `json:"draw,omitempty" op:"min=0 max=1000000" doc:"So many random weightings more are drawn instead, from the first on if there are weights."`
}

// View is a part of a ranking.
type View struct {
	Answer Response `json:"answer" doc:"As explain.weights answers, with the rows that are wanted."`
	From   int      `json:"from" doc:"The place of the first row among those that are found, counted from 0."`
	Found  int      `json:"found" doc:"How many rows are found; all if nothing is to be found."`
	Kept   []Row    `json:"kept" doc:"The rows that were to be kept, best first."`
}

var viewSchema = op.LazySchema[ViewRequest]()

// View answers a request in JSON: a [View], or [Draws] or [RankDraws] if weightings are to
// be drawn.
func (b *Board) View(text []byte) (any, error) {
	var req ViewRequest
	if err := viewSchema().Decode(text, &req); err != nil {
		return nil, err
	}
	if req.Ranks != nil {
		return b.ranks(&req)
	}
	if req.Draw > 0 {
		return b.draw(req.Weights, req.Equal, req.Draw)
	}
	s, err := b.study(req.Weights, req.Equal, req.Pinned)
	if err != nil {
		return nil, err
	}
	step, refusal := b.rank(s.weighting)
	if refusal != nil {
		return nil, refusal
	}
	found := b.named(step.Order, req.Find)
	from := min(req.From, max(0, len(found)-req.Count))
	kept := []int{}
	for _, i := range step.Order {
		if slices.Contains(req.Keep, b.Table.IDs[i]) {
			kept = append(kept, i)
		}
	}
	return &View{Answer: s.response(step, part(found, from, req.Count), req.Find), From: from, Found: len(found),
		Kept: s.rows(step, kept)}, nil
}

// named returns the rows whose name has these letters.
func (b *Board) named(rows []int, letters string) []int {
	if strings.TrimSpace(letters) == "" {
		return rows
	}
	found := []int{}
	for _, i := range rows {
		if hasLetters(b.Table.Names[i], letters) {
			found = append(found, i)
		}
	}
	return found
}

// hasLetters reports whether a name has letters, in any case.
func hasLetters(name, letters string) bool {
	letters = strings.TrimSpace(letters)
	return letters == "" || strings.Contains(strings.ToLower(name), strings.ToLower(letters))
}

// pinned is a ranking that a later step does not write over.
type pinned struct {
	weighting
	rank  []int32
	score []float64
}

// pin ranks by weights, unless these are pinned already.
func (b *Board) pin(w weighting) (*pinned, *op.Error) {
	if b.pinned != nil && b.pinned.same(w) {
		return b.pinned, nil
	}
	step, refusal := b.rank(w)
	if refusal != nil {
		return nil, refusal
	}
	b.pinned = &pinned{w, append([]int32{}, step.Rank...), append([]float64{}, step.Score...)}
	return b.pinned, nil
}

// Load reads the rows of a request: those that [live.LoadRequest] has, or a text. Only
// a text becomes a board.
func Load(req *live.LoadRequest, numbers []byte) (*live.Table, *Board, error) {
	if req.Text == "" {
		table, err := req.Table(numbers)
		return table, nil, err
	}
	board, err := Open(req.Text, req.Reading())
	if err != nil {
		return nil, nil, err
	}
	return board.Table, board, nil
}
