package audits

import (
	"strings"

	"github.com/tallyproof/tallyproof/core/jcs"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/proof/record"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/table"
)

// sheet gives the rows of a table as submissions in JSON.
type sheet struct {
	*table.Sheet
	keys []string // of each column, the member that it is
	ids  bool     // whether a column has ids
	next int
}

// readSheet reads a table.
func readSheet(text string, how table.Reading) (*sheet, *op.Error) {
	read, refusal := table.Read(text, how)
	if refusal != nil {
		return nil, refusal
	}
	return &sheet{Sheet: read}, nil
}

// call gives the columns the names of members: as they are if they are known, in small
// letters with underscores, and by what the table's reader takes them for.
func (s *sheet) call(rb *rulebook.Rulebook) {
	s.keys = make([]string, len(s.Columns))
	scored, ranked := false, false
	for k := range s.Columns {
		c := &s.Columns[k]
		if c.Role == table.RoleIgnored {
			continue
		}
		s.keys[k] = memberOf(c.Name, c.Key, rb)
		scored = scored || isOne(s.keys[k], record.MeansScore)
		ranked = ranked || isOne(s.keys[k], record.MeansRank)
		s.ids = s.ids || s.keys[k] == "id" || isOne(s.keys[k], record.MeansSubmission)
	}
	for k := range s.Columns {
		c := &s.Columns[k]
		switch {
		case s.keys[k] == "" || isKnown(s.keys[k], rb):
		case c.Role == table.RoleTotal && !scored:
			s.keys[k], scored = "score", true
		case c.Role == table.RoleRank && !ranked:
			s.keys[k], ranked = "rank", true
		}
	}
}

// memberOf returns the member that a column is: its header if that is known, else its header
// in small letters, or its key, else its header.
func memberOf(name, key string, rb *rulebook.Rulebook) string {
	for _, try := range []string{name, small(name), key} {
		if isKnown(try, rb) {
			return try
		}
	}
	return name
}

// small returns a name in small letters, with underscores between its words.
func small(name string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(name), func(c rune) bool { return c == ' ' || c == '_' || c == '-' }), "_")
}

func isOne(name, means string) bool {
	for _, one := range record.Names(means) {
		if name == one {
			return true
		}
	}
	return false
}

// isKnown reports whether a submission may have a member of that name.
func isKnown(name string, rb *rulebook.Rulebook) bool {
	outer, _, _ := strings.Cut(name, ".")
	_, dimension := rb.Dimension(outer)
	return dimension || isMember(name) || record.HasMeaning(name)
}

// row returns the next submission.
func (s *sheet) row() (text string, ok bool) {
	if s.next == len(s.Rows) {
		return "", false
	}
	i := s.next
	s.next++
	rec := []byte{'{'}
	put := func(key, value string, isText bool) {
		if len(rec) > 1 {
			rec = append(rec, ',')
		}
		rec = append(jcs.AppendString(rec, key), ':')
		if isText {
			rec = jcs.AppendString(rec, value)
		} else {
			rec = append(rec, value...)
		}
	}
	name := s.With(table.RoleName)
	if !s.ids {
		put("id", s.IDs[i], true)
		put("name", s.Names[i], true)
	}
	for k := range s.Columns {
		c, cell := &s.Columns[k], s.Columns[k].Cells[i]
		v, isValue := table.CellValue(cell)
		isValue = isValue && (v.Kind == jcs.Object || v.Kind == jcs.Array || v.Kind == jcs.Bool)
		switch {
		case s.keys[k] == "" || cell == "" || k == name && !s.ids:
		case k == name || isOne(s.keys[k], record.MeansName) || isOne(s.keys[k], record.MeansSubmission) || s.keys[k] == "id":
			put(s.keys[k], cell, true)
		case c.Has(i):
			put(s.keys[k], op.Show(c.Values[i]), false)
		case isValue:
			put(s.keys[k], cell, false)
		case c.Values == nil:
			put(s.keys[k], cell, true)
		}
	}
	return string(append(rec, '}')), true
}

// weights returns the weights that the headers give the dimensions, or nil.
func (s *sheet) weights(rb *rulebook.Rulebook) map[string]float64 {
	var weights map[string]float64
	for k := range s.Columns {
		w := s.Columns[k].Weight
		if _, known := rb.Dimension(s.keys[k]); w == nil || !known {
			continue
		}
		if weights == nil {
			weights = map[string]float64{}
		}
		weights[s.keys[k]] = *w
	}
	return weights
}
