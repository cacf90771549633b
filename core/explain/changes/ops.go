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
	op.Define("explain.field", "Place the submissions of a challenge by their scores under changed rules: who wins, from which "+
		"score on a given share does, the curve of one dimension, and ratings after a season.", Field).Costs(fieldCost),
}

// rulesCost estimates [Rules], which reads each row for both rulebooks, and asks of each column
// what it measures.
func rulesCost(req RulesRequest) op.Cost {
	rows := float64(1 + strings.Count(req.Text, "\n") + strings.Count(req.Text, "{"))
	columns := float64(strings.Count(req.Text, ",")) / rows
	return op.Cost{Work: op.Product(rows, 60) + op.Product(columns, 20), Field: "/text", Fewer: "fewer submissions"}
}

// fieldCost estimates [Field], which also compares each dot with those near it, and each agent of a
// season with the others.
func fieldCost(req FieldRequest) op.Cost {
	cost := rulesCost(req.RulesRequest)
	rows := min(mostSubmissions, 1+float64(strings.Count(req.Text, "\n")+strings.Count(req.Text, "{")))
	cost.Work += 3000 + op.Product(rows, rows, 1) + op.Product(min(rows, mostPairs), min(rows, mostPairs), 5)
	cost.Answer = op.Product(rows, 1500)
	return cost
}
