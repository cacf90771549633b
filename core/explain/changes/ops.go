// Package changes explains what a change of an arena's rules decides.
package changes

import (
	"strings"

	"github.com/tallyproof/tallyproof/core/op"
)

// Ops are this package's operations, in the order of the documentation.
var Ops = []op.Op{
	op.Define("explain.rules", "Explain what a change of the rules decides: the results, ranks and scores of a "+
		"challenge's submissions by both rulebooks.", Rules).Costs(rulesCost),
}

// rulesCost estimates [Rules], which reads each row for both rulebooks.
func rulesCost(req RulesRequest) op.Cost {
	rows := 1 + strings.Count(req.Text, "\n") + strings.Count(req.Text, "{")
	return op.Cost{Work: op.Product(float64(rows), 60), Field: "/text", Fewer: "fewer submissions"}
}
