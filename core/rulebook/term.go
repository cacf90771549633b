package rulebook

// term follows Term Challenge docs: a submission's score is its pass rate
// over all tasks, from 0 to 1; ties are broken by the earlier submission.
func term() *Rulebook {
	return &Rulebook{
		ID:         "term",
		Name:       "Term Challenge (document)",
		Arena:      "term",
		Source:     "Term Challenge documentation: Scoring System, Scoring & Rewards",
		Arithmetic: Exact,
		Scale:      1,
		Dimensions: termDimensions("Tasks whose every test passes in time, of all tasks."),
		Composite:  Composite{Rounding: RoundNone},
		Ties:       TiesByTime,
		Reward:     termReward(),
	}
}

// termLive returns the rules of the published validator code
// (PlatformNetwork/term-challenge-v2 at 2454c6b, e6f673b and 15b59fe), read from its
// answers: float64, results that are missing are dropped, and equal scores stay in the
// order in which they came in.
func termLive() *Rulebook {
	return &Rulebook{
		ID:         "term-live",
		Name:       "Term Challenge (live code)",
		Arena:      "term",
		Source:     "answers of the published validator code, PlatformNetwork/term-challenge-v2 at 2454c6b, e6f673b and 15b59fe",
		Arithmetic: Float64,
		Scale:      1,
		Dimensions: termDimensions("Tasks whose every test passes in time, of the tasks with a result."),
		Composite:  Composite{Rounding: RoundNone},
		Ties:       TiesByOrder,
		Reward:     termLiveReward(),
	}
}

func termDimensions(description string) []Dimension {
	return []Dimension{
		{Key: "pass_rate", Label: "Pass rate", Description: description, Color: "emerald", Weight: ptr(1),
			Measure: "pass-ratio"},
	}
}

// termReward follows both pages of the docs, with the table of defaults in
// Scoring System. They do not mention missing results, empty competitions or
// softmax, which only the page of the whole network has.
func termReward() *Reward {
	return &Reward{
		Arithmetic: Exact,
		Missing:    "fail",
		Ties:       TiesByTime,
		Consensus:  RewardConsensus{MinValidators: 3, MinStakePercent: 30, OutlierThreshold: 3.5},
		Weights: RewardWeights{
			Strategy: "linear", TopN: 1, Temperature: 1, ZeroScores: ZeroFormula,
			Empty: "burn", CapPercent: 50, CapMode: "truncate", BurnMode: "scale",
		},
		Decay: RewardDecay{
			Curve: "linear", Rate: 0.05, Grace: 10, MaxBurn: 80, GraceBlocks: 21600, HalfLife: 7200,
			Threshold: 0.02, ThresholdMode: "relative", Staleness: "competition",
		},
	}
}

// termLiveReward returns the rewards of the published validator code, read from its
// answers in testdata/vectors/term: consensus and outliers at 2454c6b, strategies, cap,
// burn and decay at e6f673b, the block curve at 15b59fe.
func termLiveReward() *Reward {
	return &Reward{
		Arithmetic: Float64,
		Missing:    "drop",
		Ties:       TiesByOrder,
		Consensus: RewardConsensus{MinValidators: 3, MinStakePercent: 30, OutlierThreshold: 2.5, MADFloor: 0.001,
			MaxVariance: 0.15},
		Weights: RewardWeights{
			Strategy: "linear", TopN: 1, Temperature: 1, ZeroScores: ZeroPaid, Whole: true,
			Empty: "renormalize", CapPercent: 50, CapMode: "redistribute", BurnMode: "scale",
		},
		Decay: RewardDecay{
			Curve: "linear", Rate: 0.05, Grace: 10, MaxBurn: 80, Early: 1, GraceBlocks: 21600, HalfLife: 7200,
			MaxBurnBlocks: 100,
			Threshold:     0.02, ThresholdMode: "absolute", AnyKeepsTop: true, Staleness: "competition", Processed: true,
		},
	}
}
