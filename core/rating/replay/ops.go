// Package replay goes through a history of matches by a rulebook, compares every
// rating that the history claims, and finds the rule behind each difference.
package replay

import "github.com/tallyproof/tallyproof/core/op"

// Ops are this package's operations, in the order of the documentation.
var Ops = []op.Op{
	op.Define("elo.replay", "Replay a history of matches by the rules; check every claimed rating and explain each "+
		"difference.", Replay).Bulk().Costs(replayCost),
}
