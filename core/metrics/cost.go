package metrics

import (
	"math"
	"strings"

	"github.com/tallyproof/tallyproof/core/fmath"
)

// Price is what a model's tokens cost.
type Price struct {
	Pattern string  `json:"pattern" op:"maxlen=200" doc:"Part of the names of the models that have this price."`
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
// it is not completed, scored next to nothing, or has no tokens or price.
func costs(matches []Match, pricing []Price) []float64 {
	list := make([]float64, len(matches))
	for i := range matches {
		m := &matches[i]
		list[i] = math.NaN()
		if m.Score == nil || *m.Score == 0 || m.Tokens == nil || m.Model == "" {
			continue
		}
		for _, p := range pricing {
			if strings.Contains(m.Model, p.Pattern) {
				in := fmath.RoundHalfUp(float64(float64(*m.Tokens) * inputShare))
				out := fmath.RoundHalfUp(float64(float64(*m.Tokens) * outputShare))
				dollars := (float64(in*p.Input) + float64(out*p.Output)) / 1e6
				if cost := float64(dollars / *m.Score * 1000); cost <= mostCost {
					list[i] = cost
				}
				break
			}
		}
	}
	return list
}

// cost is a mean or median of costs, live rounded to four decimals.
func (f figures) cost(x float64) float64 {
	if f.live {
		return rounded(x, 10000)
	}
	return x
}
