package weights

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/tallyproof/tallyproof/core/explain"
	"github.com/tallyproof/tallyproof/core/table"
	"github.com/tallyproof/tallyproof/core/words"
)

// Unranked is an agent that lacks a score and has no rank.
type Unranked struct {
	ID        string `json:"id" doc:"Id of the agent."`
	Name      string `json:"name" doc:"Name for readers."`
	Lacks     string `json:"lacks" doc:"Which scores are missing: no time_ms."`
	Published string `json:"published,omitempty" doc:"The published total or rank, as given."`
}

const (
	mostNamed   = 5 // agents of a kind, in a sentence
	mostColumns = 4 // columns, in a note
	mostUnused  = 12
)

// unranked returns the agents that are not ranked and whose name has these letters.
func (b *Board) unranked(letters string) (list []Unranked, left string) {
	more := 0
	for _, i := range b.out {
		if !hasLetters(b.sheet.IDs[i], letters) {
			continue
		}
		if len(list) == mostShown {
			more++
			continue
		}
		list = append(list, Unranked{ID: b.sheet.IDs[i], Name: b.sheet.IDs[i], Lacks: b.no(i),
			Published: b.published.cell(i)})
	}
	if more > 0 {
		left = words.Counted(more, "more agent is", "more agents are") + " not ranked."
	}
	return list, left
}

// lacks returns the dimensions in which an agent has no score.
func (b *Board) lacks(agent int) (list []int) {
	for k, d := range b.dims {
		if !b.sheet.Columns[d].Has(agent) {
			list = append(list, k)
		}
	}
	return list
}

// no says which scores an agent lacks.
func (b *Board) no(agent int) string {
	list := []string{}
	for _, k := range b.lacks(agent) {
		list = append(list, b.header(k))
	}
	if more := len(list) - mostColumns; more > 1 {
		list = append(list[:mostColumns], strconv.Itoa(more)+" others")
	}
	return "no " + strings.ReplaceAll(words.Join(list), " and ", " or ")
}

// header returns the name of a dimension as it stands in the table.
func (b *Board) header(k int) string { return words.Called(b.sheet.Columns[b.dims[k]].Name) }

// readingNotes tells how the table was read, as far as that decides the ranking.
func (b *Board) readingNotes(how table.Reading) []explain.Note {
	notes := explain.Notes(b.sheet.Warnings)
	add := func(kind, field, text string) {
		if text != "" {
			notes = append(notes, explain.Note{Kind: kind, Field: field, Text: text})
		}
	}
	add("limit", "/columns", b.scaled())
	add("limit", "/missing", b.missing())
	add("limit", "/duplicates", b.repeated(how.Duplicates))
	add("limit", "/text", b.brought())
	add("limit", "/text", b.unused())
	return notes
}

// scaled says how numbers became scores.
func (b *Board) scaled() string {
	list := []string{}
	for k, d := range b.dims {
		if c := &b.sheet.Columns[d]; !b.plain && !(c.From == 0 && c.To == 100) {
			low, high := words.Number(c.From)+" → 0", words.Number(c.To)+" → 100"
			if c.From > c.To {
				low, high = "lower is better, "+high, low
			}
			list = append(list, fmt.Sprintf("%s: %s, %s", b.header(k), low, high))
		}
	}
	return limited(list, mostColumns, "; ", "column")
}

// limited joins the first of a list, and counts the others.
func limited(list []string, most int, mark, noun string) string {
	if len(list) == 0 {
		return ""
	}
	more := ""
	if len(list) > most+1 {
		more = mark + "and " + words.Counted(len(list)-most, "more "+noun, "more "+noun+"s")
		list = list[:most]
	}
	return strings.Join(list, mark) + more + "."
}

// missing says what became of missing scores.
func (b *Board) missing() string {
	switch cells := b.blanks(); {
	case cells == 0:
		return ""
	case b.sheet.Missing == table.Zero:
		return words.Counted(cells, "missing score counts", "missing scores count") + " as 0."
	case b.sheet.Missing == table.Worst:
		return words.Counted(cells, "missing score counts", "missing scores count") + " as the worst of the column."
	}
	list := []string{}
	for from := 0; from < len(b.out); {
		to, lacks := from, b.no(b.out[from])
		names := []string{}
		for ; to < len(b.out) && b.no(b.out[to]) == lacks; to++ {
			names = append(names, words.Called(b.sheet.IDs[b.out[to]]))
		}
		if more := len(names) - mostNamed; more > 1 {
			names = append(names[:mostNamed], strconv.Itoa(more)+" others")
		}
		list, from = append(list, words.Join(names)+": "+lacks), to
	}
	return limited(list, mostNamed, "; ", "kind") + " Left out."
}

// blanks returns the number of missing scores.
func (b *Board) blanks() (n int) {
	for _, d := range b.dims {
		n += b.sheet.Columns[d].Missing
	}
	return n
}

// repeated says that names stand in several rows, and which counts.
func (b *Board) repeated(rule string) string {
	if n := b.sheet.Merged; n > 0 {
		counts := map[string]string{table.BestRow: "the best", table.LastRow: "the last", table.Mean: "their mean"}[rule]
		return fmt.Sprintf("Of agents in several rows, %s counts: %s fewer.", counts, words.Counted(n, "row", "rows"))
	}
	times, names := map[string]int{}, []string{}
	for _, name := range b.sheet.Names {
		if times[name]++; times[name] == 2 {
			names = append(names, words.Called(name))
		}
	}
	if len(names) == 0 {
		return ""
	}
	verb := " stands"
	if len(names) > 1 {
		verb = " stand"
	}
	if more := len(names) - mostNamed; more > 1 {
		names = append(names[:mostNamed], strconv.Itoa(more)+" others")
	}
	return words.Join(names) + verb + " in several rows: each row is ranked for itself."
}

// brought names the columns whose cells are the weights of the table.
func (b *Board) brought() string {
	list := []string{}
	for k := range b.sheet.Columns {
		if c := &b.sheet.Columns[k]; c.Weighs {
			list = append(list, words.Called(c.Name))
		}
	}
	if len(list) == 0 {
		return ""
	}
	if more := len(list) - mostUnused; more > 1 {
		list = append(list[:mostUnused], words.Counted(more, "other column", "other columns"))
	}
	return "Taken as weights: " + words.Join(list) + "."
}

// unused names the columns that are no scores.
func (b *Board) unused() string {
	list := []string{}
	for k := range b.sheet.Columns {
		c := &b.sheet.Columns[k]
		if !c.Weighs && !slices.Contains([]string{table.RoleDimension, table.RoleName}, c.Role) {
			list = append(list, words.Called(c.Name))
		}
	}
	if len(list) == 0 {
		return ""
	}
	if more := len(list) - mostUnused; more > 1 {
		list = append(list[:mostUnused], words.Counted(more, "other column", "other columns"))
	}
	return "Not used as a score: " + words.Join(list) + "."
}

// cells adds the cells of the table, and what became of them, to rows of the ranking.
func (b *Board) cells(list []Row, rows []int) {
	if b.plain && b.blanks() == 0 {
		return
	}
	for p, row := range rows {
		agent := b.agents[row]
		list[p].Cells = make([]Cell, len(b.dims))
		for k, d := range b.dims {
			c, x := &b.sheet.Columns[d], b.Table.Given(row, k)
			cell := Cell{Key: b.keys[k], Color: list[p].Parts[k].Color, Score: explain.Points(b.Table.Rulebook, x),
				Width: float64(100*x) / b.scale}
			if c.Has(agent) {
				cell.Raw = withUnit(strings.TrimSpace(c.Cells[agent]), c.Unit)
			} else {
				cell.Gone = "no " + b.header(k)
			}
			list[p].Cells[k] = cell
		}
	}
}

// withUnit returns a cell with the unit of its column, if it does not have it already.
func withUnit(cell, unit string) string {
	switch {
	case strings.Contains(cell, unit) || unit == "s" && strings.Contains(cell, ":"): // 1:12
		return cell
	case unit == "$" || unit == "€" || unit == "£":
		return unit + cell
	}
	return cell + "\u00a0" + unit
}
