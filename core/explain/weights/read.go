package weights

import (
	"slices"
	"strconv"
	"strings"

	"github.com/tallyproof/tallyproof/core/jcs"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/score"
	"github.com/tallyproof/tallyproof/core/table"
	"github.com/tallyproof/tallyproof/core/words"
)

// sheet is a pasted table: a name and a number for each column in every row.
type sheet struct {
	keys   []string // of the columns with numbers
	given  []string // their names
	labels []string // the same for readers
	rows   []score.Submission
	left   []string // columns that are not scores
	commas bool     // whether a comma is a decimal one, as where other characters separate cells
}

const (
	mostColumns = 64
	mostKey     = 60 // bytes that a rulebook allows
	mostRows    = 100_000
	wantTable   = "want CSV with a header, a JSON array of agents, or JSON Lines"
)

// Names of columns that are not dimensions. The name column labels the rows.
var (
	nameColumns  = []string{"name", "agent", "agent_name", "id", "agent_id", "submission", "miner", "team"}
	otherColumns = []string{"rank", "place", "total", "score", "total_score", "final_score", "elo", "rating", "result",
		"submitted_at", "time", "date", "name", "agent", "agent_name", "id", "agent_id"}
	scoreMembers = []string{"dimensions", "scores", "breakdown", "score_breakdown"}
	listMembers  = []string{"submissions", "standings", "leaderboard", "agents", "entries", "data"}
)

// readSheet reads a table in any of its forms.
func readSheet(text string) (*sheet, *op.Error) {
	text = strings.TrimLeft(strings.TrimPrefix(text, "\ufeff"), " \t\r\n")
	if text == "" {
		return nil, op.Refuse("/text", "the text is empty: %s", wantTable)
	}
	var state *table.State
	var refusal *op.Error
	if text[0] != '{' && text[0] != '[' {
		if state, text, refusal = table.Header(text, wantTable); refusal != nil {
			return nil, refusal
		}
		if number := headless(state.Columns); number != "" {
			return nil, op.Refuse("/text", "the header has the number %s: want names of columns, such as agent,speed,quality",
				op.Quote(number))
		}
	}
	rows, refusal := table.New(text, state, false, agents{})
	s := &sheet{commas: state.DecimalCommas()}
	for refusal == nil {
		row, ok := rows.Next()
		if !ok {
			return s, s.check()
		}
		refusal = s.document(row)
	}
	return nil, refusal
}

// agents is the kind of tables whose rows are agents with their scores. A table in CSV
// needs no kind: its header is read before.
type agents struct{}

func (agents) IsHeader([]string) bool { return false }
func (agents) IsLine(string) bool     { return false }
func (agents) IsNote(string) bool     { return false }

func (agents) IsWhole(text string) bool {
	_, err := jcs.ParseString(text)
	return err == nil
}

// headless returns a number of a header that looks like an agent with its scores: all names
// of columns but one are numbers, and that one is no name of a column of agents. It is
// "" for any other header.
func headless(columns []string) string {
	number, texts := "", 0
	for _, name := range columns {
		if _, ok := words.Read(name); ok {
			number = name
		} else if slices.Contains(nameColumns, strings.ReplaceAll(strings.ToLower(name), " ", "_")) {
			return ""
		} else if name != "" {
			texts++
		}
	}
	if texts > 1 {
		return ""
	}
	return number
}

// document reads a row of a table, or a document that holds a list of them.
func (s *sheet) document(row table.Row) *op.Error {
	if row.Problem != "" {
		return op.Refuse("/text", "row %d: %s", row.Index+1, row.Problem)
	}
	if row.Text == "" {
		return nil
	}
	v, err := jcs.Parse([]byte(row.Text))
	if err != nil {
		return op.Refuse("/text", "row %d: %s", row.Index+1, err.Error())
	}
	list := []jcs.Value{v}
	for _, name := range listMembers {
		if inside := v.Get(name); inside != nil && inside.Kind == jcs.Array {
			list = inside.Items
		}
	}
	for i := range list {
		if refusal := s.object(&list[i]); refusal != nil {
			return refusal
		}
	}
	return nil
}

// check refuses tables without rows or columns, and fills in what names leave out.
func (s *sheet) check() *op.Error {
	switch {
	case len(s.rows) == 0:
		return op.Refuse("/text", "it has no agent: %s", wantTable)
	case len(s.keys) == 0:
		return op.Refuse("/text", "it has no column of scores: %s", wantTable)
	}
	seen := make(map[string]int, len(s.rows))
	for i := range s.rows {
		row := &s.rows[i]
		if row.ID == "" {
			row.ID = "row " + strconv.Itoa(i+1)
		}
		if first, twice := seen[row.ID]; twice {
			return op.Refuse("/text", "row %d: %s is also row %d: want each name once", i+1, op.Quote(row.ID), first+1)
		}
		seen[row.ID] = i
		for k, key := range s.keys {
			x, given := row.Dimensions[key]
			found, want := "no score", "number"
			if given {
				if x >= 0 && x <= 1e9 {
					continue
				}
				found, want = op.Show(x), "score from 0 to 1000000000"
			}
			return inCell(i, row.ID, found, s.labels[k], want)
		}
	}
	return nil
}

// inCell returns the refusal of a cell.
func inCell(index int, id, found, label, want string) *op.Error {
	return op.Refuse("/text", "row %d, %s: %s in %s: want a %s", index+1, op.Quote(id), found, op.Quote(label), want)
}

// column returns the key of the column called label, and adds it if it is new.
func (s *sheet) column(label string) string {
	for k, known := range s.given {
		if known == label {
			return s.keys[k]
		}
	}
	key := keyOf(label)
	for slices.Contains(s.keys, key) {
		if key += "_"; len(key) > mostKey { // of many names that differ in other letters, or at their ends
			key = "column_" + strconv.Itoa(len(s.keys)+1)
		}
	}
	s.keys, s.labels = append(s.keys, key), append(s.labels, words.Capital(strings.ReplaceAll(label, "_", " ")))
	s.given = append(s.given, label)
	return key
}

// keyOf returns a name as the key of a dimension.
func keyOf(label string) string {
	key := []byte{}
	for _, c := range []byte(strings.ToLower(label)) {
		switch {
		case c >= 'a' && c <= 'z' || c >= '0' && c <= '9':
			key = append(key, c)
		case len(key) > 0 && key[len(key)-1] != '_':
			key = append(key, '_')
		}
	}
	if len(key) == 0 || key[0] <= '9' {
		key = append([]byte("d"), key...)
	}
	return string(key[:min(len(key), 50)])
}

// number returns a value as a number; a text counts as one if it is 1.5, 1,5 or 50 %.
func number(v *jcs.Value) (float64, bool) {
	if v.Kind != jcs.String {
		return v.Num, v.Kind == jcs.Number
	}
	return words.Read(v.Str)
}

// object reads one agent: its scores are in a member of their own, or next to its name.
func (s *sheet) object(v *jcs.Value) *op.Error {
	if v.Kind != jcs.Object || len(s.rows) == mostRows {
		return op.Refuse("/text", "row %d: found %s: want an agent, and at most %d of them", len(s.rows)+1, v.Kind.String(),
			mostRows)
	}
	row, from := score.Submission{Dimensions: map[string]float64{}}, v
	for _, member := range nameColumns {
		if m := v.Get(member); row.ID == "" && m != nil && m.Kind == jcs.String {
			row.ID = m.Str
		}
	}
	for _, member := range scoreMembers {
		if m := v.Get(member); m != nil && m.Kind == jcs.Object {
			from = m
		}
	}
	for i := range from.Items {
		m := &from.Items[i]
		label := m.Key
		if inner := m.Get("score"); inner != nil {
			m = inner
		}
		x, ok := number(m)
		lower := strings.ToLower(label)
		switch {
		case ok && slices.Contains(otherColumns, lower):
			if !slices.Contains(s.left, label) && len(s.left) < mostColumns {
				s.left = append(s.left, label)
			}
		case ok && !s.commas && m.Kind == jcs.String && words.Thousands(m.Str):
			return inCell(len(s.rows), row.ID, op.Quote(m.Str), label, "decimal point, and nothing between thousands")
		case ok:
			row.Dimensions[s.column(label)] = x
			if len(s.keys) > mostColumns { // at once: the names of many columns take the square of their number
				return op.Refuse("/text", "it has more than %d columns of scores", mostColumns)
			}
		case row.ID == "" && m.Kind == jcs.String && from == v:
			row.ID = m.Str
		}
	}
	s.rows = append(s.rows, row)
	return nil
}
