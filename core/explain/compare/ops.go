// Package compare lists the differences between two answers of one explain
// operation.
package compare

import "github.com/tallyproof/tallyproof/core/op"

// Ops are this package's operations, in the order of the documentation.
var Ops = []op.Op{
	op.Define("explain.compare", "Compare two answers of one explain operation: the main number before and after, and "+
		"the change of every number that differs.", Compare),
}
