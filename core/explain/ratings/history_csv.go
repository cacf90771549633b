package ratings

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/table"
)

// csv reads a table with a header.
func (l *matchList) csv(text string, line int) *op.Error {
	names, separator, rest, problem := csvHeader(strings.TrimLeft(text, " \t\r\n"))
	if problem != "" {
		return inLine(line, problem)
	}
	for rest != "" {
		line++
		var cells []string
		before := rest
		cells, rest, problem = table.Cells(rest, separator)
		if problem != "" {
			return inLine(line, problem)
		}
		if len(cells) == 1 && strings.TrimSpace(cells[0]) == "" {
			continue
		}
		if refusal := l.row(names, cells, line); refusal != nil {
			return refusal
		}
		line += max(0, strings.Count(before[:len(before)-len(rest)], "\n")-1) // cells of several lines
	}
	return nil
}

// csvHeader reads the names of the columns and what separates them.
func csvHeader(text string) (names []string, separator byte, rest, problem string) {
	header, _, _ := strings.Cut(text, "\n")
	separator = ','
	for _, other := range []byte{';', '\t'} {
		if strings.Count(header, string(other)) > strings.Count(header, string(separator)) {
			separator = other
		}
	}
	names, rest, problem = table.Cells(text, separator)
	for i := range names {
		names[i] = strings.ToLower(strings.TrimSpace(names[i]))
	}
	if problem != "" || !slices.ContainsFunc(names, known) {
		return nil, 0, "", fmt.Sprintf("the header %s has no column of a match: want some of difficulty, opponent, "+
			"outcome, score, elo_before, elo_after, elo_change", op.Quote(strings.TrimSpace(header)))
	}
	for i, name := range names {
		if known(name) && slices.Contains(names[:i], name) {
			return nil, 0, "", fmt.Sprintf("two columns are called %s: want each name once", op.Quote(name))
		}
	}
	return names, separator, rest, ""
}

// row reads a match of a table.
func (l *matchList) row(names, cells []string, line int) *op.Error {
	if len(cells) > len(names) {
		return inLine(line, fmt.Sprintf("expected at most %s cells, as in the header, found %s", strconv.Itoa(len(names)),
			strconv.Itoa(len(cells))))
	}
	m := l.begin()
	for i, cell := range cells {
		if problem := l.set(m, names[i], strings.TrimSpace(cell)); problem != "" {
			return inLine(line, problem)
		}
	}
	return l.add(m, line)
}
