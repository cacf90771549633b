package weights

import (
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
		w, problem := s.typed(typed)
		if problem != "" {
			return nil, op.Refuse("/weights", "%s", problem)
		}
		r.Weights = Division{w}
	}
	return r, nil
}

// Step ranks the rows under a weighting.
func (r *Ranked) Step(w Division) (*live.Step, *op.Error) { return r.study.rank(w.weighting) }

// Notes tells of ties and of columns that are not scores.
func (r *Ranked) Notes(step *live.Step) []explain.Note { return r.study.notes(step.Rank, step.Order) }

// Hundredths returns a weight in hundredths of a percent.
func (w Division) Hundredths(k int) float64 { return w.hundredths(k) }

// Fraction returns a weight as a part of 1.
func (w Division) Fraction(k int) float64 { return w.fraction(k) }
