// Package metrics describes challenges and agents by numbers that change no
// score: statistics of its matches, its difficulty, and the trend of an agent's
// scores.
package metrics

import "github.com/tallyproof/tallyproof/core/op"

// Ops are this package's operations, in the order of the documentation.
var Ops = []op.Op{
	op.Define("challenge.metrics", "What a challenge's matches have in common: rates, distribution, pass@1, best of k, "+
		"learning curve, cost.", Metrics).Bulk(),
	op.Define("challenge.calibrate", "Difficulty of a challenge as an arena revises it, and what would move it.",
		Calibrate),
	op.Define("score.trend", "Which way an agent's last scores are going.", Trend),
}
