package templates

import (
	"strconv"
	"strings"
)

// PageView is a page with calculators.
type PageView struct {
	Layout LayoutView
	Arenas []ArenaLink // pages that ask the same question of other arenas
	H1     string      // the user's question
	Lede   string
}

// ArenaLink is one arena in the switch at the top of a page.
type ArenaLink struct {
	Label, Href string
	Current     bool
}

// CalcView is one calculator: its form asks Operation for the answer.
type CalcView struct {
	ID        string   // of the form; unique on the page
	Label     string   // of the form, for screen readers; unique on the page
	Operation string   // "explain.score"
	Takes     string   // operation whose requests fill the form: "score.compute"
	Rulebooks []string // rulebooks the form can ask about
	With      string   // id of another calculator's form, whose request this one adds to
}

// FieldView is a control for a number: a text input, a pair of step buttons
// and, with To, a slider.
type FieldView struct {
	Form   string // prefix of the id, where two forms of a page have a field of one name
	Name   string // JSON Pointer into the request
	Label  string
	Key    string // name in links
	Value  string
	Unit   string
	Step   string // of the buttons and the slider
	Least  string // the buttons and the slider stop there; typing does not
	To     string // end of the slider; "" for none
	ToOf   string // name of the field whose value is the end of the slider
	Absent string // value when a pasted request does not have it
	Decide bool   // whether a pasted request without it leaves its group out
}

// ID is the control's id: its form and name with hyphens.
func (f FieldView) ID() string { return fieldID(f.Form + f.Name) }

func (f FieldView) toID() string {
	if f.ToOf == "" {
		return ""
	}
	return fieldID(f.Form + f.ToOf)
}

// fieldID has a prefix because a control's id becomes a property of its form:
// one called matches would hide the form's method.
func fieldID(name string) string {
	return "f-" + strings.NewReplacer("/", "-", "_", "-").Replace(strings.Trim(name, "/"))
}

// ChoiceView is one of a set of radio buttons.
type ChoiceView struct {
	Value, Label string
	Checked      bool
}

// MeasuredView is a dimension that is either measured or given as a score.
type MeasuredView struct {
	Key, Label, Hint string
	Use              string       // name of the box that brings it in; "" when it always counts
	On               bool         // whether it counts
	Weight           *FieldView   // beside the measure, where every challenge has its own weights
	By               string       // name of the choice between its modes; "" when there is one
	Modes            []ChoiceView // "measured" and "score"
	Inputs           []FieldView  // what is measured
	Score            FieldView    // the score alone
}

// OptionView is one entry of a select.
type OptionView struct {
	Value, Label string
	Selected     bool
	Fill         string // JSON the form takes when it is chosen
}

// StepView is one line of a calculation.
type StepView struct{ Label, Formula, Value string }

// NoteView is something to know about an answer; Kind is trap, warning, source
// or limit.
type NoteView struct{ Kind, Text string }

// ReadingView is the same case under one reading of the rules.
type ReadingView struct {
	Name, Answer, Why string
	Differs           bool
}

// PartView is one dimension of a score.
type PartView struct {
	Key, Label, Formula           string
	Score, Weight, Weighted, Most string  // padded to one column each
	Bare                          string  // the score as it is
	Start, Width                  float64 // of its segment, in percent of the scale
}

// TickView is a labelled place on the ruler under a bar.
type TickView struct {
	At    float64 // in percent of the scale
	Label string
}

// ScoreView is the answer to a score.
type ScoreView struct {
	Sentence string
	Parts    []PartView
	Ticks    []TickView
	Steps    []StepView
	Readings []ReadingView
	Notes    []NoteView
}

// PasteView tells the place to paste a result which pages take what it finds.
type PasteView struct{ Takers []TakerView }

// TakerView is a page that takes a kind of request.
type TakerView struct{ Href, Takes, Rulebooks string }

// SourceView says where the rules come from, and what an answer leaves open.
type SourceView struct {
	Text  string
	Links []LinkView
	Not   []string // what the answer does not say
}

// LinkView is a link in a list.
type LinkView struct{ Href, Label string }

func percent(x float64) string { return number(x) + "%" }

// number writes a number as JavaScript does, so that a live answer changes no
// attribute that stays the same.
func number(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }

// anchor keeps the labels at the ends of a ruler inside it.
func (t TickView) anchor() string {
	switch t.At {
	case 0:
		return "start"
	case 100:
		return "end"
	}
	return "middle"
}

func rowName(group string, i int, member string) string {
	return group + "/" + strconv.Itoa(i) + "/" + member
}

// rowLabel puts the row's number for the #.
func rowLabel(label string, i int) string {
	return strings.Replace(label, "#", strconv.Itoa(i+1), 1)
}

// rowGroup is the name of a row that is one value.
func rowGroup(group string, i int) string { return group + "/" + strconv.Itoa(i) }
