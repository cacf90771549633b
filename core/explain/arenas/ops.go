// Package arenas explains the rules of a designer's own arena by one run: its score, its
// result, what it does to a rating, and how far the next title is.
package arenas

import "github.com/tallyproof/tallyproof/core/op"

// Ops are this package's operations, in the order of the documentation.
var Ops = []op.Op{
	op.Define("explain.arena", "Explain the rules of an arena by one run: its score, its result, the rating after it, and "+
		"the steps, each with the rule that it follows.", Arena),
}
