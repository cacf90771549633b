package audits

import (
	"slices"
	"strconv"
	"strings"

	"github.com/tallyproof/tallyproof/core/audit"
	"github.com/tallyproof/tallyproof/core/jcs"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/proof/record"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/table"
	"github.com/tallyproof/tallyproof/core/words"
)

const (
	ofSubmissions = "/challenge/submissions/"
	ofDimensions  = "dimensions/"
)

// fieldOf returns the JSON Pointer of a claim, or "" if no other value can be written into
// the text.
func (s *Session) fieldOf(row int, kind, what string) string {
	if sheet := s.source.sheet; sheet != nil && strings.HasPrefix(sheet.Form, "json") {
		return ""
	}
	member := ""
	switch {
	case kind == "score", kind == "rank", kind == "result":
		member = strings.ToLower(what)
	case what == "New rating":
		member = "rating_after"
	case what == "Rating change":
		member = "rating_change"
	case kind == "dimension":
		for i := range s.rb.Dimensions {
			if d := &s.rb.Dimensions[i]; label(d.Label, d.Key) == what {
				member = ofDimensions + d.Key
			}
		}
	}
	if member == "" {
		return ""
	}
	return ofSubmissions + strconv.Itoa(row) + "/" + member
}

// claim returns the whole text with another value of a claim. Nothing else in it changes.
func (s *Session) claim(field, value string) (string, *op.Error) {
	rest, inside := strings.CutPrefix(field, ofSubmissions)
	place, member, _ := strings.Cut(rest, "/")
	row, err := strconv.Atoi(place)
	if !inside || err != nil || row < 0 || member == "" {
		return "", op.Refuse("/field", "%s: want a claim, such as %s0/score", op.Quote(field), ofSubmissions)
	}
	source, refusal := open(s.text, s.how)
	if refusal != nil {
		return "", refusal
	}
	source.by(s.rb)
	start, end, written, refusal := source.locate(row, member, strings.ReplaceAll(strings.TrimSpace(value), "−", "-"))
	if refusal != nil {
		return "", refusal
	}
	text := s.text[:source.from+start] + written + s.text[source.from+end:]
	after, refusal := submission(text, s.how, s.rb, row)
	if refusal != nil {
		return "", op.Refuse("/value", "%s", refusal.Message)
	}
	if said := claimed(&after, member); said != strings.Trim(strings.Replace(written, ",", ".", 1), `"`) {
		return "", op.Refuse("/value", "%s: the text claims it in more than one place: change the text", op.Quote(value))
	}
	return text, nil
}

// locate returns where a claim stands in the text of the submissions, and how another value is
// written there.
func (s *source) locate(row int, member, value string) (start, end int, written string, refusal *op.Error) {
	written = value
	if member != "result" && member != "outcome" {
		x, ok := words.Read(value)
		if !ok || words.Thousands(value) {
			return 0, 0, "", op.Refuse("/value", "%s: want a number, such as 92.40", op.Quote(value))
		}
		written = op.Show(x)
	}
	if s.sheet != nil {
		return s.cell(row, member, written)
	}
	text, at, refusal := s.nth(row)
	if refusal != nil {
		return 0, 0, "", refusal
	}
	path, refusal := s.reader.path(text, member)
	if refusal != nil {
		return 0, 0, "", refusal
	}
	if member == "result" || member == "outcome" {
		written = string(jcs.AppendString(nil, written))
	}
	start, end = 0, len(text)
	for _, place := range path {
		from, to := valueAt(text[start:end], place)
		start, end = start+from, start+to
	}
	return at + start, at + end, written, nil
}

// nth returns a submission in JSON and its place.
func (s *source) nth(row int) (text string, at int, refusal *op.Error) {
	for {
		from := s.rows.Used()
		one, ok := s.rows.Next()
		switch {
		case !ok || one.Problem != "":
			return "", 0, op.Refuse("/field", "%d: want a submission of the text", row)
		case one.IsEmpty():
			continue
		case row == 0:
			return one.Text, from + max(strings.Index(s.text[from:], one.Text), 0), nil
		}
		row--
	}
}

// path returns where a claim is in a submission: the place of a member, and of members inside.
func (r *reader) path(text, member string) ([]int, *op.Error) {
	v, err := jcs.ParseString(text)
	if err != nil {
		return nil, op.Refuse("/text", "%s", err.Error())
	}
	if record.MemberOf(&v, record.SignatureNames) != "" {
		return nil, op.Refuse("/value", "the submission is signed, and its signature holds for no other value")
	}
	r.rename(&v)
	dimension, inside := strings.CutPrefix(member, ofDimensions)
	for i := range v.Items {
		m := &v.Items[i]
		switch {
		case inside && m.Key == dimension:
			return scored([]int{i}, m), nil
		case inside && record.IsScores(m.Key) && m.Kind == jcs.Object:
			for k := range m.Items {
				if m.Items[k].Key == dimension {
					return scored([]int{i, k}, &m.Items[k]), nil
				}
			}
		case !inside && m == claimOf(&v, member):
			return []int{i}, nil
		}
	}
	return nil, op.Refuse("/field", "%s: the submission does not claim it", op.Quote(member))
}

// claimOf returns the member that a claim is in, or nil.
func claimOf(v *jcs.Value, name string) *jcs.Value {
	for n := range members {
		if members[n].name == name {
			return firstOf(v, members[n].names())
		}
	}
	return nil
}

// scored goes on to the score in {"score": 90}.
func scored(path []int, v *jcs.Value) []int {
	for i := range v.Items {
		if v.Kind == jcs.Object && v.Items[i].Key == "score" {
			return append(path, i)
		}
	}
	return path
}

// valueAt returns the range of the value of an object's member, by its place.
func valueAt(text string, place int) (start, end int) {
	for at := spaces(text) + 1; ; place-- {
		at += spaces(text[at:])
		at += value(text[at:]) // the name
		at += spaces(text[at:]) + 1
		at += spaces(text[at:])
		end = at + value(text[at:])
		if place == 0 || end >= len(text) {
			return at, end
		}
		at = end + spaces(text[end:]) + 1
	}
}

// cell returns where a claim stands in a table.
func (s *source) cell(row int, member, written string) (start, end int, in string, refusal *op.Error) {
	if row >= len(s.sheet.Rows) {
		return 0, 0, "", op.Refuse("/field", "%d: want a submission of the text", row)
	}
	names := []string{strings.TrimPrefix(member, ofDimensions)}
	for n := range members {
		if members[n].name == member {
			names = members[n].names()
		}
	}
	for _, name := range names {
		k := slices.IndexFunc(s.sheet.keys, func(key string) bool { return key != "" && (key == name || small(key) == name) })
		if k < 0 || s.sheet.Columns[k].Cells[row] == "" {
			continue
		}
		at, ok := table.CellAt(s.text, s.sheet.Rows[row], s.sheet.Columns[k].Name)
		if !ok {
			break
		}
		if s.sheet.Numbers == "comma" {
			written = strings.Replace(written, ".", ",", 1)
		}
		if strings.IndexByte(written, at.Mark) >= 0 {
			written = `"` + written + `"`
		}
		return at.Start, at.End, written, nil
	}
	return 0, 0, "", op.Refuse("/field", "%s: the submission does not claim it", op.Quote(member))
}

// submission reads a submission of a text.
func submission(text string, how table.Reading, rb *rulebook.Rulebook, row int) (c audit.Claims, refusal *op.Error) {
	source, refusal := open(text, how)
	if refusal != nil {
		return c, refusal
	}
	source.by(rb)
	for at := 0; ; at++ {
		one, ok := source.row()
		for ok && one.IsEmpty() {
			one, ok = source.row()
		}
		if !ok {
			return c, op.Refuse("/text", "it has no submission %d", row)
		}
		if at == row {
			return source.reader.claims(one, row)
		}
	}
}

// claimed returns what a submission claims, as text.
func claimed(c *audit.Claims, member string) string {
	shown := func(x *float64) string {
		if x == nil {
			return ""
		}
		return op.Show(*x)
	}
	switch member {
	case "score":
		return shown(c.Score)
	case "rating_after":
		return shown(c.RatingAfter)
	case "rating_change":
		return shown(c.RatingChange)
	case "result":
		return c.Result
	case "outcome":
		return c.Outcome
	case "rank":
		if c.Rank == nil {
			return ""
		}
		return strconv.Itoa(*c.Rank)
	}
	x, ok := c.Dimensions[strings.TrimPrefix(member, ofDimensions)]
	if !ok {
		return ""
	}
	return op.Show(x)
}
