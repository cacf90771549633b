package rulebook

// sprint is the arena of the contributors' guide: tests passed and time, and
// nothing that another arena does not have.
func sprint() *Rulebook {
	return &Rulebook{
		ID:         "sprint",
		Name:       "Sprint",
		Arena:      "sprint",
		Source:     "CONTRIBUTING.md",
		Arithmetic: Exact,
		Scale:      100,
		Dimensions: []Dimension{
			{Key: "correctness", Label: "Correctness", Description: "How many tests pass.", Color: "emerald", Weight: ptr(0.75), Measure: "pass-ratio"},
			{Key: "speed", Label: "Speed", Description: "Execution time relative to the fastest submission.", Color: "sky", Weight: ptr(0.25), Measure: "relative-time"},
		},
		Composite: Composite{Rounding: RoundNone},
	}
}
