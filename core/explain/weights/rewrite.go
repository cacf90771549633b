package weights

import (
	"math"
	"slices"
	"strings"

	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/ranking/live"
	"github.com/tallyproof/tallyproof/core/table"
	"github.com/tallyproof/tallyproof/core/words"
)

// grid is a table as it was pasted: what was not understood is in it, too.
type grid struct {
	columns []gridColumn
	labels  []string // names of the agents
}

// gridColumn is a column of a grid: a column of the sheet, or −1.
type gridColumn struct {
	of    int
	name  string
	cells []string
}

// gridOf copies a table. A table without names gets a column of them.
func gridOf(s *table.Sheet) *grid {
	g := &grid{labels: slices.Clone(s.Names)}
	if s.With(table.RoleName) < 0 {
		g.columns = append(g.columns, gridColumn{-1, "agent", g.labels})
	}
	for k := range s.Columns {
		g.columns = append(g.columns, gridColumn{k, s.Columns[k].Name, slices.Clone(s.Columns[k].Cells)})
	}
	return g
}

// text writes it with a character between cells.
func (g *grid) text(separator string) string {
	text := []byte{}
	for i := -1; i < len(g.labels); i++ { // −1 is the header
		for k := range g.columns {
			cell := g.columns[k].name
			if i >= 0 {
				cell = g.columns[k].cells[i]
			}
			text = append(AppendCell(text, cell, separator), separator...)
		}
		text[len(text)-1] = '\n'
	}
	return string(text)
}

// AppendCell appends a cell of a table with this separator.
func AppendCell(text []byte, cell, separator string) []byte {
	if strings.ContainsAny(cell, separator+";|\t\r\n\"") || cell != strings.TrimSpace(cell) {
		cell = `"` + strings.ReplaceAll(cell, `"`, `""`) + `"`
	}
	return append(text, cell...)
}

// separatorOf returns what stands between cells: as in the table, if that is CSV.
func separatorOf(s *table.Sheet) string {
	switch s.Form {
	case "semicolons":
		return ";"
	case "tabs":
		return "\t"
	}
	if s.Numbers == "comma" {
		return ";"
	}
	return ","
}

// written returns a number as the table writes numbers.
func (s *study) written(x float64) string {
	if s.sheet.Numbers == "comma" {
		return strings.Replace(op.Show(x), ".", ",", 1)
	}
	return op.Show(x)
}

// has reports whether the table has a column of this name.
func (b *Board) has(label string) bool {
	for k := range b.sheet.Columns {
		c := &b.sheet.Columns[k]
		if strings.EqualFold(c.Name, label) || strings.EqualFold(c.Label, label) || c.Key == strings.ToLower(label) {
			return true
		}
	}
	return false
}

// agent gives a hypothetical agent these numbers, or without any removes it.
func (r *EditResponse) agent(s *study, how table.Reading, name string, scores []float64) *op.Error {
	asked := name
	name = strings.TrimSuffix(name, Hypothetical) + Hypothetical
	g := gridOf(s.sheet)
	at := slices.Index(g.labels, name)
	switch {
	case at >= 0:
	case len(scores) == 0 || name == Hypothetical:
		return op.Refuse("/agent", "%s: want the name of a hypothetical agent", op.Quote(asked))
	default:
		at = len(g.labels)
	}
	r.Sentence = words.Called(name) + " is removed."
	if len(scores) > 0 {
		if refusal := s.checkScores(scores); refusal != nil {
			return refusal
		}
		r.Sentence = words.Called(name) + " is in the table now."
	}
	stays := len(scores) > 0
	g.labels = replaced(g.labels, at, name, stays)
	for k := range g.columns {
		c := &g.columns[k]
		c.cells = replaced(c.cells, at, s.cell(c, at, name, scores), stays)
	}
	r.Weights, r.Equal = slices.Clone(s.list), s.equal
	return r.write(s, how, g, "")
}

// cell returns what a column holds of a hypothetical agent, in the row at a place.
func (s *study) cell(c *gridColumn, at int, name string, scores []float64) string {
	k := slices.Index(s.dims, c.of)
	switch {
	case c.of < 0 || s.sheet.Columns[c.of].Role == table.RoleName:
		return name
	case k >= 0 && k < len(scores):
		return s.written(scores[k])
	case at < len(c.cells):
		return c.cells[at]
	}
	return ""
}

// replaced returns a list with an element in place of the one at a place, or behind all; or
// without it.
func replaced(list []string, at int, with string, stays bool) []string {
	list = slices.Clone(list)
	switch {
	case !stays:
		return slices.Delete(list, at, at+1)
	case at == len(list):
		return append(list, with)
	}
	list[at] = with
	return list
}

// checkScores refuses numbers that the table cannot have.
func (s *study) checkScores(scores []float64) *op.Error {
	if len(scores) != len(s.list) {
		return op.Refuse("/scores", "%d items: want %d, a score for each column", len(scores), len(s.list))
	}
	for k, x := range scores {
		if s.plain && !(x >= 0 && x <= s.scale) {
			return op.Refuse(op.Pointer("scores", k), "%s: want a score from 0 to %s", op.Show(x), op.Show(s.scale))
		}
		if !s.plain && !(math.Abs(x) <= mostNumber) {
			return op.Refuse(op.Pointer("scores", k), "%s: want a number of at most %s", op.Show(x), op.Show(mostNumber))
		}
	}
	return nil
}

// mostNumber bounds the number of a hypothetical agent.
const mostNumber = 1e9

// add adds a dimension in which each agent has half of the scale.
func (r *EditResponse) add(s *study, how table.Reading, label string) *op.Error {
	g := gridOf(s.sheet)
	half := s.written(s.scale / 2)
	g.columns = append(g.columns, gridColumn{-1, label, slices.Repeat([]string{half}, len(g.labels))})
	choice := table.Choice{Column: label, Role: table.RoleDimension, Better: table.Higher, Scale: table.AsIs}
	if !s.plain {
		choice.Scale, choice.From, choice.To = table.FullMarks, new(0.0), new(s.scale)
	}
	r.Columns = append(slices.Clip(r.Columns), choice)
	r.Weights = append(slices.Clone(s.list), live.Weight{})
	r.Sentence = words.Called(label) + " is added with weight 0. All agents have " + op.Show(s.scale/2) +
		" in it: edit their scores under Agents."
	return r.write(s, how, g, label)
}

// remove removes a dimension. The others keep their proportions.
func (r *EditResponse) remove(s *study, how table.Reading, at int) *op.Error {
	g, name := gridOf(s.sheet), s.sheet.Columns[s.dims[at]].Name
	g.columns = slices.DeleteFunc(g.columns, func(c gridColumn) bool { return c.of == s.dims[at] })
	r.Columns = slices.DeleteFunc(slices.Clone(r.Columns), func(c table.Choice) bool { return c.Column == name })
	r.Weights = slices.Delete(slices.Clone(s.list), at, at+1)
	r.Equal = s.equal
	if refusal := r.write(s, how, g, ""); refusal != nil {
		return refusal
	}
	r.Sentence = words.Called(s.labels[at]) + " is removed. " + kept(r.Weights)
	return nil
}

// write writes the table, and reads it again: names and columns must be the same. label
// names the column that was added.
func (r *EditResponse) write(s *study, how table.Reading, g *grid, label string) *op.Error {
	r.Text = g.text(separatorOf(s.sheet))
	how.List, how.Columns = "", r.Columns
	again, err := Open(r.Text, how)
	if err != nil {
		return err.(*op.Error)
	}
	if len(again.keys) != len(r.Weights) {
		return op.Refuse("/add", "%s: want the name of a score, not of an agent, a rank or a time", op.Quote(label))
	}
	for i, name := range g.labels {
		if i >= len(again.sheet.Names) || again.sheet.Names[i] != name {
			return op.Refuse("/text", "row %d: CSV cannot hold the name %s", i+1, op.Quote(name))
		}
	}
	for k := range r.Weights {
		r.Weights[k].Dimension = again.keys[k]
	}
	if r.Equal {
		r.Equal = len(r.Weights) > 1
		for k, w := range equalWeights(again.keys) {
			r.Weights[k].Percent = w.Percent
		}
		return nil
	}
	live.Balance(r.Weights, -1)
	return nil
}
