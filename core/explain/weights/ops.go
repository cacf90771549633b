package weights

import (
	"strings"

	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/ranking/nearest"
)

// Ops are this package's operations, in the order of the documentation.
var Ops = []op.Op{
	op.Define("explain.weights", "Rank agents from a pasted table by weights, and explain who leads.",
		Weights).Bulk().Costs(weightsCost),
	op.Define("explain.sure", "Explain how far a ranking can be trusted: under which other weights it stays, what "+
		"overturns it, and what each dimension decides.", Sure).Bulk().Costs(sureCost),
	op.Define("explain.first", "Find the nearest weights that put an agent first, or explain why none do.",
		First).Bulk().Costs(firstCost),
	op.Define("explain.regions", "Map who is first, however three of the weights divide what they have.",
		Regions).Bulk().Costs(regionsCost),
	op.Define("explain.weightings", "Compare the ranking with those under up to four other weightings: who is first, "+
		"how alike they are, and who moves.", Others).Bulk().Costs(othersCost),
	op.Define("explain.stress", "Check a scoring for what is unfair: ranks that others decide, weights that decide "+
		"nothing, answers that win without being good, and leads that hang on one test.", Stress).Bulk().Costs(stressCost),
	op.Define("explain.edit", "Take the weights of an arena or a challenge for a table, or add or remove a dimension or "+
		"a hypothetical agent.", Edit).Bulk().Costs(editCost),
	op.Define("explain.export", "Write weights as code or data.", Export).Bulk(),
}

// Microseconds of reading and ranking a row, of one row under one random weighting,
// and of sweeping one weight for each column.
const (
	rowCost    = 40
	sampleCost = 0.04
	sweepCost  = 150

	wallCost = 3   // of a row and a column, in a search for weights
	boxCost  = 150 // of a box of weights
	pairCost = 0.1 // of comparing two rows

	fewRows = 64
)

// sizeOf is at least how many rows and columns a text has.
func sizeOf(text string) (rows, columns float64) {
	first, _, _ := strings.Cut(text[:min(len(text), 8192)], "\n")
	for _, mark := range []string{",", ";", "\t", ":"} {
		columns += float64(strings.Count(first, mark))
	}
	return float64(1 + strings.Count(text, "\n") + strings.Count(text, "{")), min(mostColumns, 1+columns)
}

func weightsCost(req Request) op.Cost {
	rows, _ := sizeOf(req.Text)
	return op.Cost{Work: op.Product(rows, rowCost), Field: "/text", Fewer: "fewer agents"}
}

// editCost estimates [Edit], which may read, write and read again.
func editCost(req EditRequest) op.Cost {
	cost := weightsCost(Request{Text: req.Text})
	cost.Work *= 3
	return cost
}

// regionsCost estimates [Regions]: a row is cut out of at most 100 regions.
func regionsCost(req RegionsRequest) op.Cost { return weightsCost(Request{Text: req.Text}) }

// othersCost estimates [Others].
func othersCost(req OthersRequest) op.Cost { return weightsCost(Request{Text: req.Text}) }

// sureCost estimates [Sure]: rows are ranked under at least 100 random weightings, and
// each weight is swept.
func sureCost(req Request) op.Cost {
	rows, columns := sizeOf(req.Text)
	samples := max(100, min(10_000, 2_500_000/rows))
	work := op.Product(rows, op.Product(samples, sampleCost)+rowCost) + op.Product(columns, columns, sweepCost+rows)
	return op.Cost{Work: work, Field: "/text", Fewer: "fewer agents or dimensions"}
}

// stressCost estimates [Stress], which looks at every row several times.
func stressCost(req StressRequest) op.Cost { return weightsCost(Request{Text: req.Text}) }

// firstCost estimates [First]: as many random weightings as [Sure] has, searches for
// weights that keep one row ahead of all others, and a comparison of all pairs of leading
// rows.
func firstCost(req FirstRequest) op.Cost {
	rows, columns := sizeOf(req.Text)
	cost := sureCost(Request{Text: req.Text})
	leading := min(rows, mostCovered)
	boxes := op.Product(mostBoxes/columns+float64(nearest.Deep*columns), min(1, rows/fewRows)) // few rows leave few
	wide := max(0.5, op.Product(columns/11, columns/11))
	cost.Work += op.Product(boxes, boxCost, wide) + op.Product(op.Product(rows, columns), wallCost) +
		op.Product(op.Product(leading, leading), pairCost)
	return cost
}
