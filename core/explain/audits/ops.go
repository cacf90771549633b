package audits

import (
	"strings"

	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/proof"
	"github.com/tallyproof/tallyproof/core/ranking/recover"
	"github.com/tallyproof/tallyproof/core/table"
)

// Ops are this package's operations, in the order of the documentation.
var Ops = []op.Op{
	op.Define("explain.audit", "Recompute everything that the report of a challenge claims, read from a text, and "+
		"explain every difference.", Audit).Bulk().Costs(cost),
}

// Microseconds of reading and recomputing a row, and of explaining what differs; and of looking
// for the weights of one.
const (
	rowWork    = 30
	weightWork = 60
	rowMemory  = 300 // bytes
)

// cost estimates [Audit] by the brackets and lines of the text, which may be proofs, and by the
// cells of its table.
func cost(req Request) op.Cost {
	rows := float64(1 + strings.Count(req.Text, "\n") + strings.Count(req.Text, "{"))
	if n, ok := table.Mapped(req.Text); ok {
		rows = float64(n)
	}
	c, proofs := recover.CostOf(req.Text), proof.BatchCost(proof.VerifyBatchRequest{Text: req.Text})
	c.Work += op.Product(rows, rowWork) + op.Product(min(rows, mostTried), weightWork) + proofs.Work
	c.Memory += proofs.Memory + op.Product(rows, rowMemory)
	c.Field, c.Fewer, c.Answer = "/text", "fewer submissions", 0
	return c
}
