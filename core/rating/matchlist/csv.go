package matchlist

import (
	"slices"
	"strings"

	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/table"
)

// csv reads a table with a header, in any form but JSON.
func (l *List) csv(text string) *op.Error {
	cut, refusal := table.CutText(text)
	if refusal != nil {
		return refusal
	}
	names := make([]string, len(cut.Heads))
	for k, name := range cut.Heads {
		names[k] = strings.ToLower(name)
		if l.known(names[k]) && slices.Contains(names[:k], names[k]) {
			return op.Refuse("/text", "two columns are called %s: want each name once", op.Quote(names[k]))
		}
	}
	if !slices.ContainsFunc(names, l.known) {
		return op.Refuse("/text", "the header %s has no column of a match: want some of difficulty, opponent, "+
			"outcome, score, elo_before, elo_after, elo_change", op.Quote(strings.Join(cut.Heads, ", ")))
	}
	for row, line := range cut.Lines {
		m := l.begin()
		for k, name := range names {
			cell := cut.Text(k, row)
			if slices.Contains(numberNames, l.spell(name)) {
				cell = cut.Decimal(k, row)
			}
			if problem := l.set(m, name, cell); problem != "" {
				return inLine(line, problem)
			}
		}
		if refusal := l.add(m, line); refusal != nil {
			return refusal
		}
	}
	return nil
}

// numberNames lists the columns of numbers.
var numberNames = []string{"opponent", "score", "attempt", "elo_before", "elo_after", "elo_change"}
