package measure

import (
	"strings"

	"github.com/tallyproof/tallyproof/core/exact"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/words"
)

// rubric is the sum of five items of 0 to 20, on the rulebook's scale (AiRENA).
var rubric = Measure{
	ID:     "rubric",
	Inputs: []Input{{Name: "items"}},
	score: func(c *Case) (Score, *op.Error) {
		return scoreOf(exact.Of(c.Scale).Mul(c.sum()).Mul(exact.Of(0.01))), nil
	},
	lever: func(m *Measurement, _ Shape, _ float64) *Lever {
		return &Lever{Field: "items", From: m.sum().Float(), Best: 100, Unit: 1}
	},
	edge: func(_ *Measurement, scale float64, _ Shape) *Edge {
		return &Edge{Field: "score", Full: scale}
	},
	formula: func(_ string, m *Measurement, _ Shape, _ float64) string {
		var items []string
		for _, x := range m.Items {
			items = append(items, words.Number(x))
		}
		return strings.Join(items, " + ")
	},
	Rule: Rule{
		Line:    "the sum of the five items, on the scale",
		Formula: "SCALE · Σ_{i = 1}^5 item_i",
		To100:   true,
		Reads:   "five `items`",
		Words:   "Five items of 0 to 20 each are added.",
	},
}

// sum adds the items.
func (m *Measurement) sum() exact.Num {
	sum := exact.Num{}
	for _, item := range m.Items {
		sum = sum.Add(exact.Of(item))
	}
	return sum
}
