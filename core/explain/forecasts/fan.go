package forecasts

import (
	"github.com/tallyproof/tallyproof/core/explain"
)

// ForecastFan is the picture of a forecast in numbers. Places are in percent of the picture,
// from the left or from the top. Paths have matches across, and ratings with their sign turned
// down, so that two answers can be drawn on one scale.
type ForecastFan struct {
	Low      float64           `json:"low" doc:"Lower end of the rating axis."`
	High     float64           `json:"high" doc:"Upper end of the rating axis."`
	Length   int               `json:"length" doc:"Matches of the plan."`
	View     string            `json:"view" doc:"SVG viewBox of the courses."`
	Beside   string            `json:"beside" doc:"SVG viewBox of the distribution at the end, whose longest bar is 940 units long."`
	Ticks    []explain.FanMark `json:"ticks" doc:"Ratings at the axis."`
	Matches  []explain.FanMark `json:"matches" doc:"Numbers of matches at the other axis."`
	Wide     string            `json:"wide" doc:"SVG path: nine in ten careers."`
	Half     string            `json:"half" doc:"SVG path: half of all careers."`
	Median   string            `json:"median" doc:"SVG path: the median."`
	Samples  string            `json:"samples" doc:"SVG path: sample careers; empty without them."`
	Start    explain.FanMark   `json:"start" doc:"The rating before the plan."`
	Kinks    []FanKink         `json:"kinks" doc:"Matches at which the K-factor changes."`
	Bands    []explain.FanMark `json:"bands" doc:"Names of the bands, as far as they have room."`
	Ends     []explain.FanMark `json:"ends" doc:"Ratings at the end of the bands, apart from each other, highest first."`
	Bars     string            `json:"bars" doc:"SVG path: the distribution at the end, but for what is past the target."`
	Past     string            `json:"past" doc:"SVG path: the distribution at the end past the target."`
	Outline  string            `json:"outline" doc:"SVG path: around the distribution."`
	Share    explain.FanMark   `json:"share" doc:"The odds to end past the target, beside the bars; empty without a target."`
	Ranges   []explain.FanMark `json:"ranges" doc:"The odds to end at a rating or above, at the edges of the bars, highest first."`
	Target   FanLine           `json:"target" doc:"The first target; empty without one."`
	Strength FanLine           `json:"strength" doc:"The true strength; empty without one."`
	Points   []FanPoint        `json:"points" doc:"The matches that are shown, the start first."`
	Strip    string            `json:"strip" doc:"SVG viewBox of the plan: matches across, tiers up."`
	Seams    string            `json:"seams" doc:"SVG path: lines between its cells."`
	Tiers    []FanTier         `json:"tiers" doc:"Opponents of the plan, the highest first; without tiers, all of them."`
	Cells    string            `json:"cells" doc:"The plan as cells of a request; empty for long plans, and for opponents that no cell has."`
	Levels   string            `json:"levels" doc:"The cells that can be painted, the lowest opponent first."`
	Names    []string          `json:"names" doc:"What they are for readers."`
	Level    string            `json:"level" doc:"Which of them is nearest to the rating, for cells that are a point; empty with tiers."`
}

// FanKink is a match at which the K-factor changes.
type FanKink struct {
	At     float64 `json:"at" doc:"Place in percent from the left."`
	Before string  `json:"before" doc:"K-factor until then; empty near the edges."`
	After  string  `json:"after" doc:"K-factor from then on; empty near the edges."`
}

// FanLine is a rating that a reader can move.
type FanLine struct {
	At     float64 `json:"at" doc:"Place in percent from the top, within the picture."`
	Rating float64 `json:"rating" doc:"The rating."`
	Label  string  `json:"label" doc:"The rating, with an arrow if it is outside the picture."`
	Says   string  `json:"says" doc:"What follows from it, in words."`
	Side   string  `json:"side" doc:"Where there is room for the words: above or below."`
}

// FanPoint is a match of the fan.
type FanPoint struct {
	At    float64 `json:"at" doc:"Place in percent from the left."`
	Match int     `json:"match" doc:"Matches of the plan played so far."`
	Low   float64 `json:"low" doc:"Place of 5 % in percent from the top."`
	Mid   float64 `json:"mid" doc:"Place of the median in percent from the top."`
	High  float64 `json:"high" doc:"Place of 95 % in percent from the top."`
	P05   string  `json:"p05" doc:"5 % of careers are at or below this rating."`
	P50   string  `json:"p50" doc:"The median."`
	P95   string  `json:"p95" doc:"95 % of careers are at or below this rating."`
	Head  string  `json:"head" doc:"The match, its opponent and the odds to have touched the target."`
	Side  string  `json:"side" doc:"Where its numbers have room: start or end."`
	Words string  `json:"words" doc:"All of it in words."`
}

// FanTier is one kind of opponents.
type FanTier struct {
	ID     string `json:"id" doc:"Difficulty tier."`
	Rank   int    `json:"rank" doc:"Its place among the tiers, the lowest being 1."`
	Label  string `json:"label" doc:"Name for readers."`
	Rating string `json:"rating" doc:"Its rating."`
	Count  string `json:"count" doc:"Matches against it; empty for none."`
	Path   string `json:"path" doc:"SVG path: its cells."`
}
