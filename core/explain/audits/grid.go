package audits

import (
	"slices"
	"strconv"

	"github.com/tallyproof/tallyproof/core/audit"
	"github.com/tallyproof/tallyproof/core/words"
)

// States of a value.
const (
	isRight = "right"
	isWrong = "wrong"
	isOpen  = "open"  // claimed, and nothing in the text gives it
	isEmpty = "empty" // not in the text, though something would follow from it
	isNone  = "none"  // not claimed
)

// Grid is the compared values of up to 24 submissions, a column each; of more, the places of
// the wrong ones.
type Grid struct {
	Agents []string `json:"agents" doc:"Names of the submissions, if they are 24 or fewer and all are audited."`
	Lines  []Line   `json:"lines" doc:"A line for each kind of value that was compared."`
	Marks  []Mark   `json:"marks" doc:"Of more submissions, the places of the wrong values, at most 200."`
	Says   string   `json:"says" doc:"What the marks are, in words; \"\" without any."`
	Read   float64  `json:"read" doc:"How much of the submissions was audited, in percent."`
}

// Line is the values of one kind.
type Line struct {
	Label string `json:"label" doc:"The kind: Speed, Score, Rank, Rating, Signed."`
	Cells []Cell `json:"cells" doc:"A value for each submission; of Weights, which are for all, one."`
	Count string `json:"count" doc:"How many of them are right."`
	Of    string `json:"of" doc:"Of how many: /12."`
	Wrong bool   `json:"wrong" doc:"Whether a value is wrong."`
}

// Cell is a value.
type Cell struct {
	Text  string `json:"text" doc:"What is claimed."`
	State string `json:"state" doc:"right, wrong, open if it is claimed and cannot be recomputed, empty if it is missing and others would follow from it, or none."`
	Right string `json:"right,omitempty" doc:"If it is wrong, what the rules give."`
	Says  string `json:"says,omitempty" doc:"If it is wrong or open, why."`
	Field string `json:"field,omitempty" doc:"JSON Pointer of the claim, as in rows, if another value can be written into the text."`
}

// Mark is a part of many submissions in which values are wrong, and the first of these.
type Mark struct {
	Cell
	At   float64 `json:"at" doc:"Where the part begins, in percent of all submissions."`
	Wide float64 `json:"wide" doc:"How wide it is, in percent."`
	Name string  `json:"name" doc:"Name of the submission."`
	Line string  `json:"line" doc:"The kind of value."`
	Flag string  `json:"flag" doc:"Its name again if there is room for it, or \"\"."`
}

// mostMarks is the number of parts of a long report, and flagRoom the least distance of two
// names in percent.
const (
	mostMarks = 200
	flagRoom  = 24
)

// lineOf returns the line of a kind of value.
func lineOf(kind, what string) string {
	switch {
	case kind == "proof":
		return "Signed"
	case what == "New rating":
		return "Rating"
	case what == "Rating change":
		return "Change"
	case what == "Scores":
		return "Score"
	}
	return what
}

// grid returns the values of the submissions.
func (s *Session) grid() Grid {
	g := Grid{Agents: []string{}, Lines: []Line{}, Marks: []Mark{},
		Read: hundredth(float64(s.index) * 100 / float64(max(s.source.count, 1)))}
	if s.source.count > audit.MostKept {
		g.Marks, g.Says = s.marks()
		return g
	}
	for _, name := range s.audit.Names(audit.MostKept) {
		g.Agents = append(g.Agents, words.Named(name))
	}
	wrong := s.audit.Differences()
	open := s.open(wrong)
	if len(open) > 0 && s.isBare() {
		g.Lines = s.inputs()
	}
	for _, label := range s.labels(wrong, open) {
		g.Lines = append(g.Lines, s.line(label, len(g.Agents), wrong, open))
	}
	if c := s.audit.Summary().ByRule[0]; c.Matches+c.Differences > 0 {
		g.Lines = append(g.Lines, Line{Label: "Weights", Cells: []Cell{s.sum(wrong)}, Count: strconv.Itoa(c.Matches), Of: "/1",
			Wrong: c.Differences > 0})
	}
	return g
}

// labels returns the lines that have a value: dimensions in the order of the rules, then what
// follows from them.
func (s *Session) labels(wrong []audit.Detail, open []audit.Value) (labels []string) {
	has := map[string]bool{}
	for _, v := range s.audit.Values() {
		has[lineOf(v.Kind, v.What)] = true
	}
	for _, v := range open {
		has[lineOf(v.Kind, v.What)] = true
	}
	for i := range wrong {
		if wrong[i].Row >= 0 {
			has[lineOf(wrong[i].Kind, wrong[i].What)] = true
		}
	}
	add := func(label string) {
		if has[label] {
			labels = append(labels, label)
			delete(has, label)
		}
	}
	for i := range s.rb.Dimensions {
		add(s.rb.Dimensions[i].Label)
	}
	last := []string{"Score", "Result", "Outcome", "Rank", "Rating", "Change", "Signed"}
	var others []string
	for label := range has {
		if !slices.Contains(last, label) {
			others = append(others, label)
		}
	}
	slices.Sort(others)
	for _, label := range append(others, last...) {
		add(label)
	}
	return labels
}

// line returns the values of one kind.
func (s *Session) line(label string, agents int, wrong []audit.Detail, open []audit.Value) Line {
	l := Line{Label: label, Cells: make([]Cell, agents)}
	right, all := 0, 0
	for i := range l.Cells {
		l.Cells[i].State = isNone
	}
	for _, v := range open {
		if lineOf(v.Kind, v.What) == label {
			l.Cells[v.Row] = s.cellOf(v, isOpen)
			l.Cells[v.Row].Says = s.lacks(v)
			all++
		}
	}
	for _, v := range s.audit.Values() {
		if lineOf(v.Kind, v.What) == label {
			l.Cells[v.Row] = s.cellOf(v, isRight)
			right++
			all++
		}
	}
	for i := range wrong {
		if d := &wrong[i]; d.Row >= 0 && lineOf(d.Kind, d.What) == label {
			l.Cells[d.Row] = s.wrongCell(d)
			l.Wrong = true
			all++
		}
	}
	l.Count, l.Of = strconv.Itoa(right), "/"+strconv.Itoa(all)
	return l
}

// sum returns the report's own weights as a value.
func (s *Session) sum(wrong []audit.Detail) Cell {
	for i := range wrong {
		if wrong[i].Kind == "weights" {
			return Cell{Text: wrong[i].Claimed, State: isWrong, Right: "100 %", Says: words.Capital(wrong[i].Rule) + "."}
		}
	}
	return Cell{Text: s.weights.line, State: isRight}
}

// cellOf returns a value that is not wrong.
func (s *Session) cellOf(v audit.Value, state string) Cell {
	return Cell{Text: valueShown(v.Kind, v.Claimed), State: state, Field: s.fieldOf(v.Row, v.Kind, v.What)}
}

// wrongCell returns a wrong value.
func (s *Session) wrongCell(d *audit.Detail) Cell {
	claimed, right := pairShown(d)
	return Cell{Text: claimed, State: isWrong, Right: right, Says: d.Says, Field: s.fieldOf(d.Row, d.Kind, d.What)}
}

// marks returns the parts of a long report that have wrong values.
func (s *Session) marks() (marks []Mark, says string) {
	wrong := s.audit.Differences()
	first := make([]int, mostMarks) // of each part the first wrong value, counted from 1
	for i := range wrong {
		if row := wrong[i].Row; row >= 0 {
			part := int(int64(row) * mostMarks / int64(max(s.source.count, 1)))
			if first[part] == 0 || row < wrong[first[part]-1].Row {
				first[part] = i + 1
			}
		}
	}
	parts := min(s.source.count, mostMarks)
	last := -float64(flagRoom)
	marks = []Mark{}
	for part, i := range first {
		if i == 0 {
			continue
		}
		d := &wrong[i-1]
		m := Mark{Cell: s.wrongCell(d), At: hundredth(float64(part) * 100 / mostMarks), Wide: hundredth(100 / float64(parts)),
			Name: words.Named(d.Name), Line: lineOf(d.Kind, d.What)}
		if m.At >= last+flagRoom {
			m.Flag, last = words.Called(d.Name), m.At
		}
		marks = append(marks, m)
	}
	if len(marks) == 0 {
		return marks, "No value is wrong."
	}
	return marks, "Marks stand for submissions with a wrong value."
}

func hundredth(x float64) float64 { return words.Shown(x, 2) }
