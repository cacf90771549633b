package rulebook

// Calibration says how an arena revises a challenge's difficulty from what
// happened in it.
type Calibration struct {
	MinSamples int               // attempts below which nothing is revised
	Every      int               // submissions between two revisions
	Steps      []CalibrationStep // difficulty tiers, easiest first; thresholds never rise
	Otherwise  string            // the hardest tier, where no step holds
}

// CalibrationStep is one difficulty tier with what it takes, both inclusive.
type CalibrationStep struct {
	Difficulty    string
	MinWinRate    float64 // of completed attempts
	MinCompletion float64 // of all attempts
}

// Tier is the first step both rates reach, or else the number of steps.
func (c *Calibration) Tier(winRate, completionRate float64) int {
	for i := range c.Steps {
		if s := &c.Steps[i]; winRate >= s.MinWinRate && completionRate >= s.MinCompletion {
			return i
		}
	}
	return len(c.Steps)
}

// Name is the difficulty of a tier.
func (c *Calibration) Name(tier int) string {
	if tier < len(c.Steps) {
		return c.Steps[tier].Difficulty
	}
	return c.Otherwise
}

// Calibration returns the calibration rules of the rulebook a request names.
func (r Ref) Calibration() (*Calibration, error) {
	if r.custom == nil && r.id == "clawdiators-live" {
		return clawdiatorsCalibration(), nil
	}
	return nil, r.lacks("calibration rules")
}

// clawdiatorsCalibration is what the deployed arena does
// (testdata/vectors/clawdiators/presets.json, calibrate_difficulty.json).
func clawdiatorsCalibration() *Calibration {
	return &Calibration{
		MinSamples: 20,
		Every:      20,
		Steps:      []CalibrationStep{{"newcomer", 0.65, 0.85}, {"contender", 0.45, 0.7}, {"veteran", 0.25, 0.5}},
		Otherwise:  "legendary",
	}
}
