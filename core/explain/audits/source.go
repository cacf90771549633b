package audits

import (
	"slices"
	"strings"

	"github.com/tallyproof/tallyproof/core/audit"
	"github.com/tallyproof/tallyproof/core/jcs"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/proof/many"
	"github.com/tallyproof/tallyproof/core/proof/record"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/table"
)

const mostOuter = 2 // {"data": {"challenge": {"submissions": …; more would take the square of their number

const wantChallenge = "want a table, or submissions in JSON"

// Members that hold the submissions, and those that hold a member with them.
var (
	listMembers  = []string{"submissions", "standings", "leaderboard", "agents", "entries", "results", "data"}
	outerMembers = []string{"challenge", "data"}
	headMembers  = []string{"rulebook", "weights", "difficulty", "mode"}
)

// source is the text of a challenge: what it says of the whole challenge, and its
// submissions, which are read one after another: documents, or the rows of a table.
type source struct {
	rows   *table.Rows
	sheet  *sheet // in place of rows
	count  int    // of submissions
	head   head
	reader reader // of the rows
	text   string // in which they are
	from   int    // where it begins in the whole text
}

// again returns a source that begins anew.
func (s *source) again() *source {
	other := *s
	if s.sheet != nil {
		sheet := *s.sheet
		other.sheet = &sheet
	} else {
		rows := *s.rows
		other.rows = &rows
	}
	return &other
}

// row returns the next submission.
func (s *source) row() (one table.Row, ok bool) {
	if s.sheet == nil {
		return s.rows.Next()
	}
	one.Text, ok = s.sheet.row()
	return one, ok
}

// head holds the members of a text that concern the whole challenge.
type head struct {
	Rulebook   rulebook.Ref       `json:"rulebook,omitempty"`
	Weights    map[string]float64 `json:"weights,omitempty"`
	Difficulty string             `json:"difficulty,omitempty"`
	Mode       string             `json:"mode,omitempty"`

	named bool // whether it names a rulebook
}

var headSchema = op.LazySchema[head]()

// open finds the submissions in a text.
func open(text string, how table.Reading) (*source, *op.Error) {
	size := len(text)
	text = strings.TrimLeft(strings.TrimPrefix(text, "\ufeff"), " \t\r\n")
	s := &source{from: size - len(text)}
	if text == "" {
		return nil, op.Refuse("/text", "the text is empty: %s", wantChallenge)
	}
	if text[0] == '{' {
		if start, end := list(text, 0, mostOuter); end > 0 && how.List == "" {
			if refusal := s.read(text[:start] + "[]" + text[end:]); refusal != nil {
				return nil, refusal
			}
			text = text[start:end]
			s.from += start
		}
	}
	s.text = text
	var refusal *op.Error
	if s.rows, refusal = table.New(text, nil, false, many.Proofs{}); refusal != nil {
		return nil, refusal
	}
	if how.List != "" || !isDocuments(text, s.rows) {
		if s.sheet, refusal = readSheet(text, how); refusal != nil {
			return nil, refusal
		}
		s.count = len(s.sheet.Rows)
		return s, nil
	}
	rows := *s.rows
	for row, ok := rows.Next(); ok; row, ok = rows.Next() {
		if !row.IsEmpty() {
			s.count++
		}
	}
	return s, nil
}

// isDocuments reports whether a text is submissions in JSON, and no table.
func isDocuments(text string, rows *table.Rows) bool {
	switch {
	case text[0] == '[':
		return !strings.HasPrefix(strings.TrimLeft(text[1:], " \t\r\n"), "[")
	case text[0] != '{':
		return false
	case !rows.IsOne():
		return true
	}
	v, err := jcs.ParseString(text)
	if err != nil {
		return true
	}
	built := rulebook.BuiltIn()
	isDimension := func(name string) bool {
		return slices.ContainsFunc(built, func(rb *rulebook.Rulebook) bool {
			_, ok := rb.Dimension(name)
			return ok
		})
	}
	for i := range v.Items {
		if key := v.Items[i].Key; isMember(key) || record.HasMeaning(key) || record.IsScores(key) || isDimension(key) {
			return true
		}
	}
	_, refusal := table.Read(text, table.Reading{})
	return refusal != nil
}

// list returns the range of the array of submissions in the object at a place, or in an
// object up to outer members further inside; 0, 0 if there is no array.
func list(text string, at, outer int) (start, end int) {
	for at++; at < len(text); {
		at += spaces(text[at:])
		key := value(text[at:])
		name := strings.Trim(text[at:at+key], `"`)
		at += key
		at += spaces(text[at:])
		if at >= len(text) || text[at] != ':' {
			return 0, 0
		}
		at++
		at += spaces(text[at:])
		size := value(text[at:])
		inside := text[at : at+size]
		switch {
		case strings.HasPrefix(inside, "[") && slices.Contains(listMembers, name):
			return at, at + size
		case strings.HasPrefix(inside, "{") && outer > 0 && slices.Contains(outerMembers, name):
			if start, end := list(text, at, outer-1); end > 0 {
				return start, end
			}
		}
		at += size
		at += spaces(text[at:])
		if at >= len(text) || text[at] != ',' {
			return 0, 0
		}
		at++
	}
	return 0, 0
}

func spaces(text string) int { return len(text) - len(strings.TrimLeft(text, " \t\r\n")) }

// value returns the length of the JSON value that a text begins with.
func value(text string) int { return table.ValueEnd(text, 0) }

// read takes the members of an object other than its submissions.
func (s *source) read(text string) *op.Error {
	v, err := jcs.ParseString(text)
	if err != nil {
		return op.Refuse("/text", "beside the submissions: %s", err.Error())
	}
	all := jcs.Value{Kind: jcs.Object}
	var lists []string
	if s.reader.take(&all, &v, mostOuter, &lists) {
		return op.Refuse("/text", "submissions are in %s: want one list", strings.Join(lists, " and "))
	}
	s.head.named = all.Get("rulebook") != nil
	if refusal := headSchema().DecodeValue(&all, []byte(text), &s.head); refusal != nil {
		return op.Refuse("/text", "%s: %s", refusal.Field[1:], refusal.Message)
	}
	return nil
}

// take adds the members of an object that are in a [head], unless they are there, and
// the names of lists. It reports whether there is a list besides the one that is audited,
// which is empty here: a reader might take it for what was audited. Other members that
// may hold one are noted.
func (r *reader) take(all, object *jcs.Value, outer int, lists *[]string) (second bool) {
	for i := range object.Items {
		m := &object.Items[i]
		name := m.Key
		if name == "scoring_weights" {
			name = "weights"
		}
		switch {
		case slices.Contains(headMembers, name) && all.Get(name) == nil:
			all.Items = append(all.Items, *m)
			all.Items[len(all.Items)-1].Key = name
		case m.Kind == jcs.Array && slices.Contains(listMembers, name):
			*lists = append(*lists, name)
			second = second || len(m.Items) > 0
		case len(m.Items) > 0 && (m.Kind == jcs.Array || outer == 0 || !slices.Contains(outerMembers, name)):
			r.leave(m.Key)
		}
	}
	for _, name := range outerMembers {
		if inner := object.Get(name); inner != nil && inner.Kind == jcs.Object && outer > 0 &&
			r.take(all, inner, outer-1, lists) {
			second = true
		}
	}
	return second
}

// report returns the report without its submissions.
func (s *source) report() audit.Report {
	return audit.Report{Weights: s.head.Weights, Difficulty: s.head.Difficulty, Mode: s.head.Mode}
}
