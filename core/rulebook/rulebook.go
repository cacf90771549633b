// Package rulebook holds an arena's rules as data: its scale, dimensions,
// measures, result thresholds, rating scheme, tiers, badges, titles, tracks,
// calibration and reward rules. The built-in arenas have one file each; a
// designer's own rulebook has the same shape and goes through the same
// [Rulebook.Check].
//
// Nothing in the engine asks which arena it is in. If an arena's document
// and its deployed code differ, they are two rulebooks.
package rulebook

import (
	"github.com/tallyproof/tallyproof/core/measure"
)

// Arithmetic describes how a rulebook's numbers add up.
const (
	// Exact takes numbers as the decimals they were written as; sums, floors
	// and comparisons are exact. The documents calculate this way.
	Exact = "exact"
	// Float64 is IEEE 754 binary64 in the published code's order.
	Float64 = "float64"
)

// Rounding of a composite.
const (
	RoundNone       = "none"        // the sum as it is
	RoundFloorTotal = "floor-total" // parts unrounded, total = floor(sum)
	RoundParts      = "parts"       // every weighted part is rounded half up, then summed
)

// Ties between equal scores.
const (
	TiesByTime  = "time"  // the earlier submission first; equal in both, they share a rank
	TiesByOrder = "order" // in the order given, a rank each: what a stable sort by score leaves
)

// Rulebook is an arena's rules.
type Rulebook struct {
	ID          string       `json:"id" op:"maxlen=60" doc:"Short name, lower-case letters, digits and hyphens."`
	Name        string       `json:"name" op:"maxlen=200" doc:"Name for readers."`
	Arena       string       `json:"arena,omitempty" op:"maxlen=60" doc:"Rulebooks of one arena are readings of the same rules: the document's and the deployed code's."`
	Source      string       `json:"source" op:"maxlen=2000" doc:"Where the rules come from."`
	Arithmetic  string       `json:"arithmetic" op:"enum=exact|float64" doc:"exact: decimals as written; float64: IEEE 754 in the published order."`
	Scale       float64      `json:"scale" op:"min=0.000001 max=1000000000" doc:"The highest score of a dimension and of the composite."`
	Dimensions  []Dimension  `json:"dimensions" op:"min=1 max=64" doc:"What is measured, in display order."`
	Composite   Composite    `json:"composite" doc:"How dimensions become one score."`
	Ties        string       `json:"ties,omitempty" op:"enum=time|order" doc:"Equal scores in a ranking: time puts the earlier submission first, and those equal in both share a rank (default); order keeps the order given, a rank each."`
	Results     []Result     `json:"results,omitempty" op:"max=16" doc:"Score thresholds of match results, highest first; absent if the arena has no results."`
	Rating      *Rating      `json:"rating,omitempty" doc:"How ratings move; absent if the arena does not rate."`
	Tiers       []Tier       `json:"tiers,omitempty" op:"max=64" doc:"Standing tiers, lowest first."`
	Badges      []Badge      `json:"badges,omitempty" op:"max=64" doc:"Badges, in display order."`
	Titles      []Tier       `json:"titles,omitempty" op:"max=64" doc:"Titles, highest first. Any one requirement is enough for a title. An agent has every title that it has earned; the highest is shown."`
	Tracks      []Track      `json:"tracks,omitempty" op:"max=64" doc:"Sets of challenges whose best scores make one standing, in display order."`
	Calibration *Calibration `json:"calibration,omitempty" doc:"How a challenge's difficulty is revised; absent if the arena does not revise it."`
	Reward      *Reward      `json:"reward,omitempty" doc:"How validators' evaluations become weights on chain; absent if the arena has no such weights."`
}

// Dimension is one thing a submission is scored on.
type Dimension struct {
	Key         string     `json:"key" op:"maxlen=60" doc:"Name in requests: lower-case letters, digits and underscores."`
	Label       string     `json:"label" op:"maxlen=200" doc:"Name for readers."`
	Description string     `json:"description,omitempty" op:"maxlen=2000" doc:"What it measures."`
	Color       string     `json:"color,omitempty" op:"maxlen=60" doc:"Colour name of the arena's palette."`
	Weight      *float64   `json:"weight,omitempty" op:"min=0 max=100" doc:"Default weight as a fraction; absent if every challenge chooses its own."`
	Measure     measure.ID `json:"measure" doc:"How the dimension gets its score."`
	measure.Shape
	Extra bool `json:"extra,omitempty" doc:"Whether it comes on top of the dimensions that min_dimensions and max_dimensions count."`
}

// Composite describes how weighted dimensions become one score.
type Composite struct {
	Rounding      string `json:"rounding" op:"enum=none|floor-total|parts" doc:"none: the sum; floor-total: the floor of the sum; parts: each weighted part rounded half up, then summed."`
	Cap           bool   `json:"cap,omitempty" doc:"Whether the total is capped at the scale."`
	MinDimensions int    `json:"min_dimensions,omitempty" op:"min=0 max=64" doc:"Fewest dimensions a challenge may weigh, without extra ones; 0 for no limit."`
	MaxDimensions int    `json:"max_dimensions,omitempty" op:"min=0 max=64" doc:"Most dimensions a challenge may weigh, without extra ones; 0 for no limit."`
	Open          bool   `json:"open,omitempty" doc:"Whether a challenge may weigh dimensions the rulebook does not name; they are scored directly."`
	Missing       string `json:"missing,omitempty" op:"enum=error|zero" doc:"A weighted dimension without a measurement: an error (default), or zero with a warning."`
	FormatErrors  string `json:"format_errors,omitempty" op:"enum=zero|advisory" doc:"A submission warning of severity error: zeroes its dimension, or is advisory (default)."`
}

// Result is a match result and the score it begins at.
type Result struct {
	ID    string   `json:"id" op:"enum=win|draw|loss" doc:"win, draw or loss."`
	Min   float64  `json:"min" doc:"Lowest score with this result, compared without rounding."`
	Name  string   `json:"name,omitempty" op:"maxlen=60" doc:"What the arena calls it; the id if it is absent."`
	Worth *float64 `json:"worth,omitempty" op:"min=0 max=1" doc:"Its score in a rating's update, from 0 to 1; by default 1 for a win, 0.5 for a draw, 0 for a loss."`
}

// Actual returns what the result is worth in an update of a rating.
func (r *Result) Actual() float64 {
	if r.Worth != nil {
		return *r.Worth
	}
	return Actual(r.ID)
}

// Rating schemes.
const (
	Solo     = "solo"     // an agent against a challenge that has a rating
	Pairwise = "pairwise" // every pair of a challenge's entrants
)

// Rounding of a rating.
const (
	RatingReal  = "none"   // ratings are real numbers
	RatingFinal = "final"  // the new rating is rounded once, at the end
	RatingSteps = "staged" // rounded before the bonus, and the bonus rounded again
)

// Rating is an Elo scheme.
type Rating struct {
	Scheme    string      `json:"scheme" op:"enum=solo|pairwise" doc:"solo: against a rated challenge; pairwise: every pair of entrants."`
	Start     float64     `json:"start" op:"min=-100000 max=100000" doc:"Rating of a newcomer, in Elo points."`
	Scale     float64     `json:"scale" op:"min=1 max=100000" doc:"Rating difference at which the odds are 10 to 1; 400 in chess."`
	K         []KFactor   `json:"k" op:"min=1 max=32" doc:"K-factor schedule by matches played before, ascending."`
	Floor     *float64    `json:"floor,omitempty" op:"min=-100000 max=100000" doc:"Lowest rating possible."`
	Rounding  string      `json:"rounding" op:"enum=none|final|staged" doc:"none: real ratings; final: rounded once at the end; staged: rounded before the bonus and after it."`
	Mode      string      `json:"mode,omitempty" op:"enum=mean|sum" doc:"How the pairs of a pairwise challenge add up; mean by default."`
	Opponents []Opponent  `json:"opponents,omitempty" op:"max=64" doc:"Ratings of the difficulty tiers, easiest first."`
	Bonuses   []Bonus     `json:"bonuses,omitempty" op:"max=16" doc:"Multipliers of positive changes; the first whose conditions all hold is applied."`
	Category  *CategoryOf `json:"category,omitempty" doc:"Separate ratings per challenge category."`

	worths map[string]float64 // of outcomes, where the results say so
}

// KFactor is one step of a K-factor schedule.
type KFactor struct {
	From int     `json:"from" op:"min=0 max=1000000000" doc:"Number of matches played before, from which this K applies."`
	K    float64 `json:"k" op:"min=0 max=10000" doc:"K-factor: the most one match can move a rating."`
	Name string  `json:"name,omitempty" op:"maxlen=200" doc:"What the arena calls this stage."`
}

// Opponent is a difficulty tier seen as an Elo opponent.
type Opponent struct {
	Difficulty string  `json:"difficulty" op:"maxlen=60" doc:"Difficulty tier."`
	Rating     float64 `json:"rating" op:"min=-100000 max=100000" doc:"Its rating, in Elo points."`
}

// Bonus multiplies a positive rating change.
type Bonus struct {
	ID     string   `json:"id" op:"maxlen=60" doc:"Name of the bonus."`
	Factor float64  `json:"factor" op:"min=1 max=10" doc:"Multiplier of a positive change."`
	Needs  []string `json:"needs" op:"min=1 max=3; enum=verified|memoryless|first_attempt" doc:"Conditions, all of them."`
}

// CategoryOf describes how category ratings move.
type CategoryOf struct {
	Start float64  `json:"start" op:"min=-100000 max=100000" doc:"Rating in a category not played before."`
	Names []string `json:"names,omitempty" op:"max=100; maxlen=200" doc:"The categories; by default every name is one."`
}

// Tier is a standing with what it takes.
type Tier struct {
	ID    string `json:"id" op:"maxlen=60" doc:"Tier id."`
	Name  string `json:"name" op:"maxlen=200" doc:"Name for readers."`
	Needs []Need `json:"needs,omitempty" op:"max=16" doc:"Requirements; none means everyone."`
}

// Badge is an achievement with what it takes.
type Badge struct {
	ID   string `json:"id" op:"maxlen=60" doc:"Badge id."`
	Name string `json:"name" op:"maxlen=200" doc:"Name for readers."`
	Need Need   `json:"need" doc:"What earns it."`
}

// Stats a [Need] may speak of.
const (
	Challenges   = "challenges"
	Wins         = "wins"
	AverageScore = "average_score"
	PeakRating   = "peak_rating"
	RatingStat   = "rating"
	WinStreak    = "win_streak"
	ScoreStreak  = "score_streak"
	Authored     = "authored"
)

// Need is one requirement: a statistic and the least it must be.
type Need struct {
	Stat  string   `json:"stat" op:"enum=challenges|wins|average_score|peak_rating|rating|win_streak|score_streak|authored" doc:"What is counted."`
	Min   float64  `json:"min" op:"min=0 max=1000000000" doc:"The least that is enough."`
	Above *float64 `json:"above,omitempty" doc:"For score_streak: a score counts when it is strictly above this."`
}

// Dimension returns the dimension of that key.
func (rb *Rulebook) Dimension(key string) (Dimension, bool) {
	for _, d := range rb.Dimensions {
		if d.Key == key {
			return d, true
		}
	}
	return Dimension{}, false
}

// ResultOf maps a score to a match result, "" when the rulebook has none. The
// score is compared as it is, without rounding: 699.5 is a draw at a win
// threshold of 700. Below every threshold the lowest result holds.
func (rb *Rulebook) ResultOf(score float64) string {
	for _, r := range rb.Results {
		if score >= r.Min {
			return r.ID
		}
	}
	if n := len(rb.Results); n > 0 {
		return rb.Results[n-1].ID
	}
	return ""
}

// Result returns what the rules say of a result; of one that they do not have, its id alone.
func (rb *Rulebook) Result(id string) Result {
	for _, r := range rb.Results {
		if r.ID == id {
			return r
		}
	}
	return Result{ID: id}
}

// Actual returns what an outcome is worth by these rules.
func (r *Rating) Actual(outcome string) float64 {
	if worth, own := r.worths[outcome]; own {
		return worth
	}
	return Actual(outcome)
}

// Actual returns the Elo score of a result where the rules do not say otherwise: 1, ½ or 0.
func Actual(result string) float64 {
	switch result {
	case "win":
		return 1
	case "draw":
		return 0.5
	}
	return 0
}

// KAt returns the K-factor after that many matches.
func (r *Rating) KAt(matches int) float64 {
	k := r.K[0].K
	for _, step := range r.K {
		if matches >= step.From {
			k = step.K
		}
	}
	return k
}
