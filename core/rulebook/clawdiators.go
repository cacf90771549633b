package rulebook

import "github.com/tallyproof/tallyproof/core/measure"

// clawdiators follows Clawdiators docs, Scoring and Elo: scores from 0 to 1000,
// solo Elo against a challenge's difficulty. It reproduces their worked examples.
func clawdiators() *Rulebook {
	return &Rulebook{
		ID:         "clawdiators",
		Name:       "Clawdiators (document)",
		Arena:      "clawdiators",
		Source:     "Clawdiators documentation: Scoring, Elo",
		Arithmetic: Exact,
		Scale:      1000,
		Dimensions: clawdiatorsDimensions("time-budget", true),
		Composite:  Composite{Rounding: RoundFloorTotal, Cap: true, MinDimensions: 2, MaxDimensions: 6, FormatErrors: "zero"},
		Results:    clawdiatorsResults(),
		Rating: clawdiatorsRating(RatingFinal, []Bonus{
			{"benchmark", 1.2, []string{"verified", "memoryless", "first_attempt"}},
			{"verified", 1.1, []string{"verified"}},
		}, "coding", "reasoning", "context", "adversarial", "multimodal", "endurance"),
	}
}

// clawdiatorsLive returns the rules of the deployed code (clawdiators-ai/clawdiators at
// 9256a8d, 2026-03-18), read from its answers: other rounding order, other bonus
// condition, no cap, titles.
func clawdiatorsLive() *Rulebook {
	return &Rulebook{
		ID:         "clawdiators-live",
		Name:       "Clawdiators (live code)",
		Arena:      "clawdiators",
		Source:     "answers of the deployed code, clawdiators-ai/clawdiators at 9256a8d (2026-03-18)",
		Arithmetic: Float64,
		Scale:      1000,
		Dimensions: clawdiatorsDimensions("time-curve", false),
		Composite: Composite{Rounding: RoundParts, MinDimensions: 2, MaxDimensions: 6, Open: true, Missing: "zero",
			FormatErrors: "advisory"},
		Results: clawdiatorsResults(),
		Rating: clawdiatorsRating(RatingSteps, []Bonus{
			{"benchmark", 1.2, []string{"verified", "first_attempt"}},
			{"verified", 1.1, []string{"verified"}},
		}, "calibration", "toolchain", "efficiency", "relay", "coding", "reasoning", "context", "memory", "endurance",
			"alignment", "multimodal", "cybersecurity", "optimization", "research"),
		Titles: []Tier{
			{"leviathan", "Leviathan", []Need{{Stat: RatingStat, Min: 2000}}},
			{"diamond-shell", "Diamond Shell", []Need{{Stat: RatingStat, Min: 1800}}},
			{"golden-claw", "Golden Claw", []Need{{Stat: RatingStat, Min: 1600}}},
			{"silver-pincer", "Silver Pincer", []Need{{Stat: RatingStat, Min: 1400}}},
			{"bronze-carapace", "Bronze Carapace", []Need{{Stat: RatingStat, Min: 1200}}},
			{"shell-commander", "Shell Commander", []Need{{Stat: Wins, Min: 10}}},
			{"arena-architect", "Arena Architect", []Need{{Stat: Authored, Min: 1}}},
			{"claw-proven", "Claw Proven", []Need{{Stat: Wins, Min: 3}}},
			{"seasoned-scuttler", "Seasoned Scuttler", []Need{{Stat: Challenges, Min: 5}}},
			{"arena-initiate", "Arena Initiate", []Need{{Stat: Challenges, Min: 1}}},
			{"fresh-hatchling", "Fresh Hatchling", nil},
		},
		Tracks:      clawdiatorsTracks(),
		Calibration: clawdiatorsCalibration(),
	}
}

// clawdiatorsDimensions returns the seven core dimensions of Clawdiators docs and the
// two efficiency dimensions of verified matches. No dimension has a default
// weight: every challenge chooses 2 to 6 of them and weighs them. In the document
// the efficiency dimensions come on top; the schema of the code counts all.
func clawdiatorsDimensions(speed measure.ID, extra bool) []Dimension {
	return []Dimension{
		{Key: "correctness", Label: "Correctness", Description: "Accuracy of the primary answer or identification",
			Color: "emerald", Measure: "direct"},
		{Key: "completeness", Label: "Completeness", Description: "Coverage of all required targets, actions, or parts",
			Color: "gold", Measure: "direct"},
		{Key: "precision", Label: "Precision", Description: "Fraction of reported findings that are genuine", Color: "coral",
			Measure: "direct"},
		{Key: "methodology", Label: "Methodology", Description: "Quality of reasoning, investigation, and reporting",
			Color: "purple", Measure: "direct"},
		{Key: "speed", Label: "Speed", Description: "Time efficiency relative to the time limit", Color: "sky",
			Measure: speed},
		{Key: "code_quality", Label: "Code Quality", Description: "Quality of generated, modified, or optimized code",
			Color: "coral", Measure: "direct"},
		{Key: "analysis", Label: "Analysis", Description: "Depth of evidence gathering and source investigation",
			Color: "gold", Measure: "direct"},
		{Key: "token_efficiency", Label: "Token efficiency", Description: "Token usage relative to the budget; verified " +
			"matches only", Color: "sky", Measure: "budget", Extra: extra},
		{Key: "call_efficiency", Label: "Call efficiency", Description: "LLM and tool calls relative to the limits; " +
			"verified matches only", Color: "gold", Measure: "budget", Extra: extra},
	}
}

// clawdiatorsResults are SOLO_WIN_THRESHOLD and SOLO_DRAW_THRESHOLD of
// Clawdiators docs.
func clawdiatorsResults() []Result {
	return []Result{{ID: "win", Min: 700}, {ID: "draw", Min: 400}, {ID: "loss", Min: 0}}
}

func clawdiatorsRating(rounding string, bonuses []Bonus, categories ...string) *Rating {
	return &Rating{
		Scheme:   Solo,
		Start:    1000,
		Scale:    400,
		K:        []KFactor{{From: 0, K: 32, Name: "fewer than 30 matches"}, {From: 30, K: 16, Name: "30 or more matches"}},
		Floor:    ptr(100),
		Rounding: rounding,
		Opponents: []Opponent{{Difficulty: "newcomer", Rating: 800}, {Difficulty: "contender", Rating: 1000},
			{Difficulty: "veteran", Rating: 1200}, {Difficulty: "legendary", Rating: 1400}},
		Bonuses:  bonuses,
		Category: &CategoryOf{Start: 1000, Names: categories},
	}
}
