// Package scores explains scores: their parts, the ways to a
// target, and the comparison with other submissions.
package scores

import (
	"github.com/tallyproof/tallyproof/core/op"
)

// Ops are this package's operations, in the order of the documentation.
var Ops = []op.Op{
	op.Define("explain.target", "Explain what it takes to reach a score: the cheapest changes of measurements, or the "+
		"most that can be reached. Takes the request of score.solve, or the target in percent.", Target),
	op.Define("explain.levers", "Explain where a score's points come from and what one more step of each measurement "+
		"adds. Takes the request of score.marginal.", Levers),
	op.Define("explain.tasks",
		"Explain what one more passed task adds, and which numbers of tasks beat a top score or reset its decay.", Tasks),
	op.Define("explain.cliff",
		"Explain where one more point of a score changes a match's result, and what that is worth in rating.", Cliff),
	op.Define("explain.interval", "Explain how far a pass rate, or a ranking by pass rates, can be trusted with so many "+
		"tasks.", Interval).Costs(intervalCost),
	op.Define("explain.diff", "Explain how two readings of an arena's rules differ on a submission, value by value. "+
		"Takes the request of score.compute.", Diff),
	op.Define("explain.rivals", "Explain how submissions of one challenge compare, and how a faster answer of somebody "+
		"else would change them.", Rivals),
	op.Define("explain.measure", "Explain how one dimension of a submission gets its score: a curve of the score against "+
		"its input, with the submission on it.", Measure),
}
