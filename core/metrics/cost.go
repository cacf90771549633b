package metrics

import (
	"math"
	"strings"

	"github.com/tallyproof/tallyproof/core/fmath"
)

// Price is what a model's tokens cost.
type Price struct {
	Pattern string  `json:"pattern" op:"maxlen=200" doc:"Part of the names of models it holds for."`
	Input   float64 `json:"input_per_1m" op:"min=0 max=1000000" doc:"Dollars per million tokens in."`
	Output  float64 `json:"output_per_1m" op:"min=0 max=1000000" doc:"Dollars per million tokens out."`
}

// Submissions report one number of tokens; the deployed code takes three
// fifths of them for input.
const (
	inputShare  = 0.6
	outputShare = 0.4
)

// costs is every match's cost per point in thousandths of a dollar: NaN where
// it is not completed, scored 0, or has no tokens or price.
func (c *challenge) costs(pricing []Price) []float64 {
	costs := make([]float64, len(c.all))
	for i := range c.all {
		m := &c.all[i]
		costs[i] = math.NaN()
		if m.Score == nil || *m.Score == 0 || m.Tokens == nil || m.Model == "" {
			continue
		}
		for _, p := range pricing {
			if strings.Contains(m.Model, p.Pattern) {
				in := fmath.RoundHalfUp(float64(float64(*m.Tokens) * inputShare))
				out := fmath.RoundHalfUp(float64(float64(*m.Tokens) * outputShare))
				dollars := (float64(in*p.Input) + float64(out*p.Output)) / 1e6
				if cost := float64(dollars / *m.Score * 1000); !math.IsInf(cost, 0) {
					costs[i] = cost
				}
				break
			}
		}
	}
	return costs
}

// known are the numbers of some matches, where there is one.
func known(costs []float64, list []int) []float64 {
	var found []float64
	for _, i := range list {
		if costs != nil && !math.IsNaN(costs[i]) {
			found = append(found, costs[i])
		}
	}
	return found
}

// roundCost rounds a cost as the deployed arena does, to four decimals.
func (f figures) roundCost(cost float64) float64 {
	if f.live {
		return rounded(cost, 10000)
	}
	return cost
}
