package arenas

import "github.com/tallyproof/tallyproof/core/rulebook"

// The shapes of a rulebook, for the page that writes one.
type (
	Dimension = rulebook.Dimension
	Need      = rulebook.Need
	Opponent  = rulebook.Opponent
	Rulebook  = rulebook.Rulebook
	Tier      = rulebook.Tier
)

// Its choices.
const (
	Authored        = rulebook.Authored
	AverageScore    = rulebook.AverageScore
	Challenges      = rulebook.Challenges
	Pairwise        = rulebook.Pairwise
	PeakRating      = rulebook.PeakRating
	RatingFinal     = rulebook.RatingFinal
	RatingReal      = rulebook.RatingReal
	RatingStat      = rulebook.RatingStat
	RatingSteps     = rulebook.RatingSteps
	RoundFloorTotal = rulebook.RoundFloorTotal
	RoundNone       = rulebook.RoundNone
	RoundParts      = rulebook.RoundParts
	Solo            = rulebook.Solo
	TiesByOrder     = rulebook.TiesByOrder
	TiesByTime      = rulebook.TiesByTime
	WinStreak       = rulebook.WinStreak
	Wins            = rulebook.Wins
)

// Actual returns what a result is worth where the rules do not say otherwise.
func Actual(result string) float64 { return rulebook.Actual(result) }
