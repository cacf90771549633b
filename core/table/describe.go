package table

import (
	"strings"

	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/words"
)

// LeftOut is a score that is missing.
type LeftOut struct {
	Agent  string `json:"agent" doc:"Id of the agent: its name, with its row if another one has the same."`
	Column string `json:"column" doc:"The header as given."`
}

// Line says how many agents, dimensions and other columns there are.
func (s *Sheet) Line() string {
	dimensions := len(s.Dimensions())
	others := len(s.Columns) - dimensions
	for k := range s.Columns {
		if c := &s.Columns[k]; c.Role == RoleName || c.Weighs {
			others--
		}
	}
	line := counted(len(s.Names), "agent") + " · " + counted(dimensions, "dimension")
	if others > 0 {
		line += " · " + counted(others, "column") + " not used"
	}
	return line
}

func counted(n int, noun string) string { return words.Grouped(int64(n)) + " " + words.Plural(n, noun) }

func cellCount(n int) string { return counted(n, "cell") }

// LeftOut lists the scores that are missing of agents that stay unranked.
func (s *Sheet) LeftOut() (list []LeftOut) {
	if s.Missing != LeaveOut {
		return nil
	}
	dims := s.Dimensions()
	for i, id := range s.IDs {
		for _, k := range dims {
			if !s.Columns[k].Has(i) {
				list = append(list, LeftOut{id, s.Columns[k].Name})
			}
		}
	}
	return list
}

// Microseconds and bytes of reading a table, measured.
const (
	byteCost   = 0.02
	cellCost   = 0.25
	mapCost    = 1.5 // a row that is a member of one object
	cellMemory = 26  // of its text and its number
	rowMemory  = 50
)

// Cost estimates the cost of reading a table, and of an answer that names its missing
// cells. A table has as many cells as its first line has separators in every line, or as
// many as its text has commas.
func Cost(text string) op.Cost {
	cells, rows := sizeOf(text)
	n, mapped := float64(len(text)), 0.0
	if rows, ok := Mapped(text); ok {
		mapped = float64(rows)
	}
	return op.Cost{
		Work:   op.Product(n, byteCost) + op.Product(cells, cellCost) + op.Product(mapped, mapCost),
		Memory: op.Product(cells, cellMemory) + op.Product(rows, rowMemory),
		Answer: op.Product(n, 2),
		Field:  "/text", Fewer: "fewer rows",
	}
}

// sizeOf estimates the number of cells and rows of a table.
func sizeOf(text string) (cells, rows float64) {
	line, _, _ := cutLine(strings.TrimLeft(text, "\r\n"))
	columns := 1
	for _, d := range delimiters {
		columns = max(columns, 1+strings.Count(line, string(d.mark)))
	}
	lines := 1 + strings.Count(text, "\n")
	rows = float64(max(lines, strings.Count(text, "{")+strings.Count(text, "[")))
	cells = min(float64(lines)*float64(columns), float64(freeCells)+float64(len(text)))
	commas := float64(strings.Count(text, ","))
	if start := strings.TrimLeft(text, " \t\r\n\ufeff"); strings.HasPrefix(start, "{") { // empty objects have no cells
		cells = min(cells, 1+float64(strings.Count(text, ":")))
		rows = min(rows, 1+cells+commas)
	}
	if n, ok := Mapped(text); ok {
		rows = float64(n)
	}
	return max(cells, commas), min(rows, mostRows)
}

// Mapped estimates the number of rows of a text that seems to be one object of agents and
// their scores, {"nova": 94.25, …}, and reports whether it does.
func Mapped(text string) (rows int, ok bool) {
	if !strings.HasPrefix(strings.TrimLeft(text, " \t\r\n\ufeff"), "{") || strings.Count(text, "{") > 1 {
		return 0, false
	}
	return strings.Count(text, ":"), true
}
