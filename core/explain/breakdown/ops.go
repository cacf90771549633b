// Package breakdown explains a score: the answer in a sentence, its parts, every step. It
// is apart from core/explain/scores, because the verifier shows the parts of a score too.
package breakdown

import "github.com/tallyproof/tallyproof/core/op"

// Ops are this package's operations, in the order of the documentation.
var Ops = []op.Op{
	op.Define("explain.score", "Explain a score: the answer in a sentence, every dimension, every step, both readings "+
		"of the rules. Takes the request of score.compute.", Score),
}
