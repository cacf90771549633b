// Package audits reads the report of a challenge from a text in any of its forms, and
// explains its audit: what differs from the rules, and why.
package audits

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/tallyproof/tallyproof/core/audit"
	"github.com/tallyproof/tallyproof/core/explain"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/table"
	"github.com/tallyproof/tallyproof/core/words"
)

// Request is a challenge in a text, and the rules to hold it to.
type Request struct {
	Text     string        `json:"text" op:"maxlen=64000000" doc:"The challenge: a table in any form that table.read reads, or submissions in JSON: an object with them, an array, or JSON Lines. Members may be called as arenas call them."`
	Rulebook *rulebook.Ref `json:"rulebook,omitempty" doc:"Id of a built-in rulebook, or a whole rulebook; by default the one that the text names or brings."`
	Keys     op.Raw        `json:"keys,omitempty" doc:"The keys you trust, as in audit.challenge."`
	Weights  string        `json:"weights,omitempty" op:"maxlen=1000" doc:"Weights in percent in the order of the rulebook's dimensions, such as 50 20 20 10, in place of those in the text; or where all but the last end on a bar of 100: ends 50 70 90."`
	From     string        `json:"weights_from,omitempty" op:"enum=rulebook|table|given" doc:"Whose weights: the rulebook's own; given ones, in weights; or by default those of the text, of the rulebook if they give all scores or the scores are five or fewer, or else those that give most scores."`
	table.Reading
}

// Response is an audit in texts.
type Response struct {
	Sentence  string         `json:"sentence" doc:"How many values differ from the rules, and which."`
	Rules     string         `json:"rules" doc:"As in the summary of audit.challenge. A rulebook that the text brings is called so."`
	Missed    int            `json:"missed" doc:"As in the summary of audit.challenge."`
	Key       string         `json:"key" doc:"The words of the sentence that matter most."`
	Brief     string         `json:"brief" doc:"How many values differ, in a few words."`
	Most      string         `json:"most" doc:"The rule with the most differences."`
	Unchecked string         `json:"unchecked" doc:"How many notes there are."`
	Counts    []Count        `json:"counts" doc:"Values by rule; each rule builds on the rules before it."`
	Rows      []Row          `json:"rows" doc:"The differences, in the order of the submissions; of explain.audit at most 100, of a View those that it asks for."`
	Shown     string         `json:"shown" doc:"Which of the differences these are, in words."`
	Notes     []explain.Note `json:"notes" doc:"What was not compared, and why."`
	Weights   Weighing       `json:"weights" doc:"The weights of the dimensions."`
	Size      string         `json:"size" doc:"How many submissions and claimed values there are."`
	Hero      Hero           `json:"hero" doc:"The verdict with one number."`
	Lead      Finding        `json:"lead" doc:"The largest difference."`
	Grid      Grid           `json:"grid" doc:"The values by submission and kind."`
	Right     RightAgents    `json:"right" doc:"The submissions in which all claims are right."`
	Fit       Fit            `json:"fit" doc:"How far the scores are from the weights."`
	Needs     []Need         `json:"needs" doc:"If nothing can be compared, what the report lacks."`
}

// Count is the comparisons of one rule.
type Count struct {
	Rule    string `json:"rule" doc:"weights, dimension, score, result, rank, rating or proof."`
	Label   string `json:"label" doc:"The rule for readers."`
	Checked string `json:"checked" doc:"Values compared."`
	Agree   string `json:"agree" doc:"Values that agree."`
	Differ  string `json:"differ" doc:"Values that differ."`
}

// Row is a difference.
type Row struct {
	Place      string  `json:"place" doc:"Its number, from 1."`
	Field      string  `json:"field" doc:"JSON Pointer into the report, as audit.challenge has it."`
	Name       string  `json:"name" doc:"Name of the submission."`
	Rule       string  `json:"rule" doc:"The rule, as in counts."`
	What       string  `json:"what" doc:"The value that was compared."`
	Claimed    string  `json:"claimed" doc:"What the report claims."`
	Recomputed string  `json:"recomputed" doc:"What the rules give."`
	Why        string  `json:"why" doc:"The rule that gives it, and how the claim may have come about."`
	Says       string  `json:"says" doc:"Why the claim is wrong, in one sentence."`
	Line       string  `json:"line" doc:"The kind of value, as in the grid."`
	Agent      int     `json:"agent" doc:"The place of its submission, from 0; -1 for the report."`
	First      bool    `json:"first" doc:"Whether it is the first row of its submission."`
	Digits     []Digit `json:"digits" doc:"The claim for readers, with its wrong digits."`
	Right      string  `json:"right" doc:"The right value for readers."`
}

// MostShown is the number of differences that an answer lists.
const MostShown = 100

// Audit audits a challenge and lists the differences.
func Audit(req Request) (Response, error) {
	s, err := Open(req)
	if err != nil {
		return Response{}, err
	}
	if refusal := s.work(mostRows + 1); refusal != nil {
		return Response{}, refusal
	}
	all := s.audit.Differences()
	return s.response(all, all, 0, MostShown), nil
}

// kinds are the rules for readers, in the order of the audit.
var kinds = []string{"Weights", "Dimension scores", "Scores", "Results", "Ranks", "Ratings", "Proofs"}

// response explains what was found so far, and lists count of some differences from
// one on.
func (s *Session) response(all, some []audit.Detail, from, count int) Response {
	sum := s.audit.Summary()
	res := Response{Rules: sum.Rules, Missed: sum.Missed, Rows: rowsOf(some, from, count), Notes: s.notes(), Most: "none",
		Unchecked: "No remark", Weights: s.weights}
	res.Shown = shown(from, len(res.Rows), len(some), len(all))
	most := 0
	var broken, others []string
	for i, c := range sum.ByRule {
		differ := c.Differences
		if differ > 0 {
			broken = append(broken, numbered(differ, audit.Nouns[i]))
			if c.Rule != "score" {
				others = append(others, numbered(differ, audit.Nouns[i]))
			}
		}
		if differ > most {
			most, res.Most = differ, kinds[i]
		}
		res.Counts = append(res.Counts, Count{Rule: c.Rule, Label: kinds[i], Checked: counted(c.Matches + differ),
			Agree: counted(c.Matches), Differ: counted(differ)})
	}
	if n := len(res.Notes); n > 0 {
		res.Unchecked = numbered(n, "remark")
	}
	res.say(sum, broken)
	res.Size = numbered(s.source.count, "submission") + ", " + numbered(sum.Checked+sum.Missed, "value")
	res.Needs = s.needs()
	res.Hero, res.Lead, res.Grid, res.Right, res.Fit = s.hero(sum), s.lead(sum), s.grid(), s.rightAgents(), s.fit(sum)
	if s.fitting(&res, sum, others) {
		return res
	}
	if !s.done {
		res.Sentence = fmt.Sprintf("The first %s: %s", numbered(sum.Submissions, "submission"), res.Sentence)
	}
	return res
}

func counted(n int) string { return words.Grouped(int64(n)) }

// numbered returns a number with its noun.
func numbered(n int, noun string) string {
	return counted(n) + " " + words.Plural(n, noun)
}

// say writes the sentence.
func (r *Response) say(sum audit.Summary, broken []string) {
	r.Brief = numbered(sum.Differences, "difference")
	r.Sentence = words.Capital(audit.Verdict(sum.Checked, sum.Differences, sum.Rules))
	r.Key, _, _ = strings.Cut(r.Sentence, " value")
	switch sum.Checked {
	case 0:
		r.Key, r.Brief = "Nothing", "nothing checked"
	case 1:
		r.Key = "The one value"
	}
	if sum.Differences > 0 {
		r.Sentence += ": " + words.Join(broken)
	}
	r.Sentence += "." + sum.Left()
}

// notes tell what was not compared.
func (s *Session) notes() []explain.Note {
	notes := []explain.Note{}
	for _, n := range s.audit.Notes() {
		text := n.Label
		if n.Claimed != "" {
			text += " (" + n.Claimed + ")"
		}
		notes = append(notes, explain.Note{Kind: "limit", Field: "/text", Text: text + ": " + strings.TrimSuffix(n.Rule,
			".") + "."})
	}
	if len(s.reader.left) > 0 {
		notes = append(notes, explain.Note{Kind: "limit", Field: "/text", Text: "Not used: " + words.Join(s.reader.left) +
			"."})
	}
	return notes
}

// rowsOf returns count differences, starting at from.
func rowsOf(list []audit.Detail, from, count int) []Row {
	list = list[from:min(from+count, len(list))]
	rows := make([]Row, len(list))
	for i := range list {
		d := &list[i]
		rows[i] = Row{Place: strconv.Itoa(from + i + 1), Field: d.Field, Name: words.Named(d.Name), Rule: d.Kind,
			What: d.What, Claimed: d.Claimed, Recomputed: d.Recomputed, Why: d.Rule, Says: d.Says,
			Line: lineOf(d.Kind, d.What), Agent: d.Row, First: i == 0 || list[i-1].Row != d.Row}
		claimed, right := pairShown(d)
		rows[i].Digits, rows[i].Right = digits(claimed, right), right
		if d.Row < 0 {
			rows[i].Name = "The challenge"
		}
	}
	return rows
}

// find returns the differences by a rule, of submissions whose name has some letters.
func find(list []audit.Detail, rule, letters string) []audit.Detail {
	letters = strings.ToLower(strings.TrimSpace(letters))
	if rule == "" && letters == "" {
		return list
	}
	found := []audit.Detail{}
	for i := range list {
		if (rule == "" || list[i].Kind == rule) && strings.Contains(strings.ToLower(list[i].Name), letters) {
			found = append(found, list[i])
		}
	}
	return found
}
