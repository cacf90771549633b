package rulebook

import "github.com/tallyproof/tallyproof/core/op"

// Calibration describes how an arena revises a challenge's difficulty from what
// happened in it.
type Calibration struct {
	MinSamples int               `json:"min_samples" op:"min=1 max=1000000000" doc:"Completed attempts below which nothing is revised."`
	Every      int               `json:"every" op:"min=1 max=1000000000" doc:"Submissions between two revisions."`
	Steps      []CalibrationStep `json:"steps" op:"min=1 max=32" doc:"Difficulty tiers, easiest first, with the requirements of each; thresholds never rise."`
	Otherwise  string            `json:"otherwise" op:"maxlen=60" doc:"The hardest tier, which applies if no step does."`
}

// CalibrationStep is a difficulty tier with its thresholds, both inclusive.
type CalibrationStep struct {
	Difficulty    string  `json:"difficulty" op:"maxlen=60" doc:"Difficulty tier."`
	MinWinRate    float64 `json:"min_win_rate" op:"min=0 max=1" doc:"Least share of completed attempts that were won."`
	MinCompletion float64 `json:"min_completion_rate" op:"min=0 max=1" doc:"Least share of attempts that were completed."`
}

// Tier returns the first step both rates reach, or else the number of steps.
func (c *Calibration) Tier(winRate, completionRate float64) int {
	for i := range c.Steps {
		if s := &c.Steps[i]; winRate >= s.MinWinRate && completionRate >= s.MinCompletion {
			return i
		}
	}
	return len(c.Steps)
}

// Name returns the difficulty of a tier.
func (c *Calibration) Name(tier int) string {
	if tier < len(c.Steps) {
		return c.Steps[tier].Difficulty
	}
	return c.Otherwise
}

// Calibration returns the calibration rules of the rulebook a request names.
func (r Ref) Calibration() (*Calibration, error) {
	rb, err := r.Resolve()
	if err != nil {
		return nil, err
	}
	if rb.Calibration == nil {
		return nil, rb.lacks("calibration rules", "clawdiators-live")
	}
	return rb.Calibration, nil
}

// lacks returns the refusal of a rulebook without some rules.
func (rb *Rulebook) lacks(what, example string) error {
	return op.Refuse("/rulebook", "%s has no %s: want a rulebook that has, such as %s", op.Quote(rb.ID), what, example)
}

// clawdiatorsCalibration returns the calibration of the deployed arena
// (testdata/vectors/clawdiators/presets.json, calibrate_difficulty.json).
func clawdiatorsCalibration() *Calibration {
	return &Calibration{
		MinSamples: 20,
		Every:      20,
		Steps: []CalibrationStep{{Difficulty: "newcomer", MinWinRate: 0.65, MinCompletion: 0.85},
			{Difficulty: "contender", MinWinRate: 0.45, MinCompletion: 0.7}, {Difficulty: "veteran", MinWinRate: 0.25,
				MinCompletion: 0.5}},
		Otherwise: "legendary",
	}
}
