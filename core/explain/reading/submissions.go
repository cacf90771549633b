package reading

import (
	"slices"
	"strings"

	"github.com/tallyproof/tallyproof/core/explain"
	"github.com/tallyproof/tallyproof/core/explain/audits"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/ranking/live"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/table"
	"github.com/tallyproof/tallyproof/core/words"
)

// submissions explains how a table of submissions was read: what each column is to the
// rules. No score is scaled, and a missing claim is none.
func submissions(req Request) (Response, error) {
	rules := make([]*rulebook.Rulebook, len(req.Rules))
	for i := range req.Rules {
		rb, err := req.Rules[i].Resolve()
		if err != nil {
			refusal := *err.(*op.Error)
			refusal.Field = op.Pointer("rules", i) + strings.TrimPrefix(refusal.Field, "/rulebook")
			return Response{}, &refusal
		}
		rules[i] = rb
	}
	cols, refusal := audits.ReadColumns(req.Text, req.Reading, rules)
	if refusal != nil {
		return Response{}, refusal
	}
	size := words.Counted(cols.Submissions, "submission", "submissions")
	res := Response{Brief: size, Size: size, Form: forms["json"], Columns: []Column{}, Weights: []live.Weight{}}
	if cols.Sheet == nil {
		res.Sentence = "Submissions in JSON have no columns."
		return res, nil
	}
	s := study{Sheet: cols.Sheet}
	res.Form, res.Numbers, res.Found = forms[s.Form], s.Numbers, "as found: "+signs[s.Numbers]
	res.Columns = s.uses(cols)
	var unused []string
	for i := range s.Columns {
		if cols.Uses[i] == "" {
			unused = append(unused, words.Called(s.Columns[i].Name))
		}
	}
	n, used := len(unused), len(s.Columns)-len(unused)
	if !cols.Ruled {
		res.Brief += " · " + words.Counted(len(s.Columns), "column", "columns")
		res.Sentence = "Choose the rules to see what each column is to them."
		return res, nil
	}
	res.Brief += " · " + words.Counted(used, "column", "columns") + " used"
	res.Sentence = "The rules use every column."
	if n > 0 {
		res.Brief += " · " + words.Counted(n, "column", "columns") + " not used"
		if n > mostNamed {
			unused = append(unused[:mostNamed:mostNamed], words.Counted(n-mostNamed, "other column", "other columns"))
		}
		res.Sentence = "The rules do not use " + words.Join(unused) + "."
	}
	return res, nil
}

// uses are the cards of the columns: what each is to the rules.
func (s *study) uses(cols *audits.Columns) []Column {
	keys := slices.DeleteFunc(slices.Clone(cols.Keys), func(key string) bool { return key == "" })
	slices.Sort(keys)
	keys = slices.Compact(keys)
	colors, rows := explain.Colors(keys), s.sample()
	list := make([]Column, len(s.Columns))
	for i := range list {
		c := &s.Columns[i]
		list[i] = Column{Column: c.Name, Label: headed(c.Name), Role: c.Role, Choice: c.Role, Reason: cols.Uses[i],
			Read: c.Read, Bars: barsOf(c)}
		if at, scored := slices.BinarySearch(keys, cols.Keys[i]); scored {
			list[i].Color = colors[at]
		}
		switch {
		case list[i].Reason != "":
		case cols.Ruled && c.Role != table.RoleIgnored:
			list[i].Reason = "not used"
		default:
			list[i].Reason = c.Reason
		}
		for _, r := range rows {
			list[i].Cells = append(list[i].Cells, cellOf(c, r))
		}
	}
	return list
}
