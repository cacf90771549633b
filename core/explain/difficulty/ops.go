// Package difficulty explains how hard challenges play, from matches: the opponent's rating
// that fits, shares of results, and what the arena's calibration decides.
package difficulty

import (
	"strings"

	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/rating/matchlist"
)

// Ops are this package's operations.
var Ops = []op.Op{
	op.Define("explain.difficulty", "Explain how hard challenges play, from a pasted list of matches: the rating that fits, "+
		"with its interval, and what the arena's calibration decides.", Difficulty).Costs(cost),
}

// cost estimates [Difficulty], which asks a few hundred times for the likelihood of every match.
func cost(req DifficultyRequest) op.Cost {
	rows := 1 + float64(strings.Count(req.Text, "\n")+strings.Count(req.Text, "{"))
	rows = min(rows, matchlist.Most)
	return op.Cost{Work: 5_000 + op.Product(rows, 40), Memory: op.Product(rows, 600), Answer: 300_000, Field: "/text",
		Fewer: "fewer matches"}
}
