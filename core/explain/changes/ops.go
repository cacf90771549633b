// Package changes explains what a change of an arena's rules decides.
package changes

import "github.com/tallyproof/tallyproof/core/op"

// Ops are this package's operations, in the order of the documentation.
var Ops = []op.Op{
	op.Define("explain.rules", "Explain what a change of the rules decides: the results, ranks and scores of a challenge's submissions by both rulebooks.", Rules),
}
