package rulebook

// term is seed documents 003 and 004: a submission's score is its pass rate
// over all tasks, from 0 to 1; ties are broken by the earlier submission.
func term() *Rulebook {
	return &Rulebook{
		ID:         "term",
		Name:       "Term Challenge",
		Arena:      "term",
		Source:     "Term Challenge documentation: Scoring System, Scoring & Rewards (seeds 003, 004)",
		Arithmetic: Exact,
		Scale:      1,
		Dimensions: []Dimension{
			{Key: "pass_rate", Label: "Pass rate", Description: "Tasks whose every test passes in time, of all tasks.", Color: "emerald", Weight: ptr(1), Measure: "pass-ratio"},
		},
		Composite: Composite{Rounding: RoundNone},
	}
}
