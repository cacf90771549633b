package reward

import (
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/reward/input"
	"github.com/tallyproof/tallyproof/core/reward/number"
	"github.com/tallyproof/tallyproof/core/rulebook"
)

// maxMiners is the most rows over all competitions.
const maxMiners = 100000

// maxSumBits bounds the denominators of shares of several competitions: one
// each, as long as the common multiple of all numbers of tasks.
const maxSumBits = 2048

// weigher carries one request through its steps. Miners are indexed in
// ascending id order, so that sums run in it.
type weigher struct {
	rules rulebook.Reward // with the values of the request instead
	req   WeightsRequest
	res   WeightsResponse
	*input.Grader

	ids          []string // of the miners and the burn address, ascending
	given        []int    // the miners in the order given, first competition first
	sink         int      // the burn address
	competitions []competition

	raw    []number.Number // shares by the strategies
	listed []bool          // as in emission
	capped capped          // after the cap, in any unit
	shares []number.Number // after the cap, of all emission
	final  []number.Number // after the burn
	u16    []int64         // the same as documented whole numbers
	burned number.Number   // what the burn address gets on top of a share of its own
}

// read reads competitions and miners.
func (w *weigher) read() *op.Error {
	if refusal := w.checkAlphas(); refusal != nil {
		return refusal
	}
	if refusal := w.roster(); refusal != nil {
		return refusal
	}
	index := make(map[string]int, len(w.ids))
	for i, id := range w.ids {
		index[id] = i
	}
	competitions := map[string]int{}
	for c, comp := range w.req.Competitions {
		at := input.Item("/competitions", c)
		if refusal := input.Once(competitions, at+"/id", "competition", comp.ID, c); refusal != nil {
			return refusal
		}
		p, refusal := w.readCompetition(at, comp, index)
		if refusal != nil {
			return refusal
		}
		w.competitions = append(w.competitions, p)
		if w.Bits*(c+1) > maxSumBits {
			return input.Refuse(at+"/miners",
				"too many competitions with too many different numbers of tasks: want one benchmark for everyone")
		}
	}
	return nil
}

// roster lists the miners in the order given, and with the burn address in
// ascending id order.
func (w *weigher) roster() *op.Error {
	first := map[string]int{}
	rows := 0
	var order []string
	for c, comp := range w.req.Competitions {
		if rows += len(comp.Miners); rows > maxMiners {
			return input.Refuse(input.Item("/competitions", c)+"/miners",
				"more than "+input.Itoa(maxMiners)+" miners in all competitions: want at most that")
		}
		for _, m := range comp.Miners {
			if _, known := first[m.Miner]; !known {
				first[m.Miner] = len(order)
				order = append(order, m.Miner)
			}
		}
	}
	w.given = make([]int, len(order))
	if _, known := first[burnAddress]; known {
		w.Warn("burn-address-scored", "/competitions", "miner "+burnAddress+" is the burn address: its share is burned")
	} else {
		order = append(order, burnAddress)
	}
	for i, n := range input.Sorted(len(order), func(i, j int) int { return input.CompareIDs(order[i], order[j]) }) {
		w.ids = append(w.ids, order[n])
		if n < len(w.given) {
			w.given[n] = i
		}
		if order[n] == burnAddress {
			w.sink = i
		}
	}
	return nil
}

// readCompetition reads one competition. Miners below its least score take no part.
func (w *weigher) readCompetition(field string, comp Competition, index map[string]int) (competition, *op.Error) {
	p := competition{id: comp.ID, alpha: w.Decimal(comp.Alpha), entries: make([]entry, 0, len(comp.Miners))}
	least := number.Zero
	if comp.MinScore != nil {
		least = w.Decimal(*comp.MinScore)
	}
	rows := make(map[string]int, len(comp.Miners))
	var dated input.Moment // of any miner
	for i, m := range comp.Miners {
		at := input.Item(field+"/miners", i)
		if refusal := input.Once(rows, at+"/miner", "miner", m.Miner, i); refusal != nil {
			return p, refusal
		}
		score, refusal := w.Grade(at, input.Marks{Passed: m.Passed, Total: m.Total, Results: m.Results, Score: m.Score})
		if refusal != nil {
			return p, refusal
		}
		when, refusal := m.SubmittedAt.Read(at + "/submitted_at")
		if refusal != nil {
			return p, refusal
		}
		if when.Known && dated.Known && when.Timed != dated.Timed {
			return p, input.Refuse(at+"/submitted_at", "times and counters cannot be compared: want one kind in a competition")
		}
		if when.Known {
			dated = when
		}
		if score.Cmp(least) >= 0 {
			p.entries = append(p.entries, entry{miner: index[m.Miner], id: m.Miner, score: score, at: when})
		}
	}
	return p, nil
}
