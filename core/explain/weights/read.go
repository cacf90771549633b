package weights

import (
	"slices"
	"strconv"
	"strings"

	"github.com/tallyproof/tallyproof/core/jcs"
	"github.com/tallyproof/tallyproof/core/message"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/proof/many"
	"github.com/tallyproof/tallyproof/core/score"
	"github.com/tallyproof/tallyproof/core/words"
)

// sheet is a pasted table: a name and a number for each column in every row.
type sheet struct {
	keys   []string // of the columns with numbers
	given  []string // their names
	labels []string // the same for readers
	rows   []score.Submission
	left   []string // columns that are not scores
}

const (
	mostColumns = 64
	mostRows    = 100_000
	wantTable   = "want CSV with a header, a JSON array of agents, or JSON Lines"
)

// Names of columns that are not dimensions. A name is what a row is called.
var (
	nameColumns  = []string{"name", "agent", "agent_name", "id", "agent_id", "submission", "miner", "team"}
	otherColumns = []string{"rank", "place", "total", "score", "total_score", "final_score", "elo", "rating", "result", "submitted_at", "time", "date", "name", "agent", "agent_name", "id", "agent_id"}
	scoreMembers = []string{"dimensions", "scores", "breakdown", "score_breakdown"}
	listMembers  = []string{"submissions", "standings", "leaderboard", "agents", "entries", "data"}
)

// readSheet reads a table in any of its forms.
func readSheet(text string) (*sheet, *op.Error) {
	text = strings.TrimPrefix(text, "\ufeff")
	start := strings.TrimLeft(text, " \t\r\n")
	s := &sheet{}
	var refusal *op.Error
	switch {
	case start == "":
		return nil, op.Invalidf("/text", "the text is empty: %s", wantTable)
	case start[0] == '{' || start[0] == '[':
		refusal = s.json(text)
	default:
		refusal = s.csv(start, 1+strings.Count(text[:len(text)-len(start)], "\n"))
	}
	if refusal == nil {
		refusal = s.check()
	}
	return s, refusal
}

// check refuses tables without rows or columns, and fills in what names leave out.
func (s *sheet) check() *op.Error {
	switch {
	case len(s.rows) == 0:
		return op.Invalidf("/text", "it has no agent: %s", wantTable)
	case len(s.keys) == 0:
		return op.Invalidf("/text", "it has no column of scores: %s", wantTable)
	case len(s.keys) > mostColumns:
		return op.Invalidf("/text", "it has %d columns of scores: want at most %d", len(s.keys), mostColumns)
	}
	seen := make(map[string]int, len(s.rows))
	for i := range s.rows {
		row := &s.rows[i]
		if row.ID == "" {
			row.ID = "row " + strconv.Itoa(i+1)
		}
		if first, twice := seen[row.ID]; twice {
			return op.Invalidf("/text", "row %d: %s is also row %d: want each name once", i+1, op.Quote(row.ID), first+1)
		}
		seen[row.ID] = i
		for k, key := range s.keys {
			x, given := row.Dimensions[key]
			switch {
			case !given:
				return op.Invalidf("/text", "row %d, %s: no score in %s: want a number", i+1, op.Quote(row.ID), op.Quote(s.labels[k]))
			case x < 0 || x > 1e9:
				return op.Invalidf("/text", "row %d, %s: %s in %s: want a score from 0 to 1000000000", i+1, op.Quote(row.ID), op.Show(x), op.Quote(s.labels[k]))
			}
		}
	}
	return nil
}

// column is the key of the column of that name, a new one if there is none yet.
func (s *sheet) column(label string) string {
	for k, known := range s.given {
		if known == label {
			return s.keys[k]
		}
	}
	key := keyOf(label)
	for slices.Contains(s.keys, key) {
		key += "_"
	}
	s.keys, s.labels = append(s.keys, key), append(s.labels, words.Capital(strings.ReplaceAll(label, "_", " ")))
	s.given = append(s.given, label)
	return key
}

// keyOf is a name as the key of a dimension.
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

func (s *sheet) add(name string, scores map[string]float64) *op.Error {
	if len(s.rows) == mostRows {
		return op.Invalidf("/text", "more than %d agents: want at most that many", mostRows)
	}
	s.rows = append(s.rows, score.Submission{ID: name, Dimensions: scores})
	return nil
}

// csv reads a table with a header. line is where it begins.
func (s *sheet) csv(text string, line int) *op.Error {
	separator := separatorOf(text)
	names, rest, problem := many.Cells(text, separator)
	use, name := []string(nil), -1 // key of each column, "" for those that are not scores
	for problem == "" && rest != "" {
		line++
		var cells []string
		if cells, rest, problem = many.Cells(rest, separator); problem != "" || len(cells) == 1 && strings.TrimSpace(cells[0]) == "" {
			continue
		}
		if use == nil {
			use, name = s.header(names, cells)
		}
		if problem = s.csvRow(names, use, name, cells); problem == "" && len(s.rows) > mostRows {
			return op.Invalidf("/text", "more than %d agents: want at most that many", mostRows)
		}
	}
	if problem != "" {
		return op.Invalidf("/text", "line %d: %s", line, problem)
	}
	return nil
}

func separatorOf(text string) byte {
	header, _, _ := strings.Cut(text, "\n")
	best := byte(',')
	for _, other := range []byte{';', '\t'} {
		if strings.Count(header, string(other)) > strings.Count(header, string(best)) {
			best = other
		}
	}
	return best
}

// header settles what each column is: a number in the first row makes it a
// dimension, unless its name is that of something else.
func (s *sheet) header(names, first []string) (use []string, name int) {
	use, name = make([]string, len(names)), -1
	for i, label := range names {
		label = strings.TrimSpace(label)
		lower := strings.ToLower(label)
		_, isNumber := number(cell(first, i))
		switch {
		case slices.Contains(nameColumns, lower) && name < 0, !isNumber && name < 0 && i == 0:
			name = i
		case !isNumber && cell(first, i) != "" || slices.Contains(otherColumns, lower) || label == "":
			s.left = append(s.left, label)
		default:
			use[i] = s.column(label)
		}
	}
	return use, name
}

func cell(cells []string, i int) string {
	if i < 0 || i >= len(cells) {
		return ""
	}
	return strings.TrimSpace(cells[i])
}

// number reads 1.5 and 1,5, with or without a percent sign.
func number(text string) (float64, bool) {
	text = strings.TrimSpace(strings.TrimSuffix(text, "%"))
	x, err := strconv.ParseFloat(strings.Replace(text, ",", ".", 1), 64)
	return x, err == nil && x-x == 0
}

func (s *sheet) csvRow(names, use []string, name int, cells []string) (problem string) {
	if len(cells) > len(names) {
		return message.Sprintf("expected at most %d cells, as in the header, found %d", len(names), len(cells))
	}
	scores := make(map[string]float64, len(use))
	for i, key := range use {
		if key == "" {
			continue
		}
		x, ok := number(cell(cells, i))
		if !ok {
			return message.Sprintf("column %s: %s is not a number: want a score", op.Quote(strings.TrimSpace(names[i])), op.Quote(cell(cells, i)))
		}
		scores[key] = x
	}
	s.rows = append(s.rows, score.Submission{ID: cell(cells, name), Dimensions: scores})
	return ""
}

// json reads an array, an object that holds one, or an object a line.
func (s *sheet) json(text string) *op.Error {
	root, err := jcs.Parse([]byte(text))
	if err != nil {
		return s.jsonLines(text, err)
	}
	list := listIn(&root)
	if list == nil {
		return op.Invalidf("/text", "it contains no list of agents: %s", wantTable)
	}
	for i := range list.Items {
		if refusal := s.object(&list.Items[i], i+1); refusal != nil {
			return refusal
		}
	}
	return nil
}

func (s *sheet) jsonLines(text string, whole error) *op.Error {
	line := 0
	for row := range strings.Lines(text) {
		line++
		if strings.TrimSpace(row) == "" {
			continue
		}
		v, err := jcs.Parse([]byte(strings.TrimRight(row, "\r\n")))
		if err != nil && len(s.rows) == 0 {
			return op.Invalidf("/text", "%s", whole.Error())
		}
		if err != nil {
			return op.Invalidf("/text", "line %d: %s", line, strings.TrimPrefix(err.Error(), "line 1, "))
		}
		if refusal := s.object(&v, line); refusal != nil {
			return refusal
		}
	}
	return nil
}

// listIn is the list of a document, which may stand inside two envelopes.
func listIn(v *jcs.Value) *jcs.Value {
	for range 3 {
		if v.Kind == jcs.Array {
			return v
		}
		var inside *jcs.Value
		for _, name := range listMembers {
			if inside == nil {
				inside = v.Get(name)
			}
		}
		if inside == nil {
			return nil
		}
		v = inside
	}
	return nil
}

// object reads one agent: its scores are in a member of their own, or beside its
// name.
func (s *sheet) object(v *jcs.Value, n int) *op.Error {
	if v.Kind != jcs.Object {
		return op.Invalidf("/text", "row %d: expected an agent, found %s", n, v.Kind.String())
	}
	name, from := "", v
	for _, member := range nameColumns {
		if m := v.Get(member); name == "" && m != nil && m.Kind == jcs.String {
			name = m.Str
		}
	}
	for _, member := range scoreMembers {
		if m := v.Get(member); m != nil && m.Kind == jcs.Object && from == v {
			from = m
		}
	}
	scores := map[string]float64{}
	for i := range from.Items {
		m := &from.Items[i]
		if inner := m.Get("score"); inner != nil {
			inner.Key, m = m.Key, inner
		}
		switch {
		case slices.Contains(otherColumns, strings.ToLower(m.Key)) && from == v:
		case m.Kind == jcs.Number:
			scores[s.column(m.Key)] = m.Num
		case from != v:
			return op.Invalidf("/text", "row %d, %s: expected a number, found %s", n, op.Quote(m.Key), m.Kind.String())
		}
	}
	return s.add(name, scores)
}
