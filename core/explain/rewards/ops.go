// Package rewards explains the rewards of agents and their decay.
package rewards

import "github.com/tallyproof/tallyproof/core/op"

// Ops are this package's operations, in the order of the documentation.
var Ops = []op.Op{
	op.Define("explain.decay", "Explain what happens to a Term Challenge reward while nobody improves, by each of four sources.", Decay),
}
