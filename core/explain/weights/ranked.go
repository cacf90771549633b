package weights

import (
	"slices"

	"github.com/tallyproof/tallyproof/core/explain"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/ranking/live"
	"github.com/tallyproof/tallyproof/core/table"
)

// Ranked is a table of agents under weights, for questions that other packages ask.
type Ranked struct {
	Table   *live.Table     // of the agents that are ranked
	Columns []*table.Column // the dimensions
	Keys    []string        // of these
	Labels  []string        // of these, for readers
	Colors  []string        // of these
	Scale   float64         // the highest score
	Plain   bool            // whether all scores are the numbers of the table, as they are
	Weights Division

	study *study
}

// Division is a weight for each dimension of a table.
type Division struct{ weighting }

// Rank reads a table of which some agents are ranked, under typed weights: a percentage for each
// column, or equal. Without any, the weights are those in the table, or equal.
func Rank(text string, how table.Reading, typed string) (*Ranked, error) {
	s, err := ranked(Request{Text: text, Reading: how})
	if err != nil {
		return nil, err
	}
	r := &Ranked{Table: s.Table, Keys: s.keys, Labels: s.labels, Colors: colorsOf(s.Table), Scale: s.scale, Plain: s.plain,
		Weights: Division{s.weighting}, study: s}
	for _, d := range s.dims {
		r.Columns = append(r.Columns, &s.sheet.Columns[d])
	}
	if typed != "" {
		w, problem := r.Typed(typed)
		if problem != "" {
			return nil, op.Refuse("/weights", "%s", problem)
		}
		r.Weights = w
	}
	return r, nil
}

// Typed reads weights as they are typed, or says what is wrong with them.
func (r *Ranked) Typed(text string) (w Division, problem string) {
	w.weighting, problem = r.study.typed(text)
	return w, problem
}

// Guessed reports whether another table would be read as it is: the same dimensions, with plain
// numbers up to the same score.
func (r *Ranked) Guessed(text string) bool {
	if !r.Plain {
		return false
	}
	sheet, refusal := table.Read(text, table.Reading{})
	if refusal != nil || !slices.EqualFunc(sheet.Dimensions(), r.Keys, func(d int, key string) bool {
		return sheet.Columns[d].Key == key
	}) {
		return false
	}
	plain, scale := (&Board{sheet: sheet, dims: sheet.Dimensions()}).isPlain()
	return plain && scale == r.Scale
}

// Step ranks the rows under a weighting.
func (r *Ranked) Step(w Division) (*live.Step, *op.Error) { return r.study.rank(w.weighting) }

// Notes tells of ties and of columns that are not scores.
func (r *Ranked) Notes(step *live.Step) []explain.Note { return r.study.notes(step.Rank, step.Order) }

// Hundredths returns a weight in hundredths of a percent.
func (w Division) Hundredths(k int) float64 { return w.hundredths(k) }

// Fraction returns a weight as a part of 1.
func (w Division) Fraction(k int) float64 { return w.fraction(k) }

// Percent returns a weight in percent, with two decimals.
func (w Division) Percent(k int) string { return w.percent(k) }
