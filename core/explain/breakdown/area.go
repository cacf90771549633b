package breakdown

import (
	"fmt"

	"github.com/tallyproof/tallyproof/core/explain"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/score"
	"github.com/tallyproof/tallyproof/core/words"
)

// Area is a part of a score as a rectangle: as wide as its weight and as high as its score.
// All numbers are in percent of the picture.
type Area struct {
	Start  float64 `json:"start" doc:"Where its column begins."`
	Width  float64 `json:"width" doc:"Width of its column: its weight."`
	Middle float64 `json:"middle" doc:"The middle of its column."`
	End    float64 `json:"end" doc:"Where its column ends."`
	Top    float64 `json:"top" doc:"What is empty above it."`
	Height float64 `json:"height" doc:"Its height: its score."`
	Empty  string  `json:"empty" doc:"The points above it, for readers; empty if there are none."`
	Weight float64 `json:"weight" doc:"Its weight in percent, as one types it."`
	Says   string  `json:"says" doc:"What its weight is called: Weight of Speed."`
	Next   string  `json:"next" doc:"The dimension of the next column; empty for the last."`
	Pair   float64 `json:"pair" doc:"The weight of both columns; of the last its own."`
}

// areas fills in the areas of parts.
func areas(rb *rulebook.Rulebook, parts []ScorePart, got score.ComputeResponse) {
	at := 0.0
	for i, p := range got.Breakdown {
		weight := words.Shown(float64(100*p.Weight), 9)
		height := float64(100*p.Score) / rb.Scale
		parts[i].Area = Area{Start: at, Width: weight, Middle: at + float64(weight/2), End: at + weight, Top: 100 - height,
			Height: height, Weight: weight, Says: "Weight of " + parts[i].Label, Pair: weight}
		if left := explain.Points(rb, words.Shown(fullPoints(rb, p.Weight)-p.Weighted, 9)); explain.Nonzero(left) {
			parts[i].Area.Empty = left
		}
		if i > 0 {
			before := &parts[i-1].Area
			before.Next, before.Pair = p.Key, words.Shown(before.Weight+weight, 9)
		}
		at += weight
	}
}

// mostLeft names the part that could still add the most; key is its name.
func mostLeft(rb *rulebook.Rulebook, parts []ScorePart, got score.ComputeResponse) (sentence, key string) {
	most, left := -1, 0.0
	for i, p := range got.Breakdown {
		if more := float64(fullPoints(rb, p.Weight) - p.Weighted); most < 0 || more > left {
			most, left = i, more
		}
	}
	if most < 0 || !explain.Nonzero(explain.Points(rb, words.Shown(left, 9))) {
		return "No points are left.", "No points"
	}
	key = parts[most].Label
	return fmt.Sprintf("%s has the most left: %s.", key, explain.AsPoints(explain.Points(rb, words.Shown(left, 9)))), key
}
