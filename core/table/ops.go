package table

import (
	"strconv"
	"strings"

	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/words"
)

// Ops are this package's operations.
var Ops = []op.Op{
	op.Define("table.read", "Read a table of agents in any form, and say what each column is and how it was read.",
		read).Bulk().Costs(readCost),
}

// Request is a table and how to read it.
type Request struct {
	Text string `json:"text" op:"maxlen=64000000" doc:"The table: CSV with any separator, Markdown, a JSON list or object of agents, header and rows in JSON, or JSON Lines."`
	Reading
}

// Response is a table as it was read.
type Response struct {
	Agents   int          `json:"agents" doc:"Number of agents."`
	Form     string       `json:"form" doc:"Form of the text: csv, semicolons, tabs, pipes, markdown, json or json-lines."`
	Numbers  string       `json:"numbers" doc:"Decimal sign of the numbers: point or comma."`
	Line     string       `json:"line" doc:"What was found, in one line."`
	Columns  []ColumnRead `json:"columns" doc:"Every column, in the order of the text."`
	LeftOut  []LeftOut    `json:"left_out" doc:"Scores that are missing, of agents that stay unranked."`
	Problems []Problem    `json:"problems" doc:"Cells to look at."`
	Warnings []op.Warning `json:"warnings,omitempty" doc:"What to know about the scales."`
}

// ColumnRead says how a column was read.
type ColumnRead struct {
	Column      string   `json:"column" doc:"The header as given; \"column 3\" for the third column if it has none."`
	Key         string   `json:"key" doc:"Key of the column as a dimension."`
	Label       string   `json:"label" doc:"Name for readers."`
	Role        string   `json:"role" doc:"What the column is: name, dimension, total, rank, about or ignored."`
	Better      string   `json:"better,omitempty" doc:"Which numbers are better, higher or lower; absent if the cells are no numbers."`
	Scale       string   `json:"scale,omitempty" doc:"How numbers become scores: as-is, full-marks, min-max or best; absent if the column is no dimension."`
	From        *float64 `json:"from,omitempty" doc:"The number worth 0, of a dimension."`
	To          *float64 `json:"to,omitempty" doc:"The number worth 100, of a dimension."`
	Says        string   `json:"says,omitempty" doc:"Direction and scale of a dimension, in one line."`
	Weight      *float64 `json:"weight,omitempty" doc:"Weight in percent that the text gives the dimension."`
	Read        string   `json:"read" doc:"How the cells were read: number, percent, currency, fraction, number in a unit, date, link, text or empty."`
	Unit        string   `json:"unit,omitempty" doc:"Unit in the cells."`
	Uncertainty string   `json:"uncertainty,omitempty" doc:"How an uncertainty stands in the cells: ± or brackets."`
	Missing     int      `json:"missing" doc:"Number of agents without a value."`
	Reason      string   `json:"reason" doc:"Why the column has its role, in a few words."`
}

// LeftOut is a score that is missing.
type LeftOut struct {
	Agent  string `json:"agent" doc:"Id of the agent: its name, with its row if another one has the same."`
	Column string `json:"column" doc:"The header as given."`
}

func read(req Request) (res Response, err error) {
	s, refusal := Read(req.Text, req.Reading)
	if refusal != nil {
		return res, refusal
	}
	res = Response{Agents: len(s.Names), Form: s.Form, Numbers: s.Numbers, Line: s.Line(), LeftOut: s.LeftOut(),
		Problems: s.Problems, Warnings: s.Warnings}
	for k := range s.Columns {
		c := &s.Columns[k]
		one := ColumnRead{Column: c.Name, Key: c.Key, Label: c.Label, Role: c.Role, Better: c.Better, Scale: c.Scale,
			Weight: c.Weight, Read: c.Read, Unit: c.Unit, Uncertainty: c.Uncertainty, Missing: c.Missing, Reason: c.Reason}
		if c.Role == RoleDimension {
			one.From, one.To, one.Says = &c.From, &c.To, c.Says()
		}
		res.Columns = append(res.Columns, one)
	}
	return res, nil
}

// Line says how many agents, dimensions and other columns there are.
func (s *Sheet) Line() string {
	dimensions := len(s.Dimensions())
	others := len(s.Columns) - dimensions
	if s.With(RoleName) >= 0 {
		others--
	}
	line := counted(len(s.Names), "agent") + " · " + counted(dimensions, "dimension")
	if others > 0 {
		line += " · " + counted(others, "column") + " not used"
	}
	return line
}

func counted(n int, noun string) string { return strconv.Itoa(n) + " " + words.Plural(n, noun) }

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
	cellMemory = 26 // of its text and its number
	rowMemory  = 60
)

func readCost(req Request) op.Cost { return Cost(req.Text) }

// Cost estimates the cost of reading a table, and of an answer that names its missing
// cells. A table has as many cells as its first line has separators in every line, or as
// many as its text has commas.
func Cost(text string) op.Cost {
	cells, rows := sizeOf(text)
	n := float64(len(text))
	return op.Cost{
		Work:   op.Product(n, byteCost) + op.Product(cells, cellCost),
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
	return max(cells, float64(strings.Count(text, ","))), min(rows, mostRows)
}
