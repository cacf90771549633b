// Package standings explains a tier or title, and the fewest challenges to the next.
package standings

import (
	"github.com/tallyproof/tallyproof/core/op"
)

// Ops are this package's operations, in the order of the documentation.
var Ops = []op.Op{
	op.Define("explain.standing",
		"Explain a tier or title and what is missing for the next. Takes the request of standing.evaluate.", Standing),
	op.Define("explain.plan", "Explain the fewest further challenges to a tier or title, or why it is impossible. Takes "+
		"the request of standing.plan.", Plan),
}
