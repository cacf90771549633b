package weights

import (
	"fmt"
	"math"

	"github.com/tallyproof/tallyproof/core/ranking"
	"github.com/tallyproof/tallyproof/core/words"
)

// Decides describes the influence of every dimension.
type Decides struct {
	Sentence string       `json:"sentence" doc:"The dimension whose influence differs most from its weight."`
	Key      string       `json:"key" doc:"The words of the sentence that matter most."`
	Brief    string       `json:"brief" doc:"That dimension and what it decides."`
	Rows     []DecidesRow `json:"rows" doc:"The dimensions."`
}

// DecidesRow describes the influence of a dimension.
type DecidesRow struct {
	Dimension string  `json:"dimension" doc:"Key of the dimension."`
	Label     string  `json:"label" doc:"Name of the column."`
	Color     string  `json:"color" doc:"Dimension of a built-in rulebook that has the same colour."`
	Weight    string  `json:"weight" doc:"Its weight."`
	Decides   string  `json:"decides" doc:"Share of the variance of the scores that comes from it."`
	Width     float64 `json:"width" doc:"That share in percent, at least 0."`
	Nominal   float64 `json:"nominal" doc:"Its weight in percent."`
	FromX     float64 `json:"from_x" doc:"Where its weight is, in percent of the picture."`
	ToX       float64 `json:"to_x" doc:"Where what it decides is."`
	TextX     float64 `json:"text_x" doc:"The right one of both."`
	Pairs     string  `json:"pairs" doc:"Share of the pairs of agents with different scores in it."`
}

func (s *study) decides(list []ranking.DimensionStats) Decides {
	d := Decides{Rows: []DecidesRow{}}
	colors, best := colorsOf(s.Table), 0
	for k, of := range list {
		d.Rows = append(d.Rows, DecidesRow{
			Dimension: of.Dimension, Label: s.labels[k], Color: colors[k],
			Weight: s.percent(k) + " %", Decides: words.Rate(of.EffectiveWeight), Pairs: words.Rate(of.Discrimination),
			Width: math.Min(100, math.Max(0, 100*of.EffectiveWeight)), Nominal: s.hundredths(k) / 100,
		})
		if of.EffectiveWeight > list[best].EffectiveWeight {
			best = k
		}
	}
	differ := false
	for _, of := range list {
		differ = differ || of.Discrimination > 0
	}
	d.place()
	told := 0
	for k := range d.Rows {
		if d.strays(k) > d.strays(told)+1e-9 {
			told = k
		}
	}
	d.Key = words.Fixed(100*list[told].EffectiveWeight, 0) + " %"
	d.Brief = words.Called(s.labels[best]) + " " + words.Fixed(100*list[best].EffectiveWeight, 0) + " %"
	d.Sentence = fmt.Sprintf("%s weighs %s %% and decides %s.", words.Called(s.labels[told]),
		words.Short(s.hundredths(told)/100), d.Key)
	switch {
	case list[best].EffectiveWeight != 0:
	case !differ:
		d.Key, d.Brief, d.Sentence = "nothing", "nothing", "In each dimension all are equal, so the weights decide nothing."
	default:
		d.Key, d.Brief, d.Sentence = "the same score", "the same score",
			"All agents have the same score with these weights, so no share can be told: other weights may decide."
	}
	return d
}

const leastAxis = 60 // percent, of what dimensions weigh and decide

// place puts weights and what they decide on one axis.
func (d *Decides) place() {
	end := float64(leastAxis)
	for _, r := range d.Rows {
		end = max(end, r.Width, r.Nominal)
	}
	for i := range d.Rows {
		r := &d.Rows[i]
		r.FromX, r.ToX = tenth(100*r.Nominal/end), tenth(100*r.Width/end)
		r.TextX = max(r.FromX, r.ToX)
	}
}

// strays is by how much what a dimension decides differs from its weight.
func (d *Decides) strays(k int) float64 { return math.Abs(d.Rows[k].Width - d.Rows[k].Nominal) }
