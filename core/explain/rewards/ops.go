// Package rewards explains the rewards of agents and their decay.
package rewards

import (
	"strings"

	"github.com/tallyproof/tallyproof/core/op"
)

// Ops are this package's operations, in the order of the documentation.
var Ops = []op.Op{
	op.Define("explain.decay",
		"Explain what happens to a Term Challenge reward while nobody improves, by each of four sources.", Decay),
	op.Define("explain.shares", "Explain how emission is divided among miners, by each strategy, cap and burn. Takes "+
		"the request of reward.weights.", Shares),
	op.Define("explain.share", "Explain one miner's share of the emission, beside all others and by every strategy: from a "+
		"pasted list of miners.", Share).Costs(shareCost),
	op.Define("explain.agreement", "Explain what validators agree on about a miner: who is an outlier, and at which "+
		"score each of them would be.", Agreement).Costs(agreementCost),
	op.Define("explain.tips", "Explain the advice of Term Challenge's documents with the numbers of a pass rate. Takes "+
		"the request of score.compute.", Tips),
}

// agreementCost estimates [Agreement], which looks for where each validator becomes an
// outlier, of all of them.
func agreementCost(req AgreementRequest) op.Cost {
	n := float64(len(req.Validators))
	return op.Cost{Work: op.Product(n, n, 12), Answer: op.Product(n, 300), Field: "/validators", Fewer: "fewer validators"}
}

// shareCost estimates [Share], which solves the division 16 times, and 10 times more for its list.
func shareCost(req ShareRequest) op.Cost {
	lines := float64(1 + strings.Count(req.Text, "\n"))
	cost := op.Cost{Work: op.Product(min(lines, mostListed), 50), Answer: op.Product(lines, 60), Field: "/text",
		Fewer: "fewer miners"}
	if req.List {
		cost.Work *= 2
		cost.Answer += op.Product(lines, 300)
	}
	return cost
}
