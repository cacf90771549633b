package audits

import (
	"strings"

	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/proof"
)

// Ops are this package's operations, in the order of the documentation.
var Ops = []op.Op{
	op.Define("explain.audit", "Recompute everything that the report of a challenge claims, read from a text, and "+
		"explain every difference.", Audit).Bulk().Costs(cost),
}

// rowWork is microseconds of reading and recomputing a row, and of explaining what
// differs.
const rowWork = 30

// cost estimates [Audit] by the brackets and lines of the text, which may be proofs.
func cost(req Request) op.Cost {
	rows := 1 + strings.Count(req.Text, "\n") + strings.Count(req.Text, "{")
	proofs := proof.BatchCost(proof.VerifyBatchRequest{Text: req.Text})
	work := op.Product(float64(rows), rowWork) + proofs.Work
	return op.Cost{Work: work, Memory: proofs.Memory, Field: "/text", Fewer: "fewer submissions"}
}
