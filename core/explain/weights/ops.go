package weights

import (
	"cmp"
	"strings"

	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/ranking"
	"github.com/tallyproof/tallyproof/core/ranking/live"
	"github.com/tallyproof/tallyproof/core/table"
)

// Ops are this package's operations, in the order of the documentation.
var Ops = []op.Op{
	op.Define("explain.weights", "Rank agents from a pasted table by weights, and explain who leads.",
		Weights).Bulk().Costs(weightsCost),
	op.Define("explain.sure", "Explain how far a ranking can be trusted: under which other weights it stays, what "+
		"overturns it, and what each dimension decides.", Sure).Bulk().Costs(sureCost),
	op.Define("explain.ranks", "Find the ranks that every agent takes as weights move within bounds and scores within "+
		"their noise, and who is surely ahead of the next.", Ranks).Bulk().Costs(ranksCost),
	op.Define("explain.first", "Find the nearest weights that put an agent first, or explain why none do.",
		First).Bulk().Costs(firstCost),
	op.Define("explain.regions", "Map who is first, however three of the weights divide what they have.",
		Regions).Bulk().Costs(regionsCost),
	op.Define("explain.sweep", "Follow every score as one weight moves: who wins below and above, and where.",
		Sweep).Bulk().Costs(sweptCost),
	op.Define("explain.weightings", "Compare the ranking with those under up to four other weightings: who is first, "+
		"how alike they are, and who moves.", Others).Bulk().Costs(othersCost),
	op.Define("explain.edit", "Take the weights of an arena or a challenge for a table, or add or remove a dimension or "+
		"a hypothetical agent.", Edit).Bulk().Costs(editCost),
	op.Define("explain.export", "Write weights as code or data.", Export).Bulk().Costs(exportCost),
}

// Microseconds of reading and ranking a table, of its random weightings and of what is
// looked for in it.
const (
	rowCost     = 1
	rowMemory   = 300   // bytes, and
	drawMemory  = 500   // more if it has random ranks
	scoreCost   = 0.04  // of a row under one random weighting
	drawCost    = 0.03  // of a weight of one random weighting
	boundCost   = 0.12  // more, if it has bounds
	rankCost    = 0.035 // of a row under one random weighting, with its rank
	noiseCost   = 0.02  // more, if its score has noise
	firstMemory = 200   // bytes of a row among those that can be first
	rankMemory  = 600   // bytes of a row, and
	sweepCost   = 0.1   // of a column and a weight that is swept, for two rows that are compared
	passCost    = 0.3   // and for a row that may come first
	pairCost    = 0.02  // of comparing two rows
	bendCost    = 1     // of a step of a weight with conditions, for two columns
	boxCost     = 25    // of a box of weights
	fewBoxes    = 20    // and how many there are for the square of the columns, if these are few
	searchCost  = 0.002
)

// deepCost is what it takes to search for weights of deepColumns columns, in microseconds: a
// quarter of the most that was seen, since many searches end at once. With more columns it
// may be over a second, and nobody knows before.
const (
	deepCost    = 200_000
	deepColumns = 52
	deepRows    = 30 // fewer have fewer walls between them

	tooLong = 1e9
)

// size is what a text may hold as a table, how many random weightings are drawn for it, and
// what it takes to read it.
type size struct {
	rows, columns, samples float64
	reading                op.Cost
}

func sizeOf(text string) size {
	first, _, _ := strings.Cut(text[:min(len(text), 8192)], "\n")
	columns := 0
	for _, mark := range []string{",", ";", "\t", "|", ":"} {
		columns = max(columns, strings.Count(first, mark))
	}
	rows := float64(1 + strings.Count(text, "\n") + max(strings.Count(text, "{"), strings.Count(text, "[")))
	if n, ok := table.Mapped(text); ok {
		rows, columns = max(rows, float64(n)), 0 // beside the score
	}
	return size{rows, min(mostDims, float64(1+columns)), max(100, min(10_000, 2_500_000/rows)), table.Cost(text)}
}

// read returns the work of reading a table and ranking its rows.
func (s size) read() float64 { return s.reading.Work + op.Product(s.rows, rowCost) }

// draw returns the work of ranking it under random weightings.
func (s size) draw() float64 {
	return op.Product(s.samples, op.Product(s.rows, scoreCost)+op.Product(s.columns, drawCost))
}

// conditions returns how many bounds and ratios weights have.
func conditions(list []live.Weight) (bounds, ratios int) {
	for _, w := range list {
		if w.Least != nil || w.Most != nil {
			bounds++
		}
		if w.Over != "" {
			ratios += 1 + strings.Count(w.Over, ",")
		}
	}
	return bounds, ratios
}

// within returns the work of drawing and sweeping weights with conditions, besides.
func (s size) within(list []live.Weight) float64 {
	bounds, ratios := conditions(list)
	if bounds+ratios == 0 {
		return 0
	}
	work := op.Product(s.columns, float64(bendsOf(int(s.columns))), s.columns, s.columns, bendCost) + op.Product(s.sweep(), 2)
	if ratios > 0 {
		work += op.Product(s.samples, ranking.DrawCost(int(s.columns), ratios))
	}
	return work
}

// sweep returns the work of sweeping the weight of each column.
func (s size) sweep() float64 {
	compared := min(s.rows, 2*mostCompared)
	return op.Product(s.columns, s.columns, op.Product(compared, compared, sweepCost/4)+op.Product(s.rows, passCost))
}

// search returns the work of looking for the nearest weights that put an agent first.
func (s size) search() float64 {
	boxes := min(mostBoxes/s.columns, mostSearched/op.Product(s.rows, s.columns),
		op.Product(fewBoxes, s.columns, s.columns))
	leading, part := min(s.rows, mostCovered), s.columns/deepColumns
	deep := op.Product(deepCost, part, part, part, part, min(1, s.rows/deepRows))
	if s.columns > deepColumns {
		deep = tooLong
	}
	return deep + op.Product(boxes, boxCost+op.Product(s.rows, s.columns, searchCost)) +
		op.Product(leading, leading, pairCost)
}

func (s size) cost(work float64) op.Cost {
	return op.Cost{Work: work, Memory: s.reading.Memory + op.Product(s.rows, rowMemory),
		Field: "/text", Fewer: "fewer agents or dimensions"}
}

func (s size) drawn(work float64) op.Cost {
	c := s.cost(work)
	c.Memory += op.Product(s.rows, drawMemory)
	return c
}

func weightsCost(req Request) op.Cost {
	c, _, _ := ReadCost(req.Text)
	return c
}

// ReadCost estimates what it takes to read a table and to rank its rows, and how many rows and
// columns it has.
func ReadCost(text string) (c op.Cost, rows, columns float64) {
	s := sizeOf(text)
	return s.cost(s.read()), s.rows, s.columns
}

// exportCost estimates [Export], which reads the table.
func exportCost(req ExportRequest) op.Cost { return weightsCost(Request{Text: req.Text}) }

// editCost estimates [Edit], which may read, write and read again.
func editCost(req EditRequest) op.Cost {
	s := sizeOf(req.Text)
	return s.cost(op.Product(2, s.read()))
}

// regionsCost estimates [Regions]: a row is cut out of at most 100 regions.
func regionsCost(req RegionsRequest) op.Cost { return weightsCost(Request{Text: req.Text}) }

// sweptCost estimates [Sweep]: the marks of each weight, and rows that are compared at each turn.
func sweptCost(req SweepRequest) op.Cost {
	s := sizeOf(req.Text)
	return s.cost(s.read() + s.sweep() + s.within(req.Weights) + op.Product(s.rows, mostWinners, scoreCost))
}

// othersCost estimates [Others].
func othersCost(req OthersRequest) op.Cost { return weightsCost(Request{Text: req.Text}) }

// sureCost estimates [Sure]: rows are ranked under random weightings, and each weight is
// swept.
func sureCost(req Request) op.Cost {
	s := sizeOf(req.Text)
	return s.drawn(s.read() + s.draw() + s.sweep() + s.within(req.Weights))
}

// ranksCost estimates [Ranks].
func ranksCost(req RanksRequest) op.Cost {
	s := sizeOf(req.Text)
	samples := float64(req.Samples)
	if req.Samples == 0 {
		samples = float64(rankSamples(int(s.rows)))
	}
	row, weight, noisy := rankCost+float64(s.columns*0.002), drawCost, false
	if _, ratios := conditions(req.Weights); ratios > 0 {
		weight = ranking.DrawCost(int(s.columns), ratios) / max(1, s.columns)
	}
	for _, w := range req.Weights {
		noisy = noisy || w.Noise > 0
		if w.Least != nil || w.Most != nil {
			weight = max(weight, drawCost+boundCost)
		}
	}
	switch {
	case noisy:
		row += noiseCost
	case ranking.KnownExactly(cmp.Or(len(req.Weights), int(s.columns)), int(s.rows)-1):
		samples = 0
	}
	c := s.cost(s.read() + op.Product(samples, op.Product(s.rows, row)+op.Product(s.columns, weight)))
	c.Memory += op.Product(s.rows, rankMemory)
	if req.Samples > 0 {
		c.Field, c.Fewer = "/samples", "fewer samples or agents"
	}
	return c
}

// firstCost estimates [First]: as many random weightings as [Sure] has, a search for weights
// that keep one row ahead of all others, and a comparison of all pairs of leading rows.
func firstCost(req FirstRequest) op.Cost {
	s := sizeOf(req.Text)
	within := 0.0
	if _, ratios := conditions(req.Weights); ratios > 0 {
		within = op.Product(s.samples, ranking.DrawCost(int(s.columns), ratios))
	}
	c := s.drawn(s.read() + float64(1.5*(s.draw()+s.search())) + within)
	c.Memory += op.Product(s.rows, firstMemory)
	return c
}
