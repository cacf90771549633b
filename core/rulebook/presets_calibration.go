package rulebook

import "github.com/tallyproof/tallyproof/core/op"

// Calibration says how an arena revises a challenge's difficulty from what
// happened in it.
type Calibration struct {
	MinSamples int           `json:"min_samples" op:"min=1 max=1000000000" doc:"Attempts below which nothing is revised."`
	Every      int           `json:"every,omitempty" op:"min=1 max=1000000000" doc:"Submissions between two revisions; for the reader, it changes no answer."`
	Steps      []Calibrating `json:"steps" op:"min=1 max=16" doc:"Difficulty tiers, easiest first; the first whose every threshold is reached holds."`
	Otherwise  string        `json:"otherwise" op:"maxlen=60" doc:"The hardest tier, where no step holds."`
}

// Calibrating is one difficulty tier with what it takes.
type Calibrating struct {
	Difficulty    string  `json:"difficulty" op:"maxlen=60" doc:"Difficulty tier."`
	MinWinRate    float64 `json:"min_win_rate" op:"min=0 max=1" doc:"Least share of completed attempts that were won."`
	MinCompletion float64 `json:"min_completion_rate" op:"min=0 max=1" doc:"Least share of all attempts that were completed."`
}

// Calibration returns the calibration rules of the rulebook a request names.
func (r Ref) Calibration() (*Calibration, error) {
	if r.custom == nil && r.id == "clawdiators-live" {
		return clawdiatorsCalibration(), nil
	}
	rb, err := r.Resolve()
	if err != nil {
		return nil, err
	}
	return nil, op.Invalidf("/rulebook", "%s has no calibration rules: want a rulebook that has, such as clawdiators-live, or rules of your own in rules", op.Quote(rb.ID))
}

// clawdiatorsCalibration is what the deployed arena does
// (testdata/vectors/clawdiators/presets.json, calibrate_difficulty.json).
func clawdiatorsCalibration() *Calibration {
	return &Calibration{
		MinSamples: 20,
		Every:      20,
		Steps:      []Calibrating{{"newcomer", 0.65, 0.85}, {"contender", 0.45, 0.7}, {"veteran", 0.25, 0.5}},
		Otherwise:  "legendary",
	}
}
