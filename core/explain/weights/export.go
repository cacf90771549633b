package weights

import (
	"strconv"
	"strings"

	"github.com/tallyproof/tallyproof/core/explain"
	"github.com/tallyproof/tallyproof/core/jcs"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/ranking/live"
	"github.com/tallyproof/tallyproof/core/table"
)

// ExportRequest is weights and the form in which they are wanted.
type ExportRequest struct {
	Text string `json:"text" op:"maxlen=64000000" doc:"The agents and their scores, as in explain.weights."`
	table.Reading
	Weights []live.Weight `json:"weights,omitempty" op:"max=64" doc:"The weights, as in explain.weights."`
	Equal   bool          `json:"equal,omitempty" doc:"Whether all weights are equal, as in explain.weights."`
	Format  string        `json:"format" op:"enum=dims|json|yaml|go|csv|cells" doc:"The weights as code or data, or the ranking as a table with the cells of every dimension: as CSV, or cell by cell."`
}

// ExportResponse is a text to copy.
type ExportResponse struct {
	Text string `json:"text" doc:"The weights as fractions, by the keys of the columns; or the ranking."`
	File string `json:"file" doc:"A name for a file with it."`

	Cells [][]string `json:"cells,omitempty" doc:"The ranking cell by cell, the header first; of the format cells."`
}

// forms are the texts around and between the weights.
var forms = []struct {
	format, begin, between, end, file string
	quotes                            func(key string) bool
}{
	{"dims", "dims(\n  { ", ", ", " },\n)\n", "weights.ts", never},
	{"json", "{\n  ", ",\n  ", "\n}\n", "weights.json", always},
	{"yaml", "weights:\n  ", "\n  ", "\n", "weights.yaml", isWord},
	{"go", "map[string]float64{\n\t", ",\n\t", ",\n}\n", "weights.go", always},
}

func never(string) bool  { return false }
func always(string) bool { return true }

// isWord reports whether YAML, of version 1.1 or 1.2, has another meaning for a key.
func isWord(key string) bool {
	return strings.Contains(" y n yes no on off true false null ", " "+key+" ")
}

// Export writes weights as code or data.
func Export(req ExportRequest) (res ExportResponse, err error) {
	s, err := read(Request{Text: req.Text, Reading: req.Reading, Weights: req.Weights, Equal: req.Equal})
	if err != nil {
		return res, err
	}
	switch req.Format {
	case "csv":
		res.Text, res.File = s.csv(), "ranking.csv"
	case "cells":
		s.ranking(func(cells []string) { res.Cells = append(res.Cells, cells) })
	}
	for i := range forms {
		if f := &forms[i]; f.format == req.Format {
			res.Text, res.File = f.begin+s.members(f.between, f.quotes)+f.end, f.file
		}
	}
	return res, nil
}

// members returns the weights as fractions.
func (s *study) members(between string, quotes func(string) bool) string {
	list := make([]string, len(s.basis))
	for k, key := range s.keys {
		if quotes(key) {
			key = string(jcs.AppendString(nil, key))
		}
		list[k] = key + ": " + op.Show(s.fraction(k))
	}
	return strings.Join(list, between)
}

// csv returns the ranking as a table that can be read again. A name or header that a
// spreadsheet would take for a formula begins with an apostrophe.
func (s *study) csv() string {
	separator := separatorOf(s.sheet)
	text, first := []byte{}, true
	s.ranking(func(cells []string) {
		for i, cell := range cells {
			if i > 0 {
				text = append(text, separator...)
			}
			if i == 1 || first {
				cell = plainName(cell)
			}
			text = AppendCell(text, cell, separator)
		}
		text, first = append(text, '\n'), false
	})
	return string(text)
}

// ranking gives the rows of the ranking to line, the header first: rank, name and score of
// each agent, and its cells as they were pasted. Agents without a rank come last.
func (s *study) ranking(line func(cells []string)) {
	head := []string{s.free("Rank", "Place"), s.free("Agent", "Name"), s.free("Score", "Total")}
	for _, k := range s.dims {
		head = append(head, s.sheet.Columns[k].Name)
	}
	line(head)
	agent := func(i int, rank, total string) {
		cells := []string{rank, s.sheet.Names[i], total}
		for _, k := range s.dims {
			cells = append(cells, s.sheet.Columns[k].Cells[i])
		}
		line(cells)
	}
	if len(s.agents) > 0 {
		step, _ := s.rank(s.weighting) // which it has been before
		for _, i := range step.Order {
			total := explain.Points(s.Table.Rulebook, s.Table.Total(i))
			if s.sheet.Numbers == "comma" {
				total = strings.Replace(total, ".", ",", 1)
			}
			agent(s.agents[i], strconv.Itoa(int(step.Rank[i])), total)
		}
	}
	for _, i := range s.out {
		agent(i, "", "")
	}
}

// free returns the first of two headers that no dimension has.
func (s *study) free(header, other string) string {
	for _, k := range s.dims {
		if strings.EqualFold(s.sheet.Columns[k].Name, header) {
			return other
		}
	}
	return header
}

// plainName returns a name that no spreadsheet takes for a formula.
func plainName(name string) string {
	if name != "" && strings.ContainsAny(name[:1], "=+-@\t\r") {
		return "'" + name
	}
	return name
}
