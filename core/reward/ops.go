// Package reward turns validators' evaluations into weights on chain: what the
// validators agree on, how a competition is divided, the cap, the burn and the
// decay.
//
// Numbers are those of the arena's documents (docs/sources.md) or of its
// published code; [rulebook.Reward] says which, as data, and nothing here asks
// which arena it is in. Every calculation is written once, over a [number]:
//
//   - exact: pass counts are fractions, decimals are the decimals they were
//     written as, stakes are whole; every sum, comparison and rounding is
//     exact, and numbers leave as the nearest float64, so the order of the
//     input cannot matter;
//   - float64: IEEE 754 in the published code's order. Sums over the miners of
//     all competitions run in ascending id order, those within a competition
//     and over validators in the order given.
//
// What comes out is what the formulas give. The published validator never
// wired most of them to a payout, so it is not what anybody will be paid.
package reward

import (
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/reward/decay"
)

// Ops are this package's operations, in the order of the documentation.
var Ops = []op.Op{
	op.Define("reward.consensus",
		"What validators agree on, per miner: median, spread, outliers and the stake-weighted score.", Consensus),
	op.Define("reward.weights", "Divide emission among miners: strategy, competitions, cap and burn, with the whole "+
		"numbers the chain stores.", Weights).Costs(weightsCost),
	op.Define("reward.marginal", "What each strategy pays one miner: now, for one more task and for entering twice; how equal "+
		"it is, and what the chain's whole numbers lose.", Marginal).Costs(marginalCost),
	op.Define("reward.decay", "Decay without improvement, epoch by epoch: how much is burned and what is kept.",
		decay.Decay).Costs(decay.DecayCost),
}
