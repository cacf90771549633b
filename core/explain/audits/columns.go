package audits

import (
	"slices"
	"strings"

	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/table"
)

// Columns is a text of submissions, column by column.
type Columns struct {
	*table.Sheet          // nil for submissions in JSON, which have no columns
	Submissions  int      // their number
	Uses         []string // what each column is to the rules, "" if no rule reads it
	Keys         []string // of each column, the dimension it is of, or ""
	Ruled        bool     // whether there are rules
}

// ReadColumns says what the columns of a table are to some rules; without any, to those
// that the text names.
func ReadColumns(text string, how table.Reading, rules []*rulebook.Rulebook) (*Columns, *op.Error) {
	source, refusal := open(text, how)
	if refusal != nil {
		return nil, refusal
	}
	cols := &Columns{Submissions: source.count}
	if source.sheet == nil {
		return cols, nil
	}
	if len(rules) == 0 && source.head.named {
		if rb, err := source.head.Rulebook.Resolve(); err == nil {
			rules = append(rules, rb)
		}
	}
	s := source.sheet
	cols.Ruled = len(rules) > 0
	cols.Sheet, cols.Uses, cols.Keys = s.Sheet, make([]string, len(s.Columns)), make([]string, len(s.Columns))
	for _, rb := range rules {
		s.call(rb)
		for k := range s.Columns {
			if cols.Uses[k] == "" {
				cols.Uses[k], cols.Keys[k] = s.use(k, rb)
			}
		}
	}
	return cols, nil
}

// use returns what a column is to some rules, and its dimension.
func (s *sheet) use(k int, rb *rulebook.Rulebook) (says, dimension string) {
	outer, input, _ := strings.Cut(s.keys[k], ".")
	d, known := rb.Dimension(outer)
	switch {
	case s.keys[k] == "":
		return "", ""
	case known && input != "":
		return input + " of " + d.Label, d.Key
	case known:
		return "score of " + d.Label, d.Key
	case k == s.With(table.RoleName) && !s.ids:
		return "name", ""
	}
	for i := range members {
		if m := &members[i]; slices.Contains(m.names(), s.keys[k]) {
			return strings.ReplaceAll(m.name, "_", " "), ""
		}
	}
	return "", ""
}
