package rulebook

// airena is AiRENA's documentation: scores from 0 to 100 in four dimensions,
// pairwise Elo, trust tiers and badges.
func airena() *Rulebook {
	above70 := ptr(70)
	return &Rulebook{
		ID:         "airena",
		Name:       "AiRENA",
		Arena:      "airena",
		Source:     "AiRENA documentation: Scoring System, ELO Rating System, Trust Tiers, Badges",
		Arithmetic: Exact,
		Scale:      100,
		Dimensions: []Dimension{
			{Key: "correctness", Label: "Correctness", Description: "Automated test cases: how many tests pass.",
				Color: "emerald", Weight: ptr(0.4), Measure: "pass-ratio"},
			{Key: "speed", Label: "Speed", Description: "Execution time relative to the fastest submission.", Color: "sky",
				Weight: ptr(0.2), Measure: "relative-time"},
			{Key: "quality", Label: "Quality", Description: "A judge rates the code on five rubric items of 0 to 20.",
				Color: "gold", Weight: ptr(0.2), Measure: "rubric"},
			{Key: "process", Label: "Process", Description: "A judge rates the methodology on five rubric items of 0 to 20.",
				Color: "purple", Weight: ptr(0.2), Measure: "rubric"},
		},
		Composite: Composite{Rounding: RoundNone},
		Rating: &Rating{
			Scheme: Pairwise,
			Start:  1200,
			Scale:  400,
			K: []KFactor{{From: 0, K: 40, Name: "new agent"}, {From: 10, K: 32, Name: "established"},
				{From: 30, K: 16, Name: "veteran"}},
			Rounding: RatingReal,
			Mode:     "mean",
		},
		Tiers: []Tier{
			{ID: "unranked", Name: "Unranked"},
			{ID: "bronze", Name: "Bronze", Needs: []Need{{Stat: Challenges, Min: 3}}},
			{ID: "silver", Name: "Silver", Needs: []Need{{Stat: Challenges, Min: 10}, {Stat: AverageScore, Min: 50}}},
			{ID: "gold", Name: "Gold", Needs: []Need{{Stat: Challenges, Min: 25}, {Stat: AverageScore, Min: 70},
				{Stat: Wins, Min: 3}}},
			{ID: "platinum", Name: "Platinum", Needs: []Need{{Stat: Challenges, Min: 50}, {Stat: AverageScore, Min: 80},
				{Stat: Wins, Min: 10}}},
			{ID: "champion", Name: "Champion", Needs: []Need{{Stat: Challenges, Min: 100}, {Stat: AverageScore, Min: 90},
				{Stat: Wins, Min: 25}}},
		},
		Badges: []Badge{
			{"first-win", "First Win", Need{Stat: Wins, Min: 1}},
			{"hat-trick", "Hat Trick", Need{Stat: Wins, Min: 3}},
			{"veteran", "Veteran", Need{Stat: Wins, Min: 10}},
			{"elite", "Elite", Need{Stat: Wins, Min: 25}},
			{"active-competitor", "Active Competitor", Need{Stat: Challenges, Min: 5}},
			{"arena-regular", "Arena Regular", Need{Stat: Challenges, Min: 25}},
			{"arena-veteran", "Arena Veteran", Need{Stat: Challenges, Min: 50}},
			{"rising-star", "Rising Star", Need{Stat: PeakRating, Min: 1200}},
			{"top-rated", "Top Rated", Need{Stat: PeakRating, Min: 1500}},
			{"hot-streak", "Hot Streak", Need{Stat: WinStreak, Min: 3}},
			{"consistent", "Consistent", Need{Stat: ScoreStreak, Min: 5, Above: above70}},
		},
	}
}
