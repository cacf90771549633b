package metrics

import (
	"math"
	"strings"

	"github.com/tallyproof/tallyproof/core/fmath"
)

// Price holds the prices of a model's tokens.
type Price struct {
	Pattern string  `json:"pattern" op:"maxlen=200" doc:"Name of a model, or what the names of models begin with."`
	Input   float64 `json:"input_per_1m" op:"min=0 max=1000000" doc:"Dollars per million tokens in."`
	Output  float64 `json:"output_per_1m" op:"min=0 max=1000000" doc:"Dollars per million tokens out."`
}

// Submissions report one number of tokens; the deployed code takes three
// fifths of them for input.
const (
	inputShare  = 0.6
	outputShare = 0.4
)

// mostCost is beyond any cost per point that says something: the score is next
// to nothing.
const mostCost = 1e15

// costs is every match's cost per point in thousandths of a dollar: NaN if
// it is not completed, scored next to nothing, or has no tokens (0 neither) or price.
func costs(matches []Match, pricing []Price) []float64 {
	list := make([]float64, len(matches))
	for i := range matches {
		m := &matches[i]
		list[i] = math.NaN()
		if m.Score == nil || *m.Score == 0 || m.Tokens == nil || *m.Tokens == 0 || m.Model == "" {
			continue
		}
		if p := priceOf(m.Model, pricing); p != nil {
			in := fmath.RoundHalfUp(float64(float64(*m.Tokens) * inputShare))
			out := fmath.RoundHalfUp(float64(float64(*m.Tokens) * outputShare))
			dollars := (float64(in*p.Input) + float64(out*p.Output)) / 1e6
			if cost := dollars / (*m.Score / 1000); cost <= mostCost {
				list[i] = cost
			}
		}
	}
	return list
}

// priceOf returns the price of exactly this model, else the first whose pattern its name
// begins with, or nil.
func priceOf(model string, pricing []Price) *Price {
	var first *Price
	for i := range pricing {
		switch p := &pricing[i]; {
		case p.Pattern == model:
			return p
		case first == nil && strings.HasPrefix(model, p.Pattern):
			first = p
		}
	}
	return first
}

// cost is a mean or median of costs, live rounded to four decimals.
func (f figures) cost(x float64) float64 {
	if f.live {
		return rounded(x, 10000)
	}
	return x
}
