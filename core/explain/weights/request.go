package weights

import (
	"slices"
	"strings"

	"github.com/tallyproof/tallyproof/core/explain"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/ranking"
	"github.com/tallyproof/tallyproof/core/ranking/live"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/score"
	"github.com/tallyproof/tallyproof/core/table"
	"github.com/tallyproof/tallyproof/core/words"
)

// Request is a table of agents and the weights to rank them by.
type Request struct {
	Text string `json:"text" op:"maxlen=64000000" doc:"The agents and their scores in every dimension, in any form that table.read takes."`
	table.Reading
	Weights []live.Weight `json:"weights,omitempty" op:"max=64" doc:"The weights, in percent; they sum to 100. Without any, they are the weights in the table, or equal."`
	Equal   bool          `json:"equal,omitempty" doc:"Whether all weights are equal: each is exactly 1/n, whatever weights say."`
	Pinned  []live.Weight `json:"pinned,omitempty" op:"max=64" doc:"Other weights, to compare the ranking with."`
}

// Board is a table that was read from a text, to be explained under one weighting
// after another. It is not for use by several goroutines.
type Board struct {
	Table *live.Table // of the agents that are ranked

	sheet  *table.Sheet
	dims   []int          // the columns that are dimensions
	keys   []string       // of these
	labels []string       // of these, for readers
	agents []int          // of each row of the table: which agent of the sheet it is
	out    []int          // the other agents, which lack a score
	plain  bool           // whether all scores are the numbers of the table, as they are
	scale  float64        // the highest score
	read   []explain.Note // how it was read

	published published // with the table
	pinned    *pinned   // the ranking by the pinned weights of the last question, or nil
	draws     *draws    // the random weightings of the last question, or nil
	spread    *rankings // the ranks under those of the last question, or nil
}

const (
	mostDims = 64 // dimensions of a rulebook
	mostRows = 100_000
)

// Open reads a table.
func Open(text string, how table.Reading) (*Board, error) { return open(text, how, nil) }

// open reads a table. A column of numbers that weights name is a dimension, unless the
// reader chose its role.
func open(text string, how table.Reading, weights []live.Weight) (*Board, error) {
	sheet, refusal := table.Read(text, how)
	if refusal == nil {
		if more := weighed(sheet, how.Columns, weights); len(more) > 0 {
			how.Columns = append(slices.Clip(how.Columns), more...)
			sheet, refusal = table.Read(text, how)
		}
	}
	if refusal != nil {
		return nil, refusal
	}
	b := &Board{sheet: sheet, dims: sheet.Dimensions()}
	if refusal := b.check(); refusal != nil {
		return nil, refusal
	}
	for _, d := range b.dims {
		b.keys, b.labels = append(b.keys, sheet.Columns[d].Key), append(b.labels, sheet.Columns[d].Label)
	}
	b.plain, b.scale = b.isPlain()
	b.split()
	rb := b.rulebook()
	ids := make([]string, len(b.agents))
	for row, i := range b.agents {
		ids[row] = sheet.IDs[i]
	}
	b.Table, refusal = live.Of(&rb, ids, ids, b.columns())
	if refusal != nil {
		return nil, refusal
	}
	b.read, b.published = b.readingNotes(how), b.publishedOf()
	return b, nil
}

// weighed returns choices that make the columns with weights dimensions, if one of them was
// guessed to be something else. The reader's own choices stay.
func weighed(s *table.Sheet, chosen []table.Choice, weights []live.Weight) (more []table.Choice) {
	all := true
	for k := range s.Columns {
		c := &s.Columns[k]
		named := slices.ContainsFunc(weights, func(w live.Weight) bool { return w.Dimension == c.Key })
		if named && c.Missing < len(s.Names) && !isChosen(chosen, c.Name) {
			more = append(more, table.Choice{Column: c.Name, Role: table.RoleDimension})
			all = all && c.Role == table.RoleDimension
		}
	}
	if all {
		return nil
	}
	return more
}

func isChosen(chosen []table.Choice, name string) bool {
	return slices.ContainsFunc(chosen, func(c table.Choice) bool { return c.Column == name })
}

// check refuses what cannot be ranked.
func (b *Board) check() *op.Error {
	switch {
	case len(b.sheet.Names) == 0:
		return op.Refuse("/text", "it has no agent: want a header, and a row for each agent")
	case len(b.sheet.Names) > mostRows:
		return op.Refuse("/text", "it has %d agents: want at most %d", len(b.sheet.Names), mostRows)
	case len(b.dims) == 0:
		return op.Refuse("/text", "it has no column of scores: want one with a number for each agent")
	case len(b.dims) > mostDims:
		return op.Refuse("/text", "it has %d columns of scores: want at most %d", len(b.dims), mostDims)
	}
	return nil
}

// scales are the highest scores of tables as they are.
var scales = []float64{1, 100, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9}

// isPlain reports whether the scores are the numbers of the table, and the highest score.
func (b *Board) isPlain() (plain bool, scale float64) {
	first := &b.sheet.Columns[b.dims[0]]
	for _, d := range b.dims {
		c := &b.sheet.Columns[d]
		if c.Scale != table.AsIs || c.From != 0 || c.To != first.To {
			return false, 100
		}
	}
	for _, scale := range scales {
		if first.To == scale {
			return true, scale
		}
	}
	return false, 100
}

// split finds the agents that are ranked, in the order of their ids, and those that are
// not.
func (b *Board) split() {
	ranked := b.sheet.Ranked()
	for _, i := range score.Order(len(ranked), func(i, j int) int { return strings.Compare(b.sheet.IDs[i], b.sheet.IDs[j]) }) {
		if ranked[i] {
			b.agents = append(b.agents, i)
		}
	}
	for i, is := range ranked {
		if !is {
			b.out = append(b.out, i)
		}
	}
}

// columns returns the dimensions of the agents that are ranked. A missing score is worth
// nothing, or the worst number of its column; a number beyond the range counts as its end.
func (b *Board) columns() []live.Column {
	list := make([]live.Column, len(b.dims))
	for k, d := range b.dims {
		c := &b.sheet.Columns[d]
		low, high := min(c.From, c.To), max(c.From, c.To)
		missing := c.From
		if b.sheet.Missing == table.Worst {
			missing = worst(c)
		}
		values := make([]float64, len(b.agents))
		for row, i := range b.agents {
			x := missing
			if c.Has(i) {
				x = c.Values[i]
			}
			if low < high {
				x = min(max(x, low), high)
			}
			values[row] = x
		}
		list[k] = live.Column{Key: b.keys[k], Label: b.labels[k], Values: values, From: c.From, To: c.To}
	}
	return list
}

// worst returns the number of a column that scores least.
func worst(c *table.Column) float64 {
	x, found := c.From, false
	for i := range c.Values {
		if y := c.Values[i]; c.Has(i) && (!found || (y < x) == (c.From <= c.To) && y != x) {
			x, found = y, true
		}
	}
	return x
}

// study is a table and the weights of a request.
type study struct {
	*Board
	given
	before *pinned // nil without pinned weights

	limits        *live.Conditions // of the weights; nil without any, and if no weights satisfy them
	contradiction *op.Error        // then why not
}

// read checks a request.
func read(req Request) (*study, error) {
	b, err := open(req.Text, req.Reading, req.Weights)
	if err != nil {
		return nil, err
	}
	return b.study(req.Weights, req.Equal, req.Pinned)
}

// ranked is read, but for tables of which nobody is ranked.
func ranked(req Request) (*study, error) {
	s, err := read(req)
	if err == nil && len(s.agents) == 0 {
		return nil, s.sheet.Rankable()
	}
	return s, err
}

// study checks weights, and ranks by those that are pinned.
func (b *Board) study(weights []live.Weight, equal bool, pinned []live.Weight) (*study, error) {
	s := &study{Board: b}
	var refusal *op.Error
	if s.given, refusal = b.order(weights, equal, "weights"); refusal != nil {
		return nil, refusal
	}
	if refusal := s.limit(); refusal != nil {
		return nil, refusal
	}
	if len(pinned) > 0 {
		// else of another table: nothing to compare with
		if g, refusal := b.order(pinned, false, "pinned"); refusal == nil {
			if s.before, refusal = b.pin(g.weighting); refusal != nil {
				return nil, refusal
			}
		}
	}
	return s, nil
}

// limit reads the conditions on the weights.
func (s *study) limit() *op.Error {
	labels := make([]string, len(s.labels))
	for k, label := range s.labels {
		labels[k] = words.Called(label)
	}
	c, refusal := live.ConditionsOf(s.list, func(name string) int { return s.find(name) }, labels, s.places)
	if refusal != nil || c == nil {
		return refusal
	}
	if s.contradiction = c.Refusal(); s.contradiction == nil {
		s.limits = c
	}
	return nil
}

// holds reports whether weights in basis points satisfy the conditions.
func (s *study) holds(basis []int32) bool {
	if s.limits == nil {
		return true
	}
	return s.limits.Hold(parts(basis))
}

// inside reports whether the present weights do.
func (s *study) inside() bool { return s.limits == nil || s.limits.Hold(s.partsNow()) }

// partsNow returns the present weights as parts of 1.
func (s *study) partsNow() []float64 {
	w := make([]float64, len(s.basis))
	for k := range w {
		w[k] = s.fraction(k)
	}
	return w
}

// parts returns weights in basis points as parts of 1.
func parts(basis []int32) []float64 {
	w := make([]float64, len(basis))
	for k, points := range basis {
		w[k] = float64(points) / live.Whole
	}
	return w
}

// ratios returns the conditions that compare weights, by key.
func (s *study) ratios() (list []ranking.Ratio) {
	if s.limits == nil {
		return nil
	}
	for _, r := range s.limits.Ratios {
		list = append(list, ranking.Ratio{Dimension: s.keys[r.Above], Times: r.Times, Of: s.keys[r.Below]})
	}
	return list
}

// rulebook weighs the columns of the table, and no other.
func (b *Board) rulebook() rulebook.Rulebook {
	rb := rulebook.Rulebook{ID: "table", Name: "Table", Source: "given", Arithmetic: rulebook.Exact, Scale: b.scale,
		Composite: rulebook.Composite{Rounding: rulebook.RoundNone}}
	for k, key := range b.keys {
		rb.Dimensions = append(rb.Dimensions, rulebook.Dimension{Key: key, Label: b.labels[k], Measure: "direct"})
	}
	return rb
}

// submissions returns the rows of the table as [score.Rank] takes them.
func (b *Board) submissions() []score.Submission {
	list := make([]score.Submission, len(b.agents))
	for i := range list {
		list[i] = score.Submission{ID: b.Table.IDs[i], Dimensions: make(map[string]float64, len(b.keys))}
		for k, key := range b.keys {
			list[i].Dimensions[key] = b.Table.Given(i, k)
		}
	}
	return list
}

func (s *study) fractions() map[string]float64 {
	w := make(map[string]float64, len(s.basis))
	for k, key := range s.keys {
		w[key] = s.fraction(k)
	}
	return w
}
