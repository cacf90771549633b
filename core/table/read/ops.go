// Package read answers how a table was read. It is apart from core/table because programs
// that only cut lists of documents link that.
package read

import (
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/table"
)

// Ops are this package's operations.
var Ops = []op.Op{
	op.Define("table.read", "Read a table of agents in any form, and say what each column is and how it was read.",
		Read).Bulk().Costs(readCost),
}

// Request is a table and how to read it.
type Request struct {
	Text string `json:"text" op:"maxlen=64000000" doc:"The table: CSV with any separator, Markdown, a JSON list or object of agents, header and rows in JSON, or JSON Lines."`
	table.Reading
}

// Response is a table as it was read.
type Response struct {
	Agents   int             `json:"agents" doc:"Number of agents."`
	Form     string          `json:"form" doc:"Form of the text: csv, semicolons, tabs, pipes, markdown, json or json-lines."`
	Numbers  string          `json:"numbers" doc:"Decimal sign of the numbers: point or comma."`
	Line     string          `json:"line" doc:"What was found, in one line."`
	Columns  []ColumnRead    `json:"columns" doc:"Every column, in the order of the text."`
	LeftOut  []table.LeftOut `json:"left_out" doc:"Scores that are missing, of agents that stay unranked."`
	Problems []table.Problem `json:"problems" doc:"Cells to look at."`
	Warnings []op.Warning    `json:"warnings,omitempty" doc:"What to know about the scales."`
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

// Read reads a table.
func Read(req Request) (res Response, err error) {
	s, refusal := table.Read(req.Text, req.Reading)
	if refusal != nil {
		return res, refusal
	}
	res = Response{Agents: len(s.Names), Form: s.Form, Numbers: s.Numbers, Line: s.Line(), LeftOut: s.LeftOut(),
		Problems: s.Problems, Warnings: s.Warnings}
	for k := range s.Columns {
		c := &s.Columns[k]
		one := ColumnRead{Column: c.Name, Key: c.Key, Label: c.Label, Role: c.Role, Better: c.Better, Scale: c.Scale,
			Weight: c.Weight, Read: c.Read, Unit: c.Unit, Uncertainty: c.Uncertainty, Missing: c.Missing, Reason: c.Reason}
		if c.Role == table.RoleDimension {
			one.From, one.To, one.Says = &c.From, &c.To, c.Says()
		}
		res.Columns = append(res.Columns, one)
	}
	return res, nil
}

func readCost(req Request) op.Cost { return table.Cost(req.Text) }
